/** `codeindex mcp` where no service answers: one is started, serves all who ask, and goes when it is not used. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { freePort } from "../helpers/free-port.js";
import { git } from "../helpers/git.js";
import { type BridgeProcess, INITIALIZE, type Message, startBridge } from "../mcp/bridge.js";
import { isBuilt } from "./process.js";

describe.runIf(isBuilt)("an embedded service", () => {
  let folder: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = temporaryFolder();
    env = {
      CODEINDEX_DATA_DIR: join(folder, "data"),
      CODEINDEX_PORT: String(await freePort()),
      CODEINDEX_STOP_WHEN_IDLE: "5m",
      CODEINDEX_PARSE_THREADS: "1",
    };
  });
  afterEach(async () => {
    const pid = holder();
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    while (holder() !== undefined) await sleep(50);
  });

  /** The process that holds the data folder, if it lives. */
  function holder(): number | undefined {
    try {
      const { pid } = JSON.parse(readFileSync(join(folder, "data", "lock"), "utf8")) as { pid: number };
      process.kill(pid, 0);
      return pid;
    } catch {
      return undefined;
    }
  }

  function repository(name: string): string {
    const root = join(folder, name);
    mkdirSync(join(root, "src"), { recursive: true });
    writeFileSync(
      join(root, "src", "shop.ts"),
      dedent`
        export function ${name}Total(): number {
          return 1;
        }
      `,
    );
    git(root, "init", "-q");
    return root;
  }

  const open = (root: string, ...args: string[]) => startBridge(["--auto", ...args], { env, cwd: join(root, "src") });

  /** The words of the error that a call gets, after `initialize` has succeeded. */
  async function saidToCall(bridge: BridgeProcess): Promise<string> {
    bridge.send(INITIALIZE);
    expect((await bridge.answer("hello")).result).toMatchObject({ serverInfo: { name: "codeindex" } });
    bridge.send({ jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "list_projects" } });
    const { result } = await bridge.answer("call");
    expect(result).toMatchObject({ isError: true });
    return JSON.stringify(result);
  }

  test("two that start at once find one, each with its repository, and it is there for a third", async () => {
    const bridges = [open(repository("apples")), open(repository("pears"))];
    for (const bridge of bridges) bridge.send(INITIALIZE);
    for (const bridge of bridges) expect((await bridge.answer("hello")).result).toMatchObject({ serverInfo: {} });
    expect(await found(bridges[0]!, "applesTotal")).toMatchObject({
      results: [{ name: "applesTotal" }],
      index: { project: "apples" },
    });
    const service = holder();
    expect(await found(bridges[1]!, "pearsTotal")).toMatchObject({
      results: [{ name: "pearsTotal" }],
      index: { project: "pears" },
    });
    for (const bridge of bridges) {
      bridge.child.stdin?.end();
      expect(await bridge.ended).toBe(0);
    }
    const third = open(join(folder, "apples"));
    expect(await found(third, "applesTotal")).toMatchObject({ index: { project: "apples" } });
    expect(holder()).toBe(service);
  });

  test("killed between two calls, it is started again, and has what it had", async () => {
    const bridge = open(repository("apples"));
    bridge.send(INITIALIZE);
    await bridge.answer("hello");
    bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    await found(bridge, "applesTotal");
    const before = holder()!;
    process.kill(before, "SIGKILL");
    const all = ["a", "b", "c"];
    for (const id of all) bridge.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "list_projects" } });
    const answers: Message[] = [];
    while (answers.length < all.length) {
      const message = await bridge.next();
      // A bridge that stood in for the service meanwhile says that the tools may have changed.
      if (message.method === undefined) answers.push(message);
    }
    expect(answers.map((answer) => (answer.result ? answer.id : JSON.stringify(answer))).sort()).toEqual(all);
    expect(await found(bridge, "applesTotal")).toMatchObject({ index: { project: "apples" } });
    expect(holder()).not.toBe(before);
  });

  test("it stops by itself when nobody asks, and is started again for who does", async () => {
    env.CODEINDEX_STOP_WHEN_IDLE = "1s";
    const bridge = open(repository("apples"));
    await found(bridge, "applesTotal");
    const before = holder();
    while (holder() !== undefined) await sleep(100);
    expect(await found(bridge, "applesTotal")).toMatchObject({ index: { project: "apples" } });
    expect(holder()).not.toBe(before);
    expect(existsSync(join(folder, "data", "service.log"))).toBe(true);
  });

  test("one that cannot be started: daemon_unavailable, and why", async () => {
    env.CODEINDEX_MAX_TOKENS = "many";
    const bridge = open(repository("apples"));
    expect(await bridge.ended).toBe(1);
    expect(bridge.log()).toMatch(/CODEINDEX_MAX_TOKENS: "many" is not/);
    env.CODEINDEX_MAX_TOKENS = "";
    env.CODEINDEX_EMBEDDING_PROVIDER = "ollama";
    env.CODEINDEX_OLLAMA_BASE_URL = "http://models.example.com";
    env.CODEINDEX_LOCAL_ONLY = "true";
    const second = open(join(folder, "apples"));
    expect(await saidToCall(second)).toMatch(
      /daemon_unavailable.*The codeindex service could not be started: .*codeindex serve/s,
    );
  });

  test("something else on the port is not taken for it", async () => {
    const other = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
    await new Promise<void>((done) => other.listen(Number(env.CODEINDEX_PORT), "127.0.0.1", done));
    const bridge = open(repository("apples"));
    expect(await saidToCall(bridge)).toMatch(/daemon_unavailable.*Another program than codeindex answers at /);
    other.close();
  });

  test("a bridge that cannot read the data folder registers nothing", async () => {
    const bridge = open(repository("apples"));
    await found(bridge, "applesTotal");
    const ask = (body: object) =>
      fetch(`http://127.0.0.1:${env.CODEINDEX_PORT}/folders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const root = repository("pears");
    const refused = await ask({ path: root, add: { root, proof: "0".repeat(43) } });
    expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining(folder)]);
    expect(await (await ask({ path: root })).json()).toEqual({ project_id: null });
    expect(await (await ask({ path: join(folder, "apples", "src") })).json()).toEqual({ project_id: "apples" });
  });
});

/** Answer of search_symbols, once the first index is there. */
async function found(bridge: BridgeProcess, query: string): Promise<unknown> {
  for (let id = 1; ; id++) {
    const params = { name: "search_symbols", arguments: { query, detail: "full" } };
    bridge.send({ jsonrpc: "2.0", id, method: "tools/call", params });
    const { result, error } = (await bridge.answer(id)) as Message & {
      result?: { isError?: boolean; content: { text: string }[] };
    };
    if (result && !result.isError) return result.structuredContent;
    const told = error?.message ?? result?.content[0]?.text ?? "";
    if (!told.includes("index_not_built")) throw new Error(told);
    await sleep(200);
  }
}
