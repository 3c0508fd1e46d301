/** Leads from a constant, field or property to the functions that are put into it: `this.onEnd = flush`. Both are referred to in one line of one symbol. */
import { addToList } from "../../base/groups.js";
import { need } from "../../base/need.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import type { Outgoing } from "../../store/outgoing.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { readLines } from "../source-lines.js";
import { keyOf, sourceKeyOf } from "../symbol.js";
import { HOLDERS, type Lead, runs } from "./lead.js";
import { edgesFrom, type LeadSearch, targetHeads } from "./search.js";

/** Of at most this many fields, functions and references it is looked for. */
const MOST_SET = 300;

/** Adds the functions that code puts into symbols which can hold one. */
export async function addSetValues(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const { db, view, filter, found } = search;
  const holders = heads.filter(({ nodeType }) => HOLDERS.has(nodeType));
  const ids = holders.slice(0, MOST_SET).map(({ nodeId }) => nodeId);
  const { edges } = await incomingEdges(db, view, ids, {
    kinds: ["references"],
    tiers: filter.tiers,
    limit: MOST_SET,
  });
  const beside = await referencesBeside(search, edges);
  const values = await targetHeads(
    search,
    beside.map(({ edge }) => edge),
  );
  const fields = new Map(holders.map((head) => [head.nodeId, head]));
  const pairs = beside.flatMap(({ edge, of }) => {
    const value = values.get(edge.target);
    return value && runs(value) ? [{ edge, field: need(fields, of.target), value }] : [];
  });
  for (const { lead, value } of await setIn(search, pairs)) found.add(lead, value);
}

/** Adds the fields that functions are put into. `references`: those to the functions, which `functions` has by node_id. */
export async function addSetFields(
  search: LeadSearch,
  references: readonly Incoming[],
  functions: ReadonlyMap<string, SymbolHead>,
): Promise<void> {
  const beside = await referencesBeside(search, references.slice(0, MOST_SET));
  const fields = await targetHeads(
    search,
    beside.map(({ edge }) => edge),
  );
  const pairs = beside.flatMap(({ edge, of }) => {
    const field = fields.get(edge.target);
    return field && HOLDERS.has(field.nodeType) ? [{ edge, field, value: need(functions, of.target) }] : [];
  });
  for (const { lead, field } of await setIn(search, pairs)) search.found.add(lead, field);
}

/** Of fields and functions of one line, the pairs in which the line puts the function into the field. */
async function setIn(
  { db, view }: LeadSearch,
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

/** The references that stand in one line with others of the same source, each with the one that it stands beside. */
async function referencesBeside(
  search: LeadSearch,
  references: readonly Incoming[],
): Promise<{ edge: Outgoing; of: Incoming }[]> {
  const byPlace = new Map<string, Incoming[]>();
  for (const reference of references)
    for (const line of reference.lines) {
      const key = `${keyOf(reference.source)}:${line}`;
      addToList(byPlace, key, reference);
    }
  const sources = new Map(references.map(({ source }) => [keyOf(source), source]));
  const edges = await edgesFrom(search, [...sources.values()], ["references"]);
  return edges.flatMap((edge) => {
    const beside = byPlace.get(`${sourceKeyOf(edge)}:${edge.line}`) ?? [];
    return beside.flatMap((of) => (of.target === edge.target ? [] : [{ edge, of }]));
  });
}
