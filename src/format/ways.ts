/** Ways between symbols as answers show them: their fields, and their words. */
import { z } from "zod";
import { nth } from "../base/need.js";
import { ENTRY_KINDS, type Entry } from "../graph/entries.js";
import { isOneOfMany, LEAD_RELATIONS, type Lead, type LeadRelation } from "../graph/leads/lead.js";
import { isCallable } from "../graph/symbol.js";
import type { WayGaps } from "../graph/ways/way-gaps.js";
import type { Way } from "../graph/ways/ways.js";
import { EDGE_TIERS, type EdgeTier, UNRESOLVED_REASONS } from "../model/edge.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { Fields } from "./brief.js";
import { countOf } from "./counts.js";
import { qualifiedNameOf } from "./symbols.js";

const place = z.object({
  symbol: z.string().describe("Qualified name."),
  node_id: z.string(),
  node_type: z.string(),
  file_path: z.string(),
  line_start: z.int(),
});
type WayPlace = z.infer<typeof place>;

const step = z.object({
  ...place.shape,
  relation: z.enum(LEAD_RELATIONS).describe("How the symbol before it leads to this one."),
  at_path: z.string().describe("Where it does."),
  at_line: z.int(),
  confidence: z.enum(EDGE_TIERS),
  certainty: z.string(),
  text: z.string().optional().describe("The line of code."),
});
export type StepFields = z.infer<typeof step>;

export const wayShape = z.object({ start: place, steps: z.array(step) });
export type WayFields = z.infer<typeof wayShape>;

export const entryShape = wayShape.extend({
  entry: z.enum(ENTRY_KINDS),
  label: z.string().optional().describe("Of a route or listener: GET /users, the event."),
});
export type EntryFields = z.infer<typeof entryShape>;

const use = z.object({ symbol: z.string(), file_path: z.string(), line: z.int(), text: z.string().optional() });

/** Symbols and calls that may join the two sides of a search that did not meet. */
export const wayGapsShape = z.object({
  from_reached: z.int().describe("Symbols met from `from`."),
  to_reached: z.int().describe("Symbols met that lead to `to`."),
  joining: z
    .array(use.extend({ calls: z.string(), reason: z.enum(UNRESOLVED_REASONS), may_be: place }))
    .describe("Calls with an unknown target, reached from `from`, of the name of a symbol that leads to `to`."),
  shared: z
    .array(z.object({ ...place.shape, from: use, to: use }))
    .describe("Symbols that both sides refer to: state, messages."),
  open: z
    .array(use.extend({ calls: z.string().nullable(), reason: z.enum(UNRESOLVED_REASONS) }))
    .describe("Calls reached from `from` whose target is not known."),
  made: z
    .array(use.extend({ makes: place, member: place }))
    .describe("Classes that are made on the way from `from`, and a member of each that leads to `to`."),
  passed: z
    .array(use.extend({ passes: place }))
    .describe("Functions that lead to `to` and are passed on or kept, where they are."),
  near: z.array(z.object({ from: place, to: place })).describe("Where the sides come nearest in the files."),
  ends: z.array(place).describe("Where the callers of `to` end."),
});
export type WayGapsFields = z.infer<typeof wayGapsShape>;

/** The source line of a place; undefined where it would take long to read. */
export type TextAt = (path: string, line: number) => string | undefined;

/** A symbol and its place as fields. */
export function placeFields(head: SymbolHead): WayPlace {
  return {
    symbol: qualifiedNameOf(head),
    node_id: head.nodeId,
    node_type: head.nodeType,
    file_path: head.path,
    line_start: head.lineStart,
  };
}

const CERTAINTY: Partial<Record<EdgeTier, string>> = {
  unique: "likely: the only one of that name",
  candidate: "maybe: others have that name",
};

const GUESSES: Partial<Record<LeadRelation, string>> = {
  given: "maybe: what gets the class may run it",
  message: "maybe: by the type that it takes",
};

/** A way as fields, with the lines of code. */
export function wayFields({ start, steps }: Way, textAt: TextAt): WayFields {
  return {
    start: placeFields(start),
    steps: steps.map(({ lead, to }) => ({
      ...placeFields(to),
      relation: lead.relation,
      at_path: lead.path,
      at_line: lead.line,
      confidence: lead.tier,
      certainty: certaintyOf(lead),
      ...withText(textAt(lead.path, lead.line)),
    })),
  };
}

