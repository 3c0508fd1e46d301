/** Bad input of Python, Go, Java, Kotlin and Swift: what can be read of a source is kept, and edges that cannot be told are not made up. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { languageOf, languages } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import { decodeText } from "../../src/repository/decode.js";
import { dedent } from "../helpers/dedent.js";
import { type EdgeCase, edgesOf, programOf, testEdges } from "../resolution/helpers.js";
import { createRandom, type Random } from "../system/random.js";

/** These tests are of what is read: on a machine with more to do, 2 MB take more of a thread's time than a file has by default. */
const parser = createParser({ timeoutMs: 10_000 });
for (const language of languages) await parser.load(language);

function parsed(path: string, source: string) {
  const language = languageOf(path);
  if (language === null) throw new Error(`${path} is no source`);
  return parser.parse(language, source);
}

const deep = (open: string, inner: string, close: string) => open.repeat(50) + inner + close.repeat(50);
const conflict = (one: string, other: string) => `<<<<<<< HEAD\n${one}\n=======\n${other}\n>>>>>>> branch\n`;
const crlf = (source: string) => source.replaceAll("\n", "\r\n");

/** Sources, and symbols that are read in them all the same. */
const SOURCES: { name: string; path: string; source: string; keeps: string[] }[] = [
  {
    name: "Python 2",
    path: "old.py",
    source: dedent`
      class A:
          def run(self):
              print 'x', 1
              exec code in {}
              raise E, 'no'

      def after(): pass
    `,
    keeps: ["A", "A.run", "after"],
  },
  {
    name: "tabs and spaces mixed",
    path: "tabs.py",
    source:
      "class A:\n\tdef one(self):\n\t\treturn 1\n        def two(self):\n\t\treturn 2\n\ndef after():\n\treturn 3\n",
    keeps: ["A", "A.one", "after"],
  },
  {
    name: "f-strings in one another",
    path: "f.py",
    source: dedent`
      def before(): pass
      x = f"{f'{f"{f'{f"{before()}"}'}"}'}"
      def after(): pass
    `,
    keeps: ["before", "after"],
  },
  {
    name: "a generated parser of 2 MB",
    path: "parser.py",
    source: `TABLE = [\n${"    [1, 2, 3, 'shift', None, -1],\n".repeat(60_000)}]\ndef parse(): pass\n`,
    keeps: ["TABLE", "parse"],
  },
  {
    name: "CRLF in Python",
    path: "a.py",
    source: crlf(dedent`
      class A:
          def run(self):
              pass

      def f(): pass
    `),
    keeps: ["A.run", "f"],
  },
  {
    name: "CRLF in Go",
    path: "a.go",
    source: crlf(dedent`
      package a

      // A doc.
      func F() {}
    `),
    keeps: ["F"],
  },
  {
    name: "CRLF in Java",
    path: "A.java",
    source: crlf(dedent`
      class A {
        void f() {}
      }
    `),
    keeps: ["A.f"],
  },
  {
    name: "CRLF in Kotlin",
    path: "a.kt",
    source: crlf(dedent`
      class A {
        fun f() {}
      }
    `),
    keeps: ["A.f"],
  },
  {
    name: "CRLF in Swift",
    path: "a.swift",
    source: crlf(dedent`
      class A {
        func f() {}
      }
    `),
    keeps: ["A.f()"],
  },
  {
    name: "half a merge conflict in Python",
    path: "b.py",
    source: `def before(): pass\n${conflict("def one(): pass", "def two(): pass")}def after(): pass\n`,
    keeps: ["before", "after"],
  },
  {
    name: "a generated parser of 2 MB in Java",
    path: "Parser.java",
    source: `class Parser {\n  void before() {}\n${"  static final int[] T = {1, 2, 3, -1};\n".repeat(50_000)}  void parse() {}\n}\n`,
    keeps: ["Parser.before", "Parser.parse"],
  },
  {
    name: "half a merge conflict in Go",
    path: "b.go",
    source: `package a\nfunc Before() {}\n${conflict("func One() {}", "func Two() {}")}func After() {}\n`,
    keeps: ["Before", "After"],
  },
  {
    name: "half a merge conflict in Java",
    path: "B.java",
    source: `class B {\n  void before() {}\n${conflict("  void one() {}", "  void two() {}")}  void after() {}\n}\n`,
    keeps: ["B", "B.before"],
  },
  {
    name: "half a merge conflict in Kotlin",
    path: "b.kt",
    source: `fun before() {}\n${conflict("fun one() {}", "fun two() {}")}fun after() {}\n`,
    keeps: ["before"],
  },
  {
    name: "half a merge conflict in Swift",
    path: "b.swift",
    source: `func before() {}\n${conflict("func one() {}", "func two() {}")}func after() {}\n`,
    keeps: ["before()"],
  },
  {
    name: "generics 50 deep in Java",
    path: "C.java",
    source: `class C { ${deep("L<", "X", ">")} f; void g() {} }\n`,
    keeps: ["C.f", "C.g"],
  },
  {
    name: "generics 50 deep in Kotlin",
    path: "c.kt",
    source: `val f: ${deep("L<", "X", ">")}? = null\nfun g() {}\n`,
    keeps: ["f", "g"],
  },
  {
    name: "generics 50 deep in Swift",
    path: "c.swift",
    source: `var f: ${deep("L<", "X", ">")}\nfunc g() {}\n`,
    keeps: ["f", "g()"],
  },
  {
    name: "generics 50 deep in Go",
    path: "c.go",
    source: `package c\nvar f ${deep("L[", "X", "]")}\nfunc g() {}\n`,
    keeps: ["f", "g"],
  },
  {
    name: "generics 50 deep in Python",
    path: "c.py",
    source: `f: ${deep("L[", "X", "]")} = None\ndef g(): pass\n`,
    keeps: ["f", "g"],
  },
  {
    name: "a Kotlin script",
    path: "build.gradle.kts",
    source: dedent`
      plugins { id("x") }
      val one = 1
      fun two() = one
      tasks.register("t") { doLast { two() } }
    `,
    keeps: ["one", "two"],
  },
];

