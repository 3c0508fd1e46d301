/** `codeindex mcp` where the service is not there yet, goes away, comes back, or has forgotten the session. */
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../src/http/server.js";
import { freePort } from "../helpers/free-port.js";
import { answerJson, BIN, INITIALIZE, standIn, startBridge } from "./bridge.js";
import { call, ERAS, isBuilt } from "./stdio-clients.js";
import { tableHost } from "./table.js";

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
