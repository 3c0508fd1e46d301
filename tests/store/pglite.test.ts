/** PGlite over its control port, by src/store/pglite/pglite.ts: other threads, loss, and another owner. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectPglite } from "../../src/store/pglite/pglite.js";
import { openPglite } from "../helpers/store.js";

test("another thread's connections work through a control port, and a transaction that is left is rolled back", async () => {
  const { db, remove } = await openPglite();
  try {
    const other = connectPglite(db.controlPort());
    const client = new (await import("pg")).default.Client({ stream: other.openStream });
    await client.connect();
    await client.query("begin");
    await client.query("insert into symbol_names values ('p', 'left')");
    const waiting = db.query("select count(*) from symbol_names");
    await client.end();
    expect(await waiting).toEqual([{ count: 0 }]);
    expect(await other.query("select 1 as one")).toEqual([{ one: 1 }]);
    await other.close();
  } finally {
    await remove();
  }
});

test("a lost database is reported, refuses queries, and is opened again with what was committed", async () => {
  const { db, remove } = await openPglite();
  try {
    await db.query("insert into symbol_names values ('p', 'kept')");
    expect(db.status().up).toBe(true);
    const waiting = db.query("select count(*) from generate_series(1, 100000)").catch((error: unknown) => error);
    // PostgreSQL ends at a message of a type it does not know ("!"); the second message (Sync) sends both on.
    const stream = db.openStream();
    stream.connect();
    stream.write(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0, 0x21, 0, 0, 0, 4, 0x53, 0, 0, 0, 4]));
    await waiting;
    await expect.poll(() => db.status().up, { interval: 1 }).toBe(false);
    await expect(db.query("select 1")).rejects.toMatchObject({ code: "engine_unavailable" });
    await expect.poll(() => db.status().up, { timeout: 20_000 }).toBe(true);
    await expect
      .poll(() => db.query("select name from symbol_names").catch(() => undefined), { timeout: 20_000 })
      .toEqual([{ name: "kept" }]);
  } finally {
    await remove();
  }
});

test("is left to another process that has taken the data folder over", async () => {
  const { db, directory, remove } = await openPglite();
  try {
    // As after a long sleep: the other took it for dead.
    writeFileSync(join(directory, "lock"), JSON.stringify({ token: "other", pid: 1, place: "elsewhere" }));
    await expect
      .poll(() => db.status(), { timeout: 10_000 })
      .toMatchObject({ up: false, error: "Another process has taken the data folder over." });
    await expect(db.query("select 1")).rejects.toMatchObject({ code: "engine_unavailable" });
  } finally {
    await remove();
  }
});
