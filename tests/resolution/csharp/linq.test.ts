/** C#: the results of LINQ's methods with several functions among their arguments, of joins, and of tasks. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

test.each([
  {
    name: "a join gives what its last function makes of both",
    body: "foreach (var r in orders.Join(buyers, o => o.Id, b => b.Id, (o, b) => new { Left = o, Right = b })) { r.Left.Ship(); r.Right.Pay(); }",
    calls: ["Order.Ship", "Buyer.Pay"],
  },
  {
    name: "a group join calls its last function with one and the many that are joined",
    body: "foreach (var r in orders.GroupJoin(buyers, o => o.Id, b => b.Id, (o, bs) => new { o, bs })) { r.o.Ship(); r.bs.First().Pay(); }",
    calls: ["Order.Ship", "Buyer.Pay"],
  },
  {
    name: "a query joins into a group, over which it goes on",
    body: "var all = from o in orders join b in buyers on o.Id equals b.Id into joined from j in joined.DefaultIfEmpty() select new { o, j }; all.First().j.Pay();",
    calls: ["Buyer.Pay"],
  },
  {
    name: "a function of two in Zip, SelectMany and GroupBy makes the items",
    body: `
      orders.Zip(buyers, (o, b) => b).First().Pay();
      orders.SelectMany(o => buyers, (o, b) => new { o, b }).First().o.Ship();
      orders.GroupBy(o => o.Id, (id, group) => new { id, group }).First().group.First().Ship();`,
    calls: ["Buyer.Pay", "Order.Ship", "Order.Ship"],
  },
  {
    name: "Aggregate gives an item, the seed, or what its last function makes",
    body: `
      orders.Aggregate((a, b) => a).Ship();
      orders.Aggregate(new Buyer(), (buyer, o) => buyer).Pay();
      orders.Aggregate(1, (sum, o) => sum, sum => new Buyer()).Pay();`,
    calls: ["Order.Ship", "Buyer", "Buyer.Pay", "Buyer", "Buyer.Pay"],
  },
  {
    name: "tasks of functions have their results",
    body: `
      Task.Run(() => orders.First()).Result.Ship();
      (await Task.Run(async () => orders.First())).Ship();
      (await Task.WhenAll(buyers.Select(async b => b)))[0].Pay();`,
    calls: ["Order.Ship", "Order.Ship", "Buyer.Pay"],
  },
  {
    name: "a hub has its clients' type, and so has its context",
    body: `
      Clients.All.Receive(text);
      Clients.Group(text).Receive(text);
      context.Clients.User(text).Receive(text);`,
    calls: ["IChat.Receive", "IChat.Receive", "IChat.Receive"],
  },
])("$name", ({ body, calls }) => {
  const sample = programOf({
    "Types.cs": `
      public class Order { public int Id; public void Ship() { } }
      public class Buyer { public int Id; public void Pay() { } }
      public interface IChat { Task Receive(string text); }
      public class Other { public void Ship() { } public void Pay() { } public void Receive(string text) { } }`,
    "Use.cs": `class Use : Hub<IChat> {
      async Task M(List<Order> orders, List<Buyer> buyers, IHubContext<Use, IChat> context, string text) { ${body} }
    }`,
  });
  const found = edgesOf(sample, "Use.cs", ["calls"]).filter((line) => line.includes("#"));
  expect(found.sort()).toEqual(calls.map((name) => `Use.M calls Types.cs#${name} (import)`).sort());
});
