/** The REST API over a real index: every route's answer is what /openapi.json promises, every refusal has the envelope. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config/config.js";
import { ROUTES } from "../../src/http/routes/index.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { type App, createApp } from "../../src/processes/service.js";
import type { Job } from "../../src/store/jobs.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { commitAll, git, makeRepository } from "../helpers/git.js";
import { type Answered, rest } from "../helpers/rest.js";
import { until } from "../helpers/until.js";
import { SECRETS } from "../masking/samples.js";

const SHOP = {
  "src/cart.ts": `import { priceOf } from "./prices";

/** Adds up the prices of what lies in the cart. */
export function totalOf(items: string[]): number {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}
`,
  "src/prices.ts": `/** Looks a price up. */
export function priceOf(item: string): number {
  return item.length;
}
`,
};

let folder: string;
let app: App;
let server: HttpServer;
beforeAll(async () => {
  folder = temporaryFolder();
  for (const [path, text] of Object.entries(SHOP)) put(`root/shop/${path}`, text);
  put("root/bakery/bread.ts", "export const bread = 1;\n");
  mkdirSync(join(folder, "root/shop/.git"));
  app = await createApp(
    readConfig(
      {
        repos: [],
        root: join(folder, "root"),
        dataDir: join(folder, "data"),
        watchFiles: false,
        logLevel: "silent",
        port: 0,
      },
      {},
    ),
  );
  server = await listen(app);
  await build();
});
afterAll(async () => {
  await server.close();
  await app.close();
});

function put(path: string, text: string): void {
  writeFiles(folder, { [path]: text });
}

const ask = rest(() => server);
const post = (path: string, body: unknown = {}) => ask("POST", path, body);
const get = (path: string) => ask("GET", path);

async function build(path = "/projects/shop/build"): Promise<Job> {
  const { body } = await post(path);
  return app.indexing.wait(body.build_id, AbortSignal.timeout(40_000));
}

/** Checks the answer against the schema of its route: it has every field, each of its type. */
function expectAsPromised(name: string, { body }: Answered): void {
  const route = ROUTES.find((each) => each.name === name)!;
  expect(z.object(route.output).safeParse(body).error).toBeUndefined();
}

describe("projects", () => {
  test("are listed, and found by id", async () => {
    const list = await get("/projects");
    expectAsPromised("listProjects", list);
    expect(list.body.results).toMatchObject([{ id: "shop", path: "shop", state: "ready", files: 2, failed_files: 0 }]);
    expect(list.body.results).toMatchObject([{ pending_changes: 0, building: false }]);
    const one = await get("/projects/shop");
    expectAsPromised("getProject", one);
    // Vectors come in the background.
    expect(one.body).toEqual({ ...list.body.results[0], missing: expect.any(Object) });
    expect(JSON.stringify(list.body)).not.toContain(folder);
  });

  test("are added, changed and removed", async () => {
    const added = await post("/projects", { path: "bakery" });
    expect(added).toMatchObject({ status: 201, body: { id: "bakery", path: "bakery", url: null } });
    expectAsPromised("addProject", added);
    expect((await post("/projects", { path: "bakery" })).status).toBe(200);
    const changed = await ask("PATCH", "/projects/bakery", { name: "The bakery", settings: { exclude: ["old/**"] } });
    expect(changed.body).toMatchObject({ id: "bakery", name: "The bakery", settings: { exclude: ["old/**"] } });
    expect(await ask("DELETE", "/projects/bakery")).toEqual({
      status: 202,
      body: { project_id: "bakery", removed: true },
    });
    expect((await get("/projects/bakery")).body.error.code).toBe("project_not_found");
  });

  test("status says what can be asked", async () => {
    const status = await get("/projects/shop/status");
    expectAsPromised("getProjectStatus", status);
    expect(status.body).toMatchObject({
      building: false,
      index: {
        exists: true,
        files: 2,
        embedding_model: expect.stringMatching(/^codeindex-words/),
        embedding_problem: null,
      },
      trace: { enabled: true, exists: true },
      watch: { enabled: false, state: "disabled" },
    });
  });
});

describe("jobs", () => {
  test("a build is a job that can be followed; a second one is refused while it runs", async () => {
    const first = await post("/projects/shop/build?full=true");
    expect(first).toMatchObject({ status: 202, body: { started: true, building: true } });
    const second = await post("/projects/shop/build");
    const job = await app.indexing.wait(first.body.build_id, AbortSignal.timeout(40_000));
    expect(job.request.force).toBe(true);
    // The first may have been quicker than the second request, which is a build of its own then.
    if (second.status === 202) await app.indexing.wait(second.body.build_id, AbortSignal.timeout(40_000));
    else
      expect(second).toMatchObject({
        status: 409,
        body: { error: { code: "build_already_running", context: { build_id: first.body.build_id } } },
      });
    const shown = await get(`/projects/shop/jobs/${job.jobId}`);
    expectAsPromised("getJob", shown);
    expect(shown.body).toMatchObject({ status: "completed", progress: 1, statistics: { indexed: 2 } });
    expect((await get("/projects/shop/jobs?status=completed&limit=1")).body.results).toHaveLength(1);
  });

  test("one that waits is cancelled; only a failed one can be run again", async () => {
    const jobId = "waiting-1";
    await app.db.query(
      "insert into jobs (job_id, project_id, kind, status, queued_at) values ($1, 'shop', 'build', 'queued', now() + interval '1 hour')",
      [jobId],
    );
    expect((await post("/projects/shop/build")).body.error.context.build_id).toBe(jobId);
    expect((await post(`/projects/shop/jobs/${jobId}/retry`)).body.error.message).toMatch(/only failed jobs.*queued/);
    expect((await post(`/projects/shop/jobs/${jobId}/cancel`)).body.status).toBe("cancelled");
    const error = { code: "index_error", message: "The indexer stopped." };
    await app.db.query("update jobs set status = 'failed', error = $2 where job_id = $1", [jobId, error]);
    expect((await get(`/projects/shop/jobs/${jobId}`)).body).toMatchObject({ status: "failed", error });
    const telling = { ...error, message: `cannot read ${SECRETS.github}.ts` };
    await app.db.query("update jobs set error = $2 where job_id = $1", [jobId, telling]);
    for (const path of [`/projects/shop/jobs/${jobId}`, "/projects/shop/jobs?limit=50"])
      expect(JSON.stringify((await get(path)).body)).not.toContain(SECRETS.github);
    const again = await post(`/projects/shop/jobs/${jobId}/retry`);
    expect(again).toMatchObject({ status: 202, body: { status: "queued", error: null } });
    const ended = await app.indexing.wait(jobId, AbortSignal.timeout(40_000));
    expect(ended).toMatchObject({ status: "completed", error: null });
  });

  test("another project's job is none of this one", async () => {
    await app.db.query(
      "insert into projects (project_id, name, root, is_added) values ('other', 'other', '/srv/other', true)",
    );
    const { jobId } = await build();
    expect(await get(`/projects/other/jobs/${jobId}`)).toMatchObject({
      status: 404,
      body: { error: { code: "not_found", message: expect.stringContaining("other has no job") } },
    });
    await app.db.query("delete from projects where project_id = 'other'");
  });
});

describe("questions", () => {
  test("search: places and previews, best first", async () => {
    const found = await post("/projects/shop/search", { query: "add up the prices in the cart", k: 1 });
    expectAsPromised("searchProject", found);
    expect(found.body.results).toMatchObject([
      { chunk_id: "src/cart.ts:1-6", source_path: "src/cart.ts", span: { start_line: 1, end_line: 6 } },
    ]);
    expect(found.body.results[0].preview).toContain("totalOf");
  });

  test("search: what fits badly is left out", async () => {
    const { body } = await post("/projects/shop/search", { query: "cart elephants giraffes zebras", min_score: 1 });
    expect(body.results).toEqual([]);
  });

  test("context: one text, with its sources", async () => {
    const plain = await post("/projects/shop/context", { query: "prices of the cart" });
    expectAsPromised("getContext", plain);
    expect(Object.keys(plain.body)).toEqual(["context", "index"]);
    expect(plain.body.context).toMatch(/^src\/\w+\.ts:\d+-\d+\n/);
    expect(plain.body.context).toContain("function totalOf");
  });

  test("context: pieces, scores and relations", async () => {
    const { body } = await post("/projects/shop/context", {
      query: "add up prices cart",
      structured: true,
      include_scores: true,
      trace_expand: { direction: "out" },
    });
    expect(body.context).toMatch(/^src\/cart\.ts:1-6 \(0\.\d+\)\n/);
    expect(body).toMatchObject({
      chunks: expect.arrayContaining([expect.objectContaining({ source_path: "src/cart.ts", truncated: false })]),
      total_chars: body.context.length,
    });
  });

  test("context: what a piece calls is added, and says so", async () => {
    const query = { query: "totalOf", k: 1, min_score: 0.6, structured: true, trace_expand: { direction: "out" } };
    const { body } = await post("/projects/shop/context", query);
    expect(body.context).toMatch(/src\/prices\.ts:2-\d+; called by totalOf\n/);
    expect(body.chunks.at(-1)).toMatchObject({
      source_path: "src/prices.ts",
      score: null,
      relation: "called by totalOf",
    });
  });

  test("context: never longer than max_chars, and what has no room is named", async () => {
    const { body } = await post("/projects/shop/context", { query: "prices cart", max_chars: 200, structured: true });
    expect(body.context.length).toBeLessThanOrEqual(200);
    expect(body.chunks.at(-1).truncated).toBe(true);
    expect(body.context).toContain(body.chunks.at(-1).text);
  });

  test("trace: symbols by name, and what surrounds one", async () => {
    const found = await post("/projects/shop/trace/search", { query: "totalOf", kinds: ["function"] });
    expectAsPromised("searchTrace", found);
    expect(found.body.nodes[0]).toMatchObject({ kind: "function", name: "totalOf", file_path: "src/cart.ts" });
    const { id } = found.body.nodes[0];
    const around = await get(`/projects/shop/trace/neighbors/${id}?edge_kinds=calls,imports&direction=out`);
    expectAsPromised("getNeighbors", around);
    expect(around.body.edges).toMatchObject([{ source: id, kind: "calls" }]);
    const both = await post("/projects/shop/trace/search", {
      query: "totalOf",
      neighbors: { edge_kinds: ["calls"], max_nodes: 1 },
    });
    expect(both.body).toMatchObject({ nodes: [{ id }], edges: [], capped: true });
  });

  test("files: by parts of their paths", async () => {
    const found = await get("/projects/shop/files?query=src+PRI");
    expectAsPromised("searchFiles", found);
    expect(found.body).toMatchObject({
      results: [{ path: "src/prices.ts", language: "typescript", lines: 4 }],
      total: 1,
    });
    expect((await get("/projects/shop/files?query=crt")).body.results).toMatchObject([{ path: "src/cart.ts" }]);
    expect((await get("/projects/shop/files?query=src&path_filter=!src/cart.ts")).body.total).toBe(1);
  });

  test("text: lines that are not listed are counted for a shorter time where the caller prefers estimates", async () => {
    const search = vi.spyOn(app.searcher, "searchText");
    const countingMs = async (prefer?: string) => {
      const headers: Record<string, string> = prefer === undefined ? {} : { prefer };
      const { body } = await ask("POST", "/projects/shop/tools/search_text", { query: "price" }, headers);
      expect(body.totals[0].lines).toBeGreaterThan(0);
      return search.mock.lastCall?.[1].countingMs ?? 0;
    };
    try {
      const exact = await countingMs();
      expect(await countingMs("count=exact")).toBe(exact);
      expect(await countingMs("respond-async, count=estimated")).toBeLessThan(exact / 10);
    } finally {
      search.mockRestore();
    }
  });

  test("file: the whole of it, where it lies, and without what is secret", async () => {
    const found = await get("/projects/shop/file?path=src/prices.ts");
    expectAsPromised("getFile", found);
    expect(found.body).toMatchObject({ content: SHOP["src/prices.ts"].trimEnd(), lines: 4, is_masked: false });
    expect(found.body.on_disk).toMatch(/root\/shop\/src\/prices\.ts$/);
    const proxied = await ask("GET", "/projects/shop/file?path=src/prices.ts", undefined, {
      forwarded: "for=10.0.0.7",
    });
    expect(proxied.body.on_disk).toBeNull();
    put("root/shop/src/long.ts", `export const a = "${"x".repeat(5000)}";\nconst key = "${SECRETS.github}";\n`);
    const { body } = await get("/projects/shop/file?path=src/long.ts");
    expect(body).toMatchObject({ lines: 2, cut_lines: [1], is_masked: true });
    expect(body.content).not.toContain(SECRETS.github);
  });

  test("file and history: as a branch, a tag or a commit has it, without what is secret or left out today", async () => {
    const bakery = join(folder, "root/bakery");
    put("root/bakery/bread.ts", `export const key = "${SECRETS.github}";\n`);
    put("root/bakery/.env", "PASSWORD=flour\n");
    makeRepository(bakery);
    git(bakery, "tag", "v1");
    git(bakery, "mv", "bread.ts", "loaf.ts");
    commitAll(bakery, "renamed");
    await post("/projects", { path: "bakery" });
    const refs = await get("/projects/bakery/refs");
    expectAsPromised("getRefs", refs);
    expect(refs.body.results.map(({ name, kind }: { name: string; kind: string }) => `${kind} ${name}`).sort()).toEqual(
      ["branch main", "tag v1"],
    );
    const history = await get("/projects/bakery/history?path=loaf.ts");
    expectAsPromised("getHistory", history);
    expect(history.body.results).toMatchObject([{ path: "loaf.ts" }, { path: "bread.ts", subject: "first" }]);
    const ofLine = await get("/projects/bakery/history?path=loaf.ts&line_start=1&line_end=1");
    expectAsPromised("getHistory", ofLine);
    expect(ofLine.body.results).toMatchObject([{ subject: "first" }]);
    expect((await get("/projects/bakery/history?path=loaf.ts&line_start=0")).body.error.code).toBe("invalid_parameter");
    const first = history.body.results[1].commit;
    const found = await get(`/projects/bakery/file?path=bread.ts&ref=${first}`);
    expectAsPromised("getFile", found);
    expect(found.body).toMatchObject({ lines: 1, is_masked: true, commit: first, on_disk: null });
    expect(found.body.content).not.toContain(SECRETS.github);
    expect(found.body.is_changed).toBeNull();
    const isIndexed = async () => (await get("/projects/bakery")).body.generation > 0;
    await until(isIndexed, { every: 100, within: 30_000 });
    const isChanged = async () => (await get("/projects/bakery/file?path=loaf.ts")).body.is_changed;
    expect(await isChanged()).toBe(false);
    put("root/bakery/loaf.ts", "export const loaf = 1;\n");
    expect(await isChanged()).toBe(true);
    expect((await get("/projects/bakery/file?path=bread.ts&ref=main")).body.error.code).toBe("not_found");
    expect((await get("/projects/bakery/file?path=.env&ref=v1")).body.error.code).toBe("forbidden");
    expect((await get("/projects/bakery/file?path=bread.ts&ref=v2")).body.error.code).toBe("invalid_parameter");
    expect((await get("/projects/shop/refs")).body).toMatchObject({ results: [], note: expect.any(String) });
    await ask("DELETE", "/projects/bakery");
  });

  test("rule: what leaves a path out, or would", async () => {
    const found = await get("/projects/shop/rule?path=lib/node_modules/left/index.js");
    expectAsPromised("getRule", found);
    expect(found.body).toMatchObject({ exists: false, reason: "excluded", decided_at: "lib/node_modules" });
    expect((await get("/projects/shop/rule?path=lib/node_modules")).body.decided_at).toBe("lib/node_modules");
    expect((await get("/projects/shop/rule?path=src/cart.ts")).body).toEqual({
      exists: true,
      reason: null,
      rule: null,
      decided_at: null,
    });
    expect((await get("/projects/shop/rule?path=../../secret")).body.error.code).toBe("path_escape");
  });

  test("references: what each line of a file leads to", async () => {
    const found = await get("/projects/shop/references?path=src/cart.ts");
    expectAsPromised("getFileReferences", found);
    const { references, symbols } = found.body;
    const priceOf = symbols.find(({ name }: { name: string }) => name === "priceOf");
    expect(references).toContainEqual(
      expect.objectContaining({ line: 5, kind: "calls", confidence: "import", target: priceOf.node_id }),
    );
    expect(priceOf).toMatchObject({ file_path: "src/prices.ts", line_start: 2, is_shared: false });
  });

  test.each(["file", "references"])("%s: of a path that is not there, or leads outside", async (route) => {
    expect((await get(`/projects/shop/${route}?path=src/none.ts`)).body.error.code).toBe("not_found");
    expect((await get(`/projects/shop/${route}?path=../../secret`)).body.error.code).toBe("path_escape");
  });

  test("models: the built-in one for vectors and none for chat, and it says so", async () => {
    const status = await get("/llm/status");
    expectAsPromised("getLlmStatus", status);
    expect(status.body).toMatchObject({
      ollama_connected: false,
      embedding_model: expect.stringMatching(/^codeindex-words/),
      chat_model: null,
      message: "No chat model is configured.",
    });
  });

  test("a tool", async () => {
    const { body } = await post("/projects/shop/tools/search_text", { query: "items.reduce" });
    expect(body.results).toMatchObject([{ path: "src/cart.ts", line: 5 }]);
  });
});

describe("refusals", () => {
  test.each<{ name: string; method?: string; path: string; body?: unknown; want: string }>([
    { name: "k above 50", path: "/projects/shop/search", body: { query: "x", k: 51 }, want: "k: must be from 1 to 50" },
    {
      name: "too long a text",
      path: "/projects/shop/context",
      body: { query: "x", max_chars: 20_001 },
      want: "max_chars: must be from 200 to 20000",
    },
    {
      name: "too many nodes",
      method: "GET",
      path: "/projects/shop/trace/neighbors/x?max_nodes=101",
      want: "max_nodes: must be from 1 to 100",
    },
    {
      name: "too many edges",
      method: "GET",
      path: "/projects/shop/trace/neighbors/x?max_edges=201",
      want: "max_edges: must be from 1 to 200",
    },
    { name: "no question", path: "/projects/shop/search", body: {}, want: "query: is required" },
    { name: "no number", method: "GET", path: "/projects/shop/jobs?limit=ten", want: "limit: must be a number" },
    { name: "neither yes nor no", path: "/projects/shop/build?full=perhaps", want: "full: must be a boolean" },
    {
      name: "misspelt",
      path: "/projects/shop/search",
      body: { query: "x", minscore: 1 },
      want: "minscore: there is no such parameter; did you mean min_score?",
    },
    {
      name: "misspelt inside",
      path: "/projects",
      body: { path: "shop", settings: { branches: [] } },
      want: 'settings: has no field "branches"',
    },
    { name: "a list", path: "/projects/shop/search", body: [1], want: "body: must be a JSON object" },
    {
      name: "a folder outside",
      path: "/projects",
      body: { path: "../.." },
      want: "path: leads out of the service's root",
    },
  ])("$name", async ({ method = "POST", path, body, want }) => {
    const answer = await ask(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ message: expect.stringContaining(want), retryable: false });
  });
});

test("before the first build a question says that it is not there yet", async () => {
  await app.db.query("insert into projects (project_id, name, root, is_added) values ('new', 'new', '/srv/new', true)");
  expect(await post("/projects/new/search", { query: "bread" })).toMatchObject({
    status: 409,
    body: { error: { code: "index_not_built", retryable: true } },
  });
});
