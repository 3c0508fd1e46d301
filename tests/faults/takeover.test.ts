/**
 * A replica takes over that lacks the last transactions, between two statements of work that carries ids from the one to the other: nothing is written
 * about what was lost, as its ids are given a second time.
 */
import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { createSearchFill } from "../../src/indexing/fill-search.js";
import { mergeIfNeeded } from "../../src/indexing/merge-segments.js";
import { openBuiltinEmbedder } from "../../src/models/embedding/builtin.js";
import { createVectorFill } from "../../src/models/embedding/fill.js";
import { sourceOf } from "../../src/models/embedding/source.js";
import type { Db } from "../../src/store/db/db.js";
import { untilTakeover } from "../../src/store/db/history.js";
import { migrate } from "../../src/store/db/migrate.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { writeEdgeSets } from "../../src/store/edges.js";
import { dedent } from "../helpers/dedent.js";
import { until } from "../helpers/until.js";
import { indexFiles } from "../search/index-files.js";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.js";
import { postgresPrograms, startPostgres } from "./own-postgres.js";

const log = pino({ level: "silent" });
const source = (name: string) => ({
  [`${name}.ts`]: dedent`
  export function ${name}() {
    return "${name}";
  }
`,
});
const isSkipped = postgresPrograms === undefined;

