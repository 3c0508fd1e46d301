import { z } from "zod";
import { groupBy } from "../base/groups.js";
import { nth } from "../base/need.js";
import { firstFew } from "../format/counts.js";
import { notIndexedFields } from "../format/gaps.js";
import { decodeCursor, pageOf } from "../format/page.js";
import { minConfidence, qualifiedNameOf, subjectFields } from "../format/symbols.js";
import {
  apartInWords,
  briefTestAnswer,
  shortestTestAnswer,
  testAnswerShape,
  testAnswerText,
} from "../format/test-answer.js";
import { testFileFields, withFewerCases } from "../format/tests.js";
import { textOnlyFields, unresolvedFields } from "../format/unresolved.js";
import { unresolvedOf } from "../graph/calls/unresolved.js";
import { commandsFor, nearestUse, type ReachingFile } from "../graph/reach/test-files.js";
import type { TestReach, TestUse } from "../graph/reach/test-walk.js";
import { tiersUpTo } from "../graph/relations.js";
import type { LessSureRequest } from "../graph/routes/requests.js";
import { nameBesidePath } from "../graph/symbol.js";
import { gapsOfNames } from "../graph/ways/gaps.js";
import { pathClassOf } from "../model/paths.js";
import { globTest } from "../search/filters.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { noteConditions } from "./shared/call-conditions.js";
import { calledFromOutside } from "./shared/called-from-outside.js";
import * as params from "./shared/params.js";
import { namesOfTested, testedSymbols } from "./shared/tested-symbols.js";
import { testsByName } from "./shared/tests-by-name.js";
import { MOST_DEPTH, testsReaching } from "./shared/tests-reaching.js";
import { type LibraryTests, testsThroughLibrary } from "./shared/tests-through-library.js";

/** Words, or paths, in one call. */
const MOST_SUBJECTS = 30;
const USUAL_FILES = 20;
/** Cases that are listed of the file at a place of the answer, and of each where one file is alone or more files than usual are asked for. */
const mostCases = (place: number) => (place < 3 ? 12 : place < 8 ? 5 : 3);
const MOST_OF_ONE = 200;
/** Symbols asked about that each file names. */
const MOST_REACHED = 6;
/** The most ends of the chains of callers, or members of a library, that an answer lists. */
const MOST_ENDS = 3;
/** Paths that one line lists. */
const MOST_OTHERS = 5;
/** The most files that an answer lists of each member of a library. */
const MOST_THROUGH = 20;
/** Routes whose possible requests are told. */
const MOST_ROUTES = 8;

const list = (what: string) => z.array(z.string().min(1).max(4096)).min(1).max(MOST_SUBJECTS).optional().describe(what);

export default defineTool({
  name: "get_tests",
  title: "Tests",
  toolset: "symbols",
  core: true,
  description:
    "Finds unit tests, specs and test files that cover or exercise something: use it for test coverage, and for which tests to run after a change, with the command. Nearest first, through calls, injection and callbacks.",
  readOnly: true,
  idempotent: true,
  command: { name: "tests", positional: ["symbols"] },
  input: {
    symbols: list("Names, node_ids or path:line; at most 30."),
    files: list("Paths: all symbols of each; at most 30."),
    depth: z.int().min(1).max(MOST_DEPTH).default(4).describe("Steps from test to symbol."),
    min_confidence: minConfidence,
    path_filter: params.pathFilter,
    limit: params.limit(USUAL_FILES, 100),
    cursor: params.cursor,
  },
  output: testAnswerShape,
  brief: briefTestAnswer,
  async run(input, context) {
    const { db, view, searcher } = context;
    const { symbols, unknown } = await testedSymbols(context, input);
    const isWanted = input.path_filter === undefined ? () => true : globTest(input.path_filter);
    const tiers = tiersUpTo(input.min_confidence);
    const { reach, among, lessSure, apart, steps } = await testsReaching({ db, view, searcher }, symbols, {
      depth: input.depth,
      tiers,
      wanted: decodeCursor(input.cursor) + input.limit,
      isWanted,
      withFarther: true,
    });
    const { tests, others, mocking, unread } = among;
    const { results, ...page } = pageOf<ReachingFile>(tests, input.limit, input.cursor);
    const most = tests.length === 1 || input.limit > USUAL_FILES ? () => MOST_OF_ONE : mostCases;
    const called = await namesOfTested(db, view, symbols, reach.asked);
    const byName = await testsByName(context, symbols, new Set(tests.map(({ path }) => path)));
    const throughLibrary = await testsThroughLibrary(context, reach.met, {
      depth: input.depth,
      tiers,
      known: new Set(reach.uses.map(({ path }) => path)),
      isWanted: (path) => isWanted(path, null),
    });
    await noteConditions(db, view, reach, results);
    const possible = [...libraryCalls(throughLibrary), ...requestsByRoute(lessSure)];
    const { registered, ofOtherClasses, farther } = apart;
    const told = new Set([...others.map(({ path }) => path), ...registered, ...ofOtherClasses, ...mocking]);
    return {
      symbols: await Promise.all(reach.subjects.map((subject) => subjectOf(context, subject, told))),
      unknown,
      results: results.map((file, place) =>
        testFileFields(file, most(place), reach.files.keys(), reachedBy(file.path, reach.subjects)),
      ),
      total: tests.length + unread.length,
      direct: [...tests.map(nearestUse), ...unread.map(({ uses }) => nth(uses, 0))].filter(isDirect).length,
      steps,
      capped: reach.isCapped,
      ...(reach.isRequestCut && { requests_cut: true }),
      ...(others.length > 0 && {
        other_files: { files: others.length, paths: others.slice(0, MOST_OTHERS).map(({ path }) => path) },
      }),
      ...(registered.length + ofOtherClasses.length + mocking.length + farther.length > 0 && {
        apart: apartInWords({ ...apart, registrars: reach.registrars, mocking, steps }),
      }),
      ...(byName.length > 0 && { by_name: byName }),
      ...(possible.length > 0 && { possible_requests: possible }),
      commands: await commandsFor(db, view, results),
      unresolved: unresolvedFields(await unresolvedOf(db, view, { called, kinds: ["calls"] })),
      text_only: textOnlyFields(
        await searcher.textOnlyFilesNaming(view, called.names, { language: nth(symbols, 0).primary.language }),
        {
          of: nth(symbols, 0).primary,
          isWanted: ({ path }) => pathClassOf(path) === "test",
        },
      ),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, called.names)),
      ...page,
    };
  },
  render: (output, { min_confidence }) => testAnswerText(output, min_confidence),
  shrink: [
    (output) => ({ ...output, results: output.results.map((file, place) => withFewerCases(file, mostCases(place))) }),
    (output) => ({ ...output, results: output.results.map((file) => withFewerCases(file, 4)) }),
    shortestTestAnswer,
  ],
});

