/** The repository that a folder belongs to. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder, from the given one upwards, that git keeps; undefined where there is none. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}
