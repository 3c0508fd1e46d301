/**
 * Calls of a member by an object on itself, `self.clean(data)`, `this.clean(data)`, a bare `Clean(data)`, or on its base. If the member is
 * overridden, such a call comes to the overrider only from a base of the overrider's class or from a class derived from it: siblings call the member
 * that they inherited. A call of the base, `super().clean(data)`, comes to an overrider only from classes derived from the overrider's.
 */
import { addToList } from "../../base/groups.js";
import type { Db } from "../../store/db/db.js";
import { headsAround, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { outgoingRelations } from "../relations.js";
import { readTexts } from "../source-lines.js";
import { isContainer, readParents, readSymbols } from "../symbol.js";

/** A member of a base, and the member of a derived class that led to it, because it overrides the base's member or one that the base's member calls. */
export interface Overridden {
  base: SymbolHead;
  overrider: SymbolHead;
}

/** A call of members by a symbol; `targets`: the node_id of each. */
interface MemberCall {
  source: SymbolHead;
  targets: readonly string[];
}

/** Texts that are read for it, and types whose bases are looked up: calls beyond these count. */
const MOST_FILES = 200;
const MOST_BYTES = 8_000_000;
const MOST_OF_LINE = 1000;
const MOST_TYPES = 100;
const TYPES = ["class", "interface", "struct", "record", "enum"];
const SURE = ["exact", "import", "unique"] as const;
const DERIVES = ["inherits", "implements", "extends"] as const;
const MOST_LEVELS = 5;

/** Drops the lines of calls that cannot come to an overrider, and a call without other lines. `asCall` gives null for a use that is not a call: it stays. */
export async function callsToOverriders<Use extends { lines: readonly number[] }>(
  db: Db,
  view: View,
  uses: readonly Use[],
  asCall: (use: Use) => MemberCall | null,
  overridden: readonly Overridden[],
): Promise<Use[]> {
  const known = await overriddenInClasses(db, view, overridden);
  const about = new Map<Use, { source: SymbolHead; members: Overridden[] }>();
  for (const use of uses) {
    const call = asCall(use);
    if (call?.targets.every((target) => known.has(target)))
      about.set(use, { source: call.source, members: call.targets.flatMap((target) => known.get(target) ?? []) });
  }
  const paths = [...new Set([...about.values()].map(({ source }) => source.path))].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, paths, MOST_BYTES, "given");
  const written = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  const receivers = new Map<Use, Receiver[]>();
  for (const [use, { source, members }] of about) {
    const bases = members.map(({ base }) => base);
    const found = use.lines.map((line) => receiverOf(written.get(source.path)?.[line - 1] ?? "", bases));
    if (found.some((receiver) => receiver !== "other")) receivers.set(use, found);
  }
  const own = [...receivers.keys()].flatMap((use) => about.get(use) ?? []);
  const heritage = await readHeritage(
    db,
    view,
    own.flatMap(({ source, members }) => [source, ...members.flatMap(({ base, overrider }) => [overrider, base])]),
  );
  return uses.flatMap((use): Use[] => {
    const [call, found] = [about.get(use), receivers.get(use)];
    if (!call || !found) return [use];
    const comes = { self: false, base: false, other: true };
    for (const member of call.members) {
      const kinship = heritage(call.source, member);
      if (kinship !== "none") comes.self = true;
      if (kinship === "heir" || kinship === "unknown") comes.base = true;
    }
    const lines = use.lines.filter((_, index) => comes[found[index] ?? "other"]);
    if (lines.length === use.lines.length) return [use];
    return lines.length > 0 ? [{ ...use, lines }] : [];
  });
}

/** By the member of the base. An object does not call members of interfaces on itself by what it has inherited. */
async function overriddenInClasses(
  db: Db,
  view: View,
  overridden: readonly Overridden[],
): Promise<Map<string, Overridden[]>> {
  const owners = await typesAround(
    db,
    view,
    overridden.map(({ base }) => base),
  );
  const known = new Map<string, Overridden[]>();
  for (const each of overridden) {
    const { nodeId } = each.base;
    const owner = owners.get(nodeId);
    if (owner === undefined || owner.nodeType === "interface") continue;
    addToList(known, nodeId, each);
  }
  return known;
}

