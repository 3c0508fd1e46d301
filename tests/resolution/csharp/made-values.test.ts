/** C#: tuples and anonymous objects, whose parts have the values that they were made of. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const SHOP = `namespace Shop; using System.Linq; using System.Collections.Generic;
  public class Item { public bool Flag { get; set; } public int Id { get; set; } }
  public class Customer { public List<Item> Items { get; set; } public Item First { get; set; } }`;

/** The uses of `Flag` in a method's body. */
function uses(body: string): string[] {
  const use = `using System.Linq; using System.Collections.Generic; namespace Shop;
    class Use { void M(List<Customer> customers, Customer customer) { ${body} } }`;
  return edgesOf(programOf({ "Shop.cs": SHOP, "Use.cs": use }), "Use.cs", ["references", "calls"]).filter((edge) =>
    /Flag|operator/.test(edge),
  );
}

const KNOWN = ["Shop.Use.M references Shop.cs#Shop.Item.Flag (import)"];

test.each([
  ["a tuple in parts", "var (who, item) = (customer, customer.First); item.Flag = true;"],
  ["a tuple whose parts have names", "var t = (customer, one: customer.First); t.one.Flag = true;"],
  ["a part named by its member", "var t = (customer, customer.First); t.First.Flag = true;"],
  ["a part by its place", "var t = (customer, customer.Items[0]); t.Item2.Flag = true;"],
  ["an anonymous object", "var x = new { customer, One = customer.First }; x.One.Flag = true;"],
  ["an anonymous object whose part is named by its member", "var x = new { customer.First }; x.First.Flag = true;"],
  ["the result of a lambda", "customers.Select(c => new { c, One = c.Items.First() }).Where(x => x.One.Flag);"],
  ["a loop over tuples", "foreach (var (c, i) in customers.Select(c => (c, c.Items.First()))) { i.Flag = true; }"],
  [
    "a loop over the tuples of a query",
    "foreach (var (c, i) in from c in customers from i in c.Items select (c, i)) { i.Flag = true; }",
  ],
  [
    "the objects of a query",
    "var all = from c in customers from i in c.Items select new { c, i }; all.First().i.Flag = true;",
  ],
])("%s", (_, body) => expect(uses(body)).toEqual(KNOWN));

test("a tuple that takes a value apart makes none", () => {
  expect(uses("Item a; (a, _) = (customer.First, 1); a.Flag = true;")).toEqual(KNOWN);
});
