/**
 * A whole installation in processes of this machine: two services, two workers, a watcher, before a real PostgreSQL and a real Redis.
 * CODEINDEX_TEST_THROUGH=pooler puts TEST_POOLER_URL before the database; with `replica` services read answers from TEST_REPLICA_URL, its replica.
 * TEST_OTHER_NODE names another Node, by which the second service and worker run.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Db } from "../../src/store/db/db.js";
import { migrate } from "../../src/store/db/migrate.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { temporaryFolder } from "../helpers/folders.js";
import { claimRedisDatabase, dropDatabase } from "../helpers/store.js";
import { digestIndex, dumpIndex, type IndexDump } from "../system/dump.js";
import { buildFresh } from "../system/fresh.js";
import { type Running, start } from "../system/process.js";
import { type FaultProxy, openFaultProxy, together } from "./fault-proxy.js";

export type Role = "service1" | "service2" | "worker1" | "worker2" | "watcher" | "watcher2" | "watcher3";

/** Result of a request. `status` 0: nothing answered. */
export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

export interface Cluster {
  /** All that is the installation's. */
  folder: string;
  /** The folder whose repositories are indexed. */
  root: string;
  /** Directly, past the proxy. */
  db: Db;
  redis: Redis;
  postgresProxy: FaultProxy;
  /** Where services read answers from a replica. */
  replicaProxy: FaultProxy | null;
  redisProxy: FaultProxy;
  start(role: Role): Promise<void>;
  kill(role: Role, signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal that does not end the process. */
  signal(role: Role, signal: "SIGSTOP" | "SIGCONT"): void;
  /** Mends the network, wakes who sleeps, and has these run and no others: what a failed test broke is not the next one's. */
  mend(roles: readonly Role[]): Promise<void>;
  /** Asks one of the services. */
  call(role: "service1" | "service2", tool: string, project: string, input?: Record<string, unknown>): Promise<Reply>;
  ready(role: "service1" | "service2"): Promise<Reply>;
  /** Sends any other request to one of the services. */
  post(role: "service1" | "service2", path: string, body: object, headers?: Record<string, string>): Promise<Reply>;
  /** Resolves when no job is open and no change is on its way; throws after `patience` milliseconds. */
  settle(patience: number): Promise<void>;
  /** The index of a repository as it is, and as a build from nothing makes it. */
  dump(project: string): Promise<IndexDump>;
  fresh(project: string): Promise<IndexDump & { digest: string }>;
  /** A digest of what is published of the repository, quick enough to be asked all the time. */
  digest(project: string): Promise<string>;
  /** Output of all processes. */
  output(): string;
  close(): Promise<void>;
}

const SETTLED_FOR = 2500;
const THROUGH = (process.env.CODEINDEX_TEST_THROUGH ?? "").split(",");
const { TEST_POOLER_URL, TEST_REPLICA_URL, TEST_OTHER_NODE: OTHER_NODE } = process.env;
const pooler = THROUGH.includes("pooler") ? TEST_POOLER_URL : undefined;
const replica = THROUGH.includes("replica") ? TEST_REPLICA_URL : undefined;
/** Whether services read answers from a replica. */
export const hasReplica = replica !== undefined;

export interface ClusterOptions {
  /** URLs of servers: a database is made on the one, and a numbered one emptied on the other. */
  database: string;
  redis: string;
  /** An installation that has the same numbered database of Redis. */
  beside?: Cluster;
  /** Where the database's tables go. */
  tablespace?: string;
  /** Where services listen; others take any port. */
  ports?: Partial<Record<Role, number>>;
  /** Of each process, besides what all have. */
  env?: (role: Role, folder: string) => Record<string, string>;
}

export async function openCluster({
  database,
  redis: redisServer,
  beside,
  tablespace,
  ports = {},
  env: more,
}: ClusterOptions): Promise<Cluster> {
  const folder = temporaryFolder();
  const root = join(folder, "repos");
  mkdirSync(root);
  const name = `codeindex_faults_${randomUUID().replaceAll("-", "")}`;
  const admin = createPostgres(database, { max: 1 });
  await admin.query(`create database ${name} ${tablespace ? `tablespace ${tablespace}` : ""}`);
  const databaseUrl = new URL(database);
  databaseUrl.pathname = `/${name}`;
  const redisUrl = new URL(redisServer);
  // Where all tests claim theirs, whichever server this one has.
  const claims = createPostgres(process.env.TEST_DATABASE_URL ?? database, { max: 1 });
  redisUrl.pathname = `/${beside?.redis.options.db ?? (await claimRedisDatabase(claims))}`;
  const db = createPostgres(databaseUrl.href);
  await migrate(db);
  const redis = new Redis(redisUrl.href);
  if (!beside) await redis.flushdb();

  const proxyOf = (url: URL, port: number) => openFaultProxy(url.hostname, Number(url.port || port));
  const directProxy = await proxyOf(databaseUrl, 5432);
  const poolerProxy = pooler ? await proxyOf(new URL(pooler), 6432) : null;
  const replicaProxy = replica ? await proxyOf(new URL(replica), 5432) : null;
  const postgresProxy = poolerProxy ? together(poolerProxy, directProxy) : directProxy;
  const redisProxy = await proxyOf(redisUrl, 6379);
  const through = (url: URL, { port }: FaultProxy) => {
    const changed = new URL(url);
    changed.host = `127.0.0.1:${port}`;
    return changed.href;
  };
  const env = {
    DATABASE_URL: through(databaseUrl, postgresProxy),
    ...(poolerProxy && { DATABASE_DIRECT_URL: through(databaseUrl, directProxy) }),
    ...(replicaProxy && { DATABASE_READ_URL: through(databaseUrl, replicaProxy) }),
    REDIS_URL: through(redisUrl, redisProxy),
    CODEINDEX_ROOT: root,
    CODEINDEX_PARSE_THREADS: "1",
    XDG_DATA_HOME: folder,
  };
  const running = new Map<Role, Running>();
  const urls = new Map<Role, string>();
  let written = "";

  async function open(role: Role): Promise<void> {
    const command = role.replace(/\d$/, "");
    const args =
      command === "service"
        ? ["serve", "--port", String(ports[role] ?? 0)]
        : [command === "watcher" ? "watch" : command];
    const node = role.endsWith("2") ? OTHER_NODE : undefined;
    const process = start(args, { ...env, ...more?.(role, folder) }, node);
    running.set(role, process);
    if (command !== "service") return;
    for (let waited = 0; ; waited += 50) {
      const url = /at (http:\/\/\S+)\/mcp/.exec(process.output())?.[1];
      if (url) {
        urls.set(role, url);
        return;
      }
      if (waited > 180_000 || process.child.exitCode !== null)
        throw new Error(`${role} did not start:\n${process.output()}`);
      await setTimeout(50);
    }
  }

  async function end(role: Role, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const process = running.get(role);
    if (!process) return;
    running.delete(role);
    process.child.kill(signal);
    await process.ended;
    written += `--- ${role}\n${process.output()}`;
  }

  async function ask(role: Role, path: string, init?: RequestInit): Promise<Reply> {
    try {
      const response = await fetch(`${urls.get(role)}${path}`, { ...init, signal: AbortSignal.timeout(40_000) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch {
      return { status: 0, body: {} };
    }
  }

  const post: Cluster["post"] = (role, path, body, headers = {}) =>
    ask(role, path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  return {
    folder,
    root,
    db,
    redis,
    postgresProxy,
    replicaProxy,
    redisProxy,
    start: open,
    kill: end,
    signal: (role, signal) => void running.get(role)?.child.kill(signal),
    async mend(roles) {
      postgresProxy.restore();
      replicaProxy?.restore();
      redisProxy.restore();
      for (const [role, { child }] of running) {
        child.kill("SIGCONT");
        if (!roles.includes(role) || child.exitCode !== null || child.signalCode !== null) await end(role);
      }
      for (const role of roles) if (!running.has(role)) await open(role);
    },
    call: (role, tool, project, input = {}) => post(role, `/projects/${project}/tools/${tool}`, input),
    post,
    ready: (role) => ask(role, "/ready"),
    async settle(patience) {
      const end = Date.now() + patience;
      let quietSince = Date.now();
      for (;;) {
        const [row] = await db.query<{ open: number }>("select count(*) as open from jobs where finished_at is null");
        if (row!.open > 0) quietSince = Date.now();
        if (Date.now() - quietSince > SETTLED_FOR) return;
        if (Date.now() > end)
          throw new Error(
            `jobs do not end:\n${JSON.stringify(await db.query("select * from jobs where finished_at is null"))}`,
          );
        await setTimeout(100);
      }
    },
    dump: (project) => dumpIndex(db, project),
    digest: (project) => digestIndex(db, project),
    fresh: (project) => buildFresh(join(root, project)),
    output: () => written + [...running].map(([role, { output }]) => `--- ${role}\n${output()}`).join(""),
    async close() {
      for (const role of [...running.keys()]) {
        running.get(role)!.child.kill("SIGCONT");
        await end(role);
      }
      await Promise.all([postgresProxy.close(), replicaProxy?.close(), redisProxy.close()]);
      redis.disconnect();
      await db.close();
      await dropDatabase(admin, name);
      await admin.close();
      await claims.close();
    },
  };
}
