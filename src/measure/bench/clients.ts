/** Measures the cost of clients for a service: calls in each protocol era, clients that only listen, and clients that come and go all day. */
import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Section, TARGETS } from "./figures.js";
import { throwIfStopped, type Workspace } from "./workspace.js";

/** A tool with next to no work of its own, so that the protocol's cost remains. */
const TOOL = "list_projects";
const CALLS = 500;
const IDLE = 1000;
/** A day of a team: each connects, calls, cancels a call, and drops a connection in the middle of one. */
const ROUNDS = 2000;
const REPOSITORY_KEY = "io.modelcontextprotocol/";

interface Reply {
  headers: IncomingMessage["headers"];
  text: string;
}

/** Runs the measurements against a service of `root`. */
export async function benchClients(
  workspace: Workspace,
  { root, dataDir }: { root: string; dataDir: string },
): Promise<Section> {
  const { signal } = workspace;
  const service = await workspace.serve(root, dataDir);
  await service.built;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const base = { "content-type": "application/json", accept: "application/json, text/event-stream" };

  function send(path: string, body: object | null, headers: Record<string, string> = {}, by = agent): Promise<Reply> {
    return new Promise((done, failed) => {
      const options: RequestOptions = { agent: by, method: body ? "POST" : "GET", headers: { ...base, ...headers } };
      const sent = request(new URL(path, service.url), options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        response.on("end", () => done({ headers: response.headers, text }));
      });
      sent.on("error", failed);
      sent.end(body ? JSON.stringify(body) : undefined);
    });
  }
  const figureOf = async (name: string): Promise<number> => {
    const { text } = await send("/metrics", null);
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, "m").exec(text)?.[1]);
  };
  const connect = async (): Promise<Record<string, string>> => {
    const clientInfo = { name: "bench", version: "0" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const { headers } = await send("/mcp", { jsonrpc: "2.0", id: 0, method: "initialize", params });
    return { "mcp-session-id": String(headers["mcp-session-id"]), "mcp-protocol-version": "2025-11-25" };
  };
  const call = (id: number, more: object = {}) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: TOOL, arguments: {}, ...more },
  });

  /** The CPU milliseconds of one of many pieces of work. */
  async function cpuOf(work: () => Promise<unknown>): Promise<number> {
    for (let warm = 0; warm < CALLS / 5; warm++) await work();
    const before = await figureOf("process_cpu_seconds_total");
    for (let count = 0; count < CALLS; count++) {
      throwIfStopped(signal);
      await work();
    }
    return (((await figureOf("process_cpu_seconds_total")) - before) / CALLS) * 1000;
  }

  const session = await connect();
  const meta = { [`${REPOSITORY_KEY}protocolVersion`]: "2026-07-28", [`${REPOSITORY_KEY}clientCapabilities`]: {} };
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": TOOL };
  const rest = await cpuOf(() => send(`/tools/${TOOL}`, {}));
  const older = await cpuOf(() => send("/mcp", call(1), session));
  const newer = await cpuOf(() => send("/mcp", call(1, { _meta: meta }), modern));

  const memory = () => figureOf("process_resident_memory_bytes");
  const before = await memory();
  const streams = await Promise.all(
    Array.from({ length: IDLE }, async () => {
      const headers = { ...base, ...(await connect()) };
      const stream = request(new URL("/mcp", service.url), { agent: false, headers });
      await new Promise<void>((open, failed) => {
        stream.on("response", (response) => {
          response.resume().on("error", () => undefined);
          open();
        });
        stream.on("error", failed);
        stream.end();
      });
      stream.removeAllListeners("error").on("error", () => undefined);
      return stream;
    }),
  );
  await sleep(1000);
  const idle = (await memory()) - before;
  for (const stream of streams) stream.destroy();

  /** One client's day, in a moment. */
  async function round(): Promise<void> {
    throwIfStopped(signal);
    const own = await connect();
    await send("/mcp", call(1), own);
    const cancelled = send("/mcp", call(2), own, new Agent()).catch(() => undefined);
    await send("/mcp", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } }, own);
    await cancelled;
    const dropped = request(new URL("/mcp", service.url), {
      agent: false,
      method: "POST",
      headers: { ...base, ...own },
    });
    dropped.on("error", () => undefined);
    dropped.end(JSON.stringify(call(3)));
    await sleep(1);
    dropped.destroy();
  }
  for (let count = 0; count < ROUNDS / 4; count++) await round();
  const early = await memory();
  for (let count = 0; count < ROUNDS; count++) await round();
  const late = await memory();

  agent.destroy();
  await service.stop();
  return {
    name: "clients",
    method: `CPU of the service for each of ${CALLS} calls of ${TOOL}, one at a time; its memory with ${IDLE} clients that only listen, and before and after ${ROUNDS} clients that connected, called, cancelled a call and dropped one.`,
    figures: [
      { name: "CPU of a call over REST", value: rest, unit: "ms" },
      { name: "more over MCP 2025-11-25", value: older - rest, unit: "ms", target: TARGETS.protocolCpu },
      { name: "more over MCP 2026-07-28", value: newer - rest, unit: "ms", target: TARGETS.protocolCpu },
      { name: `memory of ${IDLE} idle clients`, value: idle / 1e6, unit: "MB", target: TARGETS.idleClients },
      { name: `memory that ${ROUNDS} clients leave`, value: (late - early) / 1e6, unit: "MB" },
    ],
  };
}
