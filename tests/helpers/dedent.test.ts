/** The template tag of tests/helpers/dedent.ts, which takes the common indentation away. */
import { expect, test } from "vitest";
import { dedent } from "./dedent.js";

test("the indentation that lines share is left out, and so are the first line break and the closing backtick's indentation", () => {
  expect(dedent`
    function f() {
      g();

    }
  `).toBe("function f() {\n  g();\n\n}\n");
  expect(dedent`
      deeper
    f();`).toBe("  deeper\nf();");
});

test("values keep their lines", () => {
  const body = "a();\nb();";
  expect(dedent`
    function f() {
      ${body}
    }`).toBe("function f() {\n  a();\nb();\n}");
});
