/**
 * Names for code at the top level of a file, as a reader would give them: the route or the test whose function, which has no name, a framework calls.
 */
import { languageNamed } from "../languages/index.js";
import { pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import type { View } from "../store/views.js";
import { readTexts } from "./source-lines.js";
import { caseAt } from "./test-files.js";

/** Files that are read for it, and so much of them. */
const MOST_FILES = 12;
const MOST_BYTES = 1_500_000;
const LONGEST_TITLE = 60;

/** A file and the lines of its top level that are asked about. */
export interface TopLevel {
  path: string;
  language: string;
  lines: readonly number[];
}

/** `POST /users` or `it "adds"` for each line of each file; null: it is in none, or not known. */
export async function partsAtTopLevel<File extends TopLevel>(
  db: Db,
  view: View,
  files: readonly File[],
): Promise<Map<File, (string | null)[]>> {
  const read = files.slice(0, MOST_FILES);
  const paths = [...new Set(read.map(({ path }) => path))];
  const texts = await readTexts(db, view, paths, MOST_BYTES, "given");
  return new Map(
    read.map((file) => {
      const text = texts.get(file.path);
      const partAt = text === undefined ? () => null : partsOf(file, text);
      return [file, file.lines.map(partAt)];
    }),
  );
}

/** The part that a line of a file is in. */
function partsOf({ path, language }: TopLevel, text: string): (line: number) => string | null {
  const { routes, tests } = languageNamed(language) ?? {};
  const declared = routes?.declared(path, text).routes ?? [];
  const cases = pathClassOf(path) === "test" && tests?.areDeclared !== true ? (tests?.cases(text, []) ?? []) : [];
  return (line) => {
    const test = caseAt(cases, line);
    if (test !== null) return `${test.kind} ${JSON.stringify(shortened(test.name))}`;
    const route = declared.find(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
    return route === undefined ? null : shortened([route.method, route.path].filter(Boolean).join(" "));
  };
}

const shortened = (title: string) =>
  title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : title;
