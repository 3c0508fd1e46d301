/** The commits of one file: the ones that changed it or some of its lines, and the last one of each line. */
import { diffArrays } from "diff";
import { anySignal } from "../../base/signals.js";
import { askGit, type GitAnswer } from "./ask.js";
import { gitFolders } from "./head.js";

export interface FileCommit {
  commit: string;
  author: string;
  /** In seconds since 1970. */
  time: number;
  subject: string;
}

/** A commit that changed a file, with the name that the file has in it. */
export interface FileChange extends FileCommit {
  path: string;
}

/** Lines that one commit is the last to have changed, from 1 on. */
export interface BlameRange {
  first: number;
  last: number;
  commit: string;
}

export interface FileBlame {
  /** In the order of lines; those that no commit has yet are in none. */
  ranges: BlameRange[];
  commits: FileChange[];
  /** Why there is no answer; null: there is. */
  problem: string | null;
}

/** The longest that git is asked, in milliseconds. */
const PATIENCE = 10_000;
const MOST_OUTPUT = 30_000_000;
/** Lines that may differ between the commit and the folder. */
const MOST_EDITS = 2000;
const UNREAD = "No commit has this file, or git cannot read the repository.";
const TOO_DIFFERENT = "The file differs too much from the last commit.";
const UNFOLLOWED = "Former names are not followed: the clone lacks older files, or is damaged.";
const PLAIN = ["-c", "log.showSignature=false", "-c", "core.quotePath=false", "-c", "core.pager=cat"];

/** Commits as \0-ended facts, without any program that the repository's settings name. */
const LOG = ["--no-ext-diff", "--no-textconv", "--no-show-signature", "-z", "--format=%H%x01%an%x01%at%x01%s"];
const UNCOMMITTED = "No commit has these lines yet.";

/**
 * The last commits that changed some of a file's present lines, `first` to `last`, the newest first. Git follows the lines from their place in the last
 * commit. Throws as `fileHistory` does.
 */
export async function lineHistory(
  root: string,
  path: string,
  { lines, first, last, most }: { lines: readonly string[]; first: number; last: number; most: number },
  signal: AbortSignal,
): Promise<{ commits: FileChange[]; hasMore: boolean; problem: string | null }> {
  const without = (problem: string | null) => ({ commits: [], hasMore: false, problem });
  const committed = await patiently(root, [...PLAIN, "cat-file", "blob", `HEAD:./${path}`], signal);
  if (committed.problem !== null) return without(committed.problem);
  const same = sameLines(linesOf(committed.out), lines);
  if (same === null) return without(TOO_DIFFERENT);
  const there = same.flatMap(({ from, to, count }) => {
    const [begin, end] = [Math.max(first, to + 1), Math.min(last, to + count)];
    return begin > end ? [] : [begin - to + from, end - to + from];
  });
  if (there.length === 0) return without(UNCOMMITTED);
  const range = `-L${Math.min(...there)},${Math.max(...there)}:${path}`;
  const args = [...PLAIN, "log", range, "--no-patch", `--max-count=${most + 1}`, ...LOG];
  const { out, problem } = await patiently(root, args, signal);
  const commits = readCommits(out, path);
  return { commits: commits.slice(0, most), hasMore: commits.length > most, problem };
}

/** The lines of a text; behind its last line break stands none. */
const linesOf = (text: string): string[] =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""));

/** The runs of lines that two states of a file share: `count` lines behind `from` lines of the first and `to` of the second. null: too many differ. */
function sameLines(
  before: readonly string[],
  after: readonly string[],
): { from: number; to: number; count: number }[] | null {
  const edits = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS });
  if (edits === undefined) return null;
  const same: { from: number; to: number; count: number }[] = [];
  let [from, to] = [0, 0];
  for (const { added, removed, count = 0 } of edits) {
    if (!added && !removed) same.push({ from, to, count });
    if (!added) from += count;
    if (!removed) to += count;
  }
  return same;
}

/**
 * The last commits that changed a file, the newest first, its former names included where git can follow them. Never throws for a repository that git cannot
 * read: `problem` says so, beside the commits where only former names are missing. Throws the reason of an aborted signal.
 */
