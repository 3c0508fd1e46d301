/** Tests that reach a symbol as answers show them: the fields, and their words. */
import { z } from "zod";
import { addToList } from "../base/groups.js";
import { nth } from "../base/need.js";
import { formOfFile, nearestUse, type ReachingCase, type ReachingFile } from "../graph/reach/test-files.js";
import { mockedFiles, mockedSenders } from "../graph/reach/test-mocks.js";
import { type TestUse, USE_FORMS, type UseForm } from "../graph/reach/test-walk.js";
import { CONFIDENCES, type Confidence } from "../graph/relations.js";
import { isContainer } from "../graph/symbol.js";
import { isFieldRequest } from "../languages/graphql.js";
import { EDGE_KINDS } from "../model/edge.js";
import type { SymbolHead } from "../store/symbol-heads.js";

const reachShape = {
  hops: z
    .int()
    .describe(
      "0: it was asked about itself; 1: it refers to what was asked about; 2: by way of one other symbol; and so on.",
    ),
  confidence: z.enum(CONFIDENCES).describe("Of the least sure reference on the way."),
  via_name: z.string().optional().describe("The symbol that it refers to, where that was not asked about."),
  over_http: z.string().optional().describe("The route, or field of GraphQL, that it requests: never sure."),
  by_message: z.string().optional().describe("The message or topic that is sent on the way: likely."),
  how: z.enum(USE_FORMS).optional().describe("Of a direct use; left out: it runs it."),
  handed_on: z.boolean().optional().describe("It hands on an object whose function may be called: likely."),
};

export const testFileShape = z.object({
  file_path: z.string(),
  reaches: z.array(z.string()).optional().describe("Of several symbols asked about, those that it reaches."),
  ...reachShape,
  edge_type: z.enum(EDGE_KINDS).describe("imports: it imports the file, and no call is known."),
  cases: z.array(
    z
      .object({
        kind: z.string().describe("it, test; describe and class: their set-up; method: of C#."),
        name: z.string(),
        line_start: z.int(),
        lines: z.array(z.int()),
        hops: reachShape.hops.optional(),
        confidence: reachShape.confidence.optional(),
        via_name: reachShape.via_name.nullable(),
        over_http: reachShape.over_http.nullable(),
        by_message: reachShape.by_message.nullable(),
        how: reachShape.how,
        handed_on: reachShape.handed_on,
        note: z.string().optional().describe("skipped, todo, 4 cases."),
      })
      .describe(
        "hops, confidence, via_name, over_http, by_message, how and handed_on stand where they differ from the file's; null: it refers to it directly.",
      ),
  ),
  cases_left_out: z.int().optional(),
  lines: z.array(z.int()).optional().describe("Where no case is known: the lines that lead there."),
  mocks: z
    .array(z.string())
    .optional()
    .describe("Files, or senders of messages, that it replaces by mocks on the way: code behind them may not run."),
});
export type TestFileFields = z.infer<typeof testFileShape>;

/** An answer lists at most this many lines of a case, or of a file without known cases. */
const MOST_LINES = 5;

/** The most mocked files of one test file that an answer lists. */
const MOST_MOCKS = 3;

/** A file as fields, with at most `most` of its cases; `reached` are the files on the way, `reaches` the symbols that it reaches. */
export function testFileFields(
  file: ReachingFile,
  most: number,
  reached: Iterable<string>,
  reaches: readonly string[] = [],
): TestFileFields {
  const { path, uses, cases } = file;
  const nearest = nearestUse(file);
  const how = formOfFile(file);
  const leftOut = cases.length - Math.min(cases.length, most);
  const lines = uses.filter(({ hops }) => hops === nearest.hops).slice(0, MOST_LINES);
  const mocks = file.file === null ? [] : mockedFiles(file.file, reached).slice(0, MOST_MOCKS);
  if (file.file !== null && nearest.message !== undefined) mocks.push(...mockedSenders(file.file.text));
  return {
    file_path: path,
    ...(reaches.length > 0 && { reaches: [...reaches] }),
    ...reachFields(nearest),
    ...(isDirect(nearest) && how !== "runs" && { how }),
    edge_type: nearest.kind,
    cases: cases.slice(0, most).map((each) => caseFields(each, nearest, how)),
    ...(leftOut > 0 && { cases_left_out: leftOut }),
    ...(cases.length === 0 && { lines: lines.map(({ line }) => line) }),
    ...(mocks.length > 0 && { mocks }),
  };
}

const isDirect = ({ hops, via, request, message }: TestUse) =>
  hops === 1 && via === null && request === undefined && message === undefined;

