/** A program in the making: stretches of the source in the order that they take in it, and texts between them. */
import type { Scanned } from "./scan.js";

/** A stretch of the source: offsets in UTF-16 units, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A stretch that is copied, or a text that stands for what is at `start`. */
export interface Piece extends Span {
  /** Null for a copy. */
  text: string | null;
}

export interface Writing {
  readonly source: string;
  readonly scanned: Scanned;
  /** The statements of the markup. */
  readonly pieces: Piece[];
  /** The members of the class. */
  readonly members: Piece[];
  /** The list that is written to. */
  out: Piece[];
  /** Elements and blocks of code that are in each other. */
  depth: number;
}

/** An empty program of a source. */
export function createWriting(source: string): Writing {
  const pieces: Piece[] = [];
  return { source, scanned: { text: source, unclosed: 0, depth: 0 }, pieces, members: [], out: pieces, depth: 0 };
}

/** Copies a stretch of the source. */
export function copy({ out }: Writing, start: number, end: number): void {
  if (start < end) out.push({ text: null, start, end });
}

/** Writes a text for what is at an offset. */
export function write({ out }: Writing, text: string, offset: number): void {
  out.push({ text, start: offset, end: offset });
}

/** Writes an expression whose value is shown. */
export function writeExpression(writing: Writing, { start, end }: Span, before = ""): void {
  if (writing.source.slice(start, end).trim() === "") return;
  write(writing, `;if(${before}`, start);
  copy(writing, start, end);
  write(writing, "\n){}", end);
}
