/** The graph of a whole view in memory: its files, its symbols with all their spans, and its edges, for analyses that look at all of it. */
import { CodeindexError } from "../../base/errors.js";
import { need, nth } from "../../base/need.js";
import { createTurns } from "../../base/turns.js";
import { languageNamed } from "../../languages/index.js";
import type { Language } from "../../languages/language.js";
import { EDGE_KINDS, EDGE_TIERS, unresolvedTarget } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { type LiveVersion, liveVersions } from "../../store/files.js";
import { readSources } from "../../store/texts.js";
import type { View } from "../../store/views.js";
import { type GraphSymbol, graphEdges, graphSymbols } from "../../store/whole-graph.js";

/** Files whose rows are read at once. */
const AT_ONCE = 200;
/** An edge takes about 40 bytes here: more of them are too many for one answer. */
export const MOST_EDGES = 6_000_000;

const KIND_POSITIONS = new Map(EDGE_KINDS.map((kind, position) => [kind, position]));
const TIER_POSITIONS = new Map(EDGE_TIERS.map((tier, position) => [tier, position]));

/** A symbol with all its spans; answers show the first. */
export interface GraphNode {
  id: string;
  spans: Span[];
}

/** One declaration of a symbol in a file, which is a position in `files`. */
export interface Span extends GraphSymbol {
  file: number;
}

/** A file of the graph; `language` is null of text that is not code. */
export interface GraphFile extends LiveVersion {
  language: string | null;
  meaning: Language | null;
}

/** Edges, column by column: an edge is a position in each. */
export interface Edges {
  /** Positions in `nodes`; of a target outside of the project, or not known, -1. */
  source: number[];
  target: number[];
  /** Where the line is. */
  file: number[];
  line: number[];
  /** Positions in EDGE_KINDS and EDGE_TIERS. */
  kind: number[];
  tier: number[];
  /** Of targets outside or unknown, a position in `names`; else -1. */
  name: number[];
}

export interface WholeGraph {
  files: GraphFile[];
  nodes: GraphNode[];
  /** Of each file, its spans by ordinal. */
  spansOf: Span[][];
  /** The position of the node of each span. */
  nodeOf: (span: Span) => number;
  edges: Edges;
  /** Names of targets outside of the project and of unresolved calls. */
  names: string[];
}

export interface ReadOptions {
  signal: AbortSignal;
  progress: (done: number, total: number, message: string) => void;
}

/** Reads the graph of the view. Throws `too_large` for one of more than MOST_EDGES edges, and the reason of an aborted signal. */
export async function readWholeGraph(db: Db, view: View, { signal, progress }: ReadOptions): Promise<WholeGraph> {
  if (view.totals.edges > MOST_EDGES)
    throw new CodeindexError(
      "too_large",
      `The graph has ${view.totals.edges} edges; at most ${MOST_EDGES} are read.`,
      {},
      ["Index the parts of the repository as projects of their own."],
    );
  const { versions } = await liveVersions(db, view.projectId, view.viewId);
  const files = versions.map((file): GraphFile => ({ ...file, meaning: languageNamed(file.language ?? "") ?? null }));
  const fileOf = new Map(files.map(({ versionId }, index) => [versionId, index]));
  const indexOf = new Map<string, number>();
  const graph: WholeGraph = {
    files,
    nodes: [],
    spansOf: files.map(() => []),
    nodeOf: (span) => indexOf.get(span.nodeId) ?? -1,
    edges: { source: [], target: [], file: [], line: [], kind: [], tier: [], name: [] },
    names: [],
  };
  const batches = batchesOf(files.flatMap(({ versionId }) => versionId ?? []));
  for (const [done, batch] of batches.entries()) {
    signal.throwIfAborted();
    progress(done, 2 * batches.length, "reading symbols");
    for (const symbol of await graphSymbols(db, view, batch)) {
      const file = need(fileOf, symbol.versionId);
      const span: Span = { ...symbol, file };
      nth(graph.spansOf, file)[symbol.ordinal] = span;
      const known = indexOf.get(symbol.nodeId);
      if (known === undefined) indexOf.set(symbol.nodeId, graph.nodes.push({ id: symbol.nodeId, spans: [span] }) - 1);
      else nth(graph.nodes, known).spans.push(span);
    }
  }
  const names = new Map<string, number>();
  for (const [done, batch] of batches.entries()) {
    signal.throwIfAborted();
    progress(batches.length + done, 2 * batches.length, "reading edges");
    for (const edge of await graphEdges(db, view, batch)) {
      const file = need(fileOf, edge.versionId);
      const span = nth(graph.spansOf, file)[edge.ordinal];
      if (!span) continue;
      const target = indexOf.get(edge.target) ?? -1;
      const { edges } = graph;
      edges.source.push(graph.nodeOf(span));
      edges.target.push(target);
      edges.file.push(file);
      edges.line.push(edge.line);
      edges.kind.push(need(KIND_POSITIONS, edge.kind));
      edges.tier.push(need(TIER_POSITIONS, edge.tier));
      edges.name.push(target >= 0 ? -1 : nameAt(names, graph.names, lastName(edge.externalName ?? edge.target)));
    }
  }
  return graph;
}

function nameAt(known: Map<string, number>, names: string[], name: string): number {
  const index = known.get(name);
  if (index !== undefined) return index;
  const next = names.push(name) - 1;
  known.set(name, next);
  return next;
}

/** `find` of `?find` and of `Array.find`. */
function lastName(target: string): string {
  const name = target.startsWith(unresolvedTarget("")) ? target.slice(unresolvedTarget("").length) : target;
  return name.slice(name.lastIndexOf(".") + 1);
}

function batchesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, index) =>
    items.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

/** Goes through the texts of some files, given as positions in `files`; other requests have their turns between them. Texts that are gone are left out. */
export type ReadTexts = (files: readonly number[], visit: (file: number, text: string) => void) => Promise<void>;

/** A reader of the texts of a graph's files. */
export function createTextReader(db: Db, view: View, graph: WholeGraph, { signal, progress }: ReadOptions): ReadTexts {
  return async (wanted, visit) => {
    const turns = createTurns();
    let done = 0;
    for (const batch of batchesOf(wanted)) {
      signal.throwIfAborted();
      progress(done, wanted.length, "reading texts");
      const hashed = batch.flatMap((file) => {
        const { contentHash } = nth(graph.files, file);
        return contentHash ? [{ file, contentHash }] : [];
      });
      const sources = await readSources(db, view.projectId, hashed);
      for (const { file, contentHash } of hashed) {
        const text = sources.get(contentHash.toString("hex"));
        if (text !== undefined) visit(file, text);
        if (turns.isOver()) await turns.next();
      }
      done += batch.length;
    }
  };
}

/** The symbol around a span, undefined at the top level of a file. */
export function ownerOf(graph: WholeGraph, span: Span): Span | undefined {
  if (span.parentOrdinal <= 0 || span.ordinal === 0) return undefined;
  return graph.spansOf[span.file]?.[span.parentOrdinal];
}
