/** The ways between two symbols, and the ways to one from the beginnings of programs: `trace` with `to`. */
import { z } from "zod";
import { nth } from "../../base/need.js";
import type { Fields } from "../../format/brief.js";
import { countOf } from "../../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../../format/gaps.js";
import { subjectFields, subjectShape } from "../../format/symbols.js";
import {
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../../format/unresolved.js";
import {
  briefEntries,
  briefGaps,
  briefWay,
  entryFields,
  entryLines,
  entryShape,
  gapLines,
  gapsFields,
  placeFields,
  placesOf,
  placesOfGaps,
  shortName,
  type TextAt,
  type WayFields,
  wayFields,
  wayGapsShape,
  wayLines,
  wayShape,
} from "../../format/ways.js";
import { calledNames, unresolvedOf } from "../../graph/calls/unresolved.js";
import { entriesTo } from "../../graph/entries.js";
import { passable } from "../../graph/leads/leads.js";
import { tiersUpTo } from "../../graph/relations.js";
import { readLines } from "../../graph/source-lines.js";
import { type CodeSymbol, isContainer, withMembers } from "../../graph/symbol.js";
import { gapsOfNames } from "../../graph/ways/gaps.js";
import { gapsBetween } from "../../graph/ways/way-gaps.js";
import { findWays, MOST_MET, type Search, type Way, type WayOptions } from "../../graph/ways/ways.js";
import type { EdgeKind } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";
import { findCode, findTopics } from "./tests-reaching.js";

/** The longest that a search goes on, and one in the other direction after it. */
const TIME_MS = 6000;
const TIME_BACK_MS = 3000;
const MOST_STEPS = 14;
/** A way by way of queues goes through the functions of several processes. */
const MOST_STEPS_GUESSED = 32;
const STEPS_TO_ENTRIES = 16;
const MOST_ENTRIES = 12;
const MOST_TEST_PATHS = 3;
/** Symbols that a name means, and what stands in them. */
const MOST_MEANT = 300;
const MOST_TOLD = 4;

export const waysShape = {
  from: z.array(subjectShape).optional().describe("Symbols that `from` means."),
  to: z.array(subjectShape).optional().describe("Symbols that `to` means."),
  ways: z.array(wayShape).optional().describe("From `from` to `to`, best first; empty where none is known."),
  ways_back: z.array(wayShape).optional().describe("Where there is none: from `to` to `from`."),
  gaps: wayGapsShape.optional().describe("Where there is none: how far both sides got, and what may join them."),
  entries: z.array(entryShape).optional().describe("Of `to` alone: where ways to it begin."),
  entries_total: z.int().optional(),
  own_routes: z.array(z.string()).optional().describe("Symbols of `to` that are routes themselves."),
  test_files: z.object({ files: z.int(), paths: z.array(z.string()) }).optional(),
  cut: z
    .enum(["steps", "symbols", "time"])
    .optional()
    .describe("The limit that ended the search before it had seen all."),
  text_only: textOnlyShape.optional(),
  unresolved: unresolvedShape,
  not_indexed: notIndexedShape.optional(),
};
const waysObject = z.object(waysShape);
export type Ways = z.infer<typeof waysObject>;

interface Input {
  edge_kinds?: readonly EdgeKind[] | undefined;
  min_confidence?: Parameters<typeof tiersUpTo>[0] | undefined;
  kinds?: readonly string[] | undefined;
  hops?: number | undefined;
}
type Context = Pick<ToolContext, "db" | "view" | "searcher" | "signal">;

const NOTHING = unresolvedFields({ count: 0, byReason: {}, places: [] });

/** The ways from any of the symbols to any of the others. Where there is none: the ways back, and what may be missing. */
export async function traceWays(
  from: readonly CodeSymbol[],
  to: readonly CodeSymbol[],
  input: Input,
  context: Context,
): Promise<Ways> {
  const { db, view } = context;
  const { starts, ends } = apart(await headsOf(context, from), await headsOf(context, to));
  const told = { from: from.slice(0, MOST_TOLD).map(subjectFields), to: to.slice(0, MOST_TOLD).map(subjectFields) };
  if (starts.length === 0 || ends.length === 0) return { ...told, ways: [], unresolved: NOTHING };
  const options = optionsOf([...starts, ...ends], input, context);
  // Ways over names that several symbols have are looked for where there is no other.
  const passes = input.min_confidence ? [input.min_confidence] : (["unique", "candidate"] as const);
  let first: Search | undefined;
  for (const least of passes) {
    const until = performance.now() + TIME_MS;
    const found = await findWays(db, view, starts, ends, {
      ...options,
      tiers: tiersUpTo(least),
      until,
      withGuesses: least === "candidate",
      // A way from a page to the server goes by a request.
      findClients: findCode(context),
      ...(least === "candidate" && input.hops === undefined && { maxSteps: MOST_STEPS_GUESSED }),
    });
    first ??= found;
    if (found.ways.length > 0)
      return { ...told, ways: await describeWays(context, found.ways), unresolved: NOTHING, ...cutOf(found) };
    if (found.cut === "time") break;
  }
  const tiers = tiersUpTo(passes[0]!);
  const back = await findWays(db, view, ends, starts, { ...options, tiers, until: performance.now() + TIME_BACK_MS });
  return {
    ...told,
    ways: [],
    ...(back.ways.length > 0 && { ways_back: await describeWays(context, back.ways.slice(0, 1)) }),
    gaps: await describeGaps(context, first!),
    ...cutOf(first!),
    ...(await unseenOf(context, to)),
  };
}

/** The ways to any of the symbols from where programs begin. */
export async function traceEntries(to: readonly CodeSymbol[], input: Input, context: Context): Promise<Ways> {
  const { db, view } = context;
  const ends = await headsOf(context, to);
  const options = {
    ...optionsOf(ends, input, context),
    maxSteps: input.hops ?? STEPS_TO_ENTRIES,
    tiers: tiersUpTo(input.min_confidence ?? "unique"),
    withGuesses: input.min_confidence === undefined || input.min_confidence === "candidate",
    until: performance.now() + TIME_MS,
  };
  const found = await entriesTo(db, view, ends, options);
  const shown = found.entries.slice(0, MOST_ENTRIES);
  const textAt = await textsAt(
    context,
    shown.flatMap(({ way }) => placesOf(way)),
  );
  return {
    to: to.slice(0, MOST_TOLD).map(subjectFields),
    entries: shown.map((entry) => entryFields(entry, textAt)),
    entries_total: found.total,
    ...(found.own.length > 0 && {
      own_routes: found.own.map(({ head, label }) => `${shortName(placeFields(head))}: ${label}`),
    }),
    ...(found.testPaths.length > 0 && {
      test_files: { files: found.testPaths.length, paths: found.testPaths.slice(0, MOST_TEST_PATHS) },
    }),
    ...(found.cut && { cut: found.cut }),
    ...(await unseenOf(context, to)),
  };
}

const cutOf = ({ cut }: Search) => (cut === null ? {} : { cut });

/** The heads that a symbol stands for: a class, an object or a file stands for all that is in it. */
async function headsOf({ db, view }: Context, symbols: readonly CodeSymbol[]): Promise<SymbolHead[]> {
  const heads: SymbolHead[] = [];
  for (const symbol of symbols) {
    const isWhole = isContainer(symbol.primary.nodeType) || OBJECTS.has(symbol.primary.nodeType);
    heads.push(symbol.primary, ...(isWhole ? await withMembers(db, view, symbol) : []));
  }
  return [...new Map(heads.map((head) => [head.nodeId, head])).values()].slice(0, MOST_MEANT);
}

const OBJECTS: ReadonlySet<string> = new Set(["constant", "variable"]);

/** Starts and ends without what both are: a member that is looked for in its own class is reached from the others. */
function apart(from: readonly SymbolHead[], to: readonly SymbolHead[]) {
  const ids = (heads: readonly SymbolHead[]) => new Set(heads.map(({ nodeId }) => nodeId));
  const without = (heads: readonly SymbolHead[], left: ReadonlySet<string>) =>
    heads.filter(({ nodeId }) => !left.has(nodeId));
  const [ofFrom, ofTo] = [ids(from), ids(to)];
  return to.every(({ nodeId }) => ofFrom.has(nodeId))
    ? { starts: without(from, ofTo), ends: to }
    : { starts: from, ends: without(to, ofFrom) };
}

function optionsOf(
  asked: readonly SymbolHead[],
  input: Input,
  { searcher, view, signal }: Context,
): Omit<WayOptions, "tiers" | "until"> {
  const isOfFile = asked.some(({ ordinal }) => ordinal === 0);
  const withTests = asked.some(({ path }) => pathClassOf(path) === "test");
  return {
    kinds: input.edge_kinds ?? ["calls", "references", ...(isOfFile ? (["imports"] as const) : [])],
    isPassable: passable(withTests, input.kinds),
    maxSteps: input.hops ?? MOST_STEPS,
    signal,
    find: findTopics({ searcher, view }),
  };
}

async function textsAt({ db, view }: Context, places: readonly { path: string; line: number }[]): Promise<TextAt> {
  const texts = await readLines(db, view, places);
  const byPlace = new Map(places.map(({ path, line }, index) => [`${path}:${line}`, texts[index]]));
  return (path, line) => byPlace.get(`${path}:${line}`);
}

async function describeWays(context: Context, ways: readonly Way[]): Promise<WayFields[]> {
  const textAt = await textsAt(context, ways.flatMap(placesOf));
  return ways.map((way) => wayFields(way, textAt));
}

async function describeGaps(context: Context, { from, to }: Search) {
  const gaps = await gapsBetween(context.db, context.view, from, to);
  const textAt = await textsAt(context, placesOfGaps(gaps));
  return gapsFields(gaps, { from: from.depths.size, to: to.depths.size }, textAt);
}

/** Uses of the symbols that no edge tells of. */
async function unseenOf({ db, view, searcher }: Context, symbols: readonly CodeSymbol[]) {
  const called = await calledNames(
    db,
    view,
    symbols.map(({ primary }) => primary),
  );
  return {
    unresolved: unresolvedFields(await unresolvedOf(db, view, { called, kinds: ["calls"] })),
    text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, called.names)),
    ...notIndexedFields(await gapsOfNames({ db, view, searcher }, called.names)),
  };
}

