/** A host with a few tools of its own, for the tests of the faces: real servers and clients, no index. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { OPEN } from "../../src/auth/authenticate.js";
import { createLimits } from "../../src/auth/limits.js";
import { createLog } from "../../src/base/log.js";
import { readConfig } from "../../src/config/config.js";
import { pageOf } from "../../src/format/page.js";
import { createMemoryExchange } from "../../src/mcp/exchange/memory.js";
import type { ServiceHost } from "../../src/mcp/service-host.js";
import { createSeal } from "../../src/store/db/seal.js";
import type { Project } from "../../src/store/projects.js";
import { defineTool, type ToolDefinition } from "../../src/tools/running/tool.js";
import * as params from "../../src/tools/shared/params.js";

const countTo = defineTool({
  name: "count_to",
  title: "Count",
  toolset: "search",
  description: "Counts up to a number.",
  readOnly: true,
  idempotent: true,
  command: { name: "count", positional: ["up_to"] },
  input: { up_to: z.int().min(0).max(10_000), limit: params.limit(20, 5000), cursor: params.cursor },
  output: { results: z.array(z.object({ number: z.int(), words: z.string() })) },
  run: async ({ up_to, limit, cursor }) => {
    const all = Array.from({ length: up_to }, (_, index) => ({
      number: index + 1,
      words: `the number ${index + 1} `.repeat(5),
    }));
    return pageOf(all, limit, cursor);
  },
  render: ({ results }) => results.map(({ number, words }) => `${number}: ${words}`).join("\n"),
  shrink: [({ results }) => ({ results: results.map(({ number }) => ({ number, words: "…" })) })],
});

const readLong = defineTool({
  name: "read_long",
  title: "Read",
  toolset: "files",
  description: "Reads a long text.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  input: { lines: z.int().default(2000) },
  output: { content: z.string() },
  run: async ({ lines }) => ({ content: Array.from({ length: lines }, (_, index) => `line ${index + 1}`).join("\n") }),
  render: ({ content }) => content,
});

const wait = defineTool({
  name: "wait",
  title: "Wait",
  toolset: "manage",
  description: "Waits, and says how far it is.",
  readOnly: true,
  idempotent: true,
  usesProject: false,
  input: { ms: z.int().min(0) },
  output: { waited: z.int() },
  run: async ({ ms }, { progress, signal }) => {
    for (let step = 1; step <= 4; step++) {
      await sleep(ms / 4, undefined, { signal });
      progress(step, 4, `step ${step}`);
    }
    return { waited: ms };
  },
  render: ({ waited }) => `waited ${waited} ms`,
});

const picture = defineTool({
  name: "picture",
  title: "Picture",
  toolset: "files",
  description: "Gives a picture.",
  readOnly: true,
  idempotent: true,
  isMedia: true,
  input: {},
  output: { mime_type: z.string(), data: z.string() },
  run: async () => ({ mime_type: "image/png", data: "iVBORw0KGgo=" }),
  render: ({ mime_type }) => mime_type,
});

const fail = defineTool({
  name: "fail",
  title: "Fail",
  toolset: "manage",
  description: "Fails.",
  readOnly: true,
  idempotent: true,
  usesProject: false,
  input: {},
  output: {},
  run: async () => {
    throw new Error("select secret from /home/someone");
  },
  render: () => "",
});

export const TABLE = [countTo, readLong, wait, picture, fail] as unknown as readonly ToolDefinition[];

export const ALPHA: Project = {
  projectId: "alpha",
  name: "alpha",
  root: "/srv/alpha",
  settings: {},
  isWatched: false,
  watchNote: null,
  isAdded: false,
  url: null,
  cloneFolder: null,
  fetchedAt: null,
  fetchProblem: null,
};
export const BETA: Project = {
  projectId: "beta",
  name: "beta",
  root: "/srv/beta",
  settings: {},
  isWatched: false,
  watchNote: null,
  isAdded: false,
  url: null,
  cloneFolder: null,
  fetchedAt: null,
  fetchProblem: null,
};

/** Where no embedder is configured. */
const WITHOUT_VECTORS = {
  model: null,
  check: async () => undefined,
  progress: () => null,
  near: async () => null,
  cosines: async () => new Map(),
  noise: async () => 0,
  inMemory: () => async () => [],
  forget: () => undefined,
} satisfies ServiceHost["searcher"]["meaning"];

/** A host without a database: the tools of this table do not ask it. */
export function tableHost(
  options: { projects?: Project[]; generation?: number; log?: (line: string) => void; timeout?: string } = {},
): ServiceHost {
  const { projects = [ALPHA], generation = 3, log = () => undefined, timeout = "30s" } = options;
  const nothing = async () => null;
  const refused = async () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  };
  return {
    config: readConfig({ port: 0, repos: ["/srv/alpha"], dataDir: "/srv/data" }, { CODEINDEX_SEARCH_TIMEOUT: timeout }),
    log: createLog("trace", { write: log }, false),
    tools: TABLE,
    db: {
      kind: "pglite",
      seal: createSeal(),
      query: refused,
      insertRows: refused,
      transaction: refused,
      session: refused,
      listen: refused,
      history: () => null,
      now: Date.now,
      connections: () => ({ total: 0, idle: 0, waiting: 0 }),
      close: async () => undefined,
    },
    metrics: { read: async () => ({ type: "text/plain", text: "" }), close: () => undefined },
    searcher: { close: async () => undefined, meaning: WITHOUT_VECTORS } as Partial<
      ServiceHost["searcher"]
    > as ServiceHost["searcher"],
    chat: null,
    settings: { change: refused, describe: refused },
    auth: OPEN,
    audit: { keeps: "nothing", note: () => undefined, close: async () => undefined },
    limits: createLimits({ rateLimit: 1000, callsAtOnce: 8, redisUrl: null }),
    exchange: createMemoryExchange(),
    signingKey: Buffer.alloc(32, 1),
    indexing: {
      start: refused,
      wait: refused,
      cancel: refused,
      hold: refused,
      letGo: refused,
      keepJobs: () => undefined,
      keepsJobs: () => false,
      get: nothing,
      current: nothing,
      check: async () => undefined,
      depth: async () => [],
      isWorkedOff: async () => true,
      retry: refused,
      watched: () => ({ watching: true, changes: 2, note: null }),
    },
    projects: async () => projects,
    ...viewsBy(async ({ projectId }) => ({
      projectId,
      viewId: 1,
      ref: "worktree",
      generation,
      commit: "0123456789abcdef",
      indexedAt: "2026-01-02T03:04:05.000Z",
      totals: { files: 1, partial: 0, skipped: 0, failed: 0, symbols: 1, edges: 0, chunks: 1, languages: {} },
      buildToken: null,
      rowFormat: null,
      openJobs: 0,
      openChanges: 0,
      vectors: [],
    })),
  };
}

/** Views of a host, where `viewOf` gives that of one project. */
export function viewsBy(viewOf: ServiceHost["viewOf"]): Pick<ServiceHost, "viewOf" | "viewsOf" | "previewOf"> {
  return { viewOf, viewsOf: (projects) => Promise.all(projects.map(viewOf)), previewOf: async () => undefined };
}
