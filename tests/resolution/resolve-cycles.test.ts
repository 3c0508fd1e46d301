/** Edges by settings of a project, by unions, and where declarations lead to each other. */
import { describe } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { testEdges } from "./helpers.js";

describe("edges", () => {
  testEdges([
    {
      name: "tsconfig paths and workspace packages",
      files: {
        "tsconfig.json": '{ // comment\n "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } }',
        "packages/core/package.json": '{"name":"@acme/core","exports":{".":{"import":"./dist/index.js"}}}',
        "packages/core/src/index.ts": "export function core() {}",
        "src/util.ts": "export function util() {}",
        "src/main.ts": dedent`
        import { util } from '@app/util';
        import { core } from '@acme/core';
        export function g() { util(); core(); }`,
      },
      of: "src/main.ts",
      has: ["g calls src/util.ts#util (import)", "g calls packages/core/src/index.ts#core (import)"],
    },
    {
      name: "a component is called by JSX",
      files: {
        "a.tsx": dedent`
        import { Box } from './b';
        export const App = () => <Box />;`,
        "b.tsx": "export function Box() { return <div/>; }",
      },
      of: "a.tsx",
      has: ["App calls b.tsx#Box (import)"],
    },
    {
      name: "cycles of inheritance and of aliases end",
      files: {
        "a.ts": dedent`
        class A extends B { f() { this.g(); } }
        class B extends A {}
        type X = Y;
        type Y = X;
        export function h(x: X) { x.f(); }`,
      },
      of: "a.ts",
      has: ["A inherits a.ts#B (exact)"],
    },
    {
      name: "a value that is said to be itself, by way of another module",
      files: {
        "a.ts": dedent`
        import { three } from './b';
        export function one() {}
        export { three as one };`,
        "b.ts": dedent`
        import { one } from './a';
        export const three = one;`,
        "c.ts": dedent`
        import { one } from './a';
        export const f = () => one.field;`,
      },
      of: "c.ts",
      has: ["f references a.ts#one (candidate)"],
    },
    ...["Math.random() ? one : two", "null as unknown as typeof one | typeof two"].map((value) => ({
      name: `values that are said to be each other: ${value}`,
      files: {
        "a.ts": dedent`
        import { three, four } from './b';
        export function one() {}
        export function two() {}
        export { three as one, four as two };`,
        "b.ts": dedent`
        import { one, two } from './a';
        export const three = ${value};
        export const four = ${value};`,
        "c.ts": dedent`
        import { one } from './a';
        export const f = () => one.field;`,
      },
      of: "c.ts",
      has: ["f references a.ts#one (candidate)"],
    })),
    {
      name: "the property of a union, which any of its types may have",
      files: {
        "a.ts": dedent`
        import { Query } from './q';
        interface Added { query: Query }
        interface Removed { query: Query }
        type Event = Added | Removed;
        export const f = (event: Event) => event.query.cancel();`,
        "q.ts": "export class Query { cancel() {} }",
      },
      of: "a.ts",
      has: [
        "f references a.ts#Added.query (candidate)",
        "f references a.ts#Removed.query (candidate)",
        "f calls q.ts#Query.cancel (import)",
      ],
      hasNot: ["f references a.ts#Added.query (exact)"],
    },
  ]);
});
