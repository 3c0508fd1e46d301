/** The watch of a repository, by src/watching/watch-repository.ts: saves, moves, ignore rules, storms, work of git, and polling. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSkipRules } from "../../src/repository/skip/rules.js";
import { eventlessFileSystem } from "../../src/watching/poll.js";
import { watch } from "../../src/watching/watch-repository.js";
import type { ChangeBatch, Watcher, WatchOptions } from "../../src/watching/watch-state.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { git as gitIn } from "../helpers/git.js";
import { until as waitUntil } from "../helpers/until.js";

let root: string;
let watcher: Watcher;
let batches: ChangeBatch[];
let errors: Error[];

/** Longer than the watcher takes to look at new folders a second time. */
const SECOND_LOOK = 1400;

const write = (path: string, text = "x") => {
  writeFiles(root, { [path]: text });
};
const seen = () => batches.flatMap((batch) => batch.paths);

const LIMIT = "/proc/sys/user/max_inotify_watches";
/** Whether a process can have a limit of its own: in a user namespace, on Linux. */
const canLimitWatches = () => spawnSync("unshare", ["-Ur", "sh", "-c", `echo 20 > ${LIMIT}`]).status === 0;
/** Output of a process with few watches about the repository ROOT when a file of it changes. */
const OUT_OF_WATCHES = `
  import { writeFileSync } from "node:fs";
  const { watch } = await import(process.env.DIST + "watching/watch-repository.js");
  const { createSkipRules } = await import(process.env.DIST + "repository/skip/rules.js");
  const onBatch = (batch) => {
    console.log(JSON.stringify(batch));
    if (batch.rescan) writeFileSync(process.env.ROOT + "/src/30/a.ts", "changed");
    else watcher.close();
  };
  const onError = (error) => console.log(error.message);
  const watcher = watch(process.env.ROOT, createSkipRules(process.env.ROOT), { onBatch, onError, pollInterval: 200 });
`;
/** Output of a process that gets more watches later. It hears of the change: the next look would be long after. */
const MORE_WATCHES = `
  import { writeFileSync } from "node:fs";
  import { setTimeout } from "node:timers/promises";
  const { watch } = await import(process.env.DIST + "watching/watch-repository.js");
  const { createSkipRules } = await import(process.env.DIST + "repository/skip/rules.js");
  const onBatch = (batch) => {
    if (batch.rescan) return;
    console.log(batch.paths.join());
    watcher.close();
  };
  const options = { onBatch, onError: () => undefined, pollInterval: 60_000, regainInterval: 50 };
  const watcher = watch(process.env.ROOT, createSkipRules(process.env.ROOT), options);
  while (watcher.note() === null) await setTimeout(10);
  console.log(watcher.note());
  writeFileSync(process.env.LIMIT, "1000");
  while (watcher.note() !== null) await setTimeout(10);
  await setTimeout(300);
  writeFileSync(process.env.ROOT + "/src/30/a.ts", "changed");
`;

const until = (isSo: () => boolean) =>
  waitUntil(isSo, { within: 60_000, every: 10, but: () => `batches ${JSON.stringify(batches)}` });

async function start(options: Partial<WatchOptions> = {}): Promise<void> {
  watcher = watch(root, createSkipRules(root), {
    onBatch: (batch) => batches.push(batch),
    onError: (error) => errors.push(error),
    ...options,
  });
  await watcher.ready;
}

beforeEach(() => {
  root = temporaryFolder();
  batches = [];
  errors = [];
});
afterEach(() => {
  watcher.close();
  expect(errors).toEqual([]);
});

