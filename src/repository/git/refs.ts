/** Branches and tags of a repository, and files as commits have them. */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { anySignal } from "../../base/signals.js";
import { askGit, type GitAnswer } from "./ask.js";
import { gitFolders } from "./head.js";
import { REVISION } from "./revision.js";

export interface Ref {
  /** Short, but clear: `main`, `origin/main`, or `tags/v1` where a branch has the same name. */
  name: string;
  kind: "branch" | "remote" | "tag";
  commit: string;
  /** Of the commit or the tag, in seconds since 1970. */
  time: number;
}

/** The longest that git is asked, in milliseconds. */
const PATIENCE = 10_000;
const MOST_OUTPUT = 10_000_000;
const KINDS: Record<string, Ref["kind"]> = { heads: "branch", remotes: "remote", tags: "tag" };
const PLACES = ["refs/heads", "refs/remotes", "refs/tags"];

/**
 * The branches and tags of a repository, at most `most`, the newest first. Never throws for a repository that git cannot read: `problem` says so. Throws the
 * reason of an aborted signal.
 */
export async function readRefs(
  root: string,
  most: number,
  signal: AbortSignal,
): Promise<{ refs: Ref[]; hasMore: boolean; problem: string | null }> {
  const without = (problem: string) => ({ refs: [], hasMore: false, problem });
  if ((await gitFolders(root)) === null) return without("The folder is not a repository of git.");
  const form = ["refname", "refname:short", "symref", "objectname", "*objectname", "creatordate:unix"];
  const args = [
    "for-each-ref",
    "--sort=-creatordate",
    `--count=${most + 1}`,
    `--format=${form.map((field) => `%(${field})`).join("%01")}`,
    ...PLACES,
  ];
  const answer = await askBriefly(root, args, signal);
  if (answer?.status !== 0) return without("Git is not installed, takes too long, or cannot read the repository.");
  const lines = answer.out.toString("utf8").split("\n").filter(Boolean);
  const refs = lines.slice(0, most).flatMap((line): Ref[] => {
    const [full = "", name = "", symref, object = "", peeled = "", time = ""] = line.split("\x01");
    const kind = KINDS[full.split("/")[1] ?? ""];
    // A remote's HEAD is another name of one of its branches.
    return kind === undefined || symref !== "" ? [] : [{ name, kind, commit: peeled || object, time: Number(time) }];
  });
  return { refs, hasMore: lines.length > most, problem: null };
}

/**
 * A file's bytes as a commit has them. HEAD, a branch or a tag must still lead to the commit: a commit that was taken out of all of them is not shown. Throws
 * `invalid_parameter` for an unknown revision, `not_found` where the path is not a file, and `too_large`.
 */
export async function fileAt(
  root: string,
  revision: string,
  path: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<{ commit: string; bytes: Buffer }> {
  const commit = await commitOf(root, revision, signal);
  const listed = await askBriefly(root, ["ls-tree", "-z", commit, "--", path], signal);
  const [, mode = "", object = ""] = /^(\d+) \w+ ([0-9a-f]+)\t/.exec(listed?.out.toString("utf8") ?? "") ?? [];
  if (!/^100/.test(mode)) {
    const words = mode === "" ? "is not there" : "is not a file";
    throw new CodeindexError("not_found", `${path} ${words} at ${revision}.`, { path, ref: revision }, [
      "It may have had another name then: the history of the file says so.",
    ]);
  }
  const answer = await askBriefly(root, ["cat-file", "blob", object], signal, mostBytes);
  if (answer?.isCut)
    throw new CodeindexError("too_large", `${path} has more than ${mostBytes} bytes at ${revision}.`, { path });
  if (answer?.status !== 0) throw unreadable();
  return { commit, bytes: answer.out };
}

/**
 * A file's bytes as `commit` has them, which must be one that this service has read itself: whether anything leads to it is not looked at. null: the commit
 * has no such file, or git does not tell. Throws the reason of an aborted signal.
 */
export async function fileInCommit(
  root: string,
  commit: string,
  path: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<Buffer | null> {
  const answer = await askBriefly(root, ["cat-file", "blob", `${commit}:${path}`], signal, mostBytes);
  return answer?.status === 0 ? answer.out : null;
}

async function commitOf(root: string, revision: string, signal: AbortSignal): Promise<string> {
  if (!REVISION.test(revision)) throw invalidParameter("ref", "must be a branch, a tag or a commit");
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const answer = await askBriefly(root, args, signal);
  if (answer === null) throw unreadable();
  const commit = answer.out.toString("latin1").trim();
  if (answer.status === 0 && (await isHeld(root, commit, signal))) return commit;
  throw invalidParameter("ref", `no branch or tag of the project's repository has a commit '${revision}'`);
}

/** Whether HEAD, a branch or a tag leads to a commit. */
async function isHeld(root: string, commit: string, signal: AbortSignal): Promise<boolean> {
  // Of the commit and those before it, one that none of them leads to. A HEAD without a commit is passed over.
  const places = ["HEAD", "--branches", "--remotes", "--tags"];
  const lost = await askBriefly(
    root,
    ["rev-list", "--max-count=1", "--ignore-missing", commit, "--not", ...places],
    signal,
  );
  return lost?.status === 0 && lost.out.length === 0;
}

function unreadable(): CodeindexError {
  return new CodeindexError(
    "not_found",
    "Git cannot be asked about the project: its folder is not a repository of git, git is not installed, or it takes too long.",
  );
}

/** Git's answer; null where there is none in time. Throws the reason of an aborted signal. */
async function askBriefly(
  root: string,
  args: readonly string[],
  signal: AbortSignal,
  mostBytes = MOST_OUTPUT,
): Promise<GitAnswer | null> {
  signal.throwIfAborted();
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    return await askGit(root, args, { signal: anySignal(signal, patience), mostBytes });
  } catch (error) {
    if (signal.aborted || !patience.aborted) throw error;
    return null;
  }
}
