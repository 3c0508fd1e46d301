/** Callers of the declarations in some lines of a file, and callees of these lines: the few of each that a reader goes on with. */
import { nth } from "../base/need.js";
import type { EdgeKind } from "../model/edge.js";
import { pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import { headsOfFile, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { callersThroughBases } from "./calls/callers.js";
import { incomingRelations, outgoingRelations, type Relation, sureFirst, symbolOf, tiersUpTo } from "./relations.js";
import { isCallable, isContainer, isNamespace, nameBesidePath, readSymbols, targetsOf } from "./symbol.js";

/** Lines of a file version. */
export interface Lines {
  versionId: number;
  startLine: number;
  endLine: number;
}

/** A symbol at the other end of an edge. */
export interface Neighbour {
  /** "" for code at the top level of a file, and for a file of tests. */
  name: string;
  path: string;
  /** The lines of the calls; of a callee, the lines where it is declared. */
  lines: number[];
  /** Known by its name alone, or reached through what is implemented or overridden. */
  isLikely: boolean;
}

export interface Neighbours {
  /** The declaration that is called, where the lines have several. */
  of: string | null;
  isCalled: boolean;
  callers: Neighbour[];
  /** There are more callers than are looked at. */
  isCapped: boolean;
  callees: Neighbour[];
}

const TIERS = tiersUpTo("unique");
/** Uses of a type or a value. */
const USES: readonly EdgeKind[] = ["calls", "references", "accepts", "implements", "inherits", "extends"];

/**
 * The neighbours of some lines, sure ones first, code before tests. Of several declarations the callers are those of the one that `fits` best, or of the
 * longest. null: nothing is declared there.
 */
export async function neighboursOf(
  db: Db,
  view: View,
  lines: Lines,
  fits: (name: string) => number,
): Promise<Neighbours | null> {
  const heads = (await headsOfFile(db, view, lines.versionId)).filter(({ ordinal }) => ordinal > 0);
  const { main, others } = mainOf(heads, lines, fits);
  if (main === undefined) return null;
  const isInside = ({ versionId, line }: { versionId: number; line: number }) =>
    versionId === lines.versionId && line >= lines.startLine && line <= lines.endLine;
  const { callers, isCapped } = await callersOf(db, view, main);
  const overlapping = heads.filter(
    ({ lineStart, lineEnd }) => lineStart <= lines.endLine && lineEnd >= lines.startLine,
  );
  const { relations: outgoing } = await outgoingRelations(db, view, overlapping, {
    kinds: ["calls"],
    tiers: TIERS,
    depth: 1,
  });
  const callees = outgoing.filter(
    ({ symbol, versionId, lines: numbers }) =>
      symbol !== null &&
      numbers.some((line) => isInside({ versionId, line })) &&
      !isInside({ versionId: symbol.versionId, line: symbol.lineStart }),
  );
  return {
    of: others > 0 ? main.name : null,
    isCalled: isCallable(main.nodeType),
    callers: named(
      callers.filter(({ relation }) => !isInside({ versionId: relation.versionId, line: nth(relation.lines, 0) })),
      ({ lines: numbers }) => numbers,
    ),
    isCapped,
    callees: named(
      sureFirst(callees).map((relation) => ({ relation, isLikely: relation.tier === "unique" })),
      (relation) => [symbolOf(relation).lineStart],
    ),
  };
}

/**
 * The declaration of the lines that fits best, members of types among them and nothing inside functions; of equals the longest function. Else the function or
 * type around the lines.
 */
function mainOf(heads: readonly SymbolHead[], lines: Lines, fits: (name: string) => number) {
  const isDeclared = ({ lineStart }: SymbolHead) => lineStart >= lines.startLine && lineStart <= lines.endLine;
  const inside = new Map(heads.filter(isDeclared).map((head) => [head.ordinal, head]));
  const outer = [...inside.values()].filter(({ nodeType, parentOrdinal }) => {
    const parent = inside.get(parentOrdinal);
    return !isNamespace(nodeType) && (parent === undefined || isContainer(parent.nodeType));
  });
  const length = ({ lineStart, lineEnd }: SymbolHead) => lineEnd - lineStart;
  const called = ({ nodeType }: SymbolHead) => Number(isCallable(nodeType));
  const [main] = outer.toSorted(
    (a, b) => fits(b.name) - fits(a.name) || called(b) - called(a) || length(b) - length(a),
  );
  if (main !== undefined) return { main, others: outer.length - 1 };
  const around = heads.filter(
    ({ lineStart, lineEnd, nodeType }) =>
      lineStart <= lines.startLine &&
      lineEnd >= lines.endLine &&
      (isCallable(nodeType) || (isContainer(nodeType) && !isNamespace(nodeType))),
  );
  return { main: around.toSorted((a, b) => length(a) - length(b))[0], others: 0 };
}

interface CallingRelation {
  relation: Relation;
  isLikely: boolean;
}

/** Callers of a function, also through the members that it implements or overrides; users of a type or a value. */
async function callersOf(
  db: Db,
  view: View,
  { nodeId, nodeType }: SymbolHead,
): Promise<{ callers: CallingRelation[]; isCapped: boolean }> {
  const [symbol] = await readSymbols(db, view, [nodeId]);
  if (symbol === undefined) return { callers: [], isCapped: false };
  const kinds = isCallable(nodeType) ? (["calls"] as const) : USES;
  const own = await incomingRelations(db, view, await targetsOf(db, view, symbol), { kinds, tiers: TIERS, depth: 1 });
  const through = await callersThroughBases(db, view, symbol, { tiers: TIERS });
  return {
    callers: [
      ...own.relations.map((relation) => ({ relation, isLikely: relation.tier === "unique" })),
      ...through.relations.map((relation) => ({ relation, isLikely: true })),
    ],
    isCapped: own.isCapped,
  };
}

/** Each name of a file once, with all its lines; of tests each file. */
function named(found: readonly CallingRelation[], linesOf: (relation: Relation) => number[]): Neighbour[] {
  const bySymbol = new Map<string, Neighbour>();
  for (const { relation, isLikely } of found) {
    const { ordinal, path, qualifiedName, nodeType } = symbolOf(relation);
    const isWhole = ordinal === 0 || pathClassOf(path) === "test";
    const key = isWhole ? path : `${path}:${qualifiedName}`;
    const known = bySymbol.get(key);
    if (known) known.lines = [...new Set([...known.lines, ...linesOf(relation)])].sort((a, b) => a - b);
    else
      bySymbol.set(key, {
        name: isWhole ? "" : nameBesidePath(qualifiedName, path, nodeType),
        path,
        lines: linesOf(relation),
        isLikely,
      });
  }
  return [...bySymbol.values()];
}
