/** Claims of watchers on projects, by src/store/watch-lease.ts: one process watches each. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { type WatchLease, withWatchLease } from "../../src/store/watch-lease.js";
import { openPostgres } from "../helpers/store.js";

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("leases of watchers", () => {
  let store: Awaited<ReturnType<typeof openPostgres>>;
  let other: Db;
  beforeAll(async () => {
    store = await openPostgres(server!);
    other = createPostgres(store.url, { max: 1 });
  });
  afterAll(async () => {
    await other.close();
    await store.remove();
  });

  const claim = (db: Db, ids: string[]) => withWatchLease(db, (lease) => lease.claim(ids));

  test("a project is one watcher's, until that lets go of it or ends", async () => {
    await withWatchLease(store.db, async (mine) => {
      expect(await mine.claim(["a", "b"])).toEqual(["a", "b"]);
      expect(await claim(other, ["a", "b", "c"])).toEqual(["c"]);
      await mine.release(["a"]);
      expect(await claim(other, ["a", "b"])).toEqual(["a"]);
    });
    expect(await claim(other, ["a", "b"])).toEqual(["a", "b"]);
  });

  test("ends with its session", async () => {
    const lost = withWatchLease(store.db, async (mine: WatchLease) => {
      await mine.claim(["a"]);
      await other.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
      );
      await mine.claim([]);
    });
    await expect(lost).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(await claim(other, ["a"])).toEqual(["a"]);
  });

  test("is in no migration's way", async () => {
    await withWatchLease(store.db, async (mine) => {
      await mine.claim(["a"]);
      await other.transaction((tx) => tx.query("lock table projects in access exclusive mode nowait"));
    });
  });
});
