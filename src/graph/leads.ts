/**
 * Leads, a step at a time: the symbols that running one symbol may lead to, and those that may lead to it. From
 *
 *   a function to what it calls, and to functions and values that it refers to, as one that passes a callback on does;
 *   a member to those that override or implement it;
 *   a class that is made to its constructors, and to what fields are set to where they are declared;
 *   a constant, field or property to the functions in its object, and to those that are put into it: `this.onEnd = flush`.
 *
 * A type that is only named leads nowhere. A search backwards from a type that was asked about follows all that names it (`ends`).
 */

import { need, nth } from "../base/need.js";
import type { EdgeKind, EdgeTier } from "../model/edge.js";
import { pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import { decidedEdges, type Incoming, incomingEdges } from "../store/incoming.js";
import { type Outgoing, outgoingEdges } from "../store/outgoing.js";
import { childHeads, headsAt, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import {
  declared,
  type Gathered,
  gather,
  keyOf,
  type Lead,
  type LeadFilter,
  type LeadRelation,
  type Leads,
  MADE,
  MAX_ROWS,
  parentOf,
} from "./lead.js";
import { addGuesses } from "./lead-guesses.js";
import { readLines } from "./source-lines.js";
import { withSuperCalls } from "./super-calls.js";
import { isCallable, isShared, readSymbols } from "./symbol.js";

/** So many spans a query asks for. */
const MAX_SPANS_ASKED = 400;
/** So many functions that are put into fields are looked for. */
const MAX_SET = 300;
const MAX_LINES_READ = 3;

const NAMING: readonly EdgeKind[] = ["accepts", "inherits", "implements", "extends"];
const HOLDERS: ReadonlySet<string> = new Set(["constant", "variable", "field", "property", "event"]);
const OVERRIDABLE: ReadonlySet<string> = new Set(["method", "property", "field", "event", "function"]);

const runs = (head: SymbolHead) => isCallable(head.nodeType) || head.nodeType === "component";
/** Whether what it is set to runs when its class is made. A field with parameters is a function that is kept there. */
const isSetWhenMade = ({ nodeType, parameterSignature }: SymbolHead) =>
  nodeType === "field" && parameterSignature === null;

/** Whether a use of the symbol may run it, or something in it. */
function isRun(head: SymbolHead, kind: EdgeKind): boolean {
  if (kind === "calls") return !isShared(head);
  if (kind === "imports") return head.nodeType === "file";
  // Other kinds are followed where they were asked for.
  return kind !== "references" || runs(head) || HOLDERS.has(head.nodeType);
}

const relationOf = (kind: EdgeKind): LeadRelation =>
  kind === "contains" ? "holds" : kind === "overrides" ? "overridden" : kind;

/** Passes over the code of tests only where `withTests`. */
export function passable(withTests: boolean, kinds?: readonly string[]): LeadFilter["isPassable"] {
  return (head) => (withTests || pathClassOf(head.path) !== "test") && (!kinds || kinds.includes(head.nodeType));
}

/** The edges of some spans, in several queries where they are many. */
async function edgesOf(
  db: Db,
  view: View,
  spans: readonly SymbolHead[],
  { kinds, tiers }: { kinds: readonly EdgeKind[]; tiers: readonly EdgeTier[] },
  found: Gathered,
): Promise<Outgoing[]> {
  const edges: Outgoing[] = [];
  for (let index = 0; index < spans.length; index += MAX_SPANS_ASKED) {
    const asked = spans.slice(index, index + MAX_SPANS_ASKED);
    const some = await outgoingEdges(db, view, asked, { kinds, tiers, limit: MAX_ROWS });
    found.cut(some.length === MAX_ROWS);
    edges.push(...some);
  }
  return edges;
}

const isDispatched = ({ kinds }: LeadFilter) => kinds.includes("calls") || kinds.includes("overrides");

/** All that the symbols may lead to. */
export async function leadsFrom(
  db: Db,
  view: View,
  nodeIds: readonly string[],
  filter: LeadFilter & { called: ReadonlySet<string> },
): Promise<Leads> {
  const found = gather(filter);
  const symbols = (await readSymbols(db, view, nodeIds)).filter(({ primary }) => !isShared(primary));
  const spans = symbols.flatMap((symbol) => symbol.spans);
  const heads = symbols.map(({ primary }) => primary);
  const sources = new Map(spans.map((span) => [keyOf(span), [span.nodeId]]));
  const fields = filter.kinds.includes("calls") ? await addParts(db, view, spans, filter, found) : [];
  for (const { field, maker } of fields)
    sources.set(keyOf(field), [...(sources.get(keyOf(field)) ?? []), maker.nodeId]);
  await addReferences(db, view, [...spans, ...fields.map(({ field }) => field)], sources, filter, found);
  if (isDispatched(filter)) await addOverriding(db, view, heads, filter, found);
  if (filter.kinds.includes("calls")) {
    const holders = heads.filter(({ nodeId, nodeType }) => HOLDERS.has(nodeType) && filter.called.has(nodeId));
    await addValues(db, view, holders, filter, found);
  }
  return withSuperCalls(db, view, found.done(), heads);
}

/** `sources`: whose references those of a span are. */
async function addReferences(
  db: Db,
  view: View,
  spans: readonly SymbolHead[],
  sources: ReadonlyMap<string, readonly string[]>,
  filter: LeadFilter,
  found: Gathered,
): Promise<void> {
  const kinds = filter.kinds.filter((kind) => kind !== "overrides");
  const edges = await edgesOf(db, view, spans, { kinds, tiers: filter.tiers }, found);
  const targets = new Map(
    (await readSymbols(db, view, [...new Set(edges.map(({ target }) => target))])).map(({ primary }) => [
      primary.nodeId,
      primary,
    ]),
  );
  const used = edges.flatMap((edge) => {
    const head = targets.get(edge.target);
    return head && isRun(head, edge.kind) ? [{ edge, head, line: edge.line }] : [];
  });
  for (const { edge, head } of await withoutNamed(db, view, used)) {
    const { kind, tier, rule, path, line } = edge;
    for (const from of sources.get(`${edge.sourceVersion}:${edge.sourceOrdinal}`) ?? [])
      found.add({ from, to: head.nodeId, relation: relationOf(kind), tier, rule, path, line }, head);
  }
}

/** References without those to functions that only name them: see `isNamed`. Of many, those in the first files are looked at. */
async function withoutNamed<Use extends { edge: { kind: EdgeKind; path: string }; head: SymbolHead; line: number }>(
  db: Db,
  view: View,
  uses: readonly Use[],
): Promise<Use[]> {
  const passed = uses.filter(({ edge, head }) => edge.kind === "references" && runs(head)).slice(0, MAX_SET);
  const texts = await readLines(
    db,
    view,
    passed.map(({ edge, line }) => ({ path: edge.path, line })),
  );
  const named = new Set(passed.filter(({ head }, index) => isNamed(texts[index] ?? "", head.name)));
  return uses.filter((use) => !named.has(use));
}

/** Whether a line only names a function: `Changed -= flush`, `nameof(flush)`, `onEnd === flush`, `flush.size = 3`. */
export function isNamed(text: string, name: string): boolean {
  let uses = 0;
  for (let offset = text.indexOf(name); offset >= 0; offset = text.indexOf(name, offset + name.length)) {
    const before = text.slice(0, offset);
    const after = text.slice(offset + name.length);
    if (/[\w$]$/.test(before) || /^[\w$]/.test(after)) continue;
    uses++;
    const isNamedBefore = /(?:-=|[=!]=)\s*(?:[\w$]+\??\.)*$|\bnameof\s*\([^)]*$/.test(before);
    const isNamedAfter = /^\s*(?:[=!]==?\s|\??\.\s*(?!(?:call|apply|bind|Invoke|BeginInvoke|DynamicInvoke)\b))/.test(
      after,
    );
    if (!isNamedBefore && !isNamedAfter) return false;
  }
  return uses > 0;
}

async function addOverriding(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  { tiers }: LeadFilter,
  found: Gathered,
): Promise<void> {
  const members = heads.flatMap(({ nodeId, nodeType }) => (OVERRIDABLE.has(nodeType) ? [nodeId] : []));
  const { edges, leftOut } = await incomingEdges(db, view, members, { kinds: ["overrides"], tiers, limit: MAX_ROWS });
  found.cut(leftOut !== null);
  for (const { source, target, tier, rule } of edges)
    found.add({ ...declared(target, source, "overridden"), tier, rule }, source);
}

/** Adds what runs where classes are made, and what stands in objects; the fields that are set where classes are made, for each of their makers. */
async function addParts(
  db: Db,
  view: View,
  spans: readonly SymbolHead[],
  filter: LeadFilter,
  found: Gathered,
): Promise<{ field: SymbolHead; maker: SymbolHead }[]> {
  const holders = spans.filter(({ nodeType }) => HOLDERS.has(nodeType));
  const makers = await makersAmong(db, view, spans);
  const wholes = [...holders, ...[...makers.values()].map(({ owner }) => owner)];
  const children = await childHeads(db, view, wholes, { limit: MAX_ROWS });
  found.cut(children.length === MAX_ROWS);
  const byKey = new Map(holders.map((head) => [keyOf(head), head]));
  const fields: { field: SymbolHead; maker: SymbolHead }[] = [];
  for (const child of children) {
    const parent = keyOf(parentOf(child));
    const holder = byKey.get(parent);
    if (holder) found.add(declared(holder.nodeId, child, "holds"), child);
    for (const maker of makers.get(parent)?.by ?? []) {
      if (isSetWhenMade(child)) fields.push({ field: child, maker });
      else if (child.nodeType === "constructor" && MADE.has(maker.nodeType))
        found.add(declared(maker.nodeId, child, "makes"), child);
    }
  }
  await addBases(db, view, makers, filter, found);
  return fields;
}

/** Classes by their place, and what among the spans makes an object of each: the class itself, where it is called, or a constructor. */
type Makers = Map<string, { owner: SymbolHead; by: SymbolHead[] }>;

async function makersAmong(db: Db, view: View, spans: readonly SymbolHead[]): Promise<Makers> {
  const makers: Makers = new Map();
  for (const owner of spans) if (MADE.has(owner.nodeType)) makers.set(keyOf(owner), { owner, by: [owner] });
  const constructors = spans.filter(({ nodeType }) => nodeType === "constructor");
  for (const owner of await headsAt(db, view, constructors.map(parentOf)))
    if (!makers.has(keyOf(owner))) makers.set(keyOf(owner), { owner, by: [] });
  for (const head of constructors) makers.get(keyOf(parentOf(head)))?.by.push(head);
  return makers;
}

/** The classes that classes extend: they are made with them. */
async function addBases(db: Db, view: View, makers: Makers, { tiers }: LeadFilter, found: Gathered): Promise<void> {
  const owners = [...makers.values()].map(({ owner }) => owner);
  const edges = await edgesOf(db, view, owners, { kinds: ["inherits"], tiers }, found);
  const bases = new Map(
    (await readSymbols(db, view, [...new Set(edges.map(({ target }) => target))])).map(({ primary }) => [
      primary.nodeId,
      primary,
    ]),
  );
  for (const { sourceVersion, sourceOrdinal, target, tier, rule, path, line } of edges) {
    const base = bases.get(target);
    for (const { nodeId: from } of makers.get(`${sourceVersion}:${sourceOrdinal}`)?.by ?? [])
      if (base) found.add({ from, to: target, relation: "inherits", tier, rule, path, line }, base);
  }
}

/** Functions that are put into fields which are called: those in one line with them. */
async function addValues(
  db: Db,
  view: View,
  holders: readonly SymbolHead[],
  { tiers }: LeadFilter,
  found: Gathered,
): Promise<void> {
  const ids = holders.slice(0, MAX_SET).map(({ nodeId }) => nodeId);
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["references"], tiers, limit: MAX_SET });
  const beside = await besideIn(db, view, edges, tiers, found);
  const values = new Map(
    (await readSymbols(db, view, [...new Set(beside.map(({ edge }) => edge.target))])).map(({ primary }) => [
      primary.nodeId,
      primary,
    ]),
  );
  const fields = new Map(holders.map((head) => [head.nodeId, head]));
  const pairs = beside.flatMap(({ edge, of }) => {
    const value = values.get(edge.target);
    return value && runs(value) ? [{ edge, field: need(fields, of.target), value }] : [];
  });
  for (const { lead, value } of await setIn(db, view, pairs)) found.add(lead, value);
}

