/** Source of what some symbols call, for an answer that shows how something works: the nearest calls first in the budget, all in the order of the source. */
import { estimateTokens } from "../../base/estimate-tokens.js";
import { nth } from "../../base/need.js";
import { firstFew } from "../../format/counts.js";
import { type PieceDraft, sizeOf } from "../../format/pieces.js";
import { placeOf } from "../../format/symbols.js";
import { pieceOf, readFiles } from "../../graph/pieces.js";
import { tiersUpTo } from "../../graph/relations.js";
import { isCallable, keepsValue, nameBesidePath } from "../../graph/symbol.js";
import { type FlowStep, flowFrom, type OpenStep, SHARED } from "../../graph/ways/flow.js";
import { pathClassOf } from "../../model/paths.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { type Draft, type SourceContext, signatureOf } from "./source-drafts.js";
import { findCode } from "./tests-reaching.js";

/** Functions of a flow whose source is read. */
const MOST_READ = 80;
/** Of members that override one of a flow this many are named. */
const MOST_OVERRIDING = 6;
/** Of more nobody asks for all. */
const VERY_MANY = 12;
/** Longer functions are shown by their steps. */
const SHORT = 12;
/** Tokens that a piece is not cut below. */
const LEAST = 120;
/** A function that the start calls gets at most one share of the rest in this number. */
const SHARES = 3;
/** The part of the budget that the functions of one depth have before those of others have theirs. */
const OF_DEPTH = 0.5;
/** Functions of at most this many lines that go nowhere and do nothing outside are details, and so are constructors of twice as many. */
const DETAIL = 8;
/** The lines that a function below another one counts as. */
const LINES_OF_STEP = 10;
const MOST_WEIGHED = 40;
const LONGEST_LINE = 1000;
/** A detail comes behind the functions one call further. The constructor of a raised error, and code that only looks, come behind all others. */
const OF_DETAIL = 3;
const OF_ERROR = 20;
/** A function of at most this many lines hands its work to its callee, which comes as early as it would in the function's place. */
const DELEGATE = 3;
const RAISES = /\b(?:throw|raise)\b/;
/** Calls that change or ask something outside of the process, or hand work on: a short function that has one is a step of the flow. */
const EFFECT =
  /\bawait\s|\byield\s|\bfetch\s{0,3}\(|(?:\.|::|->)(?:save|create|update|upsert|delete|remove|insert|execute|exec|query|select|find|fetch|send|publish|enqueue|dispatch|emit|write|post|put|patch|commit|delay|apply_async|push|produce|raise|schedule|upload|download|connect|request|invoke)(?![a-z])\w{0,40}\s{0,3}(?:<[^<>()]{0,80}>\s{0,3})?\(/i;

/** A component's ask of a server, its own state or a store. */
const HOOK = /\buse[A-Z]\w*\s{0,3}[(<]/;

/**
 * A function of a flow as a piece, and how late in the budget it comes: the nearer to the start, the rarer called and the further it leads, the earlier;
 * of equals the larger first.
 */
export interface FlowDraft extends Draft {
  rank: number;
  /** The functions below it in the flow, and its lines. */
  weight: number;
  /** The node_id of the function that calls it. */
  caller: string;
}

/**
 * The functions that running the symbols of `starts` runs, to a depth of calls, and the calls that may come to too many others. Functions that are shown
 * already are left out.
 */
export async function flowDrafts(
  { db, view, searcher, signal }: SourceContext,
  starts: readonly SymbolHead[],
  { depth, fold }: { depth: number; fold: boolean },
): Promise<{ drafts: FlowDraft[]; open: OpenStep[] }> {
  const withTests = starts.some(({ path }) => pathClassOf(path) === "test");
  const find = findCode({ searcher, view });
  const { steps, open } = await flowFrom(db, view, starts, {
    depth,
    tiers: tiersUpTo("import"),
    withTests,
    find,
    signal,
  });
  const below = countBelow(steps);
  const read = nearest(steps, below);
  const files = await readFiles(
    db,
    view,
    read.map(({ head }) => head.path),
  );
  const ranks = new Map<string, number>();
  const delegates = new Map<string, number>();
  const drafts = read.flatMap((step): FlowDraft[] => {
    const { head, caller } = step;
    const lines = files.get(head.path);
    if (lines === undefined) return [];
    const text = textOf(head, lines, fold);
    const reached = below.get(head.nodeId) ?? 0;
    const isError = head.nodeType === "constructor" && RAISES.test(files.get(step.path)?.[step.line - 1] ?? "");
    const isLast = isError || isLook(step, text.lines);
    const late = isLast ? OF_ERROR : reached === 0 && isDetail(head, text.lines) ? OF_DETAIL : 0;
    const handed = delegates.get(caller.nodeId) ?? 0;
    delegates.set(head.nodeId, handed + Number(reached > 0 && text.lines.length <= DELEGATE));
    const own = rankOf(step) - 2 * handed + late;
    // A function comes after the one that calls it, which stands before it in the flow.
    const rank = Math.max(own, (ranks.get(caller.nodeId) ?? -1) + 1);
    ranks.set(head.nodeId, rank);
    return [
      {
        rank,
        weight: weightOf(reached, text.lines.length),
        caller: caller.nodeId,
        fields: fieldsOf(step),
        text,
      },
    ];
  });
  return { drafts, open };
}

/** Calls through interfaces that may come to many, in words, those to very many last: `Store.save src/store.ts:2, overridden by 6 (FileStore.save, …)`. */
export function openInWords(open: readonly OpenStep[]): string[] {
  const few = open.filter(({ overriding }) => overriding.length <= VERY_MANY);
  const many = open.filter(({ overriding }) => overriding.length > VERY_MANY);
  return [...few, ...many].map(({ member, overriding }) => {
    const names = overriding.map((head) => nameOf(head).split(".").slice(-2).join("."));
    const own = `${nameOf(member)} ${placeOf(member.path, member.lineStart)}`;
    return `${own}, overridden by ${overriding.length} (${firstFew(names, MOST_OVERRIDING).join(", ")})`;
  });
}

const nameOf = (head: SymbolHead): string => nameBesidePath(head.qualifiedName, head.path, head.nodeType);

/** The steps that are read, in their order: of very many the nearest, of equals the weightiest, with those that call them. */
function nearest(steps: readonly FlowStep[], below: ReadonlyMap<string, number>): FlowStep[] {
  const ranks = new Map<string, number>();
  const ranked = steps.map((step, index) => {
    const { nodeId, lineStart, lineEnd } = step.head;
    const rank = Math.max(rankOf(step), (ranks.get(step.caller.nodeId) ?? -1) + 1);
    ranks.set(nodeId, rank);
    return { step, index, rank, weight: weightOf(below.get(nodeId), lineEnd - lineStart + 1) };
  });
  const chosen = ranked.sort((a, b) => a.rank - b.rank || b.weight - a.weight || a.index - b.index).slice(0, MOST_READ);
  return chosen.sort((a, b) => a.index - b.index).map(({ step }) => step);
}

/** How much a function has to tell: the functions below it, and its own lines, of which very many only say much of one thing. */
const weightOf = (reached = 0, lines: number): number => reached * LINES_OF_STEP + Math.min(lines, MOST_WEIGHED);

/** How many functions of the flow stand below each: it is called by them alone, or met there first. */
function countBelow(steps: readonly FlowStep[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { head, caller } of steps.toReversed())
    counts.set(caller.nodeId, (counts.get(caller.nodeId) ?? 0) + 1 + (counts.get(head.nodeId) ?? 0));
  return counts;
}

/** Whether a function that leads nowhere is a detail of a flow: it keeps values, reads or compares one, or makes a text. */
function isDetail({ nodeType }: SymbolHead, lines: readonly string[]): boolean {
  const most = nodeType === "constructor" ? 2 * DETAIL : DETAIL;
  return lines.length <= most && !lines.some((line) => EFFECT.test(line.slice(0, LONGEST_LINE)));
}

/** Whether a component of a component does nothing but show: a button, a menu. */
const isLook = ({ head, caller }: FlowStep, lines: readonly string[]): boolean =>
  head.nodeType === "component" &&
  caller.nodeType === "component" &&
  !lines.some((line) => EFFECT.test(line.slice(0, LONGEST_LINE)) || HOOK.test(line.slice(0, LONGEST_LINE)));

function rankOf({ depth, callers, isOneOfMany }: FlowStep): number {
  return 2 * depth + (callers >= SHARED ? 5 : callers > SHARED / 3 ? 1 : 0) + Number(isOneOfMany);
}

function fieldsOf({ head, depth, caller, path, line, tier }: FlowStep): Draft["fields"] {
  const name = nameBesidePath(caller.qualifiedName, caller.path, caller.nodeType);
  return {
    symbol: head.name,
    node_id: head.nodeId,
    qualified_name: nameBesidePath(head.qualifiedName, head.path, head.nodeType),
    node_type: head.nodeType,
    file_path: head.path,
    line_start: head.lineStart,
    depth,
    called_at: path === caller.path ? `${name}, line ${line}` : `${name}, ${placeOf(path, line)}`,
    ...((tier === "candidate" || tier === "unique") && { is_possible: true }),
  };
}

function textOf(head: SymbolHead, lines: readonly string[], isFolded: boolean): PieceDraft {
  const { start, lines: all } = pieceOf(head, lines);
  // Comments above a function say again, at length, the steps that follow.
  const own = all.slice(head.lineStart - start);
  const hasSteps = (isCallable(head.nodeType) || keepsValue(head.nodeType)) && own.length > SHORT;
  return {
    start: head.lineStart,
    headLine: head.lineStart,
    lines: own,
    isFolded,
    members: null,
    signature: signatureOf(head),
    hasSteps,
    form: hasSteps ? "steps" : "whole",
  };
}

/**
 * Shares a budget among the pieces of a flow, by rank and, of equals, for each caller in turn. A piece gets its need, at most a third of the rest,
 * and less the deeper it is. A piece with 0 is left out, with all its callees. The functions of one depth leave room for those below them, and take
 * the rest in the end.
 */
export function flowShares(drafts: readonly FlowDraft[], head: (draft: Draft) => string, budget: number): number[] {
  const shares = drafts.map(() => 0);
  const own = new Map(drafts.map(({ fields }, index) => [fields.node_id, index]));
  const spent = new Map<number, number>();
  let left = budget;
  const give = (index: number): boolean => {
    const draft = nth(drafts, index);
    const { depth = 1 } = draft.fields;
    const caller = own.get(draft.caller);
    if (caller !== undefined && shares[caller] === 0) return false;
    const heading = estimateTokens(head(draft)) + 2;
    const most = Math.floor(left / (SHARES + depth - 1));
    const share = Math.min(sizeOf(draft.text), Math.max(LEAST, most)) + heading;
    if (share > left) return false;
    shares[index] = share - heading;
    left -= share;
    spent.set(depth, (spent.get(depth) ?? 0) + share);
    return true;
  };
  const hasRoom = (index: number): boolean => {
    const { depth = 1 } = nth(drafts, index).fields;
    return (spent.get(depth) ?? 0) < budget * OF_DEPTH;
  };
  const later = byTurns(drafts).filter((index) => !hasRoom(index) || !give(index));
  for (const index of later) give(index);
  return shares;
}

/** The positions of pieces by rank; of equals first the weightiest one of each caller, then a second one of each. */
export function byTurns(drafts: readonly FlowDraft[]): number[] {
  const taken = new Map<string, number>();
  const weighed = drafts.map((draft, index) => ({ ...draft, index })).sort((a, b) => b.weight - a.weight);
  const turns = weighed.map(({ rank, caller, index }) => {
    const key = `${rank} ${caller}`;
    const turn = taken.get(key) ?? 0;
    taken.set(key, turn + 1);
    return { index, rank, turn };
  });
  return turns.sort((a, b) => a.rank - b.rank || a.turn - b.turn || a.index - b.index).map(({ index }) => index);
}
