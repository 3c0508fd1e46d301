import { z } from "zod";
import { usesByFile } from "../format/brief.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { pageOf } from "../format/page.js";
import {
  countOf,
  incomingCappedLines,
  incomingLines,
  leftOutFields,
  leftOutShape,
  minConfidence,
  relationShape,
  shrinkRelations,
  subjectFields,
  subjectShape,
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  tiersInWords,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../format/symbols.js";
import { usedThrough } from "../graph/callers.js";
import { dependentsOf, MAX_MEMBERS } from "../graph/dependencies.js";
import { kindsListedFor } from "../graph/edge.js";
import { gapsOfNames } from "../graph/gaps.js";
import { tiersUpTo } from "../graph/relations.js";
import { isContainer, readSymbol } from "../graph/symbol.js";
import { calledNames, unresolvedOf } from "../graph/unresolved.js";
import { hasFlag, type SymbolHead } from "../store/symbol-heads.js";
import * as params from "./params.js";
import { describeWithText } from "./relations.js";
import { defineTool } from "./tool.js";

const FOLLOWED = `of its members the first ${MAX_MEMBERS} are looked at. Ask for the dependents of one of the others.`;

/** Names of a file that are looked for in text. */
const MOST_NAMES = 100;

export default defineTool({
  name: "get_dependents",
  title: "Dependents",
  toolset: "symbols",
  description:
    "Dependents: what depends on this class, file or module: use it to see how far a change of all of it reaches. For one function use get_callers; for one symbol's uses get_references.",
  readOnly: true,
  idempotent: true,
  command: { name: "dependents", positional: ["node_id"] },
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
    total: z.int(),
    capped: z.boolean(),
    left_out: leftOutShape.optional(),
    less_sure: z.int().describe("References below min_confidence, which are not listed."),
    unresolved: unresolvedShape.describe(
      "Calls and base types of its name and those of its members, anywhere in the project, whose target is not known.",
    ),
    text_only: textOnlyShape,
    not_indexed: notIndexedShape.optional(),
    used_through: z
      .array(z.object({ node_id: z.string(), qualified_name: z.string(), uses: z.int() }))
      .describe(
        "What it implements or overrides, with uses of those members and of an interface by its name, at this confidence: they may come here. They are not among the results.",
      ),
    namespace_importers: z
      .object({
        files: z.int().describe("At least so many where `capped`."),
        capped: z.boolean(),
        namespaces: z.array(z.object({ node_id: z.string(), qualified_name: z.string() })),
      })
      .describe(
        "Of a file: others that import a namespace which it declares a part of and use nothing of it, so far as is known. They are not among the results.",
      ),
  },
  brief: ({ results, ...output }) => ({ ...output, results: usesByFile(results) }),
  async run(input, { db, view, searcher }) {
    const symbol = await readSymbol(db, view, input.node_id);
    const found = await dependentsOf(db, view, symbol, {
      edgeType: input.edge_type,
      confidence: input.min_confidence,
    });
    const { results, ...page } = pageOf(found.relations, input.limit, input.cursor);
    const bases = input.edge_type ? [] : await usedThrough(db, view, symbol, tiersUpTo(input.min_confidence));
    const names = await calledNames(db, view, [symbol.primary, ...found.members]);
    const given = namesOf(symbol.primary, found.members);
    return {
      symbol: subjectFields(symbol),
      results: await describeWithText(db, view, results, { near: found.members, own: [symbol.primary.nodeId] }),
      total: found.relations.length,
      capped: found.capped,
      ...leftOutFields(found),
      less_sure: found.lessSure,
      unresolved: unresolvedFields(
        await unresolvedOf(db, view, { names, ...(input.edge_type && { kinds: kindsListedFor(input.edge_type) }) }),
      ),
      text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, given)),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, given)),
      used_through: bases.map(({ base, uses }) => ({
        node_id: base.nodeId,
        qualified_name: base.qualifiedName,
        uses,
      })),
      namespace_importers: {
        files: found.importers.files,
        capped: found.importers.capped,
        namespaces: found.importers.namespaces.map((head) => ({
          node_id: head.nodeId,
          qualified_name: head.qualifiedName,
        })),
      },
      ...page,
    };
  },
  render(output, input) {
    const name = output.symbol.qualified_name;
    const what = input.edge_type ? ` (${input.edge_type})` : "";
    const lines = [
      output.total === 0
        ? `Nothing depends on ${name}${what} at confidence ${tiersInWords(input.min_confidence)}.`
        : `${countOf(output.total, "dependent", { more: output.capped })}${what} of ${name}`,
      ...incomingLines(output.results, { withKind: true }),
    ];
    if (output.less_sure > 0)
      lines.push(`Not listed, because less sure: ${output.less_sure}. min_confidence=candidate lists them.`);
    const narrower = input.edge_type ? [] : ["edge_type"];
    lines.push(...incomingCappedLines(output, { narrower, followed: FOLLOWED }));
    if (output.used_through.length > 0) lines.push("");
    for (const { node_id, qualified_name, uses } of output.used_through)
      lines.push(
        `Not listed: ${countOf(uses, "use")} through ${qualified_name} [${node_id}], which it implements or overrides: they may come here. get_dependents of that lists them.`,
      );
    const { files, capped, namespaces } = output.namespace_importers;
    if (files > 0) {
      const names = namespaces.map(({ node_id, qualified_name }) => `${qualified_name} [${node_id}]`).join(", ");
      const count = countOf(files, "file", { more: capped });
      lines.push(
        "",
        `Not listed: ${count} that ${files === 1 ? "imports" : "import"} the namespace, which many files may share, and ${files === 1 ? "uses" : "use"} nothing of this one: ${names}`,
      );
    }
    const where = name === output.symbol.file_path ? "of names it declares" : "of its name or its members'";
    lines.push(
      ...unresolvedLines(output.unresolved, { one: "reference", where, withName: true }),
      ...textOnlyLines(output.text_only),
      ...notIndexedLines(output.not_indexed),
    );
    return lines.join("\n");
  },
  shrink: shrinkRelations,
});

/** The names that others may give it: its own, or those of what a file declares for others. */
function namesOf(symbol: SymbolHead, members: readonly SymbolHead[]): string[] {
  if (symbol.ordinal > 0) return [symbol.name];
  return members
    .filter((member) => hasFlag(member, "isExported") && (member.parentOrdinal === 0 || isContainer(member.nodeType)))
    .filter(({ nodeType }) => nodeType !== "namespace")
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}
