/** Values that constructor types make, and those of properties that several parts of an intersection declare. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

const QUERY = `
  export class Builder<T> {
    from(x: T): Builder<T> { return this; }
    where(x: T): Builder<T> { return this; }
  }
  export type Start = Pick<Builder<any>, "from">;
  export const Query: new () => Start = Builder;
  export interface Made { (name: string): void; make: new () => Builder<any> }`;

const UTILS = `
  type Anything = Record<string, any>;
  export interface Base<T, U extends Anything = Anything> { id: string; utils?: U }
  export interface Tools<T> { begin: () => void; done(): T }
  export function open<T>(x: T): Base<T> & { utils: Tools<T> } { return null as any; }
  export function opened<T>(x: T): Base<T, never> & { utils: Tools<T> } { return null as any; }`;

const cases: { name: string; files: Record<string, string>; of: string; has: string[]; hasNot?: RegExp[] }[] = [
  {
    name: "new on a constant of a constructor type",
    files: {
      "a.ts": dedent`
        import { Query } from "./query";
        function run() { new Query().from(1).where(2); }`,
      "query.ts": QUERY,
    },
    of: "a.ts",
    has: ["run calls query.ts#Builder.from (import)", "run calls query.ts#Builder.where (import)"],
    hasNot: [/unresolved|unique|candidate/],
  },
  {
    name: "new on a property of a constructor type",
    files: {
      "a.ts": dedent`
        import type { Made } from "./query";
        function run(x: Made) { new x.make().where(2); }`,
      "query.ts": QUERY,
    },
    of: "a.ts",
    has: ["run calls query.ts#Builder.where (import)"],
  },
  {
    name: "the result of a function for a class by a constructor type",
    files: {
      "a.ts": `
        declare function get<T>(type: new (...args: any[]) => T): T;
        declare function load<T>(type: abstract new (size: number) => T, size: number): Promise<T>;
        class Service { run() {} }
        async function go() { get(Service).run(); (await load(Service, 1)).run(); }
        function plain(type: new () => Service) { type(); }`,
    },
    of: "a.ts",
    has: ["go calls a.ts#Service.run (exact)"],
    hasNot: [/^go calls \?/],
  },
  {
    name: "a property of an intersection is of each type that its parts give it",
    files: {
      "a.ts": dedent`
        import { open, opened } from "./utils";
        function run() { const made = open(1); made.utils.begin(); made.utils.done(); }
        function never() { opened(1).utils.begin(); }`,
      "utils.ts": UTILS,
    },
    of: "a.ts",
    has: [
      "run calls utils.ts#Tools.begin (import)",
      "run calls utils.ts#Tools.done (import)",
      "never calls utils.ts#Tools.begin (import)",
    ],
    hasNot: [/Record|candidate/],
  },
];

for (const { name, files, of, has, hasNot = [] } of cases) {
  test(name, () => {
    const edges = edgesOf(programOf(files), of);
    expect(edges).toEqual(expect.arrayContaining(has));
    for (const pattern of hasNot) expect(edges.filter((edge) => pattern.test(edge))).toEqual([]);
  });
}
