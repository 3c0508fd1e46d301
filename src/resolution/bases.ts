/** The base types of types: what a base list names, and the base that `super` means. */
import { firstIndex } from "../base/first-index.js";
import { nth } from "../base/need.js";
import { typeDecls } from "./declarations.js";
import { toInstance } from "./instance.js";
import { type Base, type Place, UNKNOWN } from "./place.js";
import type { Program } from "./program.js";
import { type Decl, firstDecl, type Heritage, nodeIdOf, symbolOf } from "./program-file.js";

/** The base types of one declaration of a type, in the order of the source. */
export function basesOf(program: Program, decl: Decl): Base[] {
  const { bases: known, walk } = program.caches;
  const before = known.get(decl);
  if (before !== undefined) {
    if (before === PENDING) walk.cuts++;
    return before;
  }
  // Stands in while the bases are looked up: a type that is its own base has none.
  known.set(decl, PENDING);
  walk.bases++;
  const bases = heritageOf(decl).map((heritage) => ({ ...heritage, place: basePlace(program, decl, heritage) }));
  walk.bases--;
  known.set(decl, bases);
  return bases;
}

const PENDING: Base[] = [];

/** The base list of one symbol, found by halves: generated files have 10,000 constants of one type. */
function heritageOf({ file: { heritage }, index }: Decl): Heritage[] {
  const first = firstIndex(0, heritage.length, (each) => nth(heritage, each).from >= index);
  let end = first;
  while (heritage[end]?.from === index) end++;
  return heritage.slice(first, end);
}

function basePlace(program: Program, decl: Decl, { base, kind }: Heritage): Place {
  const { types } = program.semanticsOf(decl.file);
  const named = types.namedBase(program, decl, base);
  // `const Base = require("./base")`, where that is `module.exports = Base`.
  const whole = named.is === "module" ? program.semanticsOf(named.file).names.moduleValue(program, named) : named;
  // A class extends a value.
  const isType = kind === "implements" || symbolOf(decl).kind === "interface";
  const place = isType ? types.typeAt(program, decl.file, decl.index, base, whole) : whole;
  if (place.is !== "symbols") return place;
  // `Result<T> : Result`, and a type that is said to be its own base.
  const id = nodeIdOf(decl);
  const decls = place.decls.filter((other) => nodeIdOf(other) !== id);
  return decls.length === 0 ? UNKNOWN : { ...place, decls };
}

/** The base that `super` means in a type. */
export function superPlace(program: Program, decl: Decl): Place {
  const { superOf } = program.semanticsOf(decl.file).types;
  if (superOf !== null) return superOf(program, decl);
  let fallback: Place = UNKNOWN;
  for (const declaration of typeDecls(program, decl)) {
    for (const base of basesOf(program, declaration)) {
      if (base.kind !== "extends") continue;
      const place = toInstance(program, base.place);
      if (place.is === "instance" && symbolOf(firstDecl(place)).kind !== "interface") {
        return { ...place, imported: place.imported || crosses(decl, place.decls) };
      }
      if (place.is === "external") fallback = place;
    }
  }
  return fallback;
}

/** Whether all targets are in other files. */
export function crosses(from: Decl, to: Decl[]): boolean {
  return to.every((decl) => decl.file !== from.file);
}
