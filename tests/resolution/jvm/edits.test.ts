/** An edit of Java or Kotlin touches files that do not name what it changes. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

const OTHERS = Object.fromEntries(["w", "x", "y", "z"].map((name) => [`others/${name}.java`, "package others;\n"]));

const EDITS: { name: string; files: Record<string, string>; path: string; text: string; touches: string }[] = [
  {
    name: "a package goes that has another one in it",
    files: {
      "p/A.java": dedent`
        package p;
        class A {}
      `,
      "p/q/B.java": dedent`
        package p.q;
        class B {}
      `,
      "Use.java": dedent`
        import p.*;
        class Use {}
      `,
    },
    path: "p/A.java",
    text: "class A {}\n",
    touches: "Use.java",
  },
  {
    name: "the last Java file of a package goes, and a Kotlin file is left",
    files: {
      "p/A.java": dedent`
        package p;
        class A {}
      `,
      "p/b.kt": dedent`
        package p
        class B
      `,
      "Use.java": dedent`
        import p.*;
        class Use {}
      `,
    },
    path: "p/A.java",
    text: "class A {}\n",
    touches: "Use.java",
  },
  {
    name: "a declaration comes before the package of a file",
    files: {
      "p/Base.java": dedent`
        package p;
        class Base {}
      `,
      "p/A.java": dedent`
        package p;
        class A extends Base {}
      `,
    },
    path: "p/Base.java",
    text: dedent`
      enum First { ONE }
      package p;
      class Base {}
    `,
    touches: "p/A.java",
  },
  {
    name: "a Kotlin file goes into the package of a class that names the class of its functions",
    files: {
      "util.kt": "",
      "p/Use.java": dedent`
        package p;
        class Use { void use() { UtilKt.help(); } }
      `,
    },
    path: "util.kt",
    text: "package p\n",
    touches: "p/Use.java",
  },
  {
    name: "a property goes that Java reads by its accessor",
    files: {
      "p/util.kt": dedent`
        package p
        val one = 1
      `,
      "p/Use.java": dedent`
        package p;
        class Use { void use() { UtilKt.getOne(); } }
      `,
    },
    path: "p/util.kt",
    text: dedent`
      package p
      val other = 1
    `,
    touches: "p/Use.java",
  },
];

test.each(EDITS)("$name", ({ files, path, text, touches }) => {
  const sample = programOf({ ...OTHERS, ...files });
  const before = edgesOf(sample, touches);
  sample.program.settle();
  put(sample, path, text);
  const affected = sample.program.affected();
  const now = edgesOf(programOf({ ...OTHERS, ...files, [path]: text }), touches);
  expect(now).not.toEqual(before);
  expect([...affected]).toContain(touches);
  expect(edgesOf(sample, touches)).toEqual(now);
});

test("a package that stands behind a class is none, from scratch as after an edit", () => {
  const files = {
    "Alpha.java": "public class Alpha {}\n",
    "use.kt": dedent`
      import r.*
      import p.*
      fun use(x: Omega) { x.run() }
    `,
  };
  const broken = { ...files, "Alpha.java": "public class Alpha {}\npackage p" };
  expect(edgesOf(programOf({ ...OTHERS, ...broken }), "use.kt")).toEqual(
    edgesOf(programOf({ ...OTHERS, ...files }), "use.kt"),
  );
});
