/** Branches and tags of a repository, and files as they were. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileAt, readRefs } from "../../../src/repository/git/refs.js";
import { temporaryFolder, writeFiles } from "../../helpers/folders.js";
import { commitAll, git, gitRepository } from "../../helpers/git.js";

const { signal } = new AbortController();
const textAt = async (root: string, revision: string, path: string, mostBytes = 1000) =>
  (await fileAt(root, revision, path, { mostBytes, signal })).bytes.toString();

/** A repository whose file `a.ts` is "old" at the tag v1 and "new" on its branch main. */
function twoStates(): string {
  const root = gitRepository({ "a.ts": "old\n" });
  git(root, "tag", "-a", "v1", "-m", "one");
  writeFiles(root, { "a.ts": "new\n" });
  commitAll(root, "second");
  return root;
}

test("branches and tags are listed with the commits that they lead to", async () => {
  const root = twoStates();
  git(root, "branch", "work", "v1");
  git(root, "update-ref", "refs/remotes/origin/main", "HEAD");
  git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
  const { refs, hasMore, problem } = await readRefs(root, 10, signal);
  const [head, first] = [git(root, "rev-parse", "main"), git(root, "rev-parse", "v1^{commit}")];
  expect([hasMore, problem]).toEqual([false, null]);
  expect(refs.map(({ name, kind, commit }) => `${kind} ${name} ${commit}`).sort()).toEqual([
    `branch main ${head}`,
    `branch work ${first}`,
    `remote origin/main ${head}`,
    `tag v1 ${first}`,
  ]);
  expect(await readRefs(root, 1, signal)).toMatchObject({ hasMore: true });
  expect(await readRefs(temporaryFolder(), 10, signal)).toMatchObject({ refs: [], problem: /no repository/ });
});

test("a file is as the branch, the tag or the commit has it, whatever the folder holds", async () => {
  const root = twoStates();
  writeFiles(root, { "a.ts": "not committed\n" });
  const first = git(root, "rev-parse", "v1^{commit}");
  expect(await textAt(root, "v1", "a.ts")).toBe("old\n");
  expect(await textAt(root, first.slice(0, 8), "a.ts")).toBe("old\n");
  expect(await textAt(root, "main", "a.ts")).toBe("new\n");
  expect((await fileAt(root, "v1", "a.ts", { mostBytes: 10, signal })).commit).toBe(first);
});

test("a file is shown at each branch and tag that is listed, whatever letters its name has", async () => {
  const root = twoStates();
  for (const name of [
    "fix/#12",
    "größe",
    "a&b",
    'v1-"quote"<b>',
    "release(1)!",
    "@types/node",
    "it's",
    "a,b;c|d$e`f%20",
  ])
    git(root, "branch", name, "v1");
  const { refs } = await readRefs(root, 100, signal);
  expect(refs.length).toBe(10);
  for (const { name, commit } of refs)
    expect((await fileAt(root, name, "a.ts", { mostBytes: 10, signal })).commit).toBe(commit);
});

test("errors say which of the two is not there: the state, or the file in it", async () => {
  const root = twoStates();
  writeFiles(root, { "src/b.ts": "b\n" });
  symlinkSync("/etc/passwd", join(root, "link.ts"));
  commitAll(root, "third");
  await expect(textAt(root, "v2", "a.ts")).rejects.toThrow("no branch or tag of the project's repository");
  await expect(textAt(root, "v1", "src/b.ts")).rejects.toThrow("src/b.ts is not there at v1");
  await expect(textAt(root, "main", "src")).rejects.toThrow("src is not a file at main");
  await expect(textAt(root, "main", "link.ts")).rejects.toThrow("link.ts is not a file at main");
  await expect(textAt(root, "main", "a.ts", 2)).rejects.toThrow("more than 2 bytes");
  for (const revision of ["--all", "main..v1", "main:a.ts", ":/first", "main\n", "a b", "ma*n", "a\\b", ""])
    await expect(textAt(root, revision, "a.ts")).rejects.toThrow("must be a branch, a tag or a commit");
});

test("a commit that was taken out of all branches is not shown, though git still has it", async () => {
  const root = twoStates();
  writeFiles(root, { "a.ts": "a secret\n" });
  commitAll(root, "by mistake");
  const mistake = git(root, "rev-parse", "HEAD");
  git(root, "reset", "-q", "--hard", "HEAD~1");
  await expect(textAt(root, mistake, "a.ts")).rejects.toThrow("no branch or tag");
  // A branch without a commit, as in a repository that is new, leads to none.
  git(root, "symbolic-ref", "HEAD", "refs/heads/new");
  await expect(textAt(root, mistake, "a.ts")).rejects.toThrow("no branch or tag");
  git(root, "branch", "kept", mistake);
  expect(await textAt(root, mistake, "a.ts")).toBe("a secret\n");
});
