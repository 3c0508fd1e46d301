/** Contents of files at a commit, by git's own word. No program that a repository's settings name is run. */
import { hash } from "node:crypto";
import { CodeindexError } from "../../base/errors.js";
import { askGit } from "./ask.js";
import { gitFolders } from "./head.js";

/** A commit as users name it in an import: a full hash or the beginning of one. */
export const COMMIT = /^[0-9a-f]{7,64}$/i;
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

/** Hashes of the contents of paths at a commit, with git's line ends and with those of Windows; none for a path that the commit lacks. */
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
  const small = asked.filter(
    (_, index) => Number(/ blob (\d+)$/.exec(sizes[index] ?? "")?.[1] ?? Infinity) <= MOST_BYTES,
  );
  const answer = await catFile(root, "--batch", small.map(nameOf), signal);
  const found = new Map<string, Buffer[]>();
  let offset = 0;
  for (const path of small) {
    const end = answer.indexOf(10, offset);
    const size = Number(/ blob (\d+)$/.exec(answer.toString("latin1", offset, end))?.[1]);
    // The commit holds what it held a moment ago; where git says otherwise, nothing of its answer is clear any more.
    if (Number.isNaN(size)) break;
    const bytes = answer.subarray(end + 1, end + 1 + size);
    found.set(path, [sha256(bytes), sha256(crlf(bytes))]);
    offset = end + 1 + size + 1;
  }
  return found;
}

/** The bytes of blobs by their full ids; ids that the repository has not, and larger blobs than `mostBytes`, are left out. */
export async function blobsOf(
  root: string,
  ids: readonly string[],
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<Map<string, Buffer>> {
  const sizes = (await catFile(root, "--batch-check", ids, signal)).toString("latin1").split("\n");
  const small = ids.filter((_, index) => Number(/ blob (\d+)$/.exec(sizes[index] ?? "")?.[1] ?? Infinity) <= mostBytes);
  const answer = await catFile(root, "--batch", small, signal);
  const found = new Map<string, Buffer>();
  let offset = 0;
  for (const id of small) {
    const end = answer.indexOf(10, offset);
    const size = Number(/ blob (\d+)$/.exec(answer.toString("latin1", offset, end))?.[1]);
    if (Number.isNaN(size)) break;
    found.set(id, answer.subarray(end + 1, end + 1 + size));
    offset = end + 1 + size + 1;
  }
  return found;
}

const sha256 = (bytes: Buffer) => hash("sha256", bytes, "buffer");

function crlf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");
}

/** The answer of `git cat-file` to some names, a line each. Empty where git is not installed or refuses. */
async function catFile(root: string, mode: string, names: readonly string[], signal: AbortSignal): Promise<Buffer> {
  if (names.length === 0) return Buffer.alloc(0);
  const input = names.map((name) => `${name}\n`).join("");
  return (await askGit(root, ["cat-file", mode], { signal, input }))?.out ?? Buffer.alloc(0);
}
