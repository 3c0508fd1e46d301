/** An account of research: its fields, its words, and as much code beside its places as there is room for. */
import { z } from "zod";
import { estimateTokens } from "../base/estimate-tokens.js";
import { nth } from "../base/need.js";
import { nameBesidePath } from "../graph/symbol.js";
import { EDGE_KINDS, type EdgeKind } from "../model/edge.js";
import { folderOf } from "../model/paths.js";
import { chainsOf, endsOf, type Told } from "../search/research/account.js";
import type { Link } from "../search/research/follow.js";
import type { Toward } from "../search/research/question.js";
import { distinct } from "../search/research/spread.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { countOf } from "./counts.js";

export const researchPlace = z.object({
  number: z.int(),
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  name: z.string(),
  kind: z.string(),
  under: z.int().nullable().describe("The place that leads to it; null: it begins a chain."),
  edge: z
    .object({ kind: z.enum(EDGE_KINDS), path: z.string(), line: z.int(), likely: z.boolean() })
    .nullable()
    .describe("The edge that led to it, and its place; likely: by name alone."),
  via: z.string().describe("The same in words, or why the question finds it."),
  leads_to: z.array(z.int()).describe("Other places that it refers to."),
  code: z.string(),
});
export type ResearchPlace = z.infer<typeof researchPlace>;

/** The most numbers of other places that a place lists. */
const MOST_LEADS = 6;
const MOST_CHAINS = 5;
const MOST_IN_CHAIN = 8;

const VERBS: Record<EdgeKind, { passive: string; active: string }> = {
  calls: { passive: "called", active: "calls" },
  references: { passive: "referred to", active: "refers to" },
  accepts: { passive: "taken as a type", active: "takes" },
  imports: { passive: "imported", active: "imports" },
  inherits: { passive: "derived from", active: "derives from" },
  extends: { passive: "derived from", active: "derives from" },
  implements: { passive: "implemented", active: "implements" },
  overrides: { passive: "overridden", active: "overrides" },
  contains: { passive: "contained", active: "contains" },
};

const LIKELY_VERBS: Record<NonNullable<Link["by"]>, { passive: string; active: string }> = {
  request: { passive: "requested", active: "requests" },
  message: { passive: "sent a message", active: "sends a message to" },
};

/** The name of a symbol where its path stands beside it; files and statements are named by their path. */
export function nameOfHead({ name, qualifiedName, path, nodeType, ordinal }: SymbolHead): string {
  if (nodeType === "route") return name;
  return ordinal === 0 || nodeType === "statement" ? path : nameBesidePath(qualifiedName, path, nodeType);
}

/** The fields of the places, without their code. */
export function placeFields(
  told: readonly Told[],
  links: readonly Link[],
  heads: ReadonlyMap<string, SymbolHead>,
): ResearchPlace[] {
  const numbers = new Map(told.map(({ place }, index) => [place.head.nodeId, index + 1]));
  const leads = new Map<string, number[]>();
  for (const link of distinct(links)) {
    const { before, after } = endsOf(link);
    const number = numbers.get(after);
    if (number === undefined || !numbers.has(before)) continue;
    const list = leads.get(before) ?? [];
    if (!list.includes(number)) list.push(number);
    leads.set(before, list);
  }
  return told.map(({ place, under, link }, position) => {
    const { head, reason } = place;
    const number = position + 1;
    const children = told.flatMap((each, index) => (each.under === place ? [index + 1] : []));
    return {
      number,
      path: head.path,
      line_start: head.lineStart,
      line_end: head.lineEnd,
      name: nameOfHead(head),
      kind: head.nodeType,
      under: under === null ? null : (numbers.get(under.head.nodeId) ?? null),
      edge:
        link === null ? null : { kind: link.kind, path: link.path, line: link.line, likely: link.tier === "unique" },
      via: viaOf(head, link, numbers, heads) ?? reason ?? "",
      leads_to: (leads.get(head.nodeId) ?? [])
        .filter((each) => !children.includes(each) && (under === null || each !== numbers.get(under.head.nodeId)))
        .sort((a, b) => a - b)
        .slice(0, MOST_LEADS),
      code: "",
    };
  });
}

