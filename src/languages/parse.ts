/**
 * From a source to a `ParseResult`, with native tree-sitter. One parser per thread; grammars are loaded when a language is first met.
 *
 * The string form of tree-sitter's input fails beyond 32 KB, so larger sources are handed over in pieces.
 */
import Native from "tree-sitter";
import { createThreadClock, threadNumber } from "../base/thread-time.js";
import type { ParseResult } from "../model/parse-result.js";
import { fileSymbol } from "./file-symbol.js";
import type { Language } from "./language.js";
import { copyTree, GrammarNames, type NativeCursor } from "./syntax.js";

export interface Parser {
  /** Loads the language's grammar; needed once before `parse`. */
  load(language: Language): Promise<void>;
  /** What stands in a source. Never throws for what the source holds: what cannot be parsed at all has status "failed". */
  parse(language: Language, source: string): ParseResult;
}

export interface ParserOptions {
  /** How long the thread may work for a source's tree, in milliseconds, before it is given up. */
  timeoutMs?: number;
  /** Runs native code: a thread is not to be stopped in it. */
  inNative?: <T>(work: () => T) => T;
}

/** How long the native parser goes on until it is asked whether its time is up, in microseconds. */
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
  const loaded = new Map<string, LoadedGrammar>();
  return {
    async load(language) {
      if (loaded.has(language.name)) return;
      const grammar = (await language.grammar()) as Native.Language;
      loaded.set(language.name, { grammar, names: new GrammarNames() });
    },
    parse(language, source) {
      const entry = loaded.get(language.name);
      if (entry === undefined) throw new Error(`the grammar of ${language.name} was not loaded`);
      native.setLanguage(entry.grammar);
      const extracted = (text: string, milliseconds: number): ParseResult | null => {
        const tree = inNative(() => {
          const nativeTree = parseNative(native, text, milliseconds);
          if (nativeTree === null) return null;
          const cursor = nativeTree.walk() as unknown as NativeCursor;
          return copyTree(cursor, source, entry.names, nativeTree.rootNode.hasError);
        });
        return tree && language.extract(tree);
      };
      const masked = language.maskForGrammar?.(source) ?? source;
      const first = extracted(masked, timeoutMs);
      if (first === null) return failedResult(language, source);
      const bolder = first.status === "full" ? masked : (language.maskBroken?.(masked) ?? masked);
      const second = bolder === masked ? null : extracted(bolder, timeoutMs / 2);
      return second !== null && brokenLines(second) < brokenLines(first) ? second : first;
    },
  };
}

/** How many lines the grammar could make nothing of. */
function brokenLines({ errorRanges }: ParseResult): number {
  return errorRanges.reduce((sum, [start, end]) => sum + end - start + 1, 0);
}

/** The native tree; null when the time was up or the parser gave the source back. A parser that halted goes on where it was. */
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

/** The tree, or that the parser halted because its slice was over; null when it gave the source back. */
function parseSlice(native: Native, input: string | ((index: number) => string)): Native.Tree | "halted" | null {
  try {
    return (native.parse(input) as Native.Tree | null) ?? "halted";
  } catch (error) {
    // The parser's own words for a source it halts at or gives up; anything else is a fault of ours.
    const message = error instanceof Error ? error.message : "";
    if (/timeout|timed out|parsing failed/i.test(message)) return "halted";
    if (!/invalid argument/i.test(message)) throw error;
    native.reset();
    return null;
  }
}

/** A result that knows nothing but the file itself: its text can still be searched. */
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
  for (let at = source.indexOf("\n"); at !== -1 && at + 1 < source.length; at = source.indexOf("\n", at + 1)) lines++;
  return lines;
}
