/**
 * Walking names: from the first name of an expression, through members, imports, namespaces, declared types and base types, to a place.
 * A walk that cannot go on says whether it stands outside the project, or at a known place without such a member, or knows nothing.
 */

import { BOTH, isValueWalk, type Root, type TypeName, VALUE } from "../model/parse-result.js";
import { apartOf } from "./csharp/copies.js";
import { csharpName, type KnownName, type TypesNamed, usingPlace } from "./csharp/names.js";
import type { CsharpTables } from "./csharp/types.js";
import { declsOf, isTypeKind, keyOf, SymbolTable, unquoted } from "./name-index.js";
import { type Decl, type Heritage, type Program, type ProgramFile, type ProgramSymbol, targetOf } from "./program.js";
import type { Augmented } from "./typescript/augmented.js";
import { type BasePart, baseParts, componentMember } from "./typescript/bases.js";
import { propertyOfMapped } from "./typescript/conditional.js";
import { severalOf, stepOfSeveral, typedValue, walkValue } from "./typescript/values.js";

/** What type parameters mean, by their names. */
export type Env = ReadonlyMap<string, WrittenType>;

export type Place =
  /** Named symbols: one, or the overloads and merged declarations of one name. `imported`: the way led through another file's names. */
  | { is: "symbols"; decls: Decl[]; imported: boolean; env?: Env }
  /** A value of the type that `decls` declare. `env`: its type arguments. */
  | { is: "instance"; decls: Decl[]; imported: boolean; env?: Env }
  | { is: "module"; file: ProgramFile }
  /** A C# namespace by its full name. */
  | { is: "namespace"; name: string }
  /** Outside the project. `type`: the name of the external type this is a value of. */
  | {
      is: "external";
      module: string | null;
      name: string;
      type: string | null;
      /** TypeScript: its type arguments, or the elements of a tuple. */
      args?: WrittenType[];
      isTuple?: boolean;
    }
  /**
   * TypeScript: a value of a function type that has no name, and of an object type that has none. The last of the object's properties are those whose
   * types are not known, and "" stands for some whose names are not known either. `self`: what the function says of its `this`; `open`: its own type
   * parameters; `makes`: it is a constructor, which `new` calls.
   */
  | {
      is: "function";
      result: WrittenType | null;
      parameters: WrittenType[];
      self?: WrittenType;
      open?: string[];
      makes?: boolean;
    }
  | { is: "object"; names: string[]; types: WrittenType[] }
  /** TypeScript: an object whose properties all have one type, in which `key` means the property's name. */
  | { is: "mapped"; key: string; value: WrittenType }
  /** TypeScript: one of these, or all of them. */
  | { is: "several"; members: Place[]; isUnion: boolean }
  | { is: "unknown" }
  /** A known place that has no such member, or a name that nothing declares. */
  | { is: "missing" };

/** A type as it is written in a symbol of a file. */
export interface WrittenType {
  file: ProgramFile;
  from: number;
  type: TypeName;
  /** TypeScript: what the type parameters in it mean. */
  env?: Env;
}

export const UNKNOWN: Place = { is: "unknown" };
export const MISSING: Place = { is: "missing" };

/** A base type of a type. */
export interface Base extends Heritage {
  place: Place;
  /** C#: what it is made of, once somebody asked. */
  parts?: BasePart[];
}

/** Results of look-ups. */
export interface Caches {
  /** By file and name. */
  exports: Map<number, Map<string, Place>>;
  /** By file. */
  starNames: Map<number, StarNames | null>;
  /** Of namespaces, by symbol and name. */
  namespaceExports: Map<number, Map<string, Place>>;
  /**
   * The walk that is under way: the exports it came by, how deep it is in exports, bases and members, how many members it may still look at, and how
   * often it was cut short.
   */
  walk: { seen: Set<string>; exports: number; bases: number; steps: number; left: number; cuts: number };
  exportsByName: Map<number, Map<string, number[]>>;
  bases: SymbolTable<Base[]>;
  declaredTypes: SymbolTable<Place>;
  /** Declared types that are being looked up, and how deep each stands; the outermost that was asked for again; how deep types are followed. */
  pending: Map<number, number>;
  taint: number;
  depth: number;
  /** How many more types may be looked at for the value in question. */
  left: number;
  /** How many more for the file that is being resolved. */
  work: number;
  /** TypeScript: what may be given for parameters of overloads, by their types. */
  kinds: Map<TypeName, ReadonlySet<string>>;
  /** The values that types made here stand for. */
  places: WeakMap<TypeName, Place>;
  /** Where walks over values lead in the file that is being resolved, by their roots, which have numbers, and paths. */
  walks: { roots: Map<Root, number>; known: Map<string, Walked> };
  types: SymbolTable<Decl[]>;
  /** C#: the ids of types that are there in copies; see `apartOf`. */
  copied: Set<string>;
  /** What `declare module` adds; null until `findAugmented` was asked. */
  augmented: Augmented | null;
  children: Map<number, Map<string, number[]>>;
  /** C#: what names mean, by file and name; of little use to the file that is resolved next. */
  csharpScopes: Map<number, Map<string, KnownName[]>>;
  /** C#: types by bare name. */
  csharpTypes: Map<string, TypesNamed[] | null>;
  namespaces: Map<string, Decl | null>;
  /** C#: the names that namespaces end in; null until asked for. */
  namespaceNames: ReadonlySet<string> | null;
  usings: Map<number, unknown>;
  csharpTables: CsharpTables | null;
  /** Look-ups of members in the file that is being resolved, which repeats them. */
  members: Map<string, Decl[]>;
  /** The steps that the file took which is being resolved: see `MOST_STEPS`. */
  spent: number;
}

