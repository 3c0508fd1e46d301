/** The places that a change breaks, as its rules say, over the edges of the index. */
import { addToList } from "../../base/groups.js";
import { need } from "../../base/need.js";
import { languageNamed, languageOf } from "../../languages/index.js";
import { type EdgeKind, REFERENCE_KINDS } from "../../model/edge.js";
import { fileNodeId } from "../../model/node-id.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import { decidedEdges, type Incoming, incomingEdges } from "../../store/incoming.js";
import { unresolvedReferences } from "../../store/unresolved.js";
import { calledIn } from "../calls/unresolved.js";
import type { GraphReader } from "../graph-reader.js";
import { constructorsOf, readSymbols } from "../symbol.js";
import type { BreakRule, Sureness, SymbolChange } from "./changes.js";
import { declaredOf, nameOfChange } from "./compare.js";
import { type Declared, exportedNames } from "./declared.js";
import { importersOf, namesPassedOn } from "./importers.js";
import { allows } from "./parameters.js";
import { lastName, lineNaming, type Parses } from "./parses.js";
import { brokenTags } from "./tags.js";

const MOST_EDGES = 20_000;
/** Unresolved calls of a name that are named. */
const MOST_UNRESOLVED = 20;

/** A change of a file, and the side of the file that the index has. */
export interface IndexedChange {
  change: SymbolChange;
  indexed: "before" | "after";
}

export interface BrokenPlace {
  path: string;
  line: number;
  sureness: Sureness;
  why: string;
  /** The name of what changed. */
  name: string;
}

interface Search extends GraphReader {
  parses: Parses;
}

/** The broken places by path and line; one for each line and reason, the surest. */
export async function brokenPlaces(
  search: Search,
  changes: readonly IndexedChange[],
): Promise<{ places: BrokenPlace[]; isCapped: boolean }> {
  const places: BrokenPlace[] = [];
  const uses = await usesOf(search, changes);
  let isCapped = uses.isCapped;
  await search.parses.read(pathsToRead(changes, uses.byId));
  for (const item of changes) {
    const { change } = item;
    const name = nameOfChange(change);
    for (const rule of change.rules) {
      if (rule.who === "importers" || rule.who === "passed") {
        const found = await importersFor(search, item, rule);
        isCapped ||= found.isCapped;
        for (const { path, line } of found.places)
          places.push({ path, line, name, sureness: rule.sureness, why: rule.why });
        continue;
      }
      const declared = rule.on ?? indexedSide(item);
      if (rule.who === "tags") {
        const found = declared === null ? [] : uses.byId.get(declared.nodeId);
        const tags = declared === null ? [] : await brokenTags(search, rule, declared, found ?? []);
        for (const tag of tags) places.push({ ...tag, name, why: rule.why });
        continue;
      }
      if (declared === null) places.push(...(await unresolvedFor(search, item, rule)));
      else
        for (const edge of uses.byId.get(declared.nodeId) ?? [])
          for (const place of brokenBy(search.parses, edge, rule, declared))
            places.push({ ...place, name, why: rule.why });
    }
    places.push(...brokenInside(search.parses, item));
  }
  return { places: surestOfEach(places), isCapped: isCapped || search.parses.isCapped() };
}

/** The declaration as the index has it; null: the index has the side without it. */
export function indexedSide({ change, indexed }: IndexedChange): Declared | null {
  return indexed === "before" ? change.before : change.after;
}

/** The id of a change in the index: that of the declaration, or of the file for a move and for code at the top level. */
export function indexedId(item: IndexedChange): string | null {
  const declared = indexedSide(item);
  if (declared !== null) return declared.nodeId;
  const { alone } = item.change;
  const family = alone?.nodeType === "file" ? languageNamed(alone.language)?.family : undefined;
  if (!alone || family === undefined) return null;
  return fileNodeId(family, item.indexed === "before" ? alone.oldPath : alone.path);
}

