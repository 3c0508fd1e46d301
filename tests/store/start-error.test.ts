/** A start of the embedded database that fails says why and what to do: a full disk, too little space, damaged files. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { publicError } from "../../src/store/db/db-errors.js";
import { startError } from "../../src/store/db/start-error.js";
import { createPglite } from "../../src/store/pglite/pglite.js";
import { temporaryFolder } from "../helpers/folders.js";

const folder = temporaryFolder();
const disk = join(folder, "disk");
mkdirSync(disk);
/** Only root may mount, and not in every container. */
const isMounted =
  process.platform === "linux" && spawnSync("mount", ["-t", "tmpfs", "-o", "size=120m", "tmpfs", disk]).status === 0;
afterAll(() => {
  if (isMounted) execFileSync("umount", ["-l", disk]);
});

/** Leaves a number of bytes of the small disk. */
function fill(left: number): string {
  const { bavail, bsize } = statfsSync(disk);
  const filler = join(disk, "filler");
  const count = Math.max(0, Math.floor((bavail * bsize - left) / bsize));
  spawnSync("dd", ["if=/dev/zero", `of=${filler}`, `bs=${bsize}`, `count=${count}`]);
  return filler;
}

describe.runIf(isMounted)("a disk", () => {
  test("with too little space for a new database", async () => {
    const filler = fill(30_000_000);
    await expect(createPglite(join(disk, "data"))).rejects.toMatchObject({
      code: "engine_unavailable",
      message: expect.stringMatching(
        /^The disk has (29|30) MB left, and the database in .* needs at least 96 MB to start/,
      ),
      suggestions: [expect.stringContaining("--data-dir")],
    });
    rmSync(filler);
    const db = await createPglite(join(disk, "data"));
    await db.close();
  });

  test("that is full when an existing database starts", async () => {
    const data = join(disk, "old");
    rmSync(join(disk, "data"), { recursive: true, force: true });
    await (await createPglite(data)).close();
    const filler = fill(0);
    const opened = createPglite(data);
    // It may start all the same, and only answer; what it must not do is fail without words.
    const problem = await opened.then((db) => db.close()).catch((error: Error) => error);
    if (problem instanceof Error)
      expect(problem.message).toMatch(/^The disk (is full|has \d+ MB left), and the database/);
    rmSync(filler);
    await (await createPglite(data)).close();
  });
});

test("errors of a full disk, from the system and from the engine", () => {
  const system = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });
  for (const error of [system, new Error("could not extend file: No space left on device")])
    expect(startError(error, folder, true)).toMatchObject({ code: "engine_unavailable", cause: error });
  const other = Object.assign(new Error("EACCES"), { code: "EACCES" });
  expect(startError(other, folder, false)).toBe(other);
});

describe("damaged files", () => {
  const damage: Record<string, (db: string) => void> = {
    "a control file of zeros": (db) => writeFileSync(join(db, "global/pg_control"), Buffer.alloc(8192)),
    "a control file that is cut off": (db) => truncateSync(join(db, "global/pg_control"), 100),
    "a log that is gone": (db) => {
      for (const name of readdirSync(join(db, "pg_wal")))
        if (statSync(join(db, "pg_wal", name)).isFile()) rmSync(join(db, "pg_wal", name));
    },
  };
  test.each(Object.entries(damage))("%s", async (name, spoil) => {
    const data = join(folder, name.replaceAll(" ", "-"));
    await (await createPglite(data)).close();
    spoil(join(data, "db"));
    await expect(createPglite(data)).rejects.toMatchObject({
      code: "engine_unavailable",
      message: expect.stringMatching(/cannot be opened: its files are damaged/),
      suggestions: [expect.stringContaining("backup"), expect.stringContaining("indexed anew")],
    });
    // As it says: moved away, the next start makes a new one.
    rmSync(join(data, "db"), { recursive: true });
    await (await createPglite(data)).close();
  });
});

test.each(["XX001", "XX002", "58P01"])("a page that the server finds damaged (%s)", (code) =>
  expect(publicError(Object.assign(new Error("invalid page in block 3 of relation base/1/2"), { code }))).toMatchObject(
    {
      code: "engine_unavailable",
      message: "The database has damaged pages.",
      suggestions: [expect.stringContaining("backup"), expect.stringContaining("indexed anew")],
    },
  ),
);
