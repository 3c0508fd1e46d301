/** Parameters under the names that other tools have for them, and errors that show a right call. */
import { describe, expect, test } from "vitest";
import { TOOLS } from "../../src/tools/index.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import { exampleCall } from "../../src/tools/running/example.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const ask = useProject({
  "src/cart.ts": dedent`
    export class Cart {
      add(item: string) {
        return item;
      }
    }
  `,
  "src/shop.ts": dedent`
    import { Cart } from "./cart";
    export const buy = (cart: Cart) => cart.add("apple");
  `,
});

test.each<{ tool: string; args: object; as: object; note: string }>([
  {
    tool: "search_text",
    args: { pattern: "cart", path: "src/shop.ts", max_results: 5 },
    as: { query: "cart", path_filter: "src/shop.ts", limit: 5 },
    note: "pattern is called query now. path is called path_filter now. max_results is called limit now.",
  },
  {
    tool: "search_symbols",
    args: { name: "Cart", lang: "typescript" },
    as: { query: "Cart", language: "typescript" },
    note: "name is called query now. lang is called language now.",
  },
  {
    tool: "read_file",
    args: { file_path: "src/cart.ts", start_line: 2, end_line: "4" },
    as: { path: "src/cart.ts", line_start: 2, line_end: 4 },
    note: "file_path is called path now. start_line is called line_start now. end_line is called line_end now.",
  },
  {
    tool: "get_source",
    args: { symbol: "Cart.add" },
    as: { symbols: ["Cart.add"] },
    note: "symbol is called symbols now.",
  },
  {
    tool: "get_source",
    args: { file: "src/cart.ts" },
    as: { symbols: ["src/cart.ts"] },
    note: "file is called symbols now.",
  },
  {
    tool: "get_callers",
    args: { nodeId: "Cart.add" },
    as: { symbols: ["Cart.add"] },
    note: "nodeId is called symbols now.",
  },
  {
    tool: "get_tests",
    args: { file: "src/cart.ts" },
    as: { files: ["src/cart.ts"] },
    note: "file is called files now.",
  },
  {
    tool: "trace",
    args: { query: "buy", target: "Cart.add" },
    as: { from: "buy", to: "Cart.add" },
    note: "query is called from now. target is called to now.",
  },
  {
    tool: "lookup_symbol",
    args: { name: "Cart.add" },
    as: { qualified_name: "Cart.add" },
    note: "name is called qualified_name now.",
  },
])("$tool with $args", async ({ tool, args, as, note }) => {
  const guessed = await ask(tool, args);
  const named = await ask(tool, as);
  expect(guessed.isError, guessed.text).toBe(false);
  // The index line may be told, too, as vectors come in meanwhile.
  const withoutIndex = (text: string) => text.replace(/\n\n\[index: .*$/s, "");
  expect(withoutIndex(guessed.text)).toBe(`${withoutIndex(named.text)}\n\n${note}`);
});

test.each(["src/cart.ts Cart.add", "src/ Cart.add", "./src/ add", "src/cart.ts:add"])(
  "%s is a name in a file or folder",
  async (symbol) => {
    const { text } = await ask("get_relations", { symbols: [symbol], relations: ["callers"] });
    expect(text).toContain("1 caller of Cart.add (src/cart.ts:2)");
  },
);

test("a name in a file that was guessed wrong is found where it is", async () => {
  const { text } = await ask("get_relations", { symbols: ["src/shop.ts:Cart.add"], relations: ["callers"] });
  expect(text).toContain("1 caller of Cart.add (src/cart.ts:2)");
  const absent = await ask("get_relations", { symbols: ["src/gone.ts:remove"], relations: ["callers"] });
  expect(absent.text).toContain("neither a node_id nor the path of a file");
});

test("a name that means nothing here is refused with the names that there are", async () => {
  const { isError, text } = await ask("search_text", { query: "cart", colour: "red" });
  expect(isError).toBe(true);
  expect(text).toContain("colour: there is no such parameter; Known are query,");
  expect(text).toContain("Example: search_text {");
});

test("all that is wrong is said at once, with what was given and a call that is right", async () => {
  const { text } = await ask("get_relations", { symbols: [], relations: ["uses"], limit: 9000 });
  expect(text).toContain("symbols: must not be empty; ");
  expect(text).toContain(
    'must be one of callers, callees, references, implementations, dependencies, dependents, not "uses"',
  );
  expect(text).toContain("limit: must be from 1 to 1000, not 9000");
  expect(text).toContain('Example: get_relations {"symbols":["UserService.login","src/app.ts:40"]}');
});

describe("the example of an error", () => {
  const cases = TOOLS.flatMap((tool) => [undefined, ...Object.keys(tool.input)].map((wrong) => ({ tool, wrong })));
  test.each(cases)("$tool.name, $wrong", ({ tool, wrong }) => {
    const example = exampleCall(tool, wrong);
    expect(() => checkInput(tool, JSON.parse(example.slice(tool.name.length)))).not.toThrow();
  });
});
