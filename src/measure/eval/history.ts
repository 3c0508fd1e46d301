/** Makes queries from a repository's own history: a commit's message, and the files that it changed. */
import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { promisify } from "node:util";
import { CodeindexError } from "../../base/errors.js";
import { languageOf } from "../../languages/index.js";
import { pathClassOf } from "../../model/paths.js";
import type { EvalQuery } from "./query-set.js";

export interface Commit {
  hash: string;
  subject: string;
  /** The files that it changed or added, by their current names. */
  files: string[];
}

/** Commits that are read, the newest first. */
const MOST_COMMITS = 20_000;
/** A commit with more files is not specifically about any of them. */
const MOST_FILES = 8;
const FEWEST_WORDS = 4;
/** Messages that are not about code, or about code from elsewhere. */
const NOT_ABOUT_CODE =
  /^(merge|revert|bump|update dep|upgrade|release|publish|version|prepare (for )?release|changelog|typo|lint|format|prettier|wip|fixup|squash|chore|build|ci|docs?|style|test|deps)\b|^v?\d+\.\d+|\b(bump|revert|dependabot|renovate|typos?|readme|changelog)\b/i;

/** Queries from commits, the newest first, at most `limit`, without duplicates. `exists` tells which files the index has. */
export function queriesOf(commits: readonly Commit[], exists: (path: string) => boolean, limit: number): EvalQuery[] {
  const queries: EvalQuery[] = [];
  const seen = new Set<string>();
  for (const { hash, subject, files } of commits) {
    if (queries.length >= limit) break;
    if (NOT_ABOUT_CODE.test(subject) || files.length > MOST_FILES) continue;
    const query = withoutMarks(subject);
    const words = query.match(/\p{L}{2,}/gu) ?? [];
    if (words.length < FEWEST_WORDS || seen.has(query.toLowerCase())) continue;
    // A commit's tests change with the code that it is about.
    const gold = files.filter((file) => exists(file) && languageOf(file) !== null && pathClassOf(file) === "source");
    if (gold.length === 0) continue;
    seen.add(query.toLowerCase());
    queries.push({ id: hash.slice(0, 12), query, gold: gold.map((file) => ({ file })), level: "commit" });
  }
  return queries;
}

/** A subject without the marks of tools: `fix(cart): ` before, ` (#123)` after. */
function withoutMarks(subject: string): string {
  return subject
    .replace(/^\w+(\([^)]*\))?!?:\s+/, "")
    .replace(/^\[[^\]]*\]\s*/, "")
    .replace(/\s*\(?(\bfixes|\bcloses|\bresolves|\brefs)?\s*#\d+\)?/gi, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The commits of a repository without merges, newest first. Throws `configuration` where the folder has no history. */
export async function readCommits(root: string): Promise<Commit[]> {
  const plain = ["core.fsmonitor=false", `core.hooksPath=${devNull}`, "log.showSignature=false"].flatMap((one) => [
    "-c",
    one,
  ]);
  const args = [...plain, "log", "--no-merges"];
  const format = ["--name-only", "--diff-filter=AM", "-z", "--format=%x01%H%x00%s", `--max-count=${MOST_COMMITS}`];
  try {
    // A partial clone would fetch missing objects with any program that its settings name.
    const env = { ...process.env, GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };
    const { stdout } = await promisify(execFile)("git", [...args, ...format], { cwd: root, env, maxBuffer: 2 ** 29 });
    return stdout.split("\x01").slice(1).map(commitOf);
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? error).trim();
    throw new CodeindexError("configuration", `--from-history: the history cannot be read. ${said.slice(0, 300)}`);
  }
}

/** hash NUL subject NUL, then a newline and files, each with a NUL. */
function commitOf(text: string): Commit {
  const [hash = "", subject = "", ...files] = text.split("\0");
  return { hash, subject, files: files.map((file) => file.replace(/^\n/, "")).filter((file) => file !== "") };
}
