/**
 * Small repositories and random sequences of edits to them. A line is taken from a list of shapes and a list of names; both shrink to
 * their first, so that a failing test shows a short source with the same name again and again.
 */
import { posix } from "node:path";
import fc from "fast-check";
import { dedent } from "../helpers/dedent.js";

/** A file written anew, changed in place or gone; configuration files among them. */
export type Edit =
  | { do: "write"; path: string; text: string }
  | { do: "remove"; path: string }
  | { do: "move"; path: string; to: string }
  /** `from` becomes `to` in one file, or in all. */
  | { do: "rename"; path: string | null; from: string; to: string }
  | { do: "insert"; path: string; at: number; line: string }
  | { do: "drop"; path: string; at: number }
  /** Takes away a brace, the one that is `at` braces from the start. */
  | { do: "break"; path: string; at: number }
  /** Puts the text back that the file had before it was broken. */
  | { do: "mend"; path: string };

export type Files = Map<string, string>;

/** Lines of a language's sources and configuration. */
export interface Vocabulary {
  /**
   * `$T` stands for a type, `$m` for a member, `$v` for a value, `$f` for a module or a namespace. The name that a line declares is written `$T!` or
   * `$v!`: it is mostly the one that is at home in the file, so that files need each other.
   */
  lines: readonly string[];
  types: readonly string[];
  members: readonly string[];
  values: readonly string[];
  modules: readonly string[];
  /** The files, and the names that are at home in them. */
  homes: Readonly<Record<string, readonly string[]>>;
  /** Lines of files that lean on each other through others: what a file says of a name, a third one depends on without naming it. */
  base: Readonly<Record<string, readonly string[]>>;
  /** A line that brings a name into a file, one of several ways by number; null where none is needed. */
  bring(name: string, from: string, home: string, way: number): string | null;
  /** Texts that configuration files may have. */
  configs: Readonly<Record<string, readonly string[]>>;
}

