/** Thirty names of which five exist, one has forty overloads and one is a file: each is answered, or named in one line, within the budget. */
import { beforeAll, describe, expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const overloads = Array.from(
  { length: 40 },
  (_, index) => `        public void Write(T${index} value)\n        {\n            Flush();\n        }\n`,
).join("\n");
const body = Array.from({ length: 60 }, (_, index) => `  total += rates[${index}] * item.price;`).join("\n");

const call = useProject({
  "src/Writer.cs": dedent`
    namespace Shop
    {
        public class Writer
        {
    ${overloads}
            public void Flush() { }
        }
    }
  `,
  "src/cart.ts": [
    "export class Cart {",
    "  addItem(item: Item) {",
    "    return priceOf(item);",
    "  }",
    "}",
    dedent`
      export function priceOf(item: Item) {
        let total = 0;
      ${body}
        return total;
      }`,
    "",
  ].join("\n"),
  "src/shop.ts": dedent`
    import { Cart, priceOf } from "./cart";
    export const buyAll = (cart: Cart) => cart.addItem(priceOf({}));
  `,
});

const THERE = ["Cart", "addItem", "priceOf", "Writer.Write", "src/shop.ts"];
/** Misspelt, and the name that is meant. */
const NEAR = { adItem: "Cart.addItem", pricesOf: "priceOf", "Cart.buyAll": "buyAll", "src/card.ts": "src/card.ts" };
const NOWHERE = Array.from({ length: 21 }, (_, index) => `zzyzx${index}qq`);
const ALL = [...NOWHERE.slice(0, 10), ...THERE, ...Object.keys(NEAR), ...NOWHERE.slice(10)];

const ask = (tool: string, args: object) => call(tool, { symbols: ALL, ...args });

describe.each(["get_source", "get_relations", "get_callers", "get_symbol", "get_references"])("%s", (tool) => {
  let text: string;
  beforeAll(async () => {
    expect(ALL).toHaveLength(30);
    const answer = await ask(tool, {});
    expect(answer.isError, answer.text).toBe(false);
    text = answer.text;
  });

  test("answers each that is there", () => {
    for (const name of ["Cart", "Cart.addItem", "priceOf", "Shop.Writer.Write", "src/shop.ts"])
      expect(text).toContain(name);
  });

  test("names those that mean nothing in a line, with what is near", () => {
    const lines = text.split("\n");
    const last = lines.filter((line) => line.startsWith("No symbol is named "));
    expect(last).toEqual([`No symbol is named ${NOWHERE.join(", ")}.`]);
    for (const [given, meant] of Object.entries(NEAR)) {
      const said = lines.filter((line) => line.startsWith(`${given}: `));
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(meant);
    }
  });

  test("counts the overloads that it does not answer", () => {
    const said = text.split("\n").filter((line) => line.startsWith("Also named Writer.Write: "));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/and \d+ more/);
  });

  test.each([800, 2000, 8000])("stays within %d tokens, and names each", async (max_tokens) => {
    const answer = await ask(tool, { max_tokens, detail: "brief" });
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(max_tokens);
    expect(estimateTokens(JSON.stringify(answer.structured))).toBeLessThanOrEqual(1.3 * max_tokens);
    for (const name of [...NOWHERE, ...Object.keys(NEAR)]) expect(answer.text).toContain(name);
  });
});
