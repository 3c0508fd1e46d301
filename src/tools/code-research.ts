import { z } from "zod";
import { estimateTokens } from "../base/estimate-tokens.js";
import { nth } from "../base/need.js";
import { countOf } from "../format/counts.js";
import {
  chainWords,
  depthsOf,
  headOfPlace,
  nameOfHead,
  placeFields,
  placesInWords,
  type ResearchPlace,
  researchPlace,
  structureWords,
  withCode,
} from "../format/research.js";
import { headOf, searchNotes } from "../format/search-notes.js";
import { bestStretch } from "../format/snippet.js";
import { readTexts } from "../graph/source-lines.js";
import { expandQuery } from "../models/chat/expand.js";
import { synthesize } from "../models/chat/synthesize.js";
import {
  aroundNamed,
  bestPlaces,
  inOrder,
  isMentionedData,
  joining,
  neighboursOf,
  type Told,
} from "../search/research/account.js";
import { FOCUSES, type Focus, type Question, readQuestion } from "../search/research/question.js";
import { type Research, research } from "../search/research/research.js";
import type { ScoredPlace } from "../search/research/spread.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import * as params from "./shared/params.js";
import { findCode, findTopics } from "./shared/tests-reaching.js";

/** The most tokens of an answer, where the caller or the configuration does not say less. */
const DEFAULT_TOKENS = 6000;
/** Tokens of the answer in addition to its places, chains, words and notes: the index line. */
const BESIDE = 120;
/** The most places that an answer tells, and the most where all callers or implementations of a symbol are told. */
const MOST_PLACES = 60;
const MOST_OF_NAMED = 80;
/** The share of the places that neighbours of the best may take. */
const OF_NEIGHBOURS = 0.35;
/** Files behind these that are named, and the share of the answer that they may take. */
const MOST_FURTHER = 40;
const OF_FURTHER = 0.25;
/** Places with less than this share of the best one's worth are not told. */
const LEAST = 0.08;
/** Lines of how folders refer to each other, where the question is about that, and elsewhere. */
const MOST_STRUCTURE = 10;
const FEW_STRUCTURE = 4;
const CODE_LINES = 7;
const MOST_TEXT = 4_000_000;
/** Longer lines of code are cut. */
const LONGEST_LINE = 160;

export default defineTool({
  name: "code_research",
  title: "Research",
  toolset: "research",
  description:
    "Answers a question that spans many files, how does it work from the route to the table, what calls this and what calls that, by several hops of search and graph: use it in place of ten calls. Places in the order of the flow, with the edge to each.",
  readOnly: true,
  cost: 6,
  idempotent: true,
  linksFiles: true,
  command: { name: "research", positional: ["query"] },
  input: {
    query: params.words(20_000).describe("The question."),
    path: z.string().max(4096).default(".").describe("Only below this folder."),
    depth: z.int().min(1).max(5).default(2).describe("Hops along the graph."),
    focus: z.enum(FOCUSES).optional().describe("Which edges to follow first."),
  },
  output: {
    results: z.array(researchPlace).describe("The places, each behind the one that leads to it."),
    chains: z.array(z.string()).describe("The longest ways among them, by name."),
    structure: z.array(z.string()).describe("How their folders, or files, refer to each other."),
    further: z.array(z.string()).describe("Best places of other files."),
    hops: z.array(
      z.object({ hop: z.int(), from: z.int(), edges: z.int(), found: z.int(), words: z.array(z.string()) }),
    ),
    words: z.array(z.string()).describe("Words that were looked for."),
    left_out: z.object({
      places: z.int().describe("Met and not told, as they have less to do with it."),
      outside: z.int().describe("Of edges that lead out of the folder."),
      capped: z.boolean().describe("Some symbols have more edges than were read."),
    }),
    summary: z.object({ text: z.string(), model: z.string() }).optional().describe("By the chat model."),
    notes: z.array(z.string()),
  },
  brief: ({ results, hops, words: _words, ...output }) => ({
    ...output,
    results: results.map(({ path, line_start, line_end, name, via, code, number }) => ({
      number,
      at: `${path}:${line_start}-${line_end}`,
      name,
      via,
      code,
    })),
    asked_again_with: [...new Set(hops.flatMap(({ words }) => words))],
  }),
  async run(input, context) {
    const { config, chat, signal, maxTokens, db, view, searcher, progress } = context;
    const question = readQuestion(input.query);
    const notes = question.isCut ? ["The question is long: its beginning was looked for."] : [];
    const expansion = chat === null ? null : await expandQuery(chat, question.text, async () => [], signal);
    if (expansion?.problem) notes.push(`llm_unavailable: ${expansion.problem}`);
    const found = await research(
      { db, view, searcher, find: findCode(context), findTopics: findTopics(context), signal, progress },
      {
        question,
        focus: input.focus ?? null,
        depth: input.depth,
        folder: input.path,
        added: expansion?.words ?? [],
      },
    );
    const budget = (maxTokens ?? Math.min(DEFAULT_TOKENS, config.maxTokens)) - BESIDE;
    const account = await accountOf(context, found, question, { focus: input.focus ?? null, budget });
    const pieces = account.results.map(({ path, line_start, line_end, name, via, code }) => ({
      path,
      start_line: line_start,
      end_line: line_end,
      text: `${name}: ${via}\n${code}`,
    }));
    const summary = chat === null ? null : await synthesize(chat, question.text, pieces, signal);
    if (summary && "problem" in summary && pieces.length > 0) notes.push(`llm_unavailable: ${summary.problem}`);
    return {
      ...account,
      notes: [...notes, ...notesOf(found, question)],
      ...(summary && "summary" in summary && { summary: { text: summary.summary, model: summary.model } }),
    };
  },
  render(output, input) {
    const { results, chains, structure, further, summary, notes } = output;
    const files = new Set(results.map(({ path }) => path)).size;
    const parts = [headOf(input.query, results.length === 0 ? null : placesInWords(results.length, files)), ...notes];
    if (summary !== undefined) parts.push("", `${summary.text} (${summary.model})`);
    if (chains.length > 0) parts.push("", "Ways:", ...chains);
    if (structure.length > 0) parts.push("", "Parts:", ...structure);
    const depths = depthsOf(results);
    for (const [index, place] of results.entries()) {
      parts.push(...(place.under === null || place.code !== "" ? [""] : []), headOfPlace(place, nth(depths, index)));
      if (place.code !== "") parts.push(place.code);
    }
    if (further.length > 0) parts.push("", `Further files: ${further.join("; ")}`);
    parts.push("", ...hopLines(output));
    return parts.join("\n");
  },
  shrink: [
    (output) => ({ ...output, results: output.results.map((one) => ({ ...one, code: firstLines(one.code, 3) })) }),
    (output) => ({ ...output, further: output.further.slice(0, 8), results: output.results.map(withoutCode) }),
    (output) => ({ ...output, further: [], structure: [], chains: output.chains.slice(0, 2) }),
  ],
});

