/** Asks git about a repository that anybody may have written: no program that its settings name is run, and nothing is fetched. */
import { spawn } from "node:child_process";
import { devNull } from "node:os";
import { type GitFolders, gitFolders } from "./head.js";

/** A pipe among git's files would keep git waiting. */
const PATIENCE_MS = 10 * 60_000;

interface Question {
  signal: AbortSignal;
  /** Git's standard input. Default: nothing. */
  input?: string;
  /** Git is ended after this many bytes of output. Default: no limit. */
  mostBytes?: number;
}

export interface GitAnswer {
  out: Buffer;
  /** The exit status; null where git was ended. */
  status: number | null;
  /** Whether `mostBytes` ended it. */
  isCut: boolean;
}

/** The answer of git to `args` about the repository at `root`; null where there is no repository, or git is not installed. Throws the reason of `signal`. */
export async function askGit(root: string, args: readonly string[], question: Question): Promise<GitAnswer | null> {
  const folders = await gitFolders(root);
  return folders === null ? null : run(root, folders, args, question);
}

function run(
  root: string,
  folders: GitFolders,
  args: readonly string[],
  { signal, input, mostBytes = Number.POSITIVE_INFINITY }: Question,
): Promise<GitAnswer | null> {
  return new Promise((resolve, reject) => {
    const env = {
      PATH: process.env.PATH,
      // The folders that were found to be this repository's: git would follow a .git that leads anywhere, or look for one further up.
      GIT_DIR: folders.own,
      GIT_COMMON_DIR: folders.common,
      GIT_WORK_TREE: root,
      HOME: process.env.HOME,
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: devNull,
      GIT_OPTIONAL_LOCKS: "0",
      // A clone without all objects would fetch them, by whatever its settings name.
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
    };
    const child = spawn("git", ["-c", "core.fsmonitor=false", ...args], {
      cwd: root,
      env,
      signal,
      timeout: PATIENCE_MS,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else child.kill();
    });
    child.on("error", () => (signal.aborted ? reject(signal.reason) : resolve(null)));
    child.on("close", (status) => resolve({ out: Buffer.concat(chunks), status, isCut: bytes > mostBytes }));
    // It may end without reading all.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
  });
}
