/** TypeScript and JavaScript: the names that modules export, and the names that imports bring in. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import type { Export } from "../../model/parse-result.js";
import type { StarNames } from "../caches.js";
import { childrenNamed, symbolPlace } from "../declarations.js";
import { declsOf } from "../name-index.js";
import { MISSING, type Place, type PlaceOf, UNKNOWN } from "../place.js";
import { type Program, targetOf } from "../program.js";
import { childrenOf, type Decl, type ProgramFile, symbolAt, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { typescriptCaches, typescriptIndex } from "./state.js";

/** At most this many re-exports are followed for one name: no real chain is longer, and longer ones would end the stack. */
const MOST_REEXPORTS = 500;

/** The place that an import of a file brings in. */
export function importPlace(program: Program, file: ProgramFile, index: number): Place {
  const item = file.imports[index];
  if (item === undefined) return UNKNOWN;
  return modulePlace(program, file, item.specifier, item.imported);
}

/** The place that a module gives under a name; "*" stands for the whole module. */
export function modulePlace(program: Program, file: ProgramFile, specifier: string, imported: string): Place {
  const target = targetOf(program, file, specifier);
  if ("external" in target) {
    const ambient = declsOf(program.index, typescriptIndex(program).ambientModules.get(specifier));
    const outside: Place = {
      is: "external",
      module: target.external,
      name: imported === "*" ? "" : imported,
      type: null,
    };
    // `declare module "x";` does not say what is in the module.
    const isBare = ambient.every(isEmpty);
    if (isBare && imported !== "*" && imported !== "") return outside;
    if (ambient.length === 0) return outside;
    const place = ambientPlace(program, ambient, imported);
    // In a file that is a module, `declare module` adds to a package; all other names are the package's own.
    const isWhole = ambient.some((decl) => decl.file.isScript);
    return isWhole || (place.is === "symbols" && imported !== "*" && imported !== "") ? place : outside;
  }
  const module = program.files.get(target.path);
  if (module === undefined) return UNKNOWN;
  if (imported === "*" || imported === "") return { is: "module", file: module };
  const place = exportPlace(program, module, imported);
  const blocks = place.is === "missing" ? typescriptCaches(program).augmented?.blocks.get(target.path) : undefined;
  return blocks === undefined ? place : ambientPlace(program, blocks, imported);
}

/** Whether a block neither contains nor exports anything. */
function isEmpty({ file, index }: Decl): boolean {
  return file.firstChild[index] === -1 && !file.exports.some(({ namespace }) => namespace === index);
}

function ambientPlace(program: Program, ambient: Decl[], imported: string): Place {
  if (imported === "*" || imported === "") {
    const whole = ambient.flatMap((decl) => namespaceExport(program, decl, "=") ?? []);
    return whole.length > 0 ? merged(whole) : { is: "symbols", decls: ambient, imported: true };
  }
  const decls = ambient.flatMap(({ file, index }) =>
    childrenNamed(program, file, index, imported).map((child) => ({ file, index: child })),
  );
  if (decls.length > 0) return { is: "symbols", decls, imported: true };
  const exported = ambient.map((decl) => namespaceExport(program, decl, imported)).filter((place) => place !== null);
  return exported.length > 0 ? merged(exported) : MISSING;
}

/**
 * The place that a module exports under a name, re-exports followed. A walk that comes to an export again finds nothing there. A result from the way
 * to such an end depends on where the walk began: it is kept only if something was found, or if no outer look-up is under way.
 */
export function exportPlace(program: Program, file: ProgramFile, name: string): Place {
  const { caches } = program;
  let known = caches.exports.get(file.id);
  if (known === undefined) {
    known = new Map();
    caches.exports.set(file.id, known);
  }
  const before = known.get(name);
  if (before !== undefined) return before;
  const key = `${file.id} ${name}`;
  const { walk } = caches;
  if (walk.seen.has(key) || walk.exports >= MOST_REEXPORTS) {
    walk.cuts++;
    return walk.seen.has(key) ? MISSING : UNKNOWN;
  }
  const isOutermost = walk.exports === 0 && walk.bases === 0 && caches.pending.size === 0;
  const { cuts } = walk;
  walk.seen.add(key);
  walk.exports++;
  const place = findExport(program, file, name);
  walk.exports--;
  if (walk.exports === 0) walk.seen.clear();
  const isWhole = isOutermost || walk.cuts === cuts;
  if (isWhole || (place.is !== "missing" && place.is !== "unknown")) known.set(name, place);
  return place;
}

function findExport(program: Program, file: ProgramFile, name: string): Place {
  const byName = exportsByName(program, file);
  const explicit = (byName.get(name) ?? []).map((item) => exportTarget(program, file, item));
  if (explicit.length > 0) return merged(explicit);
  const declared = childrenNamed(program, file, 0, name).filter(
    (index) => symbolAt(file, index).isExported || file.isDeclarationFile,
  );
  if (declared.length > 0) return { is: "symbols", decls: declared.map((index) => ({ file, index })), imported: true };
  const whole = byName.get("=");
  if (whole !== undefined) {
    const place = merged(whole.map((item) => exportTarget(program, file, item)));
    if (name === "default") return place;
    const own =
      place.is === "module"
        ? exportPlace(program, place.file, name)
        : program.evaluate.step(program, place, name, null);
    // A module that exports itself whole has other names only beside that: `export * from "./types"; module.exports = Object.assign(f, module.exports)`.
    if (isKnown(own) || !byName.has("*")) return own;
  }
  if (name !== "default") return starsExport(program, file, byName.get("*") ?? [], name);
  return file.language.family === "javascript" && !byName.has("default") ? { is: "module", file } : MISSING;
}

