/** Resources that prompts bring along from a real index, and how their arguments are completed from it. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { estimateTokens } from "../../../src/base/estimate-tokens.js";
import { readConfig } from "../../../src/config/config.js";
import { completePrompt, getPrompt } from "../../../src/mcp/prompts/index.js";
import { ANYONE } from "../../../src/model/principal.js";
import { type App, createApp } from "../../../src/processes/service.js";
import type { Caller } from "../../../src/tools/running/tool-host.js";
import { dedent } from "../../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../../helpers/folders.js";

const FILES: Record<string, string> = {
  "src/prices.ts": dedent`
    /** Looks a price up. */
    export function priceOf(item: string) {
      return item.length;
    }
  `,
  "src/cart.ts": dedent`
    import { priceOf } from "./prices";
    export class Cart {
      total() {
        return priceOf("a");
      }
    }
  `,
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/refs/heads/main": `${"1".repeat(40)}\n`,
  ".git/refs/heads/feature/prices": `${"2".repeat(40)}\n`,
  ".git/packed-refs": `# pack-refs with: peeled fully-peeled sorted \n${"3".repeat(40)} refs/heads/main\n${"4".repeat(40)} refs/tags/v1.0\n^${"5".repeat(40)}\n${"6".repeat(40)} refs/remotes/origin/HEAD\n${"6".repeat(40)} refs/remotes/origin/next\n`,
};

let folder: string;
let app: App;
beforeAll(async () => {
  folder = temporaryFolder();
  for (const [path, text] of Object.entries(FILES)) {
    writeFiles(join(folder, "shop"), { [path]: text });
  }
  app = await createApp(
    readConfig(
      { repos: [join(folder, "shop")], dataDir: join(folder, "data"), watchFiles: false, logLevel: "silent", port: 0 },
      {},
    ),
  );
  const [project] = await app.projects();
  const { jobId } = await app.indexing.start(project!, {});
  await app.indexing.wait(jobId, new AbortController().signal);
});
afterAll(async () => {
  await app?.close();
});

const caller = (): Caller => ({ principal: ANYONE, signal: new AbortController().signal });

async function prompt(name: string, args: object): Promise<{ text: string; links: string[] }> {
  const { messages } = await getPrompt(app, caller(), name, args);
  const texts = messages.flatMap(({ content }) => (content.type === "text" ? [content.text] : []));
  const links = messages.flatMap(({ content }) => (content.type === "resource_link" ? [content.uri] : []));
  const text = texts.join("\n\n");
  expect(text).not.toContain(folder);
  expect(estimateTokens(text)).toBeLessThan(6000);
  return { text, links };
}

test("code-search begins with a search", async () => {
  const { text } = await prompt("code-search", { intent: "look a price up", language: "typescript" });
  expect(text).toContain("src/prices.ts:1-4");
});

test("workspace-overview shows the folders", async () => {
  const { text, links } = await prompt("workspace-overview", {});
  expect(text).toContain("cart.ts");
  expect(links).toEqual(["codeindex://shop/workspace/stats"]);
});

describe("explain-symbol", () => {
  test("brings its card, its source and its uses", async () => {
    const { text, links } = await prompt("explain-symbol", { symbol: "priceOf" });
    expect(text).toContain("Looks a price up.");
    expect(text).toContain("return item.length;");
    expect(text).toContain("src/cart.ts");
    expect(links).toEqual(["codeindex://shop/file/src/prices.ts"]);
  });

  test.each([{ symbol: "nothingLikeIt" }, { symbol: "priceOf", kind: "class" }, { symbol: "a\0b" }])(
    "%o: says how to find it",
    async (args) => {
      const { text, links } = await prompt("explain-symbol", args);
      expect(text).toContain("Find it with search_symbols");
      expect(links).toEqual([]);
    },
  );
});

test("plan-change brings what the symbol and the file affect", async () => {
  const args = { change: "prices have a currency", symbol: "priceOf", path: "src/prices.ts" };
  const { text, links } = await prompt("plan-change", args);
  expect(text).toMatch(/Where priceOf is used[\s\S]*src\/cart\.ts/);
  expect(text).toMatch(/Dependents of src\/prices\.ts:[\s\S]*src\/cart\.ts/);
  expect(links).toEqual(["codeindex://shop/file/src/prices.ts"]);
});

describe("review-diff", () => {
  const diff = dedent`
    --- a/src/prices.ts
    +++ b/src/prices.ts
    @@ -3 +3 @@
    -  return item.length;
    +  return 2 * item.length;
  `;

  test("says who uses what the diff changes", async () => {
    const { text, links } = await prompt("review-diff", { diff });
    expect(text).toContain("return 2 * item.length;");
    expect(text).toMatch(/Users of function priceOf of src\/prices\.ts[\s\S]*src\/cart\.ts/);
    expect(links).toEqual(["codeindex://shop/file/src/prices.ts"]);
  });

  test.each([
    { args: {}, want: "git diff HEAD" },
    { args: { base: "main" }, want: "from `main` to `HEAD`" },
    { args: { base: "main", head: "feature/prices" }, want: "from `main` to `feature/prices`" },
    { args: { head: "v1.0" }, want: "the commit `v1.0`" },
    {
      args: {
        diff: dedent`
          +++ b/../../etc/passwd
          @@ -1 +1 @@
        `,
      },
      want: "the diff below",
    },
  ])("$args", async ({ args, want }) => {
    const { text, links } = await prompt("review-diff", args);
    expect(text).toContain(want);
    expect(links).toEqual([]);
  });
});

test.each([
  { name: "explain-symbol", argument: "symbol", value: "price", want: ["priceOf"] },
  { name: "explain-symbol", argument: "kind", value: "cl", want: ["class"] },
  { name: "plan-change", argument: "path", value: "src/ca", want: ["src/cart.ts"] },
  { name: "plan-change", argument: "path", value: "prices", want: ["src/prices.ts"] },
  { name: "code-search", argument: "language", value: "", want: ["typescript"] },
  { name: "code-search", argument: "project", value: "", want: ["shop"] },
  {
    name: "review-diff",
    argument: "base",
    value: "",
    want: ["HEAD", "feature/prices", "main", "v1.0", "origin/next"],
  },
  { name: "review-diff", argument: "head", value: "pri", want: ["feature/prices"] },
])("completes $argument of $name from $value", async ({ name, argument, value, want }) => {
  const found = await completePrompt(app, caller(), name, { name: argument, value });
  expect(found).toEqual({ values: want, total: want.length, hasMore: false });
});