const isWholeFile = ({ ordinal }: SymbolHead) => ordinal === 0;
const withoutCode = (place: ResearchPlace) => ({ ...place, code: "" });
const firstLines = (code: string, most: number) => code.split("\n").slice(0, most).join("\n");

/** The account of what was found, with as much code as the budget has room for. */
async function accountOf(
  { db, view, signal }: ToolContext,
  found: Research,
  question: Question,
  { focus, budget }: { focus: Focus | null; budget: number },
) {
  const { links, heads, toward, hops, first } = found;
  const all = [...found.places.values()].filter((place) => isTold(place, found));
  const most = Math.min(toward === null ? MOST_PLACES : MOST_OF_NAMED, Math.max(3, Math.floor(budget / 60)));
  const told = toldOf(found, focus, most);
  const bare = placeFields(told, links, heads);
  const further = furtherFiles(all, told, Math.floor(budget * OF_FURTHER));
  const chains = chainWords(told, toward);
  const structure =
    toward === null ? structureWords(told, links, focus === "architecture" ? MOST_STRUCTURE : FEW_STRUCTURE) : [];
  const depths = depthsOf(bare);
  const report = {
    chains,
    structure,
    further,
    hops: hops.map(({ isCapped: _capped, ...hop }) => hop),
    words: first.words,
    left_out: {
      places: found.places.size - told.length - further.length,
      outside: found.outside,
      capped: hops.some(({ isCapped }) => isCapped),
    },
  };
  const taken = [
    ...bare.map((place, index) => headOfPlace(place, nth(depths, index))),
    ...chains,
    ...structure,
    ...further,
    ...hopLines(report),
    ...notesOf(found, question),
    question.text.slice(0, 120),
  ];
  signal.throwIfAborted();
  const texts = await readTexts(db, view, [...new Set(told.map(({ place }) => place.head.path))], MOST_TEXT);
  const order = told.map((_, index) => index).sort((a, b) => nth(told, b).place.score - nth(told, a).place.score);
  const codeOf = (index: number) =>
    codeOfPlace(nth(told, index).place, texts, wordsAround(first.words, nth(told, index), told));
  return { ...report, results: withCode(bare, order, codeOf, budget - estimateTokens(taken.join("\n\n"))) };
}

/** The places that are told, in their order. */
function toldOf(found: Research, focus: Focus | null, most: number): Told[] {
  const { places, links, toward } = found;
  const all = [...places.values()].filter((place) => isTold(place, found));
  if (toward !== null) return aroundNamed(bestPlaces(all, most, { perFile: 1, perName: 1 }));
  // That a file is imported says little of what it does: such places are named among the further files.
  const isOfImports = ({ head, by, reason }: ScoredPlace) =>
    isWholeFile(head) || (reason === null && by?.kind === "imports");
  const wanted = focus === "dependencies" ? all : all.filter((place) => !isOfImports(place) && !isMentionedData(place));
  const byId = new Map(wanted.map((place) => [place.head.nodeId, place]));
  const best = bestPlaces(wanted, most);
  const share = Math.ceil(most * (1 - OF_NEIGHBOURS));
  const neighbours = neighboursOf(best.slice(0, share), byId, links, most - share);
  const chosen = [...new Set([...best.slice(0, share), ...neighbours, ...best.slice(share)])].slice(0, most);
  return inOrder([...chosen, ...joining(chosen, places, links)], links);
}

