/** Kotlin that the grammar cannot read, and is read nevertheless. */
import { expect, test } from "vitest";
import { codeLanguageOf } from "../../../src/languages/index.js";
import { createParser } from "../../../src/languages/parse.js";
import { dedent } from "../../helpers/dedent.js";

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
  [
    "set is a variable below a property",
    dedent`
      fun f() {
        val set = LinkedHashSet<Any>()
        set += 1
        set.add(2)
      }`,
  ],
  [
    "a condition behind a branch",
    dedent`
      fun f(s: Any) = when (s) {
        is Circle if s.isLarge() -> 1
        else -> 2
      }`,
  ],
  [
    "get is a function below a value",
    dedent`
      class A {
        fun f() {
          val a = 1
          get("/") { open() }
        }
      }`,
  ],
  [
    "a word before declarations ends a block",
    dedent`
      fun f() = if (a) {
        shared
      } else {
        private
      }`,
  ],
  [
    "a field behind a property",
    dedent`
      class A {
        val state: Flow<Int>
          field = MutableFlow<Int>(0)
        fun f() {}
      }`,
  ],
  [
    "a field in a setter",
    dedent`
      class A {
        var a: Int = 0
          set(value) {
            field = value
          }
      }`,
  ],
  ["values from around", "context(log: Log, tree: Tree<(Int) -> Int>)\nprivate fun f() = log.write()"],
  ["a type with values from around", "fun f(body: suspend context(Log) Tree.() -> Unit) {}"],
  ["brackets of a type behind an annotation", "fun f(badge: @Composable (RowScope.() -> Unit), a: Int) {}"],
  ["suspend is called", "fun f() = listOf(suspend { a() })"],
  ["an annotation of all parts", "data class A(@all:Name(value = B.C) val a: Map<K, V>) { val b = 1 }"],
  [
    "a constructor on the line below, of one platform",
    "public actual class A\npublic actual constructor(val a: Int) : B<A>",
  ],
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

test("a name with type arguments before brackets or a lambda is called", () => {
  const source = `
    val a = Key<User>(id)
    val b = id to model.Key<User.Id>(id)
    val c = !open<User> { it } || small < large
  `;
  const { references } = parser.parse(kotlin, source);
  const calls = references.filter(({ kind, path }) => kind === "call" && !`${path.at(-1)}`.startsWith("operator "));
  const types = references.filter(({ kind }) => kind === "type");
  const nameOf = ({ root, path }: (typeof references)[number]) =>
    [root.in === "free" ? root.name : root.in, ...path].join(".");
  expect(calls.map(nameOf)).toEqual(["Key", "id.to", "model.Key", "open"]);
  expect(calls.map(({ argumentCount, typeArgumentCount }) => [argumentCount, typeArgumentCount])).toEqual([
    [1, 1],
    [1, undefined],
    [1, 1],
    [1, 1],
  ]);
  expect(types.map(nameOf)).toEqual(["User", "User", "User.Id", "User"]);
});