function certaintyOf(lead: Lead): string {
  const { relation, tier, topic, isSent } = lead;
  if (relation === "requests") return `${tier === "unique" ? "likely" : "maybe"}: by the route ${topic}`;
  if (topic !== undefined) return `likely: by the name ${topic}`;
  if (relation === "message" && isSent)
    return tier === "unique" ? "likely: by its type" : "maybe: by a type of its name";
  if (relation === "given" && tier === "unique") return "likely: it derives from a type outside, which may run it";
  if (isOneOfMany(lead)) return `maybe: one of ${lead.overriders} that override it`;
  return GUESSES[relation] ?? CERTAINTY[tier] ?? "certain";
}

const withText = (text: string | undefined) => (text === undefined ? {} : { text });

/** A way from where a program begins, as fields. */
export function entryFields({ kind, label, way }: Entry, textAt: TextAt): EntryFields {
  return { ...wayFields(way, textAt), entry: kind, ...(label !== null && { label }) };
}

/** The places whose lines `wayFields` shows. */
export const placesOf = ({ steps }: Way) => steps.map(({ lead: { path, line } }) => ({ path, line }));

/** The places whose lines `gapsFields` shows. */
export function placesOfGaps({ joining, made, shared, open, passed }: WayGaps) {
  return [...joining, ...made, ...shared.flatMap(({ from, to }) => [from, to]), ...open, ...passed];
}

/** The gaps between two sides that did not meet, as fields. `reached`: how many symbols each side met. */
export function gapsFields(
  { joining, open, shared, made, passed, near, ends }: WayGaps,
  reached: { from: number; to: number },
  textAt: TextAt,
): WayGapsFields {
  const useFields = ({ source, path, line }: { source: SymbolHead; path: string; line: number }) => ({
    symbol: shortName(placeFields(source)),
    file_path: path,
    line,
    ...withText(textAt(path, line)),
  });
  return {
    from_reached: reached.from,
    to_reached: reached.to,
    joining: joining.map((call) => ({
      ...useFields(call),
      calls: call.name,
      reason: call.reason,
      may_be: placeFields(nth(call.may, 0)),
    })),
    shared: shared.map(({ symbol, from, to }) => ({
      ...placeFields(symbol),
      from: useFields(from),
      to: useFields(to),
    })),
    open: open.map((call) => ({ ...useFields(call), calls: call.name || null, reason: call.reason })),
    made: made.map((each) => ({
      ...useFields(each),
      makes: placeFields(each.symbol),
      member: placeFields(each.member),
    })),
    passed: passed.map((each) => ({ ...useFields(each), passes: placeFields(each.symbol) })),
    near: near.map(({ from, to }) => ({ from: placeFields(from), to: placeFields(to) })),
    ends: ends.map(placeFields),
  };
}

/** `Cart.add` of a member, without its namespace; of a file its path. */
export function shortName({ symbol, file_path: path }: Pick<WayPlace, "symbol" | "file_path">): string {
  if (symbol === path) return symbol;
  return symbol.split(".").slice(-2).join(".");
}

const placed = (place: WayPlace) => `${shortName(place)} (${place.file_path}:${place.line_start})`;

/** `run → start → Auth.login` */
export function chainOf({ start, steps }: WayFields): string {
  return [start, ...steps].map(shortName).join(" → ");
}

const DOUBT = { certain: 0, likely: 1, maybe: 2 } as const;
type Doubt = keyof typeof DOUBT;
const doubtOf = ({ certainty }: StepFields): Doubt => {
  const [word] = certainty.split(":", 1);
  return word === "maybe" || word === "likely" ? word : "certain";
};

/** How sure a way is: as its least sure step. */
export const sureOf = ({ steps }: WayFields): Doubt =>
  steps.map(doubtOf).reduce<Doubt>((least, each) => (DOUBT[each] > DOUBT[least] ? each : least), "certain");

/** Of a function that is referred to and not called there. */
const PASSES = "passes on or keeps";
const isPassedOn = ({ relation, node_type: type }: StepFields) => relation === "references" && isCallable(type);

/** `certain`, and what of a way runs later, if at all. */
function sureInWords(way: WayFields): string {
  const passed = way.steps.filter(isPassedOn).map(shortName);
  return passed.length === 0 ? sureOf(way) : `${sureOf(way)}, if what gets ${passed.join(", ")} runs it`;
}

const VERBS: Record<LeadRelation, string> = {
  calls: "calls",
  references: "refers to",
  overridden: "is overridden by",
  makes: "runs, when made,",
  holds: "holds",
  sets: "is set to",
  given: "gives away the class of",
  message: "makes what is taken by",
  topic: "sends to",
  requests: "requests",
  imports: "imports",
  accepts: "takes",
  inherits: "extends",
  implements: "implements",
  extends: "extends",
};

