/** Keys whose values are calls with functions in them: tools name the key, and go on from there to the users of its constant. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import getFileOutline from "../../src/tools/get-file-outline.js";
import getTests from "../../src/tools/get-tests.js";
import type { ToolDefinition } from "../../src/tools/running/tool.js";
import searchSymbols from "../../src/tools/search-symbols.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "src/templates.ts": "export function findTemplates() {}\n",
  "src/hooks.ts": dedent`
    import { findTemplates } from "./templates";
    import { make, wrap } from "./library";
    export const useTemplates = make({
      load: { all: wrap(async () => findTemplates()) },
    });
    export function Page() {
      return useTemplates();
    }
  `,
  "src/library.ts": dedent`
    export function make(given: unknown) {
      return () => given;
    }
    export function wrap(run: () => unknown) {
      return run;
    }
  `,
  "tests/page.test.ts": dedent`
    import { Page } from "../src/hooks";
    it("loads", () => {
      Page();
    });
  `,
};

describeStores("keys", (store) => {
  test("callers, outlines, names and tests of a key", async () => {
    const built = await buildRepository(store(), FILES);
    const ask = async (tool: unknown, args: Record<string, unknown>) =>
      (await runTool(tool as ToolDefinition, args, built)).text;
    const callers = await ask(getCallers, { node_id: "src/templates.ts:1", depth: 2 });
    expect(callers).toContain("src/hooks.ts:4  useTemplates.load.all\n");
    expect(callers).toContain("src/hooks.ts:7  Page  via useTemplates\n");
    const outline = await ask(getFileOutline, { path: "src/hooks.ts" });
    expect(outline).toMatch(/\n {4}4 +constant all /);
    expect(await ask(searchSymbols, { query: "load.all" })).toContain("useTemplates.load.all");
    expect(await ask(getTests, { symbols: ["findTemplates"] })).toContain("tests/page.test.ts");
  });
});
