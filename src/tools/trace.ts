import { z } from "zod";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { nth, present } from "../base/need.js";
import { minConfidenceIfAny } from "../format/symbols.js";
import { symbolsMeant } from "../graph/lookup.js";
import { tiersUpTo } from "../graph/relations.js";
import type { CodeSymbol } from "../graph/symbol.js";
import { EDGE_KINDS } from "../model/edge.js";
import { SYMBOL_KINDS } from "../model/parse-result.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import * as params from "./shared/params.js";
import { readSubjects } from "./shared/subjects.js";
import { aroundShape, briefAround, fewerAround, renderAround, traceAround } from "./shared/trace-around.js";
import { briefWays, renderWays, shrinkWays, traceEntries, traceWays, waysShape } from "./shared/trace-ways.js";

export default defineTool({
  name: "trace",
  title: "Trace",
  toolset: "symbols",
  core: true,
  description:
    "Call path, the chain of calls from one function to another: use it to follow how a request, route or event handler gets to, or ends up in, the database or a file, through controllers, callbacks and fields. `from` and `to` give the way between two; `to` alone ways from routes and other entries; `from` alone the graph around it.",
  readOnly: true,
  cost: 4,
  idempotent: true,
  command: { name: "trace", positional: ["from", "to"] },
  aliases: { query: "from", node_id: "from" },
  input: {
    from: params.symbol.optional(),
    to: params.symbol.optional(),
    kinds: z.array(z.enum(SYMBOL_KINDS)).max(SYMBOL_KINDS.length).optional().describe("Only through these node_types."),
    hops: z.int().min(1).max(20).optional().describe("Steps; 1 around a symbol."),
    direction: z.enum(["in", "out", "both"]).optional().describe("in: what uses it."),
    edge_kinds: z
      .array(z.enum(EDGE_KINDS))
      .min(1)
      .max(EDGE_KINDS.length)
      .optional()
      .describe("Default: calls and imports, of types also bases and references."),
    min_confidence: minConfidenceIfAny,
    include_external: z.boolean().default(false).describe("Show libraries."),
    max_nodes: z.int().min(1).max(100).default(25).describe("Most symbols."),
    max_edges: z.int().min(1).max(200).default(50).describe("Most edges."),
  },
  output: { ...waysShape, ...aroundShape },
  brief: (output) => (isAround(output) ? briefAround(output) : briefWays(output)),
  async run(input, context) {
    const from = input.from === undefined ? null : await meantBy(context, input.from, input.kinds);
    const to = input.to === undefined ? null : await meantBy(context, input.to);
    if (from && !to) {
      const tiers = tiersUpTo(input.min_confidence ?? "import");
      return traceAround(
        from,
        {
          ...input,
          tiers: input.include_external ? [...tiers, "external"] : tiers,
          direction: input.direction ?? "both",
          hops: input.hops ?? 1,
        },
        context,
      );
    }
    if (!to) throw invalidParameter("from", 'is missing, and so is to: give one or both, such as from: "Cart.add"');
    if (!from) return { ...NO_GRAPH, ...(await traceEntries(to, input, context)) };
    const [start, end] = input.direction === "in" ? [to, from] : [from, to];
    return { ...NO_GRAPH, ...(await traceWays(start, end, input, context)) };
  },
  render: (output) => (isAround(output) ? renderAround(output) : renderWays(output)),
  shrink: [
    (output) => fewerAround(nth(shrinkWays, 0)(output), 25, 40),
    (output) => fewerAround(nth(shrinkWays, 1)(output), 8, 8),
    (output) => fewerAround(nth(shrinkWays, 2)(output), 3, 3),
  ],
});

const isAround = ({ ways, entries }: { ways?: unknown; entries?: unknown }) => !ways && !entries;

/** Fields of the graph around a symbol, in answers that have ways in place of it. */
const NO_GRAPH = { nodes: [], edges: [], kinds: [], starts_total: 0, capped: false };

/** The symbols that a word means; of a name, those of the kinds alone. Throws `not_found` where there are none. */
async function meantBy(context: ToolContext, word: string, kinds?: readonly string[]): Promise<CodeSymbol[]> {
  const subject = nth(await readSubjects(context, [word]), 0);
  const { symbols, problem } = subject;
  const isWanted = ({ primary }: CodeSymbol) => !kinds || kinds.includes(primary.nodeType);
  if (symbols.some(isWanted)) return symbols.filter(isWanted);
  // A name means code first, and what does something: of the wanted kinds it may mean something else.
  const named = kinds ? await symbolsMeant(context.db, context.view, word, isWanted) : [];
  if (named.length > 0) return named;
  // A place or a node_id has one meaning, whichever kinds are shown around it.
  if (symbols.length > 0 && (nth(symbols, 0).primary.nodeId === word || /[:/]/.test(word))) return symbols;
  const ofKinds = problem ?? `No symbol is named '${word}' and is a ${present(kinds).join(" or ")}.`;
  throw new CodeindexError("not_found", ofKinds, { symbol: word });
}
