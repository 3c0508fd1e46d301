/** One step of `speed.ts` in a process of its own. */
import { need, present } from "../../base/need.js";
import "../../base/heap.js";

import { appendFileSync, closeSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { skipSettings } from "../../config/config.js";
import { batchesOf } from "../../indexing/batches.js";
import { FILE_TIME } from "../../indexing/build-budget.js";
import { parseBatch } from "../../indexing/parse-batch.js";
import { isConfigFile } from "../../indexing/program-cache.js";
import { languageOf } from "../../languages/index.js";
import { createParser, type Parser } from "../../languages/parse.js";
import { nodeIds } from "../../model/node-id.js";
import type { ParseResult } from "../../model/parse-result.js";
import { decodeParseResult, encodeParseResult } from "../../model/parse-result-bytes.js";
import { decodeText, skipByContent } from "../../repository/decode.js";
import { scan } from "../../repository/scan.js";
import { createSkipRules } from "../../repository/skip/rules.js";
import { createProgram } from "../../resolution/create-program.js";
import type { Program } from "../../resolution/program.js";
import { resolveFile } from "../../resolution/resolve-file.js";
import { answer } from "../bench/child.js";
import { memoryOf } from "../bench/machine.js";
import { createRandom } from "../bench/random.js";
import { defaultConfig } from "../bench/repository.js";

export interface SpeedInput {
  step: "parse" | "phase" | "resolve";
  root: string;
  /** The file of packed parse results that the first step writes; `.json` next to it lists their positions. */
  results: string;
}

export interface ParseOutcome {
  files: number;
  /** CPU of parsing and extracting alone. Reading files, and packing and writing results, are excluded. */
  cpuSeconds: number;
}

export interface PhaseOutcome {
  /** CPU of the whole phase *parse* of an index with the same files: reading, hashing, masking, parsing, extracting, packing, chunks, terms. */
  cpuSeconds: number;
}

export interface ResolveOutcome {
  edges: number;
  /** From packed results to the edges of all files. */
  wallSeconds: number;
  cpuSeconds: number;
  peakBytes: number | null;
  /** The CPU of an edit until all affected edges were made anew, in milliseconds: for an added line, and for a renamed declaration. */
  lines: number[];
  renames: number[];
}

/** The positions of packed results, and the configuration files of the repository. */
interface Listing {
  parses: { path: string; offset: number; length: number }[];
  config: [path: string, text: string][];
}

const EDITS = 40;
/** Fewer of these, because a name that thousands of files use takes seconds. */
const RENAMES = 8;
const RENAMED = /^(?:class|interface|function|method|type)$/;

await answer(async ({ step, root, results }: SpeedInput): Promise<ParseOutcome | PhaseOutcome | ResolveOutcome> => {
  if (step === "parse") return parseAll(root, results);
  return step === "phase" ? phaseOf(root, results) : resolveAll(root, results);
});

async function parseAll(root: string, results: string): Promise<ParseOutcome> {
  const parser = createParser();
  const listing: Listing = { parses: [], config: [] };
  let offset = 0;
  let cpu = 0;
  for await (const batch of scan(root, createSkipRules(root, skipSettings(defaultConfig(root, results))))) {
    const packed: Buffer[] = [];
    for (const { kind, path } of batch) {
      if (kind !== "file" || !(languageOf(path) || isConfigFile(path))) continue;
      const text = readText(root, path);
      if (text === null) continue;
      if (isConfigFile(path)) listing.config.push([path, text]);
      const language = languageOf(path);
      if (!language) continue;
      await parser.load(language);
      const before = cpuSeconds();
      const parse = parser.parse(language, text);
      cpu += cpuSeconds() - before;
      const data = encodeParseResult(parse);
      listing.parses.push({ path, offset, length: data.length });
      offset += data.length;
      packed.push(data);
    }
    appendFileSync(results, Buffer.concat(packed));
  }
  writeFileSync(`${results}.json`, JSON.stringify(listing));
  return { files: listing.parses.length, cpuSeconds: cpu };
}

/** Runs the work of parse threads here, with the batches of a first index. */
async function phaseOf(root: string, results: string): Promise<PhaseOutcome> {
  const config = defaultConfig(root, results);
  const { maxFileSize, chunkSize, maskSecrets: masksSecrets } = config;
  const files: { path: string; size: number }[] = [];
  for await (const batch of scan(root, createSkipRules(root, skipSettings(config)))) {
    for (const event of batch) if (event.kind === "file" && languageOf(event.path)) files.push(event);
  }
  const before = cpuSeconds();
  for (const batch of batchesOf(files))
    await parseBatch({ root, maxFileSize, chunkSize, masksSecrets, fileTime: FILE_TIME.first, files: batch });
  return { cpuSeconds: cpuSeconds() - before };
}

/** The text of a file that an index takes in. */
function readText(root: string, path: string): string | null {
  const bytes = readFileSync(join(root, path));
  if (skipByContent(path, bytes)) return null;
  const decoded = decodeText(bytes);
  return "text" in decoded ? decoded.text : null;
}

async function resolveAll(root: string, results: string): Promise<ResolveOutcome> {
  const listing: Listing = JSON.parse(readFileSync(`${results}.json`, "utf8"));
  const places = new Map(listing.parses.map((place) => [place.path, place]));
  const file = openSync(results, "r");
  const parseOf = (path: string): ParseResult => {
    const { offset, length } = need(places, path);
    const data = Buffer.alloc(length);
    readSync(file, data, 0, length, offset);
    return decodeParseResult(data);
  };
  const started = performance.now();
  const before = cpuSeconds();
  const program = createProgram({ files: new Map(listing.config) });
  for (const { path } of listing.parses) set(program, path, parseOf(path));
  let edges = 0;
  for (const { path } of listing.parses) edges += resolveFile(program, path, parseOf(path)).edges.length;
  program.settle();
  const outcome = {
    edges,
    wallSeconds: (performance.now() - started) / 1000,
    cpuSeconds: cpuSeconds() - before,
    peakBytes: memoryOf("self")?.peak ?? null,
  };
  const parser = createParser();
  const random = createRandom(1);
  const lines: number[] = [];
  const renames: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const { path } = random.pick(listing.parses);
    const text = present(readText(root, path));
    const parse = parseOf(path);
    lines.push(await timeOfEdit(program, parser, parseOf, path, withLine(text, edit)));
    if (edit < RENAMES) renames.push(await timeOfEdit(program, parser, parseOf, path, renamed(text, parse)));
    set(program, path, parse);
    program.settle();
  }
  closeSync(file);
  return { ...outcome, lines, renames };
}

