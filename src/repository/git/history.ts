/** How often files were changed, by git's own log. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { askGit } from "./ask.js";
import { gitFolders, readGitHead } from "./head.js";

/** Commits that change more files than this are moves and formatting: they tell nothing of one file. */
const MOST_FILES = 200;
const MOST_OUTPUT = 200_000_000;

export interface FileHistory {
  /** The read commits that changed the file. */
  commits: number;
  authors: number;
  /** The last of them, in seconds since 1970. */
  lastAt: number;
}

export interface History {
  /** By path from the root. */
  files: ReadonlyMap<string, FileHistory>;
  commits: number;
  /** The oldest commit that was read, in seconds since 1970; null without any. */
  since: number | null;
  /** Why there is no history, or only a part of it; null: all that was asked for was read. */
  problem: string | null;
}

/** Histories that were read lately; the size is their files. */
const kept = new LRUCache<string, History>({ maxSize: 200_000, sizeCalculation: ({ files }) => files.size + 1 });

/**
 * The changes of the files below a working tree in its last `most` commits, none of them a merge. It is read once for each commit that is checked out.
 * It never throws for a repository that git cannot read: `problem` says so. Throws the reason of an aborted signal.
 */
export async function changeHistory(root: string, most: number, signal: AbortSignal): Promise<History> {
  const folders = await gitFolders(root);
  const commit = (await readGitHead(root))?.commit;
  if (folders === null || !commit) return readHistory(root, most, signal);
  const shallow = shallowOf(folders.common);
  const key = JSON.stringify([root, folders, commit, shallow, most]);
  const known = kept.get(key) ?? (await readHistory(root, most, signal));
  // Where git could not be asked, it may be next time.
  if (known.commits > 0) kept.set(key, known);
  return known;
}

/** Tells one depth of a shallow clone from another; null: it is whole. */
const shallowOf = (gitFolder: string): number | null =>
  statSync(join(gitFolder, "shallow"), { throwIfNoEntry: false })?.mtimeMs ?? null;

async function readHistory(root: string, most: number, signal: AbortSignal): Promise<History> {
  const nothing = (problem: string): History => ({ files: new Map(), commits: 0, since: null, problem });
  const settings = ["log.showSignature=false", "core.quotePath=false", "core.pager=cat"];
  const args = [
    ...settings.flatMap((setting) => ["-c", setting]),
    ...["log", "--no-merges", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--relative"],
    ...["-z", "--name-only", `--max-count=${most}`, "--format=%x01%at%x02%ae"],
  ];
  signal.throwIfAborted();
  const folders = await gitFolders(root);
  if (folders === null) return nothing("The folder is not a repository of git.");
  const answer = await askGit(root, args, { signal, mostBytes: MOST_OUTPUT });
  if (answer === null || (answer.status !== 0 && answer.out.length === 0))
    return nothing("git is not installed, or cannot read the repository.");
  const history = readLog(answer.out.toString("utf8"));
  const isShallow = shallowOf(folders.common) !== null;
  const problem =
    history.commits < 2
      ? "The repository has no history here."
      : isShallow
        ? `The clone is shallow: it has ${history.commits} commits.`
        : null;
  return { ...history, problem };
}

/** Reads `git log -z --name-only` with a head of \x01, time, \x02 and author. */
function readLog(output: string): Omit<History, "problem"> {
  const files = new Map<string, FileHistory & { by: Set<string> }>();
  let [commits, since] = [0, null as number | null];
  for (const commit of output.split("\x01").slice(1)) {
    const [head = "", ...rest] = commit.split("\0");
    const [time = "", author = ""] = head.split("\x02");
    const paths = rest.map((path) => path.replace(/^\n/, "")).filter((path) => path !== "");
    commits++;
    const seconds = Number(time);
    since = since === null ? seconds : Math.min(since, seconds);
    if (paths.length > MOST_FILES) continue;
    for (const path of paths) {
      const known = files.get(path) ?? { commits: 0, authors: 0, lastAt: 0, by: new Set<string>() };
      known.commits++;
      known.by.add(author);
      known.authors = known.by.size;
      known.lastAt = Math.max(known.lastAt, seconds);
      files.set(path, known);
    }
  }
  const plain = [...files].map(([path, { by: _by, ...file }]) => [path, file] as const);
  return { files: new Map(plain), commits, since };
}
