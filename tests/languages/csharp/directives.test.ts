/** `#if` directives inside C# statements, blanked by src/languages/csharp/directives.ts, also beside quotes that nothing closes. */
import { expect, test } from "vitest";
import { withoutCuts } from "../../../src/languages/csharp/directives.js";
import { dedent } from "../../helpers/dedent.js";

test("a long line of quotes that close nothing", () => {
  const source = `#if A\nint a\n#else\nint b\n#endif\n= 1;\n// ${"x".repeat(10)}\nvar c = ${'\\"'.repeat(300_000)};\n`;
  expect(withoutCuts(source)).toMatch(/^ +\nint a\n/);
});

test("a quote in words takes nothing with it but the rest of its line", () => {
  const source = dedent`
    #error Don't
    #if A
    if (a)
    #else
    if (b)
    #endif
    { }
  `;
  expect(withoutCuts(source)).toMatch(/^#error Don't\n +\nif \(a\)\n +\n +\n +\n\{ \}\n$/);
});
