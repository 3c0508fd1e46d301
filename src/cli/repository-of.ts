/** The repository that a folder belongs to. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder with a git repository, from the given one upwards; undefined where there is none. */
export function repositoryOf(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, ".git"))) return current;
    if (current === dirname(current)) return undefined;
  }
}
