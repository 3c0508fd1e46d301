/** The real `codeindex mcp` in a process of its own, and a service at the network that says what a test wants. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const BIN = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));

export interface Message {
  jsonrpc?: string;
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export interface BridgeProcess {
  child: ChildProcess;
  send(message: object | string): void;
  /** The next line of stdout, which must be JSON. */
  next(): Promise<Message>;
  /** The next message with this id. */
  answer(id: string | number): Promise<Message>;
  log(): string;
  /** The exit code; null where a signal ended it. */
  ended: Promise<number | null>;
}

/** Starts it; the test's end ends it. */
export function startBridge(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): BridgeProcess {
  const { CODEINDEX_API_BASE: _base, ...env } = process.env;
  const child = spawn(process.execPath, [BIN, "mcp", ...args], {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  child.stdin.on("error", () => undefined);
  let log = "";
  child.stderr.on("data", (data: Buffer) => {
    log += data;
  });
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Message> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the bridge ended:\n${log}`);
    return JSON.parse(value) as Message;
  };
  return {
    child,
    send: (message) => child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    next,
    async answer(id) {
      for (;;) {
        const message = await next();
        if (message.id === id && message.method === undefined) return message;
      }
    },
    log: () => log,
    ended,
  };
}

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  message: Message;
  /** Resolves when the connection is closed, by whomever. */
  closed: Promise<void>;
}

/** A service that hands each request to `take`, and remembers them all. */
export async function standIn(take: (received: Received, response: ServerResponse) => void, port = 0) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server: Server = createServer((request, response) => {
    let body = "";
    // A chunk may end within a letter.
    request.setEncoding("utf8");
    request.on("data", (data: string) => {
      body += data;
    });
    request.on("end", () => {
      const closed = new Promise<void>((done) => response.on("close", () => done()));
      const { method = "", url = "", headers } = request;
      if (url === "/health") {
        response.setHeader("content-type", "application/json").end('{"status":"ok","version":"0.0.0"}');
        return;
      }
      const each: Received = {
        method,
        url,
        headers,
        message: body === "" ? {} : (JSON.parse(body) as Message),
        closed,
      };
      received.push(each);
      take(each, response);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close,
    /** The first request with this JSON-RPC method, now or later. */
    async got(method: string): Promise<Received> {
      for (;;) {
        const found = received.find(({ message }) => message.method === method);
        if (found) return found;
        await new Promise<void>((done) => {
          waiting.add(done);
        });
      }
    },
  };
}

export function answerJson(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
};
