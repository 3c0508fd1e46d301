/** The real command in a process of its own, and what it answers over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));
const SAME_PRIORITY = `--import=${new URL("same-priority.js", import.meta.url).href}`;
/** The command runs what `npm run build` made. */
export const isBuilt = existsSync(new URL("../../dist/bundle/cli.js", import.meta.url));

export interface Running {
  child: ChildProcess;
  /** All that it wrote so far. */
  output(): string;
  /** The exit code; null where a signal ended it. */
  ended: Promise<number | null>;
}

/** Starts `codeindex …args`, by this Node or another. The caller must end it. */
export function start(args: string[], env: Record<string, string> = {}, node = process.execPath): Running {
  const child = spawn(node, [BIN, ...args, "--log-level", "warn"], {
    env: {
      ...process.env,
      ...env,
      NODE_OPTIONS: [process.env.NODE_OPTIONS, env.NODE_OPTIONS, SAME_PRIORITY].filter(Boolean).join(" "),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data: Buffer) => {
      output += data;
    });
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  return { child, output: () => output, ended };
}

export interface Service extends Running {
  url: string;
  /** A tool's answer, or the status and error it gave. Throws where nothing answers. */
  call(tool: string, input?: Record<string, unknown>): Promise<{ status: number; body: Record<string, unknown> }>;
  ready(): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Resolves when everything is built and nothing has changed for a while; throws after `patience` milliseconds. */
  settle(patience?: number): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `codeindex serve` on a port, or one that is free, and waits until it listens. */
export async function serve(
  root: string,
  dataDir: string,
  { port = 0, env = {} }: { port?: number; env?: Record<string, string> } = {},
): Promise<Service> {
  const running = start(["serve", "--repo", root, "--data-dir", dataDir, "--port", String(port)], env);
  let url = "";
  for (let waited = 0; url === ""; waited += 20) {
    url = /at (http:\/\/\S+)\/mcp/.exec(running.output())?.[1] ?? "";
    if (waited > 60_000 || running.child.exitCode !== null) {
      running.child.kill("SIGKILL");
      throw new Error(`the service did not start:\n${running.output()}`);
    }
    await setTimeout(20);
  }
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const ready = () => ask("/ready");
  return {
    ...running,
    url,
    ready,
    call: (tool, input = {}) =>
      ask(`/tools/${tool}`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(input),
      }),
    async settle(patience = 60_000) {
      const until = Date.now() + patience;
      for (let quiet = 0, last = ""; quiet < QUIET_ROUNDS; ) {
        if (Date.now() > until) throw new Error(`the service did not settle:\n${running.output()}\n${last}`);
        await setTimeout(150);
        last = JSON.stringify((await ready()).body.projects);
        quiet = last.includes('"state":"ready"') && last.includes('"pending_changes":0') ? quiet + 1 : 0;
      }
    },
    async stop(signal = "SIGTERM") {
      running.child.kill(signal);
      await running.ended;
    },
  };
}

/** Longer than the watcher takes to look at new folders a second time. */
const QUIET_ROUNDS = 12;
