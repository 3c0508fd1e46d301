import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { isLessSure } from "../format/brief.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import {
  countOf,
  countsText,
  externalName,
  minConfidenceOfChain,
  placeOf,
  rule,
  sureness,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../format/symbols.js";
import { EDGE_KINDS, EDGE_TIERS, type EdgeKind } from "../graph/edge.js";
import { gapsInside, gapsOfNames } from "../graph/gaps.js";
import { symbolsMeant } from "../graph/lookup.js";
import { tiersUpTo } from "../graph/relations.js";
import { type CodeSymbol, isShared, printable, readSymbol } from "../graph/symbol.js";
import { calledNames, unresolvedOf } from "../graph/unresolved.js";
import { type Direction, type Link, type Node, neighbourhood, shortestChain } from "../graph/walk.js";
import { SYMBOL_KINDS } from "../languages/language.js";
import type { Db } from "../store/db.js";
import type { View } from "../store/views.js";
import * as params from "./params.js";
import { defineTool } from "./tool.js";

const node = z.object({
  id: z.string().describe("node_id"),
  kind: z.string(),
  name: z.string().describe("Qualified name."),
  file_path: z.string().nullable(),
  span: z.object({ start_line: z.int(), end_line: z.int() }).nullable(),
});

/** So many symbols of one name are started from. */
const MAX_STARTS = 5;

