/** The older era on two replicas: whatever a client began on one goes on with the other. Raw requests, as they are on the wire. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import type { Catalog } from "../../src/mcp/catalog.js";
import type { Exchange } from "../../src/mcp/exchange/exchange.js";
import { createMemoryExchange } from "../../src/mcp/exchange/memory.js";
import { createRedisExchange } from "../../src/mcp/exchange/redis.js";
import type { McpCall } from "../../src/mcp/request-form.js";
import type { App } from "../../src/processes/service.js";
import { createApp } from "../../src/processes/service.js";
import { fixtureTool } from "../conformance/fixtures.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { modernClient } from "../helpers/mcp.js";

const redis = process.env.TEST_REDIS_URL;
const KINDS: [string, () => [Exchange, Exchange]][] = [
  [
    "memory",
    () => {
      const one = createMemoryExchange();
      return [one, one];
    },
  ],
];
if (redis)
  KINDS.push([
    "Redis",
    () => [createRedisExchange(redis, "codeindex:test"), createRedisExchange(redis, "codeindex:test")],
  ]);

/** Results of the calls of `wait_for_it`, in their order. */
const ends: string[] = [];
const saying = (text: string) => ({ content: [{ type: "text" as const, text }] });
const untilAborted = ({ signal }: McpCall) => new Promise((done) => signal.addEventListener("abort", done));

const MORE: Catalog = {
  tools: [
    fixtureTool("wait_for_it", async (_args, call) => {
      await untilAborted(call);
      ends.push("aborted");
      return saying("too late");
    }),
    fixtureTool("say_and_wait", async (_args, call) => {
      await call.log("info", "before");
      await untilAborted(call);
      ends.push("aborted");
      return saying("too late");
    }),
    fixtureTool("ask_name", async (_args, call) => {
      const { name } = await call.ask({
        name: { method: "elicitation/create", params: { mode: "form", message: "?" } },
      });
      return saying(JSON.stringify(name));
    }),
    fixtureTool("break_off", async (_args, call) => {
      await call.log("info", "before");
      call.closeStream();
      await sleep(300);
      await call.log("info", "while you were away");
      return saying("the end");
    }),
  ],
  resources: [],
  prompts: [],
};

let app: App;
const folder = temporaryFolder({
  "app.ts": dedent`
    export function start() {
      return 1;
    }
  `,
});
beforeAll(async () => {
  const data = temporaryFolder();
  const config = readConfig({ port: 0, repos: [folder], dataDir: data, logLevel: "error", watchFiles: false }, {});
  app = await createApp(config);
  await rebuild();
});
afterAll(async () => {
  await app.close();
});

async function rebuild(): Promise<void> {
  const [project] = await app.projects();
  const { jobId } = await app.indexing.start(project!, {});
  await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
}

