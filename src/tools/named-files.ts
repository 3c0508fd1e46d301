/** The files that an answer names, for clients that can open them. */
import type { Answer } from "../format/fit.js";

/** A file of the repository of a project. */
export interface NamedFile {
  project: string;
  path: string;
}

/** Links cost tokens too: the answer's words name all places. */
const MOST_FILES = 5;

/** The files of the first results, or that of a single one, each once; of what is in no project, none. */
export function namedFiles(answer: Answer): NamedFile[] {
  const index = answer.index as { project?: string } | undefined;
  const results = (Array.isArray(answer.results) ? answer.results : [answer]) as Record<string, unknown>[];
  const files = new Map<string, NamedFile>();
  for (const result of results) {
    const path = result.path ?? result.file_path ?? result.file;
    const project = result.project ?? index?.project;
    if (typeof path !== "string" || typeof project !== "string") continue;
    files.set(`${project}:${path}`, { project, path });
    if (files.size === MOST_FILES) break;
  }
  return [...files.values()];
}
