import { z } from "zod";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
import {
  briefMemberUses,
  memberUsesFields,
  memberUsesLines,
  memberUsesShape,
  usedThroughFields,
  usedThroughLines,
  usedThroughShape,
} from "../format/member-uses.js";
import { pageOf } from "../format/page.js";
import { briefIncoming, briefList, incomingLines } from "../format/relation-lines.js";
import { countsInWords, filteredOutField, filteredOutLines, filteredOutShape, noneKnown } from "../format/sureness.js";
import {
  countedShape,
  countsShape,
  incomingCappedLines,
  leftOutFields,
  leftOutShape,
  minConfidence,
  relationShape,
  shrinkRelations,
  subjectName,
  subjectShape,
  surerThan,
} from "../format/symbols.js";
import {
  besideFields,
  besideLines,
  MOST_OUTSIDE,
  textOnlyFields,
  textOnlyLines,
  textOnlyShape,
  unresolvedFields,
  unresolvedLines,
  unresolvedShape,
} from "../format/unresolved.js";
import { usedThrough } from "../graph/calls/callers.js";
import { usesOfMembers } from "../graph/calls/member-uses.js";
import { readUsed } from "../graph/calls/outside.js";
import { calledNames, unresolvedOf } from "../graph/calls/unresolved.js";
import { countRelations } from "../graph/relation-counts.js";
import { confidenceCounts, incomingRelations, MOST_COUNTED, placesOf, tiersUpTo } from "../graph/relations.js";
import { fullNameOf, targetsOf } from "../graph/symbol.js";
import { gapsOfNames } from "../graph/ways/gaps.js";
import { type EdgeKind, kindsListedFor, REFERENCE_KINDS } from "../model/edge.js";
import { callsBeside, countUnnamedCalls } from "../store/unresolved.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { usesByName, withAccesses } from "./shared/accesses.js";
import { listedFiles, listInput } from "./shared/list-filter.js";
import { importsInWords, withoutImportsOfCallers } from "./shared/listed-elsewhere.js";
import * as params from "./shared/params.js";
import { describeSubject, describeWithText } from "./shared/relations.js";
import { messageInWords, requestsInWords } from "./shared/senders.js";

const input = {
  node_id: params.nodeId,
  edge_type: params.edgeType,
  min_confidence: minConfidence,
  ...listInput,
};

const output = {
  symbol: subjectShape.extend({
    message: z
      .object({ taken_by: z.array(z.string()), sent_by: z.array(z.string()) })
      .optional()
      .describe("Of a type of messages: what is declared to take them, and what sends them."),
    requested_by: z.array(z.string()).optional().describe("Of a procedure or a handler of routes: what requests it."),
  }),
  results: z.array(z.object(relationShape)),
  total: z.int().describe("How many symbols refer to it, once for each kind and access; a lower bound where `capped`."),
  counted: countedShape,
  capped: z.boolean(),
  left_out: leftOutShape.optional(),
  by_confidence: countsShape,
  filtered_out: filteredOutShape,
  unresolved: unresolvedShape.describe("Calls and base types of this name whose target is not known."),
  text_only: textOnlyShape,
  not_indexed: notIndexedShape.optional(),
  members: memberUsesShape.optional(),
  used_through: usedThroughShape.optional(),
};

const getReferences = defineTool({
  name: "get_references",
  title: "References",
  toolset: "symbols",
  description:
    "References: all usages, where is this still used: use it before renaming or removing a symbol. Every use by file: calls, types, imports, inheritance, values. For calls alone use get_callers.",
  readOnly: true,
  idempotent: true,
  takesOutside: true,
  command: { name: "references", positional: ["node_id"] },
  input,
  output,
  brief: ({ members, ...output }) => ({
    ...briefList(output, briefIncoming(output.results, { withKind: true, own: output.symbol })),
    members: briefMemberUses(members),
  }),
  run: (given, context) => references(given, context, REFERENCE_KINDS),
  render: (shown, given) => inWords(shown, given, ""),
  shrink: shrinkRelations,
});

export default getReferences;

/** Kinds of references that another list of an answer has already, with the words for the rest. */
export const LISTED_BESIDE = {
  callers: { kinds: ["calls"], words: "calls" },
  implementations: { kinds: ["implements", "extends", "inherits", "overrides"], words: "implementations" },
} as const satisfies Record<string, { kinds: readonly EdgeKind[]; words: string }>;
export type ListedBeside = keyof typeof LISTED_BESIDE;

/** The same tool for an answer that has other lists already: references other than these. */
export function referencesBeside(lists: readonly ListedBeside[]): typeof getReferences {
  const listed = new Set<EdgeKind>(lists.flatMap((list) => LISTED_BESIDE[list].kinds));
  const kinds = REFERENCE_KINDS.filter((kind) => !listed.has(kind));
  const but = ` other than ${lists.map((list) => LISTED_BESIDE[list].words).join(" and ")}`;
  return {
    ...getReferences,
    among: withoutImportsOfCallers,
    run: (given, context) => references(given, context, kinds),
    render: (shown, given) => inWords(shown, given, but),
  };
}

type Input = z.infer<z.ZodObject<typeof input>>;
type Output = z.infer<z.ZodObject<typeof output>>;