const isKnown = ({ is }: Place): boolean => is !== "missing" && is !== "unknown";

/** The place that the modules which a module exports whole export under a name. */
function starsExport(program: Program, file: ProgramFile, stars: readonly Export[], name: string): Place {
  const names = stars.length > 0 ? starNames(program, file, 0) : null;
  const first = names?.first.get(name);
  const likely = first === undefined ? MISSING : starExport(program, file, first, name);
  if (isKnown(likely) && likely.is !== "external") return likely;
  if (names?.isWhole === true && first === undefined) return MISSING;
  let outside: Place = MISSING;
  for (const item of stars) {
    const place = starExport(program, file, item, name);
    if (isKnown(place) && place.is !== "external") return place;
    if (outside.is === "missing") outside = place;
  }
  return outside;
}

/**
 * The names of a module's star exports, so that a name need not be looked for in all modules that a barrel of barrels gathers. Null where it must be:
 * for modules that export each other or something whole, and for deep chains.
 */
function starNames(program: Program, file: ProgramFile, depth: number): StarNames | null {
  const known = program.caches.starNames.get(file.id);
  if (known !== undefined) return known;
  // Stands in while the names are collected.
  program.caches.starNames.set(file.id, null);
  if (depth > DEEPEST_STAR) return null;
  const names: StarNames = { first: new Map(), isWhole: true };
  for (const item of exportsByName(program, file).get("*") ?? []) {
    const { target } = item;
    const specifier = target.in === "module" ? target.specifier : null;
    const to = specifier === null ? null : targetOf(program, file, specifier);
    const module = to !== null && "path" in to ? program.files.get(to.path) : undefined;
    if (module === undefined) {
      names.isWhole = false;
      continue;
    }
    const explicit = exportsByName(program, module);
    const inner = explicit.has("*") ? starNames(program, module, depth + 1) : NO_STARS;
    if (inner === null || explicit.has("=")) return null;
    names.isWhole &&= inner.isWhole;
    const add = (name: string) => {
      if (!names.first.has(name)) names.first.set(name, item);
    };
    for (const name of explicit.keys()) add(name);
    for (const child of childrenOf({ file: module, index: 0 })) {
      const { isExported, name } = symbolOf(child);
      if (isExported || module.isDeclarationFile) add(name);
    }
    for (const name of inner.first.keys()) add(name);
  }
  program.caches.starNames.set(file.id, names);
  return names;
}

const DEEPEST_STAR = 40;

const NO_STARS: StarNames = { first: new Map(), isWhole: true };

function starExport(program: Program, file: ProgramFile, { target }: Export, name: string): Place {
  if (target.in === "module") return modulePlace(program, file, target.specifier, name);
  if (target.in !== "import") return MISSING;
  const item = file.imports[target.import];
  return item === undefined ? MISSING : modulePlace(program, file, item.specifier, name);
}

function exportTarget(program: Program, file: ProgramFile, { target }: Export): Place {
  switch (target.in) {
    case "file": {
      const place = symbolPlace(program, file, target.symbol);
      return place.is === "symbols" ? { ...place, imported: true } : place;
    }
    case "import":
      return importPlace(program, file, target.import);
    case "module":
      return modulePlace(program, file, target.specifier, target.imported);
    default:
      return UNKNOWN;
  }
}

function exportsByName(program: Program, file: ProgramFile): Map<string, Export[]> {
  let byName = program.caches.exportsByName.get(file.id);
  if (byName === undefined) {
    byName = new Map();
    for (const item of file.exports) {
      const { exported, namespace } = item;
      const key = namespace === undefined ? exported : `${namespace}\0${exported}`;
      addToList(byName, key, item);
    }
    program.caches.exportsByName.set(file.id, byName);
  }
  return byName;
}

/** A value and a type exported under one name are one place. */
function merged(places: Place[]): Place {
  const decls = places.flatMap((place) => (place.is === "symbols" ? place.decls : []));
  if (decls.length === 0) return nth(places, 0);
  return { is: "symbols", decls, imported: true };
}

/**
 * The place that `declare namespace a { export { b } }`, `declare module "a" { export * from "b" }` or `declare module "a" { export = b }` exports under a
 * name; null for none. "=" asks for `b` itself.
 */
export function namespaceExport(program: Program, { file, index }: Decl, name: string): Place | null {
  const byName = exportsByName(program, file);
  const found = byName.get(`${index}\0${name}`);
  const isNamed = name !== "default" && name !== "=";
  if (found === undefined && name !== "=" && byName.has(`${index}\0=`)) {
    const whole = namespaceExport(program, { file, index }, "=");
    return whole === null || name === "default" ? whole : program.evaluate.step(program, whole, name, null);
  }
  const stars = found === undefined && isNamed ? byName.get(`${index}\0*`) : undefined;
  const items = found ?? stars;
  if (items === undefined) return null;
  const key = keyOf({ file, index });
  let known = program.caches.namespaceExports.get(key);
  if (known === undefined) {
    known = new Map();
    program.caches.namespaceExports.set(key, known);
  }
  let place = known.get(name);
  if (place === undefined) {
    // Stands in while the export is looked up: it may lead through the module that `export =` makes of the namespace.
    known.set(name, MISSING);
    const leadsTo = (item: Export) =>
      items === found ? exportTarget(program, file, item) : starExport(program, file, item, name);
    place = merged(items.map(leadsTo));
    known.set(name, place);
  }
  return place;
}

/** A module that is used as a value: its `module.exports =` or `export =`, or the module itself where it has none. */
export function moduleValue(program: Program, place: PlaceOf<"module">): Place {
  const whole = exportsByName(program, place.file).get("=");
  if (whole === undefined) return place;
  return merged(whole.map((item) => exportTarget(program, place.file, item)));
}
