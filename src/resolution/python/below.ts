/** Python: members that a class uses and only its subclasses have. A mixin calls methods of the classes that it is mixed into. */
import { lastName } from "../../base/words.js";
import type { NamedType } from "../../model/parse-result.js";
import { childrenNamed } from "../declarations.js";
import { declsOf } from "../name-index.js";
import { type External, MISSING, type Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, symbolOf } from "../program-file.js";
import type { ChangedFile } from "../semantics.js";
import { keyOf } from "../symbol-table.js";
import { BARE, orderOf } from "./mro.js";
import { PYTHON, pythonIndex } from "./state.js";

/** A class with more subclasses than these tells nothing: each would have a member of its own. */
const MOST_SUBCLASSES = 100;

/** Reports the bases of the classes of a file to the index, by their names. */
export function indexBases(
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, index: number) => void,
  below: Map<string, number[]>,
): void {
  for (const { from, base } of file.heritage) for (const name of namesOfBase(file, base)) put(below, name, from);
}

/** The names by which a base may be declared. */
function namesOfBase(file: ProgramFile, { root, path }: NamedType): string[] {
  const last = path.at(-1);
  if (typeof last === "string") return [last];
  if (root.in === "file") return [file.symbols[root.symbol]?.name ?? ""];
  return root.in === "import" ? [file.imports[root.import]?.imported ?? ""] : [];
}

/**
 * The members of a name that the subclasses of a class have, which has none itself. `isSuper`: behind the class, in the order of each subclass.
 * Missing where none has one.
 */
export function memberBelow(program: Program, own: Decl, name: string, isSuper: boolean): Place {
  const found = new Map<number, Decl>();
  let outside: External | null = null;
  for (const subclass of subclassesOf(program, own)) {
    const order = orderOf(program, subclass, undefined);
    const first = isSuper ? order.findIndex(({ decl }) => decl !== null && keyOf(decl) === keyOf(own)) + 1 : 0;
    const members = membersIn(program, order.slice(first), name);
    for (const member of members) found.set(keyOf(member), member);
    if (members.length > 0) continue;
    outside ??=
      order.slice(first).find((entry) => entry.outside !== null && !BARE.has(lastName(entry.outside.name)))?.outside ??
      null;
  }
  if (found.size > 0) return { is: "symbols", decls: [...found.values()], imported: true };
  return outside === null ? MISSING : { ...outside, name: `${outside.name}.${name}`, type: null };
}

function membersIn(program: Program, order: readonly { decl: Decl | null }[], name: string): Decl[] {
  for (const { decl } of order) {
    const children = decl === null ? [] : childrenNamed(program, decl.file, decl.index, name);
    if (decl !== null && children.length > 0) return children.map((index) => ({ file: decl.file, index }));
  }
  return [];
}

/** The subclasses of a class, and theirs; none where there are too many. */
function subclassesOf(program: Program, own: Decl): Decl[] {
  const { below } = pythonIndex(program);
  const found = new Map([[keyOf(own), own]]);
  for (const decl of found.values()) {
    for (const other of declsOf(program.index, below.get(symbolOf(decl).name))) {
      const isBelow = orderOf(program, other, undefined).some(
        (entry) => entry.decl !== null && keyOf(entry.decl) === keyOf(decl),
      );
      if (isBelow) found.set(keyOf(other), other);
      if (found.size > MOST_SUBCLASSES) return [];
    }
  }
  found.delete(keyOf(own));
  return [...found.values()];
}

/**
 * The names of the classes above classes that changed: what these use may be a member of the classes below them. `types`: the names of the classes that
 * changed; `affected`: the paths of files whose classes may have.
 */
export function namesAbove(
  program: Program,
  changed: readonly ChangedFile[],
  types: ReadonlySet<string>,
  affected: ReadonlySet<string>,
): Set<string> {
  const above = new Set<string>();
  if (types.size === 0 && affected.size === 0) return above;
  const isOfPython = (file: ProgramFile) => file.heritage.length > 0 && program.semanticsOf(file).name === PYTHON;
  const files = [...program.files.values(), ...changed.flatMap(({ before }) => before ?? [])].filter(isOfPython);
  for (let size = -1; size < above.size; ) {
    size = above.size;
    for (const file of files) {
      const isAffected = affected.has(file.path);
      for (const { from, base } of file.heritage) {
        const name = file.symbols[from]?.name ?? "";
        if (isAffected || types.has(name) || above.has(name))
          for (const each of namesOfBase(file, base)) above.add(each);
      }
    }
  }
  return above;
}
