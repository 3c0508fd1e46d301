/** From pieces that a search finds to the declarations that they are of. */
import { KINDS_AROUND } from "../../graph/enclosing.js";
import { isConstructible } from "../../graph/symbol.js";
import type { Db } from "../../store/db/db.js";
import { headsAround, headsInLines, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { fitOf } from "../code/reason.js";
import type { CodeHit } from "../code/search.js";
import { type Lines, statementsIn } from "./top-level.js";

/**
 * The declaration of each hit: in its piece the one that fits the question best, of equals the longest; else the one around it, or its statement at
 * the top level. Null for imports alone.
 */
export async function declarationsOf(
  db: Db,
  view: View,
  hits: readonly CodeHit[],
  asked: string,
): Promise<(SymbolHead | null)[]> {
  const spans = hits.map(({ chunk }) => ({
    versionId: chunk.versionId,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
  }));
  const inside = await headsInLines(db, view, spans);
  const around = await headsAround(
    db,
    view,
    hits.map(({ chunk }) => ({ path: chunk.path, line: chunk.startLine })),
    KINDS_AROUND,
  );
  const held = fitOf(asked);
  const declared = hits.map(({ chunk }, index) => {
    const own = inside.filter(
      (head) =>
        head.versionId === chunk.versionId && head.lineStart >= chunk.startLine && head.lineStart <= chunk.endLine,
    );
    const telling = own.filter((head) => !isWrapping(head, own));
    const ordinals = new Set(telling.map(({ ordinal }) => ordinal));
    const best = telling
      .filter(({ parentOrdinal }) => !ordinals.has(parentOrdinal))
      .toSorted((a, b) => held(b.name) - held(a.name) || b.lineEnd - b.lineStart - (a.lineEnd - a.lineStart))[0];
    return best ?? around[index] ?? null;
  });
  const bare = hits.flatMap(({ chunk }, index) => (declared[index] === null ? [{ chunk, index }] : []));
  const outside = await outsideOfFunctions(
    db,
    view,
    bare.map(({ chunk: { path, startLine, endLine } }) => ({ path, first: startLine, last: endLine })),
  );
  for (const [position, { index }] of bare.entries()) declared[index] = outside[position] ?? null;
  return declared;
}

/** Code in no function or type is of the constant that it is a value of, else of its statement. */
async function outsideOfFunctions(db: Db, view: View, stretches: readonly Lines[]): Promise<(SymbolHead | null)[]> {
  const starts = stretches.map(({ path, first }) => ({ path, line: first }));
  const kept = await headsAround(db, view, starts, ["constant", "variable"]);
  const statements = await statementsIn(db, view, stretches);
  return stretches.map((_, index) => kept[index] ?? statements[index] ?? null);
}

/** A namespace, or a module around a class (`module Billing; class Invoice`), says nothing of what it holds. */
function isWrapping({ nodeType, ordinal }: SymbolHead, some: readonly SymbolHead[]): boolean {
  const holdsType = () => some.some((head) => head.parentOrdinal === ordinal && isConstructible(head.nodeType));
  return nodeType === "namespace" || (nodeType === "module" && holdsType());
}
