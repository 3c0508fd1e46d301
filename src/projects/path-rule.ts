/** The rule that leaves a path of a project out now, whether or not anything is there. */
import type { Config } from "../config/config.js";
import type { EntryType, Skip } from "../repository/file-event.js";
import { normalizePath, stateOf } from "../repository/sandbox.js";
import type { Project } from "../store/projects.js";
import { projectRules } from "./project-rules.js";

export interface PathRule {
  /** The entry that is there; null: none. */
  live: { type: EntryType; size: number } | null;
  /** null: none leaves it out. `path` is the one that the rule is about: this one, or a directory above it. `isGuess`: it must be a directory for that. */
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

/** As what a path is judged. One where nothing is may become a directory, and a file where it does not end in a slash. */
function typesOf(given: string, live: EntryType | undefined): readonly EntryType[] {
  if (live !== undefined) return [live];
  return given.endsWith("/") ? ["directory"] : ["file", "directory"];
}
