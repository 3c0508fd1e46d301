import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSkipRules } from "../../src/indexing/skip.js";
import { type ChangeBatch, type Watcher, watch } from "../../src/indexing/watch.js";

let root: string;
let watcher: Watcher;
let batches: ChangeBatch[];
let errors: Error[];

const write = (path: string, text = "x") => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};
const seen = () => batches.flatMap((batch) => batch.paths);

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 10) {
    if (waited > 8000) throw new Error(`nothing came: ${JSON.stringify(batches)}`);
    await sleep(10);
  }
}

async function start(): Promise<void> {
  watcher = watch(root, createSkipRules(root), {
    onBatch: (batch) => batches.push(batch),
    onError: (error) => errors.push(error),
  });
  await watcher.ready;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "codeindex-watch-"));
  batches = [];
  errors = [];
});
afterEach(async () => {
  await watcher.close();
  rmSync(root, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

describe("watch", () => {
  it("hears a save soon, once", async () => {
    write("src/a.ts");
    await start();
    const started = performance.now();
    write("src/a.ts", "y");
    await until(() => batches.length > 0);
    expect(performance.now() - started).toBeLessThan(400);
    expect(batches).toEqual([{ paths: ["src/a.ts"], rescan: false, headChanged: false }]);
  });

  it("hears a save by rename", async () => {
    write("src/a.ts");
    await start();
    write("src/a.ts.tmp1", "y");
    renameSync(join(root, "src/a.ts.tmp1"), join(root, "src/a.ts"));
    await until(() => seen().includes("src/a.ts"));
  });

  it("hears moves and deletes of folders", async () => {
    write("old/deep/a.ts");
    await start();
    renameSync(join(root, "old"), join(root, "new"));
    await until(() => seen().includes("old") && seen().includes("new"));
    batches.length = 0;
    write("new/deep/a.ts", "y");
    await until(() => seen().includes("new/deep/a.ts"));
    rmSync(join(root, "new"), { recursive: true });
    await until(() => seen().includes("new"));
  });

  it("examines folders that appear, and watches them", async () => {
    await start();
    write("a/b/c/d.ts");
    await until(() => seen().includes("a"));
    await sleep(300);
    batches.length = 0;
    write("a/b/c/e.ts");
    await until(() => seen().includes("a/b/c/e.ts"));
  });

  it("says nothing of what is left out", async () => {
    write(".gitignore", "logs/\n*.out\n");
    write("node_modules/m/index.js");
    write("logs/a.txt");
    write("all-day.out");
    await start();
    write("node_modules/m/index.js", "y");
    write("logs/a.txt", "y");
    appendFileSync(join(root, "all-day.out"), "line\n");
    write("b.ts");
    await until(() => seen().includes("b.ts"));
    expect(seen()).toEqual(["b.ts"]);
  });

  it("asks for a scan when ignore rules change, and watches what they take in", async () => {
    write(".gitignore", "gen/\n");
    write("gen/a.ts");
    await start();
    write(".gitignore", "");
    await until(() => batches.some((batch) => batch.rescan));
    await sleep(500);
    batches.length = 0;
    write("gen/a.ts", "y");
    await until(() => seen().includes("gen/a.ts"));
  });

  it("asks for a scan instead of naming each file of a storm", async () => {
    write("storm/first.ts");
    await start();
    for (let number = 0; number < 1200; number++) write(`storm/${number}.ts`);
    await until(() => batches.some((batch) => batch.rescan));
    expect(batches.length).toBeLessThan(4);
    expect(seen().length).toBeLessThan(1200);
  });

  it("waits while git holds its lock, and tells of a new commit", async () => {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write(".git/refs/heads/main", `${"a".repeat(40)}\n`);
    write("a.ts");
    await start();
    write(".git/index.lock");
    write("a.ts", "y");
    await sleep(500);
    expect(batches).toEqual([]);
    write(".git/refs/heads/main", `${"b".repeat(40)}\n`);
    renameSync(join(root, ".git/index.lock"), join(root, ".git/index"));
    await until(() => batches.some((batch) => batch.headChanged));
    expect(seen()).toEqual(["a.ts"]);
  });
});