export const TYPESCRIPT: Vocabulary = {
  types: ["Alpha", "Beta", "Gamma", "Delta", "Omega"],
  members: ["run", "stop", "find"],
  values: ["one", "two", "three", "four"],
  modules: ["./a", "./b", "./c", ".", "./d", "../a", "..", "@/a", "@/c", "p", "p/a", "#x", "./a.js"],
  homes: {
    "a.ts": ["Alpha", "one"],
    "b.ts": ["Beta", "two"],
    "c.tsx": ["Gamma"],
    "d/index.ts": ["Delta", "three"],
    "packages/p/index.ts": ["Omega"],
    "e.js": ["four"],
    "index.ts": [],
    "d/a.ts": [],
    "b/index.ts": [],
    "packages/p/a.ts": [],
    "types.d.ts": [],
  },
  base: {
    "a.ts": [
      'import { Beta } from "./b";',
      'import { Gamma } from "./c";',
      "export class Alpha extends Beta { field: Gamma; find(): Gamma { return this.field; } }",
      "export const one = new Alpha();",
      "export function make() { return new Alpha(); }",
      "export type Same = Alpha;",
      "export function each(use: (x: Alpha) => void) { use(one); }",
    ],
    "b.ts": [
      'import { Gamma, Delta } from "./index";',
      "export class Beta extends Gamma implements Delta { constructor(x: number) { super(); } own() {} }",
      "export const two: { inner: Gamma } = { inner: new Gamma() };",
    ],
    "c.tsx": [
      "export class Gamma { run() {} stop(): Gamma { return this; } static open() { return new Gamma(); } }",
      "export interface Delta { run(): void; field: Gamma }",
    ],
    "index.ts": ['export * from "./c";', 'export { one as first, Alpha as Omega } from "./a";'],
    "d/index.ts": [
      'export { one as default, make as build } from "../a";',
      'export * as all from "../b";',
      'import { one } from "../a";',
      "export const three = one;",
      "export const four = three.field;",
    ],
    "d/a.ts": [
      'import one, { build, three, four, all } from "../indexing";',
      "one.run(); one.own(); one.field.stop().run();",
      "build().run(); build().find().stop();",
      "three.stop(); four.run(); all.two.inner.run();",
    ],
    "b/index.ts": [
      'import { first, Omega } from "../index";',
      'import { each, make, type Same } from "../a";',
      "first.find().run(); Omega.open().stop();",
      "export function use(x: Same, [y]: Omega[]) { x.run(); y.field.stop(); make().own(); }",
      "each((z) => z.run());",
      "export class Last extends Omega { run() { super.run(); this.own(); new Omega(1); } }",
    ],
    "e.js": ['const { one } = require("./a");', "one.run();", "module.exports = { one, two: one.field };"],
    "packages/p/index.ts": ['import js from "../../e";', "js.one.stop(); js.two.run();"],
    "types.d.ts": ["declare const shared: Shared;", "declare interface Shared { run(): Shared }"],
    "packages/p/a.ts": ["shared.run().run();", "export function any(x) { x.own(); x.run(); x.open(); }"],
  },
  bring(name, from, home, way) {
    const folder = posix.dirname(from);
    const to = (path: string) => posix.relative(folder, path).replace(/^(?!\.)/, "./");
    const whole = to(home).replace(/(?:\/index)?\.[tj]sx?$/, "");
    const barrel = folder === "." ? "./index" : to("index");
    const modules = [whole, barrel, `@/${home.replace(/\.[tj]sx?$/, "")}`, home.startsWith("packages/p") ? "p" : whole];
    return `import { ${name} } from "${modules[way % modules.length]}";`;
  },
  lines: [
    "export class $T! { $m() {} }",
    "export class $T! extends $T { field: $T }",
    "$v.$m(); $v.field.$m(); $v.field.field.$m();",
    "export const $v! = $v; $v.$m();",
    "export const $v! = new $T();",
    "export function $v!(x: $T) { x.$m(); }",
    'import { $T } from "$f";',
    'import { $v } from "$f";',
    "export class $T! extends $T { $m() { this.$m(); super.$m(); } }",
    "export class $T! implements $T { field: $T; $m() { this.field.$m(); this.field.field.$m(); } }",
    "export class $T! { constructor(private $v: $T) { this.$v.$m(); } static $m(): $T { return new $T(); } }",
    "export abstract class $T! { abstract $m(): $T; $m() { return this.$m().$m(); } }",
    "export interface $T! { $m(): $T; field: $T }",
    "export interface $T! extends $T { $m(): void }",
    'export interface $T! extends Omit<$T, "$m">, Partial<$T> { $m(): void }',
    'export type $T! = Omit<$T, "$m"> & $T;',
    dedent`
      import React from "react";
      export class $T! extends React.Component<$T, $T> { $m() { this.props.$m(); this.state.$m(); return <b/>; } }`,
    dedent`
      /** @implements {$T} */
      export class $T! { $m() { $T.prototype.$m.call(this); } }`,
    "export type $T! = $T;",
    "export type $T! = { $m(): void; field: $T };",
    'import $T from "$f";',
    'import { $T as $T } from "$f";',
    'import type { $T } from "$f";',
    dedent`
      import * as ns from "$f";
      ns.$v(); ns.$T.$m(); new ns.$T().$m();`,
    'export { $T as $T } from "$f";',
    'export { $T as default } from "$f";',
    'export * from "$f";',
    'export * as $v from "$f";',
    "export { $v as $v, $T };",
    "export default class $T! { $m() {} }",
    "export default function $v!() { return new $T(); }",
    "export const $v!: $T = null; $v.$m(); $v.field.$m();",
    "export const $v! = new $T(); $v.$m(); $v.field.field.$m();",
    "export const $v! = $T.$m(); $v.$m();",
    dedent`
      export const $v! = $v();
      $v.$m();`,
    "export function $v!(): $T { const x = new $T(); x.$m(); return x; }",
    "export function $v!() { return $v().$m(); }",
    "export function $v!(x) { x.$m(); $m(); $v(); }",
    "export async function $v!(): Promise<$T> { const x = await $v(); x.$m(); return x; }",
    "export function $v!(list: $T[]) { for (const x of list) x.$m(); list.forEach((y) => y.$m()); list[0].$m(); }",
    "export function $v!<T extends $T>(x: T): T { x.$m(); return x; }",
    "export function $v!(x: unknown) { if (x instanceof $T) x.$m(); (x as $T).$m(); }",
    "export function $v!({ field, $v: y }: $T) { field.$m(); y.$m(); }",
    dedent`
      export const $v! = { $m() {}, field: new $T(), $v() { this.$m(); this.field.$m(); } };
      $v.$m(); $v.field.$m();`,
    dedent`
      export enum $T! { $m, other }
      export const $v! = $T.$m;`,
    dedent`
      export namespace $T! { export function $m() {} }
      $T.$m();`,
    "declare global { interface $T { $m(): void } var $v: $T; }",
    'declare module "$f" { interface $T { $m(): void } }',
    "declare function $v(): $T;",
    "@$v class $T { @$v $m(x: $T) {} get $v(): $T { return this; } }",
    dedent`
      export function $v!(use: (x: $T) => void) { use(new $T()); }
      $v((x) => x.$m()); $v($v);`,
    'const $T = require("$f"); $T.$m(); exports.$v = $T;',
    "module.exports = { $v, $m() {}, $T };",
    'const { $v } = require("$f"); $v(); module.exports = $v;',
    'export const $v! = async () => { const m = await import("$f"); m.$v(); new m.$T().$m(); };',
    "export const $v! = (props: $T) => <$T field={$v} />;",
    "export class $T! extends $v($T) { $m() { super.$m(); } }",
    dedent`
      import $v = require("$f");
      export = $v;`,
    "export class $T!<X extends $T> { all: X[]; $m(): X { return this.all[0]; } each(use: (x: X) => void) { this.$m().$m(); } }",
    "export class $T! extends $T<$T> { field: $T<$T>; go() { this.$m().$m(); this.field.each((x) => x.$m()); } }",
    dedent`
      export type $T! = $T | $T;
      export const $v! = (x: $T, y: Map<string, $T>) => { x.$m(); x.field.$m(); y.get('').$m(); };`,
    dedent`
      export function $v!<X, Y>(x: X, use: (x: X) => Y): Y { return use(x); }
      $v($v, (x) => x.field).$m();`,
    "export async function $v!(x: Promise<$T[]>) { const [y, { field: z }] = await x; y.$m(); z.$m(); return { y, z }; }",
    dedent`
      export interface $T! { tag: "$m"; field: $T }
      export type $T! = "$m" | "$m";`,
    "export interface $T! { tag: $T; field?: $T; $m(): void }",
    'export function $v!(x: $T | $T) { if (x.tag === "$m") x.field.$m(); else x.$m(); if ("field" in x) x.$m(); }',
    "export function $v!(x: $T) { switch (x.tag) { case $T.$m: x.field; break; case $v: x.$m(); default: x.$m(); } }",
    "export function isIt(x: unknown): x is $T { return true; }",
    dedent`
      import { isIt } from "$f";
      export function $v!(x: $T | $T) { if (isIt(x)) x.$m(); else x.field.$m(); }`,
    dedent`
      /** @param {$T} x @returns {$T[]} */
      export function $v!(x) { this.$m = new $T(); x.$m(); return [x]; }`,
    "const local = 1;",
  ],
  configs: {
    "tsconfig.json": [
      "{}",
      '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
      '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["d/*", "b/*"] } } }',
      '{ "extends": "./tsconfig.base.json" }',
      '{ "compilerOptions": {',
    ],
    "tsconfig.base.json": [
      "{}",
      '{ /* shared */ "compilerOptions": { "paths": { "@/*": ["./d/*"], "p": ["./a"] } } }',
      '{ "extends": "./tsconfig.json" }',
    ],
    "package.json": [
      "{}",
      '{ "name": "root", "workspaces": ["packages/*"], "dependencies": { "p": "*" }, "imports": { "#x": "./a.ts" } }',
      '{ "name": "root", "workspaces": ["packages/*"], "imports": { "#x": { "types": "./b.ts", "default": "p" } } }',
    ],
    "packages/p/package.json": [
      '{ "name": "p" }',
      '{ "name": "p", "exports": { ".": "./index.ts", "./a": { "import": "./a.ts" } } }',
      '{ "name": "p", "main": "a.js" }',
      '{ "name": "q", "exports": "./a.ts" }',
    ],
  },
};

