/** A line cut into pieces to draw: colours, links and what a search in the file found, each with its own bounds. */
import type { Token } from "../kit/highlight.js";
import { identifiersIn, type LineLinks, type Link } from "./links.js";

export interface Piece {
  text: string;
  style: Token["style"];
  link: Link | null;
  /** Which of the links of the line it is, from 0; -1 for none. */
  order: number;
  found: "found" | "current" | null;
}

export interface Range {
  from: number;
  to: number;
  isCurrent: boolean;
}

export function piecesOf(tokens: readonly Token[], links: LineLinks | undefined, ranges: readonly Range[]): Piece[] {
  let order = 0;
  const pieces: Piece[] = [];
  for (const { text, style } of tokens) {
    const isText = style === "string";
    const plain = (part: string) => part && pieces.push({ text: part, style, link: null, order: -1, found: null });
    const linked = (part: string, link: Link) => pieces.push({ text: part, style, link, order: order++, found: null });
    if (!links || style === "comment") plain(text);
    else if (isText) {
      if (links.imported && /\w/.test(text)) linked(text, links.imported);
      else plain(text);
    } else {
      let done = 0;
      for (const found of identifiersIn(text)) {
        const link = links.names.get(found[0]);
        if (!link) continue;
        plain(text.slice(done, found.index));
        linked(found[0], link);
        done = (found.index ?? 0) + found[0].length;
      }
      plain(text.slice(done));
    }
  }
  return ranges.length === 0 ? pieces : withFound(pieces, ranges);
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
