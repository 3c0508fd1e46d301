/** Kotlin that the grammar cannot read, and is read nevertheless. */
import { expect, test } from "vitest";
import { codeLanguageOf } from "../../../src/languages/index.js";
import { createParser } from "../../../src/languages/parse.js";

const parser = createParser();
const kotlin = codeLanguageOf("a.kt")!;
await parser.load(kotlin);

const sources: [name: string, source: string][] = [
  [
    "a word before declarations is a name elsewhere",
    "fun f() { all.forEach { override -> mark(override.id, override in known) } }",
  ],
  ["open is called", "fun f() = go(first = { open(place) }) { it.next() }"],
  ["a list of nothing in an annotation", "annotation class A(val groups: Array<String> = [])"],
  ["a text with two signs before it", 'class A(@param:Value($$"$\u007Bserver.port:#{null}}") val port: Int?)'],
  ["set is a variable below a property", "fun f() {\n  val set = LinkedHashSet<Any>()\n  set += 1\n  set.add(2)\n}"],
  ["a condition behind a branch", "fun f(s: Any) = when (s) {\n  is Circle if s.isLarge() -> 1\n  else -> 2\n}"],
];

test.each(sources)("%s", (_name, source) => {
  const { symbols, errorRanges } = parser.parse(kotlin, `${source}\nfun behind() {}\n`);
  expect(errorRanges).toEqual([]);
  expect(symbols.map(({ name }) => name)).toContain("behind");
});

test("names are those of the source", () => {
  const { references } = parser.parse(kotlin, "fun f() { open(data); value.set(inner) }");
  const names = references.map(({ root, path }) => [root.in === "free" ? root.name : root.in, ...path].join("."));
  expect(names).toEqual(["open", "value.set", "data", "value", "inner"]);
});
