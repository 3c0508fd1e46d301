import { z } from "zod";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines, notIndexedShape } from "../format/gaps.js";
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
import {
  calledNamesakes,
  calledThrough,
  callersOfOverriders,
  callersThroughBases,
  type Listed,
  MOST_OF_NAMESAKE,
  valuesOf,
} from "../graph/calls/callers.js";
import { readUsed } from "../graph/calls/outside.js";
import { calledNames, memberNames, unresolvedOf, withoutPlaces } from "../graph/calls/unresolved.js";
import { decoratorsOf } from "../graph/pieces.js";
import { countRelations } from "../graph/relation-counts.js";
import {
  confidenceCounts,
  incomingRelations,
  MOST_COUNTED,
  MOST_WALK,
  placesOf,
  type Relations,
  symbolOf,
  tiersUpTo,
} from "../graph/relations.js";
import {
  type CodeSymbol,
  fullNameOf,
  isCallable,
  isConstructible,
  isContainer,
  nameBesidePath,
  readParents,
  targetsOf,
} from "../graph/symbol.js";
import { gapsOfNames } from "../graph/ways/gaps.js";
import { pathClassOf } from "../model/paths.js";
import type { CalledNames } from "../store/named-calls.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { type CalledSymbol, callsBeside, countUnnamedCalls } from "../store/unresolved.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { calledFromOutside } from "./shared/called-from-outside.js";
import { keyUsesInWords } from "./shared/key-uses.js";
import { lessSureCalls, MOST_LESS_SURE } from "./shared/less-sure-calls.js";
import { listedFiles, listInput } from "./shared/list-filter.js";
import { type Elsewhere, elsewhereInWords, withoutListed } from "./shared/listed-elsewhere.js";
import { memberUsesInWords } from "./shared/member-uses.js";
import * as params from "./shared/params.js";
import { passedInWords } from "./shared/passed-values.js";
import { describeSubject, describeWithText } from "./shared/relations.js";
import { resultsInWords } from "./shared/result-counts.js";
import { sendersInWords } from "./shared/senders.js";

const FOLLOWED = `of the callers the first ${MOST_WALK} are followed. Ask for the callers of one of them, or with less depth.`;

/** Calls through bases that are listed; the others are counted. */
const MOST_BESIDE = 100;

/** Decorators that are named. */
const MOST_DECORATORS = 5;

/** At most this many others of the name stand in words; a further one says that there are more. */
const MOST_NAMESAKES = 5;

const input = {
  node_id: params.nodeId,
  min_confidence: minConfidence,
  depth: z.int().min(1).max(5).default(1).describe("Steps of callers of callers."),
  ...listInput,
};

const output = {
  symbol: subjectShape,
  results: z.array(z.object(relationShape)),
  total: z.int().describe("How many callers there are at this confidence; a lower bound where `capped`."),
  counted: countedShape.extend({
    values: z.string().optional().describe("Of many calls, how their values are used."),
  }),
  capped: z.boolean(),
  left_out: leftOutShape.optional(),
  calls_by_confidence: countsShape,
  less_sure: z.array(z.string()).optional().describe("Where the less sure calls are, if these are not too many."),
  less_sure_calls: z.array(z.object(relationShape)).optional().describe("In place of `less_sure`, if these are few."),
  filtered_out: filteredOutShape,
  via_interface: z
    .array(z.object(relationShape))
    .describe("Calls of the interface or base member that this one implements or overrides: they may come here."),
  via_interface_total: z.int(),
  of_overriders: z
    .array(z.object(relationShape))
    .describe("Calls of the members that implement or override this one, which do not go through it."),
  of_overriders_total: z.int(),
  by_key: z.array(z.string()).optional().describe("Calls such as handlers[name]() of an object that keeps it."),
  sent_by: z.array(z.string()).optional().describe("Senders of messages, and requests of its route."),
  passed: z.array(z.string()).optional().describe("Places that hand it on as a value."),
  unresolved: unresolvedShape.describe(
    "Calls of this name anywhere in the project whose target is not known; with depth, also of the names of the callers that were followed.",
  ),
  text_only: textOnlyShape,
  not_indexed: notIndexedShape.optional(),
  namesakes: z
    .array(z.object({ node_id: z.string(), qualified_name: z.string(), at: z.string(), calls: z.int() }))
    .describe(
      "Other symbols of this name that are called, such as its declaration for other files, the most called first.",
    ),
  uncalled: z
    .string()
    .optional()
    .describe(
      "Without callers: decorators that may have a framework call it, or how many places use it, and in further lines the uses of its members.",
    ),
};