export default defineTool({
  name: "trace",
  title: "Trace",
  toolset: "symbols",
  description:
    "Draws the graph around a symbol, several steps far: use it for flows through several files; with `to`, for the shortest chain between two symbols ('how does the handler reach the database?'). For one step use get_callers or get_callees.",
  readOnly: true,
  cost: 4,
  idempotent: true,
  command: { name: "trace", positional: ["query"] },
  input: {
    query: params.query("Name to start from; or give node_id.").optional(),
    node_id: params.nodeId.optional(),
    to: params.nodeId.optional().describe("node_id that the shortest chain shall lead to."),
    kinds: z.array(z.enum(SYMBOL_KINDS)).max(SYMBOL_KINDS.length).optional().describe("Only these node_types."),
    hops: z.int().min(1).max(5).optional().describe("Steps; 1, or 5 with to."),
    direction: z.enum(["in", "out", "both"]).optional().describe("in: what uses it."),
    edge_kinds: z
      .array(z.enum(EDGE_KINDS))
      .min(1)
      .max(EDGE_KINDS.length)
      .optional()
      .describe(
        "Left out: calls and imports, from types also inherits, implements and references; contains goes down to members.",
      ),
    min_confidence: minConfidenceOfChain,
    include_external: z.boolean().default(false).describe("Show libraries."),
    max_nodes: z.int().min(1).max(100).default(25).describe("Most symbols."),
    max_edges: z.int().min(1).max(200).default(50).describe("Most edges."),
  },
  output: {
    nodes: z.array(node),
    edges: z.array(
      z.object({
        source: z.string(),
        target: z.string(),
        kind: z.enum(EDGE_KINDS),
        confidence: z.enum(EDGE_TIERS),
        rule,
        line: z.int().describe("In the file of the source."),
      }),
    ),
    path: z.array(z.string()).optional().describe("With `to`: the node_ids of the chain; empty where there is none."),
    kinds: z.array(z.enum(EDGE_KINDS)).describe("The relations that were followed."),
    starts_total: z
      .int()
      .describe(`How many symbols the query names; the first ${MAX_STARTS} are started from, and are the first nodes.`),
    unresolved: unresolvedShape.describe(
      "Calls and base types whose target is not known, so that the graph may lack edges: those made in its symbols where it shows what these use, those of their names where it shows what uses them.",
    ),
    not_indexed: notIndexedShape.optional(),
    capped: z.boolean().describe("Whether a limit left something out."),
  },
  brief: ({ nodes, edges, kinds: _kinds, path, starts_total, ...output }) => ({
    ...output,
    ...(starts_total > MAX_STARTS && { starts_total }),
    ...(path && { path: path.map((id) => nodes.find((one) => one.id === id)?.name ?? id) }),
    nodes: nodes.map(({ id, kind, name, ...place }) => ({ ...place, symbol: `${kind} ${name}` })),
    edges: edges.map(({ source, target, confidence, rule: _rule, ...edge }) => ({
      from: nodes.find(({ id }) => id === source)?.name ?? source,
      to: nodes.find(({ id }) => id === target)?.name ?? target,
      ...edge,
      ...(isLessSure(confidence) && { sure: confidence }),
    })),
  }),
  async run(input, { db, view, searcher }) {
    const meant = await startsOf(db, view, input);
    const starts = meant.slice(0, MAX_STARTS);
    const ofName = { starts_total: meant.length };
    const gaps = async (symbols: readonly CodeSymbol[], direction: Direction) => {
      const heads = symbols.map(({ primary }) => primary);
      // A walk against the edges misses those that other files may have.
      const found =
        direction === "out"
          ? await gapsInside(db, view, heads)
          : await gapsOfNames({ db, view, searcher }, await calledNames(db, view, heads));
      return notIndexedFields(found);
    };
    const tiers = tiersUpTo(input.min_confidence);
    const kinds = input.edge_kinds ?? defaultKinds(starts);
    const filter = {
      kinds,
      tiers: input.include_external ? [...tiers, "external" as const] : tiers,
      ...(input.kinds ? { nodeTypes: input.kinds } : {}),
    };
    if (input.to === undefined) {
      const walk = await neighbourhood(db, view, starts, {
        ...filter,
        direction: input.direction ?? "both",
        hops: input.hops ?? 1,
        maxNodes: input.max_nodes,
        maxEdges: input.max_edges,
      });
      return {
        nodes: [...walk.nodes].map(([id, found]) => nodeFields(id, found)),
        edges: walk.links.map(edgeFields),
        kinds,
        ...ofName,
        unresolved: await unresolvedAround(db, view, walk.nodes.values(), {
          kinds,
          direction: input.direction ?? "both",
        }),
        ...(await gaps(starts, input.direction ?? "both")),
        capped: walk.capped || meant.length > starts.length,
      };
    }
    const goal = await readSymbol(db, view, input.to);
    const options = { ...filter, direction: input.direction ?? ("out" as Direction), hops: input.hops ?? 5 };
    let capped = false;
    const met: Node[] = [];
    for (const start of starts) {
      const chain = await shortestChain(db, view, start, goal, options);
      capped ||= chain.capped;
      met.push(...chain.nodes.values());
      if (!chain.path) continue;
      const path = [start.primary.nodeId];
      for (const link of chain.path) path.push(link.source === path.at(-1) ? link.target : link.source);
      return {
        nodes: path.map((id) => nodeFields(id, chain.nodes.get(id)!)),
        edges: chain.path.map(edgeFields),
        path,
        kinds,
        ...ofName,
        unresolved: { count: 0, by_reason: {}, locations: [] },
        capped: false,
      };
    }
    const ends = [...starts, goal].map((symbol) => nodeFields(symbol.primary.nodeId, { symbol: symbol.primary }));
    const unresolved = await unresolvedAround(db, view, met, options);
    capped ||= meant.length > starts.length;
    const ofChain = await gaps(options.direction === "out" ? starts : [goal], options.direction);
    return { nodes: ends, edges: [], path: [], kinds, ...ofName, unresolved, ...ofChain, capped };
  },
  render(output, input) {
    const { nodes, edges, path } = output;
    const names = new Map(nodes.map((each) => [each.id, each.name]));
    const nodeLine = (each: (typeof nodes)[number]) => `${placeInWords(each)}  ${each.kind} ${each.name}  [${each.id}]`;
    if (path?.length === 0) {
      return [
        `No chain to ${names.get(input.to!) ?? input.to} within ${input.hops ?? 5} steps over ${output.kinds.join(", ")}${output.capped ? "; the search was cut short at its limits" : ""}.`,
        ...nodes.map(nodeLine),
        ...unresolvedLines(output.unresolved, { one: "reference", where: "on the way", withName: true, byName: false }),
        ...notIndexedLines(output.not_indexed),
        "Other directions, edge_kinds or min_confidence may find one.",
      ].join("\n");
    }
    const kinds: Record<string, number> = {};
    for (const edge of edges) kinds[edge.kind] = (kinds[edge.kind] ?? 0) + 1;
    const head = path
      ? `${countOf(path.length - 1, "step")}: ${path.map((id) => names.get(id)).join(" → ")}`
      : `${countOf(nodes.length, "symbol")} and ${countOf(edges.length, "edge")} around ${startsInWords(nodes, output.starts_total)}${edges.length > 0 ? ` (${countsText(kinds)})` : ""}`;
    const lines = [
      head,
      ...nodes.map(nodeLine),
      "",
      ...edges.map(
        (edge) =>
          `${names.get(edge.source) ?? edge.source} → ${names.get(edge.target) ?? edge.target}  (${edge.kind}, ${sureness(edge)}, line ${edge.line})`,
      ),
    ];
    if (edges.length === 0 && !path)
      lines.push(
        `No relations of kind ${output.kinds.join(", ")} at this confidence. Other edge_kinds may have some: ${EDGE_KINDS.filter((kind) => !output.kinds.includes(kind)).join(", ")}; contains goes down to members.`,
      );
    if (output.starts_total > MAX_STARTS)
      lines.push(
        `${output.starts_total} symbols have this name. lookup_symbol and search_symbols give the node_id of one.`,
      );
    lines.push(
      ...unresolvedLines(output.unresolved, { one: "reference", where: "here", withName: true, byName: false }),
    );
    lines.push(...notIndexedLines(output.not_indexed));
    if (output.capped)
      lines.push("More was left out: raise max_nodes and max_edges, or narrow edge_kinds and direction.");
    return lines.join("\n");
  },
  shrink: [
    (output) => ({ ...output, ...firstOf(output, 25, 40), capped: true }),
    (output) => ({ ...output, ...firstOf(output, 8, 8), capped: true }),
    (output) => ({ ...output, ...firstOf(output, 3, 3), capped: true }),
  ],
});

