/** The rule that leaves a path of a project out now, whether or not anything is there. */
import type { Config } from "../config/config.js";
import type { EntryType, Skip } from "../repository/file-event.js";
import { normalizePath, stateOf } from "../repository/sandbox.js";
import type { Project } from "../store/projects.js";
import { projectRules } from "./project-rules.js";

export interface PathRule {
  /** The entry that is there; null: none. */
  live: { type: EntryType; size: number } | null;
  /** null: no rule leaves it out. `path`: the rule is about this path, which may be a directory above it. `isGuess`: only if it is a directory. */
  leftOut: { path: string; skip: Skip; isGuess: boolean } | null;
}

/** Judges a path as a caller gave it. Throws as `normalizePath` does. */
export async function rulePath(project: Project, config: Config, given: string): Promise<PathRule> {
  const path = normalizePath(given);
  const live = await stateOf(project.root, path);
  const rules = projectRules(project, config);
  for (const [order, type] of typesOf(given, live?.type).entries()) {
    const found = await rules.judgePath(path, type, live?.size ?? null);
    if (found) return { live, leftOut: { ...found, isGuess: order > 0 } };
  }
  return { live, leftOut: null };
}

/** The types as which a path is judged. Where nothing is, there may come a directory, or a file if the path does not end in a slash. */
function typesOf(given: string, live: EntryType | undefined): readonly EntryType[] {
  if (live !== undefined) return [live];
  return given.endsWith("/") ? ["directory"] : ["file", "directory"];
}
