/**
 * Shares a budget among passages, best first: as many of the best as can be read get their code, the others a line that says what they are. Of a passage
 * that is too long its core is shown, else the lines of that which hold most of the words; the lines left out are named. Pure.
 */

import { estimateTokens } from "../base/estimate-tokens.js";
import { nth } from "../base/need.js";
import { fairShares } from "./share.js";
import { bestStretch } from "./snippet.js";

/** A passage before it is fitted. */
export interface PassageDraft {
  /** The number of its first line. */
  startLine: number;
  text: string;
  /** First and last line of the piece that it was found by. */
  core: { startLine: number; endLine: number };
  /** Its pieces, and what each declares: of those that are left out it is named. */
  parts: readonly { startLine: number; endLine: number; symbolNames: readonly string[] }[];
  /** The passage in one line. */
  line: string;
  /** Tokens of what is said of it beside these. */
  beside: number;
}

export const FORMS = ["whole", "part", "line"] as const;

export interface FittedPassage {
  form: (typeof FORMS)[number];
  content: string;
}

/** Passages with code have so many tokens each at least, or their whole core: smaller parts say less than the next passage does. */
const LEAST = 250;
/** Share of the room for code that the best may take; the others share the rest equally. */
const OF_BEST = 0.5;
const LEAST_LINES = 3;
const LONGEST_LINE = 100;
const MOST_NAMES = 4;

/** The passages in their order, in at most so many tokens, or what their lines alone take. */
export function fitPassages(
  drafts: readonly PassageDraft[],
  { words, budget }: { words: readonly string[]; budget: number },
): FittedPassage[] {
  const cores = drafts.map((draft) => estimateTokens(coreOf(draft)));
  const lines = drafts.map(({ line }) => cutLine(line));
  const room = budget - drafts.reduce((sum, { beside }) => sum + beside, 0);
  for (let count = drafts.length; count > 0; count--) {
    const left = room - lines.slice(count).reduce((sum, line) => sum + estimateTokens(line), 0);
    const shares = sharesOf(cores.slice(0, count), left);
    if (count > 1 && shares.some((share, at) => share < Math.min(LEAST, nth(cores, at)))) continue;
    const shown = shares.map((share, at) => fitted(nth(drafts, at), nth(lines, at), words, share));
    widen(shown, drafts, left);
    return [...shown, ...lines.slice(count).map((content) => ({ form: "line", content }) as const)];
  }
  return [];
}

function sharesOf(sizes: readonly number[], room: number): number[] {
  const [best = 0, ...others] = sizes;
  const ofOthers = others.reduce((sum, size) => sum + size, 0);
  const first = Math.floor(Math.min(best, Math.max(0, room), Math.max(room * OF_BEST, room - ofOthers)));
  return [first, ...fairShares(others, room - first)];
}

/** Shows passages whole for which there is room left, the best first. */
function widen(shown: FittedPassage[], drafts: readonly PassageDraft[], room: number): void {
  let left = room - shown.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  for (const [at, { form, content }] of shown.entries()) {
    const { text } = nth(drafts, at);
    const more = estimateTokens(text) - estimateTokens(content);
    if (form === "whole" || more > left) continue;
    shown[at] = { form: "whole", content: text };
    left -= more;
  }
}

function fitted(draft: PassageDraft, line: string, words: readonly string[], tokens: number): FittedPassage {
  const { startLine, text, core } = draft;
  if (estimateTokens(text) <= tokens) return { form: "whole", content: text };
  const ofCore = coreOf(draft);
  if (estimateTokens(ofCore) <= tokens) return { form: "part", content: ofCore };
  const lines = text.split("\n");
  const offset = core.startLine - startLine;
  const inside = lines.slice(offset, core.endLine - startLine + 1);
  let best: string | null = null;
  for (let low = LEAST_LINES, high = inside.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    const part = partOf(draft, lines, offset + bestStretch(inside, words, middle), middle);
    if (estimateTokens(part) <= tokens) {
      best = part;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best === null ? { form: "line", content: line } : { form: "part", content: best };
}

function coreOf(draft: PassageDraft): string {
  const { startLine, text, core } = draft;
  return partOf(draft, text.split("\n"), core.startLine - startLine, core.endLine - core.startLine + 1);
}

/** Some lines of a passage, and which are left out before and behind them. */
function partOf({ startLine, parts }: PassageDraft, lines: readonly string[], first: number, count: number): string {
  const end = first + count;
  const leftOut = (from: number, to: number) => {
    const names = parts.flatMap((part) => (part.startLine >= from && part.endLine <= to ? part.symbolNames : []));
    const more = names.length > MOST_NAMES ? ", …" : "";
    return `… ${from}-${to} ${names.slice(0, MOST_NAMES).join(", ")}${more}`.trimEnd();
  };
  return [
    ...(first > 0 ? [leftOut(startLine, startLine + first - 1)] : []),
    ...lines.slice(first, end),
    ...(end < lines.length ? [leftOut(startLine + end, startLine + lines.length - 1)] : []),
  ].join("\n");
}

function cutLine(line: string): string {
  const one = line.replaceAll(/\s+/g, " ").trim();
  return one.length > LONGEST_LINE ? `${one.slice(0, LONGEST_LINE - 1)}…` : one;
}
