/** Edges of a file in any language, by src/resolution/resolve-file.ts: members, unknown calls, external symbols. */
import { describe, expect, test } from "vitest";
import { externalId } from "../../src/model/node-id.js";
import { resolveFile } from "../../src/resolution/resolve-file.js";
import { dedent } from "../helpers/dedent.js";
import { type EdgeCase, edgesOf, programOf, testEdges } from "./helpers.js";

const cases: EdgeCase[] = [
  {
    name: "a call in the same file is exact",
    files: {
      "a.ts": dedent`
        function f() {}
        export function g() { f(); }`,
    },
    of: "a.ts",
    has: ["g calls a.ts#f (exact)"],
  },
  {
    name: "an imported function, renamed",
    files: {
      "a.ts": dedent`
        import { f as h } from './b.js';
        export function g() { h(); }`,
      "b.ts": "export function f() {}",
    },
    of: "a.ts",
    has: ["g calls b.ts#f (import)", "file imports b.ts# (import)", "file imports b.ts#f (import)"],
  },
  {
    name: "a name that is not imported is never bound to another module's export",
    files: { "a.ts": "export function g() { f(); }", "b.ts": "export function f() {}" },
    of: "a.ts",
    has: ["g calls ?f (unresolved)"],
    hasNot: [/b\.ts/],
  },
  {
    name: "a barrel of barrels, with a rename on the way and a loop",
    files: {
      "a.ts": dedent`
        import { publicName } from './index';
        export const go = () => publicName();`,
      "index.ts": dedent`
        export * from './one';
        export * from './two';`,
      "one.ts": dedent`
        export * from './index';
        export { inner as publicName } from './deep';`,
      "two.ts": "export const other = 1;",
      "deep.ts": "export function inner() {}",
    },
    of: "a.ts",
    has: ["go calls deep.ts#inner (import)"],
  },
  {
    name: "a default export and a namespace import",
    files: {
      "a.ts": dedent`
        import main from './b';
        import * as ns from './b';
        export function g() { main(); ns.extra(); }`,
      "b.ts": dedent`
        export default function start() {}
        export function extra() {}`,
    },
    of: "a.ts",
    has: ["g calls b.ts#start (import)", "g calls b.ts#extra (import)"],
  },
  {
    name: "require and module.exports",
    files: {
      "a.js": dedent`
        const { f } = require('./b');
        const b = require('./b');
        function g() { f(); b.h(); }
        module.exports = { g };`,
      "b.js": dedent`
        function f() {}
        function h() {}
        module.exports = { f, h };`,
    },
    of: "a.js",
    has: ["g calls b.js#f (import)", "g calls b.js#h (import)"],
  },
  {
    name: "members by declared types, through an inherited class of another file",
    files: {
      "a.ts": dedent`
        import { Service } from './service';
        export class C {
          constructor(private service: Service) {}
          run() { this.service.repo.find(); this.service.stop(); }
        }`,
      "service.ts": dedent`
        import { Repo } from './repo';
        import { Base } from './base';
        export class Service extends Base {
          repo: Repo;
        }`,
      "repo.ts": "export interface Repo { find(): void }",
      "base.ts": "export class Base { stop() {} }",
      "other.ts": "export class Other { find() {} stop() {} }",
    },
    of: "a.ts",
    has: ["C.run calls repo.ts#Repo.find (import)", "C.run calls base.ts#Base.stop (import)"],
    hasNot: [/other\.ts/],
  },
  {
    name: "this and super",
    files: {
      "a.ts": dedent`
        class A { constructor() {}
         m() {} }
        export class B extends A {
         constructor() { super(); }
         m() { super.m(); this.n(); }
         n() {}
        }`,
    },
    of: "a.ts",
    has: [
      "B inherits a.ts#A (exact)",
      "B.m overrides a.ts#A.m (exact)",
      "B.m calls a.ts#A.m (exact)",
      "B.m calls a.ts#B.n (exact)",
      "B.constructor calls a.ts#A.constructor (exact)",
    ],
  },
  {
    name: "interfaces: implements, extends and overrides",
    files: {
      "a.ts": dedent`
        import { I } from './b';
        export class C implements I { run() {} stop() {} }`,
      "b.ts": dedent`
        interface J { stop(): void }
        export interface I extends J { run(): void }`,
    },
    of: "a.ts",
    has: [
      "C implements b.ts#I (import)",
      "C.run overrides b.ts#I.run (import)",
      "C.stop overrides b.ts#J.stop (import)",
    ],
  },
  {
    name: "an unknown receiver: the only member of the name is unique, several are candidates",
    files: {
      "a.ts": dedent`
        import { B } from "./b";
        export function g(x) { x.onlyOne(); x.both(); x.map(); }`,
      "b.ts": dedent`
        export class B { onlyOne() {}
         both() {}
         map() {} }
        export class D { both() {} }`,
    },
    of: "a.ts",
    has: [
      "g calls b.ts#B.onlyOne (unique)",
      "g calls b.ts#B.both (candidate)",
      "g calls b.ts#D.both (candidate)",
      "g calls ?map (unresolved)",
    ],
  },
  {
    name: "the result of a call is of the type that the function says it returns, or plainly returns",
    files: {
      "a.ts": dedent`
        import { makeRepo, load, makeOther, make } from './b';
        export async function g() {
          makeRepo().find().limit(1);
          const repo = await load();
          repo.find();
          makeOther().find();
          const { other } = makeRepo();
          other.find();
          const again = make;
          again(1).find();
        }`,
      "b.ts": dedent`
        export class Query { limit(n: number): this { return this; } }
        export class Other { find() {} }
        export class Repo { other: Other; find(): Query | null { return null; } }
        export function makeRepo(): Repo { return new Repo(); }
        export const load = async (): Promise<Repo> => new Repo();
        export function makeOther() { return new Other(); }
        export function make(a: number): Repo;
        export function make(a: string): Other;
        export function make(a: any): Repo { return new Repo(); }`,
      "c.ts": "export class Noise { find() {} limit() {} }",
    },
    of: "a.ts",
    has: [
      "g calls b.ts#Repo.find (import)",
      "g calls b.ts#Query.limit (import)",
      "g calls b.ts#Other.find (import)",
      "g calls b.ts#makeOther (import)",
    ],
    hasNot: [/c\.ts/, /unresolved/],
  },
  {
    name: "a method that returns `this` returns the type it is called on",
    files: {
      "a.ts": dedent`
        class Base { with(): this { return this; }
         plain() { return this; } }
        class Derived extends Base { own() {} }
        export function g(d: Derived) { d.with().own(); d.plain().own(); }`,
    },
    of: "a.ts",
    has: ["g calls a.ts#Derived.own (exact)", "g calls a.ts#Base.with (exact)", "g calls a.ts#Base.plain (exact)"],
    hasNot: [/unresolved/],
  },
  {
    name: "a constant of another file whose value is a call, a field that is made by a method, a parameter's properties",
    files: {
      "a.ts": dedent`
        import { client, type Deps } from './b';
        export class C {
          private own = this.make();
          make() { return client.child(); }
          run({ client: mine }: Deps) { client.send(); this.own.send(); mine.send(); const repo = this.own; repo.send(); }
        }`,
      "b.ts": dedent`
        export class Client { send() {}
         child(): Client { return this; } }
        export interface Deps { client: Client }
        const create = (): Client => new Client();
        export const client = create();`,
      "c.ts": "export class Noise { send() {} }",
    },
    of: "a.ts",
    has: ["C.run calls b.ts#Client.send (import)", "C.make calls b.ts#Client.child (import)"],
    hasNot: [/c\.ts/, /unresolved/],
  },
  {
    name: "types by name: aliases, ReturnType, Partial, intersections, and what a container is asked for",
    files: {
      "a.ts": dedent`
        import { A, Alias, makeA } from './b';
        export function g(one: Alias, two: ReturnType<typeof makeA>, three: Partial<A>, four: A & { x: 1 }, container) {
          one.go1(); two.go2(); three.go3(); four.go4(); container.resolve<A>('a').go5();
        }`,
      "b.ts": dedent`
        export class A { go1() {} go2() {} go3() {} go4() {} go5() {} }
        export type Alias = A;
        export function makeA() { return new A(); }`,
      "c.ts": "export class Noise { go1() {} go2() {} go3() {} go4() {} go5() {} }",
    },
    of: "a.ts",
    has: ["1", "2", "3", "4", "5"].map((n) => `g calls b.ts#A.go${n} (import)`),
    hasNot: [/c\.ts/],
  },
  {
    name: "a name taken out of an unknown value, and a member of another module's object, are not bound by name alone",
    files: {
      "a.ts": dedent`
        import { useText } from 'lib';
        export function g(x) { const { t } = useText(); t(); x.success(); }`,
      "b.ts": dedent`
        export class B { t() {} }
        export const logger = { success() {} };`,
    },
    of: "a.ts",
    has: ["g calls ?success (unresolved)"],
    hasNot: [/b\.ts/],
  },
  {
    name: "a declaration file speaks for the JavaScript beside it; instances of a constructor function come from anywhere",
    files: {
      "a.js": dedent`
        const make = require('./b');
        const R = require('./r');
        module.exports = function g(r) { make(); r.sendAll(); };`,
      "b.d.ts": dedent`
        declare function make(): void;
        export = make;`,
      "b.js": dedent`
        function make() {}
        module.exports = make;`,
      "r.js": dedent`
        function R() {}
        R.prototype.sendAll = function () {};
        module.exports = R;`,
    },
    of: "a.js",
    has: ["g calls b.d.ts#make (import)", "g calls b.js#make (import)", "g calls r.js#R.sendAll (unique)"],
  },
  {
    name: "a value that a member is reached through is used as well, but not an object by its own functions",
    files: {
      "a.ts": dedent`
        import { codes, Color, log, type Repo } from './b';
        export const own = { one() { this.two(); }, two() {} };
        export function g() { log.info(); codes.bad; Color.Red; own.one(); }
        export class C { repo: Repo; run() { this.repo.inner.find(); } }`,
      "b.ts": dedent`
        export const codes = table(['bad']);
        export enum Color { Red }
        export const log = { info() {} };
        export interface Repo { inner: Repo; find(): void }
        function table(names: string[]) { return Object.fromEntries(names); }`,
    },
    of: "a.ts",
    has: [
      "g references b.ts#codes (import)",
      "g references b.ts#Color (import)",
      "g references b.ts#Color.Red (import)",
      "g references b.ts#log (import)",
      "g calls b.ts#log.info (import)",
      "g references a.ts#own (exact)",
      "C.run references a.ts#C.repo (exact)",
      "C.run references b.ts#Repo.inner (import)",
    ],
    hasNot: ["own.one references a.ts#own (exact)"],
  },
  {
    name: "a folder with its package.json, with and without a slash at the end",
    files: {
      "package.json": '{ "main": "main.js" }',
      "test/a.js": dedent`
        const one = require('..');
        const two = require('../');
        module.exports = function g() { one.f(); two.h(); };`,
      "main.js": "module.exports = { f() {}, h() {} };",
    },
    of: "test/a.js",
    has: ["g calls main.js#f (import)", "g calls main.js#h (import)"],
  },
  {
    name: "a private member of another file is not a candidate",
    files: { "a.ts": "export function g(x) { x.hidden(); }", "b.ts": "export class B { private hidden() {} }" },
    of: "a.ts",
    has: ["g calls ?hidden (unresolved)"],
  },
  {
    name: "a receiver of a package's type stays outside",
    files: {
      "a.ts": dedent`
        import { Client } from 'lib';
        export function g(c: Client) { c.send(); }`,
      "b.ts": "export class Mine { send() {} }",
    },
    of: "a.ts",
    has: ["g calls lib!Client.send (external)"],
    hasNot: [/Mine/],
  },
  {
    name: "a known type without the member is not guessed at",
    files: {
      "a.ts": dedent`
        import { B } from './b';
        export function g(b: B) { b.gone(); }`,
      "b.ts": dedent`
        export class B { here() {} }
        export class Other { gone() {} }`,
    },
    of: "a.ts",
    has: ["g calls ?gone (unresolved)"],
    hasNot: [/Other/],
  },
  {
    name: "new calls the constructor, or the class where it has none",
    files: {
      "a.ts": dedent`
        import { A, B } from './b';
        export function g() { new A(1); new B(); }`,
      "b.ts": dedent`
        export class A { constructor(x: number) {} }
        export class B {}`,
    },
    of: "a.ts",
    has: ["g calls b.ts#A.constructor (import)", "g calls b.ts#B (import)"],
    hasNot: [/g references/],
  },
];

