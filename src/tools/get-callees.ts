import { z } from "zod";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { pageOf } from "../format/page.js";
import { briefCallees, briefIncoming, briefList, calleeLines, incomingLines } from "../format/relation-lines.js";
import { noneKnown } from "../format/sureness.js";
import {
  cappedLines,
  countedShape,
  minConfidence,
  relationShape,
  shrinkRelations,
  subjectName,
  subjectShape,
} from "../format/symbols.js";
import { unresolvedFields, unresolvedLines, unresolvedShape } from "../format/unresolved.js";
import { implementationsOf, type Listed } from "../graph/calls/callers.js";
import { callsOfTables } from "../graph/calls/key-calls.js";
import { unresolvedOf } from "../graph/calls/unresolved.js";
import { countRelations } from "../graph/relation-counts.js";
import { outgoingRelations, type Relation, sureFirst, symbolOf, tiersUpTo } from "../graph/relations.js";
import { requestedBy } from "../graph/routes/requested-by.js";
import { type CodeSymbol, nameBesidePath, readSymbol, withMembers } from "../graph/symbol.js";
import { gapsInside } from "../graph/ways/gaps.js";
import { followNames } from "../search/research/mentions.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { listedFiles, listInput } from "./shared/list-filter.js";
import * as params from "./shared/params.js";
import { describeRelations, describeSubject, describeWithText } from "./shared/relations.js";
import { findCode } from "./shared/tests-reaching.js";

export default defineTool({
  name: "get_callees",
  title: "Callees",
  toolset: "symbols",
  description:
    "Callees: what does this function call: use it to follow what it does, call by call, in source order. Libraries are external, unknown targets counted with the reason. For types and imports too use get_dependencies.",
  readOnly: true,
  idempotent: true,
  command: { name: "callees", positional: ["node_id"] },
  input: {
    node_id: params.nodeId,
    min_confidence: minConfidence,
    depth: z.int().min(1).max(5).default(1).describe("Steps of what those call."),
    include_external: z.boolean().default(true).describe("List calls of libraries."),
    ...listInput,
  },
  output: {
    symbol: subjectShape,
    results: z.array(z.object(relationShape)),
    total: z.int().describe("How many callees there are at this confidence; a lower bound where `capped`."),
    counted: countedShape,
    capped: z.boolean(),
    less_sure: z.int().describe("Callees below min_confidence, which are not listed."),
    implementations: z
      .array(z.object(relationShape))
      .describe("Members that override or implement one that is called (`via`): the call may end there."),
    implementations_total: z.int(),
    unresolved: unresolvedShape.describe(
      "Calls in the symbol, and with depth in the callees that were followed, whose target is not known, those on what libraries give among them.",
    ),
    by_name: z
      .array(z.string())
      .optional()
      .describe("In a language without a parser; functions of tables, handlers of routes."),
    not_indexed: notIndexedShape.optional(),
  },
  brief: ({ implementations, ...output }) => ({
    ...briefList(output, briefCallees(output.results)),
    implementations: briefIncoming(implementations, { withKind: false }),
  }),
  async run(input, { db, view, searcher }) {
    const isListed = listedFiles(input);
    const symbol = await readSymbol(db, view, input.node_id);
    const sources = await withMembers(db, view, symbol);
    const listed = tiersUpTo(input.min_confidence);
    const others = tiersUpTo("candidate").filter((tier) => !listed.includes(tier));
    // Neither here nor below does one need another: while one waits for the database, the next is asked.
    const [{ relations, isCapped }, hidden, subject, byName] = await Promise.all([
      outgoingRelations(db, view, sources, {
        kinds: ["calls"],
        tiers: input.include_external ? [...listed, "external"] : listed,
        depth: input.depth,
        isListed,
      }),
      outgoingRelations(db, view, sources, { kinds: ["calls"], tiers: others, depth: 1, isListed }),
      describeSubject(db, view, symbol),
      byNameField({ db, view, searcher }, symbol, { tiers: listed, isListed }),
    ]);
    const { results, ...page } = pageOf(sureFirst(relations), input.limit, input.cursor);
    const near = [...sources, ...relations.flatMap((relation) => relation.symbol ?? [])];
    const followed = relations.flatMap(({ symbol: callee, depth }) => (callee && depth < input.depth ? [callee] : []));
    const [overriding, unresolved, gaps] = await Promise.all([
      implementationsOf(db, view, relations, { tiers: listed, isListed }),
      unresolvedOf(db, view, { sources: [...sources, ...followed], kinds: ["calls"] }, 20),
      gapsInside(db, view, [...sources, ...followed]),
    ]);
    const few = ofFew(overriding.relations);
    return {
      symbol: subject,
      results: describeRelations(results, { near, own: [symbol.primary.nodeId] }),
      total: relations.length,
      counted: countRelations(relations),
      capped: isCapped,
      less_sure: hidden.relations.length,
      implementations: await describeWithText(db, view, few.slice(0, MOST_IMPLEMENTATIONS), {
        near: [...overriding.members, ...few.map(symbolOf)],
        own: [],
      }),
      implementations_total: overriding.relations.length,
      unresolved: unresolvedFields(unresolved),
      ...byName,
      ...notIndexedFields(gaps),
      ...page,
    };
  },
  render(output, input) {
    const { symbol, results, counted } = output;
    const name = subjectName(symbol);
    const isDeep = input.depth > 1;
    const indirect = isDeep ? `; ${output.total - counted.symbols} indirect` : "";
    const lines = [
      output.total === 0
        ? noneKnown(`callees of ${name}`, input.min_confidence)
        : `${countOf(counted.symbols, "callee", { more: output.capped })} of ${name}, calls in ${countOf(counted.lines, "line", { more: output.capped })}${indirect}`,
      ...calleeLines(results, { withKind: false, one: "one", isDeep }),
    ];
    if (output.by_name)
      lines.push("By name, key or route, likely, it uses:", ...output.by_name.map((row) => `  ${row}`));
    if (output.less_sure > 0) {
      lines.push(
        `Not listed, because less sure: ${countOf(output.less_sure, "callee")}. min_confidence=candidate lists them.`,
      );
    }
    lines.push(...cappedLines(output.capped, "min_confidence or depth"));
    if (output.implementations_total > 0) {
      const isPart = output.implementations.length < Math.min(output.implementations_total, MOST_IMPLEMENTATIONS);
      const some = isPart ? `; counted alone where more than ${FEW_OF_A_MEMBER} implement a member` : "";
      lines.push(
        "",
        `${countOf(output.implementations_total, "implementation")} of what is called, where the calls may end${some}${output.implementations.length > 0 ? ":" : "."}`,
        ...incomingLines(output.implementations, { withKind: false, one: "member" }),
      );
    }
    lines.push(...unresolvedLines(output.unresolved, { one: "call", where: "in it", withName: true, byName: false }));
    lines.push(...notIndexedLines(output.not_indexed, { what: "has lines of it that did not parse" }));
    return lines.join("\n");
  },
  shrink: shrinkRelations,
});

