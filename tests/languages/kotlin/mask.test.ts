/** Kotlin that the grammar cannot read, and is read nevertheless. */
import { expect, test } from "vitest";
import { codeLanguageOf } from "../../../src/languages/index.js";
import { maskForGrammar } from "../../../src/languages/kotlin/mask.js";
import { createParser } from "../../../src/languages/parse.js";
import { dedent } from "../../helpers/dedent.js";

const parser = createParser();
const kotlin = codeLanguageOf("a.kt")!;
await parser.load(kotlin);

const sources: [name: string, source: string][] = [
  [
    "suspend is a variable",
    "fun f() { var suspend = -1; when (key) { A -> suspend = 1; else -> g(suspend, suspend.next) } }",
  ],
  [
    "conditions behind branches in lines of their own, and behind else",
    dedent`
      fun f(s: Any) = when (s) {
        is Shape.Circle
        if other is Circle -> 1
        is Square if s.isLarge -> 2
        else if s.isSmall -> 3
        else -> 4
      }`,
  ],
  [
    "a comment behind the annotation of a constructor below its class",
    dedent`
      open class Range
        @JvmOverloads // made by its name
        constructor(
          context: Context,
        ) : Preference(context),
          Shown {
          var first = 1
        }`,
  ],
  [
    "an annotation between two accessors",
    dedent`
      class A {
        var action: Action
          get() =
            try {
              read()
            } catch (_: Exception) {
              Action.NONE
            }

          @VisibleForTesting(VisibleForTesting.NONE)
          set(value) {
            write(value)
          }
      }`,
  ],
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
  [
    "get calls a function between its operands",
    dedent`
      fun f() {
        val a = users.insert {
          it[name] = "a"
        } get users.id
        val b = users.insert { } get (users.id)
      }`,
  ],
  [
    "where, by and dynamic are names",
    dedent`
      fun f(where: Op?, dynamic: Int) {
        log()

        where?.let { +it }
        by.use()
        by = dynamic + 1
      }`,
  ],
  [
    "a word before declarations takes a lambda or an index",
    dedent`
      fun f() {
        open { it }
        data[1] = 2
      }`,
  ],
  [
    "an annotation before the accessor of a property without a type",
    dedent`
      class A {
        val a
          @OptIn(B::class)
          get() = 1
      }`,
  ],
  [
    "a condition of several lines behind a branch",
    dedent`
      fun f(e: Any) = when (e) {
        is Literal<*> if (
          e.type is Blob && (e.type as? Blob) == null
        ) -> 1
        else -> 2
      }`,
  ],
];

test.each(sources)("%s", (_name, source) => {
  const { symbols, errorRanges } = parser.parse(kotlin, `${source}\nfun behind() {}\n`);
  expect(errorRanges).toEqual([]);
  expect(symbols.map(({ name }) => name)).toContain("behind");
});

test("declarations behind annotations are no calls", () => {
  const source = dedent`
    @Preview
    @Composable
    private fun Cart() {
      Shelf()
    }

    @Target(
      AnnotationTarget.CLASS,
    )
    annotation class Marker

    @SpringBootApplication
    open class App

    @Component
    @Transactional(readOnly = true)
    class Service {
      fun serve() = 1
    }

    @Module
    interface Bindings {
      fun bind(): Int
    }

    @Immutable
    sealed interface State {
      data object Open : State
    }

    @Singleton
    class Navigation @Inject constructor() {
      @Suppress("unused")
      companion object {
        const val MOST = 1
      }
    }

    fun last() {}
  `;
  const { symbols, references, errorRanges } = parser.parse(kotlin, source);
  expect(errorRanges).toEqual([]);
  expect(symbols.map(({ kind, access, qualifiedName }) => `${access} ${kind} ${qualifiedName}`)).toEqual([
    "public file ",
    "private function Cart",
    "public class Marker",
    "public class App",
    "public class Service",
    "public method Service.serve",
    "public interface Bindings",
    "public method Bindings.bind",
    "public interface State",
    "public class State.Open",
    "public class Navigation",
    "public constructor Navigation.Navigation",
    "public class Navigation.Companion",
    "public constant Navigation.Companion.MOST",
    "public function last",
  ]);
  const names = references.map(({ kind, root }) => `${kind} ${root.in === "free" ? root.name : root.in}`);
  expect(names.filter((name) => /^(?:call|decorator)/.test(name))).toEqual([
    "call Shelf",
    "decorator Preview",
    "decorator Composable",
    "decorator Target",
    "decorator SpringBootApplication",
    "decorator Component",
    "decorator Transactional",
    "decorator Module",
    "decorator Immutable",
    "decorator Singleton",
    "decorator Suppress",
  ]);
});

test("a sign that begins a line begins a statement, where no brackets hold the lines together", () => {
  const source = dedent`
    fun f(a: Boolean, b: Int): Int {
      +"text"
      +b
      take(b
        + 1)
      if (a)
        -1
      val c = b + // and
        -2
      return c +
        +b
    }
  `;
  const { references, errorRanges } = parser.parse(kotlin, source);
  const operators = references.flatMap(({ path, line }) =>
    /^operator /.test(`${path.at(-1)}`) ? [`${path.at(-1)} ${line}`] : [],
  );
  expect(errorRanges).toEqual([]);
  expect(operators.filter((name) => name.startsWith("operator plus"))).toEqual([
    "operator plus 4",
    "operator plus 8",
    "operator plus 10",
  ]);
});

test.each([
  "a<b,",
  "get ",
  "is A if ",
  "@A private ",
  "private fun ",
  "class a\n",
  "is X if ((a)",
  "@A((a)",
  "val x\n@A\n",
  "where ",
])("%j, 40,000 times, is masked to a text of the same length", (piece) => {
  const text = piece.repeat(40_000);
  expect(maskForGrammar(text)).toHaveLength(text.length);
});

test("names are those of the source", () => {
  const { references } = parser.parse(kotlin, "fun f() { open(data); value.set(inner) }");
  const names = references.map(({ root, path }) => [root.in === "free" ? root.name : root.in, ...path].join("."));
  expect(names).toEqual(["open", "value.set", "data", "value", "inner"]);
});

test("a comment behind the annotation of an accessor makes no call of it", () => {
  const source = dedent`
    val a: Int
      @SuppressLint("W") // see read()
      get() = b()`;
  const { references } = parser.parse(kotlin, source);
  const calls = references.filter(({ kind }) => kind === "call");
  expect(calls.map(({ root }) => root)).toEqual([{ in: "free", name: "b" }]);
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