/** Of fields and functions that stand in one line, those where the line puts the function into the field. */
async function setIn(
  db: Db,
  view: View,
  pairs: readonly { edge: Outgoing; field: SymbolHead; value: SymbolHead }[],
): Promise<{ lead: Lead; field: SymbolHead; value: SymbolHead }[]> {
  const texts = await readLines(
    db,
    view,
    pairs.map(({ edge }) => edge),
  );
  return pairs.flatMap(({ edge, field, value }, index) => {
    if (!isSet(texts[index] ?? "", field.name, value.name)) return [];
    const { tier, rule, path, line } = edge;
    const lead: Lead = { from: field.nodeId, to: value.nodeId, relation: "sets", tier, rule, path, line };
    return [{ lead, field, value }];
  });
}

/** Whether a line such as `this.onEnd = flush`, `Changed += OnChanged` or `{ onEnd: flush }` puts the value into the field. */
export function isSet(text: string, field: string, value: string): boolean {
  for (let offset = text.indexOf(field); offset >= 0; offset = text.indexOf(field, offset + 1)) {
    const [set] = /^[\])!?]*\s*(?:\+|\?\?|\|\||&&)?(?:=(?![=>])|:)/.exec(text.slice(offset + field.length)) ?? [];
    const isWord = !/[\w$]/.test(text[offset - 1] ?? "");
    if (set !== undefined && isWord && text.indexOf(value, offset + field.length + set.length) >= 0) return true;
  }
  return false;
}

