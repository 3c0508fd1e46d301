/** The signature that a call means among several, declared types of `this`, and type parameters that nothing decides. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const cases: { name: string; source: string; has: string[]; not?: RegExp[] }[] = [
  {
    name: "an overload by the number of arguments, and by which of them is a function",
    source: `
      class Columns { text(): void {} } class Keys { primaryKey(): void {} } class One { a() {} } class Two { b() {} }
      class Migration {
        create(name: string, columns: (t: Columns) => void, keys?: (t: Keys) => void): One;
        create(name: string, options: { id: string }, columns?: (t: Columns) => void): Two;
        create(name: string, ...rest: any[]): any {}
        get(name: string): One;
        get(name: string, deep: boolean): Two;
        get(...args: any[]): any {}
      }
      function run(db: Migration) { db.create("a", { id: "b" }, (t) => t.text()).b(); db.get("a").a(); db.get("a", true).b(); }`,
    has: ["run calls a.ts#Columns.text (exact)", "run calls a.ts#Two.b (exact)", "run calls a.ts#One.a (exact)"],
    not: [/Keys/],
  },
  {
    name: "values inside the results of overloads: `Promise<Order>` or `Promise<Order | null>`",
    source: `
      class Order {
        static find(id: string, options: { strict: true }): Promise<Order>;
        static find(id: string, options?: { cached: boolean }): Promise<Order | null>;
        static async find(id: string, options: object = {}) { return null; }
        close = async () => {};
      }
      async function run(id: string, options: any) { const order = await Order.find(id, options); await order?.close(); }`,
    has: ["run calls a.ts#Order.close (exact)"],
  },
  {
    name: "the type of a declared this, of methods and of generic function types",
    source: `
      class Query<T> {
        where<Q extends Query<any>>(this: Q, by: object): Q { return this; }
        all!: <Q extends Query<any>>(this: Q) => Q;
      }
      class Users extends Query<string> { named() {} }
      function run(users: Users) { users.where({}).named(); users.all().named(); }`,
    has: [
      "run calls a.ts#Users.named (exact)",
      "run calls a.ts#Query.where (exact)",
      "run calls a.ts#Query.all (exact)",
    ],
  },
  {
    name: "types of a class's methods, from the interface that it is merged with",
    source: `
      class Text<T> { required(message?: string) { return (this as any).next(message); } trim() { return this; } }
      interface Text<T> { required(message?: string): Text<NonNullable<T>> }
      function run(text: Text<string>) { text.required().trim(); }`,
    has: ["run calls a.ts#Text.trim (exact)", "run calls a.ts#Text.required (exact)"],
  },
  {
    name: "this in functions that stand where a function of some this is expected",
    source: `
      interface Context { createError(): void }
      interface Config { name: string; test: (this: Context, value: number) => void }
      declare function add(config: Config): void;
      declare function on(run: (this: Context) => void): void;
      function run() { add({ name: "a", test(value) { this.createError(); } }); }
      function listen() { on(function () { this.createError(); }); }`,
    has: ["run calls a.ts#Context.createError (exact)", "listen calls a.ts#Context.createError (exact)"],
  },
  {
    name: "defaults of type parameters that have a constraint",
    source: `
      interface Schema { text(): unknown } class Plain { text() { return new Text(); } } class Text { trim() {} }
      declare function make<S extends Schema = Plain>(options?: { schema: S }): { types: S };
      function run() { make().types.text().trim(); }`,
    has: ["run calls a.ts#Plain.text (exact)", "run calls a.ts#Text.trim (exact)"],
  },
  {
    name: "construct signatures, inherited call signatures, and the properties of a Record",
    source: `
      class Instance { setColumns() {} } class Table { select() {} } class Job { start() {} }
      interface Base { new (): Instance }
      declare function createBase(): Base;
      const Made = createBase();
      class Own extends Made { columns = this.setColumns(); }
      interface Callable { (name: string): Table }
      interface Db extends Callable { close(): void }
      function run(db: Db, jobs: Record<string, Job>) { db("a").select(); jobs.first.start(); }`,
    has: [
      "Own.columns calls a.ts#Instance.setColumns (exact)",
      "run calls a.ts#Table.select (exact)",
      "run calls a.ts#Job.start (exact)",
    ],
  },
  {
    name: "calls with type arguments that the grammar reads as comparisons, and members by text of what a call gives",
    source: `
      interface Row { id: number } interface Input { a: string }
      function sql<T>(parts: any) { return parts; }
      function args<A, B>(value: any) { return value; }
      class Schema { "~run"() {} }
      function make() { return new Schema(); }
      function rows(f: any) { f(sql<Row>\`select 1\`, sql<string | null>\`b\`); }
      function types(f: any) { f(args<Input, Row>(1)); }
      function compare(a: number, b: number) { return a<b; }
      function named() { make()["~run"](); }`,
    has: ["rows calls a.ts#sql (exact)", "types calls a.ts#args (exact)", "named calls a.ts#Schema.~run (exact)"],
    not: [/compare calls/],
  },
];

test.each(cases)("$name", ({ source, has, not = [] }) => {
  const edges = edgesOf(programOf({ "a.ts": source }), "a.ts", ["calls"]);
  expect(edges).toEqual(expect.arrayContaining(has));
  for (const pattern of not) expect(edges.filter((edge) => pattern.test(edge))).toEqual([]);
});

test("a member of a name that is a declared value and an interface is asked of the value", () => {
  const sample = programOf({
    "lib.d.ts": `
      declare class Body { json(): void }
      interface Reply extends Body { ok: boolean }
      declare var Reply: { prototype: Reply; new (): Reply; json(value: unknown): Reply };`,
    "a.ts": `export function run() { return Reply.json({}); }`,
  });
  expect(edgesOf(sample, "a.ts", ["calls"])).not.toContain("run calls lib.d.ts#Body.json (import)");
});
