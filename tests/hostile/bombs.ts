/**
 * Sources that are made to be slow: deep, wide, long, huge or cyclic, in random mixtures. `bombs` gives one of each shape; a random one has
 * shapes and sizes that no list names.
 */
import { dedent } from "../helpers/dedent.js";
import type { Random } from "../system/random.js";

export interface Bomb {
  name: string;
  path: string;
  source: string;
}

const many = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join("");
/** `open` and `close` around `inner`, a number of times; lines are short, so that the file is not left out for being minified. */
const nested = (depth: number, open: (index: number) => string, inner: string, close: string): string =>
  `${many(depth, (index) => `${open(index)}\n`)}${inner}\n${`${close}\n`.repeat(depth)}`;

type Shape = (size: number) => string;

/** Of each a source by its size; `full` is the size that hurts. */
const TYPESCRIPT: Record<string, { full: number; shape: Shape }> = {
  "overloads and calls": {
    full: 10_000,
    shape: (size) =>
      many(size, (index) => `declare function f(a: T${index % 7}, b: U${index}): number;\n`) +
      many(size / 10, (index) => `f(${index}, x${index});\n`),
  },
  "nested namespaces": {
    full: 3000,
    shape: (size) => nested(size, (index) => `namespace n${index} {`, "export const x = 1;", "}"),
  },
  "nested functions": { full: 3000, shape: (size) => nested(size, (index) => `function f${index}() {`, "f0();", "}") },
  "nested objects": { full: 8000, shape: (size) => `const x = ${nested(size, () => "{ a:", "1", "},")}` },
  "nested calls": {
    full: 3000,
    shape: (size) =>
      dedent`
        class A { map<T>(f: (a: A) => T): A { return this; } run() {} }
        const x = new A();
        ${nested(size, () => "x.map((a) =>", "a.run()", ")")}`,
  },
  "long chain": {
    full: 30_000,
    shape: (size) => dedent`
      class A { a(): A { return this; } }
      new A()${".a()\n".repeat(size)};`,
  },
  "long sum": { full: 50_000, shape: (size) => `const x = ${"a +\n".repeat(size)}1;` },
  "huge union": {
    full: 3000,
    shape: (size) =>
      `${many(size, (index) => `interface I${index} { kind: "k${index}"; run(): void }\n`)}type U =\n${many(size, (index) => `| I${index}\n`)};\nfunction f(u: U) {\n${many(size, (index) => `if (u.kind === "k${index}") { u.run(); return; }\n`)}}`,
  },
  "cyclic heritage": {
    full: 3000,
    shape: (size) =>
      many(
        size,
        (index) =>
          `interface C${index} extends ${[1, 7, 31, 101].map((step) => `C${(index * step + 1) % size}`).join(", ")} { m${index}(): C${(index + 1) % size} }\n`,
      ) +
      many(
        size / 3,
        (index) => dedent`
          declare const c${index}: C${index};
          c${index}.nope();
        `,
      ),
  },
  "doubling types": {
    full: 200,
    shape: (size) =>
      `${many(size, (index) => `type T${index + 1} = { a: T${index}; b: T${index} } & Pick<T${index}, "a"> & Omit<T${index}, "b">;\n`)}type T0 = { run(): void };\ndeclare const t: T${Math.floor(size)};\nt.a.b.a.run();\nt.nope();`,
  },
  "doubling functions": {
    full: 300,
    shape: (size) =>
      `${many(size, (index) => `function f${index + 1}(x) { return c ? f${index}(f${index}(x)) : f${index}(x); }\n`)}class A { run() {} }\nfunction f0(x) { return new A(); }\nf${Math.floor(size)}(1).run();`,
  },
  "giant literal": { full: 100_000, shape: (size) => `const x = [\n${many(size, (index) => `${index},\n`)}];` },
  "giant string": { full: 100_000, shape: (size) => `const x = \`${"a b c d e\n".repeat(size)}\`;` },
  "nested templates": { full: 1500, shape: (size) => `const x = ${nested(size, () => "`${", "1", "}`")};` },
  "nothing closed": { full: 10_000, shape: (size) => "function f( { [ (\n".repeat(size) },
  garbage: { full: 20_000, shape: (size) => "<<<>>>({[\n".repeat(size) },
  "private keys that do not end": {
    full: 20_000,
    shape: (size) => `${"-".repeat(5)}BEGIN RSA PRIVATE KEY${"-".repeat(5)}\n`.repeat(size),
  },
};

