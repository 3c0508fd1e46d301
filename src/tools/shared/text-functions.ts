/** search_text with `functions`: the source of the functions and types around the lines that match, so that nobody has to ask for it next. */
import { z } from "zod";
import { nth } from "../../base/need.js";
import { fitPiece, type PieceDraft, sizeOf } from "../../format/pieces.js";
import { fairShares } from "../../format/share.js";
import { placeOf } from "../../format/symbols.js";
import { enclosingSymbols } from "../../graph/enclosing.js";
import { pieceOf, readFiles } from "../../graph/pieces.js";
import { isCallable, nameBesidePath } from "../../graph/symbol.js";
import type { LinePlace, SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";

/** Answers are read whole: by default so long are they, in tokens. */
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
  places: readonly LinePlace[],
): Promise<FunctionFields[]> {
  const heads = await enclosingSymbols(db, view, places);
  const found = new Map<string, { head: SymbolHead; matches: number[] }>();
  heads.forEach((head, index) => {
    if (head === null) return;
    const key = `${head.path}:${head.lineStart}-${head.lineEnd}`;
    const one = found.get(key) ?? { head, matches: [] };
    found.set(key, one);
    one.matches.push(nth(places, index).line);
  });
  const shown = [...found.values()].slice(0, MOST);
  const files = await readFiles(
    db,
    view,
    shown.map(({ head }) => head.path),
  );
  const drafts = shown.flatMap(({ head, matches }) => {
    const lines = files.get(head.path);
    return lines === undefined ? [] : [{ head, matches, draft: draftOf(head, matches, lines) }];
  });
  const budget = (maxTokens ?? Math.min(DEFAULT_TOKENS, config.maxTokens)) - BESIDE;
  const shares = fairShares(
    drafts.map(({ draft }) => sizeOf(draft) + HEAD),
    budget,
  );
  return drafts.map(({ head, matches, draft }, index) => ({
    symbol: nameBesidePath(head.qualifiedName, head.path, head.nodeType),
    file_path: head.path,
    line_start: draft.start,
    matches: [...new Set(matches)].sort((a, b) => a - b),
    ...fitPiece(draft, nth(shares, index) - HEAD),
  }));
}

/** A function whole; of a long one, or of a type, the lines from a little before the first match to a little behind the last. */
function draftOf(head: SymbolHead, matches: readonly number[], lines: readonly string[]): PieceDraft {
  const whole = pieceOf(head, lines);
  const from = whole.lines.length > LONG ? Math.max(whole.start, Math.min(...matches) - AROUND) : whole.start;
  const to = whole.lines.length > LONG ? Math.min(head.lineEnd, Math.max(...matches) + AROUND) : head.lineEnd;
  const shown = whole.lines.slice(from - whole.start, to - whole.start + 1);
  return {
    start: from,
    headLine: from,
    lines: shown,
    isFolded: false,
    members: null,
    form: "whole",
    hasSteps: isCallable(head.nodeType),
    keptLines: new Set(matches),
    signature: shown[0] ?? "",
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
