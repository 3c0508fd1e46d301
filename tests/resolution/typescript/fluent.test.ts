/** Fluent interfaces with generics: query builders, validators and routers, whose methods give other instantiations of their own type. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

const QUERY = `
  export interface Db { person: Person; pet: Pet }
  export interface Person { name: string }
  export interface Pet { owner: Person }
  export interface Expression<T> { toNode(): void }
  export interface Builder<DB> { ref(name: string): Expression<string>; and(all: Expression<boolean>[]): Expression<boolean> }
  export type Factory<DB, V> = Expression<V> | ((eb: Builder<DB>) => Expression<V>);
  export interface Select<DB, TB extends keyof DB, O> {
    select<S extends string>(name: S): Select<DB, TB, O & { [K in S]: string }>;
    select<S extends string>(names: readonly S[]): Select<DB, TB, O & Record<S, string>>;
    where(name: string, op: string, value: unknown): Select<DB, TB, O>;
    where<E extends Factory<DB, boolean>>(expression: E): Select<DB, TB, O>;
    join<TE extends string | Aliased<any>>(table: TE): Joined<DB, TB, O, TE>;
    when<R>(condition: boolean, then: (query: this) => Select<any, any, R>): Select<DB, TB, O & Partial<R>>;
    as(alias: string): Aliased<O>;
    first(): Promise<O | undefined>;
    execute(): Promise<O[]>;
  }
  export interface Aliased<O> { alias(): string }
  export interface Insert<DB> { values(row: object): Insert<DB>; execute(): Promise<void> }
  type Joined<DB, TB extends keyof DB, O, TE> = TE extends \`\${infer T} as \${infer A}\`
    ? T extends keyof DB ? Select<DB & { [K in A]: DB[T] }, TB | A, O> : never
    : TE extends keyof DB
      ? Select<DB, TB | TE, O>
      : TE extends Aliased<infer Q> ? Select<DB, TB, O & Q> : never;
  type From<DB, TE> = [TE] extends [keyof DB] ? Select<DB, TE, {}> : TE extends readonly (infer T)[] ? Select<DB, T, {}> : never;
  export class Creator<DB> {
    selectFrom<TE extends string | string[] | ((eb: Builder<DB>) => Aliased<any>)>(from: TE): From<DB, TE> { return null as any; }
    insertInto<T extends keyof DB & string>(table: T): Insert<DB> { return null as any; }
    transaction<T>(run: (trx: Creator<DB>) => Promise<T>): Promise<T> { return run(this); }
  }`;

const cases: { name: string; source: string; has: string[]; not?: RegExp[] }[] = [
  {
    name: "each call of a chain, through conditional return types whose branches lead to one interface",
    source: `function list(db: Creator<Db>) { return db.selectFrom("person").join("pet as p").select("name").where("a", "=", 1).execute(); }`,
    has: [
      "list calls query.ts#Creator.selectFrom (import)",
      "list calls query.ts#Select.join (import)",
      "list calls query.ts#Select.select (import)",
      "list calls query.ts#Select.where (import)",
      "list calls query.ts#Select.execute (import)",
    ],
    not: [/Insert\.execute/],
  },
  {
    name: "callbacks that are given a builder: of an overload, of a type parameter's constraint, and of the type itself",
    source: `function list(db: Creator<Db>, deep: boolean) {
      return db.selectFrom((eb) => eb.ref("x") as any).where((eb) => eb.and([eb.ref("a") as any])).when(deep, (query) => query.select("name")).as("q").alias();
    }`,
    has: [
      "list calls query.ts#Builder.ref (import)",
      "list calls query.ts#Builder.and (import)",
      "list calls query.ts#Select.when (import)",
      "list calls query.ts#Select.select (import)",
      "list calls query.ts#Select.as (import)",
      "list calls query.ts#Aliased.alias (import)",
    ],
  },
  {
    name: "locals, and functions whose results are inferred from a chain",
    source: `
      function base(db: Creator<Db>) { return db.selectFrom("person").where("a", "=", 1); }
      async function first(db: Creator<Db>) { let query = base(db).select(["name"]); query = query.where("b", "=", 2); return query.first(); }
      function later(query: ReturnType<typeof base>) { return query.execute(); }
      function inside(db: Creator<Db>) { return db.transaction(async (trx) => trx.insertInto("pet").values({}).execute()); }`,
    has: [
      "first calls query.ts#Select.select (import)",
      "first calls query.ts#Select.where (import)",
      "first calls query.ts#Select.first (import)",
      "later calls query.ts#Select.execute (import)",
      "inside calls query.ts#Creator.insertInto (import)",
      "inside calls query.ts#Insert.execute (import)",
    ],
    not: [/(first|later) calls \S*Insert/],
  },
  {
    name: "a chain of 40 calls",
    source: `function list(db: Creator<Db>) { return db.selectFrom("person")${".where((eb) => eb.ref('x') as any).join('pet')".repeat(20)}.as("q").alias(); }`,
    has: ["list calls query.ts#Aliased.alias (import)"],
    not: [/unresolved|candidate/],
  },
  {
    name: "conditions that the types decide",
    source: `
      class One { go() {} one() {} } class Two { go() {} two() {} }
      type Chosen<T> = T extends Date ? One : T extends any[] ? Two : never;
      type Element<T> = T extends (infer E)[] ? E : T extends Promise<infer R> ? R : T;
      type Result<F> = F extends (...args: any[]) => infer R ? R : never;
      declare function choose<T>(value: T): Chosen<T>;
      declare function element<T>(value: T): Element<T>;
      declare function either<T>(value: unknown): Chosen<T>;
      function text() { choose(new Date()).go(); }
      function list(values: Two[]) { choose(values).go(); }
      function item(values: One[]) { element(values).go(); }
      function awaited(value: Promise<Two>) { element(value).go(); }
      function plain(value: Two) { element(value).go(); }
      function result(value: Result<() => One>) { value.go(); }
      function open<T>(value: unknown) { either<T>(value).go(); }
      function own<T>(value: unknown) { either<T>(value).two(); }`,
    has: [
      "text calls a.ts#One.go (exact)",
      "list calls a.ts#Two.go (exact)",
      "item calls a.ts#One.go (exact)",
      "awaited calls a.ts#Two.go (exact)",
      "plain calls a.ts#Two.go (exact)",
      "result calls a.ts#One.go (exact)",
      "open calls a.ts#One.go (candidate)",
      "open calls a.ts#Two.go (candidate)",
      "own calls a.ts#Two.two (exact)",
    ],
    not: [/text calls \S+Two\.go/, /list calls \S+One\.go/],
  },
  {
    name: "a branch that is not known leaves the value unknown",
    source: `
      class Alpha { go() {} } class Beta { go() {} }
      type Chosen<T> = T extends keyof Db ? Alpha : T;
      function open<T>(value: Chosen<T>) { value.go(); }`,
    has: ["open calls a.ts#Alpha.go (candidate)", "open calls a.ts#Beta.go (candidate)"],
  },
  {
    name: "a branch that is a function and one that is a function type: neither is said to be called",
    source: `
      function status(code: number) {}
      interface Context<T> { status: T extends keyof Db ? typeof status : (code: 200) => void; own: T extends keyof Db ? typeof status : typeof status }
      function open<T>(context: Context<T>) { context.status(200); }
      function same<T>(context: Context<T>) { context.own(200); }`,
    has: ["same calls a.ts#Context.own (exact)"],
    not: [/open calls a\.ts#status/],
  },
  {
    name: "mapped types: of the properties of a type, of wrappers, and those that only look at keys",
    source: `
      class Users { find() {} } class Orders { find() {} }
      interface Stores { users: Users; orders: Orders }
      class Proxied<T> { unwrap(): T { return null as any; } }
      type Simplify<T> = { [K in keyof T]: T[K] };
      type Wrapped<T> = { readonly [K in keyof T]-?: Proxied<T[K]> };
      type Of<T, K extends keyof T> = T[K];
      function same(stores: Simplify<Stores>) { stores.users.find(); }
      function wrapped(stores: Wrapped<Stores>) { stores.orders.unwrap().find(); }
      function named(users: Of<Stores, "users">) { users.find(); }
      function each(handler: { [K in "a" | "b"]: Orders }, key: "a" | "b") { handler[key].find(); handler.a.find(); }
      function first(users: Parameters<typeof take>[0]) { users.find(); }
      function take(users: Users, orders: Orders) {}`,
    has: [
      "same calls a.ts#Users.find (exact)",
      "wrapped calls a.ts#Proxied.unwrap (exact)",
      "wrapped calls a.ts#Orders.find (exact)",
      "named calls a.ts#Users.find (exact)",
      "each calls a.ts#Orders.find (exact)",
      "first calls a.ts#Users.find (exact)",
    ],
    not: [/each calls \S+Users/, /wrapped calls \S+Users/],
  },
  {
    name: "the parameters of a function type, taken as a tuple and apart again",
    source: `
      class Users { find() {} } class Orders { find() {} }
      interface Tenant { queries: { users: Users; orders: Orders } }
      type Init<R> = (router: R, tenant: Tenant) => void;
      type InitArgs<R> = Parameters<Init<R>>;
      function routes<R>(...[router, { queries: { users, orders: all } }]: InitArgs<R>) { users.find(); all.find(); }
      function query(...[, tenant]: Parameters<typeof take>) { tenant.queries.orders.find(); }
      function take(name: string, tenant: Tenant) {}`,
    has: [
      "routes calls a.ts#Users.find (exact)",
      "routes calls a.ts#Orders.find (exact)",
      "query calls a.ts#Orders.find (exact)",
    ],
    not: [/unresolved|unique|candidate/, /query calls \S+Users/],
  },
  {
    name: "a member of an object whose value nobody knows is not a member of another class",
    source: `
      declare function build(pool: unknown): any;
      class Users { insert() {} }
      const create = (pool: unknown) => {
        const insert = build(pool)("users");
        const find = () => insert();
        return { insert, find };
      };
      const all = (pool: unknown) => ({ users: create(pool) });
      class Queries { users = create(1); all = all(1); }
      function save(queries: Queries) { queries.users.insert(); }
      function deep(queries: Queries) { queries.all.users.insert(); queries.all.users.find(); }
      function spare(queries: any) { queries.insert(); }`,
    has: [
      "save calls ?insert (unresolved)",
      "deep calls ?insert (unresolved)",
      "spare calls a.ts#Users.insert (unique)",
    ],
    not: [/(?:save|deep) calls a\.ts#Users/],
  },
  {
    name: "the rest of the arguments, and of an object",
    source: `
      class Users { find() {} } class Orders { find() {} }
      function each(...users: Users[]) { users[0].find(); for (const user of users) user.find(); }
      function pair(...[users, orders]: [Users, Orders]) { orders.find(); }
      const later = (first: string, ...users: Users[]) => users.forEach((user) => user.find());
      function left({ orders, ...others }: { orders: Orders; users: Users }) { others.users.find(); }
      function taken(tenant: { orders: Orders; users: Users }) { const { orders, ...others } = tenant; others.users.find(); }`,
    has: [
      "left calls a.ts#Users.find (exact)",
      "taken calls a.ts#Users.find (exact)",
      "each calls a.ts#Users.find (exact)",
      "pair calls a.ts#Orders.find (exact)",
      "later calls a.ts#Users.find (exact)",
    ],
    not: [/unresolved|unique|candidate/],
  },
  {
    name: "this inside of types, of methods and of properties",
    source: `
      class Base {
        declare _: { kind: Kind };
        required(): NotNull<this> { return this as any; }
        limit = this.with("limit");
        private with(name: string): (count: number) => Without<this, "limit"> { return null as any; }
      }
      class Derived extends Base { own() {} }
      class Kind { describe() {} }
      type NotNull<T extends Base> = T & { notNull: true };
      type Without<T extends Base, K> = T extends { never: K } ? never : T;
      type KindOf<T extends Base> = T["_"]["kind"];
      declare function kindOf<T extends Base>(value: T): KindOf<T>;
      function chain(value: Derived) { value.required().own(); value.limit(1).own(); }
      function kind(value: Derived) { kindOf(value).describe(); }`,
    has: ["chain calls a.ts#Derived.own (exact)", "kind calls a.ts#Kind.describe (exact)"],
    not: [/unresolved|unique|candidate/],
  },
  {
    name: "a type parameter is what it is by default where nothing else is known",
    source: `
      class Store { open() {} }
      class Holder<T = Store> { value!: T; read() { this.value.open(); } }`,
    has: ["Holder.read calls a.ts#Store.open (exact)"],
  },
];

for (const { name, source, has, not = [] } of cases) {
  test(name, () => {
    const sample = programOf({
      "query.ts": QUERY,
      "a.ts": dedent`
        import { Aliased, Builder, Creator, Db, Select } from "./query.js";
        ${source}`,
    });
    const edges = edgesOf(sample, "a.ts", ["calls"]);
    expect(edges).toEqual(expect.arrayContaining(has));
    for (const unwanted of not) expect(edges.filter((edge) => unwanted.test(edge))).toEqual([]);
  });
}

test("the result of an operator decides a type parameter, though the parameter names it by another name of a function", () => {
  const program = programOf({
    "flow.ts": `
      export type Unary<T, R> = (source: T) => R;
      export type Operator<T, R> = Unary<Source<T>, Flow<R>>;
      export class Source<T> { pipe<R>(...operators: Unary<Source<T>, R>[]): R { return null as never; } }
      export class Flow<T> { each() {} }
      export function repeat<T>(): Operator<T, T> { return null as never; }
      export function last<T>(source: Source<T>): Flow<T> { return null as never; }`,
    "use.ts": `
      import { last, repeat, type Source } from "./flow";
      export function one(source: Source<number>) { source.pipe(repeat()).each(); }
      export function two(source: Source<number>) { source.pipe(last).each(); }`,
  });
  const calls = edgesOf(program, "use.ts", ["calls"]);
  expect(calls).toContain("one calls flow.ts#Flow.each (import)");
  expect(calls).toContain("two calls flow.ts#Flow.each (import)");
});
