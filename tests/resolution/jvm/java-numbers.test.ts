/** Java and Kotlin: the types of arithmetic, by which overloads are chosen. */
import { testEdges } from "../helpers.js";

const MODEL = `
package a;
class Whole { void one() {} }
class Half { void two() {} }
class Word { void three() {} }
class Model {
  Whole set(String key, Integer value) { return null; }
  Half set(String key, Double value) { return null; }
  Word set(String key, String value) { return null; }
}`;

testEdges([
  {
    name: "arithmetic of two numbers gives the wider type, and that of a double a double",
    files: {
      "a/Model.java": MODEL,
      "a/Use.java": `
package a;
class Use {
  int count; double rate;
  void parsed(Model m, String s) { m.set("a", Integer.parseInt(s) / 100.0).two(); }
  void read(Model m, Buffer b) { m.set("a", b.readShort() * 0.1).two(); }
  void locals(Model m, int n, double d) { m.set("a", n * d).two(); }
  void whole(Model m, int n, short s) { m.set("a", n + s).one(); }
  void literal(Model m) { m.set("a", count + 1).one(); }
  void reversed(Model m) { m.set("a", 2.5 * count).two(); }
  void text(Model m, String s) { m.set("a", s + 1.5).three(); }
  void shifted(Model m, int n, long by) { m.set("a", n << by).one(); }
}`,
    },
    of: "a/Use.java",
    has: [
      ...["parsed", "read", "locals", "reversed"].map((name) => `a.Use.${name} calls a/Model.java#a.Half.two (import)`),
      ...["whole", "literal", "shifted"].map((name) => `a.Use.${name} calls a/Model.java#a.Whole.one (import)`),
      "a.Use.text calls a/Model.java#a.Word.three (import)",
    ],
    hasNot: [/candidate/],
  },
  {
    name: "the same in Kotlin",
    files: {
      "a/Model.java": MODEL,
      "a/use.kt": `
package a
fun half(m: Model, n: Int, d: Double) { m.set("a", n / d).two() }
fun whole(m: Model, n: Int) { m.set("a", n * 2).one() }`,
    },
    of: "a/use.kt",
    has: ["a.half calls a/Model.java#a.Half.two (import)", "a.whole calls a/Model.java#a.Whole.one (import)"],
  },
]);
