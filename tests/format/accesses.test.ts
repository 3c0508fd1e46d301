/** Whether lines write a field or read it. */
import { expect, test } from "vitest";
import { accessAt } from "../../src/format/accesses.js";
import { codeLines } from "../../src/format/step-code.js";

const CASES: { in: string; want: "written" | "read"; isMember?: false; isByName?: true; isInOwner?: true }[] = [
  // Of two members of one name that of another type is set.
  { in: "order.total = order.total * 2; // HERE", want: "written" },
  { in: "dto.total = order.total; // HERE", want: "read" },
  { in: "order.total = dto.total; // HERE", want: "written" },
  { in: "return orders.map((each) => ({ total: each.total })); // HERE", want: "read" },
  { in: "var dto = new OrderDto {\n  id = order.id,\n  total = order.total, // HERE\n};", want: "read" },
  { in: "var order = new Order {\n  id = dto.id,\n  total = dto.total, // HERE\n};", want: "written" },
  { in: "return Order{ID: dto.ID, total: dto.total} // HERE", want: "written" },
  { in: "this.total = dto.total; // HERE", want: "written", isInOwner: true },
  { in: "return {\n  id: this.id,\n  total: this.total, // HERE\n};", want: "read", isInOwner: true },
  { in: "this.total = order.total; // HERE", want: "read" },
  { in: "void Fill(Dto dto) {\n  total = dto.total; // HERE\n}", want: "written", isInOwner: true },
  // Assignments of any language.
  { in: "order.total = 1; // HERE", want: "written" },
  { in: "if (order.total == 1) // HERE", want: "read" },
  { in: "if (order.total === 1) // HERE", want: "read" },
  { in: "const a = order.total; // HERE", want: "read" },
  { in: "order.total += tax; // HERE", want: "written" },
  { in: "order.total ??= 0; // HERE", want: "written" },
  { in: "order.total++; // HERE", want: "written" },
  { in: "--order.total; // HERE", want: "written" },
  { in: "delete order.total; // HERE", want: "written" },
  { in: "order.total[id] = 1; // HERE", want: "written" },
  { in: "send(() => order.total); // HERE", want: "read" },
  { in: "public decimal Doubled => total; // HERE", want: "read" },
  { in: "order.total = // HERE\n  count();", want: "written" },
  { in: "if a.total <= 3 { // HERE", want: "read" },
  { in: "if a.total >= 3 { // HERE", want: "read" },
  { in: "self.total: int = 0 // HERE", want: "written" },
  { in: "if self.total: // HERE", want: "read" },
  { in: "a.total, err = count() // HERE", want: "written" },
  { in: "run(a.total, limit=3) // HERE", want: "read" },
  { in: "run(\n  a.total, limit=3) // HERE", want: "read" },
  { in: "rows.Scan(&a.id, &a.total) // HERE", want: "written" },
  { in: "mask = flags & total // HERE", want: "read" },
  { in: "int.TryParse(text, out order.total); // HERE", want: "written" },
  // Literals give, patterns take.
  { in: "save({ total: 1 }); // HERE", want: "written" },
  { in: "save({ id, total }); // HERE", want: "written" },
  { in: "save({\n  id,\n  total, // HERE\n});", want: "written" },
  { in: "save({ id, total }); // HERE", want: "read", isMember: false },
  { in: "save(id, total); // HERE", want: "read" },
  { in: "const { total } = order; // HERE", want: "read" },
  { in: "const { total: sum } = order; // HERE", want: "read" },
  { in: "const {\n  id,\n  total, // HERE\n} = order;", want: "read" },
  { in: "orders.map(({ total }) => total); // HERE", want: "read" },
  { in: "function sum({ id, total }: Order, tax: number) { // HERE", want: "read" },
  { in: "for (const { total } of orders) { // HERE", want: "read" },
  { in: "const a = ok ? total : 0; // HERE", want: "read" },
  { in: "return Order{ID: id, total: 1} // HERE", want: "written" },
  { in: "if valid(Order{total: 1}) { // HERE", want: "written" },
  { in: "var order = new Order { total = 1 }; // HERE", want: "written" },
  { in: "if (order is { total: 1 }) { // HERE", want: "read" },
  { in: "make(total: 1) // HERE", want: "written" },
  { in: "<Order total={1} /> // HERE", want: "written" },
  // Queries compare and ask.
  { in: "db.order.update({ where: { total: 1 }, data: { id } }) // HERE", want: "read" },
  { in: "db.order.update({ where: { id }, data: { total: 1 } }) // HERE", want: "written" },
  { in: "db.order.findMany({\n  where: {\n    OR: [{ total: null }], // HERE\n  },\n})", want: "read" },
  { in: "Order.find({ total: 1 }) // HERE", want: "read", isByName: true },
  { in: "Order.create({ total: 1 }) // HERE", want: "written", isByName: true },
  { in: "db.query(`UPDATE orders SET id = 1, total = 2 WHERE id = 3`) // HERE", want: "written" },
  { in: "db.query(`SELECT id FROM orders WHERE total = 2`) // HERE", want: "read" },
  { in: "db.query('INSERT INTO orders (id, total) VALUES (1, 2)') // HERE", want: "written" },
  { in: "row['total'] = 1 // HERE", want: "written" },
];

test.each(CASES)("$in: $want", ({ in: source, want, isMember = true, isByName = false, isInOwner = false }) => {
  const lines = source.split("\n");
  const line = lines.findIndex((text) => text.includes("HERE")) + 1;
  const code = codeLines(
    lines.map((text) => text.replace(/ \/\/ HERE$/, "")),
    1000,
  );
  expect(accessAt(code, line, { name: "total", isMember, isByName, owner: "Order", isInOwner })).toBe(want);
});