export const CSHARP: Vocabulary = {
  types: ["Alpha", "Beta", "Gamma", "Delta", "Omega", "Sigma"],
  members: ["Run", "Stop", "Find"],
  values: ["one", "two"],
  modules: ["N", "N", "N", "N.Inner", "Other"],
  homes: {
    "App/a.cs": ["Alpha"],
    "App/b.cs": ["Beta"],
    "Lib/c.cs": ["Gamma"],
    "Lib/d.cs": ["Delta"],
    "Lib/Sub/e.cs": ["Omega"],
    "Tests/f.cs": ["Sigma"],
    "g.cs": [],
  },
  base: {
    "App/a.cs": [
      "namespace N { public class Alpha : Beta { public Gamma Field; public Gamma Find() => Field; } }",
      "namespace N { public class Holder { public static Alpha One = new Alpha(); public Alpha Make() => One; } }",
    ],
    "App/b.cs": [
      "namespace N { public class Beta : Gamma, IDelta { public Beta(int x) {} public Beta() : this(1) {} public void Own() {} } }",
      "namespace N { public partial class Part { public Alpha Whole; } }",
    ],
    "Lib/c.cs": [
      "namespace N { public class Gamma { public virtual void Run() {} public Gamma Stop() => this; public static Gamma Open() => new(); } }",
      "namespace N { public interface IDelta { void Run(); Gamma Next { get; } } }",
    ],
    "Lib/d.cs": [
      "namespace N.Inner { public static class Extensions { public static void Twice(this Gamma x) {} public static T Also<T>(this T x) => x; } }",
      "namespace N { public partial class Part { public Holder Held; } }",
    ],
    "Lib/Sub/e.cs": ["global using N.Inner;", "namespace Other { public class Gamma { public void Run() {} } }"],
    "Tests/f.cs": [
      "using N;",
      "using Held = N.Holder;",
      "using static N.Holder;",
      "class User1 { Part p; void Use() { p.Whole.Run(); p.Whole.Find().Stop().Run(); p.Held.Make().Own(); p.Whole.Twice(); } }",
      "class User2 { void Use(Holder h) { var x = h.Make(); x.Run(); x.Field.Stop(); One.Own(); Held.One.Run(); h.Make().Also().Run(); } }",
      "class User3 : Held { void Use() { Make().Field.Run(); var all = new List<Part>(); foreach (var p in all) p.Whole.Field.Run(); all.First().Held.Make().Run(); } }",
    ],
    "g.cs": [
      "namespace N { class Last : Alpha { public override void Run() { base.Run(); Own(); Find().Twice(); } } }",
    ],
  },
  bring: () => null,
  lines: [
    "namespace $f { public class $T! { public void $m() {} } }",
    "namespace $f { public class $T! : $T { public $T Next; } }",
    "namespace $f { public class $T! { public $T Next; void $m() { Next.$m(); Next.Next.$m(); var x = Next.Next; x.$m(); } } }",
    "namespace $f { public class $T! : $T {} }",
    "namespace $f { public class $T! : $T { void $m($T x) { x.$m(); $m(); base.$m(); this.$m(); } } }",
    "using $f;",
    "namespace $f { public interface $T! { void $m(); $T Next { get; } } }",
    "namespace $f { public class $T! : $T { public override void $m() { Next.$m(); Next.Next.$m(); } public $T Next => null; } }",
    "namespace $f { public class $T! : $T { void $T.$m() {} public virtual void $m(int x) {} } }",
    "namespace $f { public partial class $T! { $T one; public void $m() { one.$m(); two.$m(); } } }",
    "namespace $f { public partial class $T! { static $T two = new(); public $T(int x) : this() {} $T() { } } }",
    "namespace $f { public static class $T! { public static void $m(this $T x) { x.$m(); } } }",
    "namespace $f { public static class $T! { public static $T $m<T>(this T x) where T : $T => x.$m(); } }",
    "namespace $f { public class $T! { public class $T { public static void $m() { $T.$m(); new $T().$m(); } } } }",
    "namespace $f { public class $T!<T> where T : $T { T one; void $m() { one.$m(); $T<$T>.$m(); } } }",
    "namespace $f { public record $T!($T One, int Two) { void $m() { One.$m(); (this with { Two = 1 }).$m(); } } }",
    "namespace $f { public struct $T! { public static $T operator +($T a, $T b) => a; public $T this[int i] => this; } }",
    "namespace $f { public enum $T! { $m, $m2 } public class $T2 { $T one = $T.$m; } }",
    "namespace $f { public delegate $T $m($T x); public class $T { event $m E; void $m2() { E(null).$m(); E += x => x; } } }",
    "namespace $f { public class $T!($T one) { void $m() { one.$m(); var x = one; x.$m(); } } }",
    "namespace $f { public class $T! { async Task<$T> $m() { (await $m()).$m(); var y = await $m(); y.$m(); return y; } } }",
    "namespace $f { public class $T! { List<$T> all; void $m() { foreach (var x in all) x.$m(); all.First().$m(); all.Where(x => x.$m()); all[0].$m(); } } }",
    "namespace $f { public class $T! { void $m(object o) { if (o is $T x) x.$m(); (($T)o).$m(); (o as $T).$m(); nameof($m); Action a = $m; } } }",
    "namespace $f { [$T] public class $T! : Attribute { [$T($m)] void $m(int x = 1, params int[] y) { $m(1); $m(); $m(1, 2, 3); } } }",
    "namespace $f { public class $T! { void $m(int a) {} void $m(string a) {} void $m($T a) { $m(1); $m(a); void Local() { a.$m(); } Local(); } } }",
    "namespace $f { public class $T! { public $T $m { get; set; } internal static $T one; private void Hidden() { $m.$m.Hidden(); $T.one.$m(); } } }",
    "using $f.$T;",
    "class Reader { Named named; void $m() { named.$m(); Named.$m(); } }",
    "using static $f.$T;",
    "using $T = $f.$T;",
    "global using $f;",
    "global using static $f.$T;",
    "namespace $f;",
    "$T.$m(); new $T().$m(); int.Parse(null);",
    "public class $T { void $m() { $T x = null; x.$m(); $T.$m(); } }",
  ],
  configs: {
    "App/App.csproj": [
      "<Project />",
      '<Project><ItemGroup><ProjectReference Include="../Lib/Lib.csproj" /></ItemGroup></Project>',
      '<Project><ItemGroup><Using Include="N" /><Using Include="N.Alpha" Static="true" /><Using Include="N.Beta" Alias="Named" /></ItemGroup></Project>',
      "<Project><ItemGroup>",
    ],
    "Lib/Lib.csproj": [
      "<Project />",
      '<Project><ItemGroup><Using Include="N.Inner" /><InternalsVisibleTo Include="Tests" /></ItemGroup></Project>',
      '<Project><ItemGroup><Compile Remove="Sub/**" /><Compile Include="../g.cs" /></ItemGroup></Project>',
    ],
    "Tests/Tests.csproj": [
      "<Project />",
      '<Project><ItemGroup><ProjectReference Include="../App/App.csproj" /></ItemGroup></Project>',
    ],
    "Directory.Build.props": ["<Project />", '<Project><ItemGroup><Using Include="Other" /></ItemGroup></Project>'],
  },
};

