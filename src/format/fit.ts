/**
 * Fits an answer to its budget: shows less of each result before it shows fewer, and says in words what was left out and how to get it. The budget counts the
 * words. The structured form of the same answer names every field, so it may take twice as much, and its brief form 1.3 times as much. Either may take as
 * much as one whole result and the fields of every answer need, if that is more.
 */
import { estimateTokens } from "../base/estimate-tokens.js";
import { lastOf } from "../base/need.js";
import { encodeCursor } from "./page.js";

export interface Answer {
  [field: string]: unknown;
  truncated?: boolean;
  next_cursor?: string;
  note?: string;
}

export interface FitRequest {
  output: Answer;
  render(output: Answer): string;
  /** Ways to show less of each result, mildest first; each is applied to what the one before gave. */
  shrink: ((output: Answer) => Answer)[];
  /** Words for an answer that a step has shortened. Default: each result is shown in less detail. */
  shrunk?: ((output: Answer) => string) | undefined;
  /** In tokens. */
  budget: number;
  /** How many results lie before the first of this page, where the tool can go on with a cursor; null where it cannot. */
  offset: number | null;
  /** A remark that stays, whichever results are left out. */
  remark?: string | null;
  /** A line that the answer ends with; empty: none. */
  footer: string;
  /** Makes the structured form of what is shown. Default: it is what is shown. */
  brief?: (shown: Answer) => Answer;
}

export interface Fitted {
  /** The output as far as it was shown, with all its fields. */
  shown: Answer;
  /** The form of it that is sent. */
  structured: Answer;
  text: string;
}

const FULL = { share: 2, floor: 900 };
const BRIEF = { share: 1.3, floor: 400 };
const MORE = "Raise max_tokens to see more.";

/** The answer, cut so far that its text has at most `budget` tokens by `estimateTokens`. */
export function fitAnswer(request: FitRequest): Fitted {
  const { shrink, budget } = request;
  let output = request.output;
  const whole = attempt(request, output, endNote(request, output));
  if (whole.fits) return whole;
  const detail = (shown: Answer): string =>
    request.shrunk?.(shown) ?? `Each result is shown in less detail to fit ${budget} tokens. ${MORE}`;
  for (const step of shrink) {
    output = { ...ofTheFaces(output), ...step(output) };
    const less = attempt(request, output, joinNotes(detail(output), endNote(request, output)));
    if (less.fits) return less;
  }
  const fewer = showFewer(request, output);
  return fewer.fits ? fewer : cutInside(request, fewer.shown);
}

/** The fields that tools do not know, or need not carry on when they show less. */
function ofTheFaces({ index, truncated, next_cursor }: Answer): Answer {
  return {
    ...(index !== undefined && { index }),
    ...(truncated !== undefined && { truncated }),
    ...(next_cursor !== undefined && { next_cursor }),
  };
}

interface Attempt extends Fitted {
  fits: boolean;
}

function attempt(request: FitRequest, output: Answer, said: string | undefined): Attempt {
  const { render, budget, footer, remark, brief } = request;
  const note = joinNotes(said, remark ?? undefined);
  const shown = note === "" ? output : { ...output, note: joinNotes(output.note, note) };
  const structured = brief ? brief(shown) : shown;
  const text = [render(output).trimEnd(), note, footer].filter(Boolean).join("\n\n");
  const { share, floor } = brief ? BRIEF : FULL;
  const mostStructured = Math.max(budget * share, floor);
  const fits = estimateTokens(text) <= budget && estimateTokens(JSON.stringify(structured)) <= mostStructured;
  return { shown, structured, text, fits };
}

function joinNotes(...notes: (string | undefined)[]): string {
  return notes.filter(Boolean).join(" ");
}

/** How to go on. */
export const followNote = (cursor: unknown) => `More results follow: call again with cursor "${cursor}".`;

