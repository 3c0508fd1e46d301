/** Calls with a callee in a cast or behind misread type arguments, and members that a type declares and an object gives. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "./helpers.js";

const cases: { name: string; source: string; has: string[]; not?: RegExp[] }[] = [
  {
    name: "a callee in casts",
    source: `
      function raw(text: string) {} class Box {} const tools = { index(name: string) {} };
      type Named = (name: string) => void;
      function run() { (raw as any)("a"); (<any>raw)("b"); }
      function deep() { ((tools.index as unknown) as Named)("c"); }
      function make() { return new (Box as unknown as new () => Box)(); }
      function unknown(list: unknown[]) { (list[0] as Named)("d"); }`,
    has: [
      "run calls a.ts#raw (exact)",
      "deep calls a.ts#tools.index (exact)",
      "make calls a.ts#Box (exact)",
      "unknown calls ? (unresolved)",
    ],
  },
  {
    name: "a template with type arguments that a function without braces gives",
    source: `
      declare function sql<T>(parts: TemplateStringsArray): T;
      function run() { return { one: () => sql<number>\`1\`, two: async () => sql<string>\`2\` }; }`,
    has: ["run calls a.ts#sql (exact)"],
  },
  {
    name: "a template with type arguments behind await and other operators",
    source: `
      interface Db { get<T>(parts: TemplateStringsArray): Promise<T> }
      async function run(db: Db) { const id = await db.get<number>\`1\`; return id; }
      function not(db: Db) { return !db.get<boolean>\`1\`; }`,
    has: ["run calls a.ts#Db.get (exact)", "not calls a.ts#Db.get (exact)"],
  },
  {
    name: "type arguments over several lines that the grammar reads as a comparison",
    source: `
      declare function assertType<A, B>(): void;
      function run(type: { a: number }) {
        assertType<
          (typeof type)["a"],
          Array<typeof type>
        >();
      }
      function objects(type: { a: number }) {
        assertType<
          typeof type,
          Array<{
            id: number;
            name: string;
          }>
        >();
      }
      function compare(assertType: number, b: number) { return assertType < b; }`,
    has: ["run calls a.ts#assertType (exact)", "objects calls a.ts#assertType (exact)"],
    not: [/^compare calls/],
  },
  {
    name: "a member that an intersection declares and an assignment gives",
    source: `
      interface Plain { text(): void }
      const own = { file(size: number) {} };
      const t = Object.assign({}, own) as unknown as Plain & typeof own;
      t.file = (size) => {};
      function run() { t.file(1); }`,
    has: ["run calls a.ts#own.file (exact)", "t.file overrides a.ts#own.file (exact)"],
    not: [/^run calls a\.ts#t\.file/],
  },
];

for (const { name, source, has, not = [] } of cases) {
  test(name, () => {
    const edges = edgesOf(programOf({ "a.ts": source }), "a.ts");
    expect(edges).toEqual(expect.arrayContaining(has));
    for (const pattern of not) expect(edges.filter((edge) => pattern.test(edge))).toEqual([]);
  });
}
