/** Parts that tools about relations share: callers, references, implementations, dependencies. */
import type { z } from "zod";
import { nth, present } from "../../base/need.js";
import { isInside, type Own } from "../../format/relation-rows.js";
import { type RelationFields, relationFields, subjectFields, type subjectShape } from "../../format/symbols.js";
import type { Relation } from "../../graph/relations.js";
import { linesAt, readTextsOf } from "../../graph/source-lines.js";
import { type CodeSymbol, isCallable, keepsValue } from "../../graph/symbol.js";
import { type FileParts, partsOfFile } from "../../graph/top-level.js";
import type { Db } from "../../store/db/db.js";
import { headsByQualifiedName, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { callConditions } from "./call-conditions.js";
import { cutToShares, MOST_CODE } from "./source-shares.js";
import { valueUses } from "./value-uses.js";

interface MentionedSymbols {
  /** Symbols that relations may go by way of. */
  near: readonly SymbolHead[];
  /** Ids that are the symbol asked about itself, which need no mention. */
  own: readonly string[];
}

/** Relations as an answer has them, with the name of the symbol that each goes by way of, if it is one; overloads with their parameters. */
export function describeRelations(relations: readonly Relation[], names: MentionedSymbols): RelationFields[] {
  const near = new Map(names.near.map((head) => [head.nodeId, head]));
  const own = new Set(names.own);
  const overloaded = overloadedNames(relations);
  return relations.map((relation) => {
    const via = relation.nearId === null || own.has(relation.nearId) ? undefined : near.get(relation.nearId);
    const hasOverloads = relation.symbol !== null && overloaded.has(overloadName(relation.symbol));
    return relationFields(relation, { ...(via && { via }), hasOverloads });
  });
}

/** Functions of one name in several files are not overloads of each other, members of one type are. */
const overloadName = ({ qualifiedName, parentOrdinal, path }: SymbolHead): string =>
  parentOrdinal > 0 ? qualifiedName : `${path} ${qualifiedName}`;

/** The names that several callables among the relations have. */
function overloadedNames(relations: readonly Relation[]): ReadonlySet<string> {
  const ids = new Map<string, string>();
  const several = new Set<string>();
  for (const { symbol } of relations) {
    if (!symbol || !isCallable(symbol.nodeType)) continue;
    const name = overloadName(symbol);
    if ((ids.get(name) ?? symbol.nodeId) !== symbol.nodeId) several.add(name);
    ids.set(name, symbol.nodeId);
  }
  return several;
}

/** The number of a line before its code. */
const NUMBER = 6;
/** The most lines of one relation that are compared, and the most different ones that are shown; a short list shows all. */
const MOST_SITES = 8;
const MOST_TEXTS = 3;
const FEW_SITES = 16;
/** Up to this many calls have the use of their values told, in at most this many characters beside the code. */
export const FEW_CALLS = 12;
const MOST_USES = 900;

/**
 * The same with the source of the first line of the first of them, and the routes and tests that they are: for relations from other files,
 * which a reader has not before their eyes.
 */
export async function describeWithText(
  db: Db,
  view: View,
  relations: readonly Relation[],
  names: MentionedSymbols & { subject?: Own & { node_type: string } },
): Promise<RelationFields[]> {
  const fields = describeRelations(relations, names);
  // The line of an import says no more than the name; uses inside the symbol are seen when it is read.
  const isWorth = (each: RelationFields) =>
    each.edge_type !== "imports" && !(names.subject && isInside(each, names.subject));
  const shown = fields.filter(isWorth);
  const sites = shown.flatMap(({ file_path, lines }) =>
    lines.slice(0, MOST_SITES).map((line) => ({ path: present(file_path), line })),
  );
  const files = await readTextsOf(db, view, sites);
  const texts = linesAt(files, sites);
  addParts(relations, fields, files);
  const bySite = new Map(sites.map(({ path, line }, index) => [`${path}:${line}`, texts[index] ?? ""]));
  const count = bySite.size;
  const isFew = shown.reduce((sum, { lines }) => sum + lines.length, 0) <= FEW_SITES;
  const cut = cutToShares(bySite.values(), NUMBER);
  const usesAt = count <= FEW_CALLS ? resultUses(relations, names, files) : () => undefined;
  const conditionAt = conditionsAt(relations, files, keepsValue(names.subject?.node_type ?? ""));
  const codes = new Map(
    relations.flatMap(({ path, code = [] }) => [...code].map(([line, text]) => [`${path}:${line}`, text] as const)),
  );
  let room = MOST_CODE + (count <= FEW_CALLS ? MOST_USES : 0);
  let offset = 0;
  const told = new Set<string>();
  for (const relation of shown) {
    const lines = relation.lines.slice(0, MOST_SITES);
    const own = texts.slice(offset, offset + lines.length).map((text, index) => {
      if (text === undefined) return undefined;
      const line = nth(lines, index);
      const uses = usesAt(relation, line);
      return `${cut(codes.get(`${relation.file_path}:${line}`) ?? text)}${conditionAt(relation, line)}${uses === undefined ? "" : ` → ${uses}`}`;
    });
    const text = textOfSites(lines, own, isFew || relation.access === "registered" ? MOST_SITES : MOST_TEXTS);
    offset += lines.length;
    const place = `${relation.file_path}:${relation.line}`;
    // A line that calls and names is shown once.
    if (!told.has(place)) room -= text?.length ?? 0;
    told.add(place);
    if (room < 0) break;
    if (text !== undefined) relation.text = text;
  }
  return fields;
}

/** Tells how the value of a call in a line is used, where the text of its file was read: see `usesOfResult`. */
function resultUses(
  relations: readonly Relation[],
  { near, subject }: MentionedSymbols & { subject?: Own },
  files: ReadonlyMap<string, string>,
): (relation: RelationFields, line: number) => string | undefined {
  const called = new Map(near.filter(({ nodeType }) => isCallable(nodeType)).map(({ nodeId, name }) => [nodeId, name]));
  const symbols = new Map(
    relations.flatMap(({ symbol }) => (symbol === null ? [] : [[symbol.nodeId, symbol] as const])),
  );
  const usesOf = valueUses(files);
  return ({ edge_type, node_id, via }, line) => {
    const name = called.get(via ?? "") ?? subject?.qualified_name.split(".").at(-1);
    const caller = symbols.get(node_id);
    return edge_type !== "calls" || name === undefined || !caller ? undefined : usesOf({ name, line, caller });
  };
}

/**
 * Tells in brackets under which conditions a call stands, ` (if user)`, and of what keeps a value (`isValue`) any use; nothing for one under none, and
 * for other references.
 */
function conditionsAt(
  relations: readonly Relation[],
  files: ReadonlyMap<string, string>,
  isValue: boolean,
): (relation: RelationFields, line: number) => string {
  const conditions = callConditions(files);
  const callers = new Map(relations.flatMap(({ symbol }) => (symbol ? [[symbol.nodeId, symbol] as const] : [])));
  return ({ edge_type, node_id, access }, line) => {
    const isTold = edge_type === "calls" || ((isValue || access === "registered") && edge_type === "references");
    const caller = isTold ? callers.get(node_id) : undefined;
    const phrases = caller && isCallable(caller.nodeType) ? conditions(caller, line) : [];
    return phrases.length > 0 ? ` (${phrases.join(", ")})` : "";
  };
}

/** The source of some lines: once if it is the same for all, otherwise the first different lines, each behind its number. */
function textOfSites(
  lines: readonly number[],
  texts: readonly (string | undefined)[],
  most: number,
): string | undefined {
  const firsts = new Map<string, number>();
  for (const [index, text] of texts.entries())
    if (text !== undefined && !firsts.has(text)) firsts.set(text, nth(lines, index));
  if (texts[0] === undefined || firsts.size < 2) return texts[0];
  return [...firsts]
    .slice(0, most)
    .map(([text, line]) => `${line}: ${text}`)
    .join("\n");
}

/** Symbols that handle routes, or register them: `const app = new Hono().get("/cats", (c) => …)`. */
const REGISTERING = new Set(["method", "function", "constant"]);

/** Tells the routes and tests that relations at the top level of files are, and the routes that functions handle or register, as far as texts were read. */
function addParts(
  relations: readonly Relation[],
  fields: readonly RelationFields[],
  texts: ReadonlyMap<string, string>,
): void {
  const files = new Map<string, FileParts>();
  for (const [index, { symbol, kind, lines }] of relations.entries()) {
    const text = kind === "imports" || symbol === null ? undefined : texts.get(symbol.path);
    if (symbol === null || text === undefined) continue;
    const { path, language, ordinal, nodeType, lineStart, lineEnd } = symbol;
    if (ordinal > 0 && !REGISTERING.has(nodeType)) continue;
    const file = files.get(path) ?? partsOfFile(path, language, text);
    files.set(path, file);
    const own = ordinal === 0 ? null : file.handledBy(lineStart, lineEnd);
    const parts =
      ordinal === 0
        ? lines.map(file.around)
        : own !== null
          ? [own]
          : lines.map((line) => file.registeredIn(lineStart, lineEnd, line));
    if (parts.some((part) => part !== null)) nth(fields, index).parts = parts;
  }
}

/** More overloads of one name are not told of. */
const MOST_OVERLOADS = 10;

/** The symbol asked about; the parameters of one that has overloads, its own first. */
export async function describeSubject(db: Db, view: View, symbol: CodeSymbol): Promise<z.infer<typeof subjectShape>> {
  const fields = subjectFields(symbol);
  const { primary, spans } = symbol;
  if (!isCallable(primary.nodeType)) return fields;
  const namesakes = await headsByQualifiedName(db, view, primary.qualifiedName, MOST_OVERLOADS);
  const isOverload = (head: SymbolHead) =>
    head.nodeId !== primary.nodeId && overloadName(head) === overloadName(primary);
  const isOverloaded = spans.length > 1 || namesakes.some(isOverload);
  const own = [...new Set(spans.flatMap(({ parameterSignature }) => parameterSignature ?? []))];
  return isOverloaded && own.length > 0 ? { ...fields, overloads: own.slice(0, MOST_OVERLOADS) } : fields;
}
