/** Words that people type for a symbol, and the symbol that they mean. */
import { expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import type { Service } from "../../src/cli/service.js";
import { resolveSymbol } from "../../src/cli/symbol-argument.js";

const symbol = (node_id: string, qualified_name: string) => ({
  node_id,
  name: qualified_name.split(".").at(-1)!,
  qualified_name,
  node_type: "method",
  file_path: "src/a.ts",
  line_start: 1,
});
const SYMBOLS = [
  symbol("aaaaaaaaaaa", "AuthService.login"),
  symbol("bbbbbbbbbbb", "LoginPage.login"),
  symbol("ccccccccccc", "LoginPage"),
  symbol("ddddddddddd", "Same.twice"),
  symbol("eeeeeeeeeee", "Same.twice"),
  { ...symbol("index.ts", "index.ts"), qualified_name: "", node_type: "module" },
  symbol("hhhhhhhhhhh", "shop/cart.Total"),
  { ...symbol("fffffffffff", "Shop.Cart"), node_type: "class" },
  { ...symbol("ggggggggggg", "Shop.Cart.Cart"), node_type: "constructor" },
];

/** Stands in for the network: answers three tools from the list. */
const service: Service = {
  async call(tool, { qualified_name, node_id, query }) {
    if (tool === "lookup_symbol")
      return JSON.stringify({ results: SYMBOLS.filter((each) => each.qualified_name === qualified_name) });
    const found = SYMBOLS.find((each) => each.node_id === node_id);
    if (tool === "get_symbol" && found) return JSON.stringify(found);
    if (tool === "get_symbol") throw new CodeindexError("not_found", "none");
    return JSON.stringify({
      results: SYMBOLS.filter((each) => each.qualified_name.toLowerCase().includes(String(query).toLowerCase())),
    });
  },
};

test.each([
  { name: "a qualified name", given: "AuthService.login", want: "aaaaaaaaaaa" },
  { name: "a name that only one has", given: "LoginPage", want: "ccccccccccc" },
  { name: "a class, whose constructors have its name", given: "Cart", want: "fffffffffff" },
  { name: "a node_id", given: "bbbbbbbbbbb", want: "bbbbbbbbbbb" },
  { name: "a file of the root", given: "index.ts", want: "index.ts" },
  { name: "a file", given: "src/a.ts", want: "src/a.ts" },
  { name: "a member of a module that is declared by its path", given: "shop/cart.Total", want: "hhhhhhhhhhh" },
  { name: "a line", given: "src/a.ts:12", want: "src/a.ts:12" },
])("$name", async ({ given, want }) => expect(await resolveSymbol(service, given, {})).toBe(want));

test.each([
  { name: "a name of several", given: "login", want: ["aaaaaaaaaaa", "bbbbbbbbbbb"] },
  { name: "a qualified name of several", given: "Same.twice", want: ["ddddddddddd", "eeeeeeeeeee"] },
  { name: "a part of a name", given: "Login", want: ["aaaaaaaaaaa", "ccccccccccc"] },
])("$name lists them", async ({ given, want }) => {
  const error = await resolveSymbol(service, given, {}).catch((reason: CodeindexError) => reason);
  expect(error).toBeInstanceOf(CodeindexError);
  for (const id of want) expect((error as CodeindexError).suggestions.join("\n")).toContain(id);
});