/** The references to what the rules are about, by its id. */
async function usesOf({ db, view, tiers }: Search, changes: readonly IndexedChange[]) {
  const wanted = new Set<string>();
  for (const item of changes)
    for (const rule of item.change.rules) {
      const declared = rule.on ?? indexedSide(item);
      if (rule.who !== "importers" && rule.who !== "passed" && declared) wanted.add(declared.nodeId);
    }
  const constructors = await constructorsOf(db, view, await readSymbols(db, view, [...wanted]));
  const targets = [...new Set([...wanted, ...constructors.keys()])];
  const filter = { kinds: REFERENCE_KINDS, tiers, limit: MOST_EDGES };
  const { edges, leftOut } = await incomingEdges(db, view, targets, filter);
  const decided = await decidedEdges(db, view, targets, filter);
  const byId = new Map<string, Incoming[]>();
  for (const edge of [...edges, ...decided.map((each) => each.edge)])
    for (const id of new Set([edge.target, constructors.get(edge.target) ?? edge.target])) {
      if (!wanted.has(id)) continue;
      addToList(byId, id, edge);
    }
  return { byId, isCapped: leftOut !== null };
}

/** Files in which the numbers of arguments, or the members of deriving types, are looked at. */
function pathsToRead(changes: readonly IndexedChange[], byId: ReadonlyMap<string, readonly Incoming[]>): string[] {
  return changes.flatMap((item) =>
    item.change.rules.flatMap((rule) => {
      const declared = rule.on ?? indexedSide(item);
      const isRead = rule.who === "calls" || rule.who === "arguments" || (rule.who === "derived" && rule.member);
      if (declared === null || !isRead) return [];
      return (byId.get(declared.nodeId) ?? []).map(({ source }) => source.path);
    }),
  );
}

async function importersFor(search: Search, { change, indexed }: IndexedChange, rule: ModuleRule) {
  const { before, alone } = change;
  const old = before?.path ?? alone?.oldPath ?? "";
  const path = indexed === "before" ? old : (change.after?.path ?? alone?.path ?? old);
  if (rule.who === "importers") return importersOf(search, path, new Set(rule.names));
  const names = await namesPassedOn(search, path, (line) => line === rule.line);
  const now = search.parses.changed(path) ?? null;
  const kept = await namesPassedOn(search, path, (line) => line !== rule.line);
  for (const name of [...kept, ...(now ? exportedNames(now) : [])]) names.delete(name);
  return names.size === 0 ? { places: [], isCapped: false } : importersOf(search, path, names);
}

type ModuleRule = Extract<BreakRule, { who: "importers" | "passed" }>;
type EdgeRule = Exclude<BreakRule, ModuleRule | { who: "tags" }>;

const DERIVES: ReadonlySet<EdgeKind> = new Set(["implements", "inherits", "extends", "overrides"]);

/** The lines of a reference that a rule breaks. */
function brokenBy(
  parses: Parses,
  edge: Incoming,
  rule: EdgeRule,
  declared: Declared,
): { path: string; line: number; sureness: Sureness }[] {
  const { kind, source, lines } = edge;
  const isDerived = DERIVES.has(kind);
  const isWanted = {
    users: kind !== "overrides",
    values: kind === "references",
    derived: isDerived,
    calls: kind === "calls",
    arguments: kind === "calls",
  }[rule.who];
  if (!isWanted) return [];
  // Where any number is allowed, a missing argument has no value, and nothing refuses it.
  const isAllowed = rule.who === "calls" && languageOf(source.path)?.takesAnyNumber === true;
  const sureness = isAllowed ? "likely" : rule.sureness;
  const changed = parses.changed(source.path);
  if (changed === null) return [];
  if (changed !== undefined) {
    if (rule.who === "derived") return [];
    if (rule.who === "calls" || rule.who === "arguments")
      return callsNamed(changed.references.filter((each) => lastName(each, changed) === declared.name)).flatMap(
        (call) => (isBroken(call, rule) ? [{ path: source.path, line: call.line, sureness }] : []),
      );
    const line = lineNaming(changed, declared.name, declared.owner !== null);
    return line === null ? [] : [{ path: source.path, line, sureness }];
  }
  // An interface leaves the member to what implements it.
  if (rule.who === "derived" && rule.member && source.nodeType === "interface") return [];
  if (rule.who === "derived" && rule.member && declaresMember(parses.stored(source.path), source.name, rule.member))
    return [];
  return lines.flatMap((line) => {
    const place = { path: source.path, line, sureness };
    if (rule.who !== "calls" && rule.who !== "arguments") return [place];
    const parse = parses.stored(source.path);
    if (!parse) return [{ ...place, sureness: "likely" as const }];
    const here = parse.references.filter((reference) => reference.line === line);
    const named = here.filter((reference) => lastName(reference, parse) === declared.name);
    const calls = callsNamed(named.length > 0 ? named : here);
    if (calls.length === 0) return rule.who === "arguments" ? [place] : [];
    return calls.some((call) => isBroken(call, rule)) ? [place] : [];
  });
}

