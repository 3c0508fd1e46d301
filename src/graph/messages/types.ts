/**
 * Types whose objects are sent, and chosen by their type where they are taken: `store.send(Opened(file))`, `is Opened -> open(it.file)`. The type is the
 * name of the topic.
 */
import { need, nth } from "../../base/need.js";
import { pathClassOf } from "../../model/paths.js";
import { incomingEdges, useCounts } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { GraphReader } from "../graph-reader.js";
import { MOST_ROWS } from "../leads/lead.js";
import { constructorsOf, isConstructible, keyOf, parentOf, readSymbols, sourceKeyOf } from "../symbol.js";
import { type PlacedUse, placedUses } from "./reader.js";

/** Types that are looked at; one with more uses is not a message. */
const MOST_TYPES = 200;
const MOST_USES = 60;
/** Lines that use one of them, on average. */
const MOST_LINES = 5;
const LONGEST_LINE = 500;
/** An arm or a case of a type. */
const CHOOSES_TYPE =
  /^\s*(?:case\s{1,5}(?:is\s{1,5})?|is\s{1,5})?[A-Z][\w.]{1,100}\s*(?:\([^()]*\)|\w+)?\s*(?:->|=>|:)/;

/** The types whose objects some functions send. */
export async function typesSent(reader: GraphReader, functions: readonly SymbolHead[]): Promise<SymbolHead[]> {
  return typesUsed(reader, functions, ({ part, how }) => part === "sends" && how === "called");
}

/** The types by which some functions choose, if other code sends objects of them. `texts`: the lines of their files. */
export async function typesTaken(
  reader: GraphReader,
  functions: readonly SymbolHead[],
  texts: ReadonlyMap<string, readonly string[]>,
): Promise<SymbolHead[]> {
  const { db, view, tiers } = reader;
  const choosing = functions.filter(({ path, lineStart, lineEnd }) =>
    texts
      .get(path)
      ?.slice(lineStart - 1, lineEnd)
      .some((line) => CHOOSES_TYPE.test(line.slice(0, LONGEST_LINE))),
  );
  if (choosing.length === 0) return [];
  const types = await typesUsed(reader, choosing, ({ how }) => how === "chosen");
  const named = await withConstructors(reader, types);
  const filter = { kinds: ["calls", "references"] as const, tiers, limit: MOST_TYPES * MOST_LINES };
  const { edges } = await incomingEdges(db, view, [...named.keys()], filter);
  const uses = edges
    .filter(({ source }) => pathClassOf(source.path) === "source")
    .flatMap(({ source, target, lines }) => lines.map((line) => ({ head: need(named, target), source, line })));
  const placed = await placedUses(reader, uses);
  const sent = new Set(placed.flatMap((use, index) => (use?.part === "sends" ? [nth(uses, index).head.nodeId] : [])));
  return types.filter(({ nodeId }) => sent.has(nodeId));
}

/** The types that some functions use in a way. */
async function typesUsed(
  reader: GraphReader,
  functions: readonly SymbolHead[],
  isWanted: (use: PlacedUse) => boolean,
): Promise<SymbolHead[]> {
  const { db, view, tiers } = reader;
  const filter = { kinds: ["calls", "references"] as const, tiers, limit: MOST_ROWS };
  const edges = await outgoingEdges(db, view, functions, filter);
  const types = await typesOf(reader, [...new Set(edges.map(({ target }) => target))]);
  const ids = [...new Set([...types.values()].map(({ nodeId }) => nodeId))];
  const counts = await useCounts(db, view.projectId, ids, MOST_USES);
  const sources = new Map(functions.map((head) => [keyOf(head), head]));
  const uses = edges.flatMap((edge) => {
    const head = types.get(edge.target);
    const isRare = head !== undefined && need(counts, head.nodeId) < MOST_USES;
    return isRare ? [{ head, line: edge.line, source: need(sources, sourceKeyOf(edge)) }] : [];
  });
  const placed = await placedUses(reader, uses);
  const found = placed.flatMap((use, index) => (use && isWanted(use) ? [nth(uses, index).head] : []));
  return [...new Map(found.map((head) => [head.nodeId, head])).values()];
}

/** The types among some symbols, and those that constructors among them make, by the node_id of the symbol. */
async function typesOf({ db, view }: GraphReader, nodeIds: readonly string[]): Promise<Map<string, SymbolHead>> {
  const heads = (await readSymbols(db, view, nodeIds)).map(({ primary }) => primary);
  const makers = heads.filter(({ nodeType }) => nodeType === "constructor").slice(0, MOST_TYPES);
  const owners = new Map((await headsAt(db, view, makers.map(parentOf))).map((head) => [keyOf(head), head]));
  const own = heads.flatMap((head): [string, SymbolHead][] =>
    isConstructible(head.nodeType) ? [[head.nodeId, head]] : [],
  );
  const made = makers.flatMap((head): [string, SymbolHead][] => {
    const owner = owners.get(keyOf(parentOf(head)));
    return owner ? [[head.nodeId, owner]] : [];
  });
  return new Map([...own.slice(0, MOST_TYPES), ...made]);
}

/** Types, each by its node_id and by those of its constructors. */
export async function withConstructors(
  { db, view }: GraphReader,
  types: readonly SymbolHead[],
): Promise<Map<string, SymbolHead>> {
  const own = new Map(types.map((type) => [type.nodeId, type]));
  const makers = await constructorsOf(db, view, await readSymbols(db, view, [...own.keys()]));
  return new Map([...own, ...[...makers].map(([id, type]): [string, SymbolHead] => [id, need(own, type)])]);
}
