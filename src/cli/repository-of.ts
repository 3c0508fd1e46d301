/** The repository that a folder belongs to. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder with a git repository, from the given one upwards; undefined where there is none. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}