function caseFields(
  { case: { kind, name, lineStart, note }, use, lines, how }: ReachingCase,
  nearest: TestUse,
  ofFile: UseForm,
) {
  const { hops, tier, via, request, message, isHandedOn = false } = use;
  return {
    kind,
    name,
    line_start: lineStart,
    lines,
    ...(hops !== nearest.hops && { hops }),
    ...(tier !== nearest.tier && { confidence: tier as Confidence }),
    ...(via?.nodeId !== nearest.via?.nodeId && { via_name: via && viaName(via, use) }),
    ...(request !== nearest.request && { over_http: request ?? null }),
    ...(message !== nearest.message && { by_message: message ?? null }),
    ...(isDirect(use) && how !== ofFile && { how }),
    ...(isHandedOn !== (nearest.isHandedOn ?? false) && { handed_on: isHandedOn }),
    ...(note !== undefined && { note }),
  };
}

/** `Cart.add` of a member, without its namespace; with its file where the name alone says little. */
function viaName(
  { nodeType, name, qualifiedName, path, ordinal }: SymbolHead,
  { isImplementer, onlyIf }: TestUse,
): string {
  if (ordinal === 0) return path;
  const condition = onlyIf === undefined ? "" : ` (only ${onlyIf})`;
  if (name === "default") return `default of ${path}${condition}`;
  const parts = qualifiedName.split(".");
  const shown = isContainer(nodeType) ? name : parts.slice(-2).join(".");
  return `${shown}${isImplementer ? ", which implements it" : ""}${condition}`;
}

function reachFields(use: TestUse) {
  const { hops, tier, via, request, message, isHandedOn } = use;
  return {
    hops,
    // No walk goes over edges of other tiers.
    confidence: tier as Confidence,
    ...(via && { via_name: viaName(via, use) }),
    ...(request !== undefined && { over_http: request }),
    ...(message !== undefined && { by_message: message }),
    ...(isHandedOn && { handed_on: true }),
  };
}

/** The same with at most `most` cases. */
export function withFewerCases(file: TestFileFields, most: number): TestFileFields {
  const over = file.cases.length - most;
  return over > 0
    ? { ...file, cases: file.cases.slice(0, most), cases_left_out: (file.cases_left_out ?? 0) + over }
    : file;
}

/** From this many files in a row on that are reached in the same way, a line above them tells the way once, where it is long. */
const LEAST_ALIKE = 3;
const LONG_HEAD = 20;

/** Files in words, with the symbols and the way that several in a row share in a line above them. */
export function testFilesLines(files: readonly TestFileFields[]): string[] {
  const lines: string[] = [];
  for (let from = 0; from < files.length; ) {
    const head = headOfFile(nth(files, from));
    let to = from + 1;
    while (head !== null && to < files.length && headOfFile(nth(files, to)) === head) to++;
    const alike = files.slice(from, to);
    if (head !== null && head.length >= LONG_HEAD && alike.length >= LEAST_ALIKE)
      lines.push(
        `${head}:`,
        ...alike.flatMap((file) => fileLines(file, { isHeadTold: true }).map((line) => `  ${line}`)),
      );
    else lines.push(...alike.flatMap((file) => fileLines(file, { isHeadTold: false })));
    from = to;
  }
  return lines;
}

/** The symbols that a file reaches and its way there; null where its cases have several. */
function headOfFile(file: TestFileFields): string | null {
  const [way = wayOf(file, file), ...others] = casesByWay(file).keys();
  if (others.length > 0) return null;
  return [file.reaches ? `[${file.reaches.join(", ")}]` : "", way].filter(Boolean).join("  ");
}

/**
 * A file in words: `tests/cart.test.ts  direct  it "adds an item" (line 12, by line 14), it "refuses" (line 57)`, and a line more for cases that get
 * there another way.
 */
function fileLines(file: TestFileFields, { isHeadTold }: { isHeadTold: boolean }): string[] {
  const ways = casesByWay(file);
  const path = file.reaches && !isHeadTold ? `${file.file_path} [${file.reaches.join(", ")}]` : file.file_path;
  const more = file.cases_left_out ? [`and ${file.cases_left_out} more`] : [];
  const mocks = file.mocks ? [`    mocks ${file.mocks.join(", ")}: what is behind may not run`] : [];
  if (ways.size === 0) {
    const words = [path, isHeadTold ? "" : wayOf(file, file), [...linesOfFile(file), ...more].join(", ")];
    return [words.filter(Boolean).join("  "), ...mocks];
  }
  const lines = [...ways].map(([way, words], index) =>
    [index === 0 ? path : "   ", isHeadTold ? "" : way, words.join(", ")].filter(Boolean).join("  "),
  );
  const whole = more.length > 0 ? [...lines.slice(0, -1), `${lines.at(-1)}, ${more[0]}`] : lines;
  return [...whole, ...mocks];
}