/** A line for a file: a shape with names for its placeholders, and what brings them in. A number behind one (`$T2`) is part of the text. */
function lineFor(vocabulary: Vocabulary, path: string): fc.Arbitrary<string> {
  const { lines, types, members, values, modules, homes } = vocabulary;
  const pools: Record<string, readonly string[]> = { $T: types, $m: members, $v: values, $f: modules };
  const own = homes[path] ?? [];
  return fc
    .tuple(
      fc.constantFrom(...lines),
      fc.array(fc.nat({ max: 119 }), { minLength: 14, maxLength: 14 }),
      fc.nat({ max: 15 }),
    )
    .map(([shape, picks, way]) => {
      let at = 0;
      const declared = new Set<string>();
      const line = shape.replace(/(\$[Tmvf])(!?)/g, (_, name: string, isDeclared: string) => {
        const pool = pools[name]!;
        const pick = picks[at++ % picks.length]!;
        const home = own.find((each) => pool.includes(each));
        const word = isDeclared && home && pick % 5 > 0 ? home : pool[pick % pool.length]!;
        if (isDeclared) declared.add(word);
        return word;
      });
      const needed = Object.entries(homes).flatMap(([home, names]) =>
        names.flatMap((name) => {
          const isNeeded = home !== path && !declared.has(name) && new RegExp(`\\b${name}\\b`).test(line);
          return (isNeeded && !/import|require/.test(line) && vocabulary.bring(name, path, home, way)) || [];
        }),
      );
      return [...needed, line].join("\n");
    });
}