const CUTS = {
  steps: "its most steps: hops takes it further",
  symbols: `${MOST_MET} symbols: kinds, or places nearer to each other, narrow it`,
  time: "its time: places nearer to each other take less",
};

const cutLines = (cut: Ways["cut"]) => (cut ? [`The search was cut at ${CUTS[cut]}. There may be more.`] : []);

/** `Auth.login (src/auth.ts:10)`, or how many symbols of the name there are. */
function namesOf(subjects: Ways["to"] = []): string {
  const first = nth(subjects, 0);
  const told = `${first.qualified_name} (${first.file_path}:${first.line_start})`;
  return subjects.length > 1 ? `${told} and others of the name` : told;
}

/** A name without its place, for the lines below the first. */
const shortOf = ([first]: NonNullable<Ways["to"]>) => first!.qualified_name.split(".").slice(-2).join(".");

/** The ways in words. */
export function renderWays(output: Ways): string {
  return (output.entries ? entriesInWords(output, output.entries) : waysInWords(output)).join("\n");
}

function waysInWords({ from = [], to = [], ways = [], ways_back: back, gaps, ...output }: Ways): string[] {
  if (ways.length > 0) return [...wayLines(ways), ...cutLines(output.cut)];
  if (!gaps) return [`${namesOf(from)} and ${namesOf(to)} are the same.`];
  const names = { from: shortOf(from), to: shortOf(to) };
  return [
    `No way is known from ${namesOf(from)} to ${namesOf(to)}: ${countOf(gaps.from_reached, "symbol")} reached from the first, ${gaps.to_reached} lead to the second.`,
    ...cutLines(output.cut),
    ...(back ? ["", "There is one back:", ...wayLines(back)] : []),
    ...gapLines(gaps, names),
    ...unseenLines(output),
  ];
}

