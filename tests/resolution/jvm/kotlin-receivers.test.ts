/** Kotlin: names whose receiver is that of a lambda or an extension, arguments by name, and types that nobody writes. */
import { describe } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

const garden = dedent`
  package garden

  typealias Plan = Bed.() -> Unit

  class Bed {
    fun sow(name: String) {}
    fun row(width: Int = 1, count: Int = 2, plan: Row.() -> Unit) {}
  }
  class Row {
    fun sow(name: String) {}
    fun water() {}
  }
  open class Tool
  class Spade : Tool() { fun dig() {} }
  interface Digs

  fun bed(plan: Plan): Bed = Bed().apply(plan)
  fun Bed.fence() = apply { sow("hedge") }
  fun Row.fence() {}
  fun plant(make: () -> Tool) {}
  fun plant(make: (Int) -> Tool) {}
  fun clear(all: Boolean = false, then: () -> Unit) {}
  fun clear(then: () -> Unit) {}
  fun <T> T.sharpen(): T where T : Tool = this
  inline fun <reified T> find(): T = error("none")
`;

const G = "Garden.kt#garden";
const files = (body: string) => ({ "Garden.kt": garden, "Main.kt": `package garden\n\n${body}\n` });

describe("receivers of Kotlin", () => {
  testEdges([
    {
      name: "a name in a lambda is a member of its receiver, which an alias may write",
      files: files('fun main() { bed { sow("a") } }'),
      of: "Main.kt",
      has: [`garden.main calls ${G}.Bed.sow (import)`],
      hasNot: [/Row\.sow/],
    },
    {
      name: "of lambdas inside each other the innermost receiver with the member counts",
      files: files('fun main() { bed { row { sow("a"); water(); fence() } } }'),
      of: "Main.kt",
      has: [
        `garden.main calls ${G}.Bed.row (import)`,
        `garden.main calls ${G}.Row.sow (import)`,
        `garden.main calls ${G}.Row.water (import)`,
      ],
      hasNot: [/Bed\.sow/],
    },
    {
      name: "apply, run and with make a value the receiver",
      files: files(
        dedent`
          fun a(b: Bed) { b.apply { sow("a") } }
          fun c(r: Row) { r.run { this.water() } }
          fun d(r: Row) { with(r) { water() } }`,
      ),
      of: "Main.kt",
      has: [
        `garden.a calls ${G}.Bed.sow (import)`,
        `garden.c calls ${G}.Row.water (import)`,
        `garden.d calls ${G}.Row.water (import)`,
      ],
    },
    {
      name: "an extension sees the members of what it extends, and has its type",
      files: files('fun Bed.mark() { sow("a") }\nfun main(b: Bed) { b.fence().sow("a") }'),
      of: "Main.kt",
      has: [`garden.mark calls ${G}.Bed.sow (import)`, `garden.main calls ${G}.Bed.sow (import)`],
    },
    {
      name: "a type parameter that where bounds gives the value it is called on",
      files: files("fun main() { Spade().sharpen().dig() }"),
      of: "Main.kt",
      has: [`garden.main calls ${G}.sharpen (import)`, `garden.main calls ${G}.Spade.dig (import)`],
    },
    {
      name: "a variable does not hide the function that makes it",
      files: files('fun main() { val bed = bed { sow("a") }\n bed.fence() }'),
      of: "Main.kt",
      has: [`garden.main calls ${G}.bed (import)`, `garden.main calls ${G}.Bed.sow (import)`],
    },
  ]);
});

describe("calls of Kotlin", () => {
  testEdges([
    {
      name: "a reference to a constructor is of as many parameters as it takes",
      files: files(dedent`
        class Rake(size: Int) : Tool()
        fun main() { plant(::Rake) }
        fun other() { plant(::Spade) }`),
      of: "Main.kt",
      hasMatch: /^garden\.main calls Garden\.kt#garden\.plant/,
    },
    {
      name: "of two functions that fit, the one without a default is meant",
      files: files("fun main() { clear { } }"),
      of: "Main.kt",
      hasMatch: /^garden\.main calls Garden\.kt#garden\.clear/,
    },
    {
      name: "a sign before a call belongs to its value",
      files: files(
        dedent`
          fun isDry(): Boolean = true
          fun main(r: Row) { if (!isDry()) return
           if (!r.isWet()) return }
          fun Row.isWet() = true`,
      ),
      of: "Main.kt",
      has: ["garden.main calls Main.kt#garden.isDry (exact)", "garden.main calls Main.kt#garden.isWet (exact)"],
    },
    {
      name: "an import by name hides a function of the package",
      files: {
        "Garden.kt": garden,
        "Main.kt": dedent`
          package garden

          import lib.bed

          fun main() { bed { } }
        `,
      },
      of: "Main.kt",
      has: ["garden.main calls lib!bed (external)"],
      hasNot: [/#garden\.bed/],
    },
    {
      name: "properties and functions without a type have that of their value",
      files: files(
        dedent`
          class Shed {
            val found = find<Spade>()
            fun next() = found
            fun kept() = bed { }
            fun main() { found.dig()
           kept().fence() }
          }`,
      ),
      of: "Main.kt",
      has: [`garden.Shed.main calls ${G}.Spade.dig (import)`],
      hasMatch: /^garden\.Shed\.main calls Garden\.kt#garden\.fence/,
    },
    {
      name: "values that lead to each other have no type, and end",
      files: files(
        dedent`
          class Loop {
            val a = b.next()
            val b = a.next()
            fun c() = d().e()
            fun d() = c().e()
            fun main() { a.dig() }
          }
          typealias One = Two
          typealias Two = One
          fun f(x: One) { x.dig() }`,
      ),
      of: "Main.kt",
      hasNot: [/Spade\.dig \((?:exact|import)\)/],
    },
    {
      name: "a constructor on the line below its class is one",
      files: {
        "Pot.kt": dedent`
          package garden

          class Pot
          private constructor(val size: Int) : Tool() {
            fun fill() {}
            companion object {
              fun of(size: Int): Pot = Pot(size)
            }
          }

          open class Tool
        `,
        "Main.kt": dedent`
          package garden

          fun main() { Pot.of(1).fill() }
        `,
      },
      of: "Main.kt",
      has: [
        "garden.main calls Pot.kt#garden.Pot.Companion.of (import)",
        "garden.main calls Pot.kt#garden.Pot.fill (import)",
      ],
    },
    {
      name: "so are values below the name of their class, and a comment stands between a modifier and its property",
      files: {
        "Pot.kt": dedent`
          package garden

          class Pot
          /**
           * The plants in it.
           */
            (private val size: Int, plants: Int) : Tool() {

            private// the first of them
            // counts twice
            val first: Spade
              get() = Spade()

            fun fill() { first.dig() }
          }

          open class Tool
        `,
        "Spade.kt": "package garden\nclass Spade { fun dig() {} }",
        "Main.kt": "package garden\nfun main() { Pot(1, 2).fill() }",
      },
      of: "Pot.kt",
      has: [
        "garden.Pot.fill calls Spade.kt#garden.Spade.dig (import)",
        "garden.Pot.fill references Pot.kt#garden.Pot.first (exact)",
      ],
    },
    {
      name: "a lambda behind type arguments is read",
      files: files("fun main() { pick<Spade> { it.toString() } }\nfun <T> pick(by: (T) -> String) {}"),
      of: "Main.kt",
      has: ["garden.main calls Main.kt#garden.pick (exact)"],
    },
  ]);
});