export function createCaches(): Caches {
  return {
    exports: new Map(),
    starNames: new Map(),
    namespaceExports: new Map(),
    walk: { seen: new Set(), exports: 0, bases: 0, steps: 0, left: 0, cuts: 0 },
    exportsByName: new Map(),
    bases: new SymbolTable(),
    declaredTypes: new SymbolTable(),
    pending: new Map(),
    taint: UNTAINTED,
    depth: 0,
    left: 0,
    work: 0,
    kinds: new Map(),
    places: new WeakMap(),
    walks: { roots: new Map(), known: new Map() },
    types: new SymbolTable(),
    copied: new Set(),
    augmented: null,
    children: new Map(),
    csharpScopes: new Map(),
    csharpTypes: new Map(),
    namespaces: new Map(),
    namespaceNames: null,
    usings: new Map(),
    csharpTables: null,
    members: new Map(),
    spent: 0,
  };
}

/** Where a walk leads, and what the last name was asked of. */
export interface Walked {
  place: Place;
  receiver: Place;
}

const UNTAINTED = 1e9;
const MAX_TYPES = 300;
/** Re-exports that are followed for one name: longer chains are nobody's, and end the stack. */
const MAX_REEXPORTS = 500;
/** Members of values of values: so deep, and of so many, is only what goes round. */
const MAX_STEPS = { deep: 200, many: 5_000 };
const NONE: number[] = [];
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(["globalThis", "window", "self", "global"]);

export function symbolOf(decl: Decl): ProgramSymbol {
  return decl.file.symbols[decl.index]!;
}

export function nodeIdOf(decl: Decl): string {
  return decl.file.nodeIds[decl.index]!;
}

/** The children of a symbol that have the name, in source order. */
export function childrenNamed(program: Program, file: ProgramFile, parent: number, name: string): number[] {
  let at = file.firstChild[parent] ?? -1;
  let found = NONE;
  for (let steps = 0; at !== -1; at = file.nextSibling[at]!) {
    if (file.symbols[at]!.name === name) found = found === NONE ? [at] : [...found, at];
    if (++steps === 24) return indexedChildren(program, file, parent).get(name) ?? NONE;
  }
  return found;
}

/** Large parents are looked through once. */
function indexedChildren(program: Program, file: ProgramFile, parent: number): Map<string, number[]> {
  const key = keyOf({ file, index: parent });
  let children = program.caches.children.get(key);
  if (children === undefined) {
    children = new Map();
    for (let at = file.firstChild[parent]!; at !== -1; at = file.nextSibling[at]!) {
      const name = file.symbols[at]!.name;
      const list = children.get(name);
      if (list === undefined) children.set(name, [at]);
      else list.push(at);
    }
    program.caches.children.set(key, children);
  }
  return children;
}

/** Where the first name of an expression in the symbol `from` leads. `meaning` matters to C#, where a name can be looked up as a type. */
export function rootPlace(
  program: Program,
  file: ProgramFile,
  from: number,
  root: Root,
  meaning: "type" | "any",
  argumentCount: number | null = null,
): Place {
  switch (root.in) {
    case "file":
      return file.symbols[root.symbol] === undefined ? UNKNOWN : siblings(program, { file, index: root.symbol });
    case "import":
      return file.isCsharp ? aliasPlace(program, file, root.import) : importPlace(program, file, root.import);
    case "free":
      return file.isCsharp
        ? csharpName(program, file, from, root.name, meaning, argumentCount)
        : freeName(program, file, from, root.name);
    case "this":
      return file.symbols[root.type] === undefined
        ? UNKNOWN
        : { is: "instance", decls: typeDecls(program, { file, index: root.type }), imported: false };
    case "super":
      return file.symbols[root.type] === undefined ? UNKNOWN : superPlace(program, { file, index: root.type });
    case "instance":
      return instanceOf(program, { file, from, type: root.type });
    default:
      return UNKNOWN;
  }
}

/** What a C# alias stands for. */
function aliasPlace(program: Program, file: ProgramFile, at: number): Place {
  const item = file.imports[at];
  return item === undefined ? UNKNOWN : usingPlace(program, file, item.specifier);
}

/** The symbol with the declarations of its name beside it. */
function siblings(program: Program, decl: Decl): Place {
  const symbol = symbolOf(decl);
  if (decl.file.isCsharp) {
    const decls =
      isTypeKind(symbol.kind) || symbol.kind === "namespace" ? typeDecls(program, decl) : namedLike(program, decl);
    return { is: "symbols", decls, imported: false };
  }
  return { is: "symbols", decls: namedLike(program, decl), imported: false };
}

function namedLike(program: Program, decl: Decl): Decl[] {
  const symbol = symbolOf(decl);
  if (symbol.parent < 0) return [decl];
  const others = childrenNamed(program, decl.file, symbol.parent, symbol.name).slice(0, MAX_TYPES);
  if (others.length === 1) return [decl];
  const id = nodeIdOf(decl);
  const beside = others.filter((index) => {
    if (index === decl.index) return false;
    const other = decl.file.symbols[index]!;
    // Two values of one name stand in different blocks of one symbol; a type and a value are one name.
    if (other.isExplicit) return false;
    return decl.file.isCsharp || decl.file.nodeIds[index] === id || isNoValue(other.kind) !== isNoValue(symbol.kind);
  });
  return [decl, ...beside.map((index) => ({ file: decl.file, index }))];
}

function isNoValue(kind: string): boolean {
  return kind === "interface" || kind === "type" || kind === "namespace";
}

/** All declarations that make up a type or namespace: C# partial types, TypeScript's merged interfaces and classes. */
export function typeDecls(program: Program, decl: Decl): Decl[] {
  const { types } = program.caches;
  let decls = types.get(decl);
  if (decls === undefined) {
    decls = findTypeDecls(program, decl);
    types.set(decl, decls);
  }
  return decls;
}