/** References that stand in one line with others of the same source. */
async function besideIn(
  db: Db,
  view: View,
  references: readonly Incoming[],
  tiers: readonly EdgeTier[],
  found: Gathered,
): Promise<{ edge: Outgoing; of: Incoming }[]> {
  const byPlace = new Map<string, Incoming[]>();
  for (const reference of references)
    for (const line of reference.lines) {
      const key = `${keyOf(reference.source)}:${line}`;
      byPlace.set(key, [...(byPlace.get(key) ?? []), reference]);
    }
  const sources = new Map(references.map(({ source }) => [keyOf(source), source]));
  const edges = await edgesOf(db, view, [...sources.values()], { kinds: ["references"], tiers }, found);
  return edges.flatMap((edge) => {
    const beside = byPlace.get(`${edge.sourceVersion}:${edge.sourceOrdinal}:${edge.line}`) ?? [];
    return beside.flatMap((of) => (of.target === edge.target ? [] : [{ edge, of }]));
  });
}

/** All that may lead to the symbols. */
export async function leadsTo(db: Db, view: View, heads: readonly SymbolHead[], filter: LeadFilter): Promise<Leads> {
  const found = gather(filter);
  const asked = heads.filter((head) => !isShared(head));
  await addUses(db, view, asked, filter, found);
  if (isDispatched(filter)) await addOverridden(db, view, asked, filter, found);
  if (filter.kinds.includes("calls")) {
    await addWholes(db, view, asked, found);
    await addDerived(db, view, asked, filter, found);
  }
  if (filter.withGuesses) await addGuesses(db, view, asked, filter, found);
  return withSuperCalls(db, view, found.done(), asked);
}

