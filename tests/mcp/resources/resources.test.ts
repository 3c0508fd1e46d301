/** The resources over a real index: every field of their schemas, every way to name a file, and nothing outside the repository. */
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CodeindexError } from "../../../src/base/errors.js";
import { readConfig } from "../../../src/config/config.js";
import { changedResources, watchResource } from "../../../src/mcp/resources/changes.js";
import { completeResource, listResources, listTemplates, readResource } from "../../../src/mcp/resources/index.js";
import { fileUri } from "../../../src/mcp/resources/uri.js";
import { ANYONE } from "../../../src/model/principal.js";
import { type App, createApp } from "../../../src/processes/service.js";
import { callTool } from "../../../src/tools/running/call-tool.js";
import type { Caller } from "../../../src/tools/running/tool-host.js";
import { dedent } from "../../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../../helpers/folders.js";

const ODD = "docs/ü 100% #1?/[notes].md";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const FILES: Record<string, string | Buffer> = {
  "shop/src/cart.ts": dedent`
    /** Adds up the prices of what lies in the cart. */
    export function totalOf(items: string[]): number {
      return items.length;
    }
  `,
  "shop/src/cartography.ts": "export const map = 1;\n",
  [`shop/${ODD}`]: dedent`
    # Notes

    On prices.
  `,
  "shop/logo.png": PNG,
  "shop/data/chunks": "a file of that name\n",
  "shop/.env": "PASSWORD=hunter2\n",
  "shop/.gitignore": "hidden/\n",
  "shop/hidden/a.ts": "export const hidden = 1;\n",
  "file/src/only.ts": "export const only = 1;\n",
  "secret.txt": "outside\n",
};

let folder: string;
let app: App;
beforeAll(async () => {
  folder = temporaryFolder();
  for (const [path, text] of Object.entries(FILES)) {
    writeFiles(join(folder, "root"), { [path]: text });
  }
  symlinkSync(join(folder, "root", "secret.txt"), join(folder, "root", "shop", "way-out.txt"));
  const repos = ["shop", "file"].map((name) => join(folder, "root", name));
  app = await createApp(
    readConfig({ repos, dataDir: join(folder, "data"), watchFiles: false, logLevel: "silent", port: 0 }, {}),
  );
  for (const project of await app.projects()) {
    const { jobId } = await app.indexing.start(project, {});
    await app.indexing.wait(jobId, new AbortController().signal);
  }
});
afterAll(async () => {
  await app?.close();
});

const caller = (pinnedProject?: string): Caller => ({
  principal: ANYONE,
  signal: new AbortController().signal,
  pinnedProject,
});
const SHOP = caller("shop");

async function read(uri: string, who = SHOP): Promise<{ uri: string; mimeType: string; text?: string; blob?: string }> {
  const { contents } = await readResource(app, who, uri);
  expect(contents).toHaveLength(1);
  return contents[0]!;
}
// biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say.
const json = async (uri: string, who = SHOP): Promise<any> => JSON.parse((await read(uri, who)).text!);

async function refusal(uri: string, who = SHOP): Promise<CodeindexError> {
  try {
    await readResource(app, who, uri);
  } catch (error) {
    if (error instanceof CodeindexError) return error;
    throw error;
  }
  throw new Error(`${uri} was read`);
}

