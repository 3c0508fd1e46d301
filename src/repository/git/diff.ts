/** Changes between two commits, or between a commit and git's index, as git says it. */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { askGit } from "./ask.js";
import { REVISION } from "./revision.js";

/** The revisions to compare: two commits, or the last commit and what is staged. */
export type Revisions = { base: string; head: string } | "staged";

/** The whole options: without programs of the repository's settings, with full ids of blobs, renames found. */
const OPTIONS = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--full-index",
  "--find-renames",
  "--submodule=short",
  "--ignore-submodules=dirty",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

/**
 * The unified diff of two revisions; of two commits from where they part. Throws `invalid_parameter` for a revision that the repository does not have,
 * `diff_unavailable` where git cannot be asked, and `too_large` beyond `mostBytes`.
 */
export async function readGitDiff(
  root: string,
  revisions: Revisions,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<string> {
  const args =
    revisions === "staged"
      ? ["--cached", ...OPTIONS]
      : [...OPTIONS, ...(await commitsOf(root, revisions, signal)), "--"];
  const answer = await askGit(root, ["diff", ...args], { signal, mostBytes });
  if (answer?.isCut) throw diffTooLarge(mostBytes);
  if (answer === null || answer.status !== 0) throw unavailable();
  return answer.out.toString("utf8");
}

/** The error for a diff that is too large to be looked at. */
export function diffTooLarge(mostBytes: number): CodeindexError {
  return new CodeindexError(
    "too_large",
    `The diff has more than ${Math.floor(mostBytes / 1_000_000)} MB.`,
    { most_bytes: mostBytes },
    ["Give the diff of fewer commits, or of some paths alone: git diff BASE HEAD -- src > part.diff."],
  );
}

function unavailable(): CodeindexError {
  return new CodeindexError(
    "diff_unavailable",
    "Git cannot be asked about the project: its folder is not a repository of git that this service sees, or git is not installed.",
  );
}

/** The full ids of both commits; the first is the one where the two part, if they have one. */
async function commitsOf(root: string, { base, head }: Exclude<Revisions, "staged">, signal: AbortSignal) {
  const [from, to] = [await commitOf(root, "base", base, signal), await commitOf(root, "head", head, signal)];
  const parting = await askGit(root, ["merge-base", from, to], { signal });
  const common = parting?.status === 0 ? parting.out.toString("latin1").trim() : "";
  return [common === "" ? from : common, to];
}

async function commitOf(root: string, parameter: string, revision: string, signal: AbortSignal): Promise<string> {
  if (!REVISION.test(revision))
    throw invalidParameter(parameter, "must be a revision such as main, v1.2, HEAD~3 or a hash");
  const answer = await askGit(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], {
    signal,
  });
  if (answer === null) throw unavailable();
  const id = answer.out.toString("latin1").trim().split("\n").at(-1) ?? "";
  if (answer.status !== 0 || !/^[0-9a-f]{40,64}$/.test(id))
    throw invalidParameter(
      parameter,
      `the project's repository has no commit '${revision}'; in CI a shallow clone lacks it (fetch-depth: 0)`,
    );
  return id;
}