async function addUses(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  filter: LeadFilter,
  found: Gathered,
): Promise<void> {
  const byId = new Map(heads.map((head) => [head.nodeId, head]));
  const ids = [...byId.keys()];
  const isEnd = ids.some((id) => filter.ends.has(id));
  const kinds = isEnd && filter.kinds.includes("references") ? [...filter.kinds, ...NAMING] : filter.kinds;
  const wanted = kinds.filter((kind) => kind !== "overrides");
  const { edges, leftOut } = await incomingEdges(db, view, ids, {
    kinds: wanted,
    tiers: filter.tiers,
    limit: MAX_ROWS,
  });
  found.cut(leftOut !== null);
  const decided = filter.tiers.includes("import")
    ? await decidedEdges(db, view, ids, { kinds: ["calls"], limit: MAX_ROWS })
    : [];
  const used = [...edges, ...decided.map((each) => each.edge)].flatMap((edge) => {
    const head = need(byId, edge.target);
    if (!filter.ends.has(edge.target) && !isRun(head, edge.kind)) return [];
    return edge.lines
      .slice(0, MAX_LINES_READ)
      .map((line) => ({ edge: { ...edge, path: edge.source.path }, head, line }));
  });
  const leading: Incoming[] = [];
  const seen = new Set<string>();
  for (const { edge, line } of await withoutNamed(db, view, used)) {
    const { source, target, kind, tier, rule, path } = edge;
    const key = `${keyOf(source)} ${target} ${kind} ${tier} ${rule}`;
    // Of several lines the first that may run it.
    if (seen.has(key)) continue;
    seen.add(key);
    found.add({ from: source.nodeId, to: target, relation: relationOf(kind), tier, rule, path, line }, source);
    leading.push({ ...edge, lines: [line, ...edge.lines.filter((each) => each !== line)] });
  }
  if (!filter.kinds.includes("calls")) return;
  await addMakers(db, view, leading, found);
  const passedOn = leading.filter(({ kind, target }) => kind === "references" && runs(need(byId, target)));
  await addFields(db, view, passedOn.slice(0, MAX_SET), byId, filter, found);
}

