/** Kotlin: the types that conditions tell of names and of `this`. */
import { testEdges } from "../helpers.js";

const SHAPES = `
package shapes
sealed class Shape
class Circle : Shape() {
  val radius = 1
  fun roll() {}
}
class Square : Shape() { fun turn() {} }
`;

testEdges([
  {
    name: "a name has the type that it must have behind an if that is left",
    files: {
      "a.kt": `${SHAPES}
fun returned(s: Shape) { if (s !is Circle) return; s.roll() }
fun thrown(s: Shape) {
  if (s !is Circle) { throw Error() }
  s.roll()
}
fun more(s: Shape, all: Boolean) { if (s !is Square || all) return; s.turn() }
fun otherwise(s: Shape) { if (s !is Square) s.hashCode() else s.turn() }
fun stays(s: Shape) { if (s !is Circle) s.hashCode(); s.roll() }`,
    },
    of: "a.kt",
    has: [
      "shapes.returned calls a.kt#shapes.Circle.roll (exact)",
      "shapes.thrown calls a.kt#shapes.Circle.roll (exact)",
      "shapes.more calls a.kt#shapes.Square.turn (exact)",
      "shapes.otherwise calls a.kt#shapes.Square.turn (exact)",
    ],
    hasNot: ["shapes.stays calls a.kt#shapes.Circle.roll (exact)"],
  },
  {
    name: "a type holds to the end of the operators that need it",
    files: {
      "a.kt": `${SHAPES}
fun and(s: Shape) = s is Circle && s.radius > 1
fun or(s: Shape) = s !is Square || s.turn() == Unit
fun looped(s: Shape) { while (s is Circle) s.roll() }
fun behind(s: Shape, t: Boolean) = (s is Circle && t) || s.roll() == Unit
fun either(s: Shape) = s is Circle || s.roll() == Unit`,
    },
    of: "a.kt",
    has: [
      "shapes.and references a.kt#shapes.Circle.radius (exact)",
      "shapes.or calls a.kt#shapes.Square.turn (exact)",
      "shapes.looped calls a.kt#shapes.Circle.roll (exact)",
    ],
    hasNot: [
      "shapes.behind calls a.kt#shapes.Circle.roll (exact)",
      "shapes.either calls a.kt#shapes.Circle.roll (exact)",
    ],
  },
  {
    name: "a name that was cast has the type from then on",
    files: {
      "a.kt": `${SHAPES}
fun use(s: Shape) {
  s as Circle
  s.roll()
}
fun not(s: Shape) {
  s as? Circle
  s.roll()
}`,
    },
    of: "a.kt",
    has: ["shapes.use calls a.kt#shapes.Circle.roll (exact)"],
    hasNot: ["shapes.not calls a.kt#shapes.Circle.roll (exact)"],
  },
  {
    name: "this has the type that a condition tells, and names may be its members",
    files: {
      "a.kt": `${SHAPES}
fun help() = 1
fun Shape.act() = when (this) {
  is Circle -> roll()
  is Square -> { this.turn(); help() }
}
fun Shape.early() { if (this !is Circle) return; roll() }
fun Shape.size() = if (this is Circle) radius else help()
fun Shape.else2() = if (this is Circle) 1 else roll()`,
    },
    of: "a.kt",
    has: [
      "shapes.act calls a.kt#shapes.Circle.roll (exact)",
      "shapes.act calls a.kt#shapes.Square.turn (exact)",
      "shapes.act calls a.kt#shapes.help (exact)",
      "shapes.early calls a.kt#shapes.Circle.roll (exact)",
      "shapes.size references a.kt#shapes.Circle.radius (exact)",
    ],
    hasNot: ["shapes.else2 calls a.kt#shapes.Circle.roll (exact)"],
  },
  {
    name: "the value of an elvis is that of its sides, of one where the other is not known",
    files: {
      "a.kt": `${SHAPES}
fun make() = Circle()
fun right() { (library.find() ?: make()).roll() }
fun left(c: Circle?) { val d = c ?: return; d.roll() }
fun both(c: Circle?) { val d = c ?: make(); d.roll() }`,
    },
    of: "a.kt",
    has: ["right", "left", "both"].map((name) => `shapes.${name} calls a.kt#shapes.Circle.roll (exact)`),
  },
]);
