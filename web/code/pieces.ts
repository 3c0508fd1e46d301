/** A line cut into pieces to draw: colours, names and what a search in the file found, each with its own bounds. */
import type { Highlighter, Token } from "../kit/highlight.js";
import { identifiersIn, type LineLinks, type Link } from "./links.js";

export interface Piece {
  text: string;
  style: Token["style"];
  /** Of a name: where it leads. */
  link: Link | null;
  /** Which of the names of the line it is, from 0; -1 for none. */
  order: number;
  found: "found" | "current" | null;
}

export interface Range {
  from: number;
  to: number;
  isCurrent: boolean;
}

/** The lines of a file, and what is known of them. */
export interface Code {
  lines: readonly string[];
  links: ReadonlyMap<number, LineLinks>;
  /** Whether names that lead nowhere can be asked about, too: those of code in colours, which tell names from keywords. */
  hasNames: boolean;
  highlighter: Highlighter | null;
}

const NOTHING_FOUND: readonly Range[] = [];

/** The pieces of a line, from 1, as far as its colours are there. */
export function piecesOf(code: Code, line: number, ranges = NOTHING_FOUND): Piece[] {
  const coloured = code.highlighter?.line(line - 1);
  const tokens = coloured ?? [{ text: code.lines[line - 1] ?? "", style: null }];
  const links = code.links.get(line);
  const hasNames = code.hasNames && coloured != null;
  let order = 0;
  const pieces: Piece[] = [];
  for (const { text, style } of tokens) {
    const plain = (part: string) => part && pieces.push({ text: part, style, link: null, order: -1, found: null });
    const named = (part: string, link: Link) => pieces.push({ text: part, style, link, order: order++, found: null });
    if (style === "string" && links?.imported && /\w/.test(text)) named(text, links.imported);
    else if (style === "comment" || style === "string") plain(text);
    else {
      const mayLeadNowhere = hasNames && style !== "keyword" && style !== "number";
      let done = 0;
      for (const { 0: name, index = 0 } of identifiersIn(text)) {
        const link = links?.names.get(name) ?? (mayLeadNowhere ? nowhere(name) : null);
        if (!link) continue;
        plain(text.slice(done, index));
        named(name, link);
        done = index + name.length;
      }
      plain(text.slice(done));
    }
  }
  return ranges.length === 0 ? pieces : withFound(pieces, ranges);
}

/** The same as few pieces as can be drawn: names that lead nowhere are text, but for the one that is marked. Most names of most files are. */
export function drawnPieces(pieces: readonly Piece[], marked: number): Piece[] {
  const drawn: Piece[] = [];
  for (const piece of pieces) {
    if (piece.link && (piece.link.targets.length > 0 || piece.order === marked)) {
      drawn.push(piece);
      continue;
    }
    const last = drawn.at(-1);
    if (last && !last.link && last.style === piece.style && last.found === piece.found) last.text += piece.text;
    else drawn.push({ ...piece, link: null, order: -1 });
  }
  return drawn;
}

const nowhere = (name: string): Link => ({ name, targets: [], isDeclaration: false });

/** The names of a line, in their order. */
export function namesIn(code: Code, line: number): (Piece & { link: Link })[] {
  code.highlighter?.workTo(line - 1);
  return piecesOf(code, line).filter((piece): piece is Piece & { link: Link } => piece.link !== null);
}

function withFound(pieces: readonly Piece[], ranges: readonly Range[]): Piece[] {
  const cut: Piece[] = [];
  let offset = 0;
  for (const piece of pieces) {
    const end = offset + piece.text.length;
    const bounds = new Set([offset, end]);
    for (const { from, to } of ranges) for (const one of [from, to]) if (one > offset && one < end) bounds.add(one);
    const sorted = [...bounds].sort((a, b) => a - b);
    for (const [index, from] of sorted.slice(0, -1).entries()) {
      const to = sorted[index + 1] ?? end;
      const range = ranges.find((one) => one.from <= from && one.to >= to);
      const found = range ? (range.isCurrent ? "current" : "found") : null;
      cut.push({ ...piece, text: piece.text.slice(from - offset, to - offset), found });
    }
    offset = end;
  }
  return cut;
}
