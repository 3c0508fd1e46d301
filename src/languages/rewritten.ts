/**
 * A program that was made of a source in another form, such as a component whose template became statements. Most of its text was copied, and each of its
 * places is known in the source: its tree has the offsets of the program, its lines and symbols those of the source.
 */
import { firstIndex } from "../base/first-index.js";
import { lineStartsOf } from "../base/line-starts.js";
import { nth } from "../base/need.js";
import type { ParseResult } from "../model/parse-result.js";
import type { SyntaxTree } from "./syntax.js";

export class RewrittenSource {
  /** The program. */
  text = "";
  /** Where the pieces begin in the program and in the source, in the order of the program, and whether they were copied. */
  private readonly begins: number[] = [];
  private readonly sources: number[] = [];
  private readonly copied: boolean[] = [];
  private starts: Uint32Array | undefined;

  constructor(readonly source: string) {}

  /** Copies a stretch of the source, offsets in UTF-16 units. */
  copy(start: number, end: number): this {
    return start < end ? this.add(this.source.slice(start, end), start, true) : this;
  }

  /** Writes a text that stands for what is at an offset of the source. */
  write(text: string, offset: number): this {
    return text === "" ? this : this.add(text, offset, false);
  }

  private add(text: string, source: number, isCopied: boolean): this {
    this.begins.push(this.text.length);
    this.sources.push(source);
    this.copied.push(isCopied);
    this.text += text;
    return this;
  }

  /** The offset in the source of an offset in the program. The ends of both belong together. */
  sourceOf(offset: number): number {
    const piece = firstIndex(0, this.begins.length, (each) => nth(this.begins, each) > offset) - 1;
    if (piece < 0) return 0;
    if (offset >= this.text.length) return this.source.length;
    const source = nth(this.sources, piece);
    return nth(this.copied, piece) ? source + offset - nth(this.begins, piece) : source;
  }

  /** The offset in the program of one in the source; null for what was not copied. */
  programOf(offset: number): number | null {
    for (const [piece, begin] of this.begins.entries()) {
      const source = nth(this.sources, piece);
      const length = (this.begins[piece + 1] ?? this.text.length) - begin;
      if (nth(this.copied, piece) && source <= offset && offset < source + length) return begin + offset - source;
    }
    return null;
  }

  /** Where the lines of the source begin. */
  get lineStarts(): Uint32Array {
    this.starts ??= Uint32Array.from(lineStartsOf(this.source));
    return this.starts;
  }
}

/** Gives the symbols of a program's parse result the offsets that they have in the source. */
export function placeInSource({ symbols }: ParseResult, { rewritten, source: program }: SyntaxTree): void {
  const source = rewritten?.source ?? program;
  for (const [index, symbol] of symbols.entries()) {
    const start = index === 0 ? 0 : (rewritten?.sourceOf(symbol.start) ?? symbol.start);
    const last = index === 0 ? source.length : (rewritten?.sourceOf(symbol.end - 1) ?? symbol.end - 1);
    symbol.start = start;
    symbol.end = Math.min(source.length, Math.max(start, last + 1));
    // A script without its last brace ends in the template, which may stand above.
    symbol.endLine = Math.max(symbol.startLine, symbol.endLine);
  }
}
