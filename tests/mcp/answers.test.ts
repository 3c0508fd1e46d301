/** Every tool over a real database, through both official clients: they hold each answer against the schema that was published. */
import type { Client } from "@modelcontextprotocol/client";
import type { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { createSearcher, type Searcher } from "../../src/search/search.js";
import type { Job } from "../../src/store/jobs.js";
import { type LiveSettings, openSettings, startSettings } from "../../src/store/live-settings.js";
import { TOOLS } from "../../src/tools/index.js";
import { useSample } from "../graph/with-sample.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { legacyClient, modernClient } from "../helpers/mcp.js";
import { ALPHA, tableHost, viewsBy } from "./table.js";

const sample = useSample();
const root = temporaryFolder({
  "src/app.ts": dedent`
    export function start() {
      return 1;
    }
  `,
  "logo.png": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
});

const JOB: Job = {
  jobId: "job-1",
  projectId: "sample",
  kind: "build",
  status: "completed",
  phase: null,
  filesDone: 3,
  filesTotal: 3,
  result: {
    generation: 2,
    indexed: 1,
    unchanged: 2,
    removed: 0,
    skipped: { ignored: 4 },
    errors: [{ path: "src/bad.ts", code: "index_error", message: "cannot be read" }],
    totals: { files: 3, symbols: 9, edges: 8, chunks: 7 },
    milliseconds: 12,
  },
  error: null,
  request: {},
  createdAt: "2026-01-01T00:00:00.000Z",
  startedAt: "2026-01-01T00:00:00.000Z",
  finishedAt: "2026-01-01T00:00:01.000Z",
};

let server: HttpServer;
let searcher: Searcher;
let settings: LiveSettings;
let modern: Client;
let legacy: LegacyClient;
beforeAll(async () => {
  const host = tableHost({
    projects: [{ ...ALPHA, projectId: sample.view.projectId, name: "sample", root }],
  });
  searcher = createSearcher(sample.db, { cacheBytes: 2 ** 20 });
  settings = await openSettings(sample.db, startSettings(host.config), host.log);
  server = await listen({
    ...host,
    searcher,
    settings,
    tools: TOOLS,
    db: sample.db,
    ...viewsBy(async () => sample.view),
    indexing: {
      ...host.indexing,
      start: async () => JOB,
      wait: async () => JOB,
      get: async (id) => (id === JOB.jobId ? { ...JOB, projectId: sample.view.projectId } : null),
    },
  });
  const url = new URL("/mcp?toolsets=all", server.url);
  modern = await modernClient(url);
  legacy = await legacyClient(url);
  // Clients hold answers against the schemas of the last list they saw.
  await Promise.all([modern.listTools(), legacy.listTools()]);
});
afterAll(async () => {
  await modern?.close();
  await legacy?.close();
  await settings?.close();
  await server?.close();
  await searcher?.close();
});

/** Input of each tool; `words` are in its answer. */
const QUESTIONS: Record<string, { args: Record<string, unknown>; words?: string; error?: string }> = {
  codebase_retrieval: { args: { query: "who logs in" } },
  search_code: { args: { query: "login" } },
  search_text: { args: { query: "login" } },
  search_docs: { args: { query: "login" } },
  find_similar_code: { args: { code: "export function start() { return login(); }" } },
  get_context: { args: { query: "login" } },
  diff_impact: {
    args: {
      diff: dedent`
        --- /dev/null
        +++ b/src/new.ts
        @@ -0,0 +1 @@
        +export const fresh = 1;
      `,
    },
    words: "fresh",
  },
  code_research: { args: { query: "login" }, words: "login" },
  overview: { args: {}, words: "typescript" },
  find_dead_code: { args: {}, words: "declaration" },
  find_cycles: { args: {}, words: "No cycle of imports" },
  find_hotspots: { args: {}, words: "ranked by" },
  search_symbols: { args: { query: "login" } },
  lookup_symbol: { args: { qualified_name: "AuthService" } },
  get_symbol: { args: { node_id: "svcLogin" } },
  get_source: { args: { symbols: ["svcLogin", "src/app.ts"] }, words: "const auth = new AuthService()" },
  get_relations: { args: { symbols: ["svcLogin", "AuthService"] }, words: "1 caller of AuthService.login" },
  get_source_spans: { args: { symbols: ["svcLogin"] } },
  get_file_outline: { args: { path: "src/app.ts" } },
  find_similar: { args: { node_id: "svcLogin" }, error: "provider_unavailable" },
  get_callers: { args: { node_id: "svcLogin" }, words: "src/app.ts" },
  get_callees: { args: { node_id: "svcLogin" } },
  get_implementations: { args: { node_id: "svcLogin" } },
  get_references: { args: { node_id: "svcLogin" } },
  get_dependencies: { args: { node_id: "svcLogin" } },
  get_dependents: { args: { node_id: "svcLogin" } },
  get_tests: { args: { symbols: ["AuthService.login"] } },
  trace: { args: { query: "login" } },
  list_directory: { args: {}, words: "src" },
  get_directory_tree: { args: {}, words: "app.ts" },
  read_file: { args: { path: "src/app.ts" }, words: "export function start()" },
  read_media_file: { args: { path: "logo.png" }, words: "image/png" },
  get_file_context: { args: { path: "src/app.ts" }, words: "start" },
  list_projects: { args: {}, words: "1 project" },
  get_status: { args: {}, words: "files indexed" },
  index_files: { args: { paths: ["src/app.ts"] }, words: "3 files are up to date" },
  index_codebase: { args: {}, words: "1 files indexed, 2 unchanged" },
  reindex_workspace: { args: { strategy: "embeddings" }, words: "There are none: no embedder is configured" },
  get_job: { args: { job_id: "job-1" }, words: "Left out: ignored 4" },
  codrag_status: { args: {}, words: "ready" },
  codrag_build: { args: {}, words: "job-1 was started" },
  codrag_search: { args: { query: "login" } },
  codrag_context: { args: { query: "login" } },
  codrag_trace: { args: { query: "login" }, words: "login" },
  explain_path: { args: { path: "src/app.ts" }, words: "src/app.ts" },
  update_config: { args: { settings: { maxFiles: 5000 } }, words: "maxFiles: 5000 (update_config)" },
};

interface Answer {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

describe.each(TOOLS.map(({ name }) => ({ name })))("$name", ({ name }) => {
  test.each(["2026-07-28", "2025-11-25"])("%s", async (era) => {
    const { args, words, error } = QUESTIONS[name] ?? { args: {}, words: `no question for ${name}` };
    const client = era === "2026-07-28" ? modern : legacy;
    const answer = (await client.callTool({ name, arguments: args })) as unknown as Answer;
    const text = answer.content[0]!.text;
    if (error) return expect(JSON.parse(text).error.code).toBe(error);
    expect(text).not.toContain(root);
    expect(answer.isError ?? false, text).toBe(false);
    if (words) expect(text).toContain(words);
    expect(estimateTokens(text)).toBeLessThanOrEqual(8000);
  });

  test("fits 200 tokens", async () => {
    const { args, error } = QUESTIONS[name]!;
    if (error) return;
    const answer = (await legacy.callTool({ name, arguments: { ...args, max_tokens: 200 } })) as unknown as Answer;
    expect(answer.isError ?? false).toBe(false);
    expect(estimateTokens(answer.content[0]!.text)).toBeLessThanOrEqual(200);
  });
});

test.each(["2026-07-28", "2025-11-25"])("%s: the files of the first results are linked", async (era) => {
  const client = era === "2026-07-28" ? modern : legacy;
  const { content } = await client.callTool({ name: "lookup_symbol", arguments: { qualified_name: "AuthService" } });
  expect(content).toContainEqual(expect.objectContaining({ type: "resource_link", name: "src/auth.ts" }));
});