function findTypeDecls(program: Program, decl: Decl): Decl[] {
  const symbol = symbolOf(decl);
  if (decl.file.isCsharp) {
    if (!symbol.isMergeable) return [decl];
    const id = nodeIdOf(decl);
    const map = symbol.kind === "namespace" ? program.index.namespaces : program.index.types;
    const others = declsOf(program.index, map.get(qualifiedKey(decl))).filter((other) => nodeIdOf(other) === id);
    if (others.length === 0) return [decl];
    const parts = symbol.kind === "namespace" ? null : apartOf(others);
    if (parts !== null) program.caches.copied.add(id);
    // One list for all parts: what is found of a type is kept by its list.
    for (const [at, other] of others.entries()) program.caches.types.set(other, parts?.[at] ?? others);
    return program.caches.types.get(decl) ?? [decl];
  }
  const own = [...besides(program, decl), ...(program.caches.augmented?.parts.get(keyOf(decl)) ?? [])];
  const globals = symbol.parent === 0 || isSpace(decl) ? program.index.globals.get(symbol.name) : undefined;
  if (globals === undefined) return own.length === 1 ? own : distinct(own);
  const all = declsOf(program.index, globals).filter((other) => isContainer(symbolOf(other).kind));
  const isGlobal = all.some((other) => other.file === decl.file && other.index === decl.index);
  return distinct(isGlobal ? [...own, ...all] : own);
}

/** The declarations that a type or namespace is merged from in its own module, file or namespace, which may be merged itself. */
function besides(program: Program, decl: Decl): Decl[] {
  const { parent, name } = symbolOf(decl);
  const own = namedLike(program, decl).filter(
    (other) => other.index === decl.index || isContainer(symbolOf(other).kind),
  );
  const owner = decl.file.symbols[parent];
  if (parent <= 0 || owner?.kind !== "namespace" || owner.name === "global") return own;
  const spaces = typeDecls(program, { file: decl.file, index: parent });
  if (spaces.length === 1) return own;
  const others = spaces.flatMap(({ file, index }) =>
    childrenNamed(program, file, index, name).map((child) => ({ file, index: child })),
  );
  return [...own, ...others.filter((other) => isContainer(symbolOf(other).kind))];
}

/** Whether a declaration stands in `declare global`. */
function isSpace({ file, index }: Decl): boolean {
  return file.symbols[file.symbols[index]!.parent]?.name === "global";
}

/** The name of a C# type or namespace from the outermost namespace down. */
export function qualifiedKey(decl: Decl): string {
  let key = symbolOf(decl).name;
  for (let at = symbolOf(decl).parent; at > 0; at = decl.file.symbols[at]!.parent) {
    const symbol = decl.file.symbols[at]!;
    if (isTypeKind(symbol.kind) || symbol.kind === "namespace") key = `${symbol.name}.${key}`;
  }
  return key;
}

function isContainer(kind: string): boolean {
  return (
    kind === "class" ||
    kind === "interface" ||
    kind === "namespace" ||
    kind === "module" ||
    kind === "enum" ||
    kind === "struct" ||
    kind === "record"
  );
}

/** A free name in TypeScript and JavaScript: a global of the project's declarations, or of the runtime. */
function freeName(
  program: Program,
  file: ProgramFile,
  from: number,
  name: string,
  accepts: (decl: Decl) => boolean = () => true,
): Place {
  for (let at = from; at > 0; at = file.symbols[at]!.parent) {
    const { kind, name: around, typeParameters } = file.symbols[at]!;
    if (typeParameters.includes(name)) return UNKNOWN;
    // In `declare module "x"` stands whatever the module and the other blocks for it declare.
    const beside = kind === "module" ? modulePlace(program, file, unquoted(around), name) : UNKNOWN;
    if (beside.is === "symbols" && beside.decls.every(accepts)) return beside;
  }
  if (file.exports.length > 0) {
    if (name === "exports") return { is: "module", file };
    const exported: TypeName = { root: { in: "free", name: "exports" }, path: [VALUE] };
    if (name === "module") return { is: "object", names: ["exports"], types: [{ file, from: 0, type: exported }] };
  }
  const globals = declsOf(program.index, program.index.globals.get(name)).filter(
    (decl) =>
      (decl.file === file || decl.file.isDeclarationFile || !decl.file.isScript || file.isScript) && accepts(decl),
  );
  if (globals.length > 0)
    return { is: "symbols", decls: globals, imported: globals.some((decl) => decl.file !== file) };
  return file.language.runtimeGlobals.has(name) ? { is: "external", module: null, name, type: null } : MISSING;
}

/**
 * What stands at a place, for a name that is used as a type. TypeScript does not see a value of that name there, `const Text` that is imported, but what
 * has the name outside of the module.
 */
export function typeAt(
  program: Program,
  file: ProgramFile,
  from: number,
  { root, path }: Pick<TypeName, "path"> & { root: Root },
  place: Place,
): Place {
  if (place.is !== "symbols" || !place.decls.every(isValueAlone)) return place;
  const name = root.in === "import" ? file.imports[root.import]?.local : root.in === "free" ? root.name : "";
  if (path.length > 0 || name === undefined || name === "") return MISSING;
  return freeName(program, file, from, name, (decl) => !isValueAlone(decl));
}

/** Whether a declaration of TypeScript gives its name no meaning as a type. A member of an enum is one, and in JavaScript any value may be. */
function isValueAlone({ file, index }: Decl): boolean {
  const { kind, parent } = file.symbols[index]!;
  if (file.language.family !== "typescript") return false;
  if (kind !== "constant") return kind === "variable" || kind === "function";
  return file.symbols[parent]?.kind !== "enum";
}

/** What one of the file's imports brings in. */
export function importPlace(program: Program, file: ProgramFile, at: number): Place {
  const item = file.imports[at];
  if (item === undefined) return UNKNOWN;
  return modulePlace(program, file, item.specifier, item.imported);
}

