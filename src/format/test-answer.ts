/** The answer of get_tests: its fields, and the words for tests, for symbols without any, and for tests that stand apart. */
import { z } from "zod";
import { MOST_REACHED } from "../graph/reach/test-walk.js";
import { nameBesidePath } from "../graph/symbol.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { countOf, firstFew } from "./counts.js";
import { notIndexedInShort, notIndexedLines, notIndexedShape } from "./gaps.js";
import { subjectShape, tiersInWords } from "./symbols.js";
import { briefTestFile, testFileShape, testFilesLines, withFewerCases } from "./tests.js";
import { textOnlyLines, textOnlyShape, unresolvedLines, unresolvedShape, withFewerLines } from "./unresolved.js";

/** Symbols asked about that the first line names. */
const MOST_TOLD = 6;
/** The most symbols without tests that an answer lists. */
const MOST_UNTESTED = 10;
/** Paths and names that one line lists. */
const MOST_OTHERS = 5;

/** The fields. */
export const testAnswerShape = {
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
  total: z.int().describe("Test files; a lower bound where `capped`."),
  direct: z.int().describe("Of these, how many refer to what was asked about."),
  steps: z.int().describe("How many were taken: `depth`, or more where no test is that near."),
  capped: z.boolean(),
  requests_cut: z.boolean().optional().describe("Not all routes, or requests of tests, were looked at."),
  other_files: z
    .object({ files: z.int(), paths: z.array(z.string()) })
    .optional()
    .describe("Files among tests that reach it and declare no test: helpers, benchmarks."),
  apart: z
    .string()
    .optional()
    .describe("Files that are farther away, run its registration alone, make no object of its class, or meet mocks."),
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
};
type TestAnswer = z.infer<z.ZodObject<typeof testAnswerShape>>;

/** The answer in brief. */
export function briefTestAnswer({ symbols, results, total, steps, unknown, ...output }: TestAnswer) {
  return {
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
  };
}

/** The answer in words. `leastSure`: the least confidence that was asked for. */
export function testAnswerText(answer: TestAnswer, leastSure: Parameters<typeof tiersInWords>[0]): string {
  const within = `within ${countOf(answer.steps, "step")} at confidence ${tiersInWords(leastSure)}`;
  const lines = [
    headline(answer, within),
    ...testFilesLines(answer.results),
    ...furtherTests(answer),
    ...(answer.commands.length > 0 ? ["", ...answer.commands.map((command) => `Run: ${command}`)] : []),
    "",
    ...untestedLines(answer, within),
    ...answer.unknown.map(({ given, problem }) => `Not looked for: ${given}: ${problem}`),
    ...leftOutLines(answer),
    ...unresolvedLines(answer.unresolved, { one: "call", where: "of these names", withName: true }),
    ...textOnlyLines(answer.text_only),
    ...notIndexedLines(answer.not_indexed),
  ];
  return lines.join("\n").replaceAll(/\n{3,}/g, "\n\n");
}

function headline({ symbols, total, direct, capped }: TestAnswer, within: string): string {
  const subjects = subjectsWords(symbols);
  if (total === 0)
    return isUnread(symbols)
      ? `Whether a test reaches ${subjects} is not known.`
      : `No test that reaches ${subjects} is known ${within}.`;
  const reach = total === 1 && !capped ? "reaches" : "reach";
  return `${countOf(total, "test file", { more: capped })} ${reach} ${subjects}, ${direct} of them directly`;
}

/** Tests that may come to it by a name, a request or a library. */
function furtherTests({ by_name = [], possible_requests = [] }: TestAnswer): string[] {
  return [
    ...by_name.map(
      ({ name, at, tests }) => `By name, possible: "${name}", registered at ${at}, in ${tests.join("; ")}`,
    ),
    ...possible_requests.map(({ route, members, tests }) =>
      members
        ? `Possible: ${route}, called where a test comes to what makes it, may be ${members.join(", ")}: ${tests.join("; ")}`
        : `A request may come to it: ${route} in ${tests.join("; ")}`,
    ),
  ];
}

/** The symbols without tests, and where their callers end. */
function untestedLines({ symbols, total }: TestAnswer, within: string): string[] {
  const lines = symbols.some(({ by }) => by !== undefined) ? [UNREAD] : [];
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
  return lines;
}

