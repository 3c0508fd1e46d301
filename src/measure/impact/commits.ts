/**
 * Commits of a repository that change or remove an export of one file, as changes of the code as it is now: each is taken back. So the repository is
 * indexed once, and its changes are nevertheless real ones.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { pathClassOf } from "../../model/paths.js";

export interface ExportChange {
  commit: string;
  /** The file that declares the export. */
  path: string;
  /** The change that takes the commit back in that file alone. */
  own: string;
  /** The same in all files that are no tests; null where the code has moved on. */
  whole: string | null;
  /** Files of tests that the commit changed and that are still there. */
  tests: string[];
}

const MOST_OUTPUT = 500_000_000;
const CODE = /\.[cm]?tsx?$/;
/** A declaration of an export as it was before; its line went or changed. */
const LOST =
  /^-export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function|const|let|class|interface|type|enum)\b/m;

/** Git's answer in a folder. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: MOST_OUTPUT,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** The last such commits that can be taken back, the newest first. */
export function exportChanges(folder: string, count: number): ExportChange[] {
  const pathspec = ["--", "*.ts", "*.tsx"];
  const log = git(folder, "log", "--no-merges", "--format=%H %P", "-n", "1500", "--diff-filter=M", ...pathspec);
  const files = new Set(git(folder, "ls-files").split("\n"));
  const seen = new Set<string>();
  const found: ExportChange[] = [];
  for (const [id = "", parent = ""] of log.split("\n").map((line) => line.split(" "))) {
    if (found.length === count) break;
    if (parent === "") continue;
    const changed = git(folder, "diff", "--name-only", parent, id).split("\n");
    // Where half of the repository changes, no single file is the cause.
    if (changed.length > 60) continue;
    for (const path of changed) {
      if (!CODE.test(path) || seen.has(path) || pathClassOf(path) !== "source" || !files.has(path)) continue;
      const own = git(folder, "diff", id, parent, "--", path);
      if (!LOST.test(own) || !applies(folder, own)) continue;
      // One change of each file, so that no file that is changed often decides.
      seen.add(path);
      const sources = changed.filter((each) => each !== "" && pathClassOf(each) !== "test");
      const whole = git(folder, "diff", id, parent, "--", ...sources);
      const tests = changed.filter((each) => CODE.test(each) && pathClassOf(each) === "test" && files.has(each));
      found.push({ commit: id, path, own, whole: applies(folder, whole) ? whole : null, tests });
      break;
    }
  }
  return found;
}

function applies(folder: string, diff: string): boolean {
  return spawnSync("git", ["apply", "--check", "-"], { cwd: folder, input: diff }).status === 0;
}

/** The diff of a change as it stands in the code as it is now; the change itself is left in the folder. */
export function applyChange(folder: string, diff: string): string {
  execFileSync("git", ["apply", "-"], { cwd: folder, input: diff });
  return git(folder, "diff");
}

/** Puts the folder back to the code as it is now. */
export function takeBack(folder: string): void {
  git(folder, "checkout", "-q", "-f", "HEAD");
  git(folder, "clean", "-q", "-f", "-d", "-e", "node_modules", "-e", "tsconfig.impact.json");
}