describe.skipIf(isSkipped)(`a replica takes over${isSkipped ? " (skipped: no PostgreSQL to start)" : ""}`, () => {
  let way: FaultProxy;
  let db: Db;
  let failOver: () => Promise<void>;

  /** The replica has the project "p" with one file, at generation 1, and nothing of what follows. */
  beforeEach(async () => {
    const primary = await startPostgres();
    way = await openFaultProxy("127.0.0.1", primary.port);
    db = createPostgres(`postgresql://codeindex@127.0.0.1:${way.port}/postgres`);
    await migrate(db);
    await indexFiles(db, source("kept"));
    const replica = await primary.replica();
    const standby = createPostgres(replica.url, { max: 1 });
    await until(async () => (await standby.query("select from views where generation = 1")).length === 1);
    replica.set("primary_conninfo", "");
    await until(async () => (await standby.query("select from pg_stat_wal_receiver")).length === 0);
    await standby.close();
    failOver = async () => {
      primary.kill();
      replica.promote();
      way.leadTo(replica.port);
      // Connections that broke are found out one by one.
      await until(async () => {
        const asked = Array.from({ length: 10 }, () => db.query("select 1"));
        return (await Promise.allSettled(asked)).every(({ status }) => status === "fulfilled");
      });
    };
    return async () => {
      await db.close();
      await way.close();
      for (const server of [primary, replica]) server.remove();
    };
  });

  /** The database, where `fault` happens once: after a statement that `isLast` tells, and before the next one that is not of the same transaction. */
  function interrupted(isLast: (text: string) => boolean, fault: () => Promise<void>): Db {
    let isDue = false;
    let isOver = false;
    const next = async () => {
      if (!isDue || isOver) return;
      isOver = true;
      await fault();
    };
    const watched = (inner: Db): Db => ({
      ...inner,
      async query(text, values, signal) {
        const rows = await inner.query<never>(text, values, signal);
        isDue ||= isLast(text);
        return rows;
      },
    });
    const outer = watched(db);
    return {
      ...outer,
      async query(text, values, signal) {
        await next();
        return outer.query<never>(text, values, signal);
      },
      async insertRows(...rows) {
        await next();
        return db.insertRows(...rows);
      },
      async transaction(work) {
        await next();
        return db.transaction((tx) => work(watched(tx)));
      },
    };
  }

  const rowsOf = (table: string, columns: string) => db.query(`select ${columns} from ${table} order by ${columns}`);

  /** The rows of a table that were filled in, and those of another filling in of the same files. */
  async function filledTwice(tables: Record<string, string>, fill: (store: Db) => Promise<void>) {
    const read = () => Promise.all(Object.entries(tables).map(([table, columns]) => rowsOf(table, columns)));
    const first = await read();
    for (const table of Object.keys(tables)) await db.query(`delete from ${table}`);
    await db.query("delete from view_vectors");
    await db.query("delete from view_search");
    await fill(db);
    return { first, second: await read() };
  }

  /** The database whose server is replaced while a filling in reads contents: the new one has another file by the same ids. */
  const overtaken = () =>
    interrupted(
      (text) => text.includes("from contents"),
      async () => {
        await failOver();
        await indexFiles(db, source("other"));
      },
    );

  test("while vectors are made of a file that it lacks", async () => {
    await indexFiles(db, source("lost"));
    const fill = async (store: Db) => {
      const vectors = createVectorFill(store, sourceOf(await openBuiltinEmbedder()), log);
      await vectors.begin();
      // A look while the servers change is repeated.
      const filled = () => db.query("select from views v join view_vectors s using (view_id) where s.generation = 2");
      await until(async () => (await filled().catch(() => [])).length === 1);
      await vectors.close({ finish: false });
    };
    await fill(overtaken());
    const { first, second } = await filledTwice({ version_codes: "version_id, codes" }, fill);
    expect(first[0]).toHaveLength(2);
    expect(first).toEqual(second);
  });

  test("while a file that it lacks is made ready for searches in the database", async () => {
    await indexFiles(db, source("lost"));
    const fill = async (store: Db) => {
      const words = createSearchFill(store, { leastChunks: 1 }, log);
      await words.begin();
      await until(async () => (await db.query("select from view_search where generation = 2")).length === 1, {
        within: 60_000,
      });
      await words.close({ finish: false });
    };
    await fill(overtaken());
    const tables = { chunk_words: "chunk_id, version_id, terms", version_words: "version_id, terms" };
    const { first, second } = await filledTwice(tables, fill);
    expect(first[1]).toHaveLength(2);
    expect(first).toEqual(second);
  });

  test("while a batch is written whose ids it has not given", async () => {
    const stale = interrupted((text) => text.includes("next_version = next_version"), failOver);
    await expect(indexFiles(stale, source("lost"))).rejects.toMatchObject({ code: "engine_unavailable" });
    await indexFiles(db, source("other"));
    expect(await rowsOf("file_versions", "path")).toEqual([{ path: "kept.ts" }, { path: "other.ts" }]);
  });

  test("while edges are written whose ids it has not given", async () => {
    const stale = interrupted((text) => text.includes("next_edge_set = next_edge_set"), failOver);
    const edgeTo = (target: string) =>
      ({ source: 0, kind: "calls", tier: "exact", rule: "scope", line: 1, target }) as const;
    await expect(writeEdgeSets(stale, "p", [{ edges: [edgeTo("lost")] }], [])).rejects.toMatchObject({
      code: "engine_unavailable",
    });
    const [own] = await writeEdgeSets(db, "p", [{ edges: [edgeTo("other")] }], []);
    expect(await rowsOf("edges", "edge_set_id, target")).toEqual([{ edge_set_id: own, target: "other" }]);
  });

  test("while posting lists are merged that it lacks", async () => {
    const many = async (name: string) => {
      for (let number = 0; number < 12; number++) await indexFiles(db, source(`${name}${number}`));
    };
    await many("lost");
    let before: unknown[] = [];
    const stale = interrupted(
      (text) => text.includes("from posting_blocks"),
      async () => {
        await failOver();
        await many("other");
        before = await rowsOf("posting_blocks", "segment_id, data");
      },
    );
    await expect(mergeIfNeeded(await untilTakeover(stale), "p", () => true)).rejects.toMatchObject({
      code: "engine_unavailable",
    });
    expect(await rowsOf("posting_blocks", "segment_id, data")).toEqual(before);
  });
});
