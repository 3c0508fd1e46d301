/** A sector that cannot be read is its file's fault; a disk that cannot be read is not a file's. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readDespiteErrors } from "../../src/repository/read-despite.js";
import { readLedger } from "../../src/store/files.js";
import { buildRepository } from "../helpers/build.js";
import { temporaryFolder } from "../helpers/folders.js";
import { describeStores } from "../helpers/store.js";

const mounted: string[] = [];
afterEach(() => {
  for (const path of mounted.splice(0)) spawnSync("umount", [path]);
});

/** Makes the system give EIO for a file: the memory of this process stands in its place, which has nothing at 0. */
function breakFile(path: string): void {
  if (spawnSync("mount", ["--bind", `/proc/${process.pid}/mem`, path]).status === 0) mounted.push(path);
}

const canBreak = (() => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a"), "");
  const { status } = spawnSync("mount", ["--bind", `/proc/${process.pid}/mem`, join(folder, "a")]);
  if (status === 0) spawnSync("umount", [join(folder, "a")]);
  return status === 0;
})();
const code = (read: ReturnType<typeof readDespiteErrors>) => ("code" in read ? read.code : "read");

test.runIf(canBreak)("a file that gives errors is given up alone where those beside it, or above, can be read", () => {
  const root = temporaryFolder({ "a.ts": "a", "b.ts": "b", "lib/c.ts": "c", "empty/d.ts": "d", "empty/e.ts": "" });
  for (const path of ["a.ts", "lib/c.ts", "empty/d.ts"]) breakFile(join(root, path));
  expect(code(readDespiteErrors(root, "b.ts", 100))).toBe("read");
  expect(code(readDespiteErrors(root, "a.ts", 100))).toBe("io_error");
  expect(code(readDespiteErrors(root, "lib/c.ts", 100))).toBe("fault");
  spawnSync("umount", [mounted.shift()!]);
  expect(code(readDespiteErrors(root, "lib/c.ts", 100))).toBe("io_error");
  expect(code(readDespiteErrors(root, "empty/d.ts", 100))).toBe("io_error");
  expect(code(readDespiteErrors(root, "gone.ts", 100))).toBe("vanished");
});

test.runIf(canBreak)("where nothing else can be read it is not a file's fault", () => {
  const root = temporaryFolder({ "a.ts": "a", "b.ts": "b", "lib/c.ts": "c" });
  for (const path of ["a.ts", "b.ts", "lib/c.ts"]) breakFile(join(root, path));
  for (const path of ["a.ts", "lib/c.ts"]) expect(code(readDespiteErrors(root, path, 100))).toBe("fault");
});

describeStores("a build", (store) => {
  test.runIf(canBreak)("goes on without a file in a bad sector, and with it when it can be read", async () => {
    const built = await buildRepository(store(), { "a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" });
    breakFile(join(built.root, "a.ts"));
    const view = await built.rebuild({ "b.ts": "export const b = 2;\n" });
    const rows = async () =>
      (await readLedger(store(), view.projectId, view.viewId)).map(({ path, status, reason }) => [
        path,
        status,
        reason,
      ]);
    expect(await rows()).toEqual([
      ["a.ts", "failed", "io_error"],
      ["b.ts", "indexed", null],
    ]);
    for (const path of mounted.splice(0)) spawnSync("umount", [path]);
    await built.rebuild({});
    expect((await rows())[0]).toEqual(["a.ts", "indexed", null]);
  });

  test.runIf(canBreak)("fails as a whole where the disk dies, and the generation before stays", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [`f${index}.ts`, `export const f${index} = 1;\n`]),
    );
    const built = await buildRepository(store(), files);
    for (const path of Object.keys(files).slice(0, 12)) breakFile(join(built.root, path));
    await expect(built.rebuild({})).rejects.toMatchObject({ code: "filesystem_unavailable" });
    const rows = await readLedger(store(), built.view.projectId, built.view.viewId);
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => "indexed"));
  });
});
