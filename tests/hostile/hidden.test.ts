/**
 * Hidden projects do not exist for a caller: each answer is that of a service which never had them. For random scopes and patterns, and
 * random requests about all projects. npm run test:hidden compares 20,000 answers.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { logFields } from "../../src/base/log.js";
import { ROUTES } from "../../src/http/routes/index.js";
import { SCOPES, sees } from "../../src/model/principal.js";
import { PROJECTS_CHANNEL } from "../../src/store/projects.js";
import { TOOLS } from "../../src/tools/index.js";
import { requests } from "./requests.js";
import { type Reply, type Sent, send } from "./send.js";
import { LONG, projectFiles, type Service, sizeOf, startService, vectorsOf } from "./service.js";
import type { Known } from "./values.js";

const PROJECTS = ["api-core", "vault", "web-docs", "web-shop"];
const PATTERNS = ["*", "web-*", "web-shop", "*-core", "v*t", "*o*", "api-core", "nothing-*", "web-shop-*", "*e*-*"];

let all: Service;
beforeAll(async () => {
  all = await startService(PROJECTS);
  await vectorsOf(all);
}, 120_000);
afterAll(() => all?.close());

/** The ids of what the services made up for themselves, by what they stand for. */
async function madeUp(service: Service): Promise<Map<string, string>> {
  const rows = await service.app.db.query<{ job: string; project: string }>(
    "select job_id as job, project_id as project from jobs order by project_id, created_at",
  );
  return new Map(rows.map(({ job, project }) => [project, job]));
}

const KINDS: Record<string, RegExp> = {
  TIME: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g,
  IN_TIME: /\bin \d+(\.\d+)? m?s\b/g,
  ID: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
  COUNT:
    /\\*"(hits|misses|hitRate|cacheHitRate|cacheHit|\w*[tT]ime(?:Ms)?|ms|milliseconds|duration)\\*": ?(\d+(\.\d+)?|true|false)/g,
};

/** An answer without what is never the same twice. */
function plain({ status, headers, text }: Reply): object {
  let rest = text;
  for (const [name, kind] of Object.entries(KINDS)) rest = rest.replace(kind, name);
  const { "content-type": type, "www-authenticate": challenge, "retry-after": later } = headers;
  return { status, type, challenge, later, text: rest };
}