function entriesInWords({ to = [], entries_total: total = 0, ...output }: Ways, entries: NonNullable<Ways["entries"]>) {
  const tests = output.test_files;
  return [
    total === 0
      ? `Nothing known leads to ${namesOf(to)}. Its references tell where it is named.`
      : `${countOf(total, "beginning")} of ways to ${namesOf(to)}${total > entries.length ? `, of which ${entries.length} are told` : ""}:`,
    ...(output.own_routes ? [`Itself a route: ${output.own_routes.join(", ")}`] : []),
    ...entryLines(entries),
    ...(tests
      ? [
          `Tests apart: ${countOf(tests.files, "test file")} on the ways, such as ${tests.paths.join(", ")}; get_tests lists what reaches it.`,
        ]
      : []),
    ...cutLines(output.cut),
    ...(total === 0 ? unseenLines(output) : textOnlyLines(output.text_only ?? NO_FILES)),
  ];
}

const NO_FILES = { files: 0, paths: [], capped: false };

function unseenLines({ unresolved, text_only, not_indexed }: Pick<Ways, "unresolved" | "text_only" | "not_indexed">) {
  return [
    ...unresolvedLines(unresolved, { one: "call", where: "of this name" }),
    ...textOnlyLines(text_only ?? NO_FILES),
    ...notIndexedLines(not_indexed),
  ];
}