describe("their content", () => {
  test.each(["codeindex://workspace/status", "codeindex://shop/workspace/status"])("%s", async (uri) => {
    expect(await json(uri)).toEqual({
      workspace: { path: ".", name: "shop", lastIndexed: expect.stringMatching(/Z$/), project_id: "shop" },
      indexing: {
        status: "ready",
        totalFiles: 5,
        indexedFiles: 5,
        skippedFiles: expect.any(Number),
        totalChunks: expect.any(Number),
        embeddedChunks: expect.any(Number),
        progress: 1,
        problem: null,
      },
      strategies: {
        available: expect.arrayContaining(["tfidf"]),
        preferred: expect.any(String),
        fallback: expect.any(Array),
      },
      cache: {
        memoryUsage: expect.stringMatching(/^[\d.]+[MG]B$/),
        diskUsage: expect.stringMatching(/^[\d.]+[MG]B$/),
        hitRate: expect.any(Number),
        lastCleanup: expect.stringMatching(/Z$/),
      },
    });
  });

  test("codeindex://workspace/stats", async () => {
    expect(await json("codeindex://workspace/stats")).toEqual({
      files: {
        total: 5,
        byLanguage: { typescript: 2, other: 3 },
        bySize: { small: 5, medium: 0, large: 0 },
      },
      chunks: {
        total: expect.any(Number),
        averageSize: expect.any(Number),
        embedded: expect.any(Number),
        tfidfIndexed: expect.any(Number),
      },
      performance: {
        averageSearchTime: expect.any(Number),
        indexingTime: expect.any(Number),
        cacheHitRate: expect.any(Number),
        memoryUsage: expect.stringMatching(/MB|GB/),
      },
    });
  });

  test("codeindex://search/{query}", async () => {
    const uri = "codeindex://search/prices%20in%20the%20cart?maxResults=1&strategy=tfidf&threshold=0.1";
    const found = await json(uri);
    expect(found).toEqual({
      query: "prices in the cart",
      strategy: "tfidf",
      executionTime: expect.any(Number),
      totalResults: expect.any(Number),
      results: [
        {
          file: "src/cart.ts",
          fileName: "cart.ts",
          chunk: { text: expect.stringContaining("totalOf"), startLine: 1, endLine: 4, tokens: expect.any(Number) },
          relevance: expect.any(Number),
          context: { function: "totalOf", class: null, language: "typescript" },
        },
      ],
      metadata: { searchedFiles: 5, searchedChunks: expect.any(Number), cacheHit: false },
    });
    // Vectors that come in meanwhile make it another answer.
    await vi.waitFor(async () => expect((await json(uri)).metadata.cacheHit).toBe(true), 10_000);
  });

  test("codeindex://file/{path}/chunks", async () => {
    expect(await json("codeindex://shop/file/src/cart.ts/chunks")).toEqual({
      file: "src/cart.ts",
      language: "typescript",
      size: 128,
      lastModified: expect.stringMatching(/Z$/),
      chunks: [
        {
          index: 0,
          text: expect.stringContaining("export function totalOf"),
          startLine: 1,
          endLine: 4,
          tokens: expect.any(Number),
          embedding: expect.toSatisfy((value) => value === null || value.provider === "local"),
        },
      ],
    });
  });

  test("codeindex://projects", async () => {
    const { results } = await json("codeindex://projects", caller());
    expect(results.map(({ project_id }: { project_id: string }) => project_id)).toEqual(["file", "shop"]);
  });
});