/** The steps of a way, two lines each: where it is and what it does, and the code. Steps that `told` has are not told again. */
export function stepLines({ steps }: WayFields, told: Set<string> = new Set()): string[] {
  return steps.flatMap((each) => {
    const key = `${each.at_path}:${each.at_line} ${each.relation} ${each.node_id}`;
    if (told.has(key)) return [];
    told.add(key);
    const doubt = each.certainty === "certain" ? "" : `  (${each.certainty})`;
    const isSent = each.relation === "message" && each.certainty !== GUESSES.message;
    const isObject = each.relation === "given" && each.confidence === "unique";
    const given = isObject ? "makes and gives away what has" : VERBS[each.relation];
    const verb = isPassedOn(each) ? PASSES : isSent ? "sends what is taken by" : given;
    const line = `${each.at_path}:${each.at_line}  ${verb} ${shortName(each)}${doubt}`;
    return each.text === undefined ? [line] : [line, `    ${each.text}`];
  });
}

/** A chain, with the parts that others share cut down to the steps next to its own. */
function chainBeside({ start, steps }: WayFields, others: readonly WayFields[]): string {
  const told = new Set(others.flatMap((way) => [way.start, ...way.steps].map(({ node_id }) => node_id)));
  const nodes = [start, ...steps];
  const isOwn = (index: number) => index >= 0 && index < nodes.length && !told.has(nth(nodes, index).node_id);
  const isShown = (index: number) =>
    index === 0 || index === nodes.length - 1 || [index - 1, index, index + 1].some(isOwn);
  const words = nodes.flatMap((node, index) => (isShown(index) ? [shortName(node)] : isShown(index - 1) ? ["…"] : []));
  return words.join(" → ");
}

/** All ways: the first with its steps, of the others the steps that are their own. */
export function wayLines(ways: readonly WayFields[]): string[] {
  const told = new Set<string>();
  return ways.flatMap((way, index) => {
    const chain = index === 0 ? chainOf(way) : chainBeside(way, ways.slice(0, index));
    const head = `${chain}: ${countOf(way.steps.length, "step")}, ${sureInWords(way)}`;
    return [...(index === 0 ? [head] : ["", `Another way: ${head}`]), ...stepLines(way, told)];
  });
}

const ENTRY_WORDS: Record<EntryFields["entry"], string> = {
  route: "route",
  listener: "on",
  exported: "exported, uncalled",
  "top-level": "top level",
  uncalled: "uncalled",
};

/** An answer lists at most this many ways from entries with their code. */
const WITH_CODE = 3;

/** Entries that read the same, with a way of each. */
interface EntryGroup {
  head: string;
  entries: EntryFields[];
}

/** Entries by the words about them: a chain that joins an earlier one is shown up to there. */
function grouped(entries: readonly EntryFields[]): EntryGroup[] {
  const told = new Set<string>();
  const groups = new Map<string, EntryGroup>();
  for (const entry of entries) {
    const nodes = [entry.start, ...entry.steps];
    const joins = nodes.findIndex(({ node_id }) => told.has(node_id));
    const isWhole = joins < 0 || joins >= nodes.length - 2;
    const chain = (isWhole ? nodes : nodes.slice(0, joins + 1)).map(shortName).join(" → ");
    const sure = sureOf(entry);
    const words = [ENTRY_WORDS[entry.entry], entry.label].filter(Boolean).join(" ");
    const head = `${words}: ${chain}${isWhole ? "" : " → …"}${sure === "certain" ? "" : `, ${sure}`}`;
    const known = groups.get(head);
    if (known) known.entries.push(entry);
    else groups.set(head, { head, entries: [entry] });
    for (const { node_id } of nodes) told.add(node_id);
  }
  return [...groups.values()];
}

const startsOf = ({ entries }: EntryGroup) =>
  entries.map(({ steps }) => `${nth(steps, 0).at_path}:${nth(steps, 0).at_line}`).join(", ");

/** Entries a line each, `route GET /users: createUser → save`; the first few with their steps. */
export function entryLines(entries: readonly EntryFields[]): string[] {
  const told = new Set<string>();
  return grouped(entries).flatMap((group, index) => {
    if (index >= WITH_CODE) return [`${group.head}  (${startsOf(group)})`];
    const more = group.entries.length > 1 ? `  (${startsOf(group)})` : "";
    return [`${group.head}${more}`, ...stepLines(nth(group.entries, 0), told).map((line) => `  ${line}`)];
  });
}

const codeOf = ({ text }: { text?: string | undefined }) => (text === undefined ? [] : [`    ${text}`]);

/** Why calls have no known target, for whoever reads them. */
const REASONS: Record<(typeof UNRESOLVED_REASONS)[number], string> = {
  "unknown-receiver": "on a value of unknown type",
  "unknown-value": "of a value that may hold any function",
  "no-such-member": "of a member that its type does not declare",
  "undeclared-name": "of a name that nothing declares",
  "too-many": "which many symbols fit",
};

