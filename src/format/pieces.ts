/** Pieces of source as text: numbered lines, whole or as much of them as fits. */
import { estimateTokens } from "./tokens.js";

/** A piece before it is fitted. */
export interface PieceDraft {
  /** The number of the first line. */
  start: number;
  lines: readonly string[];
  /** The head of each member with its line, for what is better shown so; null for what has no members. */
  members: readonly { line: number; text: string }[] | null;
  /** Its form where there is room for all of it. */
  form: "whole" | "members" | "signature";
  /** Its head in a line. */
  signature: string;
}

export interface FittedPiece {
  form: "whole" | "part" | "members" | "signature";
  code: string;
  line_end: number;
}

/** Lines that say nothing by themselves end no part. */
const HOLLOW = /^[\s{}()[\];,]*$/;

const numbered = (start: number, lines: readonly string[]) =>
  lines.map((line, at) => `${start + at}\t${line}`).join("\n");
const memberLines = (members: NonNullable<PieceDraft["members"]>) =>
  members.map(({ line, text }) => `${line}\t${text}`);

/** How many tokens a piece takes in its own form. */
export function sizeOf(draft: PieceDraft): number {
  return estimateTokens(textOf(draft));
}

function textOf({ form, start, lines, members, signature }: PieceDraft): string {
  if (form === "members" && members) return memberLines(members).join("\n");
  return form === "signature" ? `${start}\t${signature}` : numbered(start, lines);
}

/** The piece in at most so many tokens: in its own form, else by its members or its first lines, at last by its head. */
export function fitPiece(draft: PieceDraft, tokens: number): FittedPiece {
  const { start, lines, members, form } = draft;
  const whole = textOf(draft);
  const end = start + lines.length - 1;
  if (estimateTokens(whole) <= tokens) return { form, code: whole, line_end: end };
  if (members && members.length > 0) {
    const all = memberLines(members);
    const shown = firstThatFit(all, tokens);
    const left = all.length - shown.length;
    const more = left > 0 ? [`… ${left} more members`] : [];
    if (shown.length > 0) return { form: "members", code: [...shown, ...more].join("\n"), line_end: end };
  }
  const given = numbered(start, lines).split("\n");
  const shown = form === "signature" ? [] : withoutHollowEnd(firstThatFit(given, tokens - 10));
  if (shown.length === 0) return { form: "signature", code: `${start}\t${draft.signature}`, line_end: end };
  const next = start + shown.length;
  return {
    form: "part",
    code: [...shown, `… ${end - next + 1} more lines, ${next}-${end}`].join("\n"),
    line_end: next - 1,
  };
}

function firstThatFit(lines: readonly string[], tokens: number): string[] {
  let left = tokens;
  const end = lines.findIndex((line) => {
    left -= estimateTokens(line) + 1;
    return left < 0;
  });
  return lines.slice(0, end < 0 ? lines.length : end);
}

function withoutHollowEnd(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => !HOLLOW.test(line.slice(line.indexOf("\t"))));
  return lines.slice(0, last + 1);
}
