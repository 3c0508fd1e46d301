/** Lines that register a type with a container. */
import { expect, test } from "vitest";
import { registrationAt } from "../../src/format/registrations.js";
import { codeLines } from "../../src/format/step-code.js";

const CASES: { in: string; want: string | null }[] = [
  // C#
  { in: "services.AddScoped<IStore, Store>(); // HERE", want: "services.AddScoped<IStore, Store>();" },
  { in: "services.AddScoped<\n  IStore,\n  Store>(); // HERE", want: "services.AddScoped< IStore, Store>();" },
  { in: "services.TryAddSingleton(typeof(IStore), typeof(Store)); // HERE", want: "…" },
  { in: "services.AddScoped<IStore>(sp => new Store(sp)); // HERE", want: "…" },
  { in: "services.AddScoped<IShop>(sp => new Shop(sp.Get<Store>())); // HERE", want: null },
  { in: "services.AddScoped<IShop>(sp => Make(new Store())); // HERE", want: null },
  { in: "services.TryAddEnumerable(ServiceDescriptor.Singleton<IStore, Store>()); // HERE", want: "…" },
  { in: "services.Decorate<IStore, Store>(); // HERE", want: "…" },
  { in: "builder.RegisterType<Disk>()\n  .As<Store>() // HERE", want: "builder.RegisterType<Disk>().As<Store>()" },
  { in: "var store = provider.GetRequiredService<Store>(); // HERE", want: null },
  {
    in: "services.AddTransient<Store>(sp => // HERE\n{\n  return new Disk();\n});",
    want: "services.AddTransient<Store>(sp => { return new Disk(); });",
  },
  { in: "public void Register(Store store) { // HERE", want: null },
  // TypeScript
  { in: "{ provide: Store, useClass: Disk }, // HERE", want: "{ provide: Store, useClass: Disk }," },
  { in: "{\n  provide: Store, // HERE\n  useClass: Disk,\n},", want: "{ provide: Store, useClass: Disk }," },
  { in: "{ provide: Shop, useFactory: (store) => new Shop(store), inject: [Store] }, // HERE", want: null },
  { in: "providers: [Shop, Store], // HERE", want: "providers: Store" },
  { in: "providers: [\n  Shop,\n  Store, // HERE\n],", want: "providers: Store" },
  { in: "exports: [Shop, Store], // HERE", want: null },
  { in: "container.bind(Store).to(Disk).inSingletonScope(); // HERE", want: "…" },
  { in: "container.bind<Disk>(TYPES.Disk).to(Store); // HERE", want: "…" },
  { in: "container.registerSingleton('Store', Store); // HERE", want: "…" },
  { in: "function registerStore(store: Store) { // HERE", want: null },
  // Java, Kotlin, Go and Python
  { in: "bind(Store.class).to(Disk.class).in(Singleton.class); // HERE", want: "…" },
  { in: "single<Store> { Disk(get()) } // HERE", want: "…" },
  { in: "single { Store(get()) } // HERE", want: "…" },
  { in: "factoryOf(::Store) // HERE", want: "…" },
  { in: "wire.Bind(new(Store), new(*Disk)), // HERE", want: "…" },
  { in: "fx.Provide(NewShop, Store), // HERE", want: "…" },
  { in: "store = providers.Singleton(Store, path) // HERE", want: "…" },
  { in: "container[Store] = Disk // HERE", want: "…" },
  { in: "store = Store(path) // HERE", want: null },
];

test.each(CASES)("$in: $want", ({ in: source, want }) => {
  const lines = source.split("\n");
  const line = lines.findIndex((text) => text.includes("HERE"));
  const plain = lines.map((text) => text.replace(/ \/\/ HERE$/, ""));
  const found = registrationAt(codeLines(plain, 1000), line + 1, "Store");
  expect(found).toBe(want === "…" ? plain[line] : want);
});
