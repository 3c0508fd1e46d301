/**
 * From a source to a `ParseResult`, with native tree-sitter. One parser per thread; grammars are loaded when a language is first met.
 *
 * The string form of tree-sitter's input fails beyond 32 KB, so larger sources are handed over in pieces.
 */
import Native from "tree-sitter";
import { fileSymbol } from "./file-symbol.js";
import type { Language, ParseResult } from "./language.js";
import { copyTree, GrammarNames, type NativeCursor } from "./syntax.js";

export interface Parser {
  /** Loads the language's grammar; needed once before `parse`. */
  load(language: Language): Promise<void>;
  /** What stands in a source. Never throws for what the source holds: what cannot be parsed at all has status "failed". */
  parse(language: Language, source: string): ParseResult;
}

export interface ParserOptions {
  /** How long a source may take, in milliseconds, before it is given up. */
  timeoutMs?: number;
}

const PIECE = 16_000;
const LONGEST_STRING_INPUT = 32_000;

interface LoadedGrammar {
  grammar: Native.Language;
  names: GrammarNames;
}

/** A parser for this thread. */
export function createParser({ timeoutMs = 10_000 }: ParserOptions = {}): Parser {
  const native = new Native();
  native.setTimeoutMicros(timeoutMs * 1000);
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
      const extracted = (text: string): ParseResult | null => {
        const nativeTree = parseNative(native, text);
        if (nativeTree === null) return null;
        const cursor = nativeTree.walk() as unknown as NativeCursor;
        return language.extract(copyTree(cursor, source, entry.names, nativeTree.rootNode.hasError));
      };
      const masked = language.maskForGrammar?.(source) ?? source;
      const first = extracted(masked);
      if (first === null) return failedResult(language, source);
      const bolder = first.status === "full" ? masked : (language.maskBroken?.(masked) ?? masked);
      const second = bolder === masked ? null : extracted(bolder);
      return second !== null && brokenLines(second) < brokenLines(first) ? second : first;
    },
  };
}

/** How many lines the grammar could make nothing of. */
function brokenLines({ errorRanges }: ParseResult): number {
  return errorRanges.reduce((sum, [start, end]) => sum + end - start + 1, 0);
}

/** The native tree; null when the time was up or the parser gave the source back. */
function parseNative(native: Native, source: string): Native.Tree | null {
  const input = source.length < LONGEST_STRING_INPUT ? source : (index: number) => source.slice(index, index + PIECE);
  try {
    const tree = native.parse(input) as Native.Tree | null;
    if (tree === null) native.reset();
    return tree;
  } catch (error) {
    // The parser's own words for a source it gives up; anything else is a fault of ours.
    if (error instanceof Error && /timeout|timed out|invalid argument|parsing failed/i.test(error.message)) {
      native.reset();
      return null;
    }
    throw error;
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
