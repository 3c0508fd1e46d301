/** Exports of CommonJS modules from others and their use of their own, and names that blocks of `declare module` see of each other. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

const cases: { name: string; files: Record<string, string>; of: string; has: string[]; hasNot?: RegExp[] }[] = [
  {
    name: "a member of another module that is exported again",
    files: {
      "a.js": dedent`
        const utils = require("./utils");
        function run() { utils.isList(1); utils.make(); }`,
      "utils.js": dedent`
        const lists = require("./lists");
        const Box = require("./box");
        exports.isList = lists.isList;
        exports.make = Box.make;`,
      "lists.js": "exports.isList = function (x) { return x; };",
      "box.js": dedent`
        class Box { static make() {} }
        module.exports = Box;`,
    },
    of: "a.js",
    has: ["run calls lists.js#isList (import)", "run calls box.js#Box.make (import)"],
  },
  {
    name: "a module calls what it exports",
    files: {
      "a.js": dedent`
        const isObject = require("./is-object");
        exports.isObject = isObject;
        exports.clone = function (x) { return exports.isObject(x) && (exports.clone(x) || module.exports.clone(x)); };`,
      "is-object.js": "module.exports = function (x) { return x; };",
    },
    of: "a.js",
    has: ["clone calls a.js#clone (import)", "clone calls is-object.js#default (import)"],
    hasNot: [/external/],
  },
  {
    name: "apply and call of what a module is",
    files: {
      "a.js": dedent`
        const Base = require("./base");
        function Own() { Base.apply(this, arguments); }`,
      "base.js": dedent`
        function Base() {}
        module.exports = Base;`,
    },
    of: "a.js",
    has: ["Own calls base.js#Base (import)"],
    hasNot: [/unresolved/],
  },
  {
    name: "a member of globalThis is the runtime's",
    files: {
      "a.js": dedent`
        class Clock { now() {} }
        function run() { globalThis.Date.now(); }`,
    },
    of: "a.js",
    has: ["run calls !Date.now (external)"],
    hasNot: [/Clock/],
  },
  {
    name: "declarations of another block for the same module",
    files: {
      "a.d.ts": dedent`
        import x from "y";
        declare module "pets" { interface Pet { feed(): void } }`,
      "b.d.ts": dedent`
        import x from "y";
        declare module "pets" { class Dog implements Pet { feed(): void } interface Cat extends Pet { purr(pet: Pet): void } }`,
    },
    of: "b.d.ts",
    has: [
      "pets.Dog implements a.d.ts#pets.Pet (import)",
      "pets.Dog.feed overrides a.d.ts#pets.Pet.feed (import)",
      "pets.Cat extends a.d.ts#pets.Pet (import)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "names that a module exports beside what it hands to CommonJS as a whole",
    files: {
      "types.ts": "export interface Params { query(): void }",
      "index.ts": dedent`
        export function make() { return 1; }
        export * from "./types";
        if (typeof module !== "undefined") { module.exports = Object.assign(make, module.exports); }`,
      "a.ts": dedent`
        import { make, type Params } from "./index";
        function run(params: Params) { params.query(); make(); }`,
    },
    of: "a.ts",
    has: [
      "run accepts types.ts#Params (import)",
      "run calls types.ts#Params.query (import)",
      "run calls index.ts#make (import)",
    ],
    hasNot: [/unresolved|candidate|unique/],
  },
  {
    name: "a module that is declared with `export =` is what it exports, types of its namespace included",
    files: {
      "router.d.ts": dedent`
        declare module "router" {
          namespace Router { interface Context { router: Router<string> } }
          class Router<T = unknown> { constructor(prefix?: string); get(path: string): Router<T>; static url(): string }
          export = Router;
        }`,
      "a.ts": dedent`
        import Router, { type Context } from "router";
        import * as Whole from "router";
        type Api = Router<string>;
        function open<T extends Api>(router: T) { router.get("/"); }
        function named(context: Context) { context.router.get("/"); }
        function made() { new Whole().get("/"); Router.url(); }
        import own from "own";
        own.run();`,
      "own.d.ts": 'declare module "own" { import own = require("own"); export = own; }',
    },
    of: "a.ts",
    has: [
      "open calls router.d.ts#router.Router.get (import)",
      "named calls router.d.ts#router.Router.get (import)",
      "made calls router.d.ts#router.Router.constructor (import)",
      "made calls router.d.ts#router.Router.get (import)",
      "made calls router.d.ts#router.Router.url (import)",
    ],
    hasNot: [/(?:open|named|made) calls .*(?:unresolved|candidate|unique)/],
  },
  {
    name: "a module that is declared without a body is outside",
    files: {
      "types.d.ts": 'declare module "tables";',
      "a.tsx": dedent`
        import { Table } from "tables";
        import score from "tables";
        function run() { score(); return <Table/>; }`,
    },
    of: "a.tsx",
    has: ["run calls tables!Table (external)", "run calls tables!default (external)"],
    hasNot: [/unresolved/],
  },
  {
    name: "a component that `this` holds is called",
    files: {
      "a.tsx":
        "class View { Row: () => null; inner: { Cell: any }; render() { return <this.Row a={1} />; } deep() { return <this.inner.Cell></this.inner.Cell>; } }",
    },
    of: "a.tsx",
    has: ["View.render calls a.tsx#View.Row (exact)", "View.deep calls ?Cell (unresolved)"],
  },
  {
    name: "a default export that is called by another name is counted without one",
    files: { "a.ts": "export async function run(load: any) { const { default: start } = await load(); start(); }" },
    of: "a.ts",
    has: ["run calls ? (unresolved)"],
    hasNot: [/\?default/],
  },
];

for (const { name, files, of, has, hasNot = [] } of cases) {
  test(name, () => {
    const edges = edgesOf(programOf(files), of);
    expect(edges).toEqual(expect.arrayContaining(has));
    for (const pattern of hasNot) expect(edges.filter((edge) => pattern.test(edge))).toEqual([]);
  });
}
