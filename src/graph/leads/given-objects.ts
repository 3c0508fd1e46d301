/**
 * Objects that code makes and gives away, of classes with a base outside of the index. `executor.execute(new Store(order))` has a library run
 * `Store.run`, although nothing calls it by its name. Few members may run so: those without a caller in the project, and without a base there that
 * they override.
 */
import escapeStringRegexp from "escape-string-regexp";
import { addToList, groupBy } from "../../base/groups.js";
import { need } from "../../base/need.js";
import type { EdgeKind } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import { incomingEdges } from "../../store/incoming.js";
import { type Outgoing, outgoingEdges } from "../../store/outgoing.js";
import { childHeads, hasFlag, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { GraphReader } from "../graph-reader.js";
import { readTexts } from "../source-lines.js";
import { constructorsOf, isConstructible, keyOf, parentOf, readParents, readSymbols, sourceKeyOf } from "../symbol.js";
import type { Lead } from "./lead.js";

/** Classes that are looked at in one step, and levels of bases of the project between one and a type outside. */
const MOST_CLASSES = 100;
const MOST_LEVELS = 3;
/** A class of which more members may run is no task or callback: which of them does is not known. */
const MOST_MEMBERS = 4;
const MOST_ROWS = 2000;
const MOST_FILES = 60;
const MOST_BYTES = 2_000_000;
/** How many lines below the making of an object are searched for its name, and the longest line that is read. */
const MOST_LINES = 25;
const LONGEST_LINE = 500;
const HERITAGE: readonly EdgeKind[] = ["inherits", "implements", "extends"];
/** Members that any object has: they say nothing of what it is made for. */
const OF_ANY_OBJECT = /^(?:toString|equals|hashCode|clone|compareTo|ToString|Equals|GetHashCode|Dispose|__\w+__)$/;
/** Names of classes of errors, whose objects are thrown. */
const IS_ERROR = /(?:Exception|Error)$/;

/** An object that is made and given away, and the member that a library may run then. */
export interface GivenObject {
  source: SymbolHead;
  line: number;
  member: SymbolHead;
  owner: SymbolHead;
}

/** The places that make and give away an object of which one of some members may run. */
export async function givenObjects(reader: GraphReader, members: readonly SymbolHead[]): Promise<GivenObject[]> {
  const { db, view, tiers } = reader;
  const open = members.filter(mayRunOutside);
  if (open.length === 0) return [];
  const asked = new Set(open.map(({ nodeId }) => nodeId));
  const owners = (await headsAt(db, view, open.map(parentOf))).filter(({ nodeType }) => isConstructible(nodeType));
  const run = await membersRunOutside(reader, owners);
  const classes = owners.filter((owner) => run.get(keyOf(owner))?.some(({ nodeId }) => asked.has(nodeId)));
  if (classes.length === 0) return [];
  const byId = new Map(classes.map((owner) => [owner.nodeId, owner]));
  const constructors = await constructorsOf(db, view, await readSymbols(db, view, [...byId.keys()]));
  const ownerOf = (target: string) => need(byId, constructors.get(target) ?? target);
  const targets = [...byId.keys(), ...constructors.keys()];
  const { edges } = await incomingEdges(db, view, targets, { kinds: ["calls"], tiers, limit: MOST_ROWS });
  const making = edges.filter(({ source, target }) => !isWithin(source, ownerOf(target)));
  const lines = await linesOf(
    reader,
    making.map(({ source }) => source.path),
  );
  return making.flatMap(({ source, target, lines: places }): GivenObject[] => {
    const owner = ownerOf(target);
    const line = places.find((place) => isGivenAway(lines.get(source.path) ?? [], place, owner.name));
    const own = need(run, keyOf(owner)).filter(({ nodeId }) => asked.has(nodeId));
    return line === undefined ? [] : own.map((member) => ({ source, line, member, owner }));
  });
}

/** Leads from calls that make an object, and give it away, to the members of it that may run then; and the heads of these. */
export async function givenObjectLeads(
  reader: GraphReader,
  leads: readonly Lead[],
  heads: ReadonlyMap<string, SymbolHead>,
): Promise<{ leads: Lead[]; heads: Map<string, SymbolHead> }> {
  const { db, view } = reader;
  const making = leads.filter(({ relation, to }) => relation === "calls" && isMade(need(heads, to)));
  const made = making.map(({ to }) => need(heads, to));
  const ownerOf = await readParents(db, view, made);
  const classOf = ({ to }: Lead): SymbolHead | null => {
    const head = need(heads, to);
    return head.nodeType === "constructor" ? (ownerOf(head) ?? null) : head;
  };
  const owners = new Map(making.flatMap((lead) => classOf(lead) ?? []).map((owner) => [keyOf(owner), owner]));
  const run = await membersRunOutside(reader, [...owners.values()]);
  if (run.size === 0) return { leads: [], heads: new Map() };
  const lines = await linesOf(
    reader,
    making.map(({ path }) => path),
  );
  const found = making.flatMap((lead): Lead[] => {
    const owner = classOf(lead);
    const members = owner === null ? undefined : run.get(keyOf(owner));
    if (!owner || !members || !isGivenAway(lines.get(lead.path) ?? [], lead.line, owner.name)) return [];
    return members.map((member) => givenLead({ source: lead.from, path: lead.path, line: lead.line, member }));
  });
  const members = [...run.values()].flat();
  return { leads: found, heads: new Map(members.map((head) => [head.nodeId, head])) };
}

/** The lead from a symbol, by its node_id, that gives an object away to a member of it. */
export function givenLead({
  source,
  path,
  line,
  member,
}: {
  source: string;
  path: string;
  line: number;
  member: SymbolHead;
}): Lead {
  return { from: source, to: member.nodeId, relation: "given", tier: "unique", rule: "unique-name", path, line };
}

const isMade = ({ nodeType }: SymbolHead) => nodeType === "constructor" || isConstructible(nodeType);

const isWithin = (inner: SymbolHead, outer: SymbolHead) =>
  inner.path === outer.path && outer.lineStart <= inner.lineStart && inner.lineEnd <= outer.lineEnd;

const mayRunOutside = (head: SymbolHead): boolean =>
  head.nodeType === "method" &&
  head.access !== "private" &&
  !hasFlag(head, "isStatic") &&
  !hasFlag(head, "isAbstract") &&
  !OF_ANY_OBJECT.test(head.name);

/** The members of classes that a library may run, by the key of the class; none of classes that derive from no type outside. */
async function membersRunOutside(
  reader: GraphReader,
  owners: readonly SymbolHead[],
): Promise<Map<string, SymbolHead[]>> {
  const { db, view, tiers } = reader;
  const deriving = await derivedFromOutside(
    reader,
    owners.filter(({ name }) => !IS_ERROR.test(name)),
  );
  const run = new Map<string, SymbolHead[]>();
  if (deriving.length === 0) return run;
  const children = await childHeads(db, view, deriving, { nodeType: "method", limit: MOST_ROWS });
  const open = groupBy(children.filter(mayRunOutside), (head) => keyOf(parentOf(head)));
  const marked = [...open.values()].flatMap((own) => {
    const overriding = own.filter((head) => hasFlag(head, "isOverride"));
    return overriding.length > 0 ? overriding : own;
  });
  const known = new Set(
    (await outgoingEdges(db, view, marked, { kinds: ["overrides"], tiers, limit: MOST_ROWS })).map(sourceKeyOf),
  );
  const ids = marked.map(({ nodeId }) => nodeId);
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["calls"], tiers, limit: MOST_ROWS });
  const called = new Set(edges.flatMap(({ source, target }) => (pathClassOf(source.path) === "test" ? [] : [target])));
  for (const head of marked)
    if (!known.has(keyOf(head)) && !called.has(head.nodeId)) addToList(run, keyOf(parentOf(head)), head);
  for (const [key, members] of run) if (members.length > MOST_MEMBERS) run.delete(key);
  return run;
}

