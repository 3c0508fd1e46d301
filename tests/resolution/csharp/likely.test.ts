/** C#: what a library calls a lambda with, as far as the types around the call say. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const ORDERS = `namespace Shop;
  public interface IStore { void Save(int id); void Save(string name); int Count(); Order Last { get; } }
  public class Order { public string Name { get; set; } public void Ship() { } }
  public class Other { public void Ship() { } public void Save(int id) { } }`;

/** The calls and uses of members in a method's body, but for those of libraries. */
function uses(body: string, around = "class Use"): string[] {
  const use = `using System; using Moq; namespace Shop; ${around} { Mock<IStore> mock = new(); Order order; void M() { ${body} } }`;
  const found = edgesOf(programOf({ "Orders.cs": ORDERS, "Use.cs": use }), "Use.cs", ["calls", "references"]);
  return found
    .filter((edge) => /\.(?:Save|Count|Last|Name|Ship) /.test(edge))
    .map((edge) => edge.replace(/^\S+ (?:calls|references) Orders\.cs#/, ""));
}

for (const [body, want] of [
  ["mock.Verify(x => x.Count());", ["Shop.IStore.Count (unique)"]],
  ["mock.Setup(x => x.Save(It.IsAny<string>()));", ["Shop.IStore.Save (unique)"]],
  ["mock.Setup(x => x.Last.Ship());", ["Shop.Order.Ship (unique)", "Shop.IStore.Last (unique)"]],
  ["Services.Configure<Order>(o => o.Ship());", ["Shop.Order.Ship (unique)"]],
  ["Services.Add<Order, Other>(o => o.Count());", []],
  ["order.Given(x => x.Ship());", ["Shop.Order.Ship (unique)"]],
  ["mock.Object.Count();", ["Shop.IStore.Count (import)"]],
  // Two parameters, and members that the type does not have: the name alone decides.
  ["mock.Verify((x, y) => x.Ship());", ["Shop.Order.Ship (candidate)", "Shop.Other.Ship (candidate)"]],
  ["mock.Verify(x => x.Ship());", ["Shop.Order.Ship (candidate)", "Shop.Other.Ship (candidate)"]],
] as const) {
  test(body, () => expect(uses(body)).toEqual(want));
}

test("Ask(x => x.Name) in a class that a library makes for a type speaks of this", () => {
  expect(uses("Ask(x => x.Name);", "class Use : Questions<Order>")).toEqual(["Shop.Order.Name (unique)"]);
});