/** The same, or that a cursor led behind the last of the results. */
function endNote({ offset }: FitRequest, { next_cursor, results, total }: Answer): string | undefined {
  if (next_cursor !== undefined) return followNote(next_cursor);
  if (!offset || !Array.isArray(results) || results.length > 0) return undefined;
  return typeof total === "number" ? `No more results: ${total} in all.` : "No more results.";
}

/** The most results that fit, from the first on; the first alone if none do. */
function showFewer(request: FitRequest, output: Answer): Attempt {
  const { budget, offset } = request;
  const { results } = output;
  if (!Array.isArray(results) || results.length < 2) return attempt(request, output, endNote(request, output));
  const first = (count: number): Attempt => {
    const { next_cursor: _replaced, ...rest } = output;
    const cut: Answer = { ...rest, results: results.slice(0, count), truncated: true };
    const shown = `Shown: ${count} of ${results.length} results, to fit ${budget} tokens.`;
    if (offset === null) return attempt(request, cut, `${shown} ${MORE}`);
    cut.next_cursor = encodeCursor(offset + count);
    return attempt(request, cut, `${shown} Call again with cursor "${cut.next_cursor}" for those that follow.`);
  };
  let best = first(1);
  for (let low = 2, high = results.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    const tried = first(middle);
    if (tried.fits) {
      best = tried;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

/** The last resort: shortens whatever text or list is longest, again and again. */
function cutInside(whole: FitRequest, start: Answer): Fitted {
  // Its note has the remark already.
  const request = { ...whole, remark: null };
  const { budget, footer } = request;
  const note = joinNotes(start.note, `Long parts are cut to fit ${budget} tokens. ${MORE}`);
  const { note: _replaced, ...output } = start;
  let cut: Answer = { ...output, truncated: true };
  for (let round = 0; round < 60; round++) {
    const tried = attempt(request, cut, note);
    if (tried.fits) return tried;
    const longest = longestPart(cut);
    if (!longest) break;
    cut = structuredClone(cut);
    shortenAt(cut, longest.path);
  }
  const { shown, structured, text } = attempt(request, cut, note);
  return { shown, structured, text: cutText(text, footer, budget) };
}

interface Longest {
  path: (string | number)[];
  size: number;
}

const KEEP_WHOLE = 40;

/** Where the longest text (over 40 characters) or list (over 1 entry) stands; the index block is never touched. */
function longestPart(value: unknown, path: (string | number)[] = []): Longest | null {
  if (typeof value === "string") return value.length > KEEP_WHOLE ? { path, size: value.length } : null;
  if (typeof value !== "object" || value === null) return null;
  let longest: Longest | null = null;
  for (const [name, inner] of Object.entries(value)) {
    if (path.length === 0 && (name === "index" || name === "next_cursor")) continue;
    const part = longestPart(inner, [...path, Array.isArray(value) ? Number(name) : name]);
    if (part && (!longest || part.size > longest.size)) longest = part;
  }
  if (Array.isArray(value) && value.length > 1) {
    // A list goes first only where no text in it is longer than an equal share of it.
    const size = JSON.stringify(value).length;
    if (!longest || size / value.length > longest.size || value.length > 50) return { path, size };
  }
  return longest;
}

function shortenAt(root: Answer, path: (string | number)[]): void {
  const parent = path.slice(0, -1).reduce<unknown>((outer, step) => (outer as Record<string, unknown>)[step], root);
  const last = lastOf(path);
  const holder = parent as Record<string | number, unknown>;
  const value = holder[last];
  holder[last] = Array.isArray(value) ? value.slice(0, value.length >> 1) : shortenText(String(value));
}

/** Two thirds of a text, ended at a line where there is one. */
function shortenText(text: string): string {
  const end = Math.floor((text.length * 2) / 3);
  const line = text.lastIndexOf("\n", end);
  return line > end / 2 ? text.slice(0, line) : `${text.slice(0, end - 1)}…`;
}

function cutText(text: string, footer: string, budget: number): string {
  let body = text;
  while (body.length > 1 && estimateTokens(`${body}…\n\n${footer}`) > budget) body = body.slice(0, body.length >> 1);
  return `${body}…\n\n${footer}`;
}
