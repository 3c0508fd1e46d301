import { z } from "zod";
import { symbolCard } from "../format/brief.js";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { symbolFields, symbolFlags, symbolFlagsShape, symbolLine, symbolShape } from "../format/symbols.js";
import { textOnlyFields, textOnlyLines, textOnlyShape } from "../format/unresolved.js";
import { calledNames } from "../graph/calls/unresolved.js";
import { confidenceCounts, MOST_COUNTED } from "../graph/relations.js";
import { readSymbol, targetsOf } from "../graph/symbol.js";
import { gapsOfNames } from "../graph/ways/gaps.js";
import { REFERENCE_KINDS } from "../model/edge.js";
import { childCount, headsAt, readDoc } from "../store/symbol-heads.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

export default defineTool({
  name: "get_symbol",
  title: "Symbol",
  toolset: "symbols",
  description:
    "Describes one symbol: use it with a node_id for its signature, flags, doc comment, parent, members and number of uses. Its source: get_source_spans.",
  readOnly: true,
  idempotent: true,
  linksFiles: true,
  command: { name: "symbol", positional: ["node_id"] },
  input: { node_id: params.nodeId },
  output: {
    ...symbolShape,
    ...symbolFlagsShape,
    reference_count: z
      .int()
      .describe(
        "Uses of all kinds that lead to it at confidence exact, import or unique, as get_references counts them; counting stops at 10,000 of each.",
      ),
    doc_comment: z.string().nullable(),
    parent: z
      .object({ node_id: z.string(), name: z.string(), node_type: z.string() })
      .nullable()
      .describe("The symbol around it; null for a file."),
    children: z.int().describe("How many symbols are declared directly in it."),
    spans: z.int().describe("In how many places it is declared; get_source_spans lists them."),
    text_only: textOnlyShape,
    not_indexed: notIndexedShape.optional(),
  },
  brief: (symbol) => symbolCard(symbol),
  async run(input, { db, view, searcher }) {
    const symbol = await readSymbol(db, view, input.node_id);
    const { primary, spans } = symbol;
    const near = spans.slice(0, 64);
    const targets = await targetsOf(db, view, symbol);
    const counts = await confidenceCounts(db, view, targets, REFERENCE_KINDS);
    const { names } = await calledNames(db, view, [primary]);
    const [parent] = await headsAt(db, view, [{ versionId: primary.versionId, ordinal: primary.parentOrdinal }]);
    return {
      ...symbolFields(symbol),
      ...symbolFlags(symbol),
      reference_count: counts.exact + counts.import + counts.unique,
      doc_comment: await readDoc(db, view.projectId, near),
      parent: parent ? { node_id: parent.nodeId, name: parent.name || parent.path, node_type: parent.nodeType } : null,
      children: await childCount(db, view.projectId, near),
      spans: spans.length,
      text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, names, { language: primary.language })),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, names)),
    };
  },
  render(symbol) {
    // Declarations of a TypeScript or JavaScript module are seen elsewhere only if the module exports them.
    const isOfModule = symbol.parent?.node_type === "module";
    const flags = [
      isOfModule ? (symbol.is_public_api ? "exported" : "not exported") : symbol.access_modifier,
      !isOfModule && symbol.is_public_api && "public API",
      symbol.is_static && "static",
      symbol.is_abstract && "abstract",
      symbol.is_async && "async",
      symbol.is_override && "override",
      symbol.is_deprecated && "DEPRECATED",
    ].filter(Boolean);
    const lines = [
      symbolLine(symbol),
      `${symbol.language}, ${flags.join(", ")}; ${usesInWords(symbol)}, ${countOf(symbol.children, "member")}`,
      `node_id ${symbol.node_id}`,
    ];
    if (symbol.parent)
      lines.push(`in ${symbol.parent.node_type} ${symbol.parent.name} (node_id ${symbol.parent.node_id})`);
    if (symbol.spans > 1) lines.push(`declared in ${symbol.spans} places; get_source_spans lists them`);
    if (symbol.parse_status === "partial")
      lines.push(`Some lines of ${symbol.file_path} did not parse: explain_path shows which.`);
    lines.push(...textOnlyLines(symbol.text_only), ...notIndexedLines(symbol.not_indexed));
    if (symbol.doc_comment) lines.push("", symbol.doc_comment);
    return lines.join("\n");
  },
  shrink: [(symbol) => ({ ...symbol, doc_comment: symbol.doc_comment && `${symbol.doc_comment.slice(0, 300)}…` })],
});

/** How often it is used. Of a language that has no parser here nobody knows, but for what a SCIP index says. */
function usesInWords({
  by,
  language,
  reference_count: uses,
}: {
  by?: "shape" | undefined;
  language: string;
  reference_count: number;
}): string {
  if (by !== undefined && uses === 0) return `calls and other uses are not read in ${language}`;
  return countOf(uses, "use", { more: uses >= MOST_COUNTED });
}
