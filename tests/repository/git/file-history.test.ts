/** The commits of a file: those that changed it, and the one that each line is from. */
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileBlame, fileHistory, lineHistory } from "../../../src/repository/git/file-history.js";
import { changeHistory } from "../../../src/repository/git/history.js";
import { temporaryFolder, writeFiles } from "../../helpers/folders.js";
import { commitAll, git, gitRepository } from "../../helpers/git.js";

const { signal } = new AbortController();
const subjects = async (root: string, path: string, most = 9) =>
  (await fileHistory(root, path, most, signal)).commits.map(({ subject }) => subject);
/** Each line with the subject of its commit; of lines that no commit has, nothing. */
async function blamed(root: string, path: string, lines: string[]): Promise<string[]> {
  const { ranges, commits } = await fileBlame(root, path, lines, signal);
  const subjectOf = new Map(commits.map(({ commit, subject }) => [commit, subject]));
  return lines.map((line, index) => {
    const range = ranges.find(({ first, last }) => first <= index + 1 && index + 1 <= last);
    return `${line} ${range ? subjectOf.get(range.commit) : "-"}`;
  });
}

test("a file has the commits that changed it, the newest first, those under its former name too", async () => {
  const root = gitRepository({ "a.ts": "one\ntwo\nthree\n", "b.ts": "other\n" });
  writeFiles(root, { "b.ts": "another\n" });
  commitAll(root, "of b alone");
  git(root, "mv", "a.ts", "c.ts");
  commitAll(root, "renamed");
  writeFiles(root, { "c.ts": "one\n2\nthree\n" });
  commitAll(root, "second line");
  expect(await subjects(root, "c.ts")).toEqual(["second line", "renamed", "first"]);
  const { commits } = await fileHistory(root, "c.ts", 9, signal);
  expect(commits.map(({ path }) => path)).toEqual(["c.ts", "c.ts", "a.ts"]);
  expect(await fileHistory(root, "c.ts", 2, signal)).toMatchObject({ hasMore: true, problem: null });
  expect(await subjects(root, "c.ts", 2)).toEqual(["second line", "renamed"]);
});