const getCallers = defineTool({
  name: "get_callers",
  title: "Callers",
  toolset: "symbols",
  description:
    "Callers: who calls this function, what would break if I change its signature: use it before changing a function, method or constructor. Calls through interfaces or base classes stand apart; unresolved calls of the name are counted. For uses that are no calls use get_references.",
  readOnly: true,
  idempotent: true,
  takesOutside: true,
  command: { name: "callers", positional: ["node_id"] },
  input,
  output,
  among: withoutListed,
  brief: ({ via_interface, of_overriders, namesakes, less_sure_calls = [], ...output }) => ({
    ...briefList(output, briefIncoming(output.results, { withKind: false, own: output.symbol })),
    values: output.counted.values,
    via_interface: briefIncoming(via_interface, { withKind: false }),
    of_overriders: briefIncoming(of_overriders, { withKind: false }),
    less_sure_calls: briefIncoming(less_sure_calls, { withKind: false }),
    namesakes: namesakes.map(namesakeInWords),
  }),
  async run(input, { db, view, searcher, signal }) {
    const symbol = await readUsed(db, view, input.node_id);
    const found = await findCallers({ db, view }, input, symbol);
    const { targets, tiers, isListed, own, byName, callers, bases, overriders, near, isUncalled } = found;
    const isUncalledInCode = [...callers.relations, ...bases.relations].every(
      ({ path }) => pathClassOf(path) === "test",
    );
    const followed = callers.relations.filter(({ depth }) => depth < input.depth).map(symbolOf);
    const ways = { targets, tiers, isListed, callers, followed, isUncalled };
    const { results, ...page } = pageOf(callers.relations, input.limit, input.cursor);
    const beside = [...bases.members, ...overriders.members].map(({ nodeId }) => nodeId);
    const doubtful = { ...ways, input, byName };
    // None of these needs another: while one waits for the database, the next is asked.
    const [subject, doubts, fromOutside, byKey, withoutCall, values, namesakes] = await Promise.all([
      describeSubject(db, view, symbol),
      doubtsOf({ db, view }, symbol, doubtful),
      isUncalledInCode ? calledFromOutside({ db, view }, symbol.primary) : undefined,
      keyUsesInWords({ db, view, searcher, signal }, symbol, { tiers, isListed, isUncalled }),
      withoutCalls({ db, view, searcher }, symbol, ways),
      resultsInWords({ db, view }, callers.relations, symbol.primary.name),
      calledNamesakes(db, view, symbol, [...targets, ...beside]),
    ]);
    const { counts, all, lessSure, unresolved } = doubts;
    const [described, viaInterface, ofOverriders, outside, unnamed, textOnly, gaps] = await Promise.all([
      describeWithText(db, view, results, { near, own: targets, subject }),
      describeWithText(db, view, bases.relations.slice(0, MOST_BESIDE), { near: bases.members, own: [] }),
      describeWithText(db, view, overriders.relations.slice(0, MOST_BESIDE), { near: overriders.members, own: [] }),
      callsBeside(db, view, own, { limit: MOST_COUNTED, places: MOST_OUTSIDE }),
      isUncalled && withoutCall.uncalled === undefined ? countUnnamedCalls(db, view, MOST_COUNTED) : 0,
      searcher.textOnlyFilesNaming(view, own.names, {
        language: symbol.primary.language,
        fullName: fullNameOf(symbol.primary),
        ...(isListed && { isListed }),
      }),
      gapsOfNames({ db, view, searcher }, own.names),
    ]);
    return {
      symbol: { ...subject, ...(fromOutside !== undefined && { from_outside: fromOutside }) },
      results: described,
      total: callers.relations.length,
      counted: { ...countRelations(callers.relations), ...(values !== undefined && { values }) },
      capped: callers.isCapped,
      ...leftOutFields(callers),
      calls_by_confidence: counts,
      ...lessSure.fields,
      ...filteredOutField(isListed && all, counts, input.min_confidence),
      via_interface: viaInterface,
      via_interface_total: bases.relations.length,
      of_overriders: ofOverriders,
      of_overriders_total: overriders.relations.length,
      ...(byKey.length > 0 && { by_key: byKey }),
      ...withoutCall,
      unresolved: {
        ...unresolvedFields(withoutPlaces(unresolved, lessSure.possibleAt)),
        ...besideFields(outside, unnamed),
      },
      text_only: textOnlyFields(textOnly, { of: symbol.primary, isWanted: (line) => !line.isHeritage }),
      ...notIndexedFields(gaps),
      namesakes: namesakes.slice(0, MOST_NAMESAKES + 1).map(namesakeFields),
      ...page,
    };
  },
  render: (shown, given) => inWords(shown, given, "its references list them"),
  shrink: shrinkRelations,
});

