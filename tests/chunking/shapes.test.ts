/** Chunks of languages without a grammar. */
import { expect, test } from "vitest";
import { present } from "../../src/base/need.js";
import { chunk } from "../../src/chunking/chunk.js";
import { codeLanguageOf } from "../../src/languages/index.js";
import { createParser } from "../../src/languages/parse.js";
import { dedent } from "../helpers/dedent.js";

const parser = createParser();

function chunksOf(path: string, source: string) {
  const language = present(codeLanguageOf(path));
  return chunk(source, parser.parse(language, source), path, undefined, language);
}

/** `1-4 function total`: lines, kind and names. */
const shown = (path: string, source: string): string[] =>
  chunksOf(path, source).map((one) =>
    `${one.startLine}-${one.endLine} ${one.kind} ${one.symbolNames.join(" ")}`.trim(),
  );

const statements = (indent: string) =>
  Array.from({ length: 12 }, (_, index) => `${indent}check(cart, ${index}, "an item of the cart")`).join("\n");

const elixir = (attribute: string) =>
  [
    "defmodule Shop.Cart do",
    "  def empty?(cart) do",
    statements("    "),
    "  end",
    "",
    `  ${attribute} """`,
    "  Sums up the items of a cart.",
    "",
    "  Those that are free cost nothing.",
    '  """',
    "  @spec total(t()) :: number()",
    "  def total(cart) do",
    statements("    "),
    "  end",
    "end",
  ].join("\n");

test("a function of Elixir stands with its documentation, which is comment, and with the end of its module", () => {
  expect(shown("lib/cart.ex", elixir("@doc"))).toEqual(["1-15 function Shop.Cart empty?", "17-37 function total"]);
  const { tokenCount, codeTokens } = present(chunksOf("lib/cart.ex", elixir("@doc")).at(-1));
  expect(tokenCount - codeTokens).toBeGreaterThan(20);
});

test("another text above a function of Elixir is a chunk of its own", () => {
  expect(shown("lib/cart.ex", elixir("@banner"))).toEqual([
    "1-15 function Shop.Cart empty?",
    "17-21 block",
    "22-37 function total",
  ]);
});

test("tests of Rust among the code are chunks of their own kind", () => {
  const source = dedent`
    pub fn total(cart: &Cart) -> u32 {
    ${statements("    ")}
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// An empty one is free.
        #[test]
        fn an_empty_cart_costs_nothing() {
    ${statements("        ")}
        }

        fn cart() -> Cart {
    ${statements("        ")}
        }
    }

    #[tokio::test]
    async fn carts_are_kept() {
    ${statements("    ")}
    }
  `;
  expect(shown("src/cart.rs", source)).toEqual([
    "1-14 function total",
    "16-35 test tests an_empty_cart_costs_nothing",
    "37-51 test cart",
    "53-67 test carts_are_kept",
  ]);
});

test("tests of Zig among the code are, too", () => {
  const source = dedent`
    pub fn total(cart: Cart) u32 {
    ${statements("    ")}
    }

    test "an empty cart costs nothing" {
    ${statements("    ")}
    }
  `;
  expect(shown("src/cart.zig", source)).toEqual(["1-14 function total", "16-29 test an empty cart costs nothing"]);
});
