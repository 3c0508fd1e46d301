/** Repositories of git, for tests of what reads or follows them. */
import { execFileSync } from "node:child_process";
import { temporaryFolder } from "./folders.js";

/** An author of commits, and no collection of garbage in the background: it would change files while a test looks at them. */
const SETTINGS = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "gc.auto=0"];

/** Runs git in a folder, and gives what it says without the last line's end. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", [...SETTINGS, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" }).replace(
    /\n$/,
    "",
  );
}

/** A temporary folder whose files are the first commit of its branch `main`. */
export function gitRepository(files: Record<string, string | Buffer>): string {
  return makeRepository(temporaryFolder(files));
}

/** Makes a folder a repository: all that it holds is the first commit of its branch `main`. */
export function makeRepository(root: string): string {
  git(root, "init", "-q", "-b", "main");
  commitAll(root, "first");
  return root;
}

/** Commits all that a folder holds. */
export function commitAll(root: string, message: string): void {
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", message);
}
