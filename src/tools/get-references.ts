import { z } from "zod";
import { usesByFile } from "../format/brief.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { pageOf } from "../format/page.js";
import {
  besideFields,
  besideLines,
  countOf,
  countsShape,
  incomingByFile,
  incomingCappedLines,
  leftOutFields,
  leftOutShape,
  minConfidence,
  relationShape,
  shrinkRelations,
  splitCounts,
  subjectFields,
  subjectShape,
  surerThan,
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  tiersInWords,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../format/symbols.js";
import { kindsListedFor, REFERENCE_KINDS } from "../graph/edge.js";
import { gapsOfNames } from "../graph/gaps.js";
import { confidenceCounts, incomingRelations, MAX_COUNTED, tiersUpTo } from "../graph/relations.js";
import { readSymbol, targetsOf } from "../graph/symbol.js";
import { calledNames, unresolvedOf } from "../graph/unresolved.js";
import { callsBeside } from "../store/neighbors.js";
import * as params from "./params.js";
import { describeWithText } from "./relations.js";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "get_references",
  title: "References",
  toolset: "symbols",
  description:
    "References: all usages, where is this still used: use it before renaming or removing a symbol. Every use by file: calls, types, imports, inheritance, values. For calls alone use get_callers.",
  readOnly: true,
  idempotent: true,
  command: { name: "references", positional: ["node_id"] },
  input: {
    node_id: params.nodeId,
    edge_type: params.edgeType,
    min_confidence: minConfidence,
    limit: params.limit(50, 200),
    cursor: params.cursor,
  },
  output: {
    symbol: subjectShape,
    results: z.array(z.object(relationShape)),
    total: z.int().describe("How many symbols refer to it, once for each kind; at least so many where `capped`."),
    capped: z.boolean(),
    left_out: leftOutShape.optional(),
    by_confidence: countsShape,
    unresolved: unresolvedShape.describe("Calls and base types of this name whose target is not known."),
    text_only: textOnlyShape,
    not_indexed: notIndexedShape.optional(),
  },
  brief: ({ results, ...output }) => ({ ...output, results: usesByFile(results) }),
  async run(input, { db, view, searcher }) {
    const symbol = await readSymbol(db, view, input.node_id);
    // A class contains its constructors, which is no use of it.
    const targets = input.edge_type === "contains" ? [symbol.primary.nodeId] : await targetsOf(db, view, symbol);
    const kinds = input.edge_type ? kindsListedFor(input.edge_type) : REFERENCE_KINDS;
    const found = await incomingRelations(db, view, targets, {
      kinds,
      tiers: tiersUpTo(input.min_confidence),
      depth: 1,
    });
    const { results, ...page } = pageOf(found.relations, input.limit, input.cursor);
    const names = await calledNames(db, view, [symbol.primary]);
    return {
      symbol: subjectFields(symbol),
      results: await describeWithText(db, view, results, { near: [], own: targets }),
      total: found.relations.length,
      capped: found.capped,
      ...leftOutFields(found),
      by_confidence: await confidenceCounts(db, view, targets, kinds),
      unresolved: {
        ...unresolvedFields(await unresolvedOf(db, view, { names, kinds })),
        ...besideFields(await callsBeside(db, view, names, MAX_COUNTED)),
      },
      text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, names)),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, names)),
      ...page,
    };
  },
  render(output, input) {
    const name = output.symbol.qualified_name;
    const what = input.edge_type ? ` (${input.edge_type})` : "";
    const { listed, hidden } = splitCounts(output.by_confidence, input.min_confidence);
    const lines = [
      output.total === 0
        ? `No references${what} to ${name} at confidence ${tiersInWords(input.min_confidence)}.`
        : `${countOf(output.total, "reference", { more: output.capped })}${what} to ${name} (uses: ${listed})`,
      ...incomingByFile(output.results),
    ];
    if (hidden) lines.push(hidden);
    const narrower = surerThan(output.by_confidence, input.min_confidence);
    if (!input.edge_type) narrower.push("edge_type");
    lines.push(...incomingCappedLines(output, { narrower, followed: "" }));
    lines.push(...unresolvedLines(output.unresolved, { one: "reference", where: "of this name" }));
    lines.push(...besideLines(output.unresolved, output.total));
    lines.push(...textOnlyLines(output.text_only), ...notIndexedLines(output.not_indexed));
    return lines.join("\n");
  },
  shrink: shrinkRelations,
});