test("a clone that lacks older files has the commits under the name that a file has now, and says so", async () => {
  const root = gitRepository({ "a.ts": "one\ntwo\nthree\n" });
  git(root, "mv", "a.ts", "b.ts");
  writeFiles(root, { "b.ts": "one\ntwo\n3\n" });
  commitAll(root, "renamed");
  const blob = git(root, "rev-parse", "HEAD~1:a.ts").trim();
  rmSync(join(root, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
  const { commits, problem } = await fileHistory(root, "b.ts", 9, signal);
  expect(commits.map(({ subject }) => subject)).toEqual(["renamed"]);
  expect(problem).toBe("Former names are not followed: the clone lacks older files, or is damaged.");
});

test("each line has the commit that last changed it, and lines that no commit has yet have none", async () => {
  const root = gitRepository({ "a.ts": "one\ntwo\nthree\nfour\n" });
  writeFiles(root, { "a.ts": "one\n2\nthree\nfour\n" });
  commitAll(root, "second line");
  expect(await blamed(root, "a.ts", ["one", "2", "three", "four"])).toEqual([
    ...["one first", "2 second line", "three first", "four first"],
  ]);
  // Before it is committed, the file has a line more, and one less.
  expect(await blamed(root, "a.ts", ["zero", "one", "2", "four"])).toEqual([
    ...["zero -", "one first", "2 second line", "four first"],
  ]);
  expect(await fileBlame(root, "a.ts", ["one", "2", "three", "four"], signal)).toMatchObject({
    ranges: [
      { first: 1, last: 1 },
      { first: 2, last: 2 },
      { first: 3, last: 4 },
    ],
  });
});

test("some lines have the commits that changed them, by the lines that the file has now", async () => {
  const root = gitRepository({ "a.ts": "one\ntwo\nthree\nfour\n" });
  writeFiles(root, { "a.ts": "one\n2\nthree\nfour\n" });
  commitAll(root, "second line");
  writeFiles(root, { "a.ts": "zero\none\n2\nthree\n4\n" });
  commitAll(root, "first and last");
  const of = async (lines: string[], first: number, last: number) => {
    const { commits, problem } = await lineHistory(root, "a.ts", { lines, first, last, most: 9 }, signal);
    return problem ?? commits.map(({ subject, path }) => `${subject} ${path}`);
  };
  const now = ["zero", "one", "2", "three", "4"];
  expect(await of(now, 3, 4)).toEqual(["second line a.ts", "first a.ts"]);
  expect(await of(now, 5, 5)).toEqual(["first and last a.ts", "first a.ts"]);
  // Before it is committed, the file has a line more.
  expect(await of(["new", ...now], 4, 4)).toEqual(["second line a.ts", "first a.ts"]);
  expect(await of(["new", ...now], 1, 1)).toBe("No commit has these lines yet.");
  expect(await lineHistory(root, "b.ts", { lines: ["x"], first: 1, last: 1, most: 9 }, signal)).toMatchObject({
    problem: "No commit has this file, or git cannot read the repository.",
  });
  const one = await lineHistory(root, "a.ts", { lines: now, first: 3, last: 4, most: 1 }, signal);
  expect([one.commits.length, one.hasMore]).toEqual([1, true]);
});

test("the commit of a line knows the name that the file had in it", async () => {
  const root = gitRepository({ "bread.ts": "one\n" });
  git(root, "mv", "bread.ts", "loaf.ts");
  writeFiles(root, { "loaf.ts": "one\ntwo\n" });
  commitAll(root, "renamed");
  const { commits } = await fileBlame(root, "loaf.ts", ["one", "two"], signal);
  expect(commits.map(({ subject, path }) => [subject, path])).toEqual([
    ["first", "bread.ts"],
    ["renamed", "loaf.ts"],
  ]);
});

test("names of files are neither patterns nor options", async () => {
  const root = gitRepository({ "[id].ts": "x\n", "i.ts": "y\n", "--all": "z\n" });
  writeFiles(root, { "i.ts": "yy\n" });
  commitAll(root, "of i alone");
  expect(await subjects(root, "[id].ts")).toEqual(["first"]);
  expect(await subjects(root, "--all")).toEqual(["first"]);
  expect(await blamed(root, "--all", ["z"])).toEqual(["z first"]);
});

test("no program runs that the settings of a repository name", async () => {
  const root = gitRepository({ "a.ts": "one\n", ".gitattributes": "*.ts diff=evil filter=evil\n" });
  const mark = join(root, "ran");
  for (const key of [
    "diff.evil.textconv",
    "diff.evil.command",
    "filter.evil.clean",
    "filter.evil.smudge",
    "core.pager",
  ])
    git(root, "config", key, `touch ${mark}; cat`);
  writeFileSync(join(root, "a.ts"), "two\n");
  expect(await subjects(root, "a.ts")).toEqual(["first"]);
  expect(await blamed(root, "a.ts", ["two"])).toEqual(["two -"]);
  expect(existsSync(mark)).toBe(false);
});

test("there is a reason where git tells nothing", async () => {
  const plain = temporaryFolder({ "a.ts": "one\n" });
  expect(await fileHistory(plain, "a.ts", 9, signal)).toMatchObject({
    problem: "The folder is not a repository of git.",
  });
  const root = gitRepository({ "a.ts": "one\n" });
  expect(await fileHistory(root, "new.ts", 9, signal)).toMatchObject({ problem: "No commit has this file." });
  expect(await fileBlame(root, "new.ts", ["x"], signal)).toMatchObject({
    ranges: [],
    problem: expect.stringContaining("No commit"),
  });
});

test("the changes of a repository are read once for each commit that is checked out", async () => {
  const root = gitRepository({ "a.ts": "one\n" });
  writeFiles(root, { "a.ts": "two\n" });
  commitAll(root, "second");
  const changes = async () => (await changeHistory(root, 1000, signal)).files.get("a.ts")?.commits;
  expect(await changes()).toBe(2);
  const objects = join(root, ".git/objects");
  renameSync(objects, `${objects}-away`);
  expect(await changes()).toBe(2);
  renameSync(`${objects}-away`, objects);
  writeFiles(root, { "a.ts": "three\n" });
  commitAll(root, "third");
  expect(await changes()).toBe(3);
});
