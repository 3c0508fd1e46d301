/**
 * From a source to a `ParseResult`, with native tree-sitter. A thread has one parser, and a grammar is loaded when its language is first needed.
 *
 * tree-sitter fails for a string of more than 32 KB, so larger sources are handed over in pieces.
 */
import Native from "tree-sitter";
import { createThreadClock, threadNumber } from "../base/thread-time.js";
import type { ParseResult } from "../model/parse-result.js";
import type { TextPart } from "../model/text-part.js";
import { errorRanges } from "./error-ranges.js";
import { fileSymbol } from "./file-symbol.js";
import type { Language, Reader } from "./language.js";
import { copyTree, GrammarNames, type NativeCursor, type SyntaxTree } from "./syntax.js";
import { partsAt } from "./text-parts.js";

export interface Parser {
  /** Loads how the language is read, and its grammar; needed once before `parse`. */
  load(language: Language): Promise<void>;
  /** Whether nothing is left to load of it. */
  isLoaded(language: Language): boolean;
  /** Parses a source. Never throws because of the source's content: if nothing can be parsed, the status is "failed". */
  parse(language: Language, source: string): ParseResult;
  /** The part of the program in which each place of a source is; null if nothing can be parsed. */
  partsAt(language: Language, source: string, places: readonly number[]): TextPart[] | null;
}

export interface ParserOptions {
  /** The time that the thread may work for a source's tree, in milliseconds. After that the source is given up. */
  timeoutMs?: number;
  /** Runs native code, during which the thread must not be stopped. */
  inNative?: <T>(work: () => T) => T;
}

/** The time that the native parser works before its clock is checked, in microseconds. */
const SLICE = 250_000;

const PIECE = 16_000;
const LONGEST_STRING_INPUT = 32_000;

interface LoadedGrammar {
  grammar: Native.Language;
  names: GrammarNames;
}

/** A parser for this thread. */
export function createParser({ timeoutMs = 2000, inNative = (work) => work() }: ParserOptions = {}): Parser {
  const native = new Native();
  native.setTimeoutMicros(Math.min(SLICE, timeoutMs * 1000));
  const loaded = new Map<() => unknown, LoadedGrammar>();
  const readers = new Map<Language, Reader>();
  const readerOf = (language: Language): Reader => {
    const reader = readers.get(language);
    if (reader === undefined) throw new Error(`the reader of ${language.name} was not loaded`);
    return reader;
  };
  const keep = (key: () => unknown, grammar: unknown): LoadedGrammar => {
    const entry = { grammar: grammar as Native.Language, names: new GrammarNames() };
    loaded.set(key, entry);
    return entry;
  };
  /** The best reading of a source; null if nothing can be parsed. */
  function read<T extends Reading>(reader: Reader, source: string, extract: (tree: SyntaxTree) => T): T | null {
    const { otherwise } = reader;
    const rewritten = reader.rewrite?.(source);
    const program = rewritten?.text ?? source;
    const readings = new Readings((grammar, text, milliseconds) => {
      const entry = loaded.get(grammar) ?? (grammar === otherwise?.grammar ? keep(grammar, grammar()) : undefined);
      if (entry === undefined) throw new Error("a grammar was not loaded");
      const tree = inNative(() => {
        native.setLanguage(entry.grammar);
        const nativeTree = parseNative(native, text, milliseconds);
        if (nativeTree === null) return null;
        const cursor = nativeTree.walk() as unknown as NativeCursor;
        return copyTree(cursor, program, entry.names, nativeTree.rootNode.hasError, rewritten);
      });
      return tree && extract(tree);
    });
    const masked = reader.maskForGrammar?.(program) ?? program;
    if (!readings.add(reader.grammar, masked, timeoutMs)) return null;
    if (readings.leavesErrors && otherwise) {
      const other = otherwise.mask(masked);
      const read = readings.add(otherwise.grammar, other, timeoutMs / 2);
      const further =
        read && readings.best === read && readings.leavesErrors ? otherwise.maskLines(other, read.errorRanges) : other;
      if (further !== other) readings.add(otherwise.grammar, further, timeoutMs / 2);
    }
    const bolder = readings.leavesErrors ? (reader.maskBroken?.(masked) ?? masked) : masked;
    if (bolder !== masked) readings.add(reader.grammar, bolder, timeoutMs / 2);
    return readings.best;
  }
  const isLoaded = (language: Language): boolean => language.reader === null || readers.has(language);
  return {
    isLoaded,
    async load(language) {
      if (language.reader === null || isLoaded(language)) return;
      const reader = await language.reader();
      if (!loaded.has(reader.grammar)) keep(reader.grammar, await reader.grammar());
      readers.set(language, reader);
    },
    parse(language, source) {
      if (language.shape) return language.shape(source);
      const reader = readerOf(language);
      return read(reader, source, reader.extract) ?? failedResult(language, source);
    },
    partsAt(language, source, places) {
      const reader = readerOf(language);
      const reading = read(reader, source, (tree) => ({
        errorRanges: errorRanges(tree),
        parts: partsAt(tree, reader.partOf, places),
      }));
      return reading?.parts ?? null;
    },
  };
}