/** The classes among some that derive from a type outside, themselves or by bases of the project. */
async function derivedFromOutside(
  { db, view, tiers }: GraphReader,
  owners: readonly SymbolHead[],
): Promise<SymbolHead[]> {
  const asked = owners.slice(0, MOST_CLASSES);
  const found = new Set<string>();
  let frontier = asked.map((owner) => ({ owner, reached: owner }));
  for (let level = 0; level < MOST_LEVELS && frontier.length > 0; level++) {
    const filter = { kinds: HERITAGE, tiers: [...tiers, "external" as const], limit: MOST_ROWS };
    const places = [...new Map(frontier.map(({ reached }) => [keyOf(reached), reached])).values()];
    const edges = groupBy(await outgoingEdges(db, view, places, filter), sourceKeyOf);
    const up: { owner: SymbolHead; edge: Outgoing }[] = [];
    for (const { owner, reached } of frontier)
      for (const edge of edges.get(keyOf(reached)) ?? [])
        if (edge.tier === "external") found.add(owner.nodeId);
        else if (!found.has(owner.nodeId)) up.push({ owner, edge });
    const bases = await readSymbols(db, view, [...new Set(up.map(({ edge }) => edge.target))]);
    const byId = new Map(bases.map(({ primary }) => [primary.nodeId, primary]));
    frontier = up.flatMap(({ owner, edge }) => {
      const base = byId.get(edge.target);
      return base && !found.has(owner.nodeId) ? [{ owner, reached: base }] : [];
    });
  }
  return asked.filter(({ nodeId }) => found.has(nodeId));
}

async function linesOf({ db, view }: GraphReader, paths: readonly string[]): Promise<Map<string, string[]>> {
  const texts = await readTexts(db, view, [...new Set(paths)].slice(0, MOST_FILES), MOST_BYTES, "given");
  return new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
}

/**
 * Whether a line (from 1) makes an object of a class and gives it away: as an argument, `run(new Store())`, or by a name that is an argument, or started,
 * below: `Store store = new Store(); run(store)`.
 */
export function isGivenAway(lines: readonly string[], line: number, name: string): boolean {
  const own = (lines[line - 1] ?? "").slice(0, LONGEST_LINE);
  const made = `(?:new\\s{1,5})?(?:\\w{1,80}\\.){0,4}${escapeStringRegexp(name)}\\s{0,5}(?:<[^()<>]{0,100}>\\s{0,5})?\\(`;
  if (new RegExp(`[(,]\\s{0,9}${made}`).test(own)) return true;
  // An argument that begins a line of its own.
  if (new RegExp(`^\\s{0,80}${made}`).test(own)) return /[(,]\s*$/.test((lines[line - 2] ?? "").slice(-LONGEST_LINE));
  const [, kept] = new RegExp(`([\\p{L}_$][\\w$]{0,80})\\s{0,5}(?::[^=]{0,100})?=\\s{0,5}${made}`, "u").exec(own) ?? [];
  if (kept === undefined) return false;
  const word = `(?<![\\w$])${escapeStringRegexp(kept)}`;
  const used = new RegExp(
    `[(,]\\s{0,9}(?:this\\.)?${word}\\s{0,5}[,)]|${word}\\s{0,5}\\.\\s{0,5}(?:start|fork|schedule|submit)\\w{0,30}\\s{0,5}\\(`,
  );
  return lines.slice(line, line + MOST_LINES).some((each) => used.test(each.slice(0, LONGEST_LINE)));
}
