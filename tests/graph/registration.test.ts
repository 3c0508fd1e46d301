/** Lines that put a type into a container. */
import { expect, test } from "vitest";
import { registersType } from "../../src/graph/registration.js";

test.each([
  "services.AddScoped<IStore, Store>();",
  "services.TryAddSingleton(typeof(IStore), typeof(Store));",
  "builder.RegisterType<Store>().As<IStore>();",
  "bind(IStore.class).to(Store.class);",
  'container.registerSingleton<IStore>("store", Store);',
  "    .AddKeyedTransient<IStore, Shop.Store>(key)",
])("%s", (line) => {
  expect(registersType(line, "Store")).toBe(true);
});

test.each([
  "services.AddScoped<IStore>(_ => new Store(options));",
  "services.AddScoped<IStore, StoreOfFiles>();",
  "var store = provider.GetRequiredService<Store>();",
  "app.UseMiddleware<Store>();",
  "stores.Add(Store.Default);",
  `services.AddScoped<${"A<".repeat(5000)}`,
])("no: %s", (line) => {
  expect(registersType(line.slice(0, 400), "Store")).toBe(false);
});