const JAVASCRIPT: typeof TYPESCRIPT = {
  "members of a prototype": {
    full: 20_000,
    shape: (size) => many(size, (index) => `A.prototype.f${index} = function () { this.f${index + 1}(); };\n`),
  },
  "values of values": {
    full: 20_000,
    shape: (size) => `${many(size, (index) => `var v${index} = v${index + 1} || v${index + 2};\n`)}v0.run();`,
  },
  "doc comments": {
    full: 10_000,
    shape: (size) => dedent`
      /**
      ${" * @param {Array<Array<A>>} a\n".repeat(size)} */
      function f(a) {}`,
  },
  "nested elements": { full: 3000, shape: (size) => `const x = ${nested(size, () => "<a>", "text", "</a>")};` },
};

const CSHARP: typeof TYPESCRIPT = {
  "overloads and calls": {
    full: 10_000,
    shape: (size) =>
      `class A {\n${many(size, (index) => ` void F(T${index % 7} a, U${index} b) {}\n`)} void G() {\n${many(size / 10, (index) => `F(${index}, x${index});\n`)}}\n}`,
  },
  "nested namespaces": {
    full: 3000,
    shape: (size) => nested(size, (index) => `namespace N${index} {`, "class A { void F() { F(); } }", "}"),
  },
  "parts of one class": {
    full: 10_000,
    shape: (size) =>
      many(size, (index) => `partial class P { void M${index % 100}(int a${index}) { M${(index + 1) % 100}(1); } }\n`),
  },
  "nested classes": {
    full: 3000,
    shape: (size) => nested(size, (index) => `class C${index} {`, "void F() { F(); }", "}"),
  },
  "nested lambdas": {
    full: 1500,
    shape: (size) =>
      `class A { void F() { G(${nested(size, () => "x => G(", "1", ")")}); } void G(System.Func<int,int> f) {} void G(int i) {} }`,
  },
  "long chain": {
    full: 30_000,
    shape: (size) => `class A { A M() { return this; } void F() { this${".M()\n".repeat(size)}; } }`,
  },
  "long sum": { full: 50_000, shape: (size) => `class A { int x = ${"a +\n".repeat(size)}1; }` },
  "cyclic heritage": {
    full: 3000,
    shape: (size) =>
      `${many(size, (index) => `interface C${index} : ${[1, 7, 31, 101].map((step) => `C${(index * step + 1) % size}`).join(", ")} { void M${index}(); }\n`)}class U { void F() {\n${many(size / 3, (index) => `C${index} c${index} = null;\nc${index}.Nope();\n`)}} }`,
  },
  "overloads of lambdas": {
    full: 300,
    shape: (size) =>
      `using System;\nusing System.Threading.Tasks;\nclass A {\n${many(size, (index) => ` T F<T>(Func<int, T> a, int b${index}) => default; Task<T> F<T>(Func<int, Task<T>> a, string b${index}) => null;\n`)} void G() {\n${nested(size / 2, () => "F(x =>", "1", ", 1)")};}\n}`,
  },
  "switch of types": {
    full: 5000,
    shape: (size) =>
      `class A { int F(object o) => o switch {\n${many(size, (index) => `C${index} c${index} => c${index}.Run(),\n`)} _ => 0 }; }`,
  },
  directives: { full: 5000, shape: (size) => nested(size, (index) => `#if A${index}`, "class A {}", "#endif") },
  "nothing closed": { full: 10_000, shape: (size) => "class A { void F( { [ (\n".repeat(size) },
  "nested interpolation": {
    full: 1000,
    shape: (size) => `class A { string s = ${nested(size, () => '$"{F(', "1", ')}"')}; }`,
  },
};

/** Classes in a circle: `one` writes a class by three numbers: its own, its base's, and that of the class it calls. */
const circle = (size: number, one: (index: number, base: number, called: number) => string): string =>
  many(size, (index) => `${one(index, (index + 1) % size, (index + 7) % size)}\n`);

const JAVA: typeof TYPESCRIPT = {
  "overloads and calls": {
    full: 10_000,
    shape: (size) =>
      `class A {\n${many(size, (index) => ` void f(T${index % 7} a, U${index} b) {}\n`)} void g() {\n${"f(1, x);\n".repeat(size / 10)}}\n}`,
  },
  "nested classes": { full: 3000, shape: (size) => nested(size, (index) => `class A${index} {`, "void f() {}", "}") },
  "long chain": {
    full: 10_000,
    shape: (size) => `class A { A f() { return this; } void g() { this${".f()\n".repeat(size)}; } }`,
  },
  "cyclic heritage": {
    full: 3000,
    shape: (size) =>
      circle(size, (at, base, called) => `class C${at} extends C${base} { void m${at}() { m${called}(); } }`),
  },
  generics: { full: 3000, shape: (size) => `class A { ${nested(size, () => "L<", "X", ">")} f; }` },
  "nested lambdas": {
    full: 1500,
    shape: (size) => `class A { void f() { ${nested(size, () => "g(x ->", "1", ")")}; } }`,
  },
  "nested parentheses": { full: 50_000, shape: (size) => `class A { int f = ${nested(size, () => "(", "1", ")")}; }` },
};