/** Their form for `detail: "brief"`. */
export function briefWays({
  from: _from,
  to,
  ways,
  ways_back: back,
  gaps,
  entries,
  entries_total,
  ...output
}: Ways): Fields {
  return {
    ...output,
    ...(ways && { ways: ways.map(briefWay) }),
    ...(ways?.length === 0 && !gaps && { same: true }),
    ...(ways?.length === 0 && gaps && { none: namesOf(to) }),
    ...(back && { ways_back: back.map(briefWay) }),
    ...(gaps && { gaps: briefGaps(gaps) }),
    ...(entries && { entries: briefEntries(entries) }),
    ...(entries && entries_total! > entries.length && { entries_total }),
  };
}

/** Ways for an answer to show less: without code that the words hardly have; then of each list the first. */
export const shrinkWays = [
  <Output extends Ways>(output: Output): Output => ({
    ...output,
    ...(output.ways && { ways: output.ways.slice(0, 2) }),
    ...(output.entries && { entries: withCodeOf(output.entries, 4) }),
    ...(output.gaps && {
      gaps: { ...output.gaps, near: output.gaps.near.slice(0, 1), open: output.gaps.open.slice(0, 2) },
    }),
  }),
  <Output extends Ways>(output: Output): Output => ({
    ...output,
    ...(output.ways && { ways: output.ways.slice(0, 1) }),
    ...(output.entries && { entries: withCodeOf(output.entries.slice(0, 6), 2) }),
    ...(output.gaps && {
      gaps: { ...output.gaps, near: [], passed: [], open: [], shared: output.gaps.shared.slice(0, 1) },
    }),
  }),
  <Output extends Ways>(output: Output): Output => ({
    ...output,
    ...(output.ways && { ways: output.ways.map(withoutCode) }),
    ...(output.ways_back && { ways_back: output.ways_back.map(withoutCode) }),
    ...(output.entries && { entries: withCodeOf(output.entries.slice(0, 2), 0) }),
  }),
];

/** The entries, the first few with their code. */
const withCodeOf = (entries: NonNullable<Ways["entries"]>, most: number) =>
  entries.map((entry, index) => (index < most ? entry : { ...entry, ...withoutCode(entry) }));

function withoutCode({ start, steps }: WayFields): WayFields {
  return { start, steps: steps.map(({ text: _text, ...step }) => step) };
}
