/**
 * Names for code at the top level of a file, as a reader would give them: the route or the test whose function, which has no name, a framework calls.
 * Pure.
 */
import { languageNamed } from "../languages/index.js";
import { pathClassOf } from "../model/paths.js";
import { caseAt } from "./test-files.js";

const LONGEST_TITLE = 60;

/** Finds the part of a file that a line of its top level is in: `POST /users` or `it "adds"`; null: none, or it is not known. */
export function partsOfTopLevel(path: string, language: string, text: string): (line: number) => string | null {
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