async function references(input: Input, { db, view, searcher }: ToolContext, kindsAsked: readonly EdgeKind[]) {
  const isListed = listedFiles(input);
  const symbol = await readUsed(db, view, input.node_id);
  // A class contains its constructors, which is not a use of it.
  const targets = input.edge_type === "contains" ? [symbol.primary.nodeId] : await targetsOf(db, view, symbol);
  const kinds = input.edge_type ? kindsListedFor(input.edge_type) : kindsAsked;
  const tiers = tiersUpTo(input.min_confidence);
  const isWhole = input.edge_type === undefined;
  const isKept = symbol.primary.nodeType === "constant" && !symbol.outside && isWhole;
  const called = await calledNames(db, view, [symbol.primary]);
  // None of these needs another: while one waits for the database, the next is asked.
  const [found, members, bases, message, requests, subject, counts, all] = await Promise.all([
    incomingRelations(db, view, targets, { kinds, tiers, depth: 1, isListed }),
    isWhole ? usesOfMembers(db, view, symbol, { tiers, isListed }) : null,
    isWhole ? usedThrough(db, view, symbol, { tiers, isListed }) : [],
    isWhole ? messageInWords({ db, view }, symbol, { tiers, isListed }) : undefined,
    isKept ? requestsInWords({ db, view, searcher }, symbol.primary, { tiers, isListed }) : [],
    describeSubject(db, view, symbol),
    confidenceCounts(db, view, targets, kinds, { isListed }),
    isListed && confidenceCounts(db, view, targets, kinds),
  ]);
  const { relations, near } =
    symbol.outside || !isWhole
      ? { relations: found.relations, near: [] }
      : await withAccesses({ db, view }, symbol.primary, found.relations, { tiers, isListed });
  const { results, ...page } = pageOf(relations, input.limit, input.cursor);
  const [described, unresolved, outside, unnamed, textOnly, gaps] = await Promise.all([
    describeWithText(db, view, results, { near, own: targets, subject }),
    unresolvedOf(db, view, { called, kinds }),
    symbol.outside ? null : callsBeside(db, view, called, { limit: MOST_COUNTED, places: MOST_OUTSIDE }),
    symbol.outside || found.relations.length > 0 ? 0 : countUnnamedCalls(db, view, MOST_COUNTED),
    searcher.textOnlyFilesNaming(view, called.names, {
      language: symbol.primary.language,
      fullName: fullNameOf(symbol.primary),
      ...(isListed && { isListed }),
    }),
    gapsOfNames({ db, view, searcher }, called.names),
  ]);
  return {
    symbol: { ...subject, ...(message && { message }), ...(requests.length > 0 && { requested_by: requests }) },
    results: described,
    total: relations.length,
    counted: countRelations(found.relations),
    capped: found.isCapped,
    ...leftOutFields(found),
    by_confidence: counts,
    ...filteredOutField(all, counts, input.min_confidence),
    unresolved: { ...unresolvedFields(unresolved), ...(outside && besideFields(outside, unnamed)) },
    text_only: textOnlyFields(await usesByName({ db, view }, symbol.primary, textOnly), {
      of: symbol.primary,
      isWanted: (line) => kindsAsked.includes("implements") || !line.isHeritage,
    }),
    ...notIndexedFields(gaps),
    ...(members && { members: memberUsesFields(members, placesOf(found.relations)) }),
    ...(bases.length > 0 && { used_through: usedThroughFields(bases) }),
    ...page,
  };
}

/** `but`: what the list leaves out, in words. */
function inWords(output: Output, input: Input, but: string): string {
  const { symbol, counted } = output;
  const name = subjectName(symbol);
  const what = input.edge_type ? ` (${input.edge_type})` : but;
  const { listed, hidden } = countsInWords(output.by_confidence, input.min_confidence);
  const users = `${countOf(counted.symbols, "user", { more: output.capped })}${what} of ${name}`;
  const places = `${countOf(counted.lines, "line", { more: output.capped })} in ${countOf(counted.files, "file")}`;
  const lines = [
    output.total === 0
      ? noneKnown(`references${what} to ${name}`, input.min_confidence, output.text_only)
      : `${users}, ${places}${listed && `: ${listed}`}${importsInWords(output)}`,
    ...incomingLines(output.results, { withKind: input.edge_type === undefined, one: symbol.node_type, own: symbol }),
    ...memberUsesLines(output.members),
    ...usedThroughLines(output.used_through, "references"),
    ...messageLines(symbol.message),
  ];
  if (symbol.requested_by) lines.push("", "Requested from elsewhere:", ...symbol.requested_by);
  if (hidden) lines.push(hidden);
  lines.push(...filteredOutLines(output.filtered_out, "line"));
  const narrower = surerThan(output.by_confidence, input.min_confidence);
  if (!input.edge_type) narrower.push("edge_type");
  lines.push(...incomingCappedLines(output, { narrower, followed: "" }));
  lines.push(...unresolvedLines(output.unresolved, { one: "reference", where: "of this name" }));
  lines.push(...besideLines(output.unresolved));
  lines.push(...textOnlyLines(output.text_only), ...notIndexedLines(output.not_indexed));
  return lines.join("\n");
}

/** `As a message it is taken by ShipHandler.Handle (src/Ship.cs:6); sent by ShipController.Post (src/ShipController.cs:4).` */
function messageLines(message: Output["symbol"]["message"]): string[] {
  if (message === undefined) return [];
  const { taken_by, sent_by } = message;
  const senders = sent_by.length > 0 ? `sent by ${sent_by.join(", ")}` : "what sends it is not known";
  return ["", `As a message it is taken by ${taken_by.join(", ")}; ${senders}.`];
}
