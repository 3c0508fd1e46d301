/** Groups misses and wrong edges by the form of the use. Pure. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import type { OurEdge, OurIndex } from "./fact.js";
import { DEFAULT_TIERS, type Judgement } from "./judge.js";
import type { Locator } from "./locate.js";

export interface Cause {
  /** The kind of use, its form, and the index's statement about it. */
  cause: string;
  count: number;
  examples: Example[];
}

export interface Example {
  /** path:line */
  place: string;
  /** The name, and the text of its line. */
  text: string;
  expected: string;
  said: string;
}

/** The text of a line, cut for a list. */
export type LineAt = (path: string, line: number) => string;

const EXAMPLES = 3;

/** Uses without an edge of the default tiers, the most frequent causes first. */
export function missCauses({ wanted, locator }: Judgement, index: OurIndex, lineAt: LineAt): Cause[] {
  const edgesAt = new Map<string, OurEdge[]>();
  for (const edge of index.edges) {
    const key = `${edge.path}:${edge.line}`;
    addToList(edgesAt, key, edge);
  }
  const causes = createCauses();
  for (const { group, use, accepted, found } of wanted) {
    if (found.some(({ tier }) => DEFAULT_TIERS.has(tier))) continue;
    const place = `${use.path}:${use.line}`;
    const said = saidOf(found, edgesAt.get(place) ?? [], use.name, use.kind === "call", locator);
    causes.add(`${group}: ${use.shape} — ${said.word}`, {
      place,
      text: `${use.name}: ${lineAt(use.path, use.line)}`,
      expected: describe(locator, nth(accepted, 0)),
      said: said.words,
    });
  }
  return causes.list();
}

/** Edges of the default tiers that the compiler denies. */
export function wrongCauses({ judged, locator }: Judgement, lineAt: LineAt): Cause[] {
  const causes = createCauses();
  for (const { group, edge, verdict, use } of judged) {
    if (verdict !== "wrong" || !DEFAULT_TIERS.has(edge.tier)) continue;
    const shape = use?.shape ?? "no such name on the line";
    causes.add(`${group}: ${shape} — ${edge.tier}, ${edge.rule}`, {
      place: `${edge.path}:${edge.line}`,
      text: `${use?.name ?? locator.symbol(edge.target)?.name ?? ""}: ${lineAt(edge.path, edge.line)}`,
      expected: use ? expectedOf(use) : "nothing",
      said: `${edge.kind} ${describe(locator, edge.target)}`,
    });
  }
  return causes.list();
}

function expectedOf({ where, declarations }: Judgement["wanted"][number]["use"]): string {
  const [first] = declarations;
  return first ? `${first.name} (${first.syntax}, ${first.path}:${first.line})` : where;
}

/** The index's statement instead: an edge of a lesser tier, the reason why the call is unresolved, or nothing. */
function saidOf(
  found: readonly OurEdge[],
  here: readonly OurEdge[],
  name: string,
  isCall: boolean,
  locator: Locator,
): { word: string; words: string } {
  const [lesser] = found;
  if (lesser) return { word: lesser.tier, words: `${lesser.tier} ${describe(locator, lesser.target)}` };
  const unresolved = here.find(({ target }) => target === `?${name}`);
  if (unresolved) return { word: `unresolved, ${unresolved.rule}`, words: `unresolved: ${unresolved.rule}` };
  const other = here.find(({ kind, target }) => locator.symbol(target)?.name === name && (kind === "calls") === isCall);
  if (other) return { word: "another target", words: `${other.tier} ${describe(locator, other.target)}` };
  return { word: "nothing", words: "nothing" };
}

/** A symbol in words, or its node_id where the index has none. */
export function describe(locator: Locator, nodeId: string): string {
  const symbol = locator.symbol(nodeId);
  return symbol ? `${symbol.qualifiedName || symbol.path} (${symbol.kind}, ${symbol.path}:${symbol.nameLine})` : nodeId;
}

/** Counts causes, with some examples of each from different files. */
export function createCauses(): { add(cause: string, example: Example): void; list(): Cause[] } {
  const causes = new Map<string, Cause>();
  return {
    add(cause, example) {
      const known = causes.get(cause) ?? { cause, count: 0, examples: [] };
      known.count++;
      // From different files, so that one odd file does not stand for all.
      if (
        known.examples.length < EXAMPLES &&
        known.examples.every(({ place }) => fileOf(place) !== fileOf(example.place))
      )
        known.examples.push(example);
      causes.set(cause, known);
    },
    list: () => [...causes.values()].sort((a, b) => b.count - a.count || a.cause.localeCompare(b.cause)),
  };
}

function fileOf(place: string): string {
  return place.slice(0, place.lastIndexOf(":"));
}
