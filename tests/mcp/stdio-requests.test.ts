/** `codeindex mcp` and a request on its way: cancelled, answered by a stream, broken off, refused. */
import { describe, expect, test } from "vitest";
import { answerJson, standIn, startBridge } from "./bridge.js";
import { call, isBuilt, MODERN } from "./stdio-clients.js";

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
      body: { jsonrpc: "2.0", id: null, error: { code: -32000, message: "The request has no token." } },
      want: { message: "The request has no token. Give codeindex mcp a token: --token, or CODEINDEX_TOKEN." },
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