export default getCallers;

/** The callers of a symbol: its own, callers of members that it implements or overrides, and callers of members that override it. */
async function findCallers({ db, view }: Pick<ToolContext, "db" | "view">, input: Input, symbol: CodeSymbol) {
  const isListed = listedFiles(input);
  const targets = await targetsOf(db, view, symbol);
  const tiers = tiersUpTo(input.min_confidence);
  const own = await calledNames(db, view, [symbol.primary]);
  const byName = memberNames(symbol, own);
  const bases = await callersThroughBases(db, view, symbol, { tiers, isListed });
  // A walk goes on through files that are not listed.
  const above = input.depth === 1 || !isListed ? bases : await callersThroughBases(db, view, symbol, { tiers });
  const through: SymbolHead[] = [];
  const callers = await incomingRelations(db, view, targets, {
    kinds: ["calls"],
    tiers,
    depth: input.depth,
    called: byName,
    isListed,
    async through(level) {
      const found = await calledThrough(db, view, level, tiers);
      through.push(...found.symbols);
      return found;
    },
    beside: above.relations.map(symbolOf),
    withoutTests: input.tests === "exclude",
  });
  const overriders = await callersOfOverriders(db, view, symbol, { targets, tiers, isListed });
  return {
    isListed,
    targets,
    tiers,
    own,
    byName,
    bases,
    callers,
    overriders,
    near: [...callers.relations.map(symbolOf), ...above.relations.map(symbolOf), ...through],
    isUncalled: callers.relations.length + bases.relations.length === 0,
  };
}

/** How many calls there are by confidence, of listed files and of all; the less sure ones; and the calls of the names whose target is not known. */
async function doubtsOf(
  { db, view }: Pick<ToolContext, "db" | "view">,
  symbol: CodeSymbol,
  {
    input,
    targets,
    callers,
    followed,
    byName,
    isListed,
  }: Listed & {
    input: Input;
    targets: readonly string[];
    callers: Pick<Relations, "relations">;
    followed: readonly SymbolHead[];
    byName: CalledNames;
  },
) {
  const counting = (of: Listed["isListed"]) =>
    confidenceCounts(db, view, targets, ["calls"], { called: byName, isListed: of });
  const [counts, all] = await Promise.all([counting(isListed), counting(undefined)]);
  const called = await calledNames(db, view, [symbol.primary, ...followed]);
  // Calls that are candidates are counted there; with depth, those of other names count too.
  const without = byName.names.length > 0 && input.depth === 1 ? (["too-many"] as const) : [];
  const [lessSure, unresolved] = await Promise.all([
    lessSureCalls(db, view, targets, {
      confidence: input.min_confidence,
      listed: callers.relations.filter(({ depth }) => depth === 1),
      counts,
      called: byName,
      isListed,
    }),
    unresolvedOf(db, view, { called, kinds: ["calls"], without }, MOST_LESS_SURE),
  ]);
  return { counts, all, lessSure, unresolved };
}

/** Ways to a symbol without a call of it: messages, places that hand it on, and uses of a type that nothing makes. */
async function withoutCalls(
  context: Pick<ToolContext, "db" | "view" | "searcher">,
  symbol: CodeSymbol,
  {
    callers,
    followed,
    isUncalled,
    ...listed
  }: Listed & {
    targets: readonly string[];
    callers: Pick<Relations, "relations">;
    followed: readonly SymbolHead[];
    isUncalled: boolean;
  },
): Promise<Pick<Output, "sent_by" | "passed" | "uncalled">> {
  const called = placesOf(callers.relations);
  const isToTell = isContainer(symbol.primary.nodeType) ? called.size === 0 : isUncalled;
  const isUnmade = isToTell && isContainer(symbol.primary.nodeType);
  const [sentBy, passed, uncalled, members] = await Promise.all([
    sendersInWords(context, symbol, { ...listed, callers: followed }),
    passedInWords(context, symbol, { ...listed, called }),
    isToTell ? uncalledInWords(context, symbol.primary, listed) : "",
    isUnmade ? memberUsesInWords(context, symbol, listed) : [],
  ]);
  return {
    ...(sentBy.length > 0 && { sent_by: sentBy }),
    ...(passed.length > 0 && { passed }),
    ...((uncalled !== "" || members.length > 0) && { uncalled: [uncalled, ...members].join("\n") }),
  };
}

