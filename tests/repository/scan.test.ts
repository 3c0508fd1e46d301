/** Walks through a repository, by src/repository/scan.ts: the order of events, links, odd names, and cancellation. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FileEvent } from "../../src/repository/file-event.js";
import { scan, scanPaths } from "../../src/repository/scan.js";
import { createSkipRules } from "../../src/repository/skip/rules.js";
import { temporaryFolder } from "../helpers/folders.js";

async function collect(batches: AsyncIterable<FileEvent[]>): Promise<FileEvent[]> {
  const events: FileEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}
const scanAll = (root: string) => collect(scan(root, createSkipRules(root)));
const brief = (events: FileEvent[]) =>
  events.map((event) => `${event.kind} ${event.path}${"reason" in event ? ` ${event.reason}` : ""}`);

describe("scan", () => {
  test("gives byte order, whatever the folders", async () => {
    const files = [
      "B.ts",
      "a-b.ts",
      "a.ts",
      "a/b.ts",
      "a/é.ts",
      "a0.ts",
      'it\'s "quoted".ts',
      "ｆ.ts",
      "😀.ts",
      "日本.ts",
    ];
    const root = temporaryFolder(Object.fromEntries(files.map((path) => [path, "x"])));
    const paths = (await scanAll(root)).map((event) => event.path);
    expect(paths).toEqual([...files].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test("reads status exactly", async () => {
    const root = temporaryFolder({ "a.ts": "1234" });
    const [event] = await scanAll(root);
    expect(event).toMatchObject({ kind: "file", size: 4 });
    expect(event?.kind === "file" && event.inode > 0n && event.modifiedNs > 10n ** 18n).toBe(true);
  });

  test("does not follow links, nor enter .git", async () => {
    const root = temporaryFolder({ "src/a.ts": "x", ".git/config": "x", "sub/.git": "gitdir: x", "sub/b.ts": "x" });
    symlinkSync("src", join(root, "inside"));
    symlinkSync("/etc", join(root, "outside"));
    symlinkSync("loop", join(root, "loop"));
    symlinkSync("..", join(root, "src/up"));
    symlinkSync("nowhere", join(root, "broken"));
    const events = await scanAll(root);
    const links = events.flatMap((event) => (event.kind === "skipped" && event.reason === "symlink" ? [event] : []));
    expect(links.map(({ path, detail }) => [path, detail])).toEqual([
      ["broken", "leads to nothing"],
      ["inside", "leads to src"],
      ["loop", "leads in a loop"],
      ["outside", "leads outside the repository"],
      ["src/up", "leads to the repository's root"],
    ]);
    expect(brief(events).filter((text) => !text.includes("symlink"))).toEqual([
      "skipped .git excluded",
      "file src/a.ts",
      "skipped sub/.git excluded",
      "file sub/b.ts",
    ]);
  });

  test.runIf(process.platform === "linux")("gives names nobody can write one row each", async () => {
    const root = temporaryFolder({ "a.ts": "x", "line\nbreak.ts": "x", "back\\slash.ts": "x" });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff]), Buffer.from(".ts")]), "x");
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xfe]), Buffer.from(".ts")]), "x");
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect(brief(await scanAll(root))).toEqual([
      "file a.ts",
      "failed back\\slash.ts invalid_name",
      "failed bad\uFFFD.ts invalid_name",
      "failed line\\x0abreak.ts invalid_name",
      "skipped pipe special",
    ]);
  });

  test("throws not_found without a folder, and stops when aborted", async () => {
    const root = temporaryFolder({ "a.ts": "x" });
    await expect(scanAll(join(root, "missing"))).rejects.toMatchObject({ code: "not_found" });
    await expect(scanAll(join(root, "a.ts"))).rejects.toMatchObject({ code: "not_found" });
    const aborted = scan(root, createSkipRules(root), { signal: AbortSignal.abort(new Error("enough")) });
    await expect(collect(aborted)).rejects.toThrow("enough");
    expect(await scanAll(temporaryFolder())).toEqual([]);
  });

  test("walks 10,000 files", async () => {
    const root = temporaryFolder();
    for (let folder = 0; folder < 100; folder++) {
      mkdirSync(join(root, `d${folder}`));
      for (let file = 0; file < 100; file++) writeFileSync(join(root, `d${folder}/${file}.ts`), "");
    }
    expect(await scanAll(root)).toHaveLength(10_000);
  });
});

describe("scanPaths", () => {
  test("says what became of files, folders and what is gone", async () => {
    const root = temporaryFolder({
      "a.ts": "x",
      "d/b.ts": "x",
      "d/e/c.ts": "x",
      ".gitignore": "out/",
      "out/x.ts": "x",
    });
    rmSync(join(root, "a.ts"));
    const events = await collect(
      scanPaths(root, createSkipRules(root), ["d/e/c.ts", "a.ts", "d", "out/x.ts", "gone/x", "d/was-here.ts"]),
    );
    expect(brief(events)).toEqual([
      "deleted a.ts",
      "file d/b.ts",
      "file d/e/c.ts",
      "deleted d/was-here.ts",
      "deleted gone/x",
      "skipped out ignored",
    ]);
  });
});
