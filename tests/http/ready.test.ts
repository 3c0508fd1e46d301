/** /ready says what is down; /metrics counts what was asked; every line of a request has its number. */
import { afterEach, describe, expect, test } from "vitest";
import { OPEN } from "../../src/auth/authenticate.js";
import { CodeindexError } from "../../src/base/errors.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import type { ServiceHost } from "../../src/mcp/service-host.js";
import { ANYONE } from "../../src/model/principal.js";
import { readMigrations } from "../../src/store/db/migrate.js";
import { createMetrics, type Metrics } from "../../src/telemetry/metrics.js";
import { ALPHA, BETA, tableHost } from "../mcp/table.js";

let server: HttpServer | undefined;
let metrics: Metrics | undefined;
afterEach(async () => {
  await server?.close();
  metrics?.close();
});

/** A database that answers what /ready asks. */
function answering(applied: { number: number }[]): ServiceHost["db"] {
  const query = async (text: string) =>
    text.includes("to_regclass") ? [{ found: true }] : text.includes("from migrations") ? applied : [{}];
  return { ...tableHost().db, query: query as ServiceHost["db"]["query"] };
}

const all = readMigrations().map(({ number }) => ({ number }));
const redisDown = async () => {
  throw new CodeindexError("daemon_unavailable", "The queue's Redis does not answer.", {}, ["Look at REDIS_URL."]);
};

describe("/ready", () => {
  interface State {
    name: string;
    db?: ServiceHost["db"];
    check?: () => Promise<void>;
    down: string[];
    /** The service can answer none the less. */
    degraded?: true;
    says?: object;
  }
  test.each<State>([
    { name: "all is there", db: answering(all), down: [] },
    { name: "a newer version has migrated", db: answering([...all, { number: 9999 }]), down: [] },
    {
      name: "the disk of the database is full",
      db: {
        ...answering(all),
        kind: "postgres",
        transaction: () => Promise.reject(new Error("no space left on device")),
      },
      down: ["writes"],
      degraded: true,
    },
    {
      name: "a migration is missing",
      db: answering(all.slice(1)),
      down: ["migrations"],
      says: {
        migrations: {
          message: expect.stringContaining("0001_"),
          suggestions: [expect.stringContaining("codeindex migrate")],
        },
      },
    },
    {
      name: "the queue is away",
      db: answering(all),
      check: redisDown,
      down: ["queue"],
      degraded: true,
      says: { database: { up: true }, queue: { code: "daemon_unavailable", suggestions: ["Look at REDIS_URL."] } },
    },
    {
      name: "the queue hangs",
      db: answering(all),
      check: () => new Promise(() => undefined),
      down: ["queue"],
      degraded: true,
      says: { queue: { message: "The queue does not answer within 2 s." } },
    },
    {
      name: "the database is away",
      down: ["database", "writes", "migrations"],
      says: { database: { up: false, code: "engine_unavailable" }, queue: { up: true }, projects: [] },
    },
  ])("$name", async ({ db, check, down, degraded = false, says = {} }) => {
    const host = tableHost();
    server = await listen({
      ...host,
      ...(db && { db }),
      indexing: { ...host.indexing, ...(check && { check }) },
    });
    const answer = await fetch(`${server.url}/ready`);
    const ready = degraded || down.length === 0;
    expect(answer.status).toBe(ready ? 200 : 503);
    expect(await answer.json()).toMatchObject({ ready, degraded, down, ...says });
  });
});

test("/ready goes by the projects that whoever asks may see", async () => {
  const host = tableHost({ projects: [ALPHA, BETA] });
  const known: Record<string, readonly string[] | null> = { "Bearer all": null, "Bearer alpha": ["alpha"] };
  server = await listen({
    ...host,
    db: answering(all),
    auth: {
      ...OPEN,
      async authenticate(header = "") {
        if (header in known) return { ...ANYONE, projects: known[header]! };
        throw new CodeindexError("unauthorized", "The request has no token.");
      },
    },
    indexing: {
      ...host.indexing,
      watched: (id) => ({ watching: true, changes: 0, note: null, ...(id === "beta" && { problem: "It is full." }) }),
    },
  });
  const ask = async (authorization?: string) => {
    const answer = await fetch(`${server!.url}/ready`, { headers: { ...(authorization && { authorization }) } });
    const { degraded, projects } = (await answer.json()) as { degraded: boolean; projects: { project: string }[] };
    return [answer.status, degraded, projects.map(({ project }) => project)];
  };
  expect(await ask("Bearer all")).toEqual([200, true, ["alpha", "beta"]]);
  expect(await ask("Bearer alpha")).toEqual([200, false, ["alpha"]]);
  expect(await ask()).toEqual([200, false, []]);
});

