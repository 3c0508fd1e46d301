import { z } from "zod";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import { usedThroughFields, usedThroughLines, usedThroughShape } from "../format/member-uses.js";
import { pageOf } from "../format/page.js";
import { briefIncoming, briefList, incomingLines } from "../format/relation-lines.js";
import { noneKnown } from "../format/sureness.js";
import {
  incomingCappedLines,
  leftOutFields,
  leftOutShape,
  minConfidence,
  relationListShape,
  shrinkRelations,
  subjectName,
} from "../format/symbols.js";
import {
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../format/unresolved.js";
import { usedThrough } from "../graph/calls/callers.js";
import { calledNames, unresolvedOf } from "../graph/calls/unresolved.js";
import { dependentsOf, MOST_MEMBERS } from "../graph/files/dependencies.js";
import { countRelations } from "../graph/relation-counts.js";
import { tiersUpTo } from "../graph/relations.js";
import { isContainer, readSymbol } from "../graph/symbol.js";
import { gapsOfNames } from "../graph/ways/gaps.js";
import { kindsListedFor } from "../model/edge.js";
import { hasFlag, type SymbolHead } from "../store/symbol-heads.js";
import { defineTool } from "./running/tool.js";
import { listedFiles, listInput } from "./shared/list-filter.js";
import * as params from "./shared/params.js";
import { describeSubject, describeWithText } from "./shared/relations.js";

const FOLLOWED = `of its members the first ${MOST_MEMBERS} are looked at. Ask for the dependents of one of the others.`;

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
    ...listInput,
  },
  output: {
    ...relationListShape,
    left_out: leftOutShape.optional(),
    less_sure: z.int().describe("References below min_confidence, which are not listed."),
    unresolved: unresolvedShape.describe(
      "Calls and base types of its name and those of its members, anywhere in the project, whose target is not known.",
    ),
    text_only: textOnlyShape,
    not_indexed: notIndexedShape.optional(),
    used_through: usedThroughShape,
    namespace_importers: z
      .object({
        files: z.int().describe("A lower bound where `capped`."),
        capped: z.boolean(),
        namespaces: z.array(z.object({ node_id: z.string(), qualified_name: z.string() })),
      })
      .describe(
        "Of a file: others that import a namespace which it declares a part of and use nothing of it, so far as is known. They are not among the results.",
      ),
  },
  brief: (output) => briefList(output, briefIncoming(output.results, { withKind: true })),
  async run(input, { db, view, searcher }) {
    const isListed = listedFiles(input);
    const symbol = await readSymbol(db, view, input.node_id);
    const found = await dependentsOf(db, view, symbol, {
      edgeType: input.edge_type,
      confidence: input.min_confidence,
      isListed,
    });
    const { results, ...page } = pageOf(found.relations, input.limit, input.cursor);
    const tiers = tiersUpTo(input.min_confidence);
    const bases = input.edge_type ? [] : await usedThrough(db, view, symbol, { tiers, isListed });
    const called = await calledNames(db, view, [symbol.primary, ...found.members]);
    const given = namesOf(symbol.primary, found.members);
    return {
      symbol: await describeSubject(db, view, symbol),
      results: await describeWithText(db, view, results, { near: found.members, own: [symbol.primary.nodeId] }),
      total: found.relations.length,
      counted: countRelations(found.relations),
      capped: found.isCapped,
      ...leftOutFields(found),
      less_sure: found.lessSure,
      unresolved: unresolvedFields(
        await unresolvedOf(db, view, { called, ...(input.edge_type && { kinds: kindsListedFor(input.edge_type) }) }),
      ),
      text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, given)),
      ...notIndexedFields(await gapsOfNames({ db, view, searcher }, given)),
      used_through: usedThroughFields(bases),
      namespace_importers: {
        files: found.importers.files,
        capped: found.importers.isCapped,
        namespaces: found.importers.namespaces.map((head) => ({
          node_id: head.nodeId,
          qualified_name: head.qualifiedName,
        })),
      },
      ...page,
    };
  },
  render(output, input) {
    const { symbol, counted } = output;
    const name = symbol.qualified_name;
    const what = input.edge_type ? ` (${input.edge_type})` : "";
    const places = `${countOf(counted.lines, "line", { more: output.capped })} in ${countOf(counted.files, "file")}`;
    const lines = [
      output.total === 0
        ? noneKnown(`dependents${what} of ${subjectName(symbol)}`, input.min_confidence)
        : `${countOf(counted.symbols, "dependent", { more: output.capped })}${what} of ${subjectName(symbol)}, ${places}`,
      ...incomingLines(output.results, { withKind: input.edge_type === undefined, one: symbol.node_type }),
    ];
    if (output.less_sure > 0)
      lines.push(`Not listed, because less sure: ${output.less_sure}. min_confidence=candidate lists them.`);
    const narrower = input.edge_type ? [] : ["edge_type"];
    lines.push(...incomingCappedLines(output, { narrower, followed: FOLLOWED }));
    lines.push(...usedThroughLines(output.used_through, "dependents"));
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
