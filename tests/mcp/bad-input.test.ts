/** Requests that no client should send: the right error, as JSON, and nothing that stays behind. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import { fixtureTool } from "../conformance/fixtures.js";
import { tableHost } from "./table.js";

/** How the calls of `pour` ended. */
const ends: string[] = [];
let server: HttpServer;
beforeAll(async () => {
  server = await listen(tableHost(), {
    tools: [
      fixtureTool("pour", async (_args, call) => {
        const filling = "x".repeat(100_000);
        for (let poured = 0; poured < 1000 && !call.signal.aborted; poured++) {
          await call.log("info", filling);
          await sleep(1);
        }
        ends.push(call.signal.aborted ? "aborted" : "poured");
        return { content: [{ type: "text", text: "done" }] };
      }),
    ],
    resources: [],
    prompts: [],
  });
});
afterAll(() => server.close());

const LEGACY = { "mcp-protocol-version": "2025-11-25" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modern = (method: string) => ({ "mcp-protocol-version": "2026-07-28", "mcp-method": method });

function send(body: string, headers: Record<string, string> = LEGACY): Promise<Response> {
  return fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body,
  });
}
const rpc = (message: object) => JSON.stringify({ jsonrpc: "2.0", ...message });
const initialize = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } },
});

interface Case {
  name: string;
  body: string;
  headers?: Record<string, string>;
  status: number;
  code: number;
}

describe("one error each", () => {
  const cases: Case[] = [
    { name: "malformed JSON", body: '{"jsonrpc":', status: 400, code: -32700 },
    { name: "no message", body: "{}", status: 400, code: -32600 },
    { name: "an empty batch", body: "[]", status: 400, code: -32600 },
    {
      name: "lists in lists in lists",
      body: rpc({ id: 1, method: "tools/list", params: {} }).replace(
        "{}",
        `{"_meta":${"[".repeat(9999)}${"]".repeat(9999)}}`,
      ),
      headers: modern("tools/list"),
      status: 400,
      code: -32600,
    },
    {
      name: "an initialize that says nothing",
      body: rpc({ id: 1, method: "initialize", params: {} }),
      status: 400,
      code: -32602,
    },
    {
      name: "arguments of a prompt that are not strings",
      body: rpc({ id: 1, method: "prompts/get", params: { name: "x", arguments: { x: [] }, _meta: META } }),
      headers: { ...modern("prompts/get"), "mcp-name": "x" },
      status: 200,
      code: -32602,
    },
    { name: "a batch of 101", body: JSON.stringify(Array(101).fill(initialize(1))), status: 400, code: -32600 },
    {
      name: "initialize in a batch",
      body: JSON.stringify([initialize(1), { jsonrpc: "2.0", id: 2, method: "ping" }]),
      status: 400,
      code: -32600,
    },
    {
      name: "two requests of one id",
      body: JSON.stringify([1, 1].map((id) => ({ jsonrpc: "2.0", id, method: "ping" }))),
      status: 400,
      code: -32600,
    },
    { name: "an unknown method", body: rpc({ id: 1, method: "tools/lend" }), status: 200, code: -32601 },
    {
      name: "an unknown method of the newer era",
      body: rpc({ id: 1, method: "tools/lend", params: { _meta: META } }),
      headers: modern("tools/lend"),
      status: 404,
      code: -32601,
    },
    {
      name: "a version that is none",
      body: rpc({ id: 1, method: "ping" }),
      headers: { "mcp-protocol-version": "1999-01-01" },
      status: 400,
      code: -32000,
    },
    {
      name: "a header that contradicts the body",
      body: rpc({ id: 1, method: "tools/list", params: { _meta: META } }),
      headers: modern("tools/call"),
      status: 400,
      code: -32020,
    },
    {
      name: "another content type",
      body: rpc({ id: 1, method: "ping" }),
      headers: { "content-type": "text/plain" },
      status: 415,
      code: -32000,
    },
    {
      name: "nothing that we can answer with",
      body: rpc({ id: 1, method: "ping" }),
      headers: { accept: "text/html" },
      status: 406,
      code: -32000,
    },
    ...[1, "text", [1], null].map((_meta) => ({
      name: `_meta ${JSON.stringify(_meta)}`,
      body: rpc({ id: 1, method: "tools/list", params: { _meta } }),
      status: 400,
      code: -32600,
    })),
    {
      name: "params that are none",
      body: rpc({ id: 1, method: "tools/call", params: [1] }),
      status: 400,
      code: -32600,
    },
    {
      name: "a tool whose name is a number",
      body: rpc({ id: 1, method: "tools/call", params: { name: 5 } }),
      status: 200,
      code: -32602,
    },
    {
      name: "a task that is none",
      body: rpc({ id: 1, method: "tools/call", params: { name: "count_to", task: { ttl: "long" } } }),
      status: 200,
      code: -32602,
    },
    { name: "the task of nobody", body: rpc({ id: 1, method: "tasks/get" }), status: 200, code: -32602 },
    {
      name: "a resource that is not a URI",
      body: rpc({ id: 1, method: "resources/read", params: { uri: "../../etc/passwd" } }),
      status: 200,
      code: -32002,
    },
    {
      name: "a cursor that is none",
      body: rpc({ id: 1, method: "prompts/list", params: { cursor: "7:" } }),
      status: 200,
      code: -32602,
    },
    {
      name: "a body of 5 MB",
      body: rpc({ id: 1, method: "ping", params: { filling: "x".repeat(5e6) } }),
      status: 413,
      code: -32000,
    },
  ];
  test.each(cases)("$name", async ({ body, headers, status, code }) => {
    const response = await send(body, { ...(headers?.["mcp-protocol-version"] ? {} : LEGACY), ...headers });
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code } });
    expect(response.status).toBe(status);
  });
});

test("a body of 100 MB is refused without being read", async () => {
  const port = Number(new URL(server.url).port);
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => (answer += data));
  socket.on("error", () => undefined);
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n`,
  );
  const filling = Buffer.alloc(100_000, "x");
  for (let sent = 0; sent < 1000 && !answer && !socket.destroyed; sent++) {
    socket.write(filling);
    await sleep(1);
  }
  await expect.poll(() => answer).toContain("413");
  socket.destroy();
});

test("two requests of one id in flight are both answered", async () => {
  const body = rpc({ id: 1, method: "tools/call", params: { name: "wait", arguments: { ms: 200 } } });
  const answers = await Promise.all([send(body), send(body)]);
  for (const answer of answers) expect(await answer.json()).toMatchObject({ id: 1, result: { structuredContent: {} } });
});

test("a client that closed its side of the socket gets its answer", async () => {
  const port = Number(new URL(server.url).port);
  const body = rpc({ id: 1, method: "ping" });
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let answer = "";
  socket.on("data", (data) => (answer += data));
  socket.end(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => answer).toContain('"result":{}');
});

test("a client that never reads its stream is let go, and its work with it", async () => {
  ends.length = 0;
  const port = Number(new URL(server.url).port);
  const body = rpc({ id: 1, method: "tools/call", params: { name: "pour", arguments: {} } });
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => ends, { timeout: 30_000 }).toEqual(["aborted"]);
  socket.destroy();
});
