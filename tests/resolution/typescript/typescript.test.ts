/** TypeScript and JavaScript: where uses that are not plain names and calls lead. */
import { describe, expect, test } from "vitest";
import { resolveFile } from "../../../src/resolution/resolve-file.js";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

const cases: { name: string; files: Record<string, string>; has: string[]; not?: RegExp[] }[] = [
  {
    name: "a call with type arguments after an operator",
    files: {
      "a.ts": `
        async function load<T>(from: string): Promise<T> {}
        function is<T>(value: unknown): boolean {}
        async function run(api: Api) { await load<User>("x"); await api.fetch<User>("y"); return 1 + +!is<User>(1); }
        class Api { fetch<T>(path: string) {} }`,
    },
    has: ["run calls a.ts#load (exact)", "run calls a.ts#Api.fetch (exact)", "run calls a.ts#is (exact)"],
  },
  {
    name: "call, apply and a called bind are calls of the function; a bind alone names it",
    files: {
      "a.js": `
        import * as actions from "./b.js";
        function add() {}
        class Kit { call() {} }
        function run() { add.call(this, 1); new Kit().call(); }
        function apply() { actions.ship.apply(this, []); }
        function bound() { actions.ship.bind(this)(1); return add.bind(this); }`,
      "b.js": "export function ship() {}",
    },
    has: [
      "run calls a.js#add (exact)",
      "run calls a.js#Kit.call (exact)",
      "apply calls b.js#ship (import)",
      "bound calls b.js#ship (import)",
      "bound references a.js#add (exact)",
    ],
    not: [/bound references b\.js#ship/, /bound calls a\.js#add/],
  },
  {
    name: "a variable that gets another's value first has its type, whatever it gets later",
    files: {
      "a.ts": `
        class User { greet() {} }
        class Robot { greet() {} }
        async function act(user: User, find: any) {
          let actor = user;
          if (find) actor = await find();
          actor.greet();
        }`,
    },
    has: ["act calls a.ts#User.greet (exact)"],
    not: [/act calls a\.ts#Robot\.greet/],
  },
  {
    name: "a symbol that a module exports is used by it, under whatever name",
    files: {
      "a.ts": `
        import { Kept } from "./b";
        class Local {}
        class Main {}
        export { Local as Other, Kept };
        export { one as uno } from "./b";
        export { default as start } from "./c";
        export default Main;`,
      "b.ts": dedent`
        export class Kept {}
        export const one = 1;`,
      "c.ts": "export default function begin() {}",
    },
    has: [
      "file references a.ts#Local (exact)",
      "file references b.ts#Kept (import)",
      "file imports b.ts#one (import)",
      "file imports c.ts#begin (import)",
      "file references a.ts#Main (exact)",
    ],
  },
  {
    name: "of two external bases neither is said to have a member",
    files: {
      "a.tsx": `
        import type { HTMLProps } from "react";
        import type { VariantProps } from "cva";
        import { Model, type Named } from "orm";
        interface Props extends HTMLProps, VariantProps {}
        export const Button = ({ size }: Props) => size.toFixed();
        class User extends Model implements Named { save() { this.insert(); } }`,
    },
    has: ["User.save calls orm!Model.insert (external)"],
    not: [/size/],
  },
  {
    name: "a `this` parameter says what this is",
    files: {
      "a.ts": `
        export class Service { hooks = { start(this: Service) { return this.begin(); } }; begin() {} }
        export class Other { begin() {} }`,
    },
    has: ["Service.hooks calls a.ts#Service.begin (exact)"],
  },
  {
    name: "a namespace that a module is exports names of other modules",
    files: {
      "a.ts": dedent`
        import app, { Log } from "./app";
        interface Mine extends Log {}
        let reply: app.Reply;`,
      "app.d.ts": `
        import { BaseLog as Log } from "./log";
        import { Reply } from "./log";
        declare function app(): void;
        declare namespace app { export type { Log, Reply } }
        export = app;`,
      "log.d.ts": dedent`
        export interface BaseLog {}
        export interface Reply {}`,
    },
    has: ["Mine extends log.d.ts#BaseLog (import)", "reply references log.d.ts#Reply (import)"],
  },
  {
    name: "a namespace that exports itself through its module ends",
    files: {
      "a.d.ts": dedent`
        import { A } from "./a";
        declare namespace app { export { A } }
        export = app;`,
    },
    has: ["file imports a.d.ts# (import)"],
  },
  {
    name: "a function with members on its prototype is a type, whose locals are not members",
    files: {
      "a.js": `
        const Hooks = require("./hooks");
        const hooks = new Hooks();
        hooks.add();
        hooks.local();
        Hooks.of();`,
      "hooks.js": `
        function Hooks() { function local() {} }
        Hooks.prototype.add = function () {};
        Hooks.of = function () {};
        module.exports = Hooks;`,
    },
    has: ["file calls hooks.js#Hooks.add (import)", "file calls hooks.js#Hooks.of (import)"],
    not: [/calls hooks\.js#Hooks\.local/],
  },
  {
    name: "a decorator factory is called, a decorator that is only named is not",
    files: {
      "a.ts": dedent`
        function sealed(x) {}
        function tag(x) {}
        @sealed
        @tag('a')
        export class A {}`,
    },
    has: ["A references a.ts#sealed (exact)", "A calls a.ts#tag (exact)"],
    not: [/A calls a\.ts#sealed/],
  },
  {
    name: "a global name that the file itself sets is what it was set to",
    files: {
      "a.ts": dedent`
        import { Manager } from "./manager";
        Manager.register();`,
      "manager.ts": dedent`
        class Manager { static register() {} }
        global.Manager ??= Manager;
        const Shared = global.Manager;
        export { Shared as Manager };`,
    },
    has: ["file calls manager.ts#Manager.register (import)"],
  },
  {
    name: "an imported value is not seen where a type is named",
    files: {
      "a.ts": `
        import { Text, Shape, Kind, type Node, made } from "./b";
        import Fallback from "./b";
        export const read = (node: Node, shape: Shape, kind: Kind.One) => (node as Text, Text, shape, kind);
        export const given = (text: Text): made => text as typeof Text;
        export interface Mine extends Text {}
        export class Base implements Fallback {}`,
      "b.ts": `
        export const Text = Symbol("text");
        export const Shape = { a: 1 };
        export type Shape = typeof Shape;
        export enum Kind { One }
        export interface Node {}
        export function made() {}
        const Fallback = {};
        export default Fallback;`,
      "global.d.ts": "interface made { isGlobal: true }",
    },
    has: [
      "read references b.ts#Text (import)",
      "read accepts b.ts#Shape (import)",
      "read accepts b.ts#Node (import)",
      "read accepts b.ts#Kind.One (import)",
      "given references b.ts#Text (import)",
      "given references global.d.ts#made (import)",
      "Mine extends !Text (external)",
    ],
    not: [/given accepts/, /given references b\.ts#made/, /Mine \w+ b\.ts/, /Base \w+ b\.ts/],
  },
  {
    name: "a local that keeps what a variable held is a value of its own",
    files: {
      "a.ts": `
        import { use } from "./b";
        class Instance { parent: Instance; on() {} }
        let current: Instance | null = null;
        export function set(to: Instance) {
          const prev = current;
          current = to;
          return () => use(prev);
        }
        export function keep() { const prev = current; return () => { prev.on(); if (prev) prev.parent.on(); }; }`,
      "b.ts": "export function use(it: unknown) {}",
    },
    has: ["set references a.ts#current (exact)", "keep calls a.ts#Instance.on (exact)"],
  },
  {
    name: "a local that keeps a variable which is never given another value is another name of it",
    files: {
      "a.ts": `
        function sort() {}
        let order = sort;
        export function run() { const by = order; by(); }`,
    },
    has: ["run calls a.ts#order (exact)"],
    not: [/unresolved/],
  },
  {
    name: "generic call signatures without semicolons; overloads tell what a callback takes, and what a call gives that all give",
    files: {
      "a.ts": `
        class Context<E> { text(text: string) {} close() {} }
        type Next = () => void
        type Handler<E> = (c: Context<E>, next: Next) => void
        type Middleware<E> = (c: Context<E>, next: Next) => Promise<void>
        interface Route<E> {
          // app.get(handler)
          <P extends string>(handler: Handler<E>): App<E>

          // app.get(path, handler)
          <P extends string>(path: P, handler: Handler<E> | Middleware<E>): App<E>
          <P extends string>(path: P, ...handlers: Handler<E>[]): App<E>
          (path: string, mark: number, ...two: [Middleware<E>, Handler<E>]): App<E>
        }
        interface Either { (): Context<string>; (deep: boolean): App<string> }
        class App<E> {
          get!: Route<E>
          either!: Either
          fetch() {}
          close() {}
        }
        function one(app: App<string>) { app.get((c) => c.text("")) }
        function two(app: App<string>) { app.get("/", (c) => c.text("")).fetch() }
        function three(app: App<string>) { app.get("/", one, async (c, next) => c.text("")) }
        function differ(app: App<string>) { app.either(true).fetch(); app.either(true).close() }`,
    },
    has: [
      "one calls a.ts#Context.text (exact)",
      "two calls a.ts#Context.text (exact)",
      "two calls a.ts#App.fetch (exact)",
      "three calls a.ts#Context.text (exact)",
      "differ calls a.ts#App.fetch (exact)",
      "differ calls a.ts#App.close (exact)",
    ],
    not: [/differ calls a\.ts#Context\.close/],
  },
  {
    name: "one of the arguments that a rest parameter takes is an item of its list",
    files: {
      "a.ts": `
        class Job { start() {} }
        function all(name: string, ...steps: ((job: Job) => void)[]) {}
        function map<T>(each: (item: T) => void, ...items: T[]) {}
        function run() { all("x", () => {}, (job) => job.start()); }
        function mapped() { map((item) => item.start(), new Job()); }`,
    },
    has: ["run calls a.ts#Job.start (exact)", "mapped calls a.ts#Job.start (exact)"],
  },
  {
    name: "members that an object has by names alone are the symbols of these names, also where other members are its own",
    files: {
      "a.ts": `
        import { jwt, mixed, spread } from "./b";
        const same = mixed;
        function use() { jwt.sign(); same.own(); }
        function uses() { mixed.sign(); spread.local(); }`,
      "b.ts": `
        import { sign } from "./sign";
        const local = () => {};
        export const jwt = { sign, local };
        export const mixed = { own() {}, sign };
        export const spread = { ...jwt, local };`,
      "sign.ts": "export function sign() {}",
    },
    has: [
      "use calls sign.ts#sign (import)",
      "use calls b.ts#mixed.own (import)",
      "uses calls sign.ts#sign (import)",
      "uses calls b.ts#local (import)",
    ],
  },
  {
    name: "symbols that a declared module exports from others are theirs",
    files: {
      "a.ts": `
        import { define, begin, one } from "app:content";
        import * as content from "app:content";
        import it from "app:more";
        define((at) => at.go());
        it.go();
        function use() { begin(); one(); content.define(); }`,
      "types.d.ts": `
        declare module "app:content" {
          export { define, start as begin } from "./content";
          export * from "app:more";
        }
        declare module "app:more" {
          export * from "app:content";
          export * from "./more";
          const it: import("./content").At;
          export default it;
        }`,
      "content.ts": dedent`
        export interface At { go(): void }
        export function define(each?: (at: At) => void) {}
        export function start() {}`,
      "more.ts": "export function one() {}",
    },
    has: [
      "file imports content.ts#start (import)",
      "file calls content.ts#define (import)",
      "file calls content.ts#At.go (import)",
      "file references types.d.ts#app:more.it (import)",
      "use calls content.ts#start (import)",
      "use calls more.ts#one (import)",
      "use calls content.ts#define (import)",
    ],
  },
  {
    name: "the module that an import() gives its then",
    files: {
      "a.ts": `
        import("./main").then(({ main }) => main());
        const load = () => import("./main").then((m) => ({ default: m.Page }));
        async function run() { const page = await import("./main").then((m) => m.page); page(); }`,
      "main.ts": dedent`
        export function main() {}
        export class Page {}
        export function page() {}`,
    },
    has: [
      "file calls main.ts#main (import)",
      "load references main.ts#Page (import)",
      "run references main.ts#page (import)",
    ],
  },
];

describe("edges", () => {
  test.each(cases)("$name", ({ files, has, not = [] }) => {
    const edges = edgesOf(programOf(files), Object.keys(files)[0]!);
    expect(edges).toEqual(expect.arrayContaining(has));
    for (const unwanted of not) expect(edges.filter((edge) => unwanted.test(edge))).toEqual([]);
  });

  test("typeof in a type names the value, not the type of its name", () => {
    const sample = programOf({
      "a.ts": dedent`
        const Color = { red: 1 };
        type Color = keyof typeof Color;`,
    });
    const { edges } = resolveFile(sample.program, "a.ts", sample.parses.get("a.ts")!);
    const [value] = sample.program.files.get("a.ts")!.nodeIds.slice(1);
    expect(edges.filter((edge) => edge.kind === "references").map((edge) => edge.target)).toEqual([value]);
  });

  test("each name of a chain over several lines is used on its own line", () => {
    const sample = programOf({
      "a.ts": dedent`
        const box = { inner: { go() {} } };
        export const run = () =>
          box
            .inner
            .go();`,
    });
    const { edges } = resolveFile(sample.program, "a.ts", sample.parses.get("a.ts")!);
    const { symbols } = sample.parses.get("a.ts")!;
    const ids = sample.program.files.get("a.ts")!.nodeIds;
    const lines = edges
      .filter((edge) => edge.kind !== "contains")
      .map((edge) => `${symbols[ids.indexOf(edge.target)]!.name} ${edge.line}`);
    expect(lines).toEqual(["box 3", "inner 4", "go 5"]);
  });

  test.each([
    dedent`
      let now: Date | null = null;
      export function set(to: Date) {
        const prev = now;
        now = to;
        prev.getTime();
        return { prev, at: prev };
      }`,
    dedent`
      let count = 0;
      export function next() {
        const before = count;
        count++;
        return () => before;
      }`,
  ])("the value that a variable held is used where it is read, not where the local stands that kept it", (source) => {
    const sample = programOf({ "a.ts": source });
    const { edges } = resolveFile(sample.program, "a.ts", sample.parses.get("a.ts")!);
    const now = sample.program.files.get("a.ts")!.nodeIds[1];
    expect(edges.filter(({ kind, target }) => kind === "references" && target === now).map(({ line }) => line)).toEqual(
      [3, 4],
    );
  });

  test("a namespace's exports are followed when they change", () => {
    const sample = programOf({
      "a.ts": dedent`
        import { Log } from "./app";
        let log: Log;`,
      "app.d.ts": dedent`
        import { One, Two } from "./log";
        declare namespace app { export { One as Log } }
        export = app;`,
      "log.d.ts": dedent`
        export interface One {}
        export interface Two {}`,
    });
    sample.program.settle();
    put(
      sample,
      "app.d.ts",
      dedent`
        import { One, Two } from "./log";
        declare namespace app { export { Two as Log } }
        export = app;`,
    );
    expect([...sample.program.affected()]).toContain("a.ts");
    expect(edgesOf(sample, "a.ts")).toContain("log references log.d.ts#Two (import)");
  });
});

test("an importer of a declared module follows its exports from others", () => {
  const sample = programOf({
    "a.ts": dedent`
      import { one } from "app:more";
      one();`,
    "types.d.ts": 'declare module "app:more" { export * from "./first"; }',
    "first.ts": "export function one() {}",
    "second.ts": "export function one() {}",
  });
  sample.program.settle();
  put(sample, "types.d.ts", 'declare module "app:more" { export * from "./second"; }');
  expect([...sample.program.affected()]).toContain("a.ts");
  expect(edgesOf(sample, "a.ts")).toContain("file calls second.ts#one (import)");
});

test("a module's additions to a package leave the rest of the package outside", () => {
  const edges = edgesOf(
    programOf({
      "a.ts": dedent`
        import { type Extra, Server } from "web";
        export const g = (s: Server, e: Extra) => { s.listen(); e.more(); };`,
      "add.ts": dedent`
        import "web";
        declare module "web" { interface Extra { more(): void } }`,
    }),
    "a.ts",
  );
  expect(edges).toEqual(
    expect.arrayContaining(["g calls web!Server.listen (external)", "g calls add.ts#web.Extra.more (import)"]),
  );
});

test("an exported class uses what its decorators name, as one that is not exported does", () => {
  const files = (statement: string) => ({
    "a.ts": `
      import { Module, Users } from "./b";
      @Module({ imports: [Users.forRoot()], make: () => Users.forRoot() })
      ${statement} App {}`,
    "b.ts": "export function Module(given: object) {} export class Users { static forRoot() {} }",
  });
  for (const statement of ["class", "export class", "export default class", "export abstract class"]) {
    expect(edgesOf(programOf(files(statement)), "a.ts", ["calls", "references"])).toEqual([
      "App calls b.ts#Module (import)",
      "App references b.ts#Users (import)",
      "App calls b.ts#Users.forRoot (import)",
    ]);
  }
});
