/** search_text with `functions`: the source of the functions and types around the lines that match, so that nobody has to ask for it next. */
import { z } from "zod";
import { nth } from "../../base/need.js";
import { fitPiece, type PieceDraft, sizeOf } from "../../format/pieces.js";
import { fairShares } from "../../format/share.js";
import { placeOf } from "../../format/symbols.js";
import { blockAround } from "../../graph/block-around.js";
import { symbolsOfLines } from "../../graph/enclosing.js";
import { pieceOf, readFiles } from "../../graph/pieces.js";
import { isCallable, nameBesidePath } from "../../graph/symbol.js";
import { languageOf } from "../../languages/index.js";
import type { LinePlace, SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";

/** Answers are read whole: their size by default, in tokens. */
const DEFAULT_TOKENS = 4000;
/** Tokens of the head of a piece. */
const HEAD = 25;
/** Tokens of the answer in addition to the pieces. */
const BESIDE = 150;
/** Functions that are shown; lines in others stand as they match. */
const MOST = 20;
/** Of longer ones the lines around the matches are shown. */
const LONG = 150;
const AROUND = 12;

export const functionShape = z.object({
  symbol: z.string(),
  file_path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  matches: z.array(z.int()).describe("Lines in it that match."),
  form: z.enum(["whole", "steps", "part", "members", "signature"]),
  code: z.string().describe("Each line with its number and a tab."),
});
export type FunctionFields = z.infer<typeof functionShape>;

/** The functions around the places, in the order in which they first match; secrets in them are masked. */
export async function functionsAround(
  { db, view, maxTokens, config }: Pick<ToolContext, "db" | "view" | "maxTokens" | "config">,
  places: readonly (LinePlace & { text: string })[],
): Promise<FunctionFields[]> {
  const heads = await symbolsOfLines(db, view, places);
  const found = new Map<string, { head: SymbolHead; matches: number[] }>();
  heads.forEach((head, index) => {
    if (head === null) return;
    const key = `${head.path}:${head.lineStart}-${head.lineEnd}`;
    const one = found.get(key) ?? { head, matches: [] };
    found.set(key, one);
    one.matches.push(nth(places, index).line);
  });
  const shown = [...found.values()].slice(0, MOST);
  const alone = places.filter(({ path }, index) => heads[index] === null && languageOf(path) !== null).slice(0, MOST);
  const files = await readFiles(db, view, [...shown.map(({ head }) => head.path), ...alone.map(({ path }) => path)]);
  const ofHeads = shown.flatMap(({ head, matches }): Drafted[] => {
    const lines = files.get(head.path);
    const symbol = nameBesidePath(head.qualifiedName, head.path, head.nodeType);
    return lines === undefined ? [] : [{ path: head.path, symbol, matches, draft: draftOf(head, matches, lines) }];
  });
  const blocks = alone.flatMap(({ path, line }): Drafted[] => {
    const block = blockAround(files.get(path) ?? [], line);
    return block === null
      ? []
      : [{ path, symbol: "(top level)", matches: [line], draft: draftOfLines(block, [line], false) }];
  });
  const drafts = withoutShownTwice([...ofHeads, ...blocks].slice(0, MOST));
  const budget = (maxTokens ?? Math.min(DEFAULT_TOKENS, config.maxTokens)) - BESIDE;
  const shares = fairShares(
    drafts.map(({ draft }) => sizeOf(draft) + HEAD),
    budget,
  );
  return drafts.map(({ path, symbol, matches, draft }, index) => ({
    symbol,
    file_path: path,
    line_start: draft.start,
    matches: [...new Set(matches)].sort((a, b) => a - b),
    ...fitPiece(draft, nth(shares, index) - HEAD),
  }));
}

interface Drafted {
  path: string;
  symbol: string;
  matches: number[];
  draft: PieceDraft;
}

/** The drafts without those whose lines another one of the file has: of a function in a class that is shown around it. */
function withoutShownTwice(drafts: readonly Drafted[]): Drafted[] {
  const lastLine = ({ start, lines }: PieceDraft) => start + lines.length - 1;
  const isIn = (one: Drafted, other: Drafted) =>
    one !== other &&
    one.path === other.path &&
    other.draft.start <= one.draft.start &&
    lastLine(other.draft) >= lastLine(one.draft) &&
    (other.draft.lines.length > one.draft.lines.length || drafts.indexOf(other) < drafts.indexOf(one));
  return drafts.flatMap((one) => {
    if (drafts.some((other) => isIn(one, other))) return [];
    const inside = drafts.filter((other) => isIn(other, one)).flatMap(({ matches }) => matches);
    const matches = [...one.matches, ...inside];
    return [{ ...one, matches, draft: { ...one.draft, keptLines: new Set(matches) } }];
  });
}

/** A function whole; of a long one, or of a type, the lines from a little before the first match to a little behind the last. */
function draftOf(head: SymbolHead, matches: readonly number[], lines: readonly string[]): PieceDraft {
  const whole = pieceOf(head, lines);
  const from = whole.lines.length > LONG ? Math.max(whole.start, Math.min(...matches) - AROUND) : whole.start;
  const to = whole.lines.length > LONG ? Math.min(head.lineEnd, Math.max(...matches) + AROUND) : head.lineEnd;
  const shown = whole.lines.slice(from - whole.start, to - whole.start + 1);
  return draftOfLines({ start: from, lines: shown }, matches, isCallable(head.nodeType));
}

function draftOfLines(
  { start, lines }: { start: number; lines: readonly string[] },
  matches: readonly number[],
  hasSteps: boolean,
): PieceDraft {
  const signature = lines[0] ?? "";
  const keptLines = new Set(matches);
  return {
    start,
    headLine: start,
    lines,
    isFolded: false,
    members: null,
    form: "whole",
    hasSteps,
    keptLines,
    signature,
  };
}

/** `src/a.ts:10-30  Cart.add  (matches 12, 15)` and its lines, for each. */
export function functionLines(functions: readonly FunctionFields[]): string[] {
  return functions.flatMap(({ file_path: path, line_start: start, line_end: end, symbol, matches, code }) => [
    "",
    `${placeOf(path, start, end)}  ${symbol}  (${matches.length === 1 ? "matches" : "match"} ${matches.join(", ")})`,
    code,
  ]);
}
