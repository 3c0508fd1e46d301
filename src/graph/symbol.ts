/**
 * A symbol as people know it: the rows of one view with one node_id put together. A C# partial class, a TypeScript interface that is
 * declared twice and a set of overloads are one symbol with several spans.
 */
import { CodeindexError } from "../base/errors.js";
import { groupBy } from "../base/groups.js";
import { need, nth } from "../base/need.js";
import { restoreHidden } from "../base/visible.js";
import { languageNamed, languageOf } from "../languages/index.js";
import { nameOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import { explainPath } from "../store/files.js";
import type { Outgoing } from "../store/outgoing.js";
import {
  childHeads,
  hasFlag,
  headsAt,
  headsOfFile,
  type Position,
  readHeads,
  type SymbolHead,
} from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { isPartId, readParts } from "./parts.js";

export interface CodeSymbol {
  /** The span that stands for the symbol. */
  primary: SymbolHead;
  /** All spans: the primary first, the rest by path and line. */
  spans: SymbolHead[];
  /** Of one outside of the index its package, module or namespace, null where the code does not tell it; and whether types are known to derive from it. */
  outside?: { module: string | null; isBase: boolean };
}

/** More spans than these are not read: only namespaces that thousands of files share have as many. */
export const MOST_SPANS = 1000;

const CALLABLE = new Set(["function", "method", "constructor"]);
/** Symbols that stand for what is declared in them. */
const CONTAINERS = new Set([
  "file",
  "module",
  "namespace",
  "class",
  "interface",
  "struct",
  "record",
  "enum",
  "type",
  "extension",
]);
const KEEPING: ReadonlySet<string> = new Set(["constant", "variable", "field", "property"]);
const CONSTRUCTIBLE = new Set(["class", "struct", "record"]);
const OVERRIDABLE = new Set(["method", "property", "field", "event", "function"]);

/** Whether members stand in it. */
export const isContainer = (nodeType: string) => CONTAINERS.has(nodeType);
/** A namespace is in no file more than in another: its first span says nothing. */
export const isShared = (head: SymbolHead) => head.nodeType === "namespace" && hasFlag(head, "isMergeable");
/** Whether it is a function, or a member that is called as one. */
export const isCallable = (nodeType: string) => CALLABLE.has(nodeType);
/** Whether objects are made of it. */
export const isConstructible = (nodeType: string) => CONSTRUCTIBLE.has(nodeType);
/** Whether it keeps a value: a constant, a variable, a field or a property. */
export const keepsValue = (nodeType: string) => KEEPING.has(nodeType);
/** Whether it may override or implement another, as a member does; a function may, as it may be a member of an object. */
export const isOverridable = (nodeType: string) => OVERRIDABLE.has(nodeType);

/** The full name of a type, and of the type that a constructor makes, by which files of settings may name it; empty for others. */
export function fullNameOf({ nodeType, qualifiedName }: Pick<SymbolHead, "nodeType" | "qualifiedName">): string {
  if (nodeType === "constructor") return qualifiedName.replace(/\.[^.]*$/, "");
  return isConstructible(nodeType) || nodeType === "interface" ? qualifiedName : "";
}

/** A span as the key of a map. */
export const keyOf = ({ versionId, ordinal }: Position) => `${versionId}:${ordinal}`;
/** Where the symbol stands that a span is declared in. */
export const parentOf = ({ versionId, parentOrdinal }: SymbolHead): Position => ({ versionId, ordinal: parentOrdinal });
/** The `keyOf` of the span that an edge leads from. */
export const sourceKeyOf = ({ sourceVersion, sourceOrdinal }: Pick<Outgoing, "sourceVersion" | "sourceOrdinal">) =>
  keyOf({ versionId: sourceVersion, ordinal: sourceOrdinal });

/** Reads what each of some spans is declared in. */
export async function readParents(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
): Promise<(head: SymbolHead) => SymbolHead | undefined> {
  const parents = new Map((await headsAt(db, view, heads.map(parentOf))).map((head) => [keyOf(head), head]));
  return (head) => parents.get(keyOf(parentOf(head)));
}

/** A name beside the path of its file: without the namespace or package, which repeats the folders. */
export function nameBesidePath(qualifiedName: string, path: string | null, nodeType: string): string {
  if (path === null || nodeType === "namespace" || qualifiedName === path) return qualifiedName;
  return languageOf(path)?.nameBesidePath?.(qualifiedName, isContainer(nodeType)) ?? qualifiedName;
}

/**
 * The span in the file that is called as the symbol (`Cart.cs`, `Shop.Cart.cs` for a type in a type) or, longer, `Cart.Helper.cs`; else the longest
 * one; of equals the first.
 */
function namesake(spans: readonly SymbolHead[]): SymbolHead {
  const own = spans.filter((span) => `.${nameOf(span.path)}`.includes(`.${span.name}.`));
  const cost =
    own.length > 0
      ? (span: SymbolHead) => nameOf(span.path).length
      : (span: SymbolHead) => span.lineStart - span.lineEnd;
  return (own.length > 0 ? own : spans).reduce((best, span) => (cost(span) < cost(best) ? span : best));
}

/** Puts spans (by path and line) together, in the order in which their symbols first appear. */
export function mergeSpans(heads: readonly SymbolHead[]): CodeSymbol[] {
  const byNode = groupBy(heads, (head) => head.nodeId);
  return [...byNode.values()].map((spans) => {
    const primary = primarySpan(spans);
    return { primary, spans: [primary, ...spans.filter((span) => span !== primary)] };
  });
}

/** Kinds that merge, the main one first: beside `class A`, `interface A` only adds to it. */
const MERGE_RANK = new Map([
  ["interface", 1],
  ["namespace", 2],
  ["module", 2],
  ["extension", 3],
]);

/**
 * The first span of the leading kind. Of callables the one with the body: of the overloads in a file of TypeScript the last, whatever types the others
 * spell out; of partial methods, and of several files, the longest.
 */
function primarySpan(spans: readonly SymbolHead[]): SymbolHead {
  const rank = (span: SymbolHead) => MERGE_RANK.get(span.nodeType) ?? 0;
  const lead = Math.min(...spans.map(rank));
  const leading = spans.filter((span) => rank(span) === lead);
  const first = nth(leading, 0);
  if (!CALLABLE.has(first.nodeType)) return leading.length === 1 ? first : namesake(leading);
  const mayLead = leading.filter(
    ({ path, language }, index) => languageNamed(language)?.identity.hasOverloads || leading[index + 1]?.path !== path,
  );
  const length = (span: SymbolHead) => span.lineEnd - span.lineStart;
  // Of equals the last: partial methods of a line end with their implementation.
  return mayLead.reduce((best, span) => (length(span) >= length(best) ? span : best));
}

/**
 * Reads a symbol with all its spans, by its node_id or by its place as answers print it: `src/cart.ts` is the file's own, `src/cart.ts:12` the smallest
 * around that line. Throws `not_found` for one that the view does not have.
 */
export async function readSymbol(db: Db, view: View, given: string): Promise<CodeSymbol> {
  const [part] = isPartId(given) ? await readParts(db, view, [given]) : [];
  if (part) return { primary: part, spans: [part] };
  // Anything else was not made by us, and some of it (NUL) the database refuses.
  const isId = /^[\w-]+$/.test(given);
  const nodeId = isId ? given : await nodeIdAt(db, view, given);
  const [symbol] = mergeSpans(await readHeads(db, view, [nodeId], { spans: MOST_SPANS }));
  if (symbol) return symbol;
  throw new CodeindexError(
    "not_found",
    `No symbol with node_id '${printable(given)}' in this index. It may have been renamed, moved or removed.`,
    { node_id: given },
    ["search_symbols finds symbols by name and gives their node_id; lookup_symbol does so for a full qualified name."],
  );
}

/** A path from the repository's root; a line may follow, and a last line or a column. */
const PLACE = /^(?:\.\/)?([^\0]+?)(?::(\d{1,7})(?:-(\d{1,7})|:\d{1,7})?)?$/;

/** The id of the symbol at a place. */
async function nodeIdAt(db: Db, view: View, place: string): Promise<string> {
  const [, written = "", digits, last] = PLACE.exec(place) ?? [];
  const path = restoreHidden(written);
  const row = await explainPath(db, view.projectId, view.viewId, path);
  const heads = row?.path === path && row.versionId !== null ? await headsOfFile(db, view, row.versionId) : [];
  const [file, ...declared] = heads;
  if (!file)
    throw new CodeindexError(
      "not_found",
      `'${printable(place)}' is neither a node_id nor the path of a file in the index.`,
      { node_id: place },
      ["search_symbols finds symbols by name; list_directory shows paths, and explain_path what became of one."],
    );
  if (file.language === "")
    throw new CodeindexError(
      "not_found",
      `${path} is text without a language we read: it has no symbols and no edges.`,
      { node_id: place },
      ["search_text finds where its name stands; read_file shows it."],
    );
  const line = Number(digits ?? 1);
  // Compilers count the end of a file as a line of its own.
  if (line > file.lineEnd + 1)
    throw new CodeindexError("not_found", `${path} has no line ${line}; its last is ${file.lineEnd}.`, {
      node_id: place,
    });
  const around = declared.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  const isWhole = ({ lineStart, lineEnd }: SymbolHead) => lineStart === line && lineEnd === Number(last);
  const length = (head: SymbolHead) => (isWhole(head) ? -1 : head.lineEnd - head.lineStart);
  // Of equals the first: what is declared in one line stands before its parts.
  const smallest = digits === undefined ? undefined : around.sort((a, b) => length(a) - length(b))[0];
  return (smallest ?? file).nodeId;
}

/** Reads several symbols; ids that the view does not have are left out. In the order of the ids. */
export async function readSymbols(db: Db, view: View, nodeIds: readonly string[]): Promise<CodeSymbol[]> {
  const ids = [...new Set(nodeIds)];
  const heads = await readHeads(db, view, ids, { spans: 64 });
  const parts = ids.some(isPartId) ? await readParts(db, view, ids) : [];
  const symbols = new Map(mergeSpans([...heads, ...parts]).map((symbol) => [symbol.primary.nodeId, symbol]));
  return nodeIds.flatMap((nodeId) => symbols.get(nodeId) ?? []);
}

/** The ids that a use of the symbol may lead to: its own and, since `new T()` calls the constructor, those of its constructors. */
export async function targetsOf(db: Db, view: View, symbol: CodeSymbol): Promise<string[]> {
  return [symbol.primary.nodeId, ...(await constructorsOf(db, view, [symbol])).keys()];
}

/** The constructors of those symbols that are classes or the like, by id, each with the id of its class. */
export async function constructorsOf(db: Db, view: View, symbols: readonly CodeSymbol[]): Promise<Map<string, string>> {
  const classes = symbols.filter(({ primary }) => isConstructible(primary.nodeType));
  const spans = classes.flatMap((symbol) => symbol.spans.slice(0, 64));
  const owners = new Map(spans.map((span) => [keyOf(span), span.nodeId]));
  const constructors = await childHeads(db, view, spans, { nodeType: "constructor", limit: 2000 });
  return new Map(constructors.map((head) => [head.nodeId, need(owners, keyOf(parentOf(head)))] as const));
}

/** The symbol's spans and everything declared inside them, at any depth. Reads at most 64 files. */
export async function withMembers(db: Db, view: View, symbol: CodeSymbol): Promise<SymbolHead[]> {
  const inside: SymbolHead[] = [];
  for (const [versionId, spans] of groupBy(symbol.spans.slice(0, 64), (span) => span.versionId)) {
    const ordinals = new Set(spans.map((span) => span.ordinal));
    const parts = spans.filter(({ part }) => part !== undefined);
    inside.push(...parts);
    for (const head of await headsOfFile(db, view, versionId)) {
      const isInPart = ({ part, lineStart, lineEnd }: SymbolHead) =>
        part?.of === head.parentOrdinal && lineStart <= head.lineStart && head.lineEnd <= lineEnd;
      // Parents stand before their children.
      if (ordinals.has(head.parentOrdinal) || parts.some(isInPart)) ordinals.add(head.ordinal);
      if (ordinals.has(head.ordinal)) inside.push(head);
    }
  }
  return inside;
}

/** A text that a caller typed, fit for a message: control characters replaced, at most 80 characters. */
export function printable(text: string): string {
  const clean = text.replace(/\p{Cc}/gu, "?");
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}

/** Whether symbols of a type only hold others under a name. */
export const isNamespace = (nodeType: string): boolean => nodeType === "namespace" || nodeType === "module";