const KOTLIN: typeof TYPESCRIPT = {
  "overloads and calls": {
    full: 10_000,
    shape: (size) =>
      `class A {\n${many(size, (index) => ` fun f(a: T${index % 7}, b: U${index}) {}\n`)} fun g() {\n${"f(1, x)\n".repeat(size / 10)}}\n}`,
  },
  "values of values": { full: 10_000, shape: (size) => many(size, (at) => `val v${at} = v${(at + 1) % size}\n`) },
  "long chain": {
    full: 10_000,
    shape: (size) => `class A { fun f(): A = this\n fun g() { this${".f()\n".repeat(size)} } }`,
  },
  "cyclic heritage": {
    full: 2000,
    shape: (size) =>
      circle(size, (at, base, called) => `open class C${at} : C${base}() {\n fun m${at}() { m${called}() }\n}`),
  },
  "nested lambdas": { full: 1500, shape: (size) => `fun f() { ${nested(size, () => "g { x ->", "1", "}")} }` },
  "nested parentheses": { full: 50_000, shape: (size) => `val x = ${nested(size, () => "(", "1", ")")}` },
};

const SWIFT: typeof TYPESCRIPT = {
  "overloads and calls": {
    full: 10_000,
    shape: (size) =>
      `class A {\n${many(size, (index) => ` func f(_ a: T${index}) {}\n`)} func g() {\n${"f(1)\n".repeat(size / 10)}}\n}`,
  },
  "values of values": { full: 10_000, shape: (size) => many(size, (at) => `let v${at} = v${(at + 1) % size}\n`) },
  "cyclic heritage": {
    full: 2000,
    shape: (size) => circle(size, (at, base, called) => `class C${at}: C${base} { func m${at}() { m${called}() } }`),
  },
  extensions: {
    full: 3000,
    shape: (size) => `class A {}\n${many(size, (at) => `extension A { func f${at}() { f${(at + 1) % size}() } }\n`)}`,
  },
  operators: {
    full: 2000,
    shape: (size) =>
      `${many(size / 8, (at) => `struct T${at} { static func <> (a: T${at}, b: T${at}) -> T${at} { a } }\n`)}func g(a: T0) {\n${"a <> a\n".repeat(size)}}`,
  },
  "extensions with constraints": {
    full: 2000,
    shape: (size) =>
      `struct W<B> {}\n${many(size / 8, (at) => `struct T${at} {}\nextension W where B == T${at} { func f() {} }\n`)}func g(w: W<T0>) {\n${"w.f()\n".repeat(size)}}`,
  },
  "aliases of one type": {
    full: 3000,
    shape: (size) =>
      `${many(size, (at) => `typealias A${at} = NSView\nextension A${at} { func f${at}() {} }\n`)}func g(v: NSView) {\n${many(size, (at) => `v.f${at}()\n`)}}`,
  },
  "overloads that wait for their arguments": {
    full: 600,
    shape: (size) =>
      `enum E { case a(E), b }\nfunc f(_ e: E, _ n: Int = 1) -> E { e }\nfunc f(_ e: E, s: String = "") -> E { e }\nfunc f(_ e: () -> E) -> E { .b }\nlet x = ${nested(size / 2, () => "f(.a(f { .a(", ".b", ") }))")}`,
  },
  attributes: { full: 20_000, shape: (size) => `let x = ${"@escaping ".repeat(size)}` },
  "nested closures": { full: 1500, shape: (size) => `func f() { ${nested(size, () => "g { x in", "1", "}")} }` },
  "nested parentheses": { full: 50_000, shape: (size) => `let x = ${nested(size, () => "(", "1", ")")}` },
};

