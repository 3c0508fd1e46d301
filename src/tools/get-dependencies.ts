import { z } from "zod";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { pageOf } from "../format/page.js";
import { briefList, briefNeeds, needLines } from "../format/relation-lines.js";
import { noneKnown } from "../format/sureness.js";
import { cappedLines, minConfidence, relationListShape, shrinkRelations, subjectName } from "../format/symbols.js";
import { unresolvedFields, unresolvedLines, unresolvedShape } from "../format/unresolved.js";
import { unresolvedOf } from "../graph/calls/unresolved.js";
import { dependenciesOf } from "../graph/files/dependencies.js";
import { countRelations } from "../graph/relation-counts.js";
import { sureFirst } from "../graph/relations.js";
import { readSymbol } from "../graph/symbol.js";
import { gapsInside } from "../graph/ways/gaps.js";
import { kindsListedFor } from "../model/edge.js";
import { defineTool } from "./running/tool.js";
import { listedFiles, listInput } from "./shared/list-filter.js";
import * as params from "./shared/params.js";
import { describeRelations, describeSubject } from "./shared/relations.js";

export default defineTool({
  name: "get_dependencies",
  title: "Dependencies",
  toolset: "symbols",
  description:
    "Dependencies: which modules does this file or class import or need: use it before moving code. Everything that it refers to; libraries are external. For calls alone use get_callees.",
  readOnly: true,
  idempotent: true,
  command: { name: "dependencies", positional: ["node_id"] },
  input: {
    node_id: params.nodeId,
    edge_type: params.edgeType,
    min_confidence: minConfidence,
    ...listInput,
  },
  output: {
    ...relationListShape,
    less_sure: z.int().describe("Relations below min_confidence, which are not listed."),
    unresolved: unresolvedShape.describe(
      "Calls inside it whose target is not known, and base types of names that the project declares elsewhere.",
    ),
    not_indexed: notIndexedShape.optional(),
  },
  brief: (output) => briefList(output, briefNeeds(output.results, { withKind: true })),
  async run(input, { db, view }) {
    const isListed = listedFiles(input);
    const symbol = await readSymbol(db, view, input.node_id);
    const found = await dependenciesOf(db, view, symbol, {
      edgeType: input.edge_type,
      confidence: input.min_confidence,
      isListed,
    });
    const { results, ...page } = pageOf(sureFirst(found.relations), input.limit, input.cursor);
    return {
      symbol: await describeSubject(db, view, symbol),
      results: describeRelations(results, { near: found.members, own: [symbol.primary.nodeId] }),
      total: found.relations.length,
      counted: countRelations(found.relations),
      capped: found.isCapped,
      less_sure: found.lessSure,
      unresolved: unresolvedFields(
        await unresolvedOf(db, view, {
          sources: found.members,
          ...(input.edge_type && { kinds: kindsListedFor(input.edge_type) }),
        }),
      ),
      ...notIndexedFields(await gapsInside(db, view, found.members)),
      ...page,
    };
  },
  render(output, input) {
    const { symbol, results, counted } = output;
    const what = input.edge_type ? ` (${input.edge_type})` : "";
    const name = subjectName(symbol);
    const lines = [
      output.total === 0
        ? noneKnown(`dependencies${what} of ${name}`, input.min_confidence)
        : `${countOf(counted.symbols, "dependency", { many: "dependencies", more: output.capped })}${what} of ${name}, in ${countOf(counted.lines, "line", { more: output.capped })}`,
      ...needLines(results, { withKind: input.edge_type === undefined, one: "one" }),
    ];
    if (output.less_sure > 0)
      lines.push(`Not listed, because less sure: ${output.less_sure}. min_confidence=candidate lists them.`);
    lines.push(...cappedLines(output.capped, "edge_type or min_confidence"));
    lines.push(
      ...unresolvedLines(output.unresolved, { one: "reference", where: "in it", withName: true, byName: false }),
    );
    lines.push(...notIndexedLines(output.not_indexed, { what: "has lines of it that did not parse" }));
    return lines.join("\n");
  },
  shrink: shrinkRelations,
});
