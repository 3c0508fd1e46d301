/** Source lines as dense rows of an answer, by src/format/dense-rows.ts. */
import { describe, expect, test } from "vitest";
import { sourceRows } from "../../src/format/dense-rows.js";
import { dedent } from "../helpers/dedent.js";

const rows = (source: string, isFolded = true) => sourceRows(1, source.split("\n"), isFolded).map(({ text }) => text);
const comment = Array.from({ length: 8 }, (_, index) => ` * Sentence ${index}.`).join("\n");

describe("comments", () => {
  test("are a row each", () => {
    expect(
      rows(dedent`
        const a = 1;
        /**
         * Pays.
         *
         * @param cart The cart.
         * @throws PaymentError where the card is refused
         */
        function b() {
          // Free carts
          // need no card.
          return c; // a cent at least
        }`),
    ).toEqual([
      "1\tconst a = 1;",
      "2-7\t/** Pays. @throws PaymentError where the card is refused */",
      "8\tfunction b() {",
      "9-10\t // Free carts need no card.",
      "11\t return c; // a cent at least",
    ]);
  });

  test("of C# and Python, too", () => {
    expect(
      rows(dedent`
        /// <summary>
        /// Pays.
        /// </summary>
        /// <param name="cart">The cart.</param>
        void Pay(Cart cart);`),
    ).toEqual(["1-4\t/// Pays.", "5\tvoid Pay(Cart cart);"]);
    expect(
      rows(dedent`
        def pay(cart):
            """Pays.

            Free carts need no card.
            """
            return send("""
              <b>

              paid
            """)`),
    ).toEqual([
      "1\tdef pay(cart):",
      '2-5\t """ Pays. Free carts need no card."""',
      '6\t return send("""',
      "7\t      <b>",
      "8\t",
      "9\t      paid",
      '10\t    """)',
    ]);
  });

  test("are cut where they are long, and whole where they are all that was asked for", () => {
    const [, row = ""] = rows(`f();\n/**\n${Array(4).fill(comment).join("\n")}\n */\ng();`);
    expect(row).toMatch(/^2-35\t\/\*\* Sentence 0\. .* … \*\/$/);
    expect(row.length).toBeLessThan(330);
    expect(rows(`/**\n${comment}\n */`)).toHaveLength(10);
    expect(rows(`f();\n/**\n${comment}\n */`, false)).toHaveLength(11);
  });

  test("from the middle of one, and products that a line goes on with, keep their sign", () => {
    expect(rows(" * Sentence.\n */\nconst a = b\n  * c;")).toEqual(["1-2\t* Sentence.", "3\tconst a = b", "4\t * c;"]);
  });

  test("code behind the end of a comment is shown", () => {
    expect(
      rows(dedent`
        /*
         * One.
         */ f();
        g();`),
    ).toEqual(["1-2\t/* One. */", "3\t */ f();", "4\tg();"]);
  });

  test("a comment without an end goes to the end of the lines", () => {
    expect(rows("f();\n/*\n * One.").at(-1)).toBe("2-3\t/* One. */");
  });
});

describe("code", () => {
  test("has a row for each statement, a space for each level, and no lines of brackets alone", () => {
    expect(
      rows(dedent`
        export async function pay(
            cart: Cart,
            options: Options,
        ): Promise<Receipt> {
            const request = build({
                amount: cart.total,
                card,
            });

            if (request) {
                return send(
                    request, // of the cart
                    card,
                );
            }
        }`),
    ).toEqual([
      "1-4\texport async function pay(cart: Cart, options: Options): Promise<Receipt> {",
      "5-8\t const request = build({ amount: cart.total, card });",
      "10\t if (request) {",
      "11\t  return send(",
      "12\t   request, // of the cart",
      "13\t   card,",
    ]);
  });

  test("is as written where it is not folded", () => {
    const source = dedent`
      if (a) {
          b();

      }`;
    expect(rows(source, false)).toEqual(["1\tif (a) {", "2\t    b();", "3\t", "4\t}"]);
  });

  test("keeps the lines of a text as they are", () => {
    expect(rows("const a = `\n    one\n\n    }\n`;\nb();")).toEqual([
      "1\tconst a = `",
      "2\t    one",
      "3\t",
      "4\t    }",
      "5\t`;",
      "6\tb();",
    ]);
  });
});