/** `called by 3 at src/a.ts:12`, `calls Cart.add at src/b.ts:4`. */
function viaOf(
  { nodeId, path }: SymbolHead,
  link: Link | null,
  numbers: ReadonlyMap<string, number>,
  heads: ReadonlyMap<string, SymbolHead>,
): string | null {
  if (link === null) return null;
  const isTarget = link.target === nodeId;
  const other = isTarget ? link.source : link.target;
  const number = numbers.get(other);
  const head = heads.get(other);
  const name = number === undefined ? (head ? nameOfHead(head) : "") : String(number);
  const { passive, active } = link.by === undefined ? VERBS[link.kind] : LIKELY_VERBS[link.by];
  const likely = link.tier === "unique" ? " (likely)" : "";
  // The line stands in the file of the source: its path is told by the place, or by the number of the other one.
  const isKnown = !isTarget || number !== undefined;
  const sourcePath = isTarget ? head?.path : path;
  const place = isKnown && sourcePath === link.path ? `on line ${link.line}` : `at ${link.path}:${link.line}`;
  return `${isTarget ? `${passive} by` : active} ${name} ${place}${likely}`;
}

/** The chains of places in words: `a → b → c`. `toward`: the relation of the places to the symbol in question, which stands last if they call it. */
export function chainWords(told: readonly Told[], toward: Toward | null): string[] {
  return chainsOf(told, { least: toward === null ? 3 : 2, most: MOST_CHAINS }).map((chain) => {
    const inOrder = toward === "callers" ? chain.toReversed() : chain;
    const names = inOrder.map(({ head }) => nameOfHead(head));
    if (names.length <= MOST_IN_CHAIN) return names.join(" → ");
    return [...names.slice(0, MOST_IN_CHAIN - 1), "…", nth(names, names.length - 1)].join(" → ");
  });
}

/** How the folders of the places lead to each other; of places in one folder the files: `src/http → src/store (3 calls, 1 import)`. */
export function structureWords(told: readonly Told[], links: readonly Link[], most: number): string[] {
  const heads = new Map(told.map(({ place }) => [place.head.nodeId, place.head]));
  const folders = new Set([...heads.values()].map(({ path }) => folderOf(path)));
  const partOf = ({ path }: SymbolHead) => (folders.size > 2 ? folderOf(path) || "." : path);
  const between = new Map<string, Map<EdgeKind, number>>();
  for (const { source, target, kind } of distinct(links)) {
    const from = heads.get(source);
    const to = heads.get(target);
    if (from === undefined || to === undefined || partOf(from) === partOf(to)) continue;
    const key = `${partOf(from)} → ${partOf(to)}`;
    const kinds = between.get(key) ?? new Map<EdgeKind, number>();
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    between.set(key, kinds);
  }
  const sum = (kinds: ReadonlyMap<EdgeKind, number>) => [...kinds.values()].reduce((all, each) => all + each, 0);
  return [...between]
    .sort(([a, one], [b, other]) => sum(other) - sum(one) || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([key, kinds]) => `${key} (${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(", ")})`);
}

/** A place in words, above its code. */
export function headOfPlace(place: ResearchPlace, depth: number): string {
  const { number, path, line_start, line_end, name, kind, via, leads_to } = place;
  const also = leads_to.length > 0 ? `; leads to ${leads_to.join(", ")}` : "";
  const said = via === "" ? "" : ` — ${via}`;
  const called = name === path ? "" : ` ${name}`;
  return `${"  ".repeat(Math.min(depth, 8))}${number}. ${path}:${line_start}-${line_end}${called} (${kind})${said}${also}`;
}

/** The depth of each place below the first of its chain. */
export function depthsOf(places: readonly ResearchPlace[]): number[] {
  const depths = new Map<number, number>();
  return places.map(({ number, under }) => {
    const depth = under === null ? 0 : (depths.get(under) ?? -1) + 1;
    depths.set(number, depth);
    return depth;
  });
}

/** Puts code beside the places as long as the budget lasts, that of the best first. `order`: positions, the best first; tokens. */
export function withCode(
  places: readonly ResearchPlace[],
  order: readonly number[],
  codeOf: (index: number) => string,
  budget: number,
): ResearchPlace[] {
  let left = budget;
  const shown = places.map((place) => ({ ...place }));
  for (const index of order) {
    const code = codeOf(index);
    const tokens = estimateTokens(code) + 1;
    const place = shown[index];
    if (place === undefined || code === "" || tokens > left) continue;
    place.code = code;
    left -= tokens;
  }
  return shown;
}

/** `12 places in 3 files`. */
export const placesInWords = (places: number, files: number) =>
  `${countOf(places, "place")} in ${countOf(files, "file")}`;
