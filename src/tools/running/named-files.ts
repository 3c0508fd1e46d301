/** The files that an answer names, for clients that can open them. */
import type { Answer } from "../../format/fit.js";

/** A file of the repository of a project, and the lines that are named first; null: no lines are. */
export interface NamedFile {
  project: string;
  path: string;
  lines: string | null;
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
    const key = `${project}:${path}`;
    if (!files.has(key)) files.set(key, { project, path, lines: linesOf(result) });
    if (files.size === MOST_FILES) break;
  }
  return [...files.values()];
}

/** The lines that a result is about, as answers name them: `45-78`. */
function linesOf({ lines, start_line, end_line, line_start, line_end, line }: Record<string, unknown>): string | null {
  if (typeof lines === "string") return lines;
  const first = start_line ?? line_start ?? line;
  const last = end_line ?? line_end ?? first;
  if (typeof first !== "number") return null;
  return first === last ? String(first) : `${first}-${last}`;
}
