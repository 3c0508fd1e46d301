/** The tool search_docs (src/tools/search-docs.ts): sections of documents, and doc comments. */
import { expect, test } from "vitest";
import { checkInput } from "../../src/tools/running/check-input.js";
import searchDocs from "../../src/tools/search-docs.js";
import { dedent } from "../helpers/dedent.js";
import { askTool, SHOP } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

describeStores("search_docs", (store) => {
  test("search_docs finds sections by their headings, and doc comments of code, but no code", async () => {
    const files = {
      ...SHOP,
      "docs/setup.rst": dedent`
        Setup
        =====

        Keys
        ----

        The signing key comes from the environment.
      `,
      "src/secret.ts": "export const signing = key();\n",
    };
    const { output, text } = await askTool(store(), searchDocs, { query: "signing key" }, { files });
    expect(output.results.map(({ path, breadcrumb }) => [path, breadcrumb])).toEqual([
      ["docs/setup.rst", "Setup › Keys"],
    ]);
    expect(text).toContain("docs/setup.rst:1-7 Setup › Keys (");
    const tokens = await askTool(store(), searchDocs, { query: "token expires" }, { files });
    expect(
      tokens.output.results.map(({ kind, path, start_line, end_line }) => [kind, path, start_line, end_line]),
    ).toEqual([
      ["doc_comment", "src/token.ts", 3, 4],
      ["section", "README.md", 1, 5],
    ]);
    expect(tokens.text).toContain("src/token.ts:3-4 comment of rotateToken (");
    const filtered = await askTool(
      store(),
      searchDocs,
      { query: "token", path_filter: "docs/**", format: "toon" },
      { files },
    );
    expect(filtered.text).toBe("query: token\nresults: []");
  });

  test("search_docs gives a long section once, and says where the rest of it is", async () => {
    const files = {
      "a.md": dedent`
        # Guide

        ${"A cart holds items that a customer buys.\n\n".repeat(60)}# Other

        A cart.
      `,
    };
    const { output } = await askTool(store(), searchDocs, { query: "cart items customer" }, { files });
    expect(output.results.map(({ breadcrumb }) => breadcrumb)).toEqual(["Guide", "Other"]);
    expect(output.results[0]!.reason).toMatch(/; more of this section in lines \d+-\d+/);
  });

  test("search_docs pages through sections and comments alike", async () => {
    const first = await askTool(store(), searchDocs, { query: "token", limit: 1 });
    const cursor = (first.output as { next_cursor?: string }).next_cursor!;
    const second = await askTool(store(), searchDocs, { query: "token", limit: 1, cursor });
    expect([...first.output.results, ...second.output.results].map(({ path }) => path).sort()).toEqual([
      "README.md",
      "src/token.ts",
    ]);
    expect(second.output).not.toHaveProperty("next_cursor");
  });
});

test("search_docs refuses what is out of range", () => {
  for (const args of [{ query: "" }, { query: "a", limit: 51 }, {}])
    expect(() => checkInput(searchDocs as never, args)).toThrow(/^(query|limit): /);
});
