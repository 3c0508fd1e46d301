/** Links to code: of a file or a folder, of lines, and of a symbol. */
import type { Project, WholeFile } from "../api.js";
import { segments, to } from "./router.js";

export interface CodePlace {
  project: string;
  /** That of a folder ends in a slash, so that the page asks for the right one of the two. */
  path: string;
  /** Lines from 1; one line where `last` is left out. */
  first?: number | null | undefined;
  last?: number | null | undefined;
  /** The state that the lines are of: see `stateOf`. */
  at?: string | null | undefined;
  /** The branch, tag or commit to show the file at; null: as it is now. */
  ref?: string | null | undefined;
}

export function codeLink({ project, path, first, last, at, ref }: CodePlace): string {
  const lines = first ? `L${first}${last && last > first ? `-L${last}` : ""}` : "";
  return to(
    `ui/code/${encodeURIComponent(project)}${path && `/${segments(path)}`}`,
    { at: ref ? null : at, ref },
    lines,
  );
}

export const symbolLink = (project: string, node: string): string =>
  to(`ui/symbol/${encodeURIComponent(project)}/${encodeURIComponent(node)}`);

/** The lines of a hash such as `L10-L20`, the lesser first; null: it has none. */
export function linesOf(hash: string): { first: number; last: number } | null {
  const found = /^L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(hash);
  if (!found) return null;
  const [first = 1, last = first] = found.slice(1).flatMap((part) => (part ? [Number(part)] : []));
  return { first: Math.min(first, last), last: Math.max(first, last) };
}

/** Characters of a commit's hash that are shown, and stand in links. */
export const SHORT_COMMIT = 12;

/** The state that a link is of: the beginning of the index's commit; its generation where it has none, or the file is not as the commit has it. */
export const stateOf = ({
  commit,
  generation,
  is_changed,
}: Pick<Project, "commit" | "generation"> & Partial<Pick<WholeFile, "is_changed">>): string =>
  commit && !is_changed ? commit.slice(0, SHORT_COMMIT) : `g${generation}`;
