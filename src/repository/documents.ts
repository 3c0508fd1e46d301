/** The files that are written for people, and their markup. */
import { all, any, matching, not, type PathCondition } from "../model/path-condition.js";
import { nameOf } from "../model/paths.js";

export type Markup = "markdown" | "restructuredtext" | "asciidoc" | "plain";

const BY_EXTENSION: [RegExp, Markup][] = [
  [/\.(md|mdx|markdown|mdown)$/i, "markdown"],
  [/\.(rst|rest)$/i, "restructuredtext"],
  [/\.(adoc|asciidoc|asc)$/i, "asciidoc"],
  [/\.(txt|text)$/i, "plain"],
];
/** Documents by their names alone, without an extension; what is not capitals may be a program, such as `install`. */
const BY_NAME =
  /^(README|CHANGELOG|CHANGES|HISTORY|NEWS|CONTRIBUTING|LICENSE|LICENCE|NOTICE|AUTHORS|COPYING|INSTALL|TODO)$|^([Rr]eadme|[Ll]icen[cs]e|[Cc]hangelog)$/;
/** Files for programs that are called .txt. */
const FOR_PROGRAMS = /^((\w+[-_])?requirements([-_.]\w+)*|constraints|cmakelists|robots|ads)\.txt$/i;

/** The files that `markupOf` takes for documents, as a condition. */
export const IS_DOCUMENT: PathCondition = any(
  matching(BY_NAME, "name"),
  all(not(matching(FOR_PROGRAMS, "name")), any(...BY_EXTENSION.map(([extension]) => matching(extension, "name")))),
);

/** The markup of a document; null for any other file. */
export function markupOf(path: string): Markup | null {
  const name = nameOf(path);
  if (BY_NAME.test(name)) return "plain";
  if (FOR_PROGRAMS.test(name)) return null;
  return BY_EXTENSION.find(([extension]) => extension.test(name))?.[1] ?? null;
}
