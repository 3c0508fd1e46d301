/** Finds the repositories in a folder. */
import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { CodeindexError } from "../base/errors.js";
import { systemCode } from "../base/system-code.js";

/** How deep below the root repositories are looked for: `root/name` and `root/group/name`. */
const DEPTH = 2;
const DENIED = new Set(["EACCES", "EPERM"]);

/** Repositories in a root. */
export interface FoundRepositories {
  /** The absolute real paths of the git repositories, sorted. */
  repositories: string[];
  /** Folders that may not be looked into: repositories, or folders of them, for all we can see. */
  unreadable: string[];
}

/**
 * Looks for git repositories in `root`; `root` itself where it is one. Hidden folders and folders inside a repository are left out. Throws
 * `configuration` where `root` cannot be read, with what to do.
 */
export async function findRepositories(root: string): Promise<FoundRepositories> {
  const found: FoundRepositories = { repositories: [], unreadable: [] };
  const look = async (folder: string, depth: number): Promise<void> => {
    try {
      if (await isRepository(folder)) {
        found.repositories.push(await realpath(folder));
        return;
      }
      if (depth === DEPTH) return;
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
          await look(join(folder, entry.name), depth + 1);
      }
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      if (depth === 0) throw unreadableRoot(root, code);
      if (DENIED.has(code)) found.unreadable.push(folder);
    }
  };
  await look(root, 0);
  found.repositories.sort();
  return found;
}

async function isRepository(folder: string): Promise<boolean> {
  try {
    await lstat(join(folder, ".git"));
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

const WHY: Record<string, string> = {
  ENOENT: "it is not there",
  ENOTDIR: "it is not a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
};

function unreadableRoot(root: string, code: string): CodeindexError {
  return new CodeindexError("configuration", `The root ${root} cannot be read: ${WHY[code] ?? code}.`, {}, [
    `${whoReads()} must be able to read it and what is in it. Look at its permissions, at CODEINDEX_ROOT and, with Docker, at REPOS_DIR.`,
  ]);
}

/** The user that this process runs as, as whoever sets permissions must name it. */
export function whoReads(): string {
  return process.geteuid ? `User ${process.geteuid()}, group ${process.getegid?.()},` : "The user of this process";
}
