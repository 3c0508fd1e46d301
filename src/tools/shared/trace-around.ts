/** The graph around symbols, several steps far: `trace` without `to`. */
import { z } from "zod";
import { present } from "../../base/need.js";
import { isLessSure } from "../../format/brief.js";
import { countOf, countsText } from "../../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../../format/gaps.js";
import { placeOf, rule, sureness } from "../../format/symbols.js";
import {
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../../format/unresolved.js";
import { externalName } from "../../graph/calls/outside.js";
import { calledNames, unresolvedOf } from "../../graph/calls/unresolved.js";
import { type CodeSymbol, isShared } from "../../graph/symbol.js";
import { gapsInside, gapsOfNames } from "../../graph/ways/gaps.js";
import { type Direction, type Link, type Node, neighbourhood } from "../../graph/ways/walk.js";
import { EDGE_KINDS, EDGE_TIERS, type EdgeKind, type EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { NO_NAMES } from "../../store/named-calls.js";
import type { View } from "../../store/views.js";
import type { ToolContext } from "../running/tool.js";

const node = z.object({
  id: z.string().describe("node_id"),
  kind: z.string(),
  name: z.string().describe("Qualified name."),
  file_path: z.string().nullable(),
  span: z.object({ start_line: z.int(), end_line: z.int() }).nullable(),
});
type NodeFields = z.infer<typeof node>;

const edge = z.object({
  source: z.string(),
  target: z.string(),
  kind: z.enum(EDGE_KINDS),
  confidence: z.enum(EDGE_TIERS),
  rule,
  line: z.int().describe("In the file of the source."),
});

/** At most this many symbols of one name are started from. */
const MOST_STARTS = 5;

export const aroundShape = {
  nodes: z.array(node),
  edges: z.array(edge),
  kinds: z.array(z.enum(EDGE_KINDS)).describe("The relations that were followed."),
  starts_total: z
    .int()
    .describe(`How many symbols \`from\` names; the first ${MOST_STARTS} are started from, and are the first nodes.`),
  unresolved: unresolvedShape.describe(
    "Calls and base types whose target is not known, so that the graph may lack edges: those made in its symbols where it shows what these use, those of their names where it shows what uses them.",
  ),
  text_only: textOnlyShape.optional(),
  not_indexed: notIndexedShape.optional(),
  capped: z.boolean().describe("Whether a limit left something out."),
};
const aroundObject = z.object(aroundShape);
export type Around = z.infer<typeof aroundObject>;

/** The graph around the first of the symbols that were meant. */
export async function traceAround(
  meant: readonly CodeSymbol[],
  input: {
    tiers: readonly EdgeTier[];
    edge_kinds?: EdgeKind[] | undefined;
    kinds?: readonly string[] | undefined;
    direction: Direction;
    hops: number;
    max_nodes: number;
    max_edges: number;
  },
  { db, view, searcher }: Pick<ToolContext, "db" | "view" | "searcher">,
): Promise<Around> {
  const starts = meant.slice(0, MOST_STARTS);
  const { tiers, direction } = input;
  const kinds = input.edge_kinds ?? defaultKinds(starts);
  const walk = await neighbourhood(db, view, starts, {
    kinds,
    tiers,
    ...(input.kinds ? { nodeTypes: input.kinds } : {}),
    direction,
    hops: input.hops,
    maxNodes: input.max_nodes,
    maxEdges: input.max_edges,
  });
  const heads = starts.map(({ primary }) => primary);
  // A walk against the edges misses those that other files may have.
  const { names } = direction === "out" ? NO_NAMES : await calledNames(db, view, heads);
  const gaps =
    direction === "out" ? await gapsInside(db, view, heads) : await gapsOfNames({ db, view, searcher }, names);
  return {
    nodes: [...walk.nodes].map(([id, found]) => nodeFields(id, found)),
    edges: walk.links.map(edgeFields),
    kinds,
    starts_total: meant.length,
    unresolved: await unresolvedAround(db, view, walk.nodes.values(), { kinds, direction }),
    ...(direction !== "out" && { text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, names)) }),
    ...notIndexedFields(gaps),
    capped: walk.isCapped || meant.length > starts.length,
  };
}

