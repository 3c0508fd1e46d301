/** Files of languages without a grammar: their declarations are read by their shape. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { present } from "../../../src/base/need.js";
import { codeLanguageOf, isByShape, languageOf, languages } from "../../../src/languages/index.js";
import { createParser } from "../../../src/languages/parse.js";
import { shapes } from "../../../src/languages/shape/index.js";
import { nodeIds } from "../../../src/model/node-id.js";
import { dedent } from "../../helpers/dedent.js";
import { sized } from "../../helpers/sized.js";
import { printGolden } from "../golden.js";

const SAMPLES = fileURLToPath(new URL("./samples/", import.meta.url));
const parser = createParser();

function read(path: string, source: string) {
  const language = present(codeLanguageOf(path));
  return parser.parse(language, source);
}

describe("a sample of each shape", () => {
  for (const file of readdirSync(SAMPLES).sort()) {
    if (file.endsWith(".golden")) continue;
    test(file, async () => {
      const source = readFileSync(join(SAMPLES, file), "utf8");
      await expect(printGolden(source, read(file, source))).toMatchFileSnapshot(join(SAMPLES, `${file}.golden`));
    });
  }
});

const namesOf = (path: string, source: string) =>
  read(path, source)
    .symbols.slice(1)
    .map(({ kind, qualifiedName }) => `${kind} ${qualifiedName}`);

describe("languages", () => {
  test("with a grammar are never read by shape, and the names of shapes are told apart", () => {
    for (const { name, extensions } of languages) {
      expect(isByShape(name)).toBe(false);
      for (const extension of extensions) expect(codeLanguageOf(`a${extension}`)?.shape).toBeUndefined();
    }
    expect(isByShape("rust")).toBe(true);
    expect(languageOf("src/cart.rs")).toBe(null);
  });

  test("have one row for each extension and for each name of a parse result", () => {
    const extensions = shapes.flatMap(({ language }) => language.extensions);
    expect(extensions.length).toBe(new Set(extensions).size);
    const names = shapes.map(({ language }) => language.name);
    expect(names.length).toBe(new Set(names).size);
  });

  test("stand on the page about them", () => {
    const page = readFileSync(new URL("../../../docs/shape.md", import.meta.url), "utf8");
    expect(shapes.map(({ language }) => language.family).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test("are told by whole names where there is no extension", () => {
    expect(codeLanguageOf("Rakefile")?.family).toBe("ruby");
    expect(codeLanguageOf("src/CMakeLists.txt")?.family).toBe("cmake");
    expect(codeLanguageOf("docs/readme.md")).toBe(null);
    expect(codeLanguageOf("data.json")).toBe(null);
  });
});

describe("declarations", () => {
  test("values in a block of code are none: of a class, those at the indentation of its members are", () => {
    const source = dedent`
      class Carts extends Controller {
        val form = mapping("name")

        get("/carts/:id") {
          val cart = find(params("id"))
          render(cart)
        }

        private val rate = 3
      }
    `;
    expect(namesOf("Carts.scala", source)).toEqual(["class Carts", "constant Carts.form", "constant Carts.rate"]);
  });

  test("a function of Haskell may have its signature below its name", () => {
    const source = dedent`
      total
        :: Cart
        -> Int
      total cart = sum (prices cart)

      rate :: Int
      rate = 3
    `;
    expect(namesOf("Cart.hs", source)).toEqual(["function total", "function rate"]);
  });

  test("tests of Zig have their titles as names", () => {
    const source = dedent`
      test "an empty cart costs nothing" {
          try expect(total(empty) == 0);
      }
      test total {}
      test {}
    `;
    expect(namesOf("cart.zig", source)).toEqual(["function an empty cart costs nothing", "function total"]);
  });
});

describe("sources that are not well formed", () => {
  const deep = (open: string, close: string) => `${open.repeat(sized(5000))}\n${close.repeat(sized(5000))}`;
  const hostile: [what: string, source: string][] = [
    ["nothing", ""],
    ["a long line of characters", `fn a() { ${"x + ".repeat(sized(25_000))} }`],
    ["a long line of quotes", "'".repeat(sized(100_000))],
    ["a long line of escaped quotes", "'\\".repeat(sized(50_000))],
    ["comments that never end", "/* ".repeat(sized(30_000))],
    ["texts that never end", "x = <<EOT\n".repeat(sized(5000))],
    ["strings of many forms that never end", 'r#"a" R"x( """ [[ `'.repeat(sized(5000))],
    ["braces that nest", deep("{", "}")],
    ["braces that never close", "fn a() {\n".repeat(sized(1500))],
    ["braces that were never opened", "}\n".repeat(sized(10_000))],
    ["type arguments that nest", `class A${"<".repeat(sized(20_000))}`],
    ["words without an end", "pub ".repeat(sized(25_000))],
    ["names in names", `${"a::".repeat(sized(20_000))}b() {}`],
    ["classes in classes", "class A {\n".repeat(sized(1500))],
    [
      "half a merge",
      dedent`
        fn a() {
        <<<<<<< HEAD
        }
        =======
          b();
        }
        >>>>>>> other
        fn c() {}
      `,
    ],
    ["other line ends", "class A {\r\n  void b() {\r\n  }\r\n}\r\n"],
    ["bytes that are no text", "\uFFFD\0\uFFFD class \u2028 A { \uD800 }"],
  ];
  for (const [what, source] of hostile) {
    test(`${what}: every shape reads it`, () => {
      for (const { language } of shapes) {
        const { symbols, status } = parser.parse(language, source);
        expect(status).toBe("full");
        const wrong = symbols
          .slice(1)
          .filter(
            ({ start, end, parent, startLine, endLine }) =>
              end <= start || end > source.length || endLine < startLine || parent < 0,
          );
        expect(wrong).toEqual([]);
      }
    });
  }

  test("declarations behind a fault are found", () => {
    expect(
      namesOf(
        "a.rs",
        dedent`
          fn a() {
          <<<<<<< HEAD
          }
          =======
            b();
          }
          >>>>>>> other
          fn c() {}
        `,
      ),
    ).toContain("function c");
    expect(
      namesOf(
        "a.c",
        dedent`
          int a(void) { return 1;

          int b(void) {
            return 2;
          }
        `,
      ),
    ).toEqual(["function a", "function b"]);
    expect(
      namesOf(
        "a.php",
        dedent`
          <?php
          function a() { $x = "it's; }

          function b() {}
        `,
      ),
    ).toContain("function b");
  });
});

describe("node ids", () => {
  test("of a type do not depend on the blocks that extend it", () => {
    const idOf = (source: string) => {
      const language = present(codeLanguageOf("a.rs"));
      return nodeIds(language, "a.rs", parser.parse(language, source))[1];
    };
    expect(idOf("struct Cart {}\n")).toBe(idOf("struct Cart {}\nimpl Cart { fn total() {} }\n"));
  });
});