describe("files", () => {
  test("text, with its MIME type", async () => {
    const uri = fileUri("shop", ODD);
    expect(await read(uri)).toEqual({ uri, mimeType: "text/markdown", text: FILES[`shop/${ODD}`] });
  });

  test("bytes of what is not text", async () => {
    const uri = "codeindex://file/logo.png";
    expect(await read(uri)).toEqual({ uri, mimeType: "image/png", blob: PNG.toString("base64") });
  });

  test("a file called chunks", async () => {
    expect((await read(fileUri("shop", "data/chunks"))).text).toBe("a file of that name\n");
  });

  test("a project called file: its own files, when it is named", async () => {
    expect((await read("codeindex://file/file/src/only.ts", caller())).text).toContain("only");
    expect((await read("codeindex://file/src/cart.ts")).text).toContain("totalOf");
  });

  test.each([
    { uri: "codeindex://shop/file/../../secret.txt", want: "path_escape" },
    { uri: "codeindex://shop/file/%2e%2e%2f%2e%2e%2fsecret.txt", want: "path_escape" },
    { uri: "codeindex://shop/file/%2Fetc%2Fpasswd", want: "path_escape" },
    { uri: "codeindex://shop/file//etc/passwd", want: "path_escape" },
    { uri: "codeindex://shop/file/..%5c..%5csecret.txt", want: "path_escape" },
    { uri: "codeindex://shop/file/a%00b", want: "path_escape" },
    { uri: "codeindex://shop/file/way-out.txt", want: "path_escape" },
    { uri: "codeindex://shop/file/.env", want: "forbidden" },
    { uri: "codeindex://shop/file/hidden/a.ts", want: "forbidden" },
    { uri: "codeindex://shop/file/src", want: "invalid_parameter" },
    { uri: "codeindex://shop/file/src/none.ts", want: "not_found" },
    { uri: "codeindex://shop/file/src/none.ts/chunks", want: "not_found" },
    { uri: "codeindex://shop/file/%E0%A4%A", want: "invalid_parameter" },
    { uri: "codeindex://shop/search/a?maxResults=900", want: "invalid_parameter" },
    { uri: "codeindex://shop/search/a?strategy=best", want: "invalid_parameter" },
    { uri: "codeindex://shop/search/a?limit=3", want: "invalid_parameter" },
    { uri: "codeindex://nobody/workspace/status", want: "project_not_found" },
    { uri: "codeindex://shop/nothing", want: "not_found" },
    { uri: "codeindex://", want: "not_found" },
    { uri: "file:///etc/passwd", want: "not_found" },
  ])("$uri: $want", async ({ uri, want }) => {
    const error = await refusal(uri);
    expect(error.code).toBe(want);
    expect(JSON.stringify(error.toEnvelope())).not.toContain(folder);
  });

  test("without a project where there are several: the candidates", async () => {
    const error = await refusal("codeindex://workspace/status", caller());
    expect(error.code).toBe("project_selection_ambiguous");
    expect(error.context.candidates).toEqual(["file", "shop"]);
  });
});

describe("lists", () => {
  test("those of the selected project, then those of each", async () => {
    const uris = async (who: Caller) => (await listResources(app, who)).resources.map(({ uri }) => uri);
    const ofFile = ["codeindex://file/workspace/status", "codeindex://file/workspace/stats"];
    const ofShop = ["codeindex://shop/workspace/status", "codeindex://shop/workspace/stats"];
    const selected = ["codeindex://workspace/status", "codeindex://workspace/stats"];
    expect(await uris(caller())).toEqual(["codeindex://projects", ...ofFile, ...ofShop]);
    expect(await uris(SHOP)).toEqual(["codeindex://projects", ...selected, ...ofShop]);
  });

  test("all that are listed can be read", async () => {
    for (const { uri, mimeType } of (await listResources(app, SHOP)).resources)
      expect(await read(uri)).toMatchObject({ uri, mimeType });
  });

  test("pages of many projects have each project once, in order, whatever comes and goes", async () => {
    const [shop] = (await app.projects()).filter(({ projectId }) => projectId === "shop");
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...shop!,
      projectId: `p${String(index).padStart(3, "0")}`,
    }));
    const host = { ...app, projects: async () => many };
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listResources(host, caller(), cursor);
      seen.push(...page.resources.map(({ uri }) => uri).filter((uri) => uri.endsWith("status")));
      cursor = page.nextCursor;
      many.shift();
    } while (cursor !== undefined);
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen).toHaveLength(120);
  });

  test("a cursor that is none is refused", async () => {
    await expect(listResources(app, SHOP, "bogus")).rejects.toThrow("cursor: is not the nextCursor");
  });

  test("templates name their variables", () => {
    expect(listTemplates().resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "codeindex://{project}/workspace/status",
      "codeindex://{project}/workspace/stats",
      "codeindex://{project}/search/{query}{?maxResults,strategy,threshold}",
      "codeindex://search/{query}{?maxResults,strategy,threshold}",
      "codeindex://{project}/file/{+path}/chunks",
      "codeindex://file/{+path}/chunks",
      "codeindex://{project}/file/{+path}",
      "codeindex://file/{+path}",
    ]);
  });
});

