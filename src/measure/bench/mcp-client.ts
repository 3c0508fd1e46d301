/** An MCP client of negligible cost: one kept connection, one request at a time, without a session. */
import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { present } from "../../base/need.js";
import { throwIfStopped } from "./workspace.js";

export interface McpClient {
  /** `error` is the text of an error answer. */
  call(tool: string, input: Record<string, unknown>): Promise<{ error: string | null; structured: unknown }>;
  close(): void;
}

interface Reply {
  error?: { message: string };
  result?: { isError?: boolean; content: { text?: string }[]; structuredContent?: unknown };
}

/** How long an answer may take before the benchmark fails, in milliseconds. */
const PATIENCE_MS = 60_000;

/** A client of the service at `base`, which shows a token where there is one. */
export function createMcpClient(base: string, signal: AbortSignal, token = process.env.CODEINDEX_TOKEN): McpClient {
  const url = new URL("/mcp", base);
  const agent = new (url.protocol === "https:" ? https : http).Agent({ keepAlive: true, maxSockets: 1 });
  let id = 0;
  return {
    async call(tool, input) {
      throwIfStopped(signal);
      const params = { name: tool, arguments: input };
      const body = JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "tools/call", params });
      const reply = JSON.parse(await post(url, { agent, body, signal, token })) as Reply;
      if (reply.error) return { error: reply.error.message, structured: null };
      const { isError, content, structuredContent } = present(reply.result);
      return { error: isError ? (content[0]?.text ?? "an error without words") : null, structured: structuredContent };
    },
    close: () => agent.destroy(),
  };
}

interface Post {
  agent: http.Agent;
  body: string;
  signal: AbortSignal;
  token: string | undefined;
}

function post(url: URL, { agent, body, signal, token }: Post): Promise<string> {
  return new Promise((done, failed) => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
      "content-length": Buffer.byteLength(body),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      agent,
      headers,
      signal,
      timeout: PATIENCE_MS,
    });
    sent.on("error", failed);
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
    sent.on("response", (response: http.IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("error", failed);
      // A long answer comes as an event stream, the answer last.
      const isStream = response.headers["content-type"]?.startsWith("text/event-stream");
      response.on("end", () => done(isStream ? lastData(text) : text));
    });
    sent.end(body);
  });
}

/** The data of the last event of a stream that has ended. */
function lastData(stream: string): string {
  let last = "";
  const parser = createParser({ onEvent: ({ data }) => (last = data) });
  parser.feed(stream);
  return last;
}

/** Polls search_symbols until `isEnough`; returns the time, by `performance.now()`. Throws after `limitMs`. */
export async function pollSymbols(
  client: McpClient,
  query: string,
  isEnough: (answer: { error: string | null; names: string[] }) => boolean,
  { signal, everyMs, limitMs }: { signal: AbortSignal; everyMs: number; limitMs: number },
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { error, structured } = await client.call("search_symbols", { query, limit: 5 });
    const now = performance.now();
    const results = (structured as { results?: { name: string }[] } | null)?.results ?? [];
    if (isEnough({ error, names: results.map(({ name }) => name) })) return now;
    if (now - started > limitMs)
      throw new Error(`${query} was not found within ${limitMs / 1000} s: ${error ?? "nothing"}`);
    await sleep(everyMs, undefined, { signal }).catch(() => throwIfStopped(signal));
  }
}
