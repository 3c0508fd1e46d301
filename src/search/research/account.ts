/** An account of what was found: the best places in the order of the flow, each below the place that leads to it. Pure. */
import { groupBy } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import type { Link } from "./follow.js";
import { distinct, type ScoredPlace } from "./spread.js";
import { leadsFromTarget } from "./weights.js";

export interface Told {
  place: ScoredPlace;
  /** How deep it stands below the first place of its chain. */
  depth: number;
  /** The place that leads to it among those that are told; null: it begins a chain. */
  under: ScoredPlace | null;
  /** The edge between the two; of a first place the edge that it was found by. */
  link: Link | null;
}

/** A further place of a file counts this much less than the one before it. */
const OF_SAME_FILE = 0.9;
/** So does a further place of a name, behind so many of it: each of thirty drivers has a `run_query`, and a few of them tell what the others do. */
export const OF_SAME_NAME = 0.8;
const NAMESAKES = 4;

/** How much less a further place of a file, and one of a name, counts. */
interface Variety {
  perFile: number;
  perName: number;
}

/** Kinds of declarations that do nothing themselves. */
const DATA: ReadonlySet<string> = new Set(["type", "enum", "interface", "constant", "variable", "field", "property"]);

/** Whether a place is data that code only mentions: it is not a step of a flow, and an account names its file at most. */
export const isMentionedData = ({ head, by, reason }: ScoredPlace): boolean =>
  reason === null && (by?.kind === "references" || by?.kind === "accepts") && DATA.has(head.nodeType);

/** The best places, those of files and of names that have some already behind others of the same score. */
export function bestPlaces(
  places: Iterable<ScoredPlace>,
  most: number,
  { perFile, perName }: Variety = { perFile: OF_SAME_FILE, perName: OF_SAME_NAME },
): ScoredPlace[] {
  const left = [...places].sort((a, b) => b.score - a.score || compare(a, b));
  const ofFile = counter();
  const ofName = counter();
  const valued = left
    .map((place) => {
      const { path, name } = place.head;
      const namesakes = Math.max(0, ofName(name) - NAMESAKES + 1);
      return { place, value: place.score * perFile ** ofFile(path) * perName ** namesakes };
    })
    .sort((a, b) => b.value - a.value || compare(a.place, b.place));
  return valued.slice(0, most).map(({ place }) => place);
}

/** Counts how often each key was asked for before. */
function counter(): (key: string) => number {
  const times = new Map<string, number>();
  return (key) => {
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    return before;
  };
}

const compare = (a: ScoredPlace, b: ScoredPlace) =>
  a.head.path < b.head.path ? -1 : a.head.path > b.head.path ? 1 : a.head.lineStart - b.head.lineStart;

/** The two ends of an edge in the order of an account: the caller before the callee, a base before the type that derives from it. */
export const endsOf = ({ source, target, kind }: Link): { before: string; after: string } =>
  leadsFromTarget(kind) ? { before: target, after: source } : { before: source, after: target };

/** Places that lead to this many of the chosen ones join them, though they have little to do with the question themselves. */
const LEADS_TO_MANY = 3;
const MOST_JOINING = 3;

/** The places that are not chosen and call the most of those that are. */
export function joining(
  chosen: readonly ScoredPlace[],
  places: ReadonlyMap<string, ScoredPlace>,
  links: readonly Link[],
): ScoredPlace[] {
  const known = new Set(chosen.map(({ head }) => head.nodeId));
  const leads = new Map<string, number>();
  for (const { source, target, kind } of distinct(links))
    if (kind === "calls" && known.has(target) && !known.has(source)) leads.set(source, (leads.get(source) ?? 0) + 1);
  return [...leads]
    .flatMap(([key, count]) => {
      const place = places.get(key);
      return place !== undefined && count >= LEADS_TO_MANY ? [{ place, count }] : [];
    })
    .sort((a, b) => b.count - a.count || compare(a.place, b.place))
    .slice(0, MOST_JOINING)
    .map(({ place }) => place);
}

/** Places whose neighbours join them, and how many callers and callees of each stand in an account with it, at most. */
const MOST_WITH_NEIGHBOURS = 20;
const MOST_CALLERS = 2;
const MOST_CALLEES = 3;

/**
 * The best callers and callees of the best places. A flow goes on where no name has a word of the question: such places are behind every hit of the search,
 * and stand here for what leads to them.
 */