/** What a module that the file names gives under a name: "*" for all of it. */
export function modulePlace(program: Program, file: ProgramFile, specifier: string, imported: string): Place {
  const target = targetOf(program, file, specifier);
  if ("external" in target) {
    const ambient = declsOf(program.index, program.index.ambientModules.get(specifier));
    const outside: Place = {
      is: "external",
      module: target.external,
      name: imported === "*" ? "" : imported,
      type: null,
    };
    // `declare module "x";` says nothing of what is in it.
    const isBare = ambient.every(isEmpty);
    if (isBare && imported !== "*" && imported !== "") return outside;
    if (ambient.length === 0) return outside;
    const place = ambientPlace(program, ambient, imported);
    // In a module `declare module` adds to a package; what it does not add is the package's own.
    const isWhole = ambient.some((decl) => decl.file.isScript);
    return isWhole || (place.is === "symbols" && imported !== "*" && imported !== "") ? place : outside;
  }
  const module = program.files.get(target.path);
  if (module === undefined) return UNKNOWN;
  if (imported === "*" || imported === "") return { is: "module", file: module };
  const place = exportPlace(program, module, imported);
  const blocks = place.is === "missing" ? program.caches.augmented?.blocks.get(target.path) : undefined;
  return blocks === undefined ? place : ambientPlace(program, blocks, imported);
}

/** Whether nothing stands in a block, nor is exported from there. */
function isEmpty({ file, index }: Decl): boolean {
  return file.firstChild[index] === -1 && !file.exports.some(({ namespace }) => namespace === index);
}

function ambientPlace(program: Program, ambient: Decl[], imported: string): Place {
  if (imported === "*" || imported === "") return { is: "symbols", decls: ambient, imported: true };
  const decls = ambient.flatMap(({ file, index }) =>
    childrenNamed(program, file, index, imported).map((child) => ({ file, index: child })),
  );
  if (decls.length > 0) return { is: "symbols", decls, imported: true };
  const exported = ambient.map((decl) => namespaceExport(program, decl, imported)).filter((place) => place !== null);
  return exported.length > 0 ? merged(exported) : MISSING;
}

/**
 * What a module exports under a name, re-exports followed. A walk that comes to an export again finds nothing there. What was found on
 * the way to such an end is kept only if it is something, or if nobody further out is still being looked up: it depends on where the walk began.
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
  if (walk.seen.has(key) || walk.exports >= MAX_REEXPORTS) {
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
  const explicit = (byName.get(name) ?? NONE).map((at) => exportTarget(program, file, at));
  if (explicit.length > 0) return merged(explicit);
  const declared = childrenNamed(program, file, 0, name).filter(
    (index) => file.symbols[index]!.isExported || file.isDeclarationFile,
  );
  if (declared.length > 0) return { is: "symbols", decls: declared.map((index) => ({ file, index })), imported: true };
  const whole = byName.get("=");
  if (whole !== undefined) {
    const place = merged(whole.map((at) => exportTarget(program, file, at)));
    if (name === "default") return place;
    // A module that exports itself whole has nothing of its own there.
    return place.is === "module" ? exportPlace(program, place.file, name) : step(program, place, name, null);
  }
  let outside: Place = MISSING;
  if (name !== "default") {
    const names = byName.has("*") ? starNames(program, file, 0) : null;
    const first = names?.first.get(name);
    const likely = first === undefined ? MISSING : starExport(program, file, first, name);
    if (likely.is !== "missing" && likely.is !== "unknown" && likely.is !== "external") return likely;
    const isNowhere = names?.isWhole === true && first === undefined;
    for (const at of isNowhere ? NONE : (byName.get("*") ?? NONE)) {
      const place = starExport(program, file, at, name);
      if (place.is === "external" || place.is === "unknown") outside = outside.is === "missing" ? place : outside;
      else if (place.is !== "missing") return place;
    }
  } else if (file.language.family === "javascript" && !byName.has("default")) {
    return { is: "module", file };
  }
  return outside;
}

/** The names that a module's star exports give. */
export interface StarNames {
  /** The first star export that leads to a module with the name. */
  first: Map<string, number>;
  /** Whether none of them leads out of the project. */
  isWhole: boolean;
}

/**
 * So that a name need not be looked for in all modules that a barrel of barrels gathers. Null where it has to: modules that export each other, or
 * something whole, and chains that are deep.
 */
function starNames(program: Program, file: ProgramFile, depth: number): StarNames | null {
  const known = program.caches.starNames.get(file.id);
  if (known !== undefined) return known;
  // Stands in while the names are collected.
  program.caches.starNames.set(file.id, null);
  if (depth > DEEPEST_STAR) return null;
  const names: StarNames = { first: new Map(), isWhole: true };
  for (const at of exportsByName(program, file).get("*") ?? NONE) {
    const { target } = file.exports[at]!;
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
      if (!names.first.has(name)) names.first.set(name, at);
    };
    for (const name of explicit.keys()) add(name);
    for (let child = module.firstChild[0]!; child !== -1; child = module.nextSibling[child]!) {
      const { isExported, name } = module.symbols[child]!;
      if (isExported || module.isDeclarationFile) add(name);
    }
    for (const name of inner.first.keys()) add(name);
  }
  program.caches.starNames.set(file.id, names);
  return names;
}

const DEEPEST_STAR = 40;
const NO_STARS: StarNames = { first: new Map(), isWhole: true };

function starExport(program: Program, file: ProgramFile, at: number, name: string): Place {
  const target = file.exports[at]!.target;
  if (target.in === "module") return modulePlace(program, file, target.specifier, name);
  if (target.in !== "import") return MISSING;
  const item = file.imports[target.import];
  return item === undefined ? MISSING : modulePlace(program, file, item.specifier, name);
}