function withLine(text: string, edit: number): string {
  return `${text}\nclass Added${edit} {}\n`;
}

/** The source with a new name for the first of its declarations that others may use. */
function renamed(text: string, { symbols }: ParseResult): string {
  const symbol = symbols.find(({ kind, access }) => RENAMED.test(kind) && access === "public");
  if (symbol === undefined) return `${text}\nclass Added {}\n`;
  const offset = text.indexOf(symbol.name, symbol.start);
  return `${text.slice(0, offset)}Renamed${text.slice(offset)}`;
}

/** The CPU for making all edges anew that a new text of a file may have changed, once it is parsed. */
async function timeOfEdit(
  program: Program,
  parser: Parser,
  parseOf: (path: string) => ParseResult,
  path: string,
  text: string,
): Promise<number> {
  const language = present(languageOf(path));
  await parser.load(language);
  const edited = parser.parse(language, text);
  const before = cpuSeconds();
  set(program, path, edited);
  for (const other of program.affected()) resolveFile(program, other, other === path ? edited : parseOf(other));
  program.settle();
  return (cpuSeconds() - before) * 1000;
}

function set(program: Program, path: string, parse: ParseResult): void {
  const language = present(languageOf(path));
  program.set(path, language, parse, nodeIds(language, path, parse));
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
