/** The parts of a repository: its folders as far as they say something, how they refer to each other, and the layers that this makes. Pure. */
import { addToList } from "../../base/groups.js";
import { need } from "../../base/need.js";
import { joinPath } from "../../model/paths.js";
import type { FileLink } from "../../store/file-links.js";
import { stronglyConnected } from "./cycles.js";

export interface PartFile {
  path: string;
  lines: number;
}

export interface Part {
  /**
   * The folder, `src/http`; `src/*` for files and small folders beside folders that are parts themselves; where there is one folder alone, each of
   * its files.
   */
  name: string;
  files: number;
  lines: number;
}

/** Between two parts: how many references, and from how many files. */
export interface PartLink {
  from: string;
  to: string;
  references: number;
  files: number;
}

export interface Parts {
  parts: Part[];
  /** The strongest first. */
  links: PartLink[];
  /** The part that each file belongs to. */
  partOf: Map<string, string>;
  /** The parts from the top down: first the ones that no part refers to, last the ones that refer to none. The parts of a circle share a layer. */
  layers: string[][];
  /** Parts that refer to each other in a circle. */
  circles: string[][];
}

const MOST_PARTS = 24;
/** Folders of a large one that have a place of their own at least, where there is none for all of them. */
const FEWEST_OF_ONE = 3;
/** A folder with more than this share of the files is taken apart into those below it. */
const TOO_MUCH = 0.34;

/** The parts of the files, which lie below `folder`; "" for the root. */
export function partsOf(files: readonly PartFile[], links: readonly FileLink[], folder = ""): Parts {
  const partOf = divide(
    files.map(({ path }) => path),
    folder,
  );
  const parts = new Map<string, Part>();
  for (const { path, lines } of files) {
    const name = need(partOf, path);
    const part = parts.get(name) ?? { name, files: 0, lines: 0 };
    part.files++;
    part.lines += lines;
    parts.set(name, part);
  }
  const between = linksBetween(links, partOf);
  const all = [...parts.values()].sort((a, b) => b.lines - a.lines || compare(a.name, b.name));
  const { layers, circles } = layersOf(
    all.map(({ name }) => name),
    between,
  );
  return { parts: all, links: between, partOf, layers, circles };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The part of each path: folders are taken apart, the largest first, until none holds too much or there are many. */
function divide(paths: readonly string[], folder: string): Map<string, string> {
  const groups = new Map<string, string[]>([[folder, [...paths]]]);
  const whole = new Set<string>();
  for (;;) {
    const [largest] = [...groups]
      .filter(([name]) => !whole.has(name) && !name.endsWith("*"))
      .sort(([a, one], [b, other]) => other.length - one.length || compare(a, b));
    if (largest === undefined) break;
    const [name, inside] = largest;
    const isFirst = name === folder;
    if (!isFirst && inside.length <= paths.length * TOO_MUCH && groups.size > 2) break;
    const below = childrenOf(inside, name);
    // A folder that holds nothing but one other is as good as that.
    const isChain = below.size === 1 && !below.has(`${joinPath(name, "*")}`);
    const folders = [...below.keys()].filter((key) => !key.endsWith("*")).length;
    const room = MOST_PARTS - (groups.size - 1);
    if (folders === 0 || (!isFirst && !isChain && below.size > room && room <= FEWEST_OF_ONE)) whole.add(name);
    else {
      groups.delete(name);
      for (const [key, some] of isFirst || below.size <= room ? below : largestOf(below, name, room))
        groups.set(key, some);
    }
  }
  // Files of one folder are parts themselves.
  if (groups.size === 1) return new Map(paths.map((path) => [path, path]));
  return new Map(
    [...groups].flatMap(([name, inside]) => inside.map((path) => [path, name === "*" ? "./*" : name] as const)),
  );
}

/** The largest folders below one, and the files of all others with those that lie directly in it. */
function largestOf(below: ReadonlyMap<string, string[]>, folder: string, room: number): Map<string, string[]> {
  const rest = joinPath(folder, "*");
  const folders = [...below].filter(([name]) => name !== rest);
  const sorted = folders.sort(([a, one], [b, other]) => other.length - one.length || compare(a, b));
  const others = [...(below.get(rest) ?? []), ...sorted.slice(room - 1).flatMap(([, inside]) => inside)];
  return new Map([...sorted.slice(0, room - 1), [rest, others]]);
}

/** The paths below a folder by the folder that they lie in; those directly in it under `*`. */
function childrenOf(paths: readonly string[], folder: string): Map<string, string[]> {
  const start = folder === "" ? 0 : folder.length + 1;
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.indexOf("/", start);
    const key = slash < 0 ? joinPath(folder, "*") : path.slice(0, slash);
    const list = below.get(key) ?? [];
    list.push(path);
    below.set(key, list);
  }
  return below;
}

function linksBetween(links: readonly FileLink[], partOf: ReadonlyMap<string, string>): PartLink[] {
  const between = new Map<string, PartLink>();
  for (const { source, target, count } of links) {
    const from = partOf.get(source);
    const to = partOf.get(target);
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from}\0${to}`;
    const link = between.get(key) ?? { from, to, references: 0, files: 0 };
    link.references += count;
    link.files++;
    between.set(key, link);
  }
  return [...between.values()].sort(
    (a, b) => b.references - a.references || compare(a.from, b.from) || compare(a.to, b.to),
  );
}

/** Layers by the longest way down to a part that refers to no other. */
export function layersOf(
  names: readonly string[],
  links: readonly Pick<PartLink, "from" | "to">[],
): { layers: string[][]; circles: string[][] } {
  const targets = new Map<string, string[]>();
  for (const { from, to } of links) addToList(targets, from, to);
  const components = stronglyConnected(names, (name) => targets.get(name) ?? []);
  const height = new Map<string, number>();
  // A component comes before those that lead to it.
  for (const component of components) {
    const inside = new Set(component);
    const below = component.flatMap((name) => targets.get(name) ?? []).filter((name) => !inside.has(name));
    const own = Math.max(-1, ...below.map((name) => height.get(name) ?? -1)) + 1;
    for (const name of component) height.set(name, own);
  }
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const layers: string[][] = [];
  for (const name of names) {
    // A part without any link stands in no layer.
    if (!linked.has(name)) continue;
    const index = need(height, name);
    layers[index] = [...(layers[index] ?? []), name];
  }
  return {
    layers: layers.filter((layer) => layer !== undefined).reverse(),
    circles: components.filter(({ length }) => length > 1),
  };
}

/** Circles of files among the links: how many there are, and the files of the largest ones. */
export function fileCircles(links: readonly FileLink[]): string[][] {
  const targets = targetsOf(links);
  return stronglyConnected([...targets.keys()], (path) => targets.get(path) ?? [])
    .filter(({ length }) => length > 1)
    .sort((a, b) => b.length - a.length);
}

/** How many files each of some leads to, over any number of links. */
export function filesReached(links: readonly FileLink[], from: readonly string[]): Map<string, number> {
  const targets = targetsOf(links);
  return new Map(
    from.map((start) => {
      const seen = new Set([start]);
      // A set gives what is added to it while it is read.
      for (const path of seen) for (const target of targets.get(path) ?? []) seen.add(target);
      return [start, seen.size - 1];
    }),
  );
}

function targetsOf(links: readonly FileLink[]): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { source, target } of links) {
    const list = targets.get(source) ?? [];
    list.push(target);
    targets.set(source, list);
  }
  return targets;
}
