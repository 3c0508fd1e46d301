/** Whether a place with a declaration's name may be a use of it. Pure. */
import { nth } from "../../base/need.js";
import { type DeclaredUse, isMember, type Sight } from "../../languages/usage.js";
import { EDGE_KINDS, EDGE_TIERS } from "../../model/edge.js";
import { folderOf, pathClassOf } from "../../model/paths.js";
import type { WholeGraph } from "../files/whole-graph.js";
import type { Mention } from "./mentions.js";
import { liesInSpan } from "./reach.js";

const IMPORTS = EDGE_KINDS.indexOf("imports");
const UNSURE = new Set(["candidate", "unresolved"].map((tier) => EDGE_TIERS.indexOf(tier as "candidate")));

/** A declaration that nothing was found to use. */
export interface Unused {
  node: number;
  declared: DeclaredUse;
  sight: Sight;
  /** Whether a file passes it on and counts as no use of it. */
  isPassedOn: boolean;
  files: ReadonlySet<number>;
}

/** The edges of each line whose targets have one of some names. */
export interface NamedEdges {
  /** Of a name on a line: the targets, and whether one is not sure. -1: a target outside. */
  targets(file: number, line: number, name: string): readonly { target: number; isSure: boolean; isImport: boolean }[];
}

/** The edges of a graph to targets that have one of some names. */
export function namedEdges(graph: WholeGraph, names: ReadonlySet<string>): NamedEdges {
  const { edges, nodes } = graph;
  const found = new Map<string, { target: number; isSure: boolean; isImport: boolean }[]>();
  for (let edge = 0; edge < edges.source.length; edge++) {
    const target = nth(edges.target, edge);
    const name = target >= 0 ? nth(nth(nodes, target).spans, 0).name : nth(graph.names, nth(edges.name, edge));
    if (!names.has(name)) continue;
    const key = `${nth(edges.file, edge)}:${nth(edges.line, edge)} ${name}`;
    const known = found.get(key) ?? [];
    known.push({
      target,
      isSure: !UNSURE.has(nth(edges.tier, edge)),
      isImport: nth(edges.kind, edge) === IMPORTS,
    });
    found.set(key, known);
  }
  return { targets: (file, line, name) => found.get(`${file}:${line} ${name}`) ?? [] };
}

/** Where declarations of names stand: positions of the names, and the node of each. */
export type DeclaredPlaces = ReadonlyMap<string, { file: number; position: number; node: number; isMember: boolean }[]>;

/** The verdict on a place: no use; a use if what is around it is; a use by tests alone; perhaps a use. */
export type Verdict =
  | { is: "none" }
  | { is: "inside"; node: number }
  | { is: "test" }
  | { is: "use"; reason: "named" | "unresolved" | "imported" | "text" | "shape" };

/** The data for judging a place. */
export interface Surroundings {
  graph: WholeGraph;
  edges: NamedEdges;
  places: DeclaredPlaces;
  /** The files that import each file, or what passes it on. */
  importers: (file: number) => ReadonlySet<number>;
  /** The unused declaration around a place, if any. */
  unusedAround: (file: number, position: number) => number | undefined;
}

/** Judges a place where the name of `unused` stands. */
export function judge(unused: Unused, name: string, mention: Mention, around: Surroundings): Verdict {
  const { graph, edges, places } = around;
  const { file, position, line } = mention;
  const node = nth(graph.nodes, unused.node);
  if (node.spans.some((span) => liesInSpan(span, file, position))) return { is: "none" };
  const { path, meaning } = nth(graph.files, file);
  // Of a module that nobody imports whole, a string takes no name under which it passes something on.
  const isData = meaning?.usage?.modules !== undefined || /\.(json|ya?ml)$/.test(path);
  if (mention.isText && isData && name !== unused.declared.name) return { is: "none" };
  const isOwn = unused.files.has(file);
  // `Map.xaml` has the handlers of `Map.xaml.cs`, also those that no other code sees.
  const isBeside = unused.declared.path.startsWith(`${path}.`);
  if (unused.sight === "file" && !isOwn && !isBeside) return { is: "none" };
  if (unused.sight === "folder" && !isOwn && folderOf(path) !== folderOf(unused.declared.path)) return { is: "none" };
  const member = isMember(unused.declared);
  const place = places.get(name)?.find((each) => each.file === file && each.position === position);
  if (place) {
    const fits = nth(graph.files, nth(node.spans, 0).file).meaning?.usage?.fitsByShape;
    return member && place.isMember && fits && place.node !== unused.node
      ? { is: "use", reason: "shape" }
      : { is: "none" };
  }
  const onLine = edges.targets(file, line, name);
  // A member that is taken for a library's may be this one: some are for their name alone (`add`, `get`).
  const elsewhere = onLine.some(({ target, isSure }) => isSure && target !== unused.node && (target >= 0 || !member));
  const here = onLine.some(({ target }) => target === unused.node);
  const inside = around.unusedAround(file, position);
  if (inside !== undefined && inside !== unused.node) return { is: "inside", node: inside };
  if (elsewhere && !here && onLine.every(({ isSure }) => isSure)) return { is: "none" };
  if (isOwn && mention.isExport) return { is: "none" };
  if (pathClassOf(path) === "test" && pathClassOf(unused.declared.path) !== "test") return { is: "test" };
  // An import beside which the file uses it: whatever uses it is judged at its own place.
  if (here && onLine.every(({ target, isImport }) => target === unused.node && isImport) && mention.isImport)
    return { is: "none" };
  const passed = mention.isPassed && unused.isPassedOn ? edges.targets(file, line, unused.declared.name) : [];
  if (passed.some(({ target }) => target === unused.node)) return { is: "none" };
  if (meaning?.usage?.modules && !member && isHidden(unused, mention, around)) return { is: "none" };
  if (onLine.some(({ isSure, target }) => !isSure && target < 0)) return { is: "use", reason: "unresolved" };
  return { is: "use", reason: mention.isImport ? "imported" : mention.isText ? "text" : "named" };
}

/** Whether a file cannot mean a declaration, as it imports neither its file nor names it in an import or behind a dot. */
function isHidden({ files, declared }: Unused, mention: Mention, { importers }: Surroundings): boolean {
  if (files.has(mention.file)) return mention.isMember && !declared.isExported;
  if (mention.isImport || mention.isMember || mention.isText || mention.isExport) return false;
  return ![...files].some((file) => importers(file).has(mention.file));
}
