/** `codeindex mcp` as a process: the official clients of both eras through it, and what a proxy has to get right. */
import { existsSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import { answerJson, BIN, freePort, INITIALIZE, standIn, startBridge } from "./bridge.js";
import { ALPHA, BETA, tableHost } from "./table.js";

const isBuilt = existsSync(new URL("../../dist/cli.js", import.meta.url));

/** Methods of both clients, under one shape. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    options?: { onprogress?: (progress: { progress: number }) => void; signal?: AbortSignal },
  ): Promise<{ content: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean }>;
  close(): Promise<void>;
}

/** The user's answer when a form is shown. */
type Choose = () => { action: "accept"; content: Record<string, string> };

const ERAS = [
  {
    era: "2026-07-28",
    async connect(args: string[], choose?: Choose, era = "modern"): Promise<AnyClient> {
      const capabilities = choose ? { elicitation: {} } : {};
      const client = new Client({ name: "test", version: "0" }, { capabilities, versionNegotiation: { mode: "auto" } });
      if (choose) client.setRequestHandler("elicitation/create", choose);
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [BIN, "mcp", ...args] }));
      expect(client.getProtocolEra()).toBe(era);
      return client as unknown as AnyClient;
    },
  },
  {
    era: "2025-11-25",
    async connect(args: string[], choose?: Choose): Promise<AnyClient> {
      const client = new LegacyClient(
        { name: "test", version: "0" },
        { capabilities: choose ? { elicitation: {} } : {} },
      );
      if (choose) client.setRequestHandler(ElicitRequestSchema, choose);
      const transport = new LegacyTransport({ command: process.execPath, args: [BIN, "mcp", ...args] });
      await client.connect(transport as Parameters<typeof client.connect>[0]);
      return {
        listTools: () => client.listTools(),
        callTool: (call, options) => client.callTool(call, undefined, options) as ReturnType<AnyClient["callTool"]>,
        close: () => client.close(),
      };
    },
  },
];

const call = (id: string | number, name = "x", meta: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: {}, _meta: meta },
});
const MODERN = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };

describe.runIf(isBuilt)("a bridge to a service", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await listen(tableHost({ projects: [ALPHA, BETA] }));
  });
  afterAll(() => server.close());

  describe.each(ERAS)("$era", ({ connect }) => {
    test("tools, answers and errors are the service's", async () => {
      const client = await connect(["--url", server.url, "--project", "alpha", "--toolsets", "search,manage"]);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["count_to", "wait", "fail"]);
      const { structuredContent } = await client.callTool({ name: "count_to", arguments: { up_to: 2 } });
      expect(structuredContent).toMatchObject({ results: [{ number: 1 }, { number: 2 }], index: { project: "alpha" } });
      const { isError } = await client.callTool({ name: "count_to", arguments: { up_to: 1, limit: 9999 } });
      expect(isError).toBe(true);
      await expect(client.callTool({ name: "read_long", arguments: {} })).rejects.toThrow(/Unknown tool/);
      await client.close();
    });

    test("--profile offers the tools of a specification", async () => {
      const client = await connect(["--url", server.url, "--project", "alpha", "--profile", "context-engine"]);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["codebase_retrieval"]);
      const { content } = await client.callTool({ name: "codebase_retrieval", arguments: { query: "" } });
      expect(content).toEqual([{ type: "text", text: "Invalid query parameter: must be a non-empty string" }]);
      await client.close();
    });

    test("progress, and a call that is cancelled while others go on", async () => {
      const client = await connect(["--url", server.url]);
      const steps: number[] = [];
      const stop = new AbortController();
      const cancelled = client.callTool({ name: "wait", arguments: { ms: 60_000 } }, { signal: stop.signal });
      const waited = await client.callTool(
        { name: "wait", arguments: { ms: 800 } },
        { onprogress: ({ progress }) => steps.push(progress) },
      );
      stop.abort();
      await expect(cancelled).rejects.toThrow();
      expect(waited.structuredContent).toEqual({ waited: 800 });
      // The last one comes with the answer, which this client may take first.
      expect(steps.slice(0, 3)).toEqual([1, 2, 3]);
      await client.close();
    });
  });

  test.each(ERAS)(
    "$era: the service asks which project is meant, and the client's user says it",
    async ({ connect }) => {
      const client = await connect(["--url", server.url], () => ({ action: "accept", content: { project: "beta" } }));
      const { structuredContent } = await client.callTool({ name: "count_to", arguments: { up_to: 1 } });
      expect(structuredContent).toMatchObject({ index: { project: "beta" } });
      await client.close();
    },
  );

  test("--auto: the working folder's project, as the service sees it", async () => {
    const bridge = startBridge(["--url", server.url, "--auto", "--repo", "/srv/beta/src/deep"]);
    bridge.send(call(1, "count_to"));
    bridge.send({ ...call(2), params: { name: "count_to", arguments: { up_to: 1 } } });
    expect((await bridge.answer(2)).result).toMatchObject({ structuredContent: { index: { project: "beta" } } });
  });
});

