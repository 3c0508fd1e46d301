/** Exports that are for others: those of the entries of packages, and what these pass on from other files. */
import { nth } from "../../base/need.js";
import type { PassedOn, Published } from "../../languages/usage.js";
import { EDGE_KINDS } from "../../model/edge.js";
import type { WholeGraph } from "../files/whole-graph.js";

const IMPORTS = EDGE_KINDS.indexOf("imports");
/** Files that pass on what other files pass on, one behind the other. */
const MOST_STEPS = 12;

/** By file: its imports, as lines and targets. */
export type ImportsByFile = ReadonlyMap<number, { line: number; target: number }[]>;

/** The edges by which files import, by the file that imports. */
export function importsByFile(graph: WholeGraph): ImportsByFile {
  const { edges } = graph;
  const imports = new Map<number, { line: number; target: number }[]>();
  for (let edge = 0; edge < edges.source.length; edge++) {
    if (nth(edges.kind, edge) !== IMPORTS || nth(edges.target, edge) < 0) continue;
    const file = nth(edges.file, edge);
    const known = imports.get(file) ?? [];
    known.push({ line: nth(edges.line, edge), target: nth(edges.target, edge) });
    imports.set(file, known);
  }
  return imports;
}

/** Names that are open in files, and why. */
export interface OpenExports {
  /** Why the export of a file is for others; null: it is not. */
  reasonOf(file: number, name: string): string | null;
}

/** Whether a statement passes on a declaration. A default export has a name of its own in its file. */
const isPassed = ({ names }: PassedOn, name: string): boolean =>
  names === null || names.includes(name) || names.includes("default");

/** Follows what the entries pass on, and modules that are used as values. `textOf` has the texts of the files that pass names on. */
export function openExports(
  { graph, imports, valued }: { graph: WholeGraph; imports: ImportsByFile; valued: readonly number[] },
  published: readonly Published[],
  textOf: ReadonlyMap<number, string>,
): OpenExports {
  const all = new Map<number, string>();
  const some = new Map<string, string>();
  const byPath = new Map(graph.files.map(({ path }, index) => [path, index]));
  const open = (file: number, names: readonly string[] | null, why: string, steps: number): void => {
    if (steps > MOST_STEPS) return;
    const fresh = names?.filter((name) => !some.has(`${file} ${name}`) && !all.has(file)) ?? null;
    if (fresh === null ? all.has(file) : fresh.length === 0) return;
    if (fresh === null) all.set(file, why);
    else for (const name of fresh) some.set(`${file} ${name}`, why);
    const modules = graph.files[file]?.meaning?.usage?.modules;
    const text = textOf.get(file);
    if (!modules || text === undefined) return;
    for (const passed of modules.passesOn(text))
      for (const { line, target } of imports.get(file) ?? []) {
        if (line < passed.lineStart || line > passed.lineEnd) continue;
        for (const span of nth(graph.nodes, target).spans)
          if (span.ordinal === 0) open(span.file, passed.names ?? fresh, why, steps + 1);
          else if (isPassed(passed, span.name)) open(span.file, [span.name], why, steps + 1);
      }
  };
  for (const { entries } of published)
    for (const [path, why] of entries) {
      const file = byPath.get(path);
      if (file !== undefined) open(file, null, why, 0);
    }
  for (const file of valued) open(file, null, "its module is used as a value", 0);
  return { reasonOf: (file, name) => all.get(file) ?? some.get(`${file} ${name}`) ?? null };
}