/** Files to begin with, and batches of edits. */
export function scenarios(vocabulary: Vocabulary): fc.Arbitrary<{ start: Edit[]; batches: Edit[][] }> {
  const { types, members, values, homes, base, configs } = vocabulary;
  const path = fc.constantFrom(...Object.keys(homes));
  const place = fc.nat({ max: 7 });
  const name = fc.constantFrom(...types, ...members, ...values);
  const lines = new Map(Object.keys(homes).map((each) => [each, lineFor(vocabulary, each)]));
  const write: fc.Arbitrary<Edit> = path.chain((each) =>
    fc.record({
      do: fc.constant("write" as const),
      path: fc.constant(each),
      text: fc.array(lines.get(each)!, { maxLength: 3 }).map((some) => some.join("\n")),
    }),
  );
  const configure: fc.Arbitrary<Edit> = fc.constantFrom(...Object.keys(configs)).chain((file) =>
    fc.oneof(
      fc.record({
        do: fc.constant("write" as const),
        path: fc.constant(file),
        text: fc.constantFrom(...configs[file]!),
      }),
      fc.record({ do: fc.constant("remove" as const), path: fc.constant(file) }),
    ),
  );
  const insert: fc.Arbitrary<Edit> = path.chain((each) =>
    fc.record({ do: fc.constant("insert" as const), path: fc.constant(each), at: place, line: lines.get(each)! }),
  );
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    { weight: 8, arbitrary: write },
    { weight: 5, arbitrary: insert },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("drop" as const), path, at: place }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), path }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), path, to: path }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("rename" as const), path: fc.option(path), from: name, to: name }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("break" as const), path, at: place }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("mend" as const), path }) },
    { weight: 1, arbitrary: configure },
  );
  const leaning = Object.entries(base).map(([each, all]) =>
    fc
      .oneof(
        { withCrossShrink: true },
        { weight: 1, arbitrary: fc.subarray([...all]) },
        { weight: 3, arbitrary: fc.subarray([...all], { minLength: all.length }) },
      )
      .map((some): Edit => ({ do: "write", path: each, text: some.join("\n") })),
  );
  return fc.record({
    start: fc
      .tuple(
        fc.tuple(...leaning),
        fc.array(fc.oneof({ weight: 3, arbitrary: write }, { weight: 1, arbitrary: configure }), { maxLength: 3 }),
      )
      .map(([first, then]) => [...first, ...then]),
    batches: fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 6 }),
  });
}

