/** Kotlin: functions that operators call, and the values that they give. */
import { expect, test } from "vitest";
import { edgesOf, programOf, put, testEdges } from "../helpers.js";

const MONEY = `
package shop
class Money(val cents: Int) : Comparable<Money> {
  operator fun plus(other: Money) = Money(cents + other.cents)
  operator fun unaryMinus() = Money(-cents)
  operator fun inc() = Money(cents + 1)
  operator fun rangeTo(last: Money): Span = Span()
  override operator fun compareTo(other: Money) = cents - other.cents
  override fun equals(other: Any?) = other is Money
  fun print() {}
}
operator fun Money.rangeUntil(last: Money): Span = Span()
operator fun Int.times(money: Money): Money = money
class Span {
  operator fun contains(money: Money) = true
  operator fun iterator(): Steps = Steps()
  fun length() {}
}
class Steps {
  operator fun hasNext() = true
  operator fun next(): Money = Money(1)
}
class Till {
  operator fun get(row: Int, column: Int): Money = Money(1)
  operator fun get(name: String): Span = Span()
  operator fun set(row: Int, column: Int, money: Money) {}
  operator fun minusAssign(money: Money) {}
  operator fun plusAssign(note: String) {}
}
class Kept(val money: Money) {
  operator fun getValue(owner: Any?, property: Any?): Money = money
  operator fun setValue(owner: Any?, property: Any?, value: Money) {}
}`;

const uses = (body: string) => ({ "money.kt": MONEY, "uses.kt": `package shop\n${body}` });
const calls = (name: string) => `shop.use calls money.kt#shop.${name} (import)`;

testEdges([
  {
    name: "arithmetic calls its functions and has their values",
    files: uses("fun use(a: Money, b: Money) { (a + -b).print(); var c = a; c++; (2 * a).print() }"),
    of: "uses.kt",
    has: ["Money.plus", "Money.unaryMinus", "Money.inc", "times", "Money.print"].map(calls),
  },
  {
    name: "comparisons, ranges and their tests call theirs",
    files: uses(
      "fun use(a: Money, b: Money, s: Span) { a < b; a == b; (a..b).length(); (a..<b).length(); when (a) { !in s -> 1; else -> 2 } }",
    ),
    of: "uses.kt",
    has: ["Money.compareTo", "Money.equals", "Money.rangeTo", "rangeUntil", "Span.contains", "Span.length"].map(calls),
  },
  {
    name: "brackets call the get that takes so many values, and set on the left of an assignment",
    files: uses(`fun use(t: Till, m: Money) { t[1, 2].print(); t["a"].length(); t[1, 2] = m; t -= m; t += "sold" }`),
    of: "uses.kt",
    has: ["Till.get", "Till.set", "Till.minusAssign", "Till.plusAssign", "Money.print", "Span.length"].map(calls),
  },
  {
    name: "a sum that is assigned calls plus, and on an element get and set",
    files: uses("fun use(t: Till, m: Money) { var n = m; n += m; t[1, 2] += m }"),
    of: "uses.kt",
    has: ["Money.plus", "Till.get", "Till.set"].map(calls),
  },
  {
    name: "a loop calls the iterator and what it loops by",
    files: uses("fun use(s: Span) { for (m in s) m.print() }"),
    of: "uses.kt",
    has: ["Span.iterator", "Steps.hasNext", "Steps.next", "Money.print"].map(calls),
  },
  {
    name: "a property that is delegated calls getValue, and setValue where it can be set",
    files: uses("val one by Kept(Money(1))\nvar two: Money by Kept(Money(2))"),
    of: "uses.kt",
    has: [
      "shop.one calls money.kt#shop.Kept.getValue (import)",
      "shop.two calls money.kt#shop.Kept.getValue (import)",
      "shop.two calls money.kt#shop.Kept.setValue (import)",
    ],
    hasNot: ["shop.one calls money.kt#shop.Kept.setValue (import)"],
  },
  {
    name: "operators of numbers, texts and unknown values are not calls",
    files: uses(
      `fun use(a: Int, b: String, c: Other) { a + 1; b + a; c + c; -c; c[0]; for (x in c) {}; !c; a in c; c < c; c == c; a != null }`,
    ),
    of: "uses.kt",
    hasNot: [/ calls /],
  },
  {
    name: "fold and reduce give their lambdas what they have so far",
    files: uses(
      "fun use(all: List<Money>) { all.reduce { a, b -> a + b }.print(); all.fold(Span()) { s, m -> s }.length() }",
    ),
    of: "uses.kt",
    has: ["Money.plus", "Money.print", "Span.length"].map(calls),
  },
  {
    name: "a property that extends a type is one of its values",
    files: uses("val Span.first: Money get() = Money(1)\nfun use(s: Span) { s.first.print() }"),
    of: "uses.kt",
    has: ["shop.use references uses.kt#shop.first (exact)", calls("Money.print")],
  },
]);

test("an operator that is declared later touches files that have its sign", () => {
  const others = Object.fromEntries(["w", "x", "y", "z"].map((name) => [`${name}.kt`, "package others\n"]));
  const use = "package shop\nfun use(a: Box, b: Box) { var c = a; c += b }";
  const sample = programOf({ ...others, "a.kt": "package shop\nclass Box", "b.kt": use });
  sample.program.settle();
  expect(edgesOf(sample, "b.kt", ["calls"])).toEqual([]);
  put(sample, "a.kt", "package shop\nclass Box { operator fun plus(other: Box) = this }");
  expect(sample.program.affected()).toContain("b.kt");
  expect(edgesOf(sample, "b.kt", ["calls"])).toEqual(["shop.use calls a.kt#shop.Box.plus (import)"]);
});