/** The first nodes, and the first edges between them. */
function firstOf<Edge extends { source: string; target: string }>(
  { nodes, edges }: { nodes: z.infer<typeof node>[]; edges: Edge[] },
  mostNodes: number,
  mostEdges: number,
) {
  const shown = nodes.slice(0, mostNodes);
  const ids = new Set(shown.map(({ id }) => id));
  const between = edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  return { nodes: shown, edges: between.slice(0, mostEdges) };
}

function startsInWords(nodes: readonly z.infer<typeof node>[], total: number): string {
  const names = [...new Set(nodes.slice(0, Math.min(total, MAX_STARTS)).map(({ name }) => name))];
  return total > MAX_STARTS ? `${names.join(", ")} (${MAX_STARTS} of ${total} of this name)` : names.join(", ");
}

const FUNCTIONS = new Set(["function", "method", "constructor", "component", "file"]);

/** A function is called and calls; a type, a property or an event is rather referred to. */
function defaultKinds(starts: readonly CodeSymbol[]): EdgeKind[] {
  const isFunction = starts.every(({ primary }) => FUNCTIONS.has(primary.nodeType));
  return isFunction ? ["calls", "imports"] : ["calls", "imports", "inherits", "implements", "references"];
}

/** Those that are no constructor of another of them: a class stands for its constructors, which C# names as the class. */
function withoutOwnConstructors(symbols: readonly CodeSymbol[]): CodeSymbol[] {
  const names = new Set(symbols.map(({ primary }) => primary.qualifiedName));
  const classOf = (qualifiedName: string) => qualifiedName.slice(0, qualifiedName.lastIndexOf("."));
  return symbols.filter(
    ({ primary }) => primary.nodeType !== "constructor" || !names.has(classOf(primary.qualifiedName)),
  );
}

/** The symbol of `node_id`, or those that the name `query` means. */
async function startsOf(
  db: Db,
  view: View,
  input: { node_id?: string | undefined; query?: string | undefined; kinds?: readonly string[] | undefined },
): Promise<CodeSymbol[]> {
  if (input.node_id !== undefined) return [await readSymbol(db, view, input.node_id)];
  if (input.query === undefined) {
    throw new CodeindexError("invalid_parameter", "query: give the name of a symbol, or its node_id.", {
      parameter: "query",
    });
  }
  const isWanted = ({ primary }: CodeSymbol) => !input.kinds || input.kinds.includes(primary.nodeType);
  const found = await symbolsMeant(db, view, input.query, isWanted);
  if (found.length > 0) return withoutOwnConstructors(found);
  throw new CodeindexError(
    "not_found",
    `No symbol is named '${printable(input.query)}'${input.kinds ? ` and is a ${input.kinds.join(" or ")}` : ""}.`,
    { query: input.query },
  );
}

function nodeFields(id: string, found: Node): z.infer<typeof node> {
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

function placeInWords({ kind, file_path, span }: z.infer<typeof node>): string {
  if (span) return placeOf(file_path!, span.start_line, span.end_line);
  return kind === "external" ? "(outside)" : "(many files)";
}

function edgeFields({ source, target, kind, tier, rule: by, line }: Link) {
  return { source, target, kind, confidence: tier, rule: by, line };
}

/** What the symbols of a walk may have of edges that are not known. */
async function unresolvedAround(
  db: Db,
  view: View,
  nodes: Iterable<Node>,
  { kinds, direction }: { kinds: readonly EdgeKind[]; direction: Direction },
) {
  const symbols = Array.from(nodes).flatMap((node) => ("symbol" in node ? [node.symbol] : []));
  const scope = {
    names: direction === "out" ? [] : await calledNames(db, view, symbols),
    sources: direction === "in" ? [] : symbols,
    kinds,
  };
  return unresolvedFields(await unresolvedOf(db, view, scope));
}
