/** Java: the constructors of records. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

/** A record with a constructor beside the one of its components, and a class that makes it. */
const made = (record: string, body: string) => ({
  "a/Pair.java": `package a;\npublic ${record}`,
  "a/Main.java": `package a;\nclass Main { void f() { ${body} } }`,
});
const P = "a/Pair.java#a.Pair";
const of = "a/Main.java";

testEdges([
  {
    name: "a record with a constructor of its own is made of its components, too",
    files: made(
      dedent`
        record Pair<T>(T one, T other) {
          public Pair(T one) { this(one, null); }
        }`,
      'new Pair<>("a", "b");',
    ),
    of,
    has: [`a.Main.f calls ${P} (import)`],
  },
  {
    name: "its own constructor leads to the one of its components",
    files: made(
      dedent`
        record Pair<T>(T one, T other) {
          public Pair(T one) { this(one, null); }
        }`,
      "",
    ),
    of: "a/Pair.java",
    has: ["a.Pair.Pair calls a/Pair.java#a.Pair (exact)"],
  },
  {
    name: "a constructor that takes the components is the only one that does",
    files: made(
      dedent`
        record Pair(int one, int other) {
          public Pair(int one, int other) { this.one = one; }
        }`,
      "new Pair(1, 2);",
    ),
    of,
    has: [`a.Main.f calls ${P}.Pair (import)`],
    hasNot: [/candidate/],
  },
  {
    name: "so is one without parameters in its head",
    files: made(
      dedent`
        record Pair(int one, int other) {
          public Pair { check(one); }
        }`,
      "new Pair(1, 2);",
    ),
    of,
    has: [`a.Main.f calls ${P}.Pair (import)`],
  },
]);
