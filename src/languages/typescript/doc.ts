/** Finds doc comments: the comment directly before a declaration, without its comment marks. */
import { nth } from "../../base/need.js";
import { cutBeforeSecret } from "../../masking/secrets.js";
import type { Analysis, Comment } from "./analysis.js";

export interface Doc {
  text: string | null;
  isDeprecated: boolean;
}

const NO_DOC: Doc = { text: null, isDeprecated: false };
const LONGEST_DOC = 2000;

/** Line comments for tools, not for readers. */
const DIRECTIVE =
  /^\/\/\s*(?:eslint\b|eslint-|@ts-|tslint:|prettier-|biome-|oxlint-|istanbul |c8 |v8 |#|webpack|<reference|\/)/;

/**
 * Finds the doc of the declaration that starts at `start`. `comments` are the comments of the file before it, in source order; the search goes
 * backwards from the last one. A JSDoc comment takes precedence over line comments between it and the declaration.
 */
export function docBefore(source: string, comments: Comment[], start: number): Doc {
  const lines: string[] = [];
  let below = start;
  for (let i = comments.length - 1; i >= 0; i--) {
    const comment = nth(comments, i);
    if (comment.end > below) continue;
    const between = source.slice(comment.end, below);
    if (between.trim() !== "") break;
    if (source.startsWith("/**", comment.start) && comment.end - comment.start > 4) {
      const text = cleanBlock(source.slice(comment.start, comment.end));
      return { text: cut(text), isDeprecated: /@deprecated\b/.test(text) };
    }
    if (!source.startsWith("//", comment.start)) break;
    if (between.indexOf("\n") !== between.lastIndexOf("\n")) break;
    if (!standsAlone(source, comment.start)) break;
    const text = source.slice(comment.start, comment.end);
    if (!DIRECTIVE.test(text)) lines.push(text.replace(/^\/\/+ ?/, "").trimEnd());
    below = comment.start;
  }
  if (lines.length === 0) return NO_DOC;
  const text = lines.reverse().join("\n").trim();
  return { text: cut(text), isDeprecated: false };
}

/** Finds the comment at the head of a file, if it is about the file: not a licence, and not the doc of the first declaration. */
export function docOfFile(source: string, comments: Comment[]): string | null {
  const first = comments[0];
  if (first === undefined) return null;
  const head = source.slice(0, first.start).replace(/^\uFEFF?(?:#!.*)?/, "");
  if (head.trim() !== "") return null;
  let end = first.end;
  let text: string;
  if (source.startsWith("/**", first.start)) text = cleanBlock(source.slice(first.start, first.end));
  else if (source.startsWith("//", first.start)) {
    const lines: string[] = [];
    for (const comment of comments) {
      if (comment !== first && !/^\s*$/.test(source.slice(end, comment.start))) break;
      if (comment !== first && (source.slice(end, comment.start).match(/\n/g)?.length ?? 0) > 1) break;
      const line = source.slice(comment.start, comment.end);
      if (!line.startsWith("//")) break;
      if (!DIRECTIVE.test(line)) lines.push(line.replace(/^\/\/+ ?/, "").trimEnd());
      end = comment.end;
    }
    text = lines.join("\n").trim();
  } else return null;
  const speaksOfFile =
    /@(?:fileoverview|file|module|packageDocumentation)\b/.test(text) ||
    /^[ \t]*(?:\r?\n[ \t]*\r?\n|\r?\n(?:import\b|["']use |export \*))/.test(source.slice(end, end + 200));
  if (!speaksOfFile || /copyright|licen[sc]e[ds]?\b|spdx/i.test(text)) return null;
  return cut(text);
}

/** Whether there is only white space before the offset on its line. */
function standsAlone(source: string, offset: number): boolean {
  const lineStart = source.lastIndexOf("\n", offset - 1) + 1;
  return source.slice(lineStart, offset).trim() === "";
}

function cleanBlock(comment: string): string {
  return comment
    .slice(3, comment.endsWith("*/") ? -2 : undefined)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\*+(?!\/) ?/, "").trimEnd())
    .join("\n")
    .trim();
}

function cut(text: string): string | null {
  return text === "" ? null : cutBeforeSecret(text, LONGEST_DOC);
}

/** Adds a comment to the list in which docs are searched. */
export function noteComment(a: Analysis, node: number): void {
  a.comments.push({ start: a.tree.start(node), end: a.tree.end(node) });
}
