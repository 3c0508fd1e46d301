/** The lock of a data folder, by src/store/pglite/data-dir.ts. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { lockDataDir } from "../../src/store/pglite/data-dir.js";
import { temporaryFolder } from "../helpers/folders.js";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const lock = () => join(folder, "lock");
const holder = () => JSON.parse(readFileSync(lock(), "utf8")) as { pid: number };

test("a second start on the same data folder is told who holds it", async () => {
  const unlock = await lockDataDir(folder);
  await expect(lockDataDir(folder)).rejects.toMatchObject({
    code: "data_dir_in_use",
    context: { pid: process.pid, started_at: expect.any(String) },
  });
  unlock();
  expect(existsSync(lock())).toBe(false);
  (await lockDataDir(folder))();
});

test("a folder that cannot be is told by its setting", async () => {
  writeFileSync(lock(), "a file");
  for (const directory of [lock(), join(lock(), "below")])
    await expect(lockDataDir(directory)).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^--data-dir: .* cannot be written to \(E(EXIST|NOTDIR)\)/),
    });
});

const dead = spawnSync(process.execPath, ["-e", ""]).pid;
const stale = [
  { name: "a dead process", content: JSON.stringify({ token: "a", pid: dead, processStart: "x", startedAt: "" }) },
  {
    name: "a process whose id another has now",
    content: JSON.stringify({ token: "a", pid: process.pid, processStart: "earlier", startedAt: "" }),
  },
  { name: "nobody: it is cut short", content: '{"token":"a","pi' },
  {
    name: "a container that is gone",
    content: JSON.stringify({ token: "a", pid: process.pid, processStart: "x", place: "elsewhere", startedAt: "" }),
  },
];
for (const { name, content } of stale) {
  test(`the lock of ${name} is taken over`, async () => {
    writeFileSync(lock(), content);
    const unlock = await lockDataDir(folder, { patience: 500 });
    expect(holder()).toMatchObject({ pid: process.pid });
    unlock();
  });
}

test("the lock of another container is kept for as long as it is touched, whatever its clock says", async () => {
  writeFileSync(lock(), JSON.stringify({ token: "a", pid: 1, processStart: "x", place: "elsewhere", startedAt: "" }));
  let minutes = 0;
  const touching = setInterval(() => utimesSync(lock(), 0, minutes++ * 60), 200);
  onTestFinished(() => clearInterval(touching));
  await expect(lockDataDir(folder)).rejects.toThrow(
    "The data folder is in use by process 1 of another container or machine",
  );
});

test("a lock says that its holder lives", async () => {
  const unlock = await lockDataDir(folder);
  onTestFinished(unlock);
  utimesSync(lock(), 0, 0);
  await expect.poll(() => statSync(lock()).mtimeMs, { timeout: 8000 }).toBeGreaterThan(0);
});

/** Root may give a process ids of its own, as a container has; others may not everywhere. */
const canSeparate = spawnSync("unshare", ["--pid", "--fork", "true"]).status === 0;

test.runIf(canSeparate)("a process with ids of its own keeps it until it is killed", async () => {
  const script = `
    const { lockDataDir } = await import(process.env.LOCK);
    await lockDataDir(process.env.FOLDER);
    console.log("locked");
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(
    "unshare",
    ["--pid", "--fork", "--kill-child", process.execPath, "--input-type=module", "-e", script],
    {
      env: {
        ...process.env,
        FOLDER: folder,
        LOCK: new URL("../../dist/store/pglite/data-dir.js", import.meta.url).href,
      },
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((locked) => child.stdout.once("data", locked));
  expect(holder().pid).toBe(1);
  await expect(lockDataDir(folder)).rejects.toMatchObject({ code: "data_dir_in_use" });
  child.kill("SIGKILL");
  (await lockDataDir(folder))();
});