describe("edges", () => {
  testEdges(cases);

  test("symbols contain their members, on the member's line", () => {
    const sample = programOf({
      "a.ts": dedent`
        export class A {
          m() {}
        }`,
    });
    expect(edgesOf(sample, "a.ts", ["contains"])).toEqual([
      "file contains a.ts#A (exact)",
      "A contains a.ts#A.m (exact)",
    ]);
  });

  test("unknown edges are counted, and external symbols are named", () => {
    const sample = programOf({
      "a.ts": dedent`
        import { z } from 'zod';
        export function g(x) { z.string(); x.foo(); bar(); }`,
    });
    const { externals, unresolvedCalls } = resolveFile(sample.program, "a.ts", sample.parses.get("a.ts")!);
    expect(unresolvedCalls).toBe(2);
    expect(externals).toContainEqual({ nodeId: externalId("zod", "z.string"), name: "z.string", module: "zod" });
  });

  test("a class of 5,000 members that all call each other is resolved at once", () => {
    const members = Array.from({ length: 5000 }, (_, i) => `m${i}() { this.m${(i * 7) % 5000}(); }`).join("\n");
    const edges = edgesOf(
      programOf({
        "a.ts": dedent`
          export class A {
          ${members}
          }`,
      }),
      "a.ts",
      ["calls"],
    );
    expect(edges.length).toBe(5000);
    expect(edges).toContain("A.m3 calls a.ts#A.m21 (exact)");
  });
});