describe("watch", () => {
  test("hears each save once, without a look at the files", async () => {
    write("src/a.ts");
    await start({ polling: "never" });
    for (let save = 0; save < 5; save++) {
      write("src/a.ts", "y".repeat(save));
      await until(() => batches.length > save);
    }
    expect(batches).toEqual(Array(5).fill({ paths: ["src/a.ts"], rescan: false, headChanged: false }));
  });

  test("hears a save by rename", async () => {
    write("src/a.ts");
    await start();
    write("src/a.ts.tmp1", "y");
    renameSync(join(root, "src/a.ts.tmp1"), join(root, "src/a.ts"));
    await until(() => seen().includes("src/a.ts"));
  });

  test("hears moves and deletes of folders", async () => {
    write("old/deep/a.ts");
    await start();
    renameSync(join(root, "old"), join(root, "new"));
    await until(() => seen().includes("old") && seen().includes("new"));
    batches.length = 0;
    write("new/deep/a.ts", "y");
    // A folder that appeared is named once more, with all below it, for what came before it was watched.
    await until(() => seen().includes("new/deep/a.ts") || seen().includes("new"));
    batches.length = 0;
    rmSync(join(root, "new"), { recursive: true });
    await until(() => seen().includes("new"));
  });

  test("examines folders that appear, and watches them", async () => {
    await start();
    write("a/b/c/d.ts");
    await until(() => seen().includes("a"));
    await sleep(300);
    batches.length = 0;
    write("a/b/c/e.ts");
    await until(() => seen().includes("a/b/c/e.ts"));
  });

  test("hears a folder that was deleted and made again", async () => {
    write("gen/in/a.ts");
    await start();
    rmSync(join(root, "gen"), { recursive: true });
    write("gen/in/a.ts", "y");
    await until(() => seen().includes("gen"));
    await sleep(SECOND_LOOK);
    batches.length = 0;
    write("gen/b.ts");
    write("gen/in/b.ts");
    await until(() => seen().includes("gen/b.ts") && seen().includes("gen/in/b.ts"));
  });

  test("hears folders that changed places by the names that they have now", async () => {
    write("a/one.ts");
    write("b/two.ts");
    await start();
    renameSync(join(root, "a"), join(root, "c"));
    renameSync(join(root, "b"), join(root, "a"));
    await until(() => seen().includes("a") && seen().includes("c"));
    await sleep(SECOND_LOOK);
    batches.length = 0;
    write("a/two.ts", "y");
    write("c/one.ts", "y");
    await until(() => seen().length > 1);
    expect(seen().sort()).toEqual(["a/two.ts", "c/one.ts"]);
  });

  test("says nothing of what is left out", async () => {
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

  test("asks for a scan when ignore rules change, and watches what they take in", async () => {
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

  test("asks for a scan instead of naming each file of a storm", async () => {
    write("storm/first.ts");
    await start();
    for (let number = 0; number < 1200; number++) write(`storm/${number}.ts`);
    await until(() => batches.some((batch) => batch.rescan));
    expect(batches.length).toBeLessThan(4);
    expect(seen().length).toBeLessThan(1200);
  });

  test("waits while git holds its lock, and tells of a new commit", async () => {
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

  describe("changes that git makes are one batch", () => {
    const git = (...args: string[]) => gitIn(root, ...args);
    const commit = (message: string) => {
      git("add", "-A");
      git("commit", "-qm", message);
    };

    beforeEach(() => {
      git("init", "-qb", "main");
      for (let number = 0; number < 60; number++) write(`src/${number % 6}/${number}.ts`);
      commit("main");
      git("checkout", "-qb", "other");
      for (let number = 0; number < 60; number += 2) write(`src/${number % 6}/${number}.ts`, `other ${number}`);
      rmSync(join(root, "src/1"), { recursive: true });
      commit("other");
      for (let number = 0; number < 12; number++) {
        write(`more/${number}.ts`, "x".repeat(number));
        commit(`more ${number}`);
      }
      git("checkout", "-q", "main");
    });

    test("a branch switch", async () => {
      await start();
      await asynchronously("git", ["checkout", "-q", "other"]);
      await until(() => batches.length > 0);
      await sleep(500);
      expect(batches[0]).toMatchObject({ headChanged: true });
      expect(batches[0]!.paths.length).toBeGreaterThan(40);
      // The rest is no more than the second look at new folders.
      expect(batches.slice(1).every(({ paths, headChanged }) => !headChanged && paths.length <= 3)).toBe(true);
    });

    test("a rebase of a dozen commits", async () => {
      write("src/2/own.ts");
      commit("own");
      git("checkout", "-q", "other");
      await start();
      // Each step takes a while, as it does in a large repository, or where a command is run after it.
      const rebase = ["-c", "user.name=t", "-c", "user.email=t@example.com", "rebase", "-q", "-x", "sleep 0.1", "main"];
      await asynchronously("git", rebase);
      await until(() => batches.length > 0);
      await sleep(800);
      expect(batches[0]).toMatchObject({ headChanged: true });
      expect(batches.filter(({ headChanged }) => headChanged)).toHaveLength(1);
    });

    const asynchronously = (command: string, args: string[]) =>
      new Promise<void>((resolve, reject) =>
        execFile(command, args, { cwd: root }, (error) => (error ? reject(error) : resolve())),
      );
  });

  test("asks for a scan where the system may have dropped events of another repository's storm", async () => {
    const stormy = temporaryFolder();
    const other = watch(stormy, createSkipRules(stormy), {
      onBatch: () => undefined,
      onError: (error) => errors.push(error),
    });
    try {
      await other.ready;
      await start();
      // Nobody reads events meanwhile, and the queue is full when the save comes.
      execFileSync("sh", ["-c", "seq 30000 | xargs touch"], { cwd: stormy });
      write("a.ts");
      await until(() => batches.some((batch) => batch.rescan));
    } finally {
      other.close();
    }
  });
});

describe("polling", () => {
  const polled = { polling: "always", pollInterval: 100 } as const;

  test("tells what is another than at the last look, and nothing else", async () => {
    write("src/a.ts");
    write("src/b.ts");
    write("src/gone.ts");
    await start(polled);
    expect(watcher.note()).toBe("The repository is looked through every 0.1 s, as configured.");
    write("src/a.ts", "yy");
    write("src/new.ts");
    rmSync(join(root, "src/gone.ts"));
    await until(() => batches.length > 0);
    await sleep(400);
    expect(batches).toEqual([
      { paths: expect.arrayContaining(["src/a.ts", "src/gone.ts", "src/new.ts"]), rescan: false, headChanged: false },
    ]);
  });

  test("asks for a scan when ignore rules change", async () => {
    write(".gitignore", "gen/\n");
    write("gen/a.ts");
    await start(polled);
    write(".gitignore", "\n");
    await until(() => batches.some((batch) => batch.rescan));
  });

  describe.runIf(canLimitWatches())("where the system grants no more watches", () => {
    beforeEach(() => {
      for (let number = 0; number < 40; number++) write(`src/${number}/a.ts`);
    });

    /** The lines that a process writes which begins with few watches. */
    function withFewWatches(script: string): string[] {
      const limited = `echo 20 > ${LIMIT}; exec "$0" --input-type=module -e "$1"`;
      const run = spawnSync("unshare", ["-Ur", "sh", "-c", limited, process.execPath, script], {
        env: { ...process.env, ROOT: root, LIMIT, DIST: new URL("../../dist/", import.meta.url).href },
        encoding: "utf8",
        timeout: 30_000,
      });
      expect(run.stderr).toBe("");
      return run.stdout.trim().split("\n");
    }

    test("polling takes over, and says so", async () => {
      const lines = withFewWatches(OUT_OF_WATCHES);
      expect(lines.join()).toContain("The system grants no more file watches (ENOSPC)");
      expect(lines.pop()).toBe('{"paths":["src/30/a.ts"],"rescan":false,"headChanged":false}');
      await start();
    });

    test("they are asked for again, and polling ends when they are granted", async () => {
      const [note, heard] = withFewWatches(MORE_WATCHES);
      expect(note).toContain("The system grants no more file watches (ENOSPC)");
      expect(heard).toBe("src/30/a.ts");
      await start();
    });
  });

  test("tells of another commit", async () => {
    write(".git/HEAD", `${"a".repeat(40)}\n`);
    await start(polled);
    write(".git/HEAD", `${"b".repeat(40)}\n`);
    await until(() => batches.length > 0);
    expect(batches).toEqual([{ paths: [], rescan: false, headChanged: true }]);
  });

  test.each([
    { type: 0x6969, name: "nfs" },
    { type: 0xff534d42, name: "cifs" },
    { type: 0x01021997, name: "9p" },
    { type: 0x65735546, name: "fuse" },
    { type: 0xef53, name: null },
    { type: 0x794c7630, name: null },
  ])("file systems that tell of no changes: $name", ({ type, name }) => {
    expect(eventlessFileSystem(type)).toBe(name);
  });
});