describe("completions", () => {
  const FILE = "codeindex://{project}/file/{+path}";
  test.each([
    { variable: "project", value: "s", given: { project: "" }, want: ["shop"] },
    { variable: "path", value: "src/c", given: { project: "shop" }, want: ["src/cart.ts", "src/cartography.ts"] },
    { variable: "path", value: "carto", given: { project: "shop" }, want: ["src/cartography.ts"] },
    { variable: "path", value: "scgraphy", given: { project: "shop" }, want: ["src/cartography.ts"] },
    { variable: "path", value: "only", given: { project: "file" }, want: ["src/only.ts"] },
    { variable: "path", value: "only", given: { project: "nobody" }, want: [] },
  ])("$variable $value", async ({ variable, value, given, want }) => {
    const found = await completeResource(app, caller(), FILE, { name: variable, value }, given);
    expect(found).toEqual({ values: want, total: want.length, hasMore: false });
  });

  test("symbols for a query", async () => {
    const template = "codeindex://search/{query}{?maxResults,strategy,threshold}";
    const found = await completeResource(app, SHOP, template, { name: "query", value: "tot" });
    expect(found.values).toEqual(["totalOf"]);
  });

  test.each([
    { template: "codeindex://{project}/nothing", variable: "project", code: "not_found" },
    { template: FILE, variable: "line", code: "invalid_parameter" },
  ])("$template $variable: $code", async ({ template, variable, code }) => {
    await expect(completeResource(app, SHOP, template, { name: variable, value: "" })).rejects.toMatchObject({ code });
  });
});

describe("changes", () => {
  const URIS = [
    "codeindex://projects",
    "codeindex://workspace/status",
    "codeindex://shop/workspace/stats",
    "codeindex://file/src/cart.ts",
    "codeindex://shop/file/src/cartography.ts",
    "codeindex://shop/file/src/cartography.ts/chunks",
    "codeindex://file/file/src/only.ts",
  ];
  async function build(): Promise<void> {
    const [shop] = (await app.projects()).filter(({ projectId }) => projectId === "shop");
    const { jobId } = await app.indexing.start(shop!, {});
    await app.indexing.wait(jobId, new AbortController().signal);
  }
  const write = (path: string, text: string) => writeFileSync(join(folder, "root/shop", path), text);

  test("status always, a file only where it changed, another project's never", async () => {
    let watched = await Promise.all(URIS.map((uri) => watchResource(app, SHOP, uri)));
    const changed = async () => {
      await build();
      const now = await changedResources(app, "shop", watched);
      const byUri = new Map(now.map((each) => [each.uri, each]));
      watched = watched.map((each) => byUri.get(each.uri) ?? each);
      return now.map(({ uri }) => uri);
    };
    const always = URIS.slice(0, 3);
    write("src/new.ts", "export const fresh = 1;\n");
    expect(await changed()).toEqual(always);
    write("src/cartography.ts", "export const map = 2;\n");
    expect(await changed()).toEqual([...always, ...URIS.slice(4, 6)]);
    rmSync(join(folder, "root/shop/src/cart.ts"));
    expect(await changed()).toEqual([...always, URIS[3]]);
    expect(await changedResources(app, "file", watched)).toMatchObject([{ uri: "codeindex://projects" }]);
  });

  test("a resource that cannot be read cannot be watched", async () => {
    await expect(watchResource(app, SHOP, "codeindex://file/.env")).rejects.toMatchObject({ code: "forbidden" });
    await expect(watchResource(app, SHOP, "codeindex://file/none.ts")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("links of a tool's answer", () => {
  const ask = (args: object) => callTool(app, "search_code", { query: "prices", ...args }, SHOP);

  test("lead to resources", async () => {
    const { files = [] } = await ask({});
    expect(files).toContainEqual({ project: "shop", path: ODD, lines: "1-3" });
    for (const { project, path } of files) expect((await read(fileUri(project, path))).text).toBeTruthy();
  });

  test("name the project of each where several are asked", async () => {
    const { files } = await ask({ query: "export const only map", project_id: "*" });
    expect(new Set(files?.map(({ project }) => project))).toEqual(new Set(["shop", "file"]));
  });

  test("are not given to whoever has no tokens to spare", async () => {
    expect(await ask({ max_tokens: 500 })).not.toHaveProperty("files");
  });
});
