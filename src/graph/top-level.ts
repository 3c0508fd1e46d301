/**
 * Names for code that a framework calls, as a reader would give them: the route or the test of a nameless function at the top level of a file, and the
 * route of a method. Pure.
 */
import { isOperation } from "../languages/graphql.js";
import { languageNamed } from "../languages/index.js";
import type { DeclaredRoute } from "../languages/routing.js";
import type { TestCase } from "../languages/testing.js";
import { pathClassOf } from "../model/paths.js";
import { caseAt } from "./reach/test-files.js";

const LONGEST_TITLE = 60;

/** The routes and tests of a file, in words such as `POST /users` and `it "adds"`. */
export interface FileParts {
  /** The one that a line of the top level is in; null: none, or it is not known. */
  around(line: number): string | null;
  /** The route that a function handles by its decorator or attribute, by the lines of the function; null: none. */
  handledBy(lineStart: number, lineEnd: number): string | null;
  /** The route that a function registers around one of its lines: `function routes(router) { router.get("/cats", …) }`; null: none. */
  registeredIn(lineStart: number, lineEnd: number, line: number): string | null;
  /** The routes that name no function of the file as their handler, by their lines. */
  nameless(): { line: number; endLine: number; words: string }[];
}

/** Reads them from its text; what nobody asks for is not read. */
export function partsOfFile(path: string, language: string, text: string): FileParts {
  const { routes, tests } = languageNamed(language) ?? {};
  let declared: DeclaredRoute[] | undefined;
  let cases: TestCase[] | undefined;
  const readRoutes = () => (declared ??= routes?.declared(path, text).routes ?? []);
  const hasCases = pathClassOf(path) === "test" && tests?.areDeclared !== true;
  const readCases = () => (cases ??= hasCases ? (tests?.cases(text, []) ?? []) : []);
  return {
    around(line) {
      const test = caseAt(readCases(), line);
      if (test !== null) return `${test.kind} ${JSON.stringify(shortened(test.name))}`;
      return inWords(readRoutes().find(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd));
    },
    handledBy: (lineStart, lineEnd) =>
      inWords(readRoutes().find(({ handler }) => handler !== null && lineStart <= handler && handler <= lineEnd)),
    registeredIn: (first, last, line) =>
      inWords(
        readRoutes().find(
          ({ handler, lineStart, lineEnd }) =>
            handler === null && first <= lineStart && lineEnd <= last && lineStart <= line && line <= lineEnd,
        ),
      ),
    nameless: () =>
      readRoutes()
        .filter(({ handler }) => handler === null)
        .map((route) => ({ line: route.lineStart, endLine: route.lineEnd, words: inWords(route) ?? "" })),
  };
}

const inWords = (route: DeclaredRoute | undefined): string | null =>
  route === undefined ? null : shortened([route.method, pathOf(route)].filter(Boolean).join(" "));

/** Prefixes of classes are often written without their slash; `rpc.call` at the top level is a name, as a field of GraphQL is. */
const pathOf = ({ method, path, handler }: DeclaredRoute) =>
  handler === null || isOperation(method) || /^[/$]/.test(path) ? path : `/${path}`;

const shortened = (title: string) =>
  title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : title;
