import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockDataDir } from "../../src/store/data-dir.js";
import { connectPglite } from "../../src/store/pglite.js";
import { openPglite } from "../helpers/store.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "codeindex-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a second start on the same data folder is told who holds it", () => {
  const unlock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(
    expect.objectContaining({ code: "data_dir_in_use", context: { pid: process.pid, started_at: expect.any(String) } }),
  );
  unlock();
  expect(existsSync(join(folder, "lock"))).toBe(false);
  lockDataDir(folder)();
});

const dead = spawnSync(process.execPath, ["-e", ""]).pid;
const stale = [
  { name: "a dead process", lock: JSON.stringify({ token: "a", pid: dead, processStart: "x", startedAt: "" }) },
  {
    name: "a process whose id another has now",
    lock: JSON.stringify({ token: "a", pid: process.pid, processStart: "earlier", startedAt: "" }),
  },
  { name: "nobody: it is cut short", lock: '{"token":"a","pi' },
];
for (const { name, lock } of stale) {
  it(`the lock of ${name} is taken over`, () => {
    writeFileSync(join(folder, "lock"), lock);
    const unlock = lockDataDir(folder);
    expect(JSON.parse(readFileSync(join(folder, "lock"), "utf8"))).toMatchObject({ pid: process.pid });
    unlock();
  });
}

it("another thread's connections work through a control port, and a transaction that is left is rolled back", async () => {
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

it("a lost database is reported, refuses queries, and is opened again with what was committed", async () => {
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