describe.runIf(isBuilt)("--auto in a folder of no project", () => {
  test("is answered about no other project, though there is only one, and about one that is named", async () => {
    const server = await listen(tableHost({ projects: [ALPHA] }));
    onTestFinished(() => server.close());
    const bridge = startBridge(["--url", server.url, "--auto", "--repo", "/srv/elsewhere"]);
    const ask = (id: number, args: object) =>
      bridge.send({ ...call(id), params: { name: "count_to", arguments: { up_to: 1, ...args } } });
    ask(1, {});
    const { result } = await bridge.answer(1);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("project_not_found");
    expect(JSON.stringify(result)).toContain("codeindex project add");
    ask(2, { project_id: "alpha" });
    expect((await bridge.answer(2)).result).toMatchObject({ structuredContent: { index: { project: "alpha" } } });
  });

  test("is answered as soon as it belongs to one", async () => {
    const projects = [ALPHA];
    const server = await listen({ ...tableHost(), projects: async () => projects });
    onTestFinished(() => server.close());
    const bridge = startBridge(["--url", server.url, "--auto", "--repo", "/srv/beta"]);
    let id = 0;
    const ask = async () => {
      bridge.send({ ...call(++id), params: { name: "count_to", arguments: { up_to: 1 } } });
      return (await bridge.answer(id)).result;
    };
    expect(await ask()).toMatchObject({ isError: true });
    projects.push(BETA);
    await expect.poll(ask, { timeout: 5000 }).toMatchObject({ structuredContent: { index: { project: "beta" } } });
  });
});

describe.runIf(isBuilt)("a service that is gone", () => {
  const gone = async () => `http://127.0.0.1:${await freePort()}`;
  const until = { timeout: 20_000 };

  test("initialize succeeds, the tools are listed, and each call says what to start", async () => {
    const bridge = startBridge(["--url", await gone(), "--toolsets", "files"]);
    bridge.send(INITIALIZE);
    expect((await bridge.answer("hello")).result).toMatchObject({
      protocolVersion: "2025-11-25",
      serverInfo: { name: "codeindex" },
      capabilities: { tools: { listChanged: true } },
    });
    bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    bridge.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const { tools } = (await bridge.answer(1)).result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("read_file");
    expect(tools.map(({ name }) => name)).not.toContain("search_code");
    bridge.send(call(2, "read_file"));
    const { result } = await bridge.answer(2);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toMatch(/daemon_unavailable.*codeindex serve/);
    bridge.send({ jsonrpc: "2.0", id: 3, method: "resources/list" });
    expect((await bridge.answer(3)).error).toMatchObject({ data: { code: "daemon_unavailable" } });
  });

  test("the official client connects, and calls work as soon as the service is there", until, async () => {
    const url = await gone();
    const client = new LegacyClient({ name: "test", version: "0" });
    let lists = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void lists++);
    const transport = new LegacyTransport({ command: process.execPath, args: [BIN, "mcp", "--url", url] });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    onTestFinished(() => client.close());
    const count = () => client.callTool({ name: "count_to", arguments: { up_to: 1 } });
    expect(await count()).toMatchObject({ isError: true });
    const { config, ...host } = tableHost();
    const server = await listen({ ...host, config: { ...config, port: Number(new URL(url).port) } });
    onTestFinished(() => server.close());
    expect(await count()).toMatchObject({ structuredContent: { results: [{ number: 1 }] } });
    await expect.poll(() => lists).toBe(1);
  });

  test("a client that negotiates goes on with initialize", until, async () => {
    const client = await ERAS[0]!.connect(["--url", await gone()], undefined, "legacy");
    expect(await client.callTool({ name: "search_code", arguments: { query: "x" } })).toMatchObject({ isError: true });
    await client.close();
  });
});