/** The graph in words. */
export function renderAround(output: Around): string {
  const { nodes, edges } = output;
  const names = new Map(nodes.map((each) => [each.id, each.name]));
  const kinds: Record<string, number> = {};
  for (const { kind } of edges) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const lines = [
    `${countOf(nodes.length, "symbol")} and ${countOf(edges.length, "edge")} around ${startsInWords(nodes, output.starts_total)}${edges.length > 0 ? ` (${countsText(kinds)})` : ""}`,
    ...nodes.map((each) => `${placeInWords(each)}  ${each.kind} ${each.name}  [${each.id}]`),
    "",
    ...edges.map(
      (each) =>
        `${names.get(each.source) ?? each.source} → ${names.get(each.target) ?? each.target}  (${each.kind}, ${sureness(each)}, line ${each.line})`,
    ),
  ];
  if (edges.length === 0)
    lines.push(
      `No relations of kind ${output.kinds.join(", ")} at this confidence. Other edge_kinds may have some: ${EDGE_KINDS.filter((kind) => !output.kinds.includes(kind)).join(", ")}; contains goes down to members.`,
    );
  if (output.starts_total > MOST_STARTS)
    lines.push(
      `${output.starts_total} symbols have this name. lookup_symbol and search_symbols give the node_id of one.`,
    );
  lines.push(...unresolvedLines(output.unresolved, { one: "reference", where: "here", withName: true, byName: false }));
  if (output.text_only) lines.push(...textOnlyLines(output.text_only));
  lines.push(...notIndexedLines(output.not_indexed));
  if (output.capped)
    lines.push("More was left out: raise max_nodes and max_edges, or narrow edge_kinds and direction.");
  return lines.join("\n");
}

/** The graph in brief. */
export function briefAround({ nodes, edges, kinds: _kinds, starts_total, ...output }: Around) {
  return {
    ...output,
    ...(starts_total > MOST_STARTS && { starts_total }),
    nodes: nodes.map(({ id, kind, name, ...place }) => ({ ...place, symbol: `${kind} ${name}` })),
    edges: edges.map(({ source, target, confidence, rule: _rule, ...each }) => ({
      from: nodes.find(({ id }) => id === source)?.name ?? source,
      to: nodes.find(({ id }) => id === target)?.name ?? target,
      ...each,
      ...(isLessSure(confidence) && { sure: confidence }),
    })),
  };
}

/** The first nodes, and the first edges between them. */
export function fewerAround<Output extends Around>(output: Output, mostNodes: number, mostEdges: number): Output {
  if (output.nodes.length === 0) return output;
  const nodes = output.nodes.slice(0, mostNodes);
  const ids = new Set(nodes.map(({ id }) => id));
  const between = output.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  return { ...output, nodes, edges: between.slice(0, mostEdges), capped: true };
}

function startsInWords(nodes: readonly NodeFields[], total: number): string {
  const names = [...new Set(nodes.slice(0, Math.min(total, MOST_STARTS)).map(({ name }) => name))];
  return total > MOST_STARTS ? `${names.join(", ")} (${MOST_STARTS} of ${total} of this name)` : names.join(", ");
}

const FUNCTIONS = new Set(["function", "method", "constructor", "component", "file"]);

/** A function is called and calls; a type, a property or an event is rather referred to. */
function defaultKinds(starts: readonly CodeSymbol[]): EdgeKind[] {
  const isFunction = starts.every(({ primary }) => FUNCTIONS.has(primary.nodeType));
  return isFunction ? ["calls", "imports"] : ["calls", "imports", "inherits", "implements", "references"];
}

function nodeFields(id: string, found: Node): NodeFields {
  if ("external" in found) {
    const { module } = found.external;
    const name = externalName(found.external);
    return {
      id,
      kind: "external",
      name: module && module !== name ? `${module}: ${name}` : name,
      file_path: null,
      span: null,
    };
  }
  const { symbol } = found;
  return {
    id,
    kind: symbol.nodeType,
    name: symbol.qualifiedName || symbol.path,
    file_path: isShared(symbol) ? null : symbol.path,
    span: isShared(symbol) ? null : { start_line: symbol.lineStart, end_line: symbol.lineEnd },
  };
}

function placeInWords({ kind, file_path, span }: NodeFields): string {
  if (span) return placeOf(present(file_path), span.start_line, span.end_line);
  return kind === "external" ? "(outside)" : "(many files)";
}

function edgeFields({ source, target, kind, tier, rule: by, line }: Link) {
  return { source, target, kind, confidence: tier, rule: by, line };
}

/** Edges that the symbols of a walk may have and that are not known. */
async function unresolvedAround(
  db: Db,
  view: View,
  nodes: Iterable<Node>,
  { kinds, direction }: { kinds: readonly EdgeKind[]; direction: Direction },
) {
  const symbols = Array.from(nodes).flatMap((node) => ("symbol" in node ? [node.symbol] : []));
  const scope = {
    called: direction === "out" ? NO_NAMES : await calledNames(db, view, symbols),
    sources: direction === "in" ? [] : symbols,
    kinds,
  };
  return unresolvedFields(await unresolvedOf(db, view, scope));
}
