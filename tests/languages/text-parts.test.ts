/** The parts of programs: each sign of a sample's second line says in which part the character above it is. */
import { beforeAll, expect, test } from "vitest";
import { languageOf, languages } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import type { TextPart } from "../../src/model/text-part.js";

const SIGNS: Record<string, TextPart> = { c: "code", "#": "comments", s: "strings", i: "imports", t: "types" };

const parser = createParser();
beforeAll(async () => {
  for (const language of languages) await parser.load(language);
});

const cases: readonly { path: string; source: string; signs: string }[] = [
  {
    path: "a.ts",
    source: 'import { sign, type Key } from "./sign"; sign(a);',
    signs: "i        i          i        i           c    c",
  },
  {
    path: "a.ts",
    source: 'export { sign } from "./sign"; export { a };',
    signs: "i        i            i               c   c",
  },
  { path: "a.ts", source: "sign(a); // sign", signs: "c    c   #  #" },
  { path: "a.ts", source: "/** sign */ const a: Key = b as Key;", signs: "#   #       c     c  t     c    t  " },
  {
    path: "a.ts",
    source: "interface Key { sign: string } new Key<Key>();",
    signs: "t         t     t              c   c   t",
  },
  { path: "a.ts", source: "class A extends B<Key> implements C {}", signs: "c     c         c t               t" },
  { path: "a.ts", source: "f('a', `b $" + "{c} d`, x as const, /r/);", signs: "c  s    s   c  s   c    c      c" },
  {
    path: "a.ts",
    source: "function f(a: Key): a is Key { return a }",
    signs: "c        c c  t    t    t        c     c",
  },
  {
    path: "a.ts",
    source: "await import('./sign'); type K = 'a' | B;",
    signs: "c            s            t    t t     t",
  },
  {
    path: "a.tsx",
    source: "const a = <Key name='b' run={() => c}>d e</Key>;",
    signs: "c     c    c   c     s  c         c   s s  c",
  },
  {
    path: "a.js",
    source: "const { sign } = require('./sign'); sign(1);",
    signs: "i       i        i        i         c",
  },
  {
    path: "a.js",
    source: "const sign = make(require('./sign')).a; const b = 1;",
    signs: "c     c      c             s         c        c",
  },
  { path: "a.js", source: "const port = require('./a').port;", signs: "i     i      i        i    i" },
  { path: "a.js", source: "/* @flow */ const a = (b: Key) => f(b);", signs: "#           c     c    c  t       c c" },
  { path: "a.cs", source: "using Shop.Pay; namespace Shop;", signs: "i     i    i    c         c" },
  {
    path: "a.cs",
    source: 'class A : IKey { Key b = new Key("c"); } // d',
    signs: "c     c   t      t   c   c   c    s      #  #",
  },
  {
    path: "a.cs",
    source: "class A<T> where T : IKey { Key Run(Key a) { add<IKey, Key>((Key)b); } }",
    signs: "c     c t        t   t      t   c   t   c    c   c     c     t   c",
  },
  {
    path: "a.cs",
    source: 'class A { void F() { foreach (Key k in a) f($"b {k} c", k is Key, typeof(Key)); } }',
    signs: "c     c   t    c     c        t   c    c  c   s  c  s   c    c    c      c",
  },
];

for (const { path, source, signs } of cases) {
  test(`${path}: ${source}`, () => {
    const places = [...signs].flatMap((sign, index) => (sign === " " ? [] : [index]));
    const told = parser.partsAt(languageOf(path)!, source, places)!;
    const shown = [...source].fill(" ");
    for (const [at, place] of places.entries())
      shown[place] = Object.keys(SIGNS).find((sign) => SIGNS[sign] === told[at])!;
    expect(`${source}\n${shown.join("").trimEnd()}`).toBe(`${source}\n${signs.trimEnd()}`);
  });
}

test("a source that does not parse has parts where it does", () => {
  const source = "sign(a); ) ] => // sign\nclass {";
  expect(parser.partsAt(languageOf("a.ts")!, source, [0, source.indexOf("// sign") + 3])).toEqual(["code", "comments"]);
});