describe.runIf(isBuilt)("input over stdin", () => {
  const echo = () =>
    standIn(({ message }, response) => answerJson(response, { jsonrpc: "2.0", id: message.id, result: {} }));

  test.each([
    { name: "no JSON", line: "hello", code: -32700, id: null },
    { name: "half of a message", line: '{"jsonrpc":"2.0","id":1,', code: -32700, id: null },
    { name: "another protocol", line: '{"id":7,"method":"tools/list"}', code: -32600, id: 7 },
    { name: "an id that is none", line: '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', code: -32600, id: null },
    { name: "no object", line: "42", code: -32600, id: null },
    { name: "an empty batch", line: "[]", code: -32600, id: null },
  ])("$name is answered with an error, and what follows with its answer", async ({ line, code, id }) => {
    const service = await echo();
    const bridge = startBridge(["--url", service.url]);
    bridge.send(line);
    expect(await bridge.next()).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
    bridge.send("");
    bridge.send(call("next"));
    expect(await bridge.next()).toEqual({ jsonrpc: "2.0", id: "next", result: {} });
  });

  test.each(["application/json", "text/event-stream"])("messages of 10 MB, both ways (%s)", async (type) => {
    const service = await standIn(({ message }, response) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { text: message.params?.text } });
      response.writeHead(200, { "content-type": type }).end(type === "application/json" ? body : `data: ${body}\n\n`);
    });
    const text = "ä".repeat(5 * 2 ** 20);
    const bridge = startBridge(["--url", service.url]);
    bridge.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { text } });
    const { result } = await bridge.next();
    expect(result?.text === text).toBe(true);
  });

  test("one that is larger than any service takes is refused, and forgotten", async () => {
    const service = await echo();
    const bridge = startBridge(["--url", service.url]);
    bridge.send("x".repeat(65 * 2 ** 20));
    expect(await bridge.next()).toMatchObject({ id: null, error: { code: -32700 } });
    bridge.send(call(1));
    expect(await bridge.next()).toMatchObject({ id: 1, result: {} });
  });

  test("an id that waits for its answer cannot be another's", async () => {
    const service = await standIn(() => undefined);
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(1));
    await service.got("tools/call");
    bridge.send(call(1));
    expect(await bridge.next()).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  test("its end: what was asked is answered first, the session is ended, and nothing but protocol was on stdout", async () => {
    const service = await standIn(({ method, message }, response) => {
      const body = { jsonrpc: "2.0", id: message.id, result: { protocolVersion: "2025-11-25" } };
      if (method === "POST") setTimeout(() => answerJson(response, body, { "mcp-session-id": "s1" }), 300);
      else response.writeHead(method === "DELETE" ? 200 : 405).end();
    });
    const bridge = startBridge(["--url", service.url, "--log-level", "trace"]);
    bridge.send(INITIALIZE);
    bridge.child.stdin?.end();
    expect(await bridge.next()).toMatchObject({ id: "hello", result: {} });
    expect(await bridge.ended).toBe(0);
    expect(service.received.map(({ method, headers }) => [method, headers["mcp-session-id"]])).toEqual([
      ["POST", undefined],
      ["DELETE", "s1"],
    ]);
  });

  test.runIf(process.platform !== "win32")("SIGTERM ends it at once, and with it what it asked", async () => {
    const service = await standIn(() => undefined);
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(1));
    const { closed } = await service.got("tools/call");
    bridge.child.kill("SIGTERM");
    await closed;
    expect(await bridge.ended).toBe(0);
  });
});

