/** `codeindex watch` beside a worker, as processes of their own: whatever dies or is away, no change is lost. */
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { listProjects, type Project } from "../../src/store/projects.js";
import { temporaryFolder } from "../helpers/folders.js";
import { git } from "../helpers/git.js";
import { claimRedisDatabase, dropDatabase } from "../helpers/store.js";
import { until as waitUntil } from "../helpers/until.js";
import { brokenRows, dumpIndex, expectSameIndex } from "./dump.js";
import { buildFresh } from "./fresh.js";
import { isBuilt, type Running, start } from "./process.js";
import { createRandom } from "./random.js";
import { commitTwoBranches, editOnce, put, writeRepository } from "./repository.js";

const { TEST_DATABASE_URL: server, TEST_REDIS_URL: redis } = process.env;
/** How long a change may take to be in the index, in milliseconds: on a machine that has much else to do. */
const PATIENCE = 60_000;

describe.runIf(isBuilt && server && redis)("the watcher", () => {
  let folder: string;
  let repos: string;
  let db: Db;
  let admin: Db;
  let databaseUrl: string;
  let redisUrl: string;
  let name: string;
  const running: Running[] = [];
  const gates: Gate[] = [];

  beforeEach(async () => {
    folder = temporaryFolder();
    repos = join(folder, "repos");
    mkdirSync(repos);
    name = `codeindex_test_${randomUUID().replaceAll("-", "")}`;
    admin = createPostgres(server!, { max: 1 });
    await admin.query(`create database ${name}`);
    databaseUrl = withPath(server!, name);
    redisUrl = withPath(redis!, String(await claimRedisDatabase(admin)));
    const client = new Redis(redisUrl);
    await client.flushdb();
    client.disconnect();
    db = createPostgres(databaseUrl);
  });
  afterEach(async () => {
    for (const { child } of running) child.kill("SIGKILL");
    await Promise.all(running.splice(0).map(({ ended }) => ended));
    for (const gate of gates.splice(0)) await gate.close();
    await db.close();
    await dropDatabase(admin, name);
    await admin.close();
  });

  function run(command: "watch" | "worker", env: Record<string, string> = {}): Running {
    const process = start([command], {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      CODEINDEX_PARSE_THREADS: "1",
      ...(command === "watch" && { CODEINDEX_ROOT: repos }),
      ...env,
    });
    running.push(process);
    return process;
  }

  /** A gate between a process and its server, which can be shut. */
  async function gateTo(url: string): Promise<{ gate: Gate; url: string }> {
    const target = new URL(url);
    const gate = await openGate(Number(target.port), target.hostname);
    gates.push(gate);
    target.port = String(gate.port);
    target.hostname = "127.0.0.1";
    return { gate, url: target.href };
  }

  const until = (what: string, isSo: () => Promise<boolean>) =>
    waitUntil(() => isSo().catch(() => false), {
      within: PATIENCE,
      every: 100,
      but: () => `(${what})\n${running.map((each) => each.output()).join("\n---\n")}`,
    });

  async function projectOf(root: string): Promise<Project | undefined> {
    return (await listProjects(db)).find((project) => project.root === root);
  }

  /** Files of the project that are in the published index and match. */
  async function indexed(root: string, pattern: string): Promise<number> {
    const [row] = await db.query<{ count: number }>(
      `select count(*)::int as count from files join projects using (project_id)
       where root = $1 and path like $2 and status = 'indexed'`,
      [root, pattern],
    );
    return row!.count;
  }

  const untilIndexed = (root: string, path: string) =>
    until(`${path} is indexed`, async () => (await indexed(root, path)) === 1);

  /** Everything that was asked for is done, and for a while nobody asks for more. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 15; quiet++) {
      await until("the jobs end", async () => {
        const rows = await db.query("select 1 from jobs where finished_at is null");
        if (rows.length > 0) quiet = 0;
        return rows.length === 0;
      });
      await sleep(150);
    }
  }

  async function expectWhole(root: string): Promise<void> {
    const { projectId } = (await projectOf(root))!;
    expect(await brokenRows(db, projectId)).toEqual([]);
    expectSameIndex(await dumpIndex(db, projectId), await buildFresh(root));
  }

  function repository(path: string): string {
    const root = join(repos, path);
    put(root, ".git/HEAD", "ref: refs/heads/main\n");
    put(root, "src/a.ts", "export const a = 1;\n");
    return root;
  }

  test("follows every repository in its root, also one that comes, goes and comes back", async () => {
    const shop = repository("shop");
    const inGroup = repository("group/billing");
    run("worker");
    const watcher = run("watch");
    await untilIndexed(shop, "src/a.ts");
    await untilIndexed(inGroup, "src/a.ts");
    put(shop, "src/b.ts", "export const b = 1;\n");
    await untilIndexed(shop, "src/b.ts");
    expect(await projectOf(shop)).toMatchObject({ isWatched: true, watchNote: null });

    renameSync(shop, join(folder, "away"));
    await db.query("update projects set watched_at = now() - interval '61 seconds' where root = $1", [shop]);
    await until(
      "it is told",
      async () => (await projectOf(shop))?.watchNote === "The repository's folder is not there.",
    );
    expect(await indexed(shop, "src/%")).toBe(2);
    put(join(folder, "away"), "src/c.ts", "export const c = 1;\n");
    renameSync(join(folder, "away"), shop);
    await untilIndexed(shop, "src/c.ts");
    put(shop, "src/d.ts", "export const d = 1;\n");
    await untilIndexed(shop, "src/d.ts");

    watcher.child.kill("SIGTERM");
    expect(await watcher.ended, watcher.output()).toBe(0);
  }, 180_000);

  test("loses no change when it is killed in a storm", async () => {
    const random = createRandom(7);
    const shop = join(repos, "shop");
    writeRepository(shop, 12);
    commitTwoBranches(shop, random);
    run("worker");
    let watcher = run("watch");
    await until("the first index", async () => (await indexed(shop, "%")) > 0);
    for (let kill = 0; kill < 3; kill++) {
      for (let edits = 0; edits < 20; edits++) {
        editOnce(shop, random);
        if (edits === 9) git(shop, "checkout", "-qf", random.of(["main", "other"]));
        await sleep(random.int(60));
      }
      watcher.child.kill("SIGKILL");
      await watcher.ended;
      editOnce(shop, random);
      watcher = run("watch");
      await until("it watches", async () => (await projectOf(shop))?.isWatched === true);
    }
    put(shop, "src/last.ts", "export const last = 1;\n");
    await untilIndexed(shop, "src/last.ts");
    await settle();
    await expectWhole(shop);
  }, 240_000);

  test("loses no change while the database or the queue is away, and brings them in by itself", async () => {
    const shop = repository("shop");
    const database = await gateTo(databaseUrl);
    const queue = await gateTo(redisUrl);
    run("worker");
    run("watch", { DATABASE_URL: database.url, REDIS_URL: queue.url });
    await untilIndexed(shop, "src/a.ts");

    database.gate.shut();
    put(shop, "src/b.ts", "export const b = 1;\n");
    await sleep(3000);
    put(shop, "src/c.ts", "export const c = 1;\n");
    await sleep(1000);
    expect(await indexed(shop, "src/%")).toBe(1);
    database.gate.open();
    await untilIndexed(shop, "src/b.ts");
    await untilIndexed(shop, "src/c.ts");

    queue.gate.shut();
    put(shop, "src/d.ts", "export const d = 1;\n");
    await untilIndexed(shop, "src/d.ts");
    queue.gate.open();
    put(shop, "src/e.ts", "export const e = 1;\n");
    await untilIndexed(shop, "src/e.ts");
    await settle();
    await expectWhole(shop);
  }, 240_000);

  test("two watchers share the projects, and one takes over from the other", async () => {
    const shop = repository("shop");
    run("worker");
    const first = run("watch");
    await untilIndexed(shop, "src/a.ts");
    run("watch");
    await sleep(4000);
    const [{ count: before }] = (await db.query("select count(*)::int from jobs")) as [{ count: number }];
    put(shop, "src/b.ts", "export const b = 1;\n");
    await untilIndexed(shop, "src/b.ts");
    await sleep(1000);
    expect(await db.query("select count(*)::int from jobs")).toEqual([{ count: before + 1 }]);

    first.child.kill("SIGKILL");
    await first.ended;
    put(shop, "src/c.ts", "export const c = 1;\n");
    // The first watcher died before this save, so the second one has told of it.
    await untilIndexed(shop, "src/c.ts");
  }, 180_000);

  test("a watcher that hangs is replaced, and does no harm when it comes back", async () => {
    const shop = repository("shop");
    run("worker");
    const first = run("watch");
    await untilIndexed(shop, "src/a.ts");
    run("watch");
    first.child.kill("SIGSTOP");
    put(shop, "src/b.ts", "export const b = 1;\n");
    await untilIndexed(shop, "src/b.ts");
    first.child.kill("SIGCONT");
    put(shop, "src/c.ts", "export const c = 1;\n");
    await untilIndexed(shop, "src/c.ts");
    await settle();
    await expectWhole(shop);
  }, 180_000);

  test("gathers what changes while no worker runs in one job", async () => {
    const shop = repository("shop");
    const worker = run("worker");
    run("watch");
    await untilIndexed(shop, "src/a.ts");
    await settle();
    worker.child.kill("SIGTERM");
    await worker.ended;
    for (let number = 0; number < 6; number++) {
      put(shop, `src/new${number}.ts`, `export const n = ${number};\n`);
      await sleep(600);
    }
    const jobs = await db.query(
      "select kind, jsonb_array_length(request->'paths') as paths from jobs where finished_at is null",
    );
    expect(jobs).toEqual([{ kind: "changes", paths: 6 }]);
    run("worker");
    await until("all are indexed", async () => (await indexed(shop, "src/new%")) === 6);
  }, 180_000);
});

function withPath(url: string, path: string): string {
  const changed = new URL(url);
  changed.pathname = `/${path}`;
  return changed.href;
}

interface Gate {
  port: number;
  /** Cuts all connections, and refuses new ones. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** Passes connections on to a server. */
async function openGate(port: number, host: string): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isShut = false;
  const gate: Server = createServer((near) => {
    if (isShut) return void near.destroy();
    const far = connect(port, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((listening) => gate.listen(0, "127.0.0.1", listening));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (gate.address() as { port: number }).port,
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
    },
    async close() {
      cut();
      await new Promise((closed) => gate.close(closed));
    },
  };
}
