/**
 * Names that a file only passes on, as `export { a as b } from "./a"` does: no use of `a`, but one more name for it. An importer of `b` has an
 * edge to `a` of its own.
 *
 * That holds of files that others import by names alone. Where a tool may load the file, or somebody imports all of it, the statement counts as a use.
 */
import { addToSet } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { isLoadedByPlace } from "../../languages/usage.js";
import type { ReadTexts, WholeGraph } from "../files/whole-graph.js";
import type { ImportsByFile } from "./open.js";

/** Names of other files that a text passes on, and its default export. */
export interface PassingText {
  /** Names as the other file has them, and as they are passed on, by line. */
  renamed: readonly { line: number; name: string; alias: string }[];
  /** Lines that say that a declaration of the file is its default export: `export default Cart;`. */
  defaults: readonly number[];
}

export interface PassedNames {
  /** Whether the edge of a line to a node says no more than that its name is passed on. */
  isPassed(file: number, line: number, target: number): boolean;
  /** The further names of a node. */
  aliasesOf(node: number): ReadonlySet<string>;
  /** Whether somebody imports all of a file, or what is imported from it is not known. */
  isTakenWhole(file: number): boolean;
}

/** Of all files: the statements that pass names on, the default exports, and the imports of modules that are used as values. */
export async function readPassing(graph: WholeGraph, readTexts: ReadTexts) {
  const passing = new Map<number, PassingText>();
  const values = new Map<number, readonly number[]>();
  let hasPatterns = false;
  const files = graph.files.flatMap(({ meaning }, index) => (meaning?.usage?.modules ? [index] : []));
  await readTexts(files, (file, text) => {
    const modules = graph.files[file]?.meaning?.usage?.modules;
    if (!modules) return;
    hasPatterns ||= modules.loadsByPattern(text);
    values.set(file, modules.wholeValues(text));
    const [renamed, defaults] = [modules.renamed(text), modules.defaultLines(text)];
    if (renamed.length + defaults.length > 0) passing.set(file, { renamed, defaults });
  });
  return { passing, values, hasPatterns };
}

/** Reads of the graph and of the texts that pass names on which edges are not uses. `texts`: by file. */
export function passedNames(
  graph: WholeGraph,
  imports: ImportsByFile,
  texts: ReadonlyMap<number, PassingText>,
): PassedNames {
  const whole = takenWhole(graph, imports);
  const isByName = (file: number) => !whole.has(file) && !isLoadedByPlace(nth(graph.files, file).path);
  const passed = new Set<string>();
  const aliases = new Map<number, Set<string>>();
  for (const [file, { renamed, defaults }] of texts) {
    for (const { line, name, alias } of isByName(file) ? renamed : [])
      for (const { target } of (imports.get(file) ?? []).filter((each) => each.line === line)) {
        const span = nth(nth(graph.nodes, target).spans, 0);
        if (span.ordinal === 0 || (span.name !== name && name !== "default")) continue;
        passed.add(`${file}:${line} ${target}`);
        addToSet(aliases, target, alias);
      }
    for (const line of defaults) passed.add(`${file}:${line}`);
  }
  const isOwn = (file: number, target: number) => nth(graph.nodes, target).spans.some((span) => span.file === file);
  return {
    isPassed: (file, line, target) =>
      passed.has(`${file}:${line} ${target}`) ||
      // A default export has one more name where it is passed on by one, and is left to its reader elsewhere.
      (aliases.has(target) && isOwn(file, target) && passed.has(`${file}:${line}`)),
    aliasesOf: (node) => aliases.get(node) ?? new Set(),
    isTakenWhole: (file) => whole.has(file),
  };
}

/** The files whose modules are used as values. `lines`: by file, those that import them. */
export function modulesAsValues(
  graph: WholeGraph,
  imports: ImportsByFile,
  lines: ReadonlyMap<number, readonly number[]>,
): number[] {
  const files = [...imports].flatMap(([from, list]) => {
    const wanted = new Set(lines.get(from));
    const targets = list.flatMap(({ line, target }) => (wanted.has(line) ? nth(graph.nodes, target).spans : []));
    return targets.flatMap(({ file, ordinal }) => (ordinal === 0 ? [file] : []));
  });
  return [...new Set(files)];
}

/**
 * Files that a line of another one imports without an edge to a declaration: all of it, for its effects, or a name that is not known. Files that
 * nobody imports, too.
 */
function takenWhole(graph: WholeGraph, imports: ImportsByFile): Set<number> {
  const whole = new Set(graph.files.keys());
  const open = new Set<number>();
  for (const [from, list] of imports) {
    const isNamed = new Set<number>();
    for (const { line, target } of list) if (nth(nth(graph.nodes, target).spans, 0).ordinal > 0) isNamed.add(line);
    for (const { line, target } of list)
      for (const { file, ordinal } of nth(graph.nodes, target).spans) {
        if (ordinal > 0 || file === from) continue;
        if (isNamed.has(line)) whole.delete(file);
        else open.add(file);
      }
  }
  for (const file of open) whole.add(file);
  return whole;
}