/** Of a function the decorators that may have a framework call it, of a type or a property how many places use it; empty where there are none. */
async function uncalledInWords(
  { db, view }: Pick<ToolContext, "db" | "view">,
  head: SymbolHead,
  listed: Listed & { targets: readonly string[] },
): Promise<string> {
  if (isUsedUncalled(head.nodeType)) {
    const places = await valuesOf(db, view, listed);
    if (places === 0) return "";
    const used = isContainer(head.nodeType) ? "Referred to" : "A property, used";
    return `${used} without a call in ${countOf(places, "place")}`;
  }
  const decorators = isCallable(head.nodeType) ? await decoratorsOf(db, view, head) : [];
  if (decorators.length === 0) return "";
  // A guard of a class stands before each of its handlers.
  const owner = (await readParents(db, view, [head]))(head);
  const ofClass = owner && isConstructible(owner.nodeType) ? await decoratorsOf(db, view, owner) : [];
  const inWords = (all: readonly string[]) => all.slice(0, MOST_DECORATORS).join(", ");
  const around = ofClass.length > 0 ? `, its class as ${inWords(ofClass)}` : "";
  return `Decorated as ${inWords(decorators)}${around}: a framework may call it.`;
}

/** Whether a symbol is mostly used without a call: a type is named, and a property is read as a field is, though it may run code. */
const isUsedUncalled = (nodeType: string): boolean => isContainer(nodeType) || nodeType === "property";

/** The same tool for an answer that lists the references too. */
export const callersBesideReferences: typeof getCallers = {
  ...getCallers,
  among: ({ passed: _passed, ...output }, answers) => withoutListed(output, answers),
  render: (shown, given) => inWords(shown, given, "the list of references has them"),
};

type Input = z.infer<z.ZodObject<typeof input>>;
type Output = z.infer<z.ZodObject<typeof output>>;

/** The callers of what the symbol overrides or implements, or of values that are made of it, in words. */
function callersOfOthers({ symbol, via_interface_total: above }: Output): string {
  const others = symbol.node_type === "function" ? "values that are made of it" : "what it overrides or implements";
  return `${countOf(above, "caller")} of ${others}`;
}

/** How many callers the symbol has; of one with callers of others alone, of these, as a reader who stops here must not take it for uncalled. */
function headLine(output: Output, input: Input): string {
  const { symbol, counted, total, capped } = output;
  const name = subjectName(symbol);
  const elsewhere = hasOthersAlone(output) ? callersOfOthers(output) : null;
  if (total === 0) {
    const none = noneKnown(`callers of ${name}`, output.by_key ? "unique" : input.min_confidence, output.text_only);
    return elsewhere === null ? none : `${none} ${elsewhere}: below.`;
  }
  const direct = output.results.length > 0 ? counted.symbols : 0;
  const indirect = input.depth > 1 ? `; ${total - direct} indirect` : "";
  if (elsewhere !== null) return `No direct callers of ${name}${indirect}; ${elsewhere}`;
  const { listed, unlisted } = countsInWords(output.calls_by_confidence, input.min_confidence, output.less_sure);
  const sites = countOf(counted.lines, "call site", { more: capped });
  const lessSure = (output.less_sure_calls ?? []).length > 0 ? `; below ${unlisted}` : "";
  return `${countOf(counted.symbols, "caller", { more: capped })} of ${name}, ${sites}${listed && `: ${listed}`}${indirect}${lessSure}`;
}

/** Whether no caller of the symbol itself is listed, and callers of others are. */
const hasOthersAlone = ({ results, counted, via_interface_total: above }: Output): boolean =>
  above > 0 && (results.length === 0 || counted.symbols === 0);