export function neighboursOf(
  chosen: readonly ScoredPlace[],
  places: ReadonlyMap<string, ScoredPlace>,
  links: readonly Link[],
  most: number,
): ScoredPlace[] {
  const known = new Set(chosen.map(({ head }) => head.nodeId));
  const calls = distinct(links).filter(({ kind }) => kind === "calls");
  const callers = groupBy(calls, ({ target }) => target);
  const callees = groupBy(calls, ({ source }) => source);
  const added: ScoredPlace[] = [];
  const add = (ids: readonly string[], count: number): void => {
    const ends = ids.flatMap((id) => places.get(id) ?? []).toSorted((a, b) => b.score - a.score || compare(a, b));
    const missing = count - ends.filter(({ head }) => known.has(head.nodeId)).length;
    const fresh = ends.filter(({ head }) => !known.has(head.nodeId));
    for (const place of fresh.slice(0, Math.max(0, missing))) {
      known.add(place.head.nodeId);
      added.push(place);
    }
  };
  for (const { head } of chosen.toSorted((a, b) => b.score - a.score).slice(0, MOST_WITH_NEIGHBOURS)) {
    add(
      (callers.get(head.nodeId) ?? []).map(({ source }) => source),
      MOST_CALLERS,
    );
    add(
      (callees.get(head.nodeId) ?? []).map(({ target }) => target),
      MOST_CALLEES,
    );
  }
  return added.slice(0, most);
}

/** Puts places around a symbol that was asked about below it: each below the one that it was found by. */
export function aroundNamed(chosen: readonly ScoredPlace[]): Told[] {
  const known = new Map(chosen.map((place) => [place.head.nodeId, place]));
  const parents = new Map<string, { before: string; link: Link }>();
  for (const { head, by, hop } of chosen) {
    if (by === null || hop === 0) continue;
    const before = by.source === head.nodeId ? by.target : by.source;
    if (known.has(before) && !isBelow(before, head.nodeId, parents)) parents.set(head.nodeId, { before, link: by });
  }
  return tree(chosen, parents);
}

/** Puts places in the order of the flow: each below the one that leads to it, in the order of the lines where it does; the best chain first. */
export function inOrder(chosen: readonly ScoredPlace[], links: readonly Link[]): Told[] {
  const known = new Map(chosen.map((place) => [place.head.nodeId, place]));
  const parents = new Map<string, { before: string; link: Link }>();
  const value = (link: Link) => (known.get(endsOf(link).before)?.score ?? 0) * (link.kind === "imports" ? 0.3 : 1);
  const among = distinct(links)
    .filter((link) => known.has(link.source) && known.has(link.target))
    .sort((a, b) => value(b) - value(a) || a.line - b.line);
  for (const link of among) {
    const { before, after } = endsOf(link);
    if (parents.has(after) || isBelow(before, after, parents)) continue;
    parents.set(after, { before, link });
  }
  return tree(chosen, parents);
}

function tree(chosen: readonly ScoredPlace[], parents: ReadonlyMap<string, { before: string; link: Link }>): Told[] {
  const known = new Map(chosen.map((place) => [place.head.nodeId, place]));
  const children = new Map<string, { key: string; link: Link }[]>();
  for (const [key, { before, link }] of parents) {
    const list = children.get(before) ?? [];
    list.push({ key, link });
    children.set(before, list);
  }
  const told: Told[] = [];
  const tell = (key: string, depth: number, under: ScoredPlace | null, link: Link | null) => {
    const place = need(known, key);
    told.push({ place, depth, under, link: link ?? place.by });
    const below = (children.get(key) ?? []).toSorted((a, b) => a.link.line - b.link.line || (a.key < b.key ? -1 : 1));
    for (const each of below) tell(each.key, depth + 1, place, each.link);
  };
  const bestOf = (key: string): number =>
    Math.max(need(known, key).score, ...(children.get(key) ?? []).map((each) => bestOf(each.key)));
  const roots = chosen.filter(({ head }) => !parents.has(head.nodeId)).map(({ head }) => head.nodeId);
  const ranked = roots.map((key) => ({ key, best: bestOf(key) })).sort((a, b) => b.best - a.best);
  for (const { key } of ranked) tell(key, 0, null, null);
  return told;
}

/** Whether `key` stands somewhere below `above`. */
function isBelow(key: string, above: string, parents: ReadonlyMap<string, { before: string }>): boolean {
  for (let current: string | undefined = key; current !== undefined; current = parents.get(current)?.before)
    if (current === above) return true;
  return false;
}

/** The longest chains of at least a number of places, each from its first to its last. */
export function chainsOf(told: readonly Told[], { least, most }: { least: number; most: number }): ScoredPlace[][] {
  const chains: ScoredPlace[][] = [];
  const path: ScoredPlace[] = [];
  for (const [index, { place, depth }] of told.entries()) {
    path.length = depth;
    path.push(place);
    const next = told[index + 1];
    if (next === undefined || next.depth <= depth) chains.push([...path]);
  }
  return chains
    .filter(({ length }) => length >= least)
    .toSorted((a, b) => b.length - a.length || nth(b, 0).score - nth(a, 0).score)
    .slice(0, most);
}
