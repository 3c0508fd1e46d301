/** The first line of a symbol is one in all tools: that of its declaration, below comments, decorators and attributes. */
import { describe, expect, test } from "vitest";
import { useProject } from "../helpers/app.js";

const call = useProject({
  "src/cart.ts": [
    "/** Adds things. */",
    "@injectable()",
    "export class Cart {",
    "  /**",
    "   * Adds one.",
    "   */",
    "  @logged()",
    "  @timed()",
    "  addItem(item: string) {",
    "    return item;",
    "  }",
    "}",
    "",
    "// Pays.",
    "export const payAll = async (cart: Cart) => cart.addItem('a');",
    "",
    "/** Refunds. */",
    "export async function refundAll(cart: Cart) {",
    "  return payAll(cart);",
    "}",
    "",
  ].join("\n"),
  "src/Shop.cs": [
    "namespace Shop",
    "{",
    "    /// <summary>Sells.</summary>",
    "    [Serializable]",
    "    public class Seller",
    "    {",
    "        /// <summary>Sells one.</summary>",
    "        [HttpGet]",
    "        [Authorize]",
    "        public int SellOne(int item)",
    "        {",
    "            return item;",
    "        }",
    "    }",
    "}",
    "",
  ].join("\n"),
});

async function ask(tool: string, args: object) {
  const { structured, isError, text } = await call(tool, args);
  expect(isError, text).toBe(false);
  return structured as Record<string, unknown> & { results?: Record<string, unknown>[] };
}

type Places = Record<string, unknown>;

/** The first line of the symbol in each tool that tells one. */
async function linesOf(name: string, path: string): Promise<Places> {
  const first = async (tool: string, args: object) =>
    ((await ask(tool, args)).results ?? []).find((one) => one.name === name || one.qualified_name === name)?.line_start;
  const found = (await ask("search_symbols", { query: name })).results![0]!;
  const { node_id } = found as { node_id: string };
  const symbols = [node_id];
  const subject = async (tool: string) => ((await ask(tool, { symbols })).symbol as Places).line_start;
  return {
    search_symbols: found.line_start,
    lookup_symbol: (await ask("lookup_symbol", { qualified_name: String(found.qualified_name) })).results![0]!
      .line_start,
    get_symbol: (await ask("get_symbol", { symbols })).line_start,
    get_source: (await ask("get_source", { symbols })).results![0]!.line_start,
    get_source_spans: (await ask("get_source_spans", { symbols })).results![0]!.line_start,
    get_file_outline: await first("get_file_outline", { path }),
    get_callers: await subject("get_callers"),
    get_references: await subject("get_references"),
    get_tests: ((await ask("get_tests", { symbols })).symbols as Places[])[0]!.line_start,
  };
}

describe.each([
  { name: "Cart", path: "src/cart.ts", line: 3 },
  { name: "addItem", path: "src/cart.ts", line: 9 },
  { name: "payAll", path: "src/cart.ts", line: 15 },
  { name: "refundAll", path: "src/cart.ts", line: 18 },
  { name: "Seller", path: "src/Shop.cs", line: 5 },
  { name: "SellOne", path: "src/Shop.cs", line: 10 },
])("$name", ({ name, path, line }) => {
  test(`begins at line ${line}`, async () => {
    const lines = await linesOf(name, path);
    expect(lines).toEqual(Object.fromEntries(Object.keys(lines).map((tool) => [tool, line])));
  });
});

test("get_source shows the comment above a declaration as well", async () => {
  const { results } = await ask("get_source", { symbols: ["refundAll"] });
  expect(results![0]).toMatchObject({
    line_start: 18,
    line_end: 20,
    code: expect.stringMatching(/^17\t\/\*\* Refunds/),
  });
});