describe.each(KINDS)("by %s", (_kind, open) => {
  let exchanges: [Exchange, Exchange];
  let a: HttpServer;
  let b: HttpServer;
  beforeAll(async () => {
    exchanges = open();
    a = await listen({ ...app, exchange: exchanges[0] }, MORE);
    b = await listen({ ...app, exchange: exchanges[1] }, MORE);
  });
  afterAll(async () => {
    await Promise.all([a.close(), b.close()]);
    for (const exchange of new Set(exchanges)) await exchange.close();
  });

  /** Sends a message; `session` names the client's. */
  async function post(server: HttpServer, message: object, session?: string, signal?: AbortSignal): Promise<Response> {
    return fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
        ...(session && { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      signal: signal ?? null,
    });
  }

  function get(server: HttpServer, session: string, lastEventId?: string): Promise<Response> {
    return fetch(`${server.url}/mcp`, {
      headers: {
        accept: "text/event-stream",
        "mcp-session-id": session,
        ...(lastEventId && { "last-event-id": lastEventId }),
      },
    });
  }

  async function connect(server: HttpServer): Promise<string> {
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: { elicitation: {} },
      clientInfo: { name: "test", version: "0" },
    };
    const response = await post(server, { id: 0, method: "initialize", params });
    expect(await response.json()).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    return response.headers.get("mcp-session-id")!;
  }

  interface Event {
    id?: string | undefined;
    message: { id?: unknown; method?: string; params?: Record<string, unknown>; result?: unknown } | null;
  }
  /** The events of a stream, one by one. */
  async function* events(response: Response): AsyncGenerator<Event> {
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const stream = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { id, data } of stream) yield { id, message: data === "" ? null : JSON.parse(data) };
  }

  const call = (name: string, id: number) => ({ id, method: "tools/call", params: { name, arguments: {} } });

  test("a session is known to both, and a forged one to none", async () => {
    const session = await connect(a);
    const response = await post(b, { id: 1, method: "tools/list" }, session);
    expect(response.status).toBe(200);
    for (const forged of [`${session.slice(0, -4)}AAAA`, "nonsense", session.replace(".", "x.")])
      expect((await post(b, { id: 1, method: "tools/list" }, forged)).status).toBe(404);
  });

  test("a cancellation reaches the work, also that of request 0", async () => {
    const session = await connect(a);
    for (const id of [7, 0]) {
      ends.length = 0;
      const answer = post(a, call("wait_for_it", id), session);
      await sleep(200);
      const params = { requestId: id };
      expect((await post(b, { method: "notifications/cancelled", params }, session)).status).toBe(202);
      await expect.poll(() => ends, { timeout: 1000, interval: 20 }).toEqual(["aborted"]);
      expect((await answer).status).toBe(202);
    }
  });

  test("another session's cancellation does not", async () => {
    ends.length = 0;
    const [session, other] = [await connect(a), await connect(a)];
    const gone = new AbortController();
    const answer = post(a, call("wait_for_it", 7), session, gone.signal).catch(() => undefined);
    await sleep(200);
    await post(b, { method: "notifications/cancelled", params: { requestId: 7 } }, other);
    await sleep(300);
    expect(ends).toEqual([]);
    // A client that is gone has cancelled too.
    gone.abort();
    await answer;
    await expect.poll(() => ends, { timeout: 1000, interval: 20 }).toEqual(["aborted"]);
  });

  test("a request to a client can be answered anywhere, by itself", async () => {
    const session = await connect(a);
    const stream = events(await post(a, call("ask_name", 3), session));
    expect((await stream.next()).value).toMatchObject({ message: null });
    const { value } = await stream.next();
    expect(value.message).toMatchObject({ method: "elicitation/create" });
    const answer = { id: value.message!.id, result: { action: "accept", content: { name: "Ada" } } };
    // Another session that knows the id may not.
    expect((await post(b, answer, await connect(b))).status).toBe(202);
    expect((await post(b, { ...answer, result: { action: "decline" } }, session)).status).toBe(202);
    expect((await stream.next()).value.message).toMatchObject({
      id: 3,
      result: { content: [{ text: '{"action":"decline"}' }] },
    });
  });

  test("a stream whose client dropped it is given up within a second, and its work with it", async () => {
    ends.length = 0;
    const session = await connect(a);
    const gone = new AbortController();
    const stream = events(await post(a, call("say_and_wait", 5), session, gone.signal));
    await stream.next();
    gone.abort();
    await expect.poll(() => ends, { timeout: 3000, interval: 20 }).toEqual(["aborted"]);
  });

  test("a stream that broke off goes on where it was, for its own session only", async () => {
    const session = await connect(a);
    const seen: Event[] = [];
    for await (const event of events(await post(a, call("break_off", 4), session))) seen.push(event);
    expect(seen.map(({ message }) => message?.params?.data)).toEqual([undefined, "before"]);
    const last = seen.at(-1)!.id!;
    expect((await get(b, await connect(b), last)).status).toBe(404);
    const rest: Event[] = [];
    for await (const event of events(await get(b, session, last))) rest.push(event);
    expect(rest.map(({ message }) => message?.params?.data ?? message?.result)).toEqual([
      "while you were away",
      { content: [{ type: "text", text: "the end" }] },
    ]);
    // Nothing comes after the answer.
    const none: Event[] = [];
    for await (const event of events(await get(a, session, rest.at(-1)!.id))) none.push(event);
    expect(none).toEqual([]);
  });

  test("a session that was ended on one is none on the other, and its streams end", async () => {
    const session = await connect(a);
    const stream = events(await get(b, session));
    await stream.next();
    const ended = await fetch(`${a.url}/mcp`, { method: "DELETE", headers: { "mcp-session-id": session } });
    expect(ended.status).toBe(204);
    expect(await stream.next()).toMatchObject({ done: true });
    expect((await post(b, { id: 1, method: "ping" }, session)).status).toBe(404);
  });

  test("changes of watched resources, and only these, are told on any replica that has the session's stream", async () => {
    const session = await connect(a);
    const stream = events(await get(b, session));
    await stream.next();
    const [project] = await app.projects();
    const status = `codeindex://${project!.projectId}/workspace/status`;
    const [file, other] = ["app.ts", "other.ts"].map((path) => `codeindex://${project!.projectId}/file/${path}`);
    writeFileSync(join(folder, "other.ts"), "export const other = 1;\n");
    await rebuild();
    for (const uri of [status, file, other])
      expect(await (await post(a, { id: 1, method: "resources/subscribe", params: { uri } }, session)).json()).toEqual({
        jsonrpc: "2.0",
        id: 1,
        result: {},
      });
    expect(
      await (
        await post(a, { id: 2, method: "resources/subscribe", params: { uri: "codeindex://nothing/at/all" } }, session)
      ).json(),
    ).toMatchObject({ error: { data: { uri: "codeindex://nothing/at/all" } } });
    await sleep(200);
    writeFileSync(
      join(folder, "app.ts"),
      dedent`
        export function start() {
          return ${Math.random()};
        }
      `,
    );
    await rebuild();
    // The status changes more than once: vectors are filled in.
    const told = new Set<unknown>();
    while (!told.has(file)) told.add((await stream.next()).value.message!.params!.uri);
    expect(told).toEqual(new Set([status, file]));
  });

  test("a URI without a project is about the one that the stream's URL names", async () => {
    const session = await connect(a);
    const [project] = await app.projects();
    const response = await fetch(`${b.url}/mcp/${project!.projectId}`, {
      headers: { accept: "text/event-stream", "mcp-session-id": session },
    });
    const stream = events(response);
    await stream.next();
    const uri = "codeindex://workspace/status";
    expect((await post(a, { id: 1, method: "resources/subscribe", params: { uri } }, session)).status).toBe(200);
    await sleep(200);
    writeFileSync(
      join(folder, "app.ts"),
      dedent`
        export function start() {
          return ${Math.random()};
        }
      `,
    );
    await rebuild();
    expect((await stream.next()).value.message).toMatchObject({ params: { uri } });
  });

  test("the newer era's subscriptions hear of a change on any replica too", async () => {
    const [project] = await app.projects();
    const uri = `codeindex://${project!.projectId}/file/app.ts`;
    const client = await modernClient(new URL(`${b.url}/mcp`));
    const told: unknown[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    await sleep(200);
    writeFileSync(
      join(folder, "app.ts"),
      dedent`
        export function start() {
          return ${Math.random()};
        }
      `,
    );
    await rebuild();
    await expect.poll(() => told).toEqual([uri]);
    await subscription.close();
    await client.close();
  });

  test("the transport of 2024-11-05, with its messages sent to the other replica", async () => {
    const response = await fetch(`${a.url}/sse`, { headers: { accept: "text/event-stream" } });
    const stream = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    const reader = stream.getReader();
    const { value: endpoint } = await reader.read();
    expect(endpoint).toMatchObject({ event: "endpoint" });
    const send = (server: HttpServer, message: object) =>
      fetch(`${server.url}${endpoint!.data}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
    const params = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "old", version: "0" } };
    expect((await send(b, { id: 1, method: "initialize", params })).status).toBe(202);
    expect(JSON.parse((await reader.read()).value!.data)).toMatchObject({ result: { protocolVersion: "2024-11-05" } });
    expect((await send(a, { id: 2, method: "ping" })).status).toBe(202);
    expect(JSON.parse((await reader.read()).value!.data)).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
    ends.length = 0;
    await send(a, call("wait_for_it", 3));
    await sleep(200);
    await reader.cancel();
    await expect.poll(() => ends, { timeout: 1000, interval: 20 }).toEqual(["aborted"]);
    expect((await send(b, { id: 4, method: "ping" })).status).toBe(404);
  });
});
