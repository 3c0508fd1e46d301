/** Tables and choices by name: the functions that a key or a case chooses, and the names by which a function is chosen (choice.ts). */
import { groupBy } from "../../base/groups.js";
import { pathClassOf } from "../../model/paths.js";
import { incomingEdges } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { GraphReader } from "../graph-reader.js";
import { MOST_ROWS } from "../leads/lead.js";
import { isCallable, keyOf, readSymbols, sourceKeyOf } from "../symbol.js";
import { choicesAround } from "./choice.js";
import { linesOf } from "./reader.js";

/** A key or a case that names more functions than this chooses none of them. */
const MOST_CHOSEN = 3;
/** A function that more places name is chosen by no key. */
const MOST_CHOOSING = 8;
/** References to functions that are looked at. */
const MOST_USES = 60;

/** The first and the last of some lines of a file (from 1). */
type Lines = readonly [number, number];

/** The functions that some lines of a source name, which a key hands on; none of too many. */
export async function handedBy(reader: GraphReader, source: SymbolHead, lines: Lines): Promise<SymbolHead[]> {
  const handed = await functionsIn(reader, source, lines, "references");
  return handed.length > MOST_CHOSEN ? [] : handed;
}

/**
 * The functions that a case, or the function behind a key, calls in some lines of a source. The source itself is among them where it does all there,
 * or where it was asked about.
 */
export async function chosenBy(
  reader: GraphReader,
  source: SymbolHead,
  lines: Lines,
  asked: ReadonlySet<string>,
): Promise<SymbolHead[]> {
  const called = await functionsIn(reader, source, lines, "calls");
  const chosen = called.length <= MOST_CHOSEN ? called : [];
  const isTaker = isCallable(source.nodeType) && (chosen.length === 0 || asked.has(source.nodeId));
  return isTaker ? [...chosen, source] : chosen;
}

async function functionsIn(
  { db, view, tiers }: GraphReader,
  source: SymbolHead,
  [from, to]: Lines,
  kind: "calls" | "references",
): Promise<SymbolHead[]> {
  const edges = await outgoingEdges(db, view, [source], { kinds: [kind], tiers, limit: MOST_ROWS });
  const within = edges.filter(({ line }) => from <= line && line <= to);
  const symbols = await readSymbols(db, view, [...new Set(within.map(({ target }) => target))]);
  return symbols.map(({ primary }) => primary).filter(({ nodeType }) => isCallable(nodeType));
}

/** The names by which tables and cases choose some functions; a function that many name is left out. */
export async function choosingNames(reader: GraphReader, functions: readonly SymbolHead[]): Promise<SymbolHead[]> {
  const { db, view, tiers } = reader;
  const ids = functions.flatMap(({ nodeId, nodeType }) => (isCallable(nodeType) ? [nodeId] : []));
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["references", "calls"], tiers, limit: MOST_USES });
  const naming = edges.filter(({ source }) => pathClassOf(source.path) === "source");
  const byTarget = groupBy(naming, ({ target }) => target);
  const few = [...byTarget.values()].filter((own) => own.length <= MOST_CHOOSING).flat();
  const texts = await linesOf(
    reader,
    few.map(({ source }) => source),
  );
  const keys = few.flatMap(({ source, lines }) =>
    lines.flatMap((line) =>
      choicesAround(texts.get(source.path) ?? [], line).map((choice) => ({ ...choice, key: keyOf(source), source })),
    ),
  );
  const sources = [...new Map(keys.map(({ key, source }) => [key, source])).values()];
  const uses = await outgoingEdges(db, view, sources, { kinds: ["references"], tiers, limit: MOST_ROWS });
  const isKey = (edge: (typeof uses)[number]) =>
    keys.some(({ key, line }) => sourceKeyOf(edge) === key && edge.line === line);
  const targets = await readSymbols(db, view, [...new Set(uses.filter(isKey).map(({ target }) => target))]);
  const names = new Set(keys.map(({ name }) => name));
  return targets.map(({ primary }) => primary).filter(({ nodeType, name }) => !isCallable(nodeType) && names.has(name));
}
