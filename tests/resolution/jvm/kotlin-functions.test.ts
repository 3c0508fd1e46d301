/** Functions of Kotlin's standard library and of other libraries that extend values, by src/resolution/jvm/kotlin-functions.ts. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a function that every file of Kotlin sees is outside the project",
    files: {
      "a.kt": `
package shop
class Cart(val items: List<String>) {
  fun show(names: Set<String>, count: Int) {
    setOf("a")
    val all = items.chunked(2)
    names.joinToString()
    count.coerceAtLeast(1)
    takeIf { true }
    println(emptyList<String>())
  }
}`,
    },
    of: "a.kt",
    has: [
      "shop.Cart.show calls kotlin.collections!setOf (external)",
      "shop.Cart.show calls kotlin.collections!chunked (external)",
      "shop.Cart.show calls kotlin.ranges!coerceAtLeast (external)",
      "shop.Cart.show calls kotlin.io!println (external)",
      "shop.Cart.show calls kotlin.collections!emptyList (external)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "a function that extends values of any type and that a file imports from a library is that one",
    files: {
      "a.kt": `
package shop
import io.kotest.matchers.shouldBe
import io.mockk.every
import io.mockk.mockk
class Cart {
  fun total(): Int = 1
}
class Check {
  fun shouldBe(other: Int) {}
}
fun test(other: Unknown) {
  Cart().total() shouldBe 1
  other.total.shouldBe(2)
  Check().shouldBe(3)
}`,
    },
    of: "a.kt",
    has: ["shop.test calls io.kotest.matchers!shouldBe (external)", "shop.test calls a.kt#shop.Check.shouldBe (exact)"],
    hasNot: [/unresolved/, /candidate/],
  },
  {
    name: "a function of the project goes before one of Kotlin's, and a name that an unknown value may have is not Kotlin's",
    files: {
      "own.kt": `
package shop
fun listOf(one: Int): Basket = Basket()
class Basket { fun chunked(size: Int) {} }`,
      "a.kt": `
package shop
fun test(other: Unknown, some: List<String>) {
  listOf(1)
  other.chunked(2)
  some.chunked(2)
}`,
    },
    of: "a.kt",
    has: [
      "shop.test calls own.kt#shop.listOf (import)",
      "shop.test calls ?chunked (unresolved)",
      "shop.test calls kotlin.collections!chunked (external)",
    ],
  },
]);