const CALL =
  /(?:(?<of>\bsuper\s{0,5}\([^()]{0,80}\)|[\w$]{1,100}|[)\]>!"'`])\s{0,5}(?:\??\.|::|->)\s{0,5})?(?<![\w$])(?<name>[A-Za-z_$][\w$]*)\s{0,5}[(<]/g;
const SELF = new Set(["self", "cls", "this"]);
const BASE = /^(?:super\b|base$)/;

type Receiver = "self" | "base" | "other";

/** Whether a line calls members on the object itself, on its base alone, or on another value as well. */
function receiverOf(line: string, members: readonly SymbolHead[]): Receiver {
  const names = new Set(members.map(({ name }) => name));
  // `Base.clean(self)` of Python.
  const types = new Set(members.map(({ qualifiedName }) => qualifiedName.split(".").at(-2)));
  const found = [...line.slice(0, MOST_OF_LINE).matchAll(CALL)].flatMap(({ groups }): Receiver[] => {
    const { of, name = "" } = groups ?? {};
    if (!names.has(name)) return [];
    if (of === undefined || SELF.has(of)) return ["self"];
    return BASE.test(of) || types.has(of) ? ["base"] : ["other"];
  });
  if (found.length === 0 || found.includes("other")) return "other";
  return found.includes("self") ? "self" : "base";
}

/** How the class of a caller stands to that of an overrider: the same or a base, derived, or neither; unknown for code outside of classes. */
type Kinship = "base" | "heir" | "none" | "unknown";

async function readHeritage(
  db: Db,
  view: View,
  members: readonly SymbolHead[],
): Promise<(caller: SymbolHead, overridden: Overridden) => Kinship> {
  const types = await typesAround(db, view, members);
  const outer = await typesOutside(db, view, [...types.values()]);
  const above = new Map<string, ReadonlySet<string>>();
  const ids = [...new Set([...types.values(), ...outer.values()].map(({ nodeId }) => nodeId))].slice(0, MOST_TYPES);
  for (const { primary, spans } of await readSymbols(db, view, ids)) {
    const options = { kinds: DERIVES, tiers: SURE, depth: MOST_LEVELS };
    const { relations } = await outgoingRelations(db, view, spans, options);
    above.set(primary.nodeId, new Set(relations.flatMap(({ symbol }) => symbol?.nodeId ?? [])));
  }
  const typeOf = (member: SymbolHead) => types.get(member.nodeId)?.nodeId ?? "";
  return (caller, { base, overrider }) => {
    const [inner, theirs] = [typeOf(caller), typeOf(overrider)];
    const around = outer.get(inner)?.nodeId ?? "";
    // An object of a class in a class may call what the object around it has: `Outer.this.clean()`, or bare.
    const has = (type: string) => type === typeOf(base) || above.get(type)?.has(typeOf(base)) === true;
    const own = !has(inner) && has(around) ? around : inner;
    const [aboveOwn, aboveTheirs] = [above.get(own), above.get(theirs)];
    if (!aboveOwn || !aboveTheirs) return "unknown";
    if (own === theirs || aboveTheirs.has(own)) return "base";
    return aboveOwn.has(theirs) ? "heir" : "none";
  };
}

/** The types that types in a type, or in a member of one, stand in, by the inner types' ids. */
async function typesOutside(
  db: Db,
  view: View,
  types: readonly SymbolHead[],
): Promise<ReadonlyMap<string, SymbolHead>> {
  const parentOfType = await readParents(db, view, types);
  const parents = types.flatMap((type) => parentOfType(type) ?? []);
  const aroundMembers = await typesAround(db, view, parents);
  return new Map(
    types.flatMap((type) => {
      const parent = parentOfType(type);
      const outer = parent && (TYPES.includes(parent.nodeType) ? parent : aroundMembers.get(parent.nodeId));
      return outer ? [[type.nodeId, outer] as const] : [];
    }),
  );
}

/** The types that symbols stand in, by the symbols' ids. */
async function typesAround(db: Db, view: View, heads: readonly SymbolHead[]): Promise<Map<string, SymbolHead>> {
  const members = [...new Map(heads.map((head) => [head.nodeId, head])).values()];
  const places = members.map(({ path, lineStart }) => ({ path, line: lineStart }));
  const types = await headsAround(db, view, places, TYPES);
  return new Map(
    members.flatMap(({ nodeId, nodeType }, index) => {
      const type = types[index];
      return type && !isContainer(nodeType) ? [[nodeId, type] as const] : [];
    }),
  );
}
