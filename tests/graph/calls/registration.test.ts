/** Lines that put a type into a container. */
import { expect, test } from "vitest";
import { registersType } from "../../../src/graph/calls/registration.js";

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
])("no: %s", (line) => {
  expect(registersType(line, "Store")).toBe(false);
});

test("a line that is made to take long is told as quickly", () => {
  for (const text of ["AddScoped<A, ", "register  ", "bind(A)."])
    expect(registersType(text.repeat(200_000), "Store")).toBe(false);
  expect(registersType(`register${" ".repeat(1900)}`, "Store")).toBe(false);
});
