/** Calls on values of unknown types: when the only member of a name is likely, and that every symbol of the name is told of the call. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

const MOCK = dedent`
  export class Mock { acquire() {}
   onlyHere() {}
   save() {} }`;

const cases: { name: string; files: Record<string, string>; of: string; has: string[]; hasNot?: RegExp[] }[] = [
  {
    name: "the only member of a name in a file that imports where it is declared",
    files: {
      "a.ts": dedent`
        import { Mock } from "./mock";
        function go(x: any) { x.onlyHere(); }`,
      "mock.ts": MOCK,
    },
    of: "a.ts",
    has: ["go calls mock.ts#Mock.onlyHere (unique)"],
    hasNot: [/\?onlyHere/],
  },
  {
    name: "through a barrel",
    files: {
      "a.ts": dedent`
        import { Mock } from "./index";
        function go(x: any) { x.onlyHere(); }`,
      "index.ts": 'export * from "./mock";',
      "mock.ts": MOCK,
    },
    of: "a.ts",
    has: ["go calls mock.ts#Mock.onlyHere (unique)"],
  },
  {
    name: "the only member of a name in a file that imports nothing of it is a candidate",
    files: { "a.ts": "export function go(x: any) { x.onlyHere(); (Reflect as any).onlyHere(); }", "mock.ts": MOCK },
    of: "a.ts",
    has: ["go calls mock.ts#Mock.onlyHere (candidate)"],
    hasNot: [/unique/],
  },
  {
    name: "a method of the runtime, as those of streams are, is hardly the only member of its name",
    files: {
      "a.ts": dedent`
        class Buffers { enqueue() {} }
        function go(controller: any) { controller.enqueue(); }`,
    },
    of: "a.ts",
    has: ["go calls a.ts#Buffers.enqueue (candidate)"],
  },
  {
    name: "the result of a library's value is hardly of the project",
    files: {
      "a.ts": dedent`
        import App from "library";
        import { Mock } from "./mock";
        const top = new App();
        function go() { const app = new App(); app.use(1).onlyHere(); top.use(1).onlyHere(); }`,
      "mock.ts": MOCK,
    },
    of: "a.ts",
    has: ["go calls mock.ts#Mock.onlyHere (candidate)"],
    hasNot: [/unique/],
  },
  {
    name: "a method that hands on to another one of its name does not call itself",
    files: { "a.ts": "class Driver { db: any; export() { return this.db.export(); } }" },
    of: "a.ts",
    has: ["Driver.export calls a.ts#Driver.export (candidate)"],
  },
  {
    name: "a property that is a function by its type is a candidate beside a method",
    files: {
      "a.ts": dedent`
        import { Mock } from "./mock";
        function go(x: any) { x.acquire(); }`,
      "mock.ts": MOCK,
      "client.ts": "export type Client = { acquire: () => void };",
    },
    of: "a.ts",
    has: ["go calls mock.ts#Mock.acquire (candidate)", "go calls client.ts#Client.acquire (candidate)"],
    hasNot: [/unique/],
  },
  {
    name: "other symbols of the name are told of the call",
    files: {
      "a.ts": dedent`
        import { Mock } from "./mock";
        function go(x: any) { x.save(); }`,
      "mock.ts": MOCK,
      "tools.ts": dedent`
        declare const made: unknown;
        export const tools = { save: made };
        export function save() {}`,
    },
    of: "a.ts",
    has: ["go calls mock.ts#Mock.save (candidate)", "go calls ?save (unresolved)"],
  },
];

for (const { name, files, of, has, hasNot = [] } of cases) {
  test(name, () => {
    const edges = edgesOf(programOf(files), of);
    expect(edges).toEqual(expect.arrayContaining(has));
    for (const pattern of hasNot) expect(edges.filter((edge) => pattern.test(edge))).toEqual([]);
  });
}