/** Files that the list leaves out, and the limits that may have left out more. */
function leftOutLines({ symbols, other_files, apart, capped, requests_cut }: TestAnswer): string[] {
  const lines: string[] = [];
  if (other_files) {
    const { files, paths } = other_files;
    const told = `${paths.join(", ")}${files > paths.length ? ", …" : ""}`;
    lines.push(
      `Among tests, and no tests themselves: ${countOf(files, "file")} that ${files === 1 ? "reaches" : "reach"} it: ${told}`,
    );
  }
  if (apart) lines.push(`Not listed: ${apart}`);
  if (capped)
    lines.push(
      `The list may not be whole: ${MOST_REACHED} symbols are looked at. Ask for fewer symbols, or with less depth.`,
    );
  if (requests_cut)
    lines.push(
      `Not all requests of tests over HTTP or GraphQL were looked at: ${symbols.length > 1 ? "ask for fewer symbols, or " : ""}search_text for the path or field.`,
    );
  return lines;
}

/** Whether the languages of all symbols have no graph by which tests could be known. */
const isUnread = (symbols: readonly { by?: "shape" | undefined }[]) => symbols.every(({ by }) => by !== undefined);

const UNREAD =
  "Symbols by shape are of languages whose calls are not read: tests are known by the name alone, or from an imported SCIP index.";

interface NamedPlace {
  qualified_name: string;
  file_path: string;
  line_start: number;
  node_type?: string;
}

/** `Cart.add (src/cart.ts:12)`; of a file its path. */
const subjectWords = ({ qualified_name, file_path, line_start, node_type = "method" }: NamedPlace) =>
  qualified_name === file_path
    ? file_path
    : `${nameBesidePath(qualified_name, file_path, node_type)} (${file_path}:${line_start})`;

/** `3 test files that only run what registers it (Services.AddShop (src/Shop.cs:7)): tests/a.cs, …; 2 test files that only meet a mock of it, or of what leads to it: tests/b.cs, …` */
export function apartInWords({
  registered,
  ofOtherClasses,
  registrars,
  mocking,
  farther,
  steps,
}: {
  registered: readonly string[];
  ofOtherClasses: readonly string[];
  registrars: readonly SymbolHead[];
  mocking: readonly string[];
  farther: readonly string[];
  /** How many were taken to the files that are listed. */
  steps: number;
}): string {
  const by = registrars.map(
    ({ qualifiedName, path, lineStart, nodeType }) =>
      `${nameBesidePath(qualifiedName, path, nodeType)} (${path}:${lineStart})`,
  );
  const inWords = (paths: readonly string[], one: string, several: string, what: string) => {
    const files = `${countOf(paths.length, "test file")} that ${paths.length === 1 ? one : several}`;
    return paths.length === 0 ? [] : [`${files} ${what}: ${firstFew(paths, MOST_OTHERS).join(", ")}`];
  };
  return [
    ...inWords(registered, "only runs", "only run", `what registers it (${firstFew(by, MOST_OTHERS).join(", ")})`),
    ...inWords(
      ofOtherClasses,
      "only comes",
      "only come",
      "to what it overrides, and make nothing of its class so far as is known",
    ),
    ...inWords(mocking, "only meets", "only meet", "a mock of it, or of what leads to it"),
    ...inWords(farther, "reaches", "reach", `it in more than ${countOf(steps, "step")}, which a greater depth lists`),
  ].join("; ");
}

/** `Cart.add (src/cart.ts:12)`, or how many symbols there are and the first of them. */
function subjectsWords(symbols: readonly NamedPlace[]): string {
  const told = symbols.slice(0, MOST_TOLD).map(subjectWords).join(", ");
  if (symbols.length === 1) return told;
  const [first] = symbols;
  if (first && symbols.every(({ qualified_name }) => qualified_name === first.qualified_name))
    return `${first.qualified_name} (${symbols.length} of the name, the first ${first.file_path}:${first.line_start})`;
  return `${symbols.length} symbols (${told}${symbols.length > MOST_TOLD ? ", …" : ""})`;
}

/** The answer with one case of each file, and without the lines that only may be meant. */
export function shortestTestAnswer(answer: TestAnswer): TestAnswer {
  return {
    ...answer,
    results: answer.results.map((file) => withFewerCases(file, 1)),
    unresolved: { ...answer.unresolved, locations: [] },
    text_only: withFewerLines(answer.text_only),
    ...(answer.not_indexed && { not_indexed: notIndexedInShort(answer.not_indexed) }),
  };
}
