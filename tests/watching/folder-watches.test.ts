/** Watches of folders, by src/watching/folder-watches.ts. */
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FolderWatches, watchFolders } from "../../src/watching/folder-watches.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until as waitUntil } from "../helpers/until.js";

/** One watch a folder, and one for the whole tree, as macOS and Windows have it. */
describe.each([{ isRecursive: false }, { isRecursive: true }])("native watches (recursive: $isRecursive)", (mode) => {
  let root: string;
  let watches: FolderWatches;
  let heard: Set<string>;
  let appeared: Set<string>;
  const errors: Error[] = [];

  const write = (path: string, text = "x") => {
    writeFiles(root, { [path]: text });
  };
  const until = (isSo: () => boolean) => waitUntil(isSo, { but: () => `heard only ${JSON.stringify([...heard])}` });

  beforeEach(async () => {
    root = temporaryFolder();
    heard = new Set();
    appeared = new Set();
    write("src/deep/a.ts");
    write("left-out/deep/a.ts");
    watches = watchFolders(root, {
      ...mode,
      isIgnored: async (path) => path === "left-out",
      hear: (_event, path) => heard.add(path),
      appeared: (path) => appeared.add(path),
      failed: (error) => errors.push(error),
    });
    await watches.ready;
  });
  afterEach(() => {
    watches.close();
    expect(errors).toEqual([]);
  });

  test("hears of files by their path", async () => {
    write("src/deep/a.ts", "y");
    write("b.ts");
    await until(() => heard.has("src/deep/a.ts") && heard.has("b.ts"));
  });

  test("tells of folders that appear, but not of those that are left out", async () => {
    mkdirSync(join(root, "new"));
    renameSync(join(root, "left-out"), join(root, "taken-in"));
    mkdirSync(join(root, "left-out"));
    await until(() => appeared.has("new") && appeared.has("taken-in"));
    expect(appeared.has("left-out")).toBe(false);
    await sleep(200);
    write("taken-in/deep/b.ts");
    await until(() => heard.has("taken-in/deep/b.ts"));
  });

  test("hears nothing any more when it is closed", async () => {
    watches.close();
    heard.clear();
    write("src/deep/a.ts", "y");
    await sleep(200);
    expect([...heard]).toEqual([]);
  });
});
