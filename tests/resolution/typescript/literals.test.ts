/** TypeScript: object literals of a type implement it, as classes do. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

const KINDS = ["implements", "overrides"] as const;

const cases: { name: string; source: string; edges: string[] }[] = [
  {
    name: "a constant with an annotation",
    source: "const json: Handler = { isMatch(text) { return true; }, parse: async (text) => text, other: 1 };",
    edges: [
      "json implements types.ts#Handler (import)",
      "json.isMatch overrides types.ts#Handler.isMatch (import)",
      "json.parse overrides types.ts#Handler.parse (import)",
    ],
  },
  {
    name: "values that satisfy a type",
    source: "export const json = { parse } satisfies Handler, form = ({ parse() {} } as const) satisfies Handler;",
    edges: [
      "json implements types.ts#Handler (import)",
      "form implements types.ts#Handler (import)",
      "form.parse overrides types.ts#Handler.parse (import)",
    ],
  },
  {
    name: "an alias of an object type, with type arguments, by a namespace",
    source:
      "const one: types.Alias<User> = { run() {} }; const two: Both = { run() {}, parse() {} }; const three: Some = { parse() {} };",
    edges: [
      "one implements types.ts#Alias (import)",
      "two implements types.ts#Both (import)",
      "three implements types.ts#Some (import)",
      "one.run overrides types.ts#Alias.run (import)",
      "two.run overrides types.ts#Alias.run (import)",
      "two.parse overrides types.ts#Handler.parse (import)",
      "three.parse overrides types.ts#Handler.parse (import)",
    ],
  },
  {
    name: "a constant of its type's name",
    source: dedent`
      interface Own { run(): void }
      const Own: Own = { run() {} };`,
    edges: ["Own implements a.ts#Own (exact)", "Own.run overrides a.ts#Own.run (exact)"],
  },
  {
    name: "values that need not implement all of a type, or are not of it",
    source: `
      const cast = { parse() {} } as Handler;
      const other: Handler = { parse() {} } as any;
      const made: Handler = make({ parse() {} });
      const list: Handler[] = [{ parse() {} }];
      const union: Either = { run() {} };
      const record: Record<string, Handler> = { json: { parse() {} } };
      const part: Partial<Handler> = { parse() {} };
      const value: Class = { parse() {} };
      const call: Call = () => {};`,
    edges: [],
  },
];

test.each(cases)("$name", ({ source, edges }) => {
  const sample = programOf({
    "a.ts": `
      import * as types from "./types";
      import { type Both, type Call, type Class, type Either, type Handler, type Some } from "./types";
      ${source}`,
    "types.ts": `
      export interface Handler { isMatch(text: string): boolean; parse: (text: string) => unknown }
      export type Alias<T> = { run(of: T): void };
      export type Both = Alias<string> & Handler;
      export type Some = Partial<Handler>;
      export type Either = Alias<string> | Handler;
      export type Call = () => void;
      export class Class { parse() {} }`,
  });
  expect(edgesOf(sample, "a.ts", [...KINDS]).sort()).toEqual([...edges].sort());
});

test("an implementation of a type is not another use of it, and a change of the type's members reaches it", () => {
  const sample = programOf({
    "a.ts": dedent`
      import type { Handler } from "./b";
      export const json: Handler = {
        parse() {},
        next: null as Handler,
      };`,
    "b.ts": "export interface Handler { read(): void }",
  });
  expect(edgesOf(sample, "a.ts", ["references", "implements", "overrides"])).toEqual([
    "json implements b.ts#Handler (import)",
    "json.next references b.ts#Handler (import)",
  ]);
  sample.program.settle();
  put(sample, "b.ts", "export interface Handler { parse(): void }");
  expect([...sample.program.affected()]).toContain("a.ts");
  expect(edgesOf(sample, "a.ts", ["overrides"])).toEqual(["json.parse overrides b.ts#Handler.parse (import)"]);
});