function exportTarget(program: Program, file: ProgramFile, at: number): Place {
  const { target } = file.exports[at]!;
  switch (target.in) {
    case "file": {
      const place = rootPlace(program, file, 0, { in: "file", symbol: target.symbol }, "any");
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

function exportsByName(program: Program, file: ProgramFile): Map<string, number[]> {
  let byName = program.caches.exportsByName.get(file.id);
  if (byName === undefined) {
    byName = new Map();
    for (let at = 0; at < file.exports.length; at++) {
      const { exported, namespace } = file.exports[at]!;
      const key = namespace === undefined ? exported : `${namespace}\0${exported}`;
      const list = byName.get(key);
      if (list === undefined) byName.set(key, [at]);
      else list.push(at);
    }
    program.caches.exportsByName.set(file.id, byName);
  }
  return byName;
}

/** A value and a type exported under one name are one place. */
function merged(places: Place[]): Place {
  const decls = places.flatMap((place) => (place.is === "symbols" ? place.decls : []));
  if (decls.length === 0) return places[0]!;
  return { is: "symbols", decls, imported: true };
}

/** The type that a name in the symbol `from` of a file means. */
export function typePlace(program: Program, file: ProgramFile, from: number, type: TypeName): Place {
  if (!file.isCsharp && isValueWalk(type)) return walkValue(program, { file, from, type });
  let place = rootPlace(program, file, from, type.root, type.root.in === "this" ? "any" : "type");
  for (const name of type.path) place = step(program, place, name, null);
  return place;
}

/** A value of a written type. */
export function instanceOf(program: Program, written: WrittenType): Place {
  const { file, from, type } = written;
  if (!file.isCsharp) return typedValue(program, written);
  return toInstance(program, typePlace(program, file, from, type));
}

/** Whether a function has members on its prototype, which what `new F()` gives has. */
export function isMaker({ file, index }: Decl): boolean {
  if (file.isCsharp || file.symbols[index]!.kind !== "function") return false;
  for (let child = file.firstChild[index]!; child !== -1; child = file.nextSibling[child]!) {
    if (isOnPrototype(file.symbols[child]!)) return true;
  }
  return false;
}

/** Whether a symbol in a function is a member of what the function makes: its other symbols are its locals. */
function isOnPrototype({ kind, isStatic }: ProgramSymbol): boolean {
  return (kind === "method" || kind === "property" || kind === "field") && !isStatic;
}

/** A named field or property is a value of its type. */
export function asValue(program: Program, place: Place): Place {
  if (place.is !== "symbols") return place;
  const decl = place.decls[0];
  if (decl === undefined || isTypeKind(symbolOf(decl).kind)) return place;
  const value = declaredPlace(program, decl, place.env);
  return value.is === "unknown" ? place : value;
}

/** A value of the type that stands at a place, with its type arguments; aliases are followed. */
export function toInstance(program: Program, place: Place, args: WrittenType[] = []): Place {
  if (place.is === "external") return { ...place, type: place.name, ...(args.length > 0 && { args }) };
  if (place.is !== "symbols") return place.is === "instance" || place.is === "several" ? place : UNKNOWN;
  const types = place.decls.filter((decl) => isTypeKind(symbolOf(decl).kind) || symbolOf(decl).kind === "component");
  if (types.length === 0) return UNKNOWN;
  const first = types[0]!;
  const symbol = symbolOf(first);
  const env = withDefaults(first, boundTo(symbol.typeParameters, args));
  if (symbol.kind === "type" && !first.file.isCsharp) {
    const target = aliasValue(program, first, env, place.imported);
    return target.is === "instance" ? { ...target, imported: target.imported || place.imported } : target;
  }
  const decls =
    types.length === 1 || areParts(types)
      ? partsOf(program, types)
      : distinct(types.flatMap((decl) => typeDecls(program, decl)));
  return { is: "instance", decls, imported: place.imported, ...(env !== undefined && { env }) };
}

/** Whether some C# types are the parts of one, of which each leads to all: a type in forty files is looked up often. */
function areParts(types: readonly Decl[]): boolean {
  const [first] = types;
  if (!first!.file.isCsharp || !symbolOf(first!).isMergeable) return false;
  const id = nodeIdOf(first!);
  return types.every((decl) => nodeIdOf(decl) === id && symbolOf(decl).isMergeable);
}

/** All parts of the type of which some are given; of a type with copies, no others. */
function partsOf(program: Program, types: Decl[]): Decl[] {
  const all = typeDecls(program, types[0]!);
  return types.length > 1 && program.caches.copied.has(nodeIdOf(types[0]!)) ? types : all;
}

/** What type parameters mean, those that nothing decides among them: these are what they are by default. */
export function withDefaults(decl: Decl, env: Env | undefined): Env | undefined {
  const { typeParameters, typeDefaults } = symbolOf(decl);
  let known: Map<string, WrittenType> | null = null;
  for (let at = 0; at < typeDefaults.length; at++) {
    const type = typeDefaults[at]!;
    const name = typeParameters[at]!;
    if (type === null || (known ?? env)?.has(name) === true) continue;
    known ??= new Map(env);
    // A default may name the parameters before it.
    known.set(name, { file: decl.file, from: decl.index, type, env: known });
  }
  return known ?? env;
}

/** What type parameters mean, given their arguments. */
export function boundTo(names: readonly string[], args: WrittenType[]): Env | undefined {
  if (names.length === 0 || args.length === 0) return undefined;
  const env = new Map<string, WrittenType>();
  for (let at = 0; at < names.length && at < args.length; at++) env.set(names[at]!, args[at]!);
  return env;
}

/** What a TypeScript type alias stands for: an object type that has the alias's name is a type of its own. */
function aliasValue(program: Program, alias: Decl, env: Env | undefined, imported: boolean): Place {
  const { file, index } = alias;
  const { declaredType: type } = symbolOf(alias);
  const isOwn = ({ root, path }: TypeName) => root.in === "file" && root.symbol === index && path.length === 0;
  const own: Place = { is: "instance", decls: [alias], imported, ...(env !== undefined && { env }) };
  const hasMembers = file.firstChild[index] !== -1;
  if (type === null) return hasMembers ? own : UNKNOWN;
  if (isOwn(type)) return own;
  if (type.root.in === "free" && type.root.name === BOTH && hasMembers) {
    const others = (type.args ?? []).filter((arg) => !isOwn(arg));
    const places = others.map((arg) => typedValue(program, { file, from: index, type: arg, ...(env && { env }) }));
    return severalOf([own, ...places], false);
  }
  return declaredPlace(program, alias, env);
}

function distinct(decls: Decl[]): Decl[] {
  const seen = new Set<number>();
  return decls.filter((decl) => !seen.has(keyOf(decl)) && seen.add(keyOf(decl)));
}

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

/** The part of a file's base lists that is one symbol's. Generated files have 10,000 constants of one type. */
function heritageOf({ file: { heritage }, index }: Decl): Heritage[] {
  let first = 0;
  for (let end = heritage.length; first < end; ) {
    const middle = (first + end) >> 1;
    if (heritage[middle]!.from < index) first = middle + 1;
    else end = middle;
  }
  let end = first;
  while (heritage[end]?.from === index) end++;
  return heritage.slice(first, end);
}

function basePlace(program: Program, decl: Decl, { base, kind }: Heritage): Place {
  const named = namedBase(program, decl, base);
  // `const Base = require("./base")`, where that is `module.exports = Base`.
  const whole = named.is === "module" ? moduleValue(program, named) : named;
  // A class extends a value.
  const isType = kind === "implements" || symbolOf(decl).kind === "interface";
  const place = isType ? typeAt(program, decl.file, decl.index, base, whole) : whole;
  if (place.is !== "symbols") return place;
  // `Result<T> : Result`, and a type that is said to be its own base.
  const id = nodeIdOf(decl);
  const decls = place.decls.filter((other) => nodeIdOf(other) !== id);
  return decls.length === 0 ? UNKNOWN : { ...place, decls };
}

function namedBase(program: Program, { file, index }: Decl, base: TypeName): Place {
  if (!file.isCsharp || base.root.in !== "free") return typePlace(program, file, index, base);
  // A base is looked up from outside the type, or finding it would ask for itself.
  if (file.symbols[index]!.typeParameters.includes(base.root.name)) return UNKNOWN;
  return typePlace(program, file, file.symbols[index]!.parent, base);
}

function superPlace(program: Program, decl: Decl): Place {
  let fallback: Place = UNKNOWN;
  for (const declaration of typeDecls(program, decl)) {
    for (const base of basesOf(program, declaration)) {
      if (base.kind !== "extends") continue;
      const place = toInstance(program, base.place);
      if (place.is === "instance" && symbolOf(place.decls[0]!).kind !== "interface") {
        return { ...place, imported: place.imported || crosses(decl, place.decls) };
      }
      if (place.is === "external") fallback = place;
    }
  }
  return fallback;
}

function crosses(from: Decl, to: Decl[]): boolean {
  return to.every((decl) => decl.file !== from.file);
}

/** Members of the name in a type or the nearest of its bases that has one fitting the arguments. */
export function findMember(
  program: Program,
  types: Decl[],
  name: string,
  argumentCount: number | null,
  accepts: (symbol: ProgramSymbol) => boolean = isMember,
  outer?: Env,
): Place {
  const queue: { decls: Decl[]; imported: boolean; env?: Env | undefined }[] = [
    { decls: types, imported: false, env: outer },
  ];
  let seen: Set<number> | null = null;
  let outside: Place | null = null;
  let misfit: Place | null = null;
  for (let at = 0; at < queue.length && at < MAX_TYPES; at++) {
    const { decls, imported, env } = queue[at]!;
    const found: Decl[] = [];
    program.caches.spent += decls.length;
    for (const { file, index } of decls) {
      const isFunction = file.symbols[index]!.kind === "function";
      for (const child of childrenNamed(program, file, index, name)) {
        const symbol = file.symbols[child]!;
        if (accepts(symbol) && (!isFunction || isOnPrototype(symbol))) found.push({ file, index: child });
      }
    }
    if (found.length > 0) {
      program.caches.spent += found.length;
      const place: Place = { is: "symbols", decls: found, imported, ...(env !== undefined && { env }) };
      if (argumentCount === null || found.some((decl) => takes(symbolOf(decl), argumentCount))) return place;
      misfit ??= place;
    }
    for (const decl of decls) {
      const bases = basesOf(program, decl);
      program.caches.spent += bases.length;
      for (const base of bases) {
        for (const { place: part, has } of baseParts(program, decl, base, env)) {
          if (hidesMembers(decl, base, part) || has(name) === false) continue;
          if (part.is === "object") {
            const member = step(program, part, name, argumentCount);
            if (member.is !== "missing") return member;
          } else if (part.is === "external" || part.is === "unknown") {
            const known = part.is === "external" ? componentMember(program, part, name) : part;
            if (known.is !== "unknown") return known;
            const here = part.is === "external" ? within(part, name) : part;
            outside = outside === null || isSamePlace(outside, here) ? here : MISSING;
          } else if (part.is === "instance") {
            seen ??= new Set(types.map(keyOf));
            if (seen.has(keyOf(part.decls[0]!))) continue;
            for (const next of part.decls) seen.add(keyOf(next));
            const isElsewhere = imported || part.imported || crosses(decl, part.decls);
            queue.push({ decls: part.decls, imported: isElsewhere, env: part.env });
          }
        }
      }
    }
  }
  return misfit ?? outside ?? MISSING;
}

/** Whether two places outside are one: of several bases that are not known, none is said to have a member. */
function isSamePlace(one: Place, other: Place): boolean {
  if (one.is !== "external" || other.is !== "external") return one.is === other.is;
  return one.module === other.module && one.name === other.name;
}

/** A class or struct has no members by its interfaces: it declares them, or in C# they are reached through the interface alone. */
function hidesMembers(decl: Decl, { kind }: Base, base: Place): boolean {
  if (!decl.file.isCsharp) return kind === "implements" && base.is !== "instance";
  if (symbolOf(decl).kind === "interface") return false;
  if (base.is === "instance") return symbolOf(base.decls[0]!).kind === "interface";
  return base.is === "external" && /(?:^|\.)I\p{Lu}[^.]*$/u.test(base.name);
}

function isMember(symbol: ProgramSymbol): boolean {
  return symbol.kind !== "constructor" && !symbol.isExplicit;
}

/** Whether a call with so many arguments fits. `isOnValue`: an extension method's first parameter is what it is called on, and cannot be an argument. */
export function takes(symbol: ProgramSymbol, argumentCount: number, isOnValue = false): boolean {
  const isTaken = (count: number) => count >= symbol.minArguments && count <= symbol.maxArguments;
  if (symbol.extends === null) return isTaken(argumentCount);
  return isTaken(argumentCount + 1) || (!isOnValue && isTaken(argumentCount));
}

/** Whether code in `file` can have a value with this member at all: not private elsewhere, and in a package or project that it can use. */
export function isReachable(program: Program, file: ProgramFile, decl: Decl): boolean {
  if (decl.file === file) return true;
  const { symbols } = decl.file;
  for (let at = decl.index; at > 0; at = symbols[at]!.parent) if (symbols[at]!.isPrivate) return false;
  const parent = symbols[symbolOf(decl).parent]!;
  // An object of another module is reached by its own name; an instance of a class, or of a function that makes some, may come from anywhere.
  const hasInstances = isTypeKind(parent.kind) || (parent.kind === "function" && !symbolOf(decl).isStatic);
  if (!file.isCsharp && !hasInstances) return false;
  if (!file.isCsharp) return program.canUse(file, decl.file);
  return program.projects.canUse(file.path, decl.file.path);
}

function within(place: Extract<Place, { is: "external" }>, name: string): Place {
  // `globalThis.Date` is Date.
  if (place.module === null && GLOBAL_OBJECTS.has(place.name)) return { ...place, name, type: null };
  return { is: "external", module: place.module, name: place.name === "" ? name : `${place.name}.${name}`, type: null };
}

/** One step of a walk: the member `name` of what stands at a place. A value that is said to be itself leads nowhere. */
export function step(program: Program, place: Place, name: string, argumentCount: number | null): Place {
  if (name === VALUE) return place;
  const { walk } = program.caches;
  if (walk.steps === 0) walk.left = MAX_STEPS.many;
  if (walk.steps >= MAX_STEPS.deep || walk.left-- <= 0) {
    walk.cuts++;
    return UNKNOWN;
  }
  walk.steps++;
  const found = memberOf(program, place, name, argumentCount);
  walk.steps--;
  return found;
}

function memberOf(program: Program, place: Place, name: string, argumentCount: number | null): Place {
  switch (place.is) {
    case "several":
      return stepOfSeveral(program, place, name);
    case "object": {
      const at = place.names.indexOf(name);
      return place.types[at] === undefined ? MISSING : typedValue(program, place.types[at]);
    }
    case "function":
      return MISSING;
    case "mapped":
      return propertyOfMapped(program, place, name);
    case "external":
      return propertyOfRecord(program, place) ?? within(place, name);
    case "module": {
      const found = exportPlace(program, place.file, name);
      if (found.is !== "missing" || name === "default") return found;
      const fallback = moduleValue(program, place);
      return fallback.is === "module" ? MISSING : step(program, fallback, name, argumentCount);
    }
    case "namespace":
      return memberOfNamespace(program, place.name, name);
    case "instance":
      return through(
        place.imported,
        ofKind(findMember(program, place.decls, name, argumentCount, isMember, place.env), false),
      );
    case "symbols":
      return through(
        place.imported,
        (name === "prototype" ? prototypeOf(program, place) : null) ??
          memberOfSymbols(program, place, name, argumentCount),
      );
    default:
      return place;
  }
}

/** The property of a Record, whatever its name; null of any other type, and where it is not known. */
function propertyOfRecord(program: Program, { module, type, args }: Extract<Place, { is: "external" }>): Place | null {
  const value = module === null && type === "Record" ? args?.[1] : undefined;
  const place = value === undefined ? UNKNOWN : typedValue(program, value);
  return place.is === "unknown" || place.is === "missing" ? null : place;
}

/** Where TypeScript has both static members and others of a name, those that are meant. */
function ofKind(place: Place, isStatic: boolean): Place {
  if (place.is !== "symbols" || place.decls.length < 2) return place;
  const decls = place.decls.filter((decl) => decl.file.isCsharp || symbolOf(decl).isStatic === isStatic);
  return decls.length === 0 ? place : { ...place, decls };
}

/** What has the members of the instances of a class or of what a function makes; null for anything else. */
function prototypeOf(program: Program, place: Extract<Place, { is: "symbols" }>): Place | null {
  const decls = place.decls.filter(({ file }) => !file.isCsharp);
  if (decls.some((decl) => symbolOf(decl).kind === "class")) return toInstance(program, place);
  const makers = decls.filter(isMaker);
  return makers.length === 0 ? null : { is: "instance", decls: makers, imported: place.imported };
}

function through(imported: boolean, place: Place): Place {
  return imported && (place.is === "symbols" || place.is === "instance") && !place.imported
    ? { ...place, imported: true }
    : place;
}

function memberOfSymbols(
  program: Program,
  { decls: all, env }: Extract<Place, { is: "symbols" }>,
  name: string,
  argumentCount: number | null,
): Place {
  const decls = ofValues(all);
  const types = decls.filter((decl) => isContainer(symbolOf(decl).kind) || symbolOf(decl).kind === "type");
  let answer: Place = UNKNOWN;
  if (types.length > 0) {
    answer =
      types[0]!.file.isCsharp && symbolOf(types[0]!).kind === "namespace"
        ? memberOfNamespace(program, qualifiedKey(types[0]!), name)
        : ofKind(findMember(program, types, name, argumentCount), true);
    if (answer.is === "symbols") return answer;
  }
  for (const decl of decls) {
    const symbol = symbolOf(decl);
    if ((symbol.kind === "namespace" || symbol.kind === "module") && !decl.file.isCsharp) {
      const exported = namespaceExport(program, decl, name);
      if (exported !== null) return exported;
    }
    if (isContainer(symbol.kind) || symbol.kind === "type") continue;
    if (symbol.kind === "function" && !decl.file.isCsharp) {
      const members = membersOfFunction(program, decl, name);
      if (members.length > 0) return { is: "symbols", decls: members, imported: false };
    }
    const children = symbol.kind === "method" ? NONE : membersOfValue(program, decl, name);
    const isObject = symbol.kind !== "function" && symbol.kind !== "component" && symbol.kind !== "constructor";
    if (children.length > 0 && isObject) {
      const declared = declaredMember(program, decl, name, argumentCount, env);
      if (declared !== null) return declared;
      return { is: "symbols", decls: children.map((index) => ({ file: decl.file, index })), imported: false };
    }
    if (!isObject || symbol.kind === "method") continue;
    const place = declaredPlace(program, decl, env);
    if (place.is === "unknown") continue;
    const member = step(program, place, name, argumentCount);
    // Of an object literal some properties may be spread into it.
    if (place.is !== "object" || member.is !== "missing") return member;
  }
  return answer;
}

/** TypeScript: what the type of `const tools: Tools = { … }` declares under a name; null where it declares no such member. */
export function declaredMember(
  program: Program,
  decl: Decl,
  name: string,
  argumentCount: number | null = null,
  env?: Env,
): Extract<Place, { is: "symbols" }> | null {
  if (decl.file.isCsharp) return null;
  // The type may be made of the constant itself: `type Kind = (typeof Kind)[keyof typeof Kind]`.
  const type = declaredPlace(program, decl, env);
  const isTyped = type.is === "instance" || type.is === "several";
  const declared = isTyped ? step(program, type, name, argumentCount) : UNKNOWN;
  return declared.is === "symbols" ? declared : null;
}

/** Of a name that is both a value and a type, `declare var Response: { … }` beside `interface Response`, the value: members are asked of that. */
function ofValues(decls: Decl[]): Decl[] {
  if (decls.length < 2 || decls[0]!.file.isCsharp) return decls;
  const isVariable = (decl: Decl) => /^(?:variable|constant)$/.test(symbolOf(decl).kind);
  if (!decls.some((decl) => isVariable(decl) && symbolOf(decl).declaredType !== null)) return decls;
  const values = decls.filter((decl) => !/^(?:interface|type)$/.test(symbolOf(decl).kind));
  return values.length === 0 ? decls : values;
}

/** What `declare namespace a { export { b } }` exports under a name, and `declare module "a" { export * from "b" }`. */
function namespaceExport(program: Program, { file, index }: Decl, name: string): Place | null {
  const byName = exportsByName(program, file);
  const found = byName.get(`${index}\0${name}`);
  const stars = found === undefined && name !== "default" ? byName.get(`${index}\0*`) : undefined;
  if (found === undefined && stars === undefined) return null;
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
    place = merged(
      found?.map((at) => exportTarget(program, file, at)) ?? stars!.map((at) => starExport(program, file, at, name)),
    );
    known.set(name, place);
  }
  return place;
}

/** The members of that name of what a variable holds. Functions below it are those of callbacks, and of objects that a call was given: it has others. */
function membersOfValue(program: Program, { file, index }: Decl, name: string): number[] {
  const children = childrenNamed(program, file, index, name);
  return file.isCsharp ? children : children.filter((child) => file.symbols[child]!.kind !== "function");
}

/** The members of that name that a function was given: `f.name = () => …`. */
function membersOfFunction(program: Program, { file, index }: Decl, name: string): Decl[] {
  return childrenNamed(program, file, index, name)
    .filter((child) => file.symbols[child]!.isStatic)
    .map((child) => ({ file, index: child }));
}

/** A type or an inner namespace of a C# namespace. */
function memberOfNamespace(program: Program, namespace: string, name: string): Place {
  const { index } = program;
  const key = `${namespace}.${name}`;
  const decls = declsOf(index, index.types.get(key));
  if (decls.length > 0) return { is: "symbols", decls, imported: true };
  return index.namespaces.has(key)
    ? { is: "namespace", name: key }
    : { is: "external", module: null, name: key, type: null };
}

/**
 * A value of a symbol's declared type, with what the type parameters around it mean. A type that leads back to itself is unknown where it does;
 * what was found on the way is not kept, as it depends on where the walk began.
 */
export function declaredPlace(program: Program, decl: Decl, env?: Env): Place {
  const { caches } = program;
  const { declaredType: type } = symbolOf(decl);
  if (type === null) return UNKNOWN;
  const isOpen = env !== undefined && env.size > 0 && dependsOn(type);
  const known = isOpen ? undefined : caches.declaredTypes.get(decl);
  if (known !== undefined) return known;
  const key = keyOf(decl);
  const depth = caches.pending.get(key);
  if (depth !== undefined && (!isOpen || caches.pending.size > MAX_OPEN)) {
    caches.taint = Math.min(caches.taint, depth);
    caches.walk.cuts++;
    return UNKNOWN;
  }
  const before = caches.taint;
  const own = depth ?? caches.pending.size;
  caches.taint = UNTAINTED;
  caches.pending.set(key, own);
  const place = instanceOf(program, { file: decl.file, from: decl.index, type, ...(isOpen && { env }) });
  if (depth === undefined) caches.pending.delete(key);
  if (caches.taint >= own) caches.taint = UNTAINTED;
  if (!isOpen && caches.taint === UNTAINTED) caches.declaredTypes.set(decl, place);
  caches.taint = Math.min(caches.taint, before);
  return place;
}

const MAX_OPEN = 30;

/** Whether a type means something else with other type arguments around it. */
export function dependsOn({ root, args }: TypeName): boolean {
  if (root.in === "parameter" || root.in === "this") return true;
  if (root.in === "instance" && dependsOn(root.type)) return true;
  if (
    root.in === "call" &&
    (dependsOn(root.of) || [...root.typeArguments, ...root.arguments].some((type) => type !== null && dependsOn(type)))
  )
    return true;
  return args?.some(dependsOn) ?? false;
}

/** What a module is when it is used as a value: its `module.exports =`, or its default export where a default was imported as a whole. */
export function moduleValue(program: Program, place: Extract<Place, { is: "module" }>): Place {
  const whole = exportsByName(program, place.file).get("=");
  if (whole === undefined) return place;
  return merged(whole.map((at) => exportTarget(program, place.file, at)));
}
