/** `codeindex mcp` and its stdin: lines that are not messages, large ones, and its end. */
import { describe, expect, test } from "vitest";
import { answerJson, INITIALIZE, standIn, startBridge } from "./bridge.js";
import { call, isBuilt } from "./stdio-clients.js";

describe.runIf(isBuilt)("input over stdin", () => {
  const echo = () =>
    standIn(({ message }, response) => answerJson(response, { jsonrpc: "2.0", id: message.id, result: {} }));

  test("a line that is not a message is answered with an error, and what follows with its answer", async () => {
    const service = await echo();
    const bridge = startBridge(["--url", service.url]);
    for (const { name, line, code, id } of [
      { name: "no JSON", line: "hello", code: -32700, id: null },
      { name: "half of a message", line: '{"jsonrpc":"2.0","id":1,', code: -32700, id: null },
      { name: "another protocol", line: '{"id":7,"method":"tools/list"}', code: -32600, id: 7 },
      { name: "an id that is none", line: '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', code: -32600, id: null },
      { name: "no object", line: "42", code: -32600, id: null },
      { name: "an empty batch", line: "[]", code: -32600, id: null },
    ]) {
      bridge.send(line);
      expect(await bridge.next(), name).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
      bridge.send("");
      bridge.send(call(name));
      expect(await bridge.next(), name).toEqual({ jsonrpc: "2.0", id: name, result: {} });
    }
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