/** `listing`: says what lists the other uses. */
function inWords(output: Output, input: Input, listing: string): string {
  const { symbol, results, counted } = output;
  const { hidden } = countsInWords(output.calls_by_confidence, input.min_confidence, output.less_sure);
  const lessSure = output.less_sure_calls ?? [];
  const isDeep = input.depth > 1;
  const { via_interface_total: above, of_overriders_total: below } = output;
  const throughBases =
    above > 0 ? throughOthers(output, "via_interface", `${callersOfOthers(output)}, whose calls may come here`) : [];
  const areBasesFirst = hasOthersAlone(output) && output.total > 0;
  const lines = [
    headLine(output, input),
    ...(areBasesFirst ? throughBases : []),
    ...incomingLines(results, { withKind: false, one: symbol.node_type, isDeep, own: symbol }),
  ];
  if (counted.values) lines.push(counted.values);
  if (symbol.qualified_name === symbol.file_path)
    lines.push("A file is not called: its dependents are what depends on it.");
  if (symbol.from_outside) lines.push(symbol.from_outside);
  const [uncalled = "", ...memberUses] = output.uncalled?.split("\n") ?? [];
  if (uncalled) lines.push(isUsedUncalled(symbol.node_type) ? `${uncalled}; ${listing}.` : uncalled);
  lines.push(...memberUses);
  if (lessSure.length > 0) lines.push(...incomingLines(lessSure, { withKind: false, one: symbol.node_type }));
  else if (hidden) lines.push(hidden);
  lines.push(...filteredOutLines(output.filtered_out, "call site"));
  const narrower = surerThan(output.calls_by_confidence, input.min_confidence);
  if (isDeep) narrower.push("depth=1");
  lines.push(...incomingCappedLines(output, { narrower, followed: FOLLOWED }));
  if (above > 0 && !areBasesFirst) lines.push("", ...throughBases);
  if (below > 0) {
    const what = `${countOf(below, "caller")} of what implements or overrides it, whose calls do not go through it`;
    lines.push("", ...throughOthers(output, "of_overriders", what));
  }
  if (output.sent_by) lines.push("", "Sent to it, without a call that leads here:", ...output.sent_by);
  if (output.passed) lines.push("", "Handed on or kept as a value, for what gets it to call:", ...output.passed);
  if (output.by_key) lines.push("", "By its key in an object these calls may come here:", ...output.by_key);
  lines.push(...namesakeLines(output));
  const where = isDeep ? "of this name and its callers'" : "of this name";
  lines.push(
    ...unresolvedLines(output.unresolved, { one: "call", where, withName: isDeep }),
    ...besideLines(output.unresolved),
    ...textOnlyLines(output.text_only),
    ...notIndexedLines(output.not_indexed),
  );
  return lines.join("\n");
}

function namesakeFields({ nodeId, qualifiedName, path, line, calls }: CalledSymbol): Output["namesakes"][number] {
  return { node_id: nodeId, qualified_name: qualifiedName, at: `${path}:${line}`, calls };
}

/** `41 of Shop.add (src/shop.ts:4)` */
const namesakeInWords = ({ qualified_name, at, calls }: Output["namesakes"][number]): string =>
  `${calls}${calls >= MOST_OF_NAMESAKE ? "+" : ""} of ${nameBesidePath(qualified_name, at.replace(/:\d+$/, ""), "method")} (${at})`;

/** The calls of the name that are sure to be of other symbols: `Other calls of this name: 41 of Shop.add (src/shop.ts:4), 2 of …`. */
function namesakeLines({ namesakes }: Output): string[] {
  if (namesakes.length === 0) return [];
  const shown = namesakes.slice(0, MOST_NAMESAKES).map(namesakeInWords);
  return [`Other calls of this name: ${shown.join(", ")}${namesakes.length > shown.length ? ", …" : "."}`];
}

/** A list of callers through other members, below a line that says where the others are. */
function throughOthers(
  output: Output & { elsewhere?: Elsewhere },
  list: "via_interface" | "of_overriders",
  what: string,
): string[] {
  const { symbol, elsewhere, [list]: rows } = output;
  const others = elsewhereInWords(elsewhere, list, rows.length === 0);
  return [
    `${what}${others}${rows.length === 0 ? "." : ":"}`,
    ...incomingLines(rows, { withKind: false, one: symbol.node_type }),
  ];
}