describe("/metrics", () => {
  async function read(): Promise<string> {
    const answer = await fetch(`${server!.url}/metrics`);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0.0.4/);
    return answer.text();
  }

  type Sources = Parameters<typeof createMetrics>[0];
  async function start({ depth = async () => [], ...sources }: Partial<Sources> = {}): Promise<void> {
    const host = tableHost();
    metrics = createMetrics({ role: "service", version: "1.2.3", db: host.db, depth, ...sources });
    server = await listen({ ...host, metrics });
  }

  test("counts requests by route, tools by name and errors by code", async () => {
    await start();
    const tool = (body: string) =>
      fetch(`${server!.url}/projects/alpha/tools/count_to`, { method: "POST", body }).then((answer) => answer.text());
    await tool('{"up_to":1}');
    await tool('{"up_to":-1}');
    await fetch(`${server!.url}/projects/nothing/status`).then((answer) => answer.text());
    const text = await read();
    expect(text).toContain('codeindex_info{version="1.2.3",role="service"} 1');
    expect(text).toContain('codeindex_http_requests_total{route="POST /projects/:project/tools/:tool",status="200"} 1');
    expect(text).toContain('codeindex_tool_calls_total{tool="count_to",outcome="ok"} 1');
    expect(text).toContain('codeindex_tool_calls_total{tool="count_to",outcome="error"} 1');
    expect(text).toContain('codeindex_tool_duration_seconds_count{tool="count_to"} 2');
    expect(text).toContain('codeindex_errors_total{where="tool",code="invalid_parameter"} 1');
    expect(text).toContain('codeindex_errors_total{where="request",code="project_not_found"} 1');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });

  test("says whether the embedder answers", async () => {
    const embedder: { model: string | null; problem: string | null } = { model: null, problem: null };
    await start({ embedder: () => embedder });
    expect(await read()).toContain('codeindex_up{part="embedder"} 0');
    embedder.model = "ollama/nomic-embed-text@768";
    expect(await read()).toContain('codeindex_up{part="embedder"} 1');
    embedder.problem = "Ollama cannot be reached.";
    expect(await read()).toContain('codeindex_up{part="embedder"} 0');
  });

  test("says whether the database takes what is written: with a full disk it answers, and does not", async () => {
    const { db } = tableHost();
    await start({
      db: { ...db, kind: "postgres", transaction: () => Promise.reject(new Error("no space left on device")) },
    });
    expect(await read()).toContain('codeindex_up{part="writes"} 0');
  });

  test("names that clients make up add no series", async () => {
    await start();
    const made = async () =>
      (await read()).split("\n").filter((line) => line.startsWith("codeindex_http_requests")).length;
    const ask = async (path: string) => {
      for (const method of ["GET", "POST"]) await fetch(server!.url + path, { method }).then((answer) => answer.text());
    };
    await ask("/nowhere/0");
    await ask("/projects/x/tools/none0");
    await made();
    const before = await made();
    for (let number = 1; number < 20; number++) {
      await ask(`/nowhere/${number}`);
      await ask(`/projects/x/tools/none${number}`);
    }
    expect(await made()).toBe(before);
  });

  test("tells the queue's depth, and whether parts answer", async () => {
    const lane = { lane: "bulk" as const, waiting: 3, active: 1, delayed: 0, failed: 2, oldestMs: 4500 };
    await start({ depth: async () => [lane] });
    const text = await read();
    expect(text).toContain('codeindex_queue_jobs{lane="bulk",state="waiting"} 3');
    expect(text).toContain('codeindex_queue_jobs{lane="bulk",state="failed"} 2');
    expect(text).toContain('codeindex_queue_oldest_seconds{lane="bulk"} 4.5');
    expect(text).toContain('codeindex_up{part="queue"} 1');
    expect(text).toContain('codeindex_up{part="database"} 0');
  });

  test("a queue that hangs holds nobody up", async () => {
    await start({ depth: () => new Promise(() => undefined) });
    expect(await read()).toContain('codeindex_up{part="queue"} 0');
  });
});

test("every line of a request has its number, and the project and tool it is about", async () => {
  const lines: Record<string, unknown>[] = [];
  server = await listen(tableHost({ log: (line) => lines.push(JSON.parse(line)) }));
  const post = (path: string, id: string) =>
    fetch(server!.url + path, { method: "POST", body: '{"up_to":1}', headers: { "x-request-id": id } }).then((answer) =>
      answer.text(),
    );
  await Promise.all([post("/projects/alpha/tools/count_to", "first"), post("/tools/fail", "second")]);
  const of = (request: string) => lines.filter((line) => line.request === request);
  expect(of("first")).toMatchObject([
    { tool: "count_to", project: "alpha", msg: "tool" },
    { route: "POST /projects/:project/tools/:tool", status: 200, msg: "request" },
  ]);
  expect(of("second").map(({ msg }) => msg)).toContain("request");
  expect(lines.every(({ request }) => request === "first" || request === "second")).toBe(true);
});