/** Whether a place may be told: one that has to do with the symbol asked about, or is not much worse than the best. */
function isTold({ score, by, head }: ScoredPlace, { toward, named, places }: Research): boolean {
  if (toward !== null) return by !== null || named.some((name) => head.name === name.split(/[.#:]+/).at(-1));
  const best = Math.max(...[...places.values()].map((place) => place.score));
  return head.ordinal >= 0 && score >= LEAST * best;
}

/**
 * The best place of each file outside of the account, as far as there is room: first of files that the question finds, then of targets of edges, then
 * of files that others only import. Every file imports some of the last, such as the log.
 */
function furtherFiles(all: readonly ScoredPlace[], told: readonly Told[], tokens: number): string[] {
  const known = new Set(told.map(({ place }) => place.head.path));
  const further: string[] = [];
  let left = tokens;
  const rankOf = ({ reason, head }: ScoredPlace) => (reason !== null ? 0 : isWholeFile(head) ? 2 : 1);
  for (const { head } of all.toSorted((a, b) => rankOf(a) - rankOf(b) || b.score - a.score)) {
    if (known.has(head.path) || further.length === MOST_FURTHER) continue;
    known.add(head.path);
    const name = nameOfHead(head);
    const line = isWholeFile(head)
      ? head.path
      : [`${head.path}:${head.lineStart}`, ...(name === head.path ? [] : [name])].join(" ");
    left -= estimateTokens(line) + 1;
    if (left < 0) break;
    further.push(line);
  }
  return further;
}

/** The words that choose the lines of a place to show: the names in its edges to other places; else the words of the question. */
function wordsAround(words: readonly string[], { place, link, under }: Told, told: readonly Told[]): readonly string[] {
  const names = told.flatMap((each) => (each.under === place ? [each.place.head.name] : []));
  if (under !== null && link?.source === place.head.nodeId) names.push(under.head.name);
  return names.length > 0 ? names : words;
}

/** The lines of a place that fit best, its first line among them. */
function codeOfPlace({ head }: ScoredPlace, texts: ReadonlyMap<string, string>, words: readonly string[]): string {
  const text = texts.get(head.path);
  if (text === undefined || isWholeFile(head)) return "";
  const lines = text.split("\n").slice(head.lineStart - 1, head.lineEnd);
  const shown = (some: readonly string[]) => some.map((line) => line.slice(0, LONGEST_LINE));
  if (lines.length <= CODE_LINES) return shown(lines).join("\n");
  const rest = lines.slice(1);
  const start = bestStretch(rest, words, CODE_LINES - 2);
  const end = start + CODE_LINES - 2;
  return [
    ...shown(lines.slice(0, 1)),
    ...(start > 0 ? ["…"] : []),
    ...shown(rest.slice(start, end)),
    ...(end < rest.length ? ["…"] : []),
  ].join("\n");
}

/** Each hop in a line, and what was left out. */
function hopLines({
  hops,
  left_out,
}: {
  hops: readonly { hop: number; from: number; edges: number; found: number; words: readonly string[] }[];
  left_out: { places: number; outside: number; capped: boolean };
}): string[] {
  const lines = hops.map(({ hop, from, edges, found, words }) => {
    const again = words.length > 0 ? `; asked again with ${words.join(", ")}` : "";
    return `Hop ${hop}: ${countOf(edges, "edge")} of ${countOf(from, "place")}, ${found} new${again}.`;
  });
  const left = [
    ...(left_out.places > 0 ? [`${countOf(left_out.places, "place")} with less to do with it`] : []),
    ...(left_out.outside > 0 ? [`${left_out.outside} outside the folder`] : []),
    ...(left_out.capped ? ["edges of symbols that have very many"] : []),
  ];
  return [...lines, ...(left.length > 0 ? [`Left out: ${left.join("; ")}.`] : [])];
}

/** Parts of the question that are nowhere, and what stands in their place. */
function notesOf({ first, unnamed, named, places }: Research, { toward }: Question): string[] {
  // Where a symbol is asked about, the words around its name are not looked for.
  const notes = toward !== null && named.length > 0 ? [] : searchNotes(first);
  if (unnamed.length > 0) notes.push(`No symbol is named ${unnamed.map((name) => name.slice(0, 80)).join(", ")}.`);
  if (unnamed.length > 0 && toward !== null && places.size > 0)
    notes.push(`So these are places of the words, and no ${toward}.`);
  if (places.size === 0 && first.words.length > 0)
    notes.push(
      `Looked for: ${first.words
        .slice(0, 20)
        .map((word) => word.slice(0, 40))
        .join(", ")}.`,
    );
  return notes;
}