/** Implementations that are listed; of a member that more than these implement, they are counted. */
const MOST_IMPLEMENTATIONS = 20;
const FEW_OF_A_MEMBER = 8;

/** The implementations of members that few implement. */
function ofFew(relations: readonly Relation[]): Relation[] {
  const counts = new Map<string, number>();
  for (const { nearId } of relations) if (nearId !== null) counts.set(nearId, (counts.get(nearId) ?? 0) + 1);
  return relations.filter(({ nearId }) => nearId === null || (counts.get(nearId) ?? 0) <= FEW_OF_A_MEMBER);
}

const MOST_NAMED = 40;
/** Functions of one table that are named. */
const MOST_OF_TABLE = 12;

/**
 * Of a symbol that was read by its shape, what its lines name: `12 Cart::total (src/cart.rs:8)`, each by its first line. The functions of tables that
 * it calls by a key, `30 via handlers: open (src/doors.ts:4), close (src/doors.ts:9)`, and the handlers of the routes that it requests: `41 requests
 * POST /orders: OrdersController.Add (Api/OrdersController.cs:20)`.
 */
async function byNameField(
  { db, view, searcher }: Pick<ToolContext, "db" | "view" | "searcher">,
  { primary, spans }: CodeSymbol,
  { tiers, isListed = () => true }: Listed,
): Promise<{ by_name?: string[] }> {
  const { links, heads } = await followNames(db, view, [primary]);
  const rows = links
    .toSorted((a, b) => a.line - b.line)
    .flatMap(({ line, target }) => {
      const head = heads.get(target);
      return head === undefined || !isListed(head.path) ? [] : [`${line} ${placeInWords(head)}`];
    });
  for (const { line, table, functions } of await callsOfTables(db, view, spans, tiers)) {
    const shown = functions.filter(({ path }) => isListed(path));
    const more = shown.length > MOST_OF_TABLE ? `, … ${shown.length - MOST_OF_TABLE} more` : "";
    const names = shown.slice(0, MOST_OF_TABLE).map(placeInWords).join(", ");
    if (names !== "") rows.push(`${line} via ${table.name}: ${names}${more}`);
  }
  for (const { line, request, handler, tier } of await requestedBy(db, view, spans, findCode({ searcher, view })))
    if (isListed(handler.path))
      rows.push(`${line} requests ${request}: ${tier === "unique" ? "" : "maybe "}${placeInWords(handler)}`);
  return rows.length > 0 ? { by_name: rows.slice(0, MOST_NAMED) } : {};
}

const placeInWords = ({ qualifiedName, path, nodeType, lineStart }: SymbolHead): string =>
  `${nameBesidePath(qualifiedName, path, nodeType)} (${path}:${lineStart})`;