const CHANGING_TOOLS = new Set(TOOLS.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
const CHANGING_ROUTES = ROUTES.filter(({ method, scope }) => method !== "get" && scope !== "read");

/** Whether a request changes nothing that both have, and is answered at once and for good. */
function isComparable({ hidden, visible }: Pick<Pair, "hidden" | "visible">): (sent: Sent) => boolean {
  const changing = CHANGING_ROUTES.map(
    ({ method, path }) => new RegExp(`^${method.toUpperCase()} ${path.replace(/:\w+/g, "[^/]+")}($|\\?)`),
  );
  return ({ method, path, body, headers }) => {
    if (/\/events|^\/sse|^\/messages|^\/metrics|^\/ready/.test(path) || (path.startsWith("/mcp") && method !== "POST"))
      return false;
    if (/subscriptions\/listen|resources\/(un)?subscribe|"initialize"|tasks\//.test(body ?? "")) return false;
    if (headers.accept === "text/event-stream") return false;
    const names = (text: string) => visible.some((project) => text.includes(project));
    if (hidden.some((project) => path.startsWith(`/projects/${project}/`)) && !names(`${path} ${body ?? ""}`))
      return true;
    const tool = [...CHANGING_TOOLS].find((name) => `${path} ${body ?? ""}`.includes(name));
    return tool === undefined && !changing.some((route) => route.test(`${method} ${path}`));
  };
}

/** Permissions drawn at random; of those that see the same projects, one is enough. */
function permissions(count: number, seed: number) {
  const drawn = fc.sample(
    fc.record({
      scope: fc.constantFrom(...SCOPES),
      projects: fc.uniqueArray(fc.constantFrom(...PATTERNS.slice(1)), { minLength: 1, maxLength: 3 }),
    }),
    { numRuns: 200, seed },
  );
  const bySight = new Map(
    drawn.map((each) => {
      const principal = { ...each, id: "", name: "", isLimited: true, expiresAt: null };
      const visible = PROJECTS.filter((project) => sees(principal, project));
      return [visible.join(), { ...each, visible }] as const;
    }),
  );
  // Nothing is hidden from a caller that sees all.
  return [...bySight.values()].filter(({ visible }) => visible.length < PROJECTS.length).slice(0, count);
}

const { cases, seed } = sizeOf(200);
const CHOSEN = permissions(cases > 1000 ? 12 : 1, seed);

/** A service that never had what is hidden from somebody, and how the two are asked the same. */
interface Pair {
  some: Service;
  visible: string[];
  hidden: string[];
  known: Known;
  headersOf(which: "all" | "some", headers: Record<string, string>): Record<string, string>;
  /** Both answers, as they can be compared. */
  ask(sent: Omit<Sent, "who">): Promise<{ ours: object; theirs: object }>;
}

async function createPair({ scope, projects, visible }: (typeof CHOSEN)[number]): Promise<Pair> {
  const hidden = PROJECTS.filter((project) => !visible.includes(project));
  const some = await startService(visible);
  await vectorsOf(some);
  const make = (service: Service) => service.token({ name: "some", scope, projects });
  const tokens = { all: await make(all), some: await make(some) };
  const [ours, theirs] = [await madeUp(all), await madeUp(some)];
  // Names that each made up, with their equals in the other.
  const pairs = [
    ...visible.map((project) => [ours.get(project)!, theirs.get(project)!] as const),
    [all.folder, some.folder] as const,
    [new URL(all.server.url).host, new URL(some.server.url).host] as const,
    [encodeURIComponent(all.folder), encodeURIComponent(some.folder)] as const,
  ];
  const translate = (text: string) => pairs.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
  const headersOf = (which: "all" | "some", headers: Record<string, string>) => ({
    ...headers,
    authorization: `Bearer ${tokens[which]}`,
  });
  const nodes = await all.app.db.query<{ id: string }>("select distinct node_id as id from symbols order by 1");
  const words = PROJECTS.flatMap((project) =>
    Object.values(projectFiles(project)).flatMap((text) => String(text).match(/\b[A-Z]\w+/g) ?? []),
  );
  return {
    some,
    visible,
    hidden,
    headersOf,
    known: {
      who: ["some"],
      projects: [...PROJECTS, ...hidden, "nosuch"],
      paths: [...Object.keys(projectFiles("x")), "src"],
      symbols: words,
      nodeIds: nodes.map(({ id }) => id),
      ids: [...ours.values()],
      sessions: [],
      folders: [...PROJECTS.map(all.rootOf), all.folder],
    },
    async ask(sent) {
      const other = JSON.parse(translate(JSON.stringify(sent))) as Sent;
      const [first, second] = await Promise.all([
        send(all.server.url, { ...sent, headers: headersOf("all", sent.headers) }),
        send(some.server.url, { ...other, headers: headersOf("some", other.headers) }),
      ]);
      return { ours: plain({ ...first, text: translate(first.text) }), theirs: plain(second) };
    },
  };
}

describe.each(CHOSEN)("$scope of $projects", (permission) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await createPair(permission);
  }, 120_000);
  afterAll(() => pair?.some.close());

  test(
    "sees what a service says that never had the others",
    async () => {
      await fc.assert(
        fc.asyncProperty(requests(pair.known).filter(isComparable(pair)), async (sent) => {
          const { ours, theirs } = await pair.ask(sent);
          expect(ours).toEqual(theirs);
        }),
        { numRuns: Math.ceil(cases / CHOSEN.length), seed },
      );
    },
    LONG,
  );

  // So that the time it takes tells nothing either.
  test(
    "causes the same work by asking about a hidden project as about none",
    async () => {
      const ids = await madeUp(all);
      const asNone = pair.hidden.flatMap((project) => [
        [project, project.replace(/^./, "q")] as const,
        [ids.get(project)!, randomUUID()] as const,
      ]);
      const toNone = <T>(value: T): T =>
        JSON.parse(asNone.reduce((text, [hidden, none]) => text.replaceAll(hidden, none), JSON.stringify(value)));
      const { db } = all.app;
      const { query, transaction } = db;
      /** Queries of the database by request; those outside requests are not kept. */
      const asked = new Map<unknown, unknown[]>();
      const note = (...what: unknown[]) => asked.get(logFields().request)?.push(what);
      vi.spyOn(db, "query").mockImplementation((text, values, signal) => {
        // The caller is looked up now and then.
        if (!text.includes("from tokens")) note(text, values ?? []);
        return query.call(db, text, values, signal) as Promise<never[]>;
      });
      vi.spyOn(db, "transaction").mockImplementation((work) => {
        note("transaction");
        return transaction.call(db, work) as Promise<never>;
      });
      const workOf = async (sent: Sent) => {
        const request = randomUUID();
        const work: unknown[] = [];
        asked.set(request, work);
        await send(all.server.url, {
          ...sent,
          headers: pair.headersOf("all", { ...sent.headers, "x-request-id": request }),
        });
        // Several projects are asked side by side.
        return work.map((one) => JSON.stringify(one)).sort();
      };
      const known = { ...pair.known, projects: pair.hidden, ids: asNone.map(([hidden]) => hidden) };
      const isAboutHidden = (sent: Sent) => JSON.stringify(toNone(sent)) !== JSON.stringify(sent);
      await fc.assert(
        fc.asyncProperty(requests(known).filter(isComparable(pair)).filter(isAboutHidden), async (sent) => {
          // A second request may be answered from memory.
          await workOf(sent);
          await workOf(toNone(sent));
          expect(toNone(await workOf(sent))).toEqual(await workOf(toNone(sent)));
        }),
        { numRuns: Math.ceil(cases / 4 / CHOSEN.length), seed },
      );
      vi.restoreAllMocks();
    },
    LONG,
  );

  test("knows no task of others, whatever it is about", async () => {
    const admin = await all.token({ name: "admin", scope: "admin" });
    const call = { name: "index_files", arguments: { project_id: pair.hidden[0], paths: ["nowhere.ts"] }, task: {} };
    const { text } = await send(all.server.url, {
      method: "POST",
      path: "/mcp",
      headers: { ...HEADERS, authorization: `Bearer ${admin}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    });
    const { taskId } = JSON.parse(text).result.task as { taskId: string };
    // A call about a hidden project is one about none, as a task too; who may not index is told so.
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
    const made = await pair.ask({ method: "POST", path: "/mcp", headers: HEADERS, body });
    expect(made.ours).toEqual(made.theirs);
    for (const [method, params] of [
      ["tasks/list", {}],
      ["tasks/get", { taskId }],
      ["tasks/result", { taskId }],
      ["tasks/cancel", { taskId }],
    ] as const) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const ask = () => pair.ask({ method: "POST", path: "/mcp", headers: HEADERS, body });
      // The task that the first request began ends with an error a little later.
      await expect.poll(async () => JSON.stringify(await ask()), { timeout: 30_000 }).not.toContain("working");
      const { ours, theirs } = await ask();
      expect([method, ours]).toEqual([method, theirs]);
    }
  });
});

// The last, as it changes what both have.
test(
  "a listener hears nothing of the work in hidden projects",
  async () => {
    const pair = await createPair({ scope: "read", projects: ["web-*"], visible: ["web-docs", "web-shop"] });
    const { some, visible, hidden, headersOf } = pair;
    const services = { all, some };
    const streams = await Promise.all(
      (["all", "some"] as const).map(async (which) => {
        const { url } = services[which].server;
        const heard = { text: "" };
        const ending = new AbortController();
        const open = async (path: string, body?: object) => {
          const answer = await fetch(`${url}${path}`, {
            signal: ending.signal,
            headers: headersOf(which, body ? { ...HEADERS, ...LISTENING } : { accept: "text/event-stream" }),
            ...(body && { method: "POST", body: JSON.stringify(body) }),
          });
          expect(answer.status).toBe(200);
          void (async () => {
            for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) heard.text += part;
          })().catch(() => undefined);
        };
        const uris = [...visible, "nosuch"].map((project) => `codeindex://${project}/workspace/status`);
        const notifications = {
          resourceSubscriptions: ["codeindex://projects", ...uris],
          resourcesListChanged: true,
        };
        await open("/mcp", {
          jsonrpc: "2.0",
          id: 1,
          method: "subscriptions/listen",
          params: { notifications, _meta: META },
        });
        for (const project of visible) await open(`/projects/${project}/events`);
        return { heard, ending };
      }),
    );
    const told = () => streams.map(({ heard }) => newsIn(heard.text));
    await expect
      .poll(() => told().map((news) => news.length), { timeout: 30_000 })
      .toEqual(Array(2).fill(visible.length));
    for (const name of hidden) {
      const project = (await all.app.projects()).find(({ projectId }) => projectId === name)!;
      const { jobId } = await all.app.indexing.start(project, { force: true });
      await all.app.indexing.wait(jobId, AbortSignal.timeout(60_000));
      await all.app.db.query("select pg_notify($1, $2)", [PROJECTS_CHANNEL, name]);
    }
    // Changes of the projects that they do see tell that all before has come.
    for (const service of [all, some])
      for (const project of await service.app.projects())
        if (visible.includes(project.projectId)) {
          const { jobId } = await service.app.indexing.start(project, { force: true });
          await service.app.indexing.wait(jobId, AbortSignal.timeout(60_000));
        }
    const wanted = visible.flatMap((project) => [
      `generation 2 of ${project}`,
      `codeindex://${project}/workspace/status`,
    ]);
    await expect
      .poll(() => told().every((news) => wanted.every((each) => news.includes(each))), { timeout: 30_000 })
      .toBe(true);
    expect(told()[0]).toEqual(told()[1]);
    for (const name of hidden) expect(streams[0]!.heard.text).not.toContain(name);
    for (const { ending } of streams) ending.abort();
    await some.close();
  },
  LONG,
);

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const LISTENING = { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "t", version: "0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Which generations and changes of resources a stream tells of, each once. */
function newsIn(text: string): string[] {
  const news = text.split("\n").flatMap((line) => {
    if (!line.startsWith("data: {")) return [];
    const { method, params, generation, project } = JSON.parse(line.slice(6));
    if (generation !== undefined) return [`generation ${generation} of ${project}`];
    return method === "notifications/resources/updated"
      ? [params.uri]
      : method?.includes("list_changed")
        ? [method]
        : [];
  });
  return [...new Set(news)].sort();
}