describe.runIf(isBuilt)("a request on its way", () => {
  test("2026-07-28: cancelled, its connection is closed, and no notification is sent", async () => {
    const service = await standIn(() => undefined);
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(5, "long", MODERN));
    const { headers, closed } = await service.got("tools/call");
    expect(headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "long",
    });
    bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } });
    await closed;
    expect(service.received).toHaveLength(1);
  });

  test("2025-11-25: cancelled, the notification goes on", async () => {
    const service = await standIn(({ message }, response) => {
      if (message.method === "notifications/cancelled") response.writeHead(202).end();
    });
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(5));
    const { closed } = await service.got("tools/call");
    bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5, reason: "enough" } });
    expect((await service.got("notifications/cancelled")).message.params).toEqual({ requestId: 5, reason: "enough" });
    await closed;
  });

  test("a stream: the service's own requests and notifications pass, and so do the answers to them", async () => {
    const ask = {
      jsonrpc: "2.0",
      id: 1,
      method: "elicitation/create",
      params: { message: "Which?", more: { deep: [1] } },
    };
    let ended: () => void = () => undefined;
    const service = await standIn(({ message }, response) => {
      if (message.method === "tools/call") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`: keep\n\nevent: message\ndata: ${JSON.stringify(ask)}\n\n`);
        ended = () => response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { done: true } })}\n\n`);
      } else {
        response.writeHead(202).end();
        ended();
      }
    });
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(1));
    expect(await bridge.next()).toEqual(ask);
    bridge.send({ jsonrpc: "2.0", id: 1, result: { action: "accept" } });
    expect(await bridge.next()).toEqual({ jsonrpc: "2.0", id: 1, result: { done: true } });
    expect(service.received.map(({ message }) => message.result)).toContainEqual({ action: "accept" });
  });

  test.each([
    { name: "a stream", head: "text/event-stream", part: ": keep\n\n" },
    { name: "an answer", head: "application/json", part: '{"jsonrpc":' },
  ])("$name that breaks is an error for that request", async ({ head, part }) => {
    const service = await standIn((_received, response) => {
      response.writeHead(200, { "content-type": head });
      response.write(part);
      setTimeout(() => response.destroy(), 50);
    });
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call("a"));
    expect(await bridge.next()).toMatchObject({
      id: "a",
      error: { code: -32000, data: { code: "daemon_unavailable", retryable: true } },
    });
  });

  test.each([
    {
      name: "of the protocol",
      status: 400,
      body: { jsonrpc: "2.0", id: null, error: { code: -32020, message: "Mcp-Name", data: { want: 1 } } },
      want: { code: -32020, message: "Mcp-Name", data: { want: 1 } },
    },
    {
      name: "of the service",
      status: 403,
      body: { error: { code: "forbidden", message: "Not you.", suggestions: ["Ask."] } },
      want: { code: -32000, message: "forbidden: Not you. Ask." },
    },
    {
      name: "about the token",
      status: 401,
      body: { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Who asks is not said." } },
      want: { message: "Who asks is not said. Give codeindex mcp a token: --token, or CODEINDEX_TOKEN." },
    },
    {
      name: "about what the token may do",
      status: 403,
      headers: { "www-authenticate": 'Bearer error="insufficient_scope", error_description="It may not."' },
      body: {},
      want: { message: expect.stringMatching(/^forbidden: It may not\./), data: { code: "forbidden" } },
    },
    {
      name: "of a proxy",
      status: 502,
      body: "<html>",
      want: { message: "The service's URL answered with status 502." },
    },
  ])("an error $name reaches whoever asked", async ({ status, headers, body, want }) => {
    const service = await standIn((_received, response) =>
      response.writeHead(status, headers).end(JSON.stringify(body)),
    );
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(3));
    expect(await bridge.next()).toMatchObject({ id: 3, error: want });
  });

  test("the token, from the environment", async () => {
    const service = await standIn(({ message }, response) =>
      answerJson(response, { jsonrpc: "2.0", id: message.id, result: {} }),
    );
    const bridge = startBridge(["--url", `${service.url}/mcp`], { env: { CODEINDEX_TOKEN: "s3cret" } });
    bridge.send(call(1));
    await bridge.next();
    expect(service.received[0]).toMatchObject({ url: "/mcp", headers: { authorization: "Bearer s3cret" } });
  });
});

describe.runIf(isBuilt)("a service that comes and goes", () => {
  test("a request waits for it", async () => {
    const port = await freePort();
    const bridge = startBridge(["--url", `http://127.0.0.1:${port}`]);
    bridge.send(call(1));
    await new Promise((done) => setTimeout(done, 1000));
    await standIn(
      ({ message }, response) => answerJson(response, { jsonrpc: "2.0", id: message.id, result: {} }),
      port,
    );
    expect(await bridge.next()).toMatchObject({ id: 1, result: {} });
  });

  test("a connection that is lost before the answer begins: asked once more, and not for ever", async () => {
    let losses = 1;
    const service = await standIn(({ message }, response) => {
      if (losses-- > 0) response.destroy();
      else answerJson(response, { jsonrpc: "2.0", id: message.id, result: {} });
    });
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(1));
    expect(await bridge.next()).toMatchObject({ id: 1, result: {} });
    losses = 2;
    bridge.send(call(2));
    expect(await bridge.next()).toMatchObject({ id: 2, error: { data: { code: "daemon_unavailable" } } });
  });

  test("the stream of notifications is opened again", async () => {
    const changed = { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "codeindex://x" } };
    let streams = 0;
    const take: Parameters<typeof standIn>[0] = ({ method, message }, response) => {
      if (method === "GET") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`id: ${++streams}\nretry: 100\ndata: ${JSON.stringify(changed)}\n\n`);
      } else if (message.id === undefined) response.writeHead(202).end();
      else
        answerJson(
          response,
          { jsonrpc: "2.0", id: message.id, result: { protocolVersion: "2025-11-25" } },
          { "mcp-session-id": "s" },
        );
    };
    const service = await standIn(take);
    const bridge = startBridge(["--url", service.url]);
    bridge.send(INITIALIZE);
    await bridge.answer("hello");
    bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(await bridge.next()).toEqual(changed);
    await service.close();
    const again = await standIn(take, Number(new URL(service.url).port));
    expect(await bridge.next()).toEqual(changed);
    const { headers } = again.received.find(({ method }) => method === "GET")!;
    expect(headers).toMatchObject({
      "last-event-id": "1",
      "mcp-session-id": "s",
      "mcp-protocol-version": "2025-11-25",
    });
  });

  test("an answer that broke goes on where the service has the rest of it, and is an error where not", async () => {
    const take: Parameters<typeof standIn>[0] = ({ method, headers, message }, response) => {
      const answer = { jsonrpc: "2.0", id: message.id ?? 1, result: { is: "whole" } };
      if (method === "GET" && headers["last-event-id"] !== "1:0") return response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (method === "GET") return response.end(`data: ${JSON.stringify(answer)}\n\n`);
      response.write(`id: ${message.id}:0\nretry: 50\ndata:\n\n`);
      setTimeout(() => response.destroy(), 50);
    };
    const service = await standIn(take);
    const bridge = startBridge(["--url", service.url]);
    bridge.send(call(1));
    expect(await bridge.next()).toEqual({ jsonrpc: "2.0", id: 1, result: { is: "whole" } });
    bridge.send(call(2));
    expect(await bridge.next()).toMatchObject({
      id: 2,
      error: { data: { code: "daemon_unavailable", retryable: true } },
    });
  });

  test("a session that it forgot is opened again, and nobody notices", async () => {
    const opened = new Set<string>();
    const take: Parameters<typeof standIn>[0] = ({ method, message, headers }, response) => {
      const session = String(headers["mcp-session-id"] ?? "");
      if (message.method === "initialize") {
        opened.add(`s${opened.size + 1}`);
        const result = { protocolVersion: "2025-11-25" };
        answerJson(response, { jsonrpc: "2.0", id: message.id, result }, { "mcp-session-id": `s${opened.size}` });
      } else if (method === "GET") response.writeHead(405).end();
      else if (!opened.has(session)) response.writeHead(404).end();
      else if (message.id === undefined) response.writeHead(202).end();
      else answerJson(response, { jsonrpc: "2.0", id: message.id, result: { session } });
    };
    const service = await standIn(take);
    const bridge = startBridge(["--url", service.url]);
    bridge.send(INITIALIZE);
    await bridge.answer("hello");
    bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    bridge.send(call(1));
    expect(await bridge.next()).toMatchObject({ id: 1, result: { session: "s1" } });
    opened.delete("s1");
    opened.add("older");
    bridge.send(call(2));
    bridge.send(call(3));
    expect([(await bridge.next()).result, (await bridge.next()).result]).toEqual([
      { session: "s2" },
      { session: "s2" },
    ]);
    expect(service.received.filter(({ message }) => message.method === "initialize")).toHaveLength(2);
  });
});
