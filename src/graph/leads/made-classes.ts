/**
 * Leads from code that makes an object of a class to the code that runs then: the constructors of the class and its bases, and the initial values of
 * its fields. Leads from an object to its functions are here as well.
 */
import { nth } from "../../base/need.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import { childHeads, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import { isConstructible, keyOf, parentOf, readParents, sourceKeyOf } from "../symbol.js";
import { declared, HOLDERS, MOST_ROWS, relationOf } from "./lead.js";
import { edgesFrom, type LeadSearch, targetHeads } from "./search.js";

/** Whether what it is set to runs when its class is made. A field with parameters is a function that is kept there. */
const isSetWhenMade = ({ nodeType, parameterSignature }: SymbolHead) =>
  nodeType === "field" && parameterSignature === null;

/** Adds the code that runs where classes are made, and the functions of objects. Returns, for each maker, the fields that are set there. */
export async function addParts(
  search: LeadSearch,
  spans: readonly SymbolHead[],
): Promise<{ field: SymbolHead; maker: SymbolHead }[]> {
  const { db, view, found } = search;
  const holders = spans.filter(({ nodeType }) => HOLDERS.has(nodeType));
  const makers = await makersAmong(search, spans);
  const wholes = [...holders, ...[...makers.values()].map(({ owner }) => owner)];
  const children = await childHeads(db, view, wholes, { limit: MOST_ROWS });
  found.cut(children.length === MOST_ROWS);
  const byKey = new Map(holders.map((head) => [keyOf(head), head]));
  const fields: { field: SymbolHead; maker: SymbolHead }[] = [];
  for (const child of children) {
    const parent = keyOf(parentOf(child));
    const holder = byKey.get(parent);
    if (holder) found.add(declared(holder.nodeId, child, "holds"), child);
    for (const maker of makers.get(parent)?.by ?? []) {
      if (isSetWhenMade(child)) fields.push({ field: child, maker });
      else if (child.nodeType === "constructor" && isConstructible(maker.nodeType))
        found.add(declared(maker.nodeId, child, "makes"), child);
    }
  }
  await addBases(search, makers);
  return fields;
}

/** Classes by their key, and what among the spans makes an object of each: the class itself, where it is called, or a constructor. */
type Makers = Map<string, { owner: SymbolHead; by: SymbolHead[] }>;

async function makersAmong({ db, view }: LeadSearch, spans: readonly SymbolHead[]): Promise<Makers> {
  const makers: Makers = new Map();
  for (const owner of spans) if (isConstructible(owner.nodeType)) makers.set(keyOf(owner), { owner, by: [owner] });
  const constructors = spans.filter(({ nodeType }) => nodeType === "constructor");
  for (const owner of await headsAt(db, view, constructors.map(parentOf)))
    if (!makers.has(keyOf(owner))) makers.set(keyOf(owner), { owner, by: [] });
  for (const head of constructors) makers.get(keyOf(parentOf(head)))?.by.push(head);
  return makers;
}

/** Adds the classes that classes extend: they are made with them. */
async function addBases(search: LeadSearch, makers: Makers): Promise<void> {
  const owners = [...makers.values()].map(({ owner }) => owner);
  const edges = await edgesFrom(search, owners, ["inherits"]);
  const bases = await targetHeads(search, edges);
  for (const edge of edges) {
    const { target, tier, rule, path, line } = edge;
    const base = bases.get(target);
    for (const { nodeId: from } of makers.get(sourceKeyOf(edge))?.by ?? [])
      if (base) search.found.add({ from, to: target, relation: "inherits", tier, rule, path, line }, base);
  }
}

/** Adds the makers of the classes whose fields refer in their declarations to the targets of the edges. */
export async function addFieldMakers(search: LeadSearch, edges: readonly Incoming[]): Promise<void> {
  const ofFields = edges.filter(({ source }) => isSetWhenMade(source));
  const places = ofFields.map(({ source }) => parentOf(source));
  const classes = (await headsAt(search.db, search.view, places)).filter(({ nodeType }) => isConstructible(nodeType));
  const makers = await makersOf(search, classes);
  for (const { source, target, kind, tier, rule, lines } of ofFields)
    for (const maker of makers.get(keyOf(parentOf(source))) ?? [])
      search.found.add(
        {
          from: maker.nodeId,
          to: target,
          relation: relationOf(kind),
          tier,
          rule,
          path: source.path,
          line: nth(lines, 0),
        },
        maker,
      );
}

/** The classes and their constructors, by the key of the class. */
async function makersOf({ db, view }: LeadSearch, classes: readonly SymbolHead[]): Promise<Map<string, SymbolHead[]>> {
  const makers = new Map(classes.map((head) => [keyOf(head), [head]]));
  for (const head of await childHeads(db, view, classes, { nodeType: "constructor", limit: MOST_ROWS }))
    makers.get(keyOf(parentOf(head)))?.push(head);
  return makers;
}

/** Adds the classes whose making runs the symbols, and the objects that they stand in. */
export async function addWholes({ db, view, found }: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const wholeOf = await readParents(db, view, heads);
  for (const head of heads) {
    const whole = wholeOf(head);
    if (!whole) continue;
    if (HOLDERS.has(whole.nodeType)) found.add(declared(whole.nodeId, head, "holds"), whole);
    else if (isConstructible(whole.nodeType) && head.nodeType === "constructor")
      found.add(declared(whole.nodeId, head, "makes"), whole);
  }
}

/** Adds the makers of the classes that extend the symbols. */
export async function addDerivedMakers(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const { db, view, filter, found } = search;
  const ids = heads.flatMap(({ nodeId, nodeType }) => (isConstructible(nodeType) ? [nodeId] : []));
  const { edges, leftOut } = await incomingEdges(db, view, ids, {
    kinds: ["inherits"],
    tiers: filter.tiers,
    limit: MOST_ROWS,
  });
  found.cut(leftOut !== null);
  const derived = edges.map(({ source }) => source);
  const makers = await makersOf(search, derived);
  for (const { source, target, tier, rule, lines } of edges)
    for (const maker of makers.get(keyOf(source)) ?? [])
      found.add(
        { from: maker.nodeId, to: target, relation: "inherits", tier, rule, path: source.path, line: nth(lines, 0) },
        maker,
      );
}
