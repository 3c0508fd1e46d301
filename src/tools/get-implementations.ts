import { z } from "zod";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { pageOf } from "../format/page.js";
import {
  countOf,
  countsShape,
  incomingCappedLines,
  incomingLines,
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
import { gapsOfNames } from "../graph/gaps.js";
import { IMPLEMENTING_KINDS as KINDS, objectsLast } from "../graph/implementations.js";
import { confidenceCounts, incomingRelations, MAX_WALK, perSymbol, tiersUpTo } from "../graph/relations.js";
import { readSymbol } from "../graph/symbol.js";
import { calledNames, unresolvedOf } from "../graph/unresolved.js";
import * as params from "./params.js";
import { describeWithText } from "./relations.js";
import { defineTool } from "./tool.js";

const FOLLOWED = `of these the first ${MAX_WALK} are followed. Ask for the implementations of one of them, or with less depth.`;

export default defineTool({
  name: "get_implementations",
  title: "Implementations",
  toolset: "symbols",
  description:
    "Implementations: which classes implement, derive from, extend or override this: use it on an interface, class, or method before changing it. For what a type derives from use get_dependencies.",
  readOnly: true,
  idempotent: true,
  command: { name: "implementations", positional: ["node_id"] },
  input: {
    node_id: params.nodeId,
    min_confidence: minConfidence,
    depth: z.int().min(1).max(5).default(1).describe("Steps of subclasses of subclasses."),
    limit: params.limit(50, 200),
    cursor: params.cursor,
  },
  output: {
    symbol: subjectShape,
    results: z.array(z.object(relationShape)),
    total: z.int(),
    capped: z.boolean(),
    left_out: leftOutShape.optional(),
    by_confidence: countsShape,
    unresolved: unresolvedShape.describe(
      "Types that name a base of this name, of which is not known whether it is this one.",
    ),
    text_only: textOnlyShape,
    not_indexed: notIndexedShape.optional(),
  },
  async run(input, { db, view, searcher }) {
    const symbol = await readSymbol(db, view, input.node_id);
    const found = await incomingRelations(db, view, [symbol.primary.nodeId], {
      kinds: KINDS,
      tiers: tiersUpTo(input.min_confidence),
      depth: input.depth,
    });
    const relations = await objectsLast(db, view, await perSymbol(db, view, found.relations));
    const { results, ...page } = pageOf(relations, input.limit, input.cursor);
    const near = relations.map((relation) => relation.symbol!);
    const names = await calledNames(db, view, [symbol.primary]);
    return {
      symbol: subjectFields(symbol),
      results: await describeWithText(db, view, results, { near, own: [symbol.primary.nodeId] }),
      total: relations.length,
      capped: found.capped,
      ...leftOutFields(found),
      by_confidence: await confidenceCounts(db, view, [symbol.primary.nodeId], KINDS),
      unresolved: unresolvedFields(await unresolvedOf(db, view, { names, kinds: KINDS })),
      text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, names)),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, names)),
      ...page,
    };
  },
  render(output, input) {
    const name = output.symbol.qualified_name;
    const { hidden } = splitCounts(output.by_confidence, input.min_confidence);
    const lines = [
      output.total === 0
        ? `Nothing implements, extends or overrides ${name} at confidence ${tiersInWords(input.min_confidence)}.`
        : `${countOf(output.total, "implementation", { more: output.capped })} of ${output.symbol.node_type} ${name}`,
      ...incomingLines(output.results, { withKind: true }),
    ];
    if (hidden) lines.push(hidden);
    const narrower = surerThan(output.by_confidence, input.min_confidence);
    if (input.depth > 1) narrower.push("depth=1");
    lines.push(...incomingCappedLines(output, { narrower, followed: FOLLOWED }));
    lines.push(...unresolvedLines(output.unresolved, { one: "base type", where: "of this name" }));
    lines.push(...textOnlyLines(output.text_only), ...notIndexedLines(output.not_indexed));
    return lines.join("\n");
  },
  shrink: shrinkRelations,
});