describe("a source is read as far as it can be", () => {
  test.each(SOURCES)("$name", ({ path, source, keeps }) => {
    const { symbols } = parsed(path, source);
    expect(symbols.map(({ qualifiedName }) => qualifiedName)).toEqual(expect.arrayContaining(keeps));
  });

  test("Latin-1 is read with its names", () => {
    const bytes = Buffer.from(
      "# -*- coding: latin-1 -*-\n# caf\u00e9\ndef caf\u00e9(): pass\ndef after(): pass\n",
      "latin1",
    );
    const decoded = decodeText(bytes);
    expect(decoded).toMatchObject({ text: expect.stringContaining("def after()") });
  });
});

const CASES: EdgeCase[] = [
  {
    name: "Python: imports in a circle",
    files: {
      "a.py": dedent`
        from b import two
        def one():
            two()
      `,
      "b.py": dedent`
        from a import one
        from b import two as again
        def two():
            one(); again()
      `,
    },
    of: "b.py",
    has: ["two calls a.py#one (import)"],
  },
  {
    name: "Python: re-exports in a circle",
    files: {
      "a.py": "from b import *\n",
      "b.py": "from a import *\nfrom a import x\n",
      "use.py": "from a import x, y\nx(); y()\n",
    },
    of: "use.py",
    hasNot: [/calls .*#/],
  },
  {
    name: "Python: bases in a circle",
    files: {
      "a.py": dedent`
        class A(B):
            def run(self): self.go(); self.nope()
        class B(A):
            def go(self): ...
      `,
    },
    of: "a.py",
    has: ["A.run calls a.py#B.go (exact)"],
    hasNot: [/calls .*nope \((?:exact|import)/],
  },
  {
    name: "Java: bases in a circle, without packages",
    files: {
      "A.java": "class A extends B { void run() { go(); nope(); } }\n",
      "B.java": "class B extends A { void go() {} }\n",
    },
    of: "A.java",
    has: ["A.run calls B.java#B.go (import)"],
    hasNot: [/calls .*nope \((?:exact|import)/],
  },
  {
    name: "Kotlin: bases in a circle",
    files: {
      "a.kt": dedent`
        open class A : B() {
          fun run() { go(); nope() }
        }
        open class B : A() {
          fun go() {}
        }
      `,
    },
    of: "a.kt",
    hasMatch: /^A\.run calls a\.kt#B\.go/,
    hasNot: [/calls .*nope \((?:exact|import)/],
  },
  {
    name: "Swift: bases in a circle",
    files: { "a.swift": "class A: B { func run() { go(); nope() } }\nclass B: A { func go() {} }\n" },
    of: "a.swift",
    hasMatch: /^A\.run\(\) calls a\.swift#B\.go\(\)/,
    hasNot: [/calls .*nope \((?:exact|import)/],
  },
  {
    name: "Go: types that embed each other",
    files: {
      "a.go": dedent`
        package a
        type A struct { *B }
        type B struct { *A }
        func (b *B) Go() {}
        func run(a *A) { a.Go(); a.Nope() }
      `,
    },
    of: "a.go",
    has: ["run calls a.go#B.Go (exact)"],
    hasNot: [/calls .*Nope \((?:exact|import)/],
  },
  {
    name: "Go without go.mod: a package is its folder, and imports lead nowhere",
    files: {
      "lib/b.go": "package lib\nfunc Other() {}\n",
      "app/a.go": dedent`
        package app
        import "example.com/m/lib"
        func run() { help(); lib.Other() }
      `,
      "app/b.go": "package app\nfunc help() {}\n",
    },
    of: "app/a.go",
    has: ["run calls app/b.go#help (exact)"],
    hasNot: [/lib\/b\.go.*\((?:exact|import)\)/],
  },
  {
    name: "Go: two modules of one name, each its own",
    files: {
      "one/go.mod": "module example.com/m\n",
      "one/lib/l.go": "package lib\nfunc Make() {}\n",
      "one/a.go": dedent`
        package m
        import "example.com/m/lib"
        func run() { lib.Make() }
      `,
      "two/go.mod": "module example.com/m\n",
      "two/lib/l.go": "package lib\nfunc Make() {}\n",
    },
    of: "one/a.go",
    has: ["run calls one/lib/l.go#Make (import)"],
    hasNot: [/two\/lib/],
  },
  {
    name: "Go: cgo, and functions that assembly has the bodies of",
    files: {
      "a.go": dedent`
        package a

        // #include <stdio.h>
        // static void hello(void) {}
        import "C"

        func sum(x, y int) int
        func run() { C.hello(); sum(1, 2) }
        func hello() {}
      `,
    },
    of: "a.go",
    has: ["run calls a.go#sum (exact)"],
    hasNot: [/run calls a\.go#hello/],
  },
  {
    name: "Python: two packages of one name, each its own",
    files: {
      "one/shop/__init__.py": "",
      "one/shop/cart.py": "def add(): ...\n",
      "one/app.py": "from shop.cart import add\nadd()\n",
      "two/shop/__init__.py": "",
      "two/shop/cart.py": "def add(): ...\n",
    },
    of: "one/app.py",
    has: ["file calls one/shop/cart.py#add (import)"],
    hasNot: [/two\/shop/],
  },
  {
    name: "Java: two modules that declare one class, each its own",
    files: {
      "one/src/main/java/shop/Cart.java": "package shop;\npublic class Cart { public void add() {} }\n",
      "one/src/main/java/shop/App.java": "package shop;\nclass App { void run(Cart cart) { cart.add(); } }\n",
      "two/src/main/java/shop/Cart.java": "package shop;\npublic class Cart { public void add() {} }\n",
    },
    of: "one/src/main/java/shop/App.java",
    hasMatch: /^shop\.App\.run calls one\/src\/main\/java\/shop\/Cart\.java#/,
    hasNot: [/two\/src/],
  },
  {
    name: "Kotlin: two modules that declare one function, each its own",
    files: {
      "one/src/main/kotlin/shop/Cart.kt": "package shop\nclass Cart { fun add() {} }\n",
      "one/src/main/kotlin/shop/App.kt": "package shop\nfun run(cart: Cart) { cart.add() }\n",
      "two/src/main/kotlin/shop/Cart.kt": "package shop\nclass Cart { fun add() {} }\n",
    },
    of: "one/src/main/kotlin/shop/App.kt",
    hasMatch: /^shop\.run calls one\/src\/main\/kotlin\/shop\/Cart\.kt#/,
    hasNot: [/two\/src/],
  },
  {
    name: "Java without packages, in two folders: each has its own",
    files: {
      "one/Cart.java": "class Cart { void add() {} }\n",
      "one/App.java": "class App { void run(Cart cart) { cart.add(); } }\n",
      "two/Cart.java": "class Cart { void add() {} }\n",
    },
    of: "one/App.java",
    hasMatch: /^App\.run calls one\/Cart\.java#/,
    hasNot: [/two\/Cart/],
  },
  {
    name: "a Kotlin script calls its own functions, and those of a build's tool are outside",
    files: {
      "build.gradle.kts": dedent`
        fun version() = "1"
        tasks.register("t") { doLast { println(version()) } }
      `,
    },
    of: "build.gradle.kts",
    hasMatch: /calls build\.gradle\.kts#version/,
    hasNot: [/calls .*#(?:register|doLast)/],
  },
  {
    name: "Swift beside a header of Objective-C",
    files: {
      "Cart.h": dedent`
        @interface Cart : NSObject
        - (void)add;
        @end
      `,
      "use.swift": "func use(cart: Cart) { cart.add() }\n",
    },
    of: "use.swift",
    hasNot: [/Cart\.h.*\((?:exact|import|unique)\)/],
  },
];

describe("edges that cannot be told are not made up", () => testEdges(CASES));

/** How many sources are spoiled of each language; a long run sets it to thousands. */
const SPOILED = Number(process.env.CODEINDEX_TEST_CASES ?? 15);
const SEED = Number(process.env.CODEINDEX_TEST_SEED ?? 1);
const MARKS = [
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "<",
  ">",
  '"',
  "'",
  "`",
  "\n",
  "\t",
  ":",
  ";",
  "\\",
  "\0",
  "\u2028",
  "\ud800",
  "#",
  "@",
];

/** A source with some pieces of it gone, doubled, moved or replaced by a mark. */
function spoiled(random: Random, source: string): string {
  let text = source;
  for (let times = 1 + random.int(6); times > 0; times--) {
    const start = random.int(text.length + 1);
    const end = Math.min(text.length, start + random.int(80));
    const piece = text.slice(start, end);
    const at = random.int(text.length + 1);
    const way = random.int(4);
    if (way === 0) text = text.slice(0, start) + text.slice(end);
    else if (way === 1) text = text.slice(0, at) + piece + text.slice(at);
    else text = text.slice(0, start) + random.of(MARKS) + text.slice(way === 2 ? start : end);
  }
  return text;
}

describe("a spoiled source has symbols and edges that stand in it", () => {
  test.each(["python", "go", "java", "kotlin", "swift"])("%s", (name) => {
    const folder = new URL(`../languages/${name}/samples/`, import.meta.url);
    const samples = readdirSync(folder).filter((path) => languageOf(path)?.name === name);
    const random = createRandom(SEED);
    for (let at = 0; at < SPOILED; at++) {
      const path = random.of(samples);
      const source = spoiled(random, readFileSync(new URL(path, folder), "utf8"));
      const { symbols, references } = parsed(path, source);
      for (const [index, symbol] of symbols.entries()) {
        expect(symbol.parent).toBeLessThan(index);
        expect(symbol.end).toBeLessThanOrEqual(source.length);
      }
      for (const { from } of references) expect(from).toBeLessThan(symbols.length);
      const edges = edgesOf(programOf({ [path]: source, [`other/${path}`]: source }), path);
      expect(edges.filter((edge) => !/ \(\w+\)$/u.test(edge))).toEqual([]);
    }
  });
});
