/** The names that SCIP gives symbols: `scip-typescript npm zod 3.22.4 src/`types.ts`/ZodType#parse().` */
import { nth } from "../base/need.js";

export type DescriptorKind =
  | "namespace"
  | "type"
  | "term"
  | "method"
  | "type parameter"
  | "parameter"
  | "meta"
  | "macro";

export interface Descriptor {
  name: string;
  kind: DescriptorKind;
}

/** A symbol that other documents can name. */
export interface ScipSymbol {
  /** The package it belongs to; empty where the indexer names none. */
  package: string;
  /** From the outermost name to its own; never empty. */
  descriptors: Descriptor[];
}

const SUFFIXES: Record<string, DescriptorKind> = {
  "/": "namespace",
  "#": "type",
  ".": "term",
  ":": "meta",
  "!": "macro",
};

/** Whether a symbol means something in its own document only. */
export function isLocal(symbol: string): boolean {
  return symbol.startsWith("local ");
}

/** Reads a symbol; null for a local one, and for any other text. */
export function parseSymbol(symbol: string): ScipSymbol | null {
  if (isLocal(symbol)) return null;
  const words: string[] = [];
  let offset = 0;
  while (words.length < 4) {
    const end = endOfWord(symbol, offset);
    if (end < 0) return null;
    words.push(symbol.slice(offset, end).replaceAll("  ", " "));
    offset = end + 1;
  }
  const descriptors = parseDescriptors(symbol, offset);
  if (descriptors === null) return null;
  const name = nth(words, 2);
  // An empty part is written as a dot.
  return { package: name === "." ? "" : name, descriptors };
}

/** Where the next single space stands: two of them are a space of the word. */
function endOfWord(text: string, from: number): number {
  for (let offset = text.indexOf(" ", from); offset >= 0; offset = text.indexOf(" ", offset + 2)) {
    if (text[offset + 1] !== " ") return offset;
  }
  return -1;
}

function parseDescriptors(text: string, from: number): Descriptor[] | null {
  const found: Descriptor[] = [];
  let index = from;
  const name = (): string | null => {
    if (text[index] !== "`") {
      const start = index;
      while (index < text.length && !"/#.:!()[]`".includes(text.charAt(index))) index++;
      return index === start ? null : text.slice(start, index);
    }
    let end = text.indexOf("`", index + 1);
    while (end >= 0 && text[end + 1] === "`") end = text.indexOf("`", end + 2);
    if (end < 0) return null;
    const quoted = text.slice(index + 1, end).replaceAll("``", "`");
    index = end + 1;
    return quoted;
  };
  while (index < text.length) {
    const open = text[index];
    if (open === "(" || open === "[") {
      index++;
      const inner = name();
      if (inner === null || text[index] !== (open === "(" ? ")" : "]")) return null;
      index++;
      found.push({ name: inner, kind: open === "(" ? "parameter" : "type parameter" });
      continue;
    }
    const outer = name();
    if (outer === null) return null;
    const suffix = text[index] ?? "";
    if (suffix === "(") {
      // The mark of an overload stands between the brackets.
      const end = text.indexOf(").", index);
      if (end < 0) return null;
      index = end + 2;
      found.push({ name: outer, kind: "method" });
      continue;
    }
    const kind = SUFFIXES[suffix];
    if (kind === undefined) return null;
    index++;
    found.push({ name: outer, kind });
  }
  return found.length > 0 ? found : null;
}
