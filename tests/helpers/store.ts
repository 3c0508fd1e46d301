/**
 * Databases for tests: PGlite always, and PostgreSQL where TEST_DATABASE_URL names a server. Tests that ask for it also get that server behind the
 * pooler of TEST_POOLER_URL, which lends sessions by transaction. Each test begins with empty tables.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, describe } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import { migrate } from "../../src/store/db/migrate.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { sealKey } from "../../src/store/db/seal.js";
import { createPglite, type PgliteDb } from "../../src/store/pglite/pglite.js";
import { keepEngine } from "./engine.js";
import { temporaryFolder } from "./folders.js";

/** TEST_ENCRYPTION=1: what the tests store is encrypted. They say the same. */
const sealKeys = process.env.TEST_ENCRYPTION ? { isOn: true, keys: [sealKey(Buffer.alloc(32, 1))] } : undefined;

/** A store, and how it is taken away again. */
interface TestStore {
  db: Db;
  remove(): Promise<void>;
}

/** A PGlite of one's own, in a temporary folder. */
export async function openPglite(): Promise<{ db: PgliteDb; directory: string; remove(): Promise<void> }> {
  const directory = temporaryFolder();
  await keepEngine();
  const db = await createPglite(directory, { sealKeys });
  await migrate(db);
  return {
    db,
    directory,
    remove: () => db.close(),
  };
}

/** The beginning of the names of all databases that this run of the tests makes: those that are left go with the run. */
export const databasesOfRun = (): string => `codeindex_test_${process.env.CODEINDEX_TEST_RUN}_`;

/** An empty database of one's own on the server of TEST_DATABASE_URL. */
export async function createEmptyDatabase(server: string): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `${databasesOfRun()}${randomUUID().replaceAll("-", "")}`;
  const admin = createPostgres(server, { max: 1 });
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async remove() {
      await dropDatabase(admin, name);
      await admin.close();
    },
  };
}

/** A database of one's own on the server of TEST_DATABASE_URL, reached through a pooler where one is given. */
export async function openPostgres(server: string, pooler?: string): Promise<TestStore & { url: string }> {
  const { url, remove } = await createEmptyDatabase(server);
  const pooled = new URL(pooler ?? server);
  pooled.pathname = new URL(url).pathname;
  const db = createPostgres(pooled.href, { sealKeys, directUrl: pooler ? url : null });
  await migrate(db);
  return {
    db,
    url,
    async remove() {
      await db.close();
      await remove();
    },
  };
}

/** Of a Redis server with its usual sixteen: the queue's own tests use the highest, people the lowest. */
const REDIS_DATABASES = Array.from({ length: 14 }, (_, index) => index + 1);

/** A numbered database of the Redis server that no other test has, in whatever process, as long as the session of `admin` lasts. */
export async function claimRedisDatabase(admin: Db): Promise<number> {
  for (const number of REDIS_DATABASES) {
    const [row] = await admin.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('redis for tests', $1)) as "isOurs"`,
      [number],
    );
    if (row!.isOurs) return number;
  }
  throw new Error("all numbered databases of the Redis server are taken");
}

/** The server makes a checkpoint before, of all its databases: it can't while a test has filled the disk of one, and is asked again. */
export async function dropDatabase(admin: Db, name: string): Promise<void> {
  for (;;) {
    try {
      await admin.query(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      if (!String(error).includes("checkpoint request failed")) throw error;
      await setTimeout(500);
    }
  }
}

const shared = new Map<string, Db>();

/**
 * The database of a kind that the files of tests of this process use one after the other; its tables are for the user to empty. To make one costs a
 * second of CPU. It ends with the process, and what is stored with the run.
 */
async function share(kind: string, open: () => Promise<Db>): Promise<Db> {
  const known = shared.get(kind);
  if (known) return known;
  const db = await open();
  shared.set(kind, db);
  return db;
}

async function openSharedPglite(): Promise<Db> {
  await keepEngine();
  const db = await createPglite(mkdtempSync(join(tmpdir(), "codeindex-shared-")), { sealKeys });
  await migrate(db);
  return db;
}

/** The PGlite that files of tests share, with empty tables: for tests that need a database, and nothing of how it begins and ends. */
export async function emptyPglite(): Promise<Db> {
  const db = await share("PGlite", openSharedPglite);
  await empty(db);
  return db;
}

/** The database that files of tests share, with empty tables, for tests that need no certain one: PostgreSQL if there is a server, else PGlite. */
export async function emptyStore(): Promise<Db> {
  const { TEST_DATABASE_URL: server } = process.env;
  if (!server) return emptyPglite();
  const db = await share("PostgreSQL", async () => (await openPostgres(server)).db);
  await empty(db);
  return db;
}

/** The same tests on each database: `describeStores("views", (store) => { it("…", async () => { await store().query(…) }) })`. */
export function describeStores(name: string, tests: (store: () => Db) => void, { pooled = false } = {}): void {
  const { TEST_DATABASE_URL: server, TEST_POOLER_URL: pooler } = process.env;
  const kinds: [string, () => Promise<Db>][] = [["PGlite", openSharedPglite]];
  if (server) kinds.push(["PostgreSQL", async () => (await openPostgres(server)).db]);
  if (server && pooler && pooled)
    kinds.push(["PostgreSQL behind a pooler", async () => (await openPostgres(server, pooler)).db]);
  describe.each(kinds)(`${name} on %s`, (kind, open) => {
    let db: Db;
    beforeAll(async () => {
      db = await share(kind, open);
    });
    beforeEach(() => empty(db));
    tests(() => db);
  });
}

/** Empties our tables, in one question: 29 of them were three times its work. */
export async function empty(db: Db): Promise<void> {
  await db.query(
    `do $$ declare name text; begin
       for name in select quote_ident(relname) from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'
       loop execute 'delete from ' || name; end loop;
     end $$`,
  );
}
