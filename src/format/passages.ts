/**
 * Shares a budget among passages, best first: as many of the best as can be read get their code, the others a line that says what they are. Code is dense
 * rows with their numbers. A passage that is too long shows its core, else the steps of the core, else the rows with most of the words; the lines left out
 * are named. Pure.
 */
import { estimateTokens } from "../base/estimate-tokens.js";
import { lastOf, nth } from "../base/need.js";
import { sourceRows } from "./dense-rows.js";
import { fairShares } from "./share.js";
import { bestStretch, oneLine } from "./snippet.js";
import type { SourceRow } from "./source-rows.js";
import { stepRows } from "./steps.js";

/** A passage before it is fitted. */
export interface PassageDraft {
  /** The number of its first line. */
  startLine: number;
  text: string;
  /** Whether it is code, which is shown dense. */
  isCode: boolean;
  /** First and last line of the piece that it was found by. */
  core: { startLine: number; endLine: number };
  /** Its pieces, and what each declares: of those that are left out it is named. */
  parts: readonly { startLine: number; endLine: number; symbolNames: readonly string[] }[];
  /** The passage in one line. */
  line: string;
  /** Tokens of the other words about it. */
  beside: number;
}

export const FORMS = ["whole", "steps", "part", "line"] as const;

export interface FittedPassage {
  form: (typeof FORMS)[number];
  content: string;
}

/** The least tokens of a passage with code, or of the steps of its core: smaller parts say less than the next passage does. */
const LEAST = 250;
/** Share of the room for code that the best may take; the others share the rest equally. */
const OF_BEST = 0.5;
const LEAST_ROWS = 3;
/** Where steps leave out less of a core, its rows say more. */
const WORTH = 0.9;
const LONGEST_LINE = 100;
const MOST_NAMES = 4;

/** A passage in each of the forms of its code. */
interface Forms {
  draft: PassageDraft;
  whole: readonly SourceRow[];
  /** The rows of its core, with what is left out around it, and its steps; null where these are hardly shorter, or none. */
  core: string;
  steps: string | null;
}

/** The passages in their order, in at most `budget` tokens, or in as many as their lines alone take. */
export function fitPassages(
  drafts: readonly PassageDraft[],
  { words, budget }: { words: readonly string[]; budget: number },
): FittedPassage[] {
  const forms = drafts.map(formsOf);
  // Of the others the steps, and more where there is room left: so more of them have code.
  const sizes = forms.map(({ core, steps }, index) => estimateTokens(index > 0 && steps !== null ? steps : core));
  const leasts = forms.map(({ steps }, index) =>
    Math.min(LEAST, steps === null ? nth(sizes, index) : estimateTokens(steps)),
  );
  const lines = drafts.map(({ line }) => oneLine(line, LONGEST_LINE));
  const room = budget - drafts.reduce((sum, { beside }) => sum + beside, 0);
  for (let count = drafts.length; count > 0; count--) {
    const left = room - lines.slice(count).reduce((sum, line) => sum + estimateTokens(line), 0);
    const shares = sharesOf(sizes.slice(0, count), left);
    if (count > 1 && shares.some((share, index) => share < nth(leasts, index))) continue;
    const shown = shares.map((share, index) => fitted(nth(forms, index), nth(lines, index), words, share));
    widen(shown, forms, left);
    return [...shown, ...lines.slice(count).map((content) => ({ form: "line", content }) as const)];
  }
  return [];
}

function formsOf(draft: PassageDraft): Forms {
  const { startLine, text, isCode, core } = draft;
  const lines = text.split("\n");
  const dense = sourceRows(startLine, lines, isCode);
  const whole = dense.length > 0 ? dense : sourceRows(startLine, lines, false);
  const inside = whole.filter(({ first, last }) => last >= core.startLine && first <= core.endLine);
  const ofCore = partOf(draft, inside.length > 0 ? inside : whole);
  const own = isCode
    ? stepRows(core.startLine, lines.slice(core.startLine - startLine, core.endLine - startLine + 1), {
        isFunction: false,
      })
    : [];
  const steps = own.length < LEAST_ROWS ? null : partOf(draft, own, core);
  const isShorter = steps !== null && estimateTokens(steps) < WORTH * estimateTokens(ofCore);
  return { draft, whole, core: ofCore, steps: isShorter ? steps : null };
}

function sharesOf(sizes: readonly number[], room: number): number[] {
  const [best = 0, ...others] = sizes;
  const ofOthers = others.reduce((sum, size) => sum + size, 0);
  const first = Math.floor(Math.min(best, Math.max(0, room), Math.max(room * OF_BEST, room - ofOthers)));
  return [first, ...fairShares(others, room - first)];
}

/** Shows passages whole for which there is room left, the best first. */
function widen(shown: FittedPassage[], forms: readonly Forms[], room: number): void {
  let left = room - shown.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  for (const [index, { form, content }] of shown.entries()) {
    if (form === "whole") continue;
    const { whole, core } = nth(forms, index);
    for (const wider of [
      { form: "whole", content: textOf(whole) },
      { form: "part", content: core },
    ] as const) {
      const more = estimateTokens(wider.content) - estimateTokens(content);
      if (more > left || more <= 0) continue;
      shown[index] = wider;
      left -= more;
      break;
    }
  }
}

function fitted(
  { draft, whole, core, steps }: Forms,
  line: string,
  words: readonly string[],
  tokens: number,
): FittedPassage {
  const text = textOf(whole);
  if (estimateTokens(text) <= tokens) return { form: "whole", content: text };
  if (estimateTokens(core) <= tokens) return { form: "part", content: core };
  if (steps !== null && estimateTokens(steps) <= tokens) return { form: "steps", content: steps };
  const inside = whole.filter(({ first, last }) => last >= draft.core.startLine && first <= draft.core.endLine);
  const texts = inside.map((row) => row.text);
  let best: string | null = null;
  for (let low = LEAST_ROWS, high = inside.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    const first = bestStretch(texts, words, middle);
    const part = partOf(draft, inside.slice(first, first + middle));
    if (estimateTokens(part) <= tokens) {
      best = part;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best === null ? { form: "line", content: line } : { form: "part", content: best };
}

const textOf = (rows: readonly SourceRow[]): string => rows.map(({ text }) => text).join("\n");

/** Some rows of a passage, the lines that they stand for, and the lines left out before and behind them. */
function partOf(
  { startLine, text, parts }: PassageDraft,
  rows: readonly SourceRow[],
  lines = { startLine: nth(rows, 0).first, endLine: lastOf(rows).last },
): string {
  const endLine = startLine + text.split("\n").length - 1;
  const leftOut = (from: number, to: number) => {
    const names = parts.flatMap((part) => (part.startLine >= from && part.endLine <= to ? part.symbolNames : []));
    const more = names.length > MOST_NAMES ? ", …" : "";
    return `… ${from}-${to} ${names.slice(0, MOST_NAMES).join(", ")}${more}`.trimEnd();
  };
  return [
    ...(lines.startLine > startLine ? [leftOut(startLine, lines.startLine - 1)] : []),
    textOf(rows),
    ...(lines.endLine < endLine ? [leftOut(lines.endLine + 1, endLine)] : []),
  ].join("\n");
}
