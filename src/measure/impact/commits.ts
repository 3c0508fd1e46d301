/**
 * Commits of a repository that change or remove an export of one file, as changes of the code as it is now: each is taken back. So the repository is
 * indexed once, and its changes are nevertheless real ones.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { languageOf } from "../../languages/index.js";
import { pathClassOf } from "../../model/paths.js";

export interface ExportChange {
  commit: string;
  /** The file that declares the export. */
  path: string;
  /** The change that takes the commit back in that file alone. */
  own: string;
  /** The same in all files that are not tests; null where the code has moved on. */
  whole: string | null;
  /** Files of code among tests that the commit changed and that are still there. None without `whole`. */
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

/** Git's answer; nothing where it needs contents that a clone lacks, as one without large files does. */
function gitIfKnown(folder: string, ...args: string[]): string {
  try {
    return git(folder, ...args);
  } catch (error) {
    if ((error as { status?: unknown }).status === 128) return "";
    throw error;
  }
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
    const changed = gitIfKnown(folder, "diff", "--name-only", parent, id).split("\n");
    // Where half of the repository changes, no single file is the cause.
    if (changed.length > 60) continue;
    for (const path of changed) {
      if (!CODE.test(path) || seen.has(path) || pathClassOf(path) !== "source" || !files.has(path)) continue;
      const own = gitIfKnown(folder, "diff", id, parent, "--", path);
      if (!LOST.test(own) || !applies(folder, own)) continue;
      // One change of each file, so that no file that is changed often decides.
      seen.add(path);
      const sources = changed.filter((each) => each !== "" && pathClassOf(each) !== "test");
      const diff = gitIfKnown(folder, "diff", id, parent, "--", ...sources);
      const whole = diff !== "" && applies(folder, diff) ? diff : null;
      const tests = changed.filter((each) => whole !== null && files.has(each) && isTest(each));
      found.push({ commit: id, path, own, whole, tests });
      break;
    }
  }
  return found;
}

/** The last commits that changed code and tests of any language, and that can be taken back in the code: of any kind, the newest first. */
export function testedChanges(folder: string, count: number): ExportChange[] {
  const ids = git(folder, "log", "--no-merges", "--format=%H %P", "-n", "1500").split("\n");
  const files = new Set(git(folder, "ls-files").split("\n"));
  const found: ExportChange[] = [];
  for (const [id = "", parent = ""] of ids.map((line) => line.split(" "))) {
    if (found.length === count) break;
    if (parent === "") continue;
    const changed = gitIfKnown(folder, "diff", "--name-only", parent, id).split("\n").filter(Boolean);
    const sources = changed.filter((each) => languageOf(each) !== null && pathClassOf(each) === "source");
    const [path] = sources;
    if (changed.length > 60 || path === undefined) continue;
    const tests = changed.filter((each) => files.has(each) && isTest(each));
    const whole = tests.length === 0 ? "" : gitIfKnown(folder, "diff", id, parent, "--", ...sources);
    if (whole === "" || !applies(folder, whole)) continue;
    found.push({ commit: id, path, own: whole, whole, tests });
  }
  return found;
}

/** Whether a file may have tests of its own. */
const isTest = (path: string) => pathClassOf(path) === "test" && languageOf(path) !== null;

/** Clones a repository. Of files that it does not have the contents of, none are there. */
export function cloneOf(repository: string, folder: string): void {
  git(repository, "clone", "-q", "-s", "--no-checkout", repository, folder);
  const listed = git(folder, "ls-tree", "-r", "-z", "--format=%(objectname) %(path)", "HEAD").split("\0");
  const ids = listed.map((line) => line.slice(0, line.indexOf(" ")));
  const told = execFileSync("git", ["cat-file", "--batch-check"], {
    cwd: folder,
    encoding: "utf8",
    input: ids.join("\n"),
    maxBuffer: MOST_OUTPUT,
  });
  const missing = new Set(told.split("\n").flatMap((line) => (line.endsWith(" missing") ? line.split(" ")[0] : [])));
  const absent = listed.filter((_, index) => missing.has(ids[index])).map((line) => line.slice(line.indexOf(" ") + 1));
  if (absent.length > 0)
    execFileSync("git", ["sparse-checkout", "set", "--no-cone", "--stdin"], {
      cwd: folder,
      input: ["/*", ...absent.map((path) => `!/${path.replaceAll(/[*?[\]\\!#]/g, "\\$&")}`)].join("\n"),
    });
  git(folder, "checkout", "-q", "-f", "HEAD");
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