/** The files after an edit; `whole` has the texts of files from before they were broken, and is kept up to date. */
export function edited(files: Files, edit: Edit, whole: Files): Files {
  const after = new Map(files);
  const text = edit.do === "rename" ? undefined : files.get(edit.path);
  switch (edit.do) {
    case "write":
      whole.delete(edit.path);
      return after.set(edit.path, edit.text);
    case "remove":
      after.delete(edit.path);
      return after;
    case "move":
      if (text === undefined || edit.path === edit.to) return after;
      after.delete(edit.path);
      return after.set(edit.to, text);
    case "rename":
      for (const [path, old] of files) {
        if (edit.path === null || edit.path === path) after.set(path, old.replaceAll(edit.from, edit.to));
      }
      return after;
    case "mend": {
      const mended = whole.get(edit.path);
      return mended === undefined || text === undefined ? after : after.set(edit.path, mended);
    }
    default:
      break;
  }
  if (text === undefined) return after;
  const lines = text.split("\n");
  if (edit.do === "insert") lines.splice(edit.at, 0, edit.line);
  else if (edit.do === "drop") lines.splice(edit.at % lines.length, 1);
  else {
    whole.set(edit.path, text);
    const braces = Array.from(text.matchAll(/[{}]/g), ({ index }) => index);
    if (braces.length === 0) return after;
    const brace = braces[edit.at % braces.length]!;
    return after.set(edit.path, text.slice(0, brace) + text.slice(brace + 1));
  }
  return after.set(edit.path, lines.join("\n"));
}

/** A scenario as a person would tell it. */
export function told({ start, batches }: { start: Edit[]; batches: Edit[][] }): string {
  const tell = (edit: Edit) => {
    const { do: what, ...rest } = edit;
    const text = "text" in rest ? rest.text : null;
    const head = `${what} ${Object.entries(rest)
      .filter(([key]) => key !== "text")
      .map(([key, value]) => `${key}=${value}`)
      .join(" ")}`;
    return text === null ? head : `${head}\n${text.replace(/^/gm, "    ")}`;
  };
  const steps = batches.map((batch, index) => `batch ${index + 1}:\n${batch.map(tell).join("\n")}`);
  return [`start:\n${start.map(tell).join("\n")}`, ...steps].join("\n");
}