type Reached = TestReach["subjects"][number];

/** Routes with the lines of tests that may request them: `e2e/cats.test.ts:12, 30`. */
function requestsByRoute(requests: readonly LessSureRequest[]): { route: string; tests: string[] }[] {
  return [...groupBy(requests, ({ request }) => request)].slice(0, MOST_ROUTES).map(([route, own]) => {
    const files = groupBy(own, ({ path }) => path);
    const tests = [...files].map(([path, uses]) => `${path}:${uses.map(({ line }) => line).join(", ")}`);
    return { route, tests: firstFew(tests, MOST_OTHERS) };
  });
}

/** Members of libraries with the lines of tests that call them: `Handler.ServeHTTP of net/http`, `Cart.ServeHTTP`, `cart_test.go:12, 30`. */
function libraryCalls(found: readonly LibraryTests[]): { route: string; members: string[]; tests: string[] }[] {
  return [...groupBy(found, ({ called }) => called)].slice(0, MOST_ROUTES).map(([route, own]) => {
    const members = [...new Set(own.flatMap(({ members }) => members.map(({ qualifiedName }) => qualifiedName)))];
    const tests = own.map(({ path, lines }) => `${path}:${firstFew(lines.map(String), MOST_OTHERS).join(", ")}`);
    return { route, members: firstFew(members, MOST_ENDS), tests: firstFew(tests, MOST_THROUGH) };
  });
}

/** Of several symbols asked about, the names of those that a file reaches; with their places where others are called the same. */
function reachedBy(path: string, subjects: readonly Reached[]): string[] {
  if (subjects.length < 2) return [];
  const nameOf = ({ symbol: { primary } }: Reached) =>
    nameBesidePath(qualifiedNameOf(primary), primary.path, primary.nodeType);
  const names = subjects.flatMap((subject) => {
    if (!subject.paths.has(path)) return [];
    const name = nameOf(subject);
    const { path: file, lineStart } = subject.symbol.primary;
    const isOne = subjects.every((other) => other === subject || nameOf(other) !== name);
    return [isOne ? name : `${name} ${file}:${lineStart}`];
  });
  return firstFew(names, MOST_REACHED);
}

/** A symbol asked about as fields. `apart`: files that do not count. */
async function subjectOf(context: ToolContext, { symbol, paths, ends }: Reached, apart: ReadonlySet<string>) {
  const test_files = [...paths].filter((path) => !apart.has(path)).length;
  const told = ends.slice(0, MOST_ENDS).map((head) => ({
    qualified_name: qualifiedNameOf(head),
    file_path: head.path,
    line_start: head.lineStart,
  }));
  const from_outside = test_files === 0 ? await calledFromOutside(context, symbol.primary) : undefined;
  return {
    ...subjectFields(symbol),
    ...(from_outside !== undefined && { from_outside }),
    test_files,
    ...(test_files === 0 && told.length > 0 && { ends: told }),
  };
}

/** Whether a use names or calls what was asked about, without a request or message between. */
const isDirect = ({ hops, kind, request, message }: TestUse) =>
  hops === 1 && kind !== "imports" && request === undefined && message === undefined;
