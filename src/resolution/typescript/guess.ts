/**
 * TypeScript and JavaScript: calls on values of unknown types, where only the name suggests a target. The only member of a name is likely where nothing
 * speaks against it. Where other symbols have the name, answers about them must count the call as well. Pure.
 */
import { nth } from "../../base/need.js";
import type { Reference, Root, TypeExpr } from "../../model/parse-result.js";
import { rootPlace } from "../lookup.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, type ProgramFile, symbolOf } from "../program-file.js";
import { importPlace } from "./exports.js";
import { valueAt } from "./held-value.js";
import { typescriptIndex } from "./state.js";

/** Whether symbols other than `targets` have their name: the call may mean one of those, whatever they are. */
export function hasNamesakes(program: Program, targets: readonly Decl[]): boolean {
  const { index } = program;
  const { name } = symbolOf(nth(targets, 0));
  const ids = new Set(targets.map(nodeIdOf));
  const own = declsOf(index, typescriptIndex(program).members.get(name)).filter((decl) => ids.has(nodeIdOf(decl)));
  return (index.counts[index.intern(name)] ?? 0) > own.length;
}

/** Whether a call in the symbol `from` of a file is likely to mean the only member of its name. */
export function isLikely(program: Program, file: ProgramFile, { from, root }: Reference, target: Decl): boolean {
  if (file.language.runtimeMethods?.has(symbolOf(target).name)) return false;
  // `export() { return this.db.export(); }` hands on to another method of that name.
  if (file.nodeIds[from] === nodeIdOf(target) || isOfLibrary(program, file, from, root)) return false;
  return target.file === file || isImported(program, file, target.file);
}

/** Whether a library gives the value that an expression starts with: `app.use(…)` of `const app = new Koa()`. */
function isOfLibrary(program: Program, file: ProgramFile, from: number, root: Root): boolean {
  let first = root;
  while (first.in === "instance" || first.in === "call") {
    const type: TypeExpr = first.in === "call" ? first.of : first.type;
    if (type.kind !== "named") return false;
    first = type.root;
  }
  const place = rootPlace(program, file, from, first, "any");
  return (place.is === "symbols" ? valueAt(program, place) : place).is === "external";
}

/** Whether an import of the file leads to something that `other` declares, or to the module itself. */
function isImported(program: Program, file: ProgramFile, other: ProgramFile): boolean {
  return file.imports.some((_, index) => {
    const place = importPlace(program, file, index);
    if (place.is === "module") return place.file === other;
    return place.is === "symbols" && place.decls.some((decl) => decl.file === other);
  });
}