describe("rows that say little are one", () => {
  test("elements of a list, up to ten lines", () => {
    expect(
      rows(dedent`
        const columns = [
          {
            id: "name",
            size: 200,
            cell: (row) => {
              draw(row);
            },
          },
          {
            id: "price", // in cents
            size: sizeOf(
              price,
              () => {},
            ),
            isSorted: true,
          },
        ];`),
    ).toEqual([
      "1\tconst columns = [",
      "2\t {",
      '3-4\t  id: "name", size: 200,',
      "5\t  cell: (row) => {",
      "6\t   draw(row);",
      "9\t {",
      '10\t  id: "price", // in cents',
      "11-15\t  size: sizeOf(price, () => {}), isSorted: true,",
    ]);
    expect(rows(Array.from({ length: 24 }, (_, index) => `  a${index},`).join("\n"))).toHaveLength(3);
  });

  test("an object in an object", () => {
    expect(
      rows(dedent`
        const found = await find({
          where: {
            id: { in: ids },
            owner,
          },
          each: async (row) => {
            await send(row);
          },
        });
        switch (found.kind) {
          case Kind.A: {
            one();
            two();
          }
        }`),
    ).toEqual([
      "1\tconst found = await find({",
      "2-5\t where: { id: { in: ids }, owner },",
      "6\t each: async (row) => {",
      "7\t  await send(row);",
      "10\tswitch (found.kind) {",
      "11\t case Kind.A: {",
      "12\t  one();",
      "13\t  two();",
    ]);
  });

  test("a guard and its block, with braces where they were and where it has several statements", () => {
    expect(
      rows(dedent`
        public void Check(Item item)
        {
            if (item.State != State.Failed)
            {
                return;
            }

            if (item.IsEmpty)
            {
                item.Warn("empty");
                return;
            }

            if (item.IsOld)
                return;

            Publish(item);
        }`),
    ).toEqual([
      "1\tpublic void Check(Item item)",
      "3-6\t if (item.State != State.Failed) { return; }",
      '8-12\t if (item.IsEmpty) { item.Warn("empty"); return; }',
      "14-15\t if (item.IsOld) return;",
      "17\t Publish(item);",
    ]);
  });

  test("fields, and the arguments that a constructor keeps", () => {
    expect(
      rows(dedent`
        public class Shop
        {
            private readonly IStore _store;
            private readonly IClock _clock;

            public Shop(IStore store, IClock clock)
            {
                _store = store;
                _clock = clock;
            }
        }`),
    ).toEqual([
      "1\tpublic class Shop",
      "3-4\t private readonly IStore _store; private readonly IClock _clock;",
      "6\t public Shop(IStore store, IClock clock)",
      "8-9\t  _store = store; _clock = clock;",
    ]);
  });
});

test("arguments that a constructor of Python keeps", () => {
  expect(
    rows(dedent`
      def __init__(self, store, clock):
          self.store = store
          self.clock = clock
          self.start()`),
  ).toEqual([
    "1\tdef __init__(self, store, clock):",
    "2-3\t self.store = store; self.clock = clock",
    "4\t self.start()",
  ]);
});

test("markup has its attributes in one row, and neither closing tags nor classes that say how it looks", () => {
  expect(
    rows(dedent`
      return (
        <div className="flex items-center gap-2">
          <Button
            className="size-3 text-muted"
            size="sm"
            onClick={() => {
              remove(id);
            }}
          >
            Remove
          </Button>
          <Menu.Item
            label="All"
            isOpen={items.length > 0}
          />
          <p className="note">{text}</p>
        </div>
      );`),
  ).toEqual([
    "1\treturn (",
    "2\t <div>",
    '3-5\t  <Button size="sm"',
    "6\t   onClick={() => {",
    "7\t    remove(id);",
    "9\t  >",
    "10\t   Remove",
    '12-15\t  <Menu.Item label="All" isOpen={items.length > 0}/>',
    '16\t  <p className="note">{text}</p>',
  ]);
});

describe("blocks of imports", () => {
  test.each([
    {
      language: "TypeScript",
      source: dedent`
        import a from "./a.js";
        import {
          b,
          c,
        } from "./b.js";
        import "./c.js";

        f();`,
      want: ["1-6\timports ./a.js, ./b.js, ./c.js", "8\tf();"],
    },
    {
      language: "JavaScript",
      source: `${["a", "b", "c", "d", "e", "f"].map((name) => `const ${name} = require("${name}");`).join("\n")}\nf();`,
      want: ["1-6\timports a, b, c, d, e, f", "7\tf();"],
    },
    {
      language: "C#",
      source: `${["System", "System.Linq", "A.B", "C", "D", "E"].map((name) => `using ${name};`).join("\n")}\nclass F {}`,
      want: ["1-6\timports System, System.Linq, A.B, C, D, E", "7\tclass F {}"],
    },
  ])("of $language are a row", ({ source, want }) => expect(rows(source)).toEqual(want));

  test("of hostile sources end at once", () => {
    // Each took time by the square of its size: half a minute, and three.
    expect(rows(`export ${"{".repeat(400_000)}}`)).toHaveLength(1);
    expect(rows("const {\n".repeat(50_000))).toHaveLength(50_000);
  });

  test("of a few lines are shown", () => {
    expect(
      rows(dedent`
        import a from "a";
        f();`),
    ).toEqual(['1\timport a from "a";', "2\tf();"]);
  });

  test("calls of import(), using statements and destructured values are not imports", () => {
    const source = [
      'import("a");',
      "using (var file = Open())",
      "using var other = Open();",
      "const { a } = b;",
      "const { c } = d;",
      "const { e } = f;",
      "const { g } = h;",
    ];
    expect(rows(source.join("\n"))).toHaveLength(source.length);
  });
});

test("a range that ends within a statement keeps its words", () => {
  const lines = dedent`
    const server = createServer({
      port: 8400,
      host: "localhost",
      routes: [list, read],
      limits: {
        body: 1024,
        rows: 30,
      },
    });
    const all = jobs
      .filter((job) => job.isOpen)
      .map((job) => job.id);
    const longest =
      Math.max(...all);`.split("\n");
  const words = (text: string) => text.match(/[A-Za-z]+/g) ?? [];
  for (let from = 0; from < lines.length; from++)
    for (let to = from + 1; to <= lines.length; to++) {
      const range = lines.slice(from, to);
      const shown = sourceRows(from, range, true);
      expect(shown.flatMap(({ text }) => words(text))).toEqual(range.flatMap(words));
    }
});

test("a mask has no asterisks, but in source as it is written", () => {
  const line = `const token = "[masked: jwt ${"*".repeat(300)}]";`;
  const [folded, written] = [true, false].map((isFolded) => sourceRows(1, [line], isFolded)[0]?.text);
  expect(folded).toBe('1\tconst token = "[masked: jwt]";');
  expect(written).toBe(`1\t${line}`);
});