type Reading = Pick<ParseResult, "errorRanges">;

/** Readings of one source. The best one has the fewest lines that did not parse. */
class Readings<T extends Reading> {
  best: T | null = null;

  constructor(private readonly read: (grammar: () => unknown, text: string, milliseconds: number) => T | null) {}

  get leavesErrors(): boolean {
    return this.best === null || brokenLines(this.best) > 0;
  }

  /** Reads a text of the source; null if the grammar did not finish in its time. */
  add(grammar: () => unknown, text: string, milliseconds: number): T | null {
    const result = this.read(grammar, text, milliseconds);
    if (result && (this.best === null || brokenLines(result) < brokenLines(this.best))) this.best = result;
    return result;
  }
}

/** Counts the lines that did not parse. */
function brokenLines({ errorRanges }: Reading): number {
  return errorRanges.reduce((sum, [start, end]) => sum + end - start + 1, 0);
}

/** The native tree; null if the time was up or the parser refused the source. A parser that halted goes on where it was. */
function parseNative(native: Native, source: string, timeoutMs: number): Native.Tree | null {
  const input = source.length < LONGEST_STRING_INPUT ? source : (index: number) => source.slice(index, index + PIECE);
  let worked: (() => number) | undefined;
  for (;;) {
    const tree = parseSlice(native, input);
    if (tree !== "halted") return tree;
    // The first slice is free: most sources need no clock.
    worked ??= createThreadClock(threadNumber());
    if (worked() < timeoutMs - SLICE / 1000) continue;
    native.reset();
    return null;
  }
}

/** The tree, or "halted" if the parser's slice of time was over; null if the parser refused the source. */
function parseSlice(native: Native, input: string | ((index: number) => string)): Native.Tree | "halted" | null {
  try {
    return (native.parse(input) as Native.Tree | null) ?? "halted";
  } catch (error) {
    // These are the parser's messages for a source that it halts at or refuses. Any other error is a fault of ours.
    const message = error instanceof Error ? error.message : "";
    if (/timeout|timed out|parsing failed/i.test(message)) return "halted";
    if (!/invalid argument/i.test(message)) throw error;
    native.reset();
    return null;
  }
}

/** A result with the file symbol only: the text can still be searched. */
export function failedResult(language: Pick<Language, "name">, source: string): ParseResult {
  const lineCount = countLines(source);
  return {
    language: language.name,
    lineCount,
    status: "failed",
    errorRanges: [[1, lineCount]],
    symbols: [fileSymbol(source, lineCount)],
    references: [],
    imports: [],
    exports: [],
    isScript: false,
  };
}

function countLines(source: string): number {
  let lines = 1;
  for (
    let offset = source.indexOf("\n");
    offset !== -1 && offset + 1 < source.length;
    offset = source.indexOf("\n", offset + 1)
  )
    lines++;
  return lines;
}
