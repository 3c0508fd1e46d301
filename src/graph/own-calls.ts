/**
 * Calls of a member by an object on itself, `self.clean(data)`, `this.clean(data)`, a bare `Clean(data)`, or on its base. Where the member is overridden,
 * such a call comes to the overrider only if the class that calls is a base of the overrider's: its siblings call what they have inherited. A call of the
 * base, `super().clean(data)`, comes to no overrider.
 */
import type { Db } from "../store/db/db.js";
import { headsAround, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { typesAbove } from "./heritage.js";
import { readTexts } from "./source-lines.js";

/** A call of members, by the lines that it stands in. */
export interface MemberCall {
  source: SymbolHead;
  /** node_id of each member that is called. */
  targets: readonly string[];
  lines: readonly number[];
}

/** A member of a base, and members that override it. */
export interface Overridden {
  base: SymbolHead;
  overriders: readonly SymbolHead[];
}

/** Texts that are read for it: calls in others count. */
const MOST_FILES = 200;
const MOST_BYTES = 8_000_000;
const MOST_OF_LINE = 1000;
const TYPES = ["class", "interface", "struct", "record", "enum"];

/** The lines of each call by which it may come to an overrider, where it calls nothing but members that are overridden; else all of its lines. */
export async function linesToOverriders(
  db: Db,
  view: View,
  calls: readonly MemberCall[],
  overridden: readonly Overridden[],
): Promise<(readonly number[])[]> {
  const known = new Map(overridden.map((each) => [each.base.nodeId, each]));
  const isAbout = ({ targets }: MemberCall) => targets.every((target) => known.has(target));
  const paths = [...new Set(calls.filter(isAbout).map(({ source }) => source.path))].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, paths, MOST_BYTES, "given");
  const written = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  const receivers = calls.map((call) => {
    const members = call.targets.flatMap((target) => known.get(target)?.base ?? []);
    return call.lines.map((line) =>
      isAbout(call) ? receiverOf(written.get(call.source.path)?.[line - 1] ?? "", members) : "other",
    );
  });
  const isOwn = (index: number) => receivers[index]?.includes("self") === true;
  const asking = calls.filter((_, index) => isOwn(index)).map(({ source }) => source);
  const types = await typesAround(db, view, asking);
  const bases =
    asking.length > 0 ? await typesOfOverriders(db, view, overridden) : new Map<string, ReadonlySet<string>>();
  return calls.map(({ source, targets, lines }, index) => {
    const type = types.get(source.nodeId)?.nodeId;
    const isBase = type === undefined || targets.some((target) => bases.get(target)?.has(type) !== false);
    return lines.filter((_, at) => {
      const receiver = receivers[index]?.[at];
      return receiver === "other" || (receiver === "self" && isBase);
    });
  });
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

/** The types that symbols stand in, by the symbols' ids. */
async function typesAround(db: Db, view: View, heads: readonly SymbolHead[]): Promise<Map<string, SymbolHead>> {
  const places = heads.map(({ path, lineStart }) => ({ path, line: lineStart }));
  const types = await headsAround(db, view, places, TYPES);
  return new Map(
    heads.flatMap(({ nodeId }, index) => {
      const type = types[index];
      return type ? [[nodeId, type] as const] : [];
    }),
  );
}

/** The types of the overriders of each member, and those above them. */
async function typesOfOverriders(
  db: Db,
  view: View,
  overridden: readonly Overridden[],
): Promise<Map<string, ReadonlySet<string>>> {
  const owners = await typesAround(
    db,
    view,
    overridden.flatMap(({ overriders }) => overriders),
  );
  const above = await typesAbove(db, view, [...owners.values()]);
  const byBase = new Map<string, Set<string>>();
  for (const { base, overriders: own } of overridden) {
    const types = byBase.get(base.nodeId) ?? new Set();
    byBase.set(base.nodeId, types);
    for (const { nodeId } of own) {
      const owner = owners.get(nodeId);
      for (const type of owner ? [owner, ...(above.get(owner.nodeId) ?? [])] : []) types.add(type.nodeId);
    }
  }
  // An overrider in no type, such as that of an object, may be of any.
  for (const { base, overriders: own } of overridden)
    if (own.some(({ nodeId }) => !owners.has(nodeId))) byBase.delete(base.nodeId);
  return byBase;
}
