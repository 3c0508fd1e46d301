/** Agents at work through a plain round-robin proxy, while one replica after the other is killed: whatever fails can be tried again with the same client. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../helpers/free-port.js";
import { hasServers, PATIENCE, useTeam } from "./team.js";

const PROXY = fileURLToPath(new URL("../system/round-robin.js", import.meta.url));
/** How long the agents work, how long at most until a kill has hit a request, and how often a replica is killed meanwhile, in milliseconds. */
const WORK = 20_000;
const MOST_WORK = 90_000;
const KILL_EVERY = 3000;
const TRIES = 20;

/** Methods of both clients, under one shape. */
interface Agent {
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: unknown[] }>;
  close(): Promise<void>;
}

describe.runIf(hasServers)("agents behind round robin", () => {
  const ports: { service1?: number; service2?: number } = {};
  const team = useTeam({ ports });
  let proxy: ChildProcess;
  let url: URL;
  beforeAll(async () => {
    Object.assign(ports, { service1: await freePort(), service2: await freePort() });
    for (const role of ["service1", "service2"] as const) {
      await team().cluster.kill(role, "SIGTERM");
      await team().cluster.start(role);
    }
    const targets = Object.values(ports).map((port) => `127.0.0.1:${port}`);
    proxy = spawn(process.execPath, [PROXY, "0", ...targets], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(proxy.stdout!, "data");
    url = new URL(`http://127.0.0.1:${/port (\d+)/.exec(String(line))![1]}/mcp/shop`);
  }, PATIENCE);
  afterAll(() => void proxy?.kill());

  const eras: [string, () => Promise<Agent>][] = [
    [
      "2026-07-28",
      async () => {
        const client = new Client({ name: "agent", version: "0" }, { versionNegotiation: { mode: "auto" } });
        await client.connect(new StreamableHTTPClientTransport(url));
        expect(client.getProtocolEra()).toBe("modern");
        return client as unknown as Agent;
      },
    ],
    [
      "2025-11-25",
      async () => {
        const client = new LegacyClient({ name: "agent", version: "0" });
        await client.connect(new LegacyTransport(url) as Parameters<typeof client.connect>[0]);
        return client as unknown as Agent;
      },
    ],
  ];

  test.each(eras)(
    "%s",
    async (_era, connect) => {
      const { cluster } = team();
      let failures = 0;
      /** Does a step, again where it fails. */
      async function step<T>(work: () => Promise<T>): Promise<T> {
        for (let tries = 1; ; tries++) {
          try {
            const result = await work();
            const { isError, content } = result as { isError?: boolean; content?: { text: string }[] };
            if (!isError) return result;
            const { error } = JSON.parse(content![0]!.text) as { error: { retryable: boolean; message: string } };
            if (!error.retryable) throw Object.assign(new Error(error.message), { isFinal: true });
          } catch (error) {
            if ((error as { isFinal?: boolean }).isFinal || tries === TRIES) throw error;
          }
          failures += 1;
          await sleep(200);
        }
      }

      const agent = await step(connect);
      let isDone = false;
      const killing = (async () => {
        for (let turn = 0; !isDone; turn++) {
          const role = turn % 2 === 0 ? "service1" : "service2";
          await cluster.kill(role);
          await cluster.start(role);
          await sleep(KILL_EVERY);
        }
      })();
      // An error of it is told at the end.
      killing.catch(() => undefined);
      try {
        const start = performance.now();
        const worked = () => performance.now() - start;
        while (worked() < WORK || (failures === 0 && worked() < MOST_WORK)) {
          expect((await step(() => agent.listTools())).tools.length).toBeGreaterThan(20);
          const call = (name: string, input: Record<string, unknown>) =>
            step(() => agent.callTool({ name, arguments: input }));
          expect(await call("search_symbols", { query: "helper1" })).toMatchObject({ structuredContent: {} });
          expect(await call("search_code", { query: "helper order" })).toMatchObject({ structuredContent: {} });
          const uri = "codeindex://shop/workspace/status";
          expect((await step(() => agent.readResource({ uri }))).contents).toHaveLength(1);
          const prompt = { name: "code-search", arguments: { intent: "orders" } };
          expect((await step(() => agent.getPrompt(prompt))).messages.length).toBeGreaterThan(0);
          const { structuredContent } = await call("index_codebase", { async: true });
          const { job_id } = structuredContent as { job_id: string };
          await expect
            .poll(async () => (await call("get_job", { job_id })).structuredContent, { timeout: 60_000 })
            .toMatchObject({ status: "completed" });
        }
      } finally {
        isDone = true;
        await killing;
        await agent.close();
      }
      // Otherwise this proves nothing.
      expect(failures).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});
