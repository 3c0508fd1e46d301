/** Pieces of source as text: numbered lines, whole or as much of them as fits. */
import { estimateTokens } from "../base/estimate-tokens.js";
import { nth } from "../base/need.js";
import { sourceRows } from "./dense-rows.js";
import type { SourceRow } from "./source-rows.js";
import { annotationRows, stepRows } from "./steps.js";

/** A piece before it is fitted. */
export interface PieceDraft {
  /** The number of the first line, and of the one that its head stands in: comments are above that. */
  start: number;
  headLine: number;
  lines: readonly string[];
  /** Whether long comments and blocks of imports are a row each. */
  isFolded: boolean;
  /** The head of each member with its line, for what is better shown so; null for what has no members. */
  members: readonly { line: number; endLine?: number; text: string }[] | null;
  /** Its form where there is room for all of it. */
  form: "whole" | "steps" | "members" | "signature";
  /** Whether it is the code of a function. Where not all of it fits, its steps say more than its first lines. */
  hasSteps: boolean;
  /** Numbers of lines that belong to the steps whatever they say. */
  keptLines?: ReadonlySet<number>;
  /** Whether its lines were asked for: where not all fit, the first of them say more than the list of its members. */
  isWholeAsked?: boolean;
  /** Its head in a line. */
  signature: string;
}

export interface FittedPiece {
  form: "whole" | "steps" | "part" | "members" | "signature";
  code: string;
  line_end: number;
}

/** Lines that say nothing by themselves end no part. */
const HOLLOW = /^[\s{}()[\];,]*$/;

function rowsOf({ start, headLine, lines, isFolded, form, hasSteps, keptLines }: PieceDraft): SourceRow[] {
  if (form !== "steps") return sourceRows(start, lines, isFolded);
  const above = headLine - start;
  const options = { isFunction: hasSteps, kept: keptLines };
  return [...annotationRows(start, lines.slice(0, above)), ...stepRows(headLine, lines.slice(above), options)];
}

const memberLines = (members: NonNullable<PieceDraft["members"]>) =>
  members.map(({ line, endLine = line, text }) => `${line}${endLine > line ? `-${endLine}` : ""}\t${text}`);

/** How many tokens a piece takes in its own form. */
export function sizeOf(draft: PieceDraft): number {
  return estimateTokens(textOf(withWorthySteps(draft)));
}

/** Where steps leave out little, the whole says more for as much. */
const WORTH = 0.9;

/** The piece with its steps as its whole where these are hardly shorter, or none. */
function withWorthySteps(draft: PieceDraft): PieceDraft {
  if (draft.form !== "steps" || draft.keptLines) return draft;
  const whole: PieceDraft = { ...draft, form: "whole" };
  const steps = textOf(draft);
  return steps === "" || estimateTokens(steps) > WORTH * estimateTokens(textOf(whole)) ? whole : draft;
}

function textOf(draft: PieceDraft): string {
  const { form, headLine, members, signature } = draft;
  if (form === "members" && members) return memberLines(members).join("\n");
  if (form === "signature") return `${headLine}\t${signature}`;
  return rowsOf(draft)
    .map(({ text }) => text)
    .join("\n");
}

/** The piece in at most `tokens` tokens: in its own form, else by its members, its steps or its first lines, at last by its head. */
export function fitPiece(draft: PieceDraft, tokens: number): FittedPiece {
  const { start, lines, members, form } = draft;
  const worthy = withWorthySteps(draft);
  const whole = textOf(worthy);
  const end = start + lines.length - 1;
  if (estimateTokens(whole) <= tokens) return { form: worthy.form, code: whole, line_end: end };
  if (form === "whole" && draft.hasSteps && !draft.isWholeAsked) return fitPiece({ ...draft, form: "steps" }, tokens);
  const isListed = members !== null && members.length > 0;
  if (isListed && !(form === "whole" && draft.isWholeAsked)) {
    const shown = firstMembers(members, tokens);
    if (shown.length > 0) return { form: "members", code: shown.join("\n"), line_end: end };
  }
  // The members behind the lines that are shown tell which lines to ask for next.
  const kept = isListed ? Math.min(Math.floor(tokens / 4), sumOfTokens(memberLines(members))) : 0;
  const rows = rowsOf(draft);
  const given = rows.map(({ text }) => text);
  const shown = form === "signature" ? [] : withoutHollowEnd(firstThatFit(given, tokens - kept - 10));
  if (shown.length === 0) return { form: "signature", code: `${draft.headLine}\t${draft.signature}`, line_end: end };
  const next = nth(rows, shown.length - 1).last + 1;
  const behind = (members ?? []).filter(({ line }) => line >= next);
  const more = `… ${end - next + 1} more lines, ${next}-${end}${behind.length > 0 ? "; members there:" : ""}`;
  return {
    form: form === "steps" ? "steps" : "part",
    code: [...shown, more, ...firstMembers(behind, kept)].join("\n"),
    line_end: next - 1,
  };
}

/** The first members in at most `tokens` tokens, and how many are left out; nothing where not even one fits. */
function firstMembers(members: NonNullable<PieceDraft["members"]>, tokens: number): string[] {
  const all = memberLines(members);
  const shown = firstThatFit(all, tokens);
  const left = all.length - shown.length;
  return left > 0 && shown.length > 0 ? [...shown, `… ${left} more members`] : shown;
}

const sumOfTokens = (lines: readonly string[]) => lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);

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
