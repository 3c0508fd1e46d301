import { z } from "zod";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { nth, present } from "../base/need.js";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedInShort, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { decodeCursor, pageOf } from "../format/page.js";
import { minConfidence, qualifiedNameOf, subjectFields, subjectShape, tiersInWords } from "../format/symbols.js";
import { briefTestFile, testFileFields, testFileShape, testFilesLines, withFewerCases } from "../format/tests.js";
import {
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
  withFewerLines,
} from "../format/unresolved.js";
import { gapsOfNames } from "../graph/gaps.js";
import { tiersUpTo } from "../graph/relations.js";
import type { LessSureRequest } from "../graph/routes/requests.js";
import { type CodeSymbol, groupBy, isContainer, nameBesidePath, printable, readSymbol } from "../graph/symbol.js";
import { commandsFor, nearestUse, type ReachingFile } from "../graph/test-files.js";
import { MAX_REACHED, type TestReach, type TestUse } from "../graph/test-walk.js";
import { calledNames, unresolvedOf } from "../graph/unresolved.js";
import { pathClassOf } from "../model/paths.js";
import { globTest } from "../search/filters.js";
import type { Db } from "../store/db/db.js";
import { hasFlag, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { noteConditions } from "./shared/call-conditions.js";
import { calledFromOutside } from "./shared/called-from-outside.js";
import * as params from "./shared/params.js";
import { firstFew } from "./shared/source-drafts.js";
import { readSubjects } from "./shared/subjects.js";
import { testsByName } from "./shared/tests-by-name.js";
import { MAX_DEPTH, testsReaching } from "./shared/tests-reaching.js";
import { type LibraryTests, testsThroughLibrary } from "./shared/tests-through-library.js";

const MOST_SUBJECTS = 30;
/** A name that more symbols have does not say which is meant. */
const MOST_MEANT = 10;
const MOST_OVERLOADS = 60;
/** At most this many names are looked for in text. */
const MOST_NAMES = 100;
const USUAL_FILES = 20;
/** Cases that are listed of the file at a place of the answer, and of each where one file is alone or more files than usual are asked for. */
const mostCases = (place: number) => (place < 3 ? 12 : place < 8 ? 5 : 3);
const MOST_OF_ONE = 200;
/** Symbols asked about that the first line names. */
const MOST_TOLD = 6;
/** Symbols without tests that are told of. */
const MOST_UNTESTED = 10;
/** Symbols asked about that each file names. */
const MOST_REACHED = 6;
const MOST_ENDS = 3;
const MOST_OTHERS = 5;
/** Files that are told of each member of a library. */
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
    depth: z.int().min(1).max(MAX_DEPTH).default(4).describe("Steps from test to symbol."),
    min_confidence: minConfidence,
    path_filter: params.pathFilter,
    limit: params.limit(USUAL_FILES, 100),
    cursor: params.cursor,
  },
  output: {
    symbols: z.array(
      subjectShape.extend({
        test_files: z.int().describe("How many reach it."),
        ends: z
          .array(z.object({ qualified_name: z.string(), file_path: z.string(), line_start: z.int() }))
          .optional()
          .describe("Where no test is known: what its chains of callers end in."),
      }),
    ),
    unknown: z.array(z.object({ given: z.string(), problem: z.string() })).describe("Words that mean no symbol here."),
    results: z.array(testFileShape),
    total: z.int().describe("Test files; at least so many where `capped`."),
    direct: z.int().describe("Of these, how many refer to what was asked about."),
    steps: z.int().describe("How many were taken: `depth`, or more where no test is that near."),
    capped: z.boolean(),
    requests_cut: z.boolean().optional().describe("Not all routes, or requests of tests, were looked at."),
    other_files: z
      .object({ files: z.int(), paths: z.array(z.string()) })
      .optional()
      .describe("Files among tests that reach it and declare no test: helpers, benchmarks."),
    apart: z.string().optional().describe("Files that only run its registration, or only meet a mock of it."),
    by_name: z
      .array(z.object({ name: z.string(), at: z.string(), tests: z.array(z.string()) }))
      .optional()
      .describe("Names that callers are registered under, and further tests that have them."),
    possible_requests: z
      .array(
        z.object({
          route: z.string(),
          members: z.array(z.string()).optional().describe("Of a call in place of a route: what it may run."),
          tests: z.array(z.string()),
        }),
      )
      .optional()
      .describe("Further tests that may come to it by a route, or by a library's member that they call."),
    commands: z
      .array(z.string())
      .describe("Commands that run the first files; empty where the repository does not tell."),
    unresolved: unresolvedShape.describe("Calls of these names with an unknown target."),
    text_only: textOnlyShape,
    not_indexed: notIndexedShape.optional(),
  },
  brief: ({ symbols, results, total, steps, unknown, ...output }) => ({
    ...output,
    total,
    steps: symbols.some(({ test_files }) => test_files === 0) ? steps : null,
    symbols: symbols.map(({ ends, test_files, ...symbol }) => ({
      symbol: subjectWords(symbol),
      by: symbol.by,
      from_outside: symbol.from_outside,
      ...((symbols.length > 1 || test_files !== total) && { test_files }),
      ends: ends?.map(subjectWords),
    })),
    unknown,
    results: results.map(briefTestFile),
  }),
  async run(input, context) {
    const { db, view, searcher } = context;
    const { symbols, unknown } = await subjectsOf(context, input);
    const isWanted = input.path_filter === undefined ? () => true : globTest(input.path_filter);
    const tiers = tiersUpTo(input.min_confidence);
    const { reach, among, lessSure, registered, steps } = await testsReaching({ db, view, searcher }, symbols, {
      depth: input.depth,
      tiers,
      wanted: decodeCursor(input.cursor) + input.limit,
      isWanted,
    });
    const { tests, others, mocking, unread } = among;
    const { results, ...page } = pageOf<ReachingFile>(tests, input.limit, input.cursor);
    const most = tests.length === 1 || input.limit > USUAL_FILES ? () => MOST_OF_ONE : mostCases;
    const names = await namesOf(db, view, symbols, reach.asked);
    const byName = await testsByName(context, symbols, new Set(tests.map(({ path }) => path)));
    const throughLibrary = await testsThroughLibrary(context, reach.met, {
      depth: input.depth,
      tiers,
      known: new Set(reach.uses.map(({ path }) => path)),
      isWanted: (path) => isWanted(path, null),
    });
    await noteConditions(db, view, reach, results);
    const possible = [...libraryCalls(throughLibrary), ...requestsByRoute(lessSure)];
    const apart = new Set([...others.map(({ path }) => path), ...registered, ...mocking]);
    return {
      symbols: await Promise.all(reach.subjects.map((subject) => subjectOf(context, subject, apart))),
      unknown,
      results: results.map((file, place) =>
        testFileFields(file, most(place), reach.files.keys(), reachedBy(file.path, reach.subjects)),
      ),
      total: tests.length + unread.length,
      direct: [...tests.map(nearestUse), ...unread.map(({ uses }) => nth(uses, 0))].filter(isDirect).length,
      steps,
      capped: reach.capped,
      ...(reach.isRequestCut && { requests_cut: true }),
      ...(others.length > 0 && {
        other_files: { files: others.length, paths: others.slice(0, MOST_OTHERS).map(({ path }) => path) },
      }),
      ...(registered.length + mocking.length > 0 && {
        apart: unlistedInWords({ registered, registrars: reach.registrars, mocking }),
      }),
      ...(byName.length > 0 && { by_name: byName }),
      ...(possible.length > 0 && { possible_requests: possible }),
      commands: await commandsFor(db, view, results),
      unresolved: unresolvedFields(await unresolvedOf(db, view, { names, kinds: ["calls"] })),
      text_only: textOnlyFields(
        await searcher.textOnlyFilesNaming(view, names, { language: nth(symbols, 0).primary.language }),
        {
          of: nth(symbols, 0).primary,
          isWanted: ({ path }) => pathClassOf(path) === "test",
        },
      ),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, names)),
      ...page,
    };
  },
  render(output, { min_confidence }) {
    const { symbols, results, total, direct, capped } = output;
    const of = subjectsWords(symbols);
    const within = `within ${countOf(output.steps, "step")} at confidence ${tiersInWords(min_confidence)}`;
    const lines = [
      total === 0
        ? isUnread(symbols)
          ? `Whether a test reaches ${of} is not known.`
          : `No test that reaches ${of} is known ${within}.`
        : `${countOf(total, "test file", { more: capped })} ${total === 1 && !capped ? "reaches" : "reach"} ${of}, ${direct} of them directly`,
      ...testFilesLines(results),
    ];
    for (const { name, at, tests } of output.by_name ?? [])
      lines.push(`By name, possible: "${name}", registered at ${at}, in ${tests.join("; ")}`);
    for (const { route, members, tests } of output.possible_requests ?? [])
      lines.push(
        members
          ? `Possible: ${route}, called where a test comes to what makes it, may be ${members.join(", ")}: ${tests.join("; ")}`
          : `A request may come to it: ${route} in ${tests.join("; ")}`,
      );
    if (output.commands.length > 0) lines.push("", ...output.commands.map((command) => `Run: ${command}`));
    lines.push("");
    if (symbols.some(({ by }) => by !== undefined)) lines.push(UNREAD);
    const untested = symbols.filter(({ test_files, by }) => test_files === 0 && by === undefined);
    for (const symbol of untested.slice(0, MOST_UNTESTED)) {
      if (total > 0) lines.push(`No test of ${subjectWords(symbol)} is known ${within}.`);
      if (symbol.from_outside !== undefined) lines.push(symbol.from_outside);
      const ends = (symbol.ends ?? []).map(subjectWords);
      if (ends.length > 0)
        lines.push(
          `The callers of ${symbol.qualified_name} end in ${ends.join(", ")}: a framework may call these by route, name or registration.`,
        );
    }
    if (untested.length > MOST_UNTESTED && total > 0)
      lines.push(`No test is known of ${untested.length - MOST_UNTESTED} more.`);
    for (const { given, problem } of output.unknown) lines.push(`Not looked for: ${given}: ${problem}`);
    if (output.other_files) {
      const { files, paths } = output.other_files;
      lines.push(
        `Among tests, and no tests themselves: ${countOf(files, "file")} that ${files === 1 ? "reaches" : "reach"} it: ${paths.join(", ")}${files > paths.length ? ", …" : ""}`,
      );
    }
    if (output.apart) lines.push(`Not listed: ${output.apart}`);
    if (capped)
      lines.push(
        `The list may not be whole: ${MAX_REACHED} symbols are looked at. Ask for fewer symbols, or with less depth.`,
      );
    if (output.requests_cut)
      lines.push(
        `Not all requests of tests over HTTP or GraphQL were looked at: ${symbols.length > 1 ? "ask for fewer symbols, or " : ""}search_text for the path or field.`,
      );
    lines.push(
      ...unresolvedLines(output.unresolved, { one: "call", where: "of these names", withName: true }),
      ...textOnlyLines(output.text_only),
      ...notIndexedLines(output.not_indexed),
    );
    return lines.join("\n").replaceAll(/\n{3,}/g, "\n\n");
  },
  shrink: [
    (output) => ({ ...output, results: output.results.map((file, place) => withFewerCases(file, mostCases(place))) }),
    (output) => ({ ...output, results: output.results.map((file) => withFewerCases(file, 4)) }),
    (output) => ({
      ...output,
      results: output.results.map((file) => withFewerCases(file, 1)),
      unresolved: { ...output.unresolved, locations: [] },
      text_only: withFewerLines(output.text_only),
      ...(output.not_indexed && { not_indexed: notIndexedInShort(output.not_indexed) }),
    }),
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

/** `apart`: files that do not count. */
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

/** Whether the languages of all symbols have no graph by which tests could be known. */
const isUnread = (symbols: readonly { by?: "shape" | undefined }[]) => symbols.every(({ by }) => by !== undefined);

const UNREAD =
  "Symbols by shape are of languages whose calls are not read: tests are known by the name alone, or from an imported SCIP index.";

const subjectWords = ({
  qualified_name,
  file_path,
  line_start,
  node_type = "method",
}: {
  qualified_name: string;
  file_path: string;
  line_start: number;
  node_type?: string;
}) =>
  qualified_name === file_path
    ? file_path
    : `${nameBesidePath(qualified_name, file_path, node_type)} (${file_path}:${line_start})`;

/** `3 test files that only run what registers it (Services.AddShop (src/Shop.cs:7)): tests/a.cs, …; 2 test files that only meet a mock of it: tests/b.cs, …` */
function unlistedInWords({
  registered,
  registrars,
  mocking,
}: {
  registered: readonly string[];
  registrars: readonly SymbolHead[];
  mocking: readonly string[];
}): string {
  const by = registrars.map(
    ({ qualifiedName, path, lineStart, nodeType }) =>
      `${nameBesidePath(qualifiedName, path, nodeType)} (${path}:${lineStart})`,
  );
  const inWords = (paths: readonly string[], one: string, several: string, what: string) => {
    const files = `${countOf(paths.length, "test file")} that only ${paths.length === 1 ? one : several}`;
    return paths.length === 0 ? [] : [`${files} ${what}: ${firstFew(paths, MOST_OTHERS).join(", ")}`];
  };
  return [
    ...inWords(registered, "runs", "run", `what registers it (${firstFew(by, MOST_OTHERS).join(", ")})`),
    ...inWords(mocking, "meets", "meet", "a mock of it"),
  ].join("; ");
}

/** `Cart.add (src/cart.ts:12)`, or how many symbols there are and the first of them. */
function subjectsWords(symbols: readonly Parameters<typeof subjectWords>[0][]): string {
  const told = symbols.slice(0, MOST_TOLD).map(subjectWords).join(", ");
  if (symbols.length === 1) return told;
  const [first] = symbols;
  if (first && symbols.every(({ qualified_name }) => qualified_name === first.qualified_name))
    return `${first.qualified_name} (${symbols.length} of the name, the first ${first.file_path}:${first.line_start})`;
  return `${symbols.length} symbols (${told}${symbols.length > MOST_TOLD ? ", …" : ""})`;
}

interface GivenTargets {
  symbols?: string[] | undefined;
  files?: string[] | undefined;
}

/** The symbols that the words and paths mean, each once. Throws where none of them means anything. */
async function subjectsOf(context: ToolContext, { symbols: words = [], files = [] }: GivenTargets) {
  if (words.length + files.length === 0)
    throw invalidParameter("symbols", 'is missing, and so is files: give one of them, such as symbols: ["Cart.add"]');
  const found = new Map<string, CodeSymbol>();
  const unknown: { given: string; problem: string }[] = [];
  for (const [given, isFile] of [
    ...words.map((word) => [word, false] as const),
    ...files.map((path) => [path, true] as const),
  ]) {
    const meant = await readMeant(context, given.trim(), isFile);
    if (typeof meant === "string") unknown.push({ given: printable(given), problem: meant });
    else for (const symbol of meant) found.set(symbol.primary.nodeId, symbol);
  }
  const isOfClassAsked = ({ primary: own }: CodeSymbol) =>
    own.nodeType === "constructor" &&
    [...found.values()].some(
      ({ primary }) => isContainer(primary.nodeType) && own.qualifiedName.startsWith(`${primary.qualifiedName}.`),
    );
  // A class that is asked about by its name includes its constructor, which is a member of it.
  const asked = [...found.values()].filter((symbol) => !isOfClassAsked(symbol));
  if (asked.length > 0) return { symbols: asked, unknown };
  throw new CodeindexError("not_found", unknown.map(({ problem }) => problem).join(" "), {}, [
    "search_symbols finds symbols by parts of their names.",
  ]);
}

/** The symbols that a word or a path means, or why there are none. */
async function readMeant(context: ToolContext, given: string, isFile: boolean): Promise<CodeSymbol[] | string> {
  if (isFile) {
    try {
      return [await readSymbol(context.db, context.view, given.replace(/\/+$/, ""))];
    } catch (error) {
      if (!(error instanceof CodeindexError) || error.code !== "not_found") throw error;
      return error.message;
    }
  }
  const { symbols, problem } = nth(await readSubjects(context, [given]), 0);
  if (symbols.length === 0) return present(problem);
  const isOne = symbols.every(({ primary }) => primary.qualifiedName === nth(symbols, 0).primary.qualifiedName);
  if (symbols.length > (isOne ? MOST_OVERLOADS : MOST_MEANT))
    return `${symbols.length} symbols have this name; give the node_id or place of one, which lookup_symbol lists.`;
  return symbols;
}

const isDirect = ({ hops, kind, request, message }: TestUse) =>
  hops === 1 && kind !== "imports" && request === undefined && message === undefined;

/** The names by which others may use what was asked about: of a file, those that it exports. */
async function namesOf(
  db: Db,
  view: View,
  symbols: readonly CodeSymbol[],
  asked: readonly SymbolHead[],
): Promise<string[]> {
  const files = new Set(symbols.flatMap(({ primary }) => (primary.ordinal === 0 ? [primary.versionId] : [])));
  const exported = asked.filter(
    (head) =>
      files.has(head.versionId) && head.ordinal > 0 && hasFlag(head, "isExported") && head.nodeType !== "namespace",
  );
  const own = symbols.flatMap(({ primary }) => (primary.ordinal === 0 ? [] : [primary]));
  return (await calledNames(db, view, [...own, ...exported.slice(0, MOST_NAMES)])).filter((name) => name !== "");
}
