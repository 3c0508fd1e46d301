/** Draws the benchmark's calls from samples of an index. Pure: the same samples and seed give the same calls. */
import { nth } from "../../base/need.js";
import type { FileSample, SymbolSample } from "../../store/samples.js";
import type { Random } from "./random.js";

export interface Samples {
  files: Pick<FileSample, "path" | "lineCount">[];
  /** Symbols of any kind. */
  symbols: SymbolSample[];
  /** The symbols with the most uses. */
  popular: SymbolSample[];
  /** The symbols with the most heirs. */
  bases: SymbolSample[];
  /** Contents of some files. */
  texts: string[];
  jobId: string | null;
}

/** The calls of one row of the report; a tool has several rows where its work differs by input. */
export interface Case {
  /** The name in the report: the tool, and the kind of input. */
  row: string;
  tool: string;
  /** One input for warming up, and then one per timed call. */
  inputs: Record<string, unknown>[];
}

/** Read tools that are not timed, with the reason. */
export const NOT_TIMED: Record<string, string> = {
  find_similar: "needs vectors",
  read_media_file: "reads the disk only",
};

/** Draws `count` timed calls for each case. Cases without samples are left out. */
export function drawCases(samples: Samples, random: Random, count: number): Case[] {
  const { files, symbols, popular, bases, texts, jobId } = samples;
  if (files.length === 0 || symbols.length === 0) return [];
  const anySymbol = () => random.pick(symbols);
  // Every second call is about a symbol with many uses: people ask about these, and these are expensive.
  const node = () => ({ node_id: random.pick(random.below(2) === 0 && popular.length > 0 ? popular : symbols).nodeId });
  const from = () => ({ from: node().node_id });
  const base = () => ({ node_id: random.pick(bases.length > 0 ? bases : symbols).nodeId });
  const path = () => ({ path: random.pick(files).path });
  const folder = () => ({ path: folderOf(random.pick(files).path) });
  const cases: [string, (() => Record<string, unknown>) | null][] = [
    ["search_code", texts.length > 0 ? () => ({ query: drawWords(random.pick(texts), random) }) : null],
    ["search_text: literal", texts.length > 0 ? () => ({ query: drawLiteral(random.pick(texts), random) }) : null],
    [
      "search_text: regex",
      texts.length > 0 ? () => ({ query: drawRegex(random.pick(texts), random), regex: true }) : null,
    ],
    ["search_symbols: name", () => ({ query: anySymbol().name.slice(0, 200) })],
    ["search_symbols: prefix", () => ({ query: `${prefixOf(anySymbol().name, random)}*` })],
    ["search_symbols: qualified", () => ({ query: anySymbol().qualifiedName.slice(0, 400) })],
    ["search_symbols: humps", () => ({ query: humpsOf(anySymbol().name) })],
    ["search_symbols: typo", () => ({ query: withTypo(anySymbol().name.slice(0, 200), random) })],
    ["lookup_symbol", () => ({ qualified_name: anySymbol().qualifiedName.slice(0, 1000) })],
    ["get_symbol", node],
    ["get_source_spans", node],
    ["get_callers", node],
    ["get_callers: depth 3", () => ({ ...node(), depth: 3 })],
    ["get_callees", node],
    ["get_references", node],
    ["get_dependencies", node],
    ["get_dependents", node],
    ["get_implementations", base],
    ["trace", from],
    ["trace: 3 hops", () => ({ ...from(), hops: 3 })],
    ["trace: between two", () => ({ ...from(), to: node().node_id })],
    ["get_file_outline", path],
    ["get_file_context", path],
    ["read_file", () => lineRange(random.pick(files), random)],
    ["list_directory", folder],
    ["get_directory_tree", folder],
    ["explain_path", path],
    ["list_projects", () => ({})],
    ["get_status", () => ({})],
    ["get_job", jobId === null ? null : () => ({ job_id: jobId })],
  ];
  return cases.flatMap(([row, draw]) => {
    if (!draw) return [];
    const tool = nth(row.split(":"), 0);
    return [{ row, tool, inputs: Array.from({ length: count + 1 }, draw) }];
  });
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function lineRange({ path, lineCount }: Samples["files"][number], random: Random): Record<string, unknown> {
  const start = 1 + random.below(Math.max(1, lineCount - 50));
  return { path, line_start: start, line_end: Math.min(lineCount, start + 50) };
}

/** Two to four words of some neighbouring lines. */
export function drawWords(text: string, random: Random): string {
  const words = [...new Set(neighbours(text, random, 12).match(/[A-Za-z]{4,30}/g) ?? ["return"])];
  const wanted = 2 + random.below(3);
  return Array.from({ length: wanted }, () => random.pick(words)).join(" ");
}

/** A piece of a line, from 4 to 30 characters. */
export function drawLiteral(text: string, random: Random): string {
  const lines = codeLines(text);
  if (lines.length === 0) return "return";
  const line = random.pick(lines);
  const length = Math.min(line.length, 4 + random.below(27));
  return (
    line
      .slice(random.below(line.length - length + 1))
      .slice(0, length)
      .trim() || "return"
  );
}

/** A simple expression that matches a line of the text: a word and what follows it, or two words of a line. */
export function drawRegex(text: string, random: Random): string {
  const words = codeLines(text)
    .map((line) => line.match(/[A-Za-z_]{3,40}/g) ?? [])
    .filter((found) => found.length > 0);
  if (words.length === 0) return "return\\s+\\w+";
  const line = random.pick(words);
  const index = random.below(line.length);
  const word = nth(line, index);
  const next = line[index + 1];
  const shapes = [`\\b${word}\\w*\\(`, `\\b${word}\\s*[=:(]`, next ? `${word}\\W+${next}` : `\\w+\\.${word}\\b`];
  return random.pick(shapes);
}

const codeLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length >= 4);

function neighbours(text: string, random: Random, count: number): string {
  const lines = text.split("\n");
  const start = random.below(Math.max(1, lines.length - count));
  return lines.slice(start, start + count).join("\n");
}

function prefixOf(name: string, random: Random): string {
  return name.slice(0, Math.min(name.length, 3 + random.below(4)));
}

/** `getUserName` → `gUN`; a name of one hump is shortened. */
export function humpsOf(name: string): string {
  const humps = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  return humps.length > 1 ? humps.map((hump) => hump[0]).join("") : name.slice(0, 4);
}

/** Swaps two neighbouring letters. */
export function withTypo(name: string, random: Random): string {
  if (name.length < 4) return name;
  const index = 1 + random.below(name.length - 2);
  return `${name.slice(0, index)}${name[index + 1]}${name[index]}${name.slice(index + 2)}`;
}