/** Makers of the classes whose fields refer to the symbols in their declarations. */
async function addMakers(db: Db, view: View, edges: readonly Incoming[], found: Gathered): Promise<void> {
  const ofFields = edges.filter(({ source }) => isSetWhenMade(source));
  const places = ofFields.map(({ source }) => parentOf(source));
  const classes = (await headsAt(db, view, places)).filter(({ nodeType }) => MADE.has(nodeType));
  const makers = await makersOf(db, view, classes);
  for (const { source, target, kind, tier, rule, lines } of ofFields)
    for (const maker of makers.get(keyOf(parentOf(source))) ?? []) {
      const { path } = source;
      found.add(
        { from: maker.nodeId, to: target, relation: relationOf(kind), tier, rule, path, line: nth(lines, 0) },
        maker,
      );
    }
}

/** The classes and their constructors, by the place of the class. */
async function makersOf(db: Db, view: View, classes: readonly SymbolHead[]): Promise<Map<string, SymbolHead[]>> {
  const makers = new Map(classes.map((head) => [keyOf(head), [head]]));
  for (const head of await childHeads(db, view, classes, { nodeType: "constructor", limit: MAX_ROWS }))
    makers.get(keyOf(parentOf(head)))?.push(head);
  return makers;
}

/** Fields that the functions are put into: those that stand in one line with them. */
async function addFields(
  db: Db,
  view: View,
  passedOn: readonly Incoming[],
  values: ReadonlyMap<string, SymbolHead>,
  { tiers }: LeadFilter,
  found: Gathered,
): Promise<void> {
  const beside = await besideIn(db, view, passedOn, tiers, found);
  const fields = new Map(
    (await readSymbols(db, view, [...new Set(beside.map(({ edge }) => edge.target))])).map(({ primary }) => [
      primary.nodeId,
      primary,
    ]),
  );
  const pairs = beside.flatMap(({ edge, of }) => {
    const field = fields.get(edge.target);
    return field && HOLDERS.has(field.nodeType) ? [{ edge, field, value: need(values, of.target) }] : [];
  });
  for (const { lead, field } of await setIn(db, view, pairs)) found.add(lead, field);
}

async function addOverridden(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  { tiers }: LeadFilter,
  found: Gathered,
): Promise<void> {
  const members = new Map(heads.filter(({ nodeType }) => OVERRIDABLE.has(nodeType)).map((head) => [keyOf(head), head]));
  const edges = await edgesOf(db, view, [...members.values()], { kinds: ["overrides"], tiers }, found);
  const bases = new Map(
    (await readSymbols(db, view, [...new Set(edges.map(({ target }) => target))])).map(({ primary }) => [
      primary.nodeId,
      primary,
    ]),
  );
  for (const { sourceVersion, sourceOrdinal, target, tier, rule } of edges) {
    const base = bases.get(target);
    const member = need(members, `${sourceVersion}:${sourceOrdinal}`);
    if (base) found.add({ ...declared(target, member, "overridden"), tier, rule }, base);
  }
}

/** The classes whose making runs the symbols, and the objects that they stand in. */
async function addWholes(db: Db, view: View, heads: readonly SymbolHead[], found: Gathered): Promise<void> {
  const wholes = new Map((await headsAt(db, view, heads.map(parentOf))).map((head) => [keyOf(head), head]));
  for (const head of heads) {
    const whole = wholes.get(keyOf(parentOf(head)));
    if (!whole) continue;
    if (HOLDERS.has(whole.nodeType)) found.add(declared(whole.nodeId, head, "holds"), whole);
    else if (MADE.has(whole.nodeType) && head.nodeType === "constructor")
      found.add(declared(whole.nodeId, head, "makes"), whole);
  }
}

/** Makers of the classes that extend the classes. */
async function addDerived(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  { tiers }: LeadFilter,
  found: Gathered,
): Promise<void> {
  const classes = heads.flatMap(({ nodeId, nodeType }) => (MADE.has(nodeType) ? [nodeId] : []));
  const { edges, leftOut } = await incomingEdges(db, view, classes, { kinds: ["inherits"], tiers, limit: MAX_ROWS });
  found.cut(leftOut !== null);
  const makers = await makersOf(
    db,
    view,
    edges.map(({ source }) => source),
  );
  for (const { source, target, tier, rule, lines } of edges)
    for (const maker of makers.get(keyOf(source)) ?? [])
      found.add(
        { from: maker.nodeId, to: target, relation: "inherits", tier, rule, path: source.path, line: nth(lines, 0) },
        maker,
      );
}
