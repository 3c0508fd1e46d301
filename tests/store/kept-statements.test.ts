/** Statements that PGlite keeps parsed answer as if their text had been sent each time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import { ONE_PLAN } from "../../src/store/db/one-plan.js";
import { openPglite } from "../helpers/store.js";

let store: Awaited<ReturnType<typeof openPglite>>;
beforeAll(async () => {
  store = await openPglite();
});
afterAll(() => store.remove());

async function keptOf(text: string): Promise<number> {
  // A statement without values is sent as a simple query, and never kept.
  const rows = await store.db.query<{ statement: string }>("select statement from pg_prepared_statements");
  return rows.filter(({ statement }) => statement.includes(text)).length;
}

test("a statement that comes again is parsed once, and sees each value and row", async () => {
  const { db } = store;
  const names = () => db.query("select name from symbol_names where project_id = $1 order by name", ["kept"]);
  expect(await names()).toEqual([]);
  expect(await keptOf("from symbol_names where")).toBe(0);
  for (const name of ["a", "b", "c"]) await db.query("insert into symbol_names values ($1, $2)", ["kept", name]);
  expect(await names()).toEqual([{ name: "a" }, { name: "b" }, { name: "c" }]);
  expect(await names()).toHaveLength(3);
  expect(await keptOf("from symbol_names where")).toBe(1);
  expect(await db.query("select name from symbol_names where project_id = $1 order by name", ["none"])).toEqual([]);
});

test("several connections share those of the one session", async () => {
  const { db } = store;
  const ask = (number: number) => db.query<{ twice: number }>("select $1::int * 2 as twice", [number]);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, number) => ask(number)));
  expect(answers.map(([row]) => row?.twice)).toEqual(Array.from({ length: 24 }, (_, number) => number * 2));
  expect(await keptOf("as twice")).toBe(1);
});

test("after a change of the schema a statement gives what the table has by then", async () => {
  const { db } = store;
  await db.query("create table shops (name text)");
  await db.query("insert into shops values ('corner')");
  const all = () => db.query("select * from shops where name = $1", ["corner"]);
  for (let time = 0; time < 3; time++) expect(await all()).toEqual([{ name: "corner" }]);
  await db.query("alter table shops add column seats int default 4");
  for (let time = 0; time < 3; time++) expect(await all()).toEqual([{ name: "corner", seats: 4 }]);
  await db.transaction(async (transaction) => {
    await transaction.query("alter table shops drop column seats");
    expect(await transaction.query("select * from shops where name = $1", ["corner"])).toEqual([{ name: "corner" }]);
  });
  expect(await all()).toEqual([{ name: "corner" }]);
});

test("one that is first kept in a transaction that failed works after it", async () => {
  const { db } = store;
  const half = (by: number) => ["select 10 / $1::int as half", [by]] as const;
  await expect(db.query(...half(0))).rejects.toMatchObject({ code: "22012" });
  const failing = db.transaction(async (transaction) => {
    await transaction.query(...half(0)).catch(() => undefined);
    await transaction.query(...half(2));
  });
  await expect(failing).rejects.toThrow("current transaction is aborted");
  for (let time = 0; time < 3; time++) expect(await db.query(...half(2))).toEqual([{ half: 5 }]);
  await expect(db.query("select wrong from symbol_names where name = $1", ["a"])).rejects.toThrow("wrong");
  await expect(db.query("select wrong from symbol_names where name = $1", ["a"])).rejects.toThrow("wrong");
  await expect(db.query("select wrong from symbol_names where name = $1", ["a"])).rejects.toThrow("wrong");
});

test("at most 200 are kept, those that were used last", async () => {
  const { db } = store;
  const ask = (number: number) => db.query(`select $1::int + ${number} as sum_of_many`, [1]);
  for (let number = 0; number < 230; number++) for (let time = 0; time < 2; time++) await ask(number);
  expect(await keptOf("sum_of_many")).toBe(200);
  expect(await ask(0)).toEqual([{ sum_of_many: 1 }]);
  expect(await ask(229)).toEqual([{ sum_of_many: 230 }]);
});

test("one that says so is planned once, also beside a transaction that fails, and sees what was written since", async () => {
  const { db } = store;
  const names = (from: string, client: Pick<Db, "query"> = db) =>
    client.query(`${ONE_PLAN} select name from symbol_names where project_id = $1 and name >= $2`, ["planned", from]);
  const plans = async () => {
    const [row] = await db.query<{ once: number; anew: number }>(
      `select sum(generic_plans)::int as once, sum(custom_plans)::int as anew from pg_prepared_statements where starts_with(statement, '${ONE_PLAN}')`,
    );
    return row;
  };
  for (let time = 0; time < 3; time++) expect(await names("a")).toEqual([]);
  const before = await plans();
  await db.query("insert into symbol_names values ($1, $2)", ["planned", "b"]);
  expect(await names("a")).toEqual([{ name: "b" }]);
  expect(await names("c")).toEqual([]);
  const after = await plans();
  expect(after).toMatchObject({ once: (before?.once ?? 0) + 2, anew: before?.anew });
  const failing = db.transaction(async (transaction) => {
    await names("a", transaction);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await plans()).toMatchObject({ once: after?.once, anew: (after?.anew ?? 0) + 1 });
});