/** Whether a type of a file has a member, so that it may well have it as a base asks for it. */
const declaresMember = (parse: ParseResult | undefined, type: string, member: string): boolean =>
  parse?.symbols.some(({ name, parent }) => name === member && parse.symbols[parent]?.name === type) === true;

const CALLS: ReadonlySet<string> = new Set(["call", "new", "jsx", "decorator"]);
const callsNamed = (references: readonly Reference[]) => references.filter(({ kind }) => CALLS.has(kind));

function isBroken({ argumentCount }: Reference, rule: EdgeRule): boolean {
  if (rule.who === "arguments") {
    if (argumentCount === null) return true;
    return argumentCount >= rule.from && (!rule.within || allows(rule.within, argumentCount));
  }
  if (rule.who !== "calls" || argumentCount === null) return false;
  return !rule.arities.some((arity) => allows(arity, argumentCount));
}

/** Calls of a name that leads nowhere any more, since the index has the side without it. */
async function unresolvedFor({ db, view }: Search, item: IndexedChange, rule: EdgeRule): Promise<BrokenPlace[]> {
  const declared = declaredOf(item.change);
  if (rule.who !== "users" || !declared) return [];
  const called = calledIn([declared.name], [declared]);
  const scope = { called, sources: [], kinds: ["calls", "inherits", "implements", "extends"] as const };
  const found = await unresolvedReferences(db, view, scope, { places: MOST_UNRESOLVED, limit: MOST_UNRESOLVED });
  const wanted = declared.owner ? "no-such-member" : "undeclared-name";
  return found
    .filter(({ reason }) => reason === wanted)
    .flatMap(({ places }) => places)
    .map(({ path, line }) => ({ path, line, sureness: "likely", why: rule.why, name: declared.qualifiedName }));
}

/** Places where the file itself still has a name that it no longer declares. */
function brokenInside(parses: Parses, { change, indexed }: IndexedChange): BrokenPlace[] {
  const { before, after, kind } = change;
  if (!before || before.owner || (kind !== "removed" && kind !== "renamed")) return [];
  const path = after?.path ?? before.path;
  const parse = indexed === "before" ? parses.changed(path) : parses.stored(path);
  const line = parse ? lineNaming(parse, before.name, false) : null;
  if (line === null) return [];
  const why = `${before.name} is not declared here any more`;
  return [{ path, line, sureness: "certain", why, name: before.qualifiedName }];
}

function surestOfEach(places: readonly BrokenPlace[]): BrokenPlace[] {
  const found = new Map<string, BrokenPlace>();
  for (const place of places) {
    const key = `${place.path}:${place.line}:${place.name}`;
    const known = found.get(key);
    if (!known || (known.sureness === "likely" && place.sureness === "certain")) found.set(key, place);
  }
  const rank = ({ sureness }: BrokenPlace) => (sureness === "certain" ? 0 : 1);
  return [...found.keys()]
    .map((key) => need(found, key))
    .sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
