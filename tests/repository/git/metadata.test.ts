/** Files of git that are not ordinary files, are huge, or lead elsewhere: they hold nothing up and show nothing. */
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkCommit } from "../../../src/repository/git/blobs.js";
import { gitFolders, readGitHead, readRefs } from "../../../src/repository/git/head.js";
import { readTrackedPaths } from "../../../src/repository/git/tracked.js";
import { readRegular } from "../../../src/repository/read-small-file.js";
import { createSkipRules } from "../../../src/repository/skip/rules.js";
import { temporaryFolder } from "../../helpers/folders.js";
import { git } from "../../helpers/git.js";

const A = "a".repeat(40);
const HEAD = "ref: refs/heads/main\n";
const WHOLE = { ".git/HEAD": HEAD, ".git/refs/heads/main": `${A}\n`, "a.ts": "" };

/** Puts something at a path in place of what is there. */
const THINGS: Record<string, (path: string) => void> = {
  "a pipe": (path) => execFileSync("mkfifo", [path]),
  "a link to a pipe": (path) => {
    execFileSync("mkfifo", [`${path}.pipe`]);
    symlinkSync(`${path}.pipe`, path);
  },
  "a link to /dev/zero": (path) => symlinkSync("/dev/zero", path),
  "a link to /dev/stdin": (path) => symlinkSync("/dev/stdin", path),
  "a link to itself": (path) => symlinkSync(path, path),
  "a folder": (path) => mkdirSync(path),
  "a sparse file of a terabyte": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 2 ** 40);
  },
};
const FILES = [
  ".git",
  ".git/HEAD",
  ".git/commondir",
  ".git/packed-refs",
  ".git/refs",
  ".git/refs/heads/main",
  ".git/index",
  ".git/config",
  ".git/info/exclude",
  ".gitignore",
  ".codeindexignore",
];

/** All files that are read of a repository's metadata. */
async function readAll(root: string) {
  const rules = createSkipRules(root, {});
  const tracked = await readTrackedPaths(root);
  return {
    head: await readGitHead(root),
    refs: await readRefs(root),
    judged: await rules.judge("a.ts", "file", 1),
    tracked: tracked.has("a.ts") || tracked.hasBelow("src"),
  };
}

describe.each(Object.entries(THINGS))("%s", (_name, put) => {
  test.each(FILES)("in place of %s ends, and shows nothing that is not there", async (file) => {
    const root = temporaryFolder(WHOLE);
    const path = join(root, file);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    put(path);
    const { head, refs, judged, tracked } = await readAll(root);
    expect(judged).toBe(null);
    expect(tracked).toBe(false);
    if (file === ".git" || file === ".git/HEAD") expect(head).toBe(null);
    else if (head) expect(["main"]).toContain(head.branch);
    expect(["", "main"]).toContain(refs.join());
  });
});

describe("a .git that leads out of the repository", () => {
  /** Two repositories of the disk; the other one is nobody's business here. */
  function two() {
    const folder = temporaryFolder();
    const other = join(folder, "other");
    mkdirSync(other);
    git(other, "init", "-q", "-b", "hidden-branch");
    writeFileSync(join(other, "hidden.ts"), "");
    writeFileSync(join(other, ".git/info/exclude"), "*.ts\n");
    git(other, "add", "-f", "hidden.ts");
    git(other, "commit", "-qm", "first");
    const own = join(folder, "own");
    mkdirSync(own);
    return { folder, own, other, git, commit: git(other, "rev-parse", "HEAD") };
  }
  const nothing = { head: null, refs: [], judged: null, tracked: false };
  const signal = new AbortController().signal;

  const leads: Record<string, (own: string, other: string) => void> = {
    "a .git file": (own, other) => writeFileSync(join(own, ".git"), `gitdir: ${other}/.git\n`),
    "a relative .git file": (own) => writeFileSync(join(own, ".git"), "gitdir: ../other/.git\n"),
    "a link": (own, other) => symlinkSync(join(other, ".git"), join(own, ".git")),
    "a commondir": (own, other) => {
      mkdirSync(join(own, ".git"));
      writeFileSync(join(own, ".git/HEAD"), "ref: refs/heads/hidden-branch\n");
      writeFileSync(join(own, ".git/commondir"), `${other}/.git\n`);
    },
  };
  test.each(Object.entries(leads))("%s shows nothing of the other one", async (_name, lead) => {
    const { own, other, commit } = two();
    lead(own, other);
    expect(await gitFolders(own)).toBe(null);
    expect(await readAll(own)).toEqual(nothing);
    await expect(checkCommit(own, commit, signal)).rejects.toMatchObject({ code: "scip_commit_unknown" });
  });

  test("links in git's own folder show nothing of the other one", async () => {
    const { own, other } = two();
    mkdirSync(join(own, ".git"));
    for (const name of ["HEAD", "refs", "index", "info", "packed-refs"])
      symlinkSync(join(other, ".git", name), join(own, ".git", name));
    expect(await readAll(own)).toEqual(nothing);
    rmSync(join(own, ".git/HEAD"));
    writeFileSync(join(own, ".git/HEAD"), "ref: refs/heads/hidden-branch\n");
    expect((await readGitHead(own))?.commit).toBe(null);
  });

  test("a repository in a folder further up is not asked", async () => {
    const { other, commit } = two();
    mkdirSync(join(other, "below"));
    await expect(checkCommit(join(other, "below"), commit, signal)).rejects.toMatchObject({
      code: "scip_commit_unknown",
    });
    await checkCommit(other, commit, signal);
  });

  test("linked worktrees and submodules are read, as git's folder names them", async () => {
    const { folder, other, git, commit } = two();
    git(other, "worktree", "add", "-q", "-b", "tree", join(folder, "tree"));
    expect(await readGitHead(join(folder, "tree"))).toEqual({ commit, branch: "tree" });
    expect(await readRefs(join(folder, "tree"))).toEqual(["hidden-branch", "tree"]);
    await checkCommit(join(folder, "tree"), commit, signal);
    const above = join(folder, "above");
    mkdirSync(above);
    git(above, "init", "-q");
    git(above, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "part");
    expect(await readGitHead(join(above, "part"))).toEqual({ commit, branch: "hidden-branch" });
    await checkCommit(join(above, "part"), commit, signal);
    // Moved, it is no longer the tree that its git folder names.
    renameSync(join(folder, "tree"), join(folder, "moved"));
    expect(await readGitHead(join(folder, "moved"))).toBe(null);
  });
});

test("a file is read up to its bound", async () => {
  const root = realpathSync(temporaryFolder({ "a.txt": "0123456789" }));
  const path = join(root, "a.txt");
  for (const [bound, want] of [
    [{ most: 10 }, "0123456789"],
    [{ most: 9 }, undefined],
    [{ most: 4, isCut: true }, "0123"],
  ] as const) {
    expect((await readRegular(path, [root], bound))?.toString()).toBe(want);
  }
  expect(await readRegular(path, [join(root, "elsewhere")], { most: 10 })).toBe(null);
});
