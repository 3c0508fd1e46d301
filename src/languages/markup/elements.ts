/** Writes the statements of elements within each other: an element's blocks end where it ends. */
import { lastOf } from "../../base/need.js";
import type { RewrittenSource } from "../rewritten.js";
import { type MarkupToken, type OpenTag, type Span, VOID_TAGS } from "./scan.js";

export interface ElementWriter {
  /** Writes what stands in braces. */
  braced: (span: Span) => void;
  /** Writes an element's tag and attributes; answers how many blocks it leaves open. */
  element: (tag: OpenTag) => number;
}

/** Writes the tokens of a template. Elements that nothing closes end with those around them. */
export function writeElements(program: RewrittenSource, tokens: readonly MarkupToken[], writer: ElementWriter): void {
  const open: { name: string; blocks: number }[] = [];
  const counts = new Map<string, number>();
  const count = (name: string): number => counts.get(name) ?? 0;
  const close = (end: number): string => {
    const { name, blocks } = lastOf(open);
    open.pop();
    counts.set(name, count(name) - 1);
    program.write("\n}".repeat(blocks), end);
    return name;
  };
  for (const token of tokens) {
    if (token.kind === "braced") writer.braced(token);
    else if (token.kind === "open") {
      open.push({ name: token.name, blocks: writer.element(token) });
      counts.set(token.name, count(token.name) + 1);
      if (token.isClosed || VOID_TAGS.has(token.name)) close(token.end);
    } else if (token.kind === "close" && count(token.name) > 0) while (close(token.start) !== token.name);
  }
  while (open.length > 0) close(program.source.length);
}