const PYTHON: typeof TYPESCRIPT = {
  "one name again and again": {
    full: 10_000,
    shape: (size) =>
      `class A:\n${many(size, (index) => ` def f(self, a${index}): pass\n`)} def g(self):\n${"  self.f(1)\n".repeat(size / 10)}`,
  },
  "nested classes": {
    full: 90,
    shape: (size) => `${many(size, (at) => `${" ".repeat(at)}class A${at}:\n`)}${" ".repeat(size)}pass\n`,
  },
  "cyclic heritage": {
    full: 3000,
    shape: (size) =>
      circle(size, (at, base, called) => `class C${at}(C${base}):\n def m${at}(self): self.m${called}()`),
  },
  "heritage in diamonds": {
    full: 2000,
    shape: (size) => many(size, (at) => `class D${at}(${at > 1 ? `D${at - 1}, D${at - 2}` : "object"}): pass\n`),
  },
  "values of values": { full: 10_000, shape: (size) => many(size, (at) => `v${at} = v${(at + 1) % size}()\n`) },
  "nested lambdas": { full: 1500, shape: (size) => `x = ${nested(size, () => "g(lambda x:", "1", ")")}` },
  "nested parentheses": { full: 50_000, shape: (size) => `x = ${nested(size, () => "(", "1", ")")}` },
};

const GO: typeof TYPESCRIPT = {
  "methods and calls": {
    full: 10_000,
    shape: (size) =>
      `package a\ntype A struct{}\n${many(size, (at) => `func (a *A) f${at}() {}\n`)}func g(a *A) {\n${many(size / 10, (at) => `a.f${at}()\n`)}}`,
  },
  interfaces: {
    full: 500,
    shape: (size) =>
      `package a\n${many(size, (at) => `type I${at} interface { F${at % 50}(); G() }\ntype T${at} struct{}\nfunc (T${at}) F${at % 50}() {}\nfunc (T${at}) G() {}\n`)}`,
  },
  "cyclic heritage": {
    full: 3000,
    shape: (size) =>
      `package a\n${circle(size, (at, base, called) => `type C${at} struct { *C${base} }\nfunc (c *C${at}) m${at}() { c.m${called}() }`)}`,
  },
  "values of values": {
    full: 10_000,
    shape: (size) => `package a\n${many(size, (at) => `var v${at} = v${(at + 1) % size}()\n`)}`,
  },
  "nested functions": {
    full: 1500,
    shape: (size) => `package a\nfunc f() { ${nested(size, () => "g(func() {", "h()", "})")} }`,
  },
  "nested parentheses": { full: 50_000, shape: (size) => `package a\nvar x = ${nested(size, () => "(", "1", ")")}` },
};

/** Rust stands for the languages that are read by shape. */
const RUST: typeof TYPESCRIPT = {
  "nested modules": { full: 3000, shape: (size) => nested(size, (at) => `mod a${at} {`, "fn f() {}", "}") },
  functions: { full: 20_000, shape: (size) => many(size, (at) => `fn f${at}() {}\n`) },
  "comments that do not end": { full: 50_000, shape: (size) => "/*\n".repeat(size) },
  quotes: { full: 50_000, shape: (size) => "'\n".repeat(size) },
};

const FAMILIES = [
  { extension: "ts", shapes: TYPESCRIPT },
  { extension: "jsx", shapes: JAVASCRIPT },
  { extension: "cs", shapes: CSHARP },
  { extension: "java", shapes: JAVA },
  { extension: "kt", shapes: KOTLIN },
  { extension: "swift", shapes: SWIFT },
  { extension: "py", shapes: PYTHON },
  { extension: "go", shapes: GO },
  { extension: "rs", shapes: RUST },
];

/** Every shape, at a part of its full size: `nested` ones, which overflow stacks, at `depth`, all others at `width`. */
export function bombs({ depth, width }: { depth: number; width: number }): Bomb[] {
  return FAMILIES.flatMap(({ extension, shapes }) =>
    Object.entries(shapes).map(([name, { full, shape }], index) => ({
      name: `${name} (${extension})`,
      path: `bomb${index}.${extension}`,
      source: shape(Math.floor(full * (name.startsWith("nested") ? depth : width))),
    })),
  );
}

/** Two or three shapes of a language one after the other or one in the other, cut anywhere, of any size up to the full one. */
export function randomBomb(random: Random, number: number): Bomb {
  const { extension, shapes } = FAMILIES[random.int(FAMILIES.length)]!;
  const all = Object.entries(shapes);
  const parts = Array.from({ length: 1 + random.int(3) }, () => {
    const [name, { full, shape }] = all[random.int(all.length)]!;
    const source = shape(Math.max(10, Math.floor(full / 2 ** random.int(8))));
    return { name, source: random.chance(0.3) ? source.slice(0, random.int(source.length)) : source };
  });
  const separator = random.chance(0.5) ? "\n" : "\n{\n";
  return {
    name: `${parts.map(({ name }) => name).join(", ")} (${extension})`,
    path: `random${number}.${extension}`,
    source: parts
      .map(({ source }) => source)
      .join(separator)
      .slice(0, 1_400_000),
  };
}
