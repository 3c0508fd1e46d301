/** Symbols outside of the index that code of the project refers to, as the subject of a question: `CanActivate` of @nestjs/common. */
import type { EdgeKind } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { type ExternalSymbol, externalsNamed, readExternals, type UsedExternal } from "../../store/unresolved.js";
import type { View } from "../../store/views.js";
import { outgoingRelations, tiersUpTo } from "../relations.js";
import { type CodeSymbol, isConstructible, isContainer, readParents, readSymbol, readSymbols } from "../symbol.js";

/** The kind of such a symbol, of which the code says no more. */
export const OUTSIDE = "external";

/** Longer names are not taken apart. */
const MOST_PARTS = 10;
/** Levels of base types of the project between a class and one outside. */
const MOST_LEVELS = 5;
const HERITAGE: readonly EdgeKind[] = ["implements", "inherits", "extends"];

/** A library's name in the library, or the library's own for an import of the whole. */
export const externalName = ({ name, module }: ExternalSymbol) => (name === "*" ? (module ?? name) : name);

/** A symbol of a place that does not exist: nothing is declared in it, and no edge leads out of it. */
export function outsideSymbol(external: ExternalSymbol & Partial<UsedExternal>): CodeSymbol {
  const { nodeId, name, module, derived = 0 } = external;
  const head: SymbolHead = {
    nodeId,
    versionId: -1,
    ordinal: -1,
    parentOrdinal: -1,
    path: "",
    fileStatus: "",
    name,
    qualifiedName: externalName(external),
    nodeType: OUTSIDE,
    language: "",
    lineStart: 0,
    lineEnd: 0,
    access: "",
    flags: 0,
    hasDoc: false,
    parameterSignature: null,
    parameterCount: null,
    returnType: null,
  };
  return { primary: head, spans: [head], outside: { module, isBase: derived > 0 } };
}

/** Reads the symbol of a question about uses: one of the project as `readSymbol` does, or one outside by its node_id. Throws as `readSymbol`. */
export async function readUsed(db: Db, view: View, given: string): Promise<CodeSymbol> {
  const [external] = /^[\w-]+$/.test(given) ? await readExternals(db, view.projectId, [given]) : [];
  return external ? outsideSymbol(external) : readSymbol(db, view, given);
}

/**
 * The symbols outside that a name means, base types first, then the most used: `CanActivate`, `IPipelineBehavior<TRequest>`, or behind its module or a last
 * part of that: `http.Handler`, `java.io.Serializable`. Of a base type whose module the code does not tell any module is taken.
 */
export async function outsideNamed(db: Db, view: View, given: string): Promise<UsedExternal[]> {
  const parts = given.replace(/<.*>$/, "").split(".");
  if (parts.length > MOST_PARTS || !parts.every((part) => /^[\w$@/-]+$/.test(part))) return [];
  const names = parts.map((_, index) => parts.slice(index).join("."));
  const found = await externalsNamed(db, view, names, HERITAGE);
  return found.filter(({ name, module, derived }) => {
    const before = parts.join(".").slice(0, -name.length - 1);
    if (before === "") return true;
    if (module === null) return derived > 0;
    return module === before || module.endsWith(`.${before}`) || module.endsWith(`/${before}`);
  });
}

/** A base type outside of a class that a member stands in, and the class of the project that names it. */
export interface OutsideBase {
  base: ExternalSymbol;
  by: SymbolHead;
}

/** The types outside that a class, or that of a member, derives from, itself or by bases of the project. */
export async function outsideBases(db: Db, view: View, head: SymbolHead): Promise<OutsideBase[]> {
  const owner = isConstructible(head.nodeType) ? head : (await readParents(db, view, [head]))(head);
  if (!owner || !isContainer(owner.nodeType) || owner.ordinal === 0) return [];
  const [type] = await readSymbols(db, view, [owner.nodeId]);
  const tiers = [...tiersUpTo("unique"), "external" as const];
  const { relations } = await outgoingRelations(db, view, type?.spans ?? [], {
    kinds: HERITAGE,
    tiers,
    depth: MOST_LEVELS,
  });
  const types = new Map([owner, ...relations.flatMap(({ symbol }) => symbol ?? [])].map((head) => [head.nodeId, head]));
  return relations.flatMap(({ external, nearId }) =>
    external === null ? [] : [{ base: external, by: types.get(nearId ?? "") ?? owner }],
  );
}