export async function fileHistory(
  root: string,
  path: string,
  most: number,
  signal: AbortSignal,
): Promise<{ commits: FileChange[]; hasMore: boolean; problem: string | null }> {
  const log = (...how: string[]) => {
    const args = [...PLAIN, "log", ...how, `--max-count=${most + 1}`, ...LOG, "--name-only"];
    return patiently(root, [...args, "--", `:(literal)${path}`], signal);
  };
  let { out, problem } = await log("--follow");
  if (problem === UNREAD) {
    // To follow a name, git reads older files, which a clone without all objects lacks.
    const plain = await log("--no-renames");
    out = plain.out;
    problem = plain.problem ?? (out === "" ? null : UNFOLLOWED);
  }
  const commits = readCommits(out, path);
  if (commits.length === 0) return { commits, hasMore: false, problem: problem ?? "No commit has this file." };
  return { commits: commits.slice(0, most), hasMore: commits.length > most, problem };
}

/** Reads `git log -z --name-only` of a file with the name `path`. */
function readCommits(out: string, path: string): FileChange[] {
  const commits: FileChange[] = [];
  let name = path;
  for (const piece of out.split("\0")) {
    const [commit = "", author = "", time = "", subject = ""] = piece.split("\x01");
    const last = commits.at(-1);
    // Behind the facts of a commit stands the file's name in it; of a merge there is none.
    if (last && piece.startsWith("\n")) name = last.path = piece.slice(1);
    else if (commit !== "") commits.push({ commit, author, time: Number(time), subject, path: name });
  }
  return commits;
}

/**
 * The commit that each line of a file is from. Git is asked about the file as the last commit has it, as a look at the folder would run programs that the
 * repository's settings name; lines that differ there are in no range. Throws as `fileHistory` does.
 */
export async function fileBlame(
  root: string,
  path: string,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<FileBlame> {
  const args = [...PLAIN, "blame", "--no-textconv", "--porcelain", "HEAD", "--", path];
  const { out, problem } = await patiently(root, args, signal);
  if (problem !== null) return { ranges: [], commits: [], problem };
  const { committed, commits } = readPorcelain(out, path);
  const same = sameLines(
    committed.map(({ text }) => text),
    lines,
  );
  if (same === null) return { ranges: [], commits: [], problem: TOO_DIFFERENT };
  const ranges: BlameRange[] = [];
  for (const { from, to, count } of same)
    for (let index = 0; index < count; index++) addLine(ranges, to + index + 1, committed[from + index]?.commit ?? "");
  const named = new Set(ranges.map(({ commit }) => commit));
  return { ranges, commits: commits.filter(({ commit }) => named.has(commit)), problem: null };
}

function addLine(ranges: BlameRange[], line: number, commit: string): void {
  const before = ranges.at(-1);
  if (before?.commit === commit && before.last === line - 1) before.last = line;
  else ranges.push({ first: line, last: line, commit });
}

/**
 * Reads `git blame --porcelain` of a file with the name `path`: of each line its commit and its numbers, of each new commit its facts, and behind a tab
 * the text.
 */
function readPorcelain(
  out: string,
  path: string,
): { committed: { commit: string; text: string }[]; commits: FileChange[] } {
  const committed: { commit: string; text: string }[] = [];
  const commits = new Map<string, FileChange>();
  let now: FileChange | undefined;
  for (const line of out.split("\n")) {
    if (line.startsWith("\t")) {
      committed.push({ commit: now?.commit ?? "", text: line.slice(1).replace(/\r$/, "") });
      now = undefined;
    } else if (now === undefined) {
      const [commit = ""] = line.split(" ");
      if (commit === "") continue;
      now = commits.get(commit) ?? { commit, author: "", time: 0, subject: "", path };
      commits.set(commit, now);
    } else {
      const [, name, value = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
      if (name === "author") now.author = value;
      else if (name === "author-time") now.time = Number(value);
      else if (name === "summary") now.subject = value;
      // Git quotes a name with control characters; the name of today stands for such a one.
      else if (name === "filename" && !value.startsWith('"')) now.path = value;
    }
  }
  return { committed, commits: [...commits.values()] };
}

/** Git's answer as text, or why there is none. */
async function patiently(
  root: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ out: string; problem: string | null }> {
  const without = (problem: string) => ({ out: "", problem });
  signal.throwIfAborted();
  if ((await gitFolders(root)) === null) return without("The folder is not a repository of git.");
  const patience = AbortSignal.timeout(PATIENCE);
  let answer: GitAnswer | null;
  try {
    answer = await askGit(root, args, { signal: anySignal(signal, patience), mostBytes: MOST_OUTPUT });
  } catch (error) {
    if (signal.aborted || !patience.aborted) throw error;
    return without("Git took too long.");
  }
  if (answer === null) return without("Git is not installed, or cannot read the repository.");
  if (answer.isCut) return without("The file is too long to ask git about.");
  if (answer.status !== 0) return without(UNREAD);
  return { out: answer.out.toString("utf8"), problem: null };
}