/** The same as fields: `{ file, "via Cart.add": ["it \"adds an item\" (line 12, by line 14)"] }`. */
export function briefTestFile(file: TestFileFields): Record<string, unknown> {
  const ways = casesByWay(file);
  const cases = ways.size > 0 ? [...ways] : [[wayOf(file, file), linesOfFile(file).join()]];
  const { cases_left_out, mocks, reaches } = file;
  return { file: file.file_path, reaches, ...Object.fromEntries(cases), cases_left_out, mocks };
}

const linesOfFile = ({ lines }: TestFileFields): string[] => (lines?.length ? [`line ${lines.join(", ")}`] : []);

/** The cases of a file in words, by how they get there. */
function casesByWay(file: TestFileFields): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  for (const each of file.cases) {
    const via_name = each.via_name === undefined ? file.via_name : (each.via_name ?? undefined);
    const over_http = each.over_http === undefined ? file.over_http : (each.over_http ?? undefined);
    const by_message = each.by_message === undefined ? file.by_message : (each.by_message ?? undefined);
    const { hops = file.hops, confidence = file.confidence, how = file.how, handed_on = file.handed_on } = each;
    const way = wayOf({ hops, confidence, via_name, over_http, by_message, how, handed_on }, file);
    const name = each.kind === "method" ? each.name : `${each.kind} ${JSON.stringify(each.name)}`;
    const isSetUp = each.kind === "describe" || each.kind === "class";
    const words = `${isSetUp ? `${name}, set-up` : name} (${caseLines(each)})`;
    addToList(ways, way, words);
  }
  return ways;
}

/** `line 12, by line 14, skipped`: the first line of the case, the lines that lead to the symbol, and a note. */
function caseLines({ line_start: start, lines, note }: TestFileFields["cases"][number]): string {
  const by =
    lines.length === 1 && lines[0] === start ? [] : [`by ${lines.length > 1 ? "lines" : "line"} ${linesWords(lines)}`];
  return [`line ${start}`, ...by, ...(note === undefined ? [] : [note])].join(", ");
}

const linesWords = (lines: readonly number[]) =>
  lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join(", ")}, …` : lines.join(", ");

const DIRECT_WORDS: Record<UseForm, string> = {
  runs: "",
  constructs: ", constructs it and calls no member",
  names: ", names it without a call",
};

/** `direct`, `via Auth.login`, `3 steps, via startApp`, and what is unsure of it. */
function wayOf(
  {
    hops,
    confidence,
    via_name,
    over_http,
    by_message,
    how = "runs",
    handed_on = false,
  }: Pick<TestFileFields, keyof typeof reachShape>,
  { edge_type }: TestFileFields,
): string {
  if (edge_type === "imports") return `imports ${via_name}${hops > 1 ? `, ${hops} steps` : ""} (no call is known)`;
  if (hops === 0) return "itself";
  const isField = over_http !== undefined && isFieldRequest(over_http);
  const over = over_http ? `over ${isField ? "GraphQL" : "HTTP"}: ${over_http}` : "";
  const way = [hops > 1 ? `${hops} steps` : "", via_name ? `via ${via_name}` : "", over].filter(Boolean).join(", ");
  if (isField)
    return `${way} (${confidence === "candidate" ? "possible: another field has the name" : "likely: by the field's name"})`;
  if (over_http) {
    const likely = over_http.startsWith("/") ? "likely: by path or name" : "likely: by method and path";
    return `${way} (${confidence === "candidate" ? "possible: the path ends the same" : likely})`;
  }
  if (by_message) {
    const sureness = confidence === "candidate" ? "possible" : "likely";
    return [way, `${sureness}, by the message ${by_message}`].filter(Boolean).join(", ");
  }
  return (way || `direct${DIRECT_WORDS[how]}`) + doubtOf(confidence, handed_on);
}

/** The least sure step of a way, in words; "" where all steps are sure. */
function doubtOf(confidence: Confidence, isHandedOn: boolean): string {
  if (confidence === "candidate") return " (maybe: others have the name)";
  if (confidence !== "unique") return "";
  return isHandedOn ? " (likely: handed to code that may call it)" : " (likely: by its name alone)";
}
