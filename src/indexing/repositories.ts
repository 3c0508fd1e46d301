/** Finds the repositories in a folder. */
import { type Dirent, existsSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";

/** How deep below the root repositories are looked for: `root/name` and `root/group/name`. */
const DEPTH = 2;

/**
 * The absolute real paths of the git repositories in `root`, sorted; `root` itself where it is one. What lies inside a repository, is hidden or
 * cannot be read is left out.
 */
export async function findRepositories(root: string): Promise<string[]> {
  const found: string[] = [];
  const look = async (folder: string, depth: number): Promise<void> => {
    if (existsSync(join(folder, ".git"))) {
      found.push(await realpath(folder));
      return;
    }
    if (depth === DEPTH) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
        await look(join(folder, entry.name), depth + 1);
    }
  };
  await look(root, 0);
  return found.sort();
}
