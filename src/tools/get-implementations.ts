import { z } from "zod";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { briefTree, sharedWords, treeRows } from "../format/implementation-tree.js";
import { pageOf } from "../format/page.js";
import { briefList } from "../format/relation-lines.js";
import { countsInWords, filteredOutField, filteredOutLines, filteredOutShape, noneKnown } from "../format/sureness.js";
import {
  countsShape,
  incomingCappedLines,
  leftOutFields,
  leftOutShape,
  minConfidence,
  relationListShape,
  shrinkRelations,
  subjectName,
  surerThan,
} from "../format/symbols.js";
import {
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../format/unresolved.js";
import { valuesOf } from "../graph/calls/callers.js";
import { readUsed } from "../graph/calls/outside.js";
import { calledNames, unresolvedOf } from "../graph/calls/unresolved.js";
import { inTreeOrder, IMPLEMENTING_KINDS as KINDS, objectsLast } from "../graph/implementations.js";
import { countRelations } from "../graph/relation-counts.js";
import { confidenceCounts, incomingRelations, MOST_WALK, perSymbol, symbolOf, tiersUpTo } from "../graph/relations.js";
import { isContainer } from "../graph/symbol.js";
import { gapsOfNames } from "../graph/ways/gaps.js";
import { defineTool } from "./running/tool.js";
import { listedFiles, listInput } from "./shared/list-filter.js";
import { withoutToldImplementations } from "./shared/listed-elsewhere.js";
import * as params from "./shared/params.js";
import { describeRelations, describeSubject } from "./shared/relations.js";

const FOLLOWED = `of these the first ${MOST_WALK} are followed. Ask for the implementations of one of them, or with less depth.`;

const input = {
  node_id: params.nodeId,
  min_confidence: minConfidence,
  depth: z.int().min(1).max(10).default(10).describe("Steps of subclasses of subclasses."),
  ...listInput,
};

const output = {
  ...relationListShape,
  left_out: leftOutShape.optional(),
  by_confidence: countsShape,
  filtered_out: filteredOutShape,
  unresolved: unresolvedShape.describe(
    "Types that name a base of this name, of which is not known whether it is this one.",
  ),
  text_only: textOnlyShape,
  not_indexed: notIndexedShape.optional(),
  told_before: z.array(z.string()).optional().describe("Of several symbols: those that an earlier one has, in words."),
  named_as_type: z
    .int()
    .optional()
    .describe(
      "Of a type without implementations: places that name it, such as functions that are declared to be of it.",
    ),
};

const getImplementations = defineTool({
  name: "get_implementations",
  title: "Implementations",
  toolset: "symbols",
  description:
    "Implementations: which classes implement, derive from, extend or override this: use it on an interface, class, or method before changing it. For what a type derives from use get_dependencies.",
  readOnly: true,
  idempotent: true,
  takesOutside: true,
  command: { name: "implementations", positional: ["node_id"] },
  input,
  output,
  among: withoutToldImplementations,
  brief: (output) => briefList(output, briefTree(output.results)),
  async run(input, { db, view, searcher }) {
    const isListed = listedFiles(input);
    const symbol = await readUsed(db, view, input.node_id);
    const found = await incomingRelations(db, view, [symbol.primary.nodeId], {
      kinds: KINDS,
      tiers: tiersUpTo(input.min_confidence),
      depth: input.depth,
      isListed,
    });
    const sorted = await objectsLast(db, view, await perSymbol(db, view, found.relations));
    const relations = inTreeOrder(sorted, [symbol.primary.nodeId]);
    const { results, ...page } = pageOf(relations, input.limit, input.cursor);
    const near = relations.map(symbolOf);
    const called = await calledNames(db, view, [symbol.primary]);
    const isUnimplemented = relations.length === 0 && isContainer(symbol.primary.nodeType);
    const uses = { targets: [symbol.primary.nodeId], tiers: tiersUpTo(input.min_confidence), isListed };
    const named = isUnimplemented ? await valuesOf(db, view, uses) : 0;
    const counts = await confidenceCounts(db, view, [symbol.primary.nodeId], KINDS, { isListed });
    return {
      symbol: await describeSubject(db, view, symbol),
      results: describeRelations(results, { near, own: [symbol.primary.nodeId] }),
      total: relations.length,
      counted: countRelations(relations),
      capped: found.isCapped,
      ...leftOutFields(found),
      by_confidence: counts,
      ...filteredOutField(
        isListed && (await confidenceCounts(db, view, [symbol.primary.nodeId], KINDS)),
        counts,
        input.min_confidence,
      ),
      unresolved: unresolvedFields(await unresolvedOf(db, view, { called, kinds: KINDS })),
      text_only: textOnlyFields(
        await searcher.textOnlyFilesNaming(view, called.names, {
          language: symbol.primary.language,
          ...(isListed && { isListed }),
        }),
        {
          of: symbol.primary,
          isWanted: (line) => line.isHeritage,
        },
      ),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, called.names)),
      ...(named > 0 && { named_as_type: named }),
      ...page,
    };
  },
  render: (shown, given) => inWords(shown, given),
  shrink: shrinkRelations,
});

export default getImplementations;

/** The same tool for an answer that lists the references too. */
export const implementationsBesideReferences: typeof getImplementations = {
  ...getImplementations,
  render: ({ named_as_type: _listed, ...shown }, given) => inWords(shown, given),
};

type Input = z.infer<z.ZodObject<typeof input>>;
type Output = z.infer<z.ZodObject<typeof output>>;

function inWords(output: Output, input: Input): string {
  const { symbol, counted, total } = output;
  const name = subjectName(symbol);
  const { listed, hidden } = countsInWords(output.by_confidence, input.min_confidence);
  const shared = sharedWords(output.results).join(", ");
  const direct = counted.symbols < total ? `, ${counted.symbols} direct` : "";
  const lines = [
    total === 0
      ? noneKnown(`implementations, subclasses or overrides of ${name}`, input.min_confidence, output.text_only)
      : `${countOf(total, "implementation", { more: output.capped })} of ${symbol.node_type} ${name}${direct}${listed && `: ${listed}`}${shared && ` (each: ${shared})`}`,
    ...treeRows(output.results),
    ...(output.told_before ?? []).map((words) => `${output.results.length > 0 ? "and " : ""}${words}`),
  ];
  if (output.named_as_type)
    lines.push(
      `Named as a type in ${countOf(output.named_as_type, "place")}, by functions and values declared to be of it among others: its references tell where.`,
    );
  if (hidden) lines.push(hidden);
  lines.push(...filteredOutLines(output.filtered_out, "implementation"));
  const narrower = surerThan(output.by_confidence, input.min_confidence);
  if (input.depth > 1) narrower.push("depth=1");
  lines.push(...incomingCappedLines(output, { narrower, followed: FOLLOWED }));
  lines.push(...unresolvedLines(output.unresolved, { one: "base type", where: "of this name" }));
  lines.push(...textOnlyLines(output.text_only), ...notIndexedLines(output.not_indexed));
  return lines.join("\n");
}
