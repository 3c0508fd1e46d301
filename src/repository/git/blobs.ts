/** Contents of files at a commit, by git's own word. No program that a repository's settings name is run. */
import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { devNull } from "node:os";
import { CodeindexError } from "../../base/errors.js";
import { gitFolders } from "./head.js";

/** A commit as users name it in an import: a full hash or the beginning of one. */
export const COMMIT = /^[0-9a-f]{7,64}$/i;
/** A pipe among git's files would keep git waiting. */
const PATIENCE_MS = 10 * 60_000;
/** Larger files are not compared. */
const MOST_BYTES = 64_000_000;

/** Whether git can be asked about the folder. */
export async function isRepository(root: string): Promise<boolean> {
  return (await gitFolders(root)) !== null;
}

/** Throws `scip_commit_unknown` where the repository does not have the commit, or git cannot be asked. */
export async function checkCommit(root: string, commit: string, signal: AbortSignal): Promise<void> {
  const answer = await catFile(root, "--batch-check", [`${commit}^{commit}`], signal);
  if (!/^[0-9a-f]+ commit /.test(answer.toString("latin1")))
    throw new CodeindexError("scip_commit_unknown", `The project's repository does not have the commit ${commit}.`, {
      commit,
    });
}

/** Hashes of what the paths held at a commit, with the line ends that git stores and with those of Windows; none for paths that it has not. */
export async function hashesAt(
  root: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Buffer[]>> {
  // A name with a line end would be two questions.
  const asked = paths.filter((path) => !path.includes("\n"));
  const nameOf = (path: string) => `${commit}:./${path}`;
  const sizes = (await catFile(root, "--batch-check", asked.map(nameOf), signal)).toString().split("\n");
  const small = asked.filter((_, at) => Number(/ blob (\d+)$/.exec(sizes[at] ?? "")?.[1] ?? Infinity) <= MOST_BYTES);
  const answer = await catFile(root, "--batch", small.map(nameOf), signal);
  const found = new Map<string, Buffer[]>();
  let at = 0;
  for (const path of small) {
    const end = answer.indexOf(10, at);
    const size = Number(/ blob (\d+)$/.exec(answer.toString("latin1", at, end))?.[1]);
    // The commit holds what it held a moment ago; where git says otherwise, nothing of its answer is clear any more.
    if (Number.isNaN(size)) break;
    const bytes = answer.subarray(end + 1, end + 1 + size);
    found.set(path, [sha256(bytes), sha256(crlf(bytes))]);
    at = end + 1 + size + 1;
  }
  return found;
}

const sha256 = (bytes: Buffer) => hash("sha256", bytes, "buffer");

function crlf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
}

/** The answer of `git cat-file` to some names, a line each. Empty where git is not installed or refuses. */
async function catFile(root: string, mode: string, names: readonly string[], signal: AbortSignal): Promise<Buffer> {
  const folders = await gitFolders(root);
  if (names.length === 0 || folders === null) return Buffer.alloc(0);
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
      // A clone without all objects would fetch them, by whatever its settings name.
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
    };
    const child = spawn("git", ["-c", "core.fsmonitor=false", "cat-file", mode], {
      cwd: root,
      env,
      signal,
      timeout: PATIENCE_MS,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", () => (signal.aborted ? reject(signal.reason) : resolve(Buffer.alloc(0))));
    child.on("close", () => resolve(Buffer.concat(chunks)));
    // It may end without reading all.
    child.stdin.on("error", () => undefined);
    child.stdin.end(names.map((name) => `${name}\n`).join(""));
  });
}