/** The same in words. */
export function gapLines(gaps: WayGapsFields, names: { from: string; to: string }): string[] {
  const { joining, shared, open, made, passed, near, ends } = gaps;
  const lines: string[] = [];
  if (joining.length > 0) lines.push("", `Calls reached from ${names.from} that may be the missing step:`);
  for (const each of joining)
    lines.push(
      `${each.file_path}:${each.line}  ${each.calls}, called ${REASONS[each.reason]}, may be ${placed(each.may_be)}`,
      ...codeOf(each),
    );
  if (made.length > 0) lines.push("", `Objects made on the way from ${names.from}; whoever holds them may call:`);
  for (const each of made)
    lines.push(
      `${each.file_path}:${each.line}  ${each.symbol} makes what has ${placed(each.member)}, which leads to ${names.to}`,
      ...codeOf(each),
    );
  for (const { from, to, ...symbol } of shared)
    lines.push(
      "",
      `Both sides use ${placed(symbol)}:`,
      `${from.file_path}:${from.line}  ${from.symbol}, reached from ${names.from}`,
      ...codeOf(from),
      `${to.file_path}:${to.line}  ${to.symbol}, leads to ${names.to}`,
      ...codeOf(to),
    );
  if (open.length > 0) lines.push("", `Other calls reached from ${names.from} whose target is not known:`);
  for (const each of open)
    lines.push(`${each.file_path}:${each.line}  ${each.calls ?? "a call"}, ${REASONS[each.reason]}`, ...codeOf(each));
  // A value that is called may be a function that is passed on.
  const isCalled = open.some(({ reason }) => reason === "unknown-value");
  if (isCalled && passed.length > 0) {
    lines.push("", `Passed on or kept, and leads to ${names.to}:`);
    for (const each of passed)
      lines.push(`${each.file_path}:${each.line}  ${each.symbol} refers to ${placed(each.passes)}`, ...codeOf(each));
  }
  if (near.length > 0 && made.length + shared.length + joining.length === 0)
    lines.push(
      "",
      `Nearest in the files: ${near.map((pair) => `${placed(pair.from)}, reached, and ${placed(pair.to)}, which leads to ${names.to}`).join("; ")}`,
    );
  if (ends.length > 0)
    lines.push("", `Callers of ${names.to} end at ${ends.map(placed).join(", ")}: nothing known leads there.`);
  else if (gaps.to_reached === 1) lines.push("", `Nothing known leads to ${names.to}.`);
  return lines;
}

/** A way for `detail: "brief"`: its chain, and what is not plain of each step. */
export function briefWay(way: WayFields): Fields {
  const sure = sureOf(way);
  return {
    way: chainOf(way),
    ...(sure !== "certain" && { sure }),
    steps: way.steps.map((each) => ({
      at: `${each.at_path}:${each.at_line}`,
      ...(each.relation !== "calls" && { [each.relation]: shortName(each) }),
      ...(doubtOf(each) !== "certain" && { sure: doubtOf(each) }),
      text: each.text,
    })),
  };
}

/** Entries for `detail: "brief"`: a row for those that read the same; the steps of the first few. */
export function briefEntries(entries: readonly EntryFields[]): Fields[] {
  return grouped(entries).map((group, index) =>
    index < WITH_CODE
      ? { entry: group.head, steps: briefWay(nth(group.entries, 0)).steps }
      : { entry: group.head, at: startsOf(group) },
  );
}

/** The gaps in brief: a row for each use. */
export function briefGaps({ joining, shared, open, made, passed, near, ends, ...counts }: WayGapsFields): Fields {
  const useRow = ({ symbol, file_path, line, text }: z.infer<typeof use>) => ({
    at: `${file_path}:${line}`,
    in: symbol,
    text,
  });
  return {
    ...counts,
    joining: joining.map(({ may_be, calls, reason, ...each }) => ({
      ...useRow(each),
      calls,
      why: reason,
      may_be: placed(may_be),
    })),
    shared: shared.map(({ from, to, ...symbol }) => ({ symbol: placed(symbol), from: useRow(from), to: useRow(to) })),
    open: open.map(({ calls, reason, ...each }) => ({ ...useRow(each), calls, why: reason })),
    made: made.map(({ makes: _makes, member, ...each }) => ({ ...useRow(each), member: placed(member) })),
    passed: passed.map(({ passes, ...each }) => ({ ...useRow(each), passes: placed(passes) })),
    near:
      made.length + shared.length + joining.length > 0
        ? []
        : near.map(({ from, to }) => `${placed(from)} / ${placed(to)}`),
    ends: ends.map(placed),
  };
}
