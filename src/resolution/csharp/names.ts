/** C# names are looked up here: members of the types around, types of the namespaces around from the inside out, then usings; extension methods. */
import { childrenNamed, isContainer, nearestByFolder, qualifiedKey, typeDecls } from "../declarations.js";
import { findMember, isReachable } from "../members.js";
import { declsOf, isDeclaredName, isTypeKind } from "../name-index.js";
import { MISSING, type NamespacePlace, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import {
  type Decl,
  nodeIdOf,
  type ProgramFile,
  type ProgramSymbol,
  parentAt,
  symbolAt,
  symbolOf,
} from "../program-file.js";
import { namespaceByFolder, placedTypesNamed, sharesUsings } from "./placed-types.js";
import type { ProjectUsing } from "./project-table.js";
import {
  csharpCaches,
  csharpIndex,
  globalUsingFiles,
  type KnownName,
  projectsOf,
  type TypesNamed,
  type Usings,
} from "./state.js";
import { bareName } from "./written-names.js";

/** A name as it stands in the source: "Name`1" is a type with one type parameter. */
interface WrittenName {
  readonly written: string;
  /** Whether the name is looked up as a type. */
  readonly meaning: "type" | "any";
  /** The number of arguments of a call of the name; null where it is not called. */
  readonly argumentCount: number | null;
}

/** The place of a name that the file does not declare locally, seen from symbol `from`. */
export function csharpName(program: Program, file: ProgramFile, from: number, name: WrittenName): Place {
  const { written, meaning, argumentCount } = name;
  const inScope = scopeOf(program, file, from, bareName(written), meaning);
  const scope = (inScope * 2 + (meaning === "type" ? 0 : 1)) * 512 + Math.min((argumentCount ?? -1) + 1, 511);
  const known = knownOf(program, file, written);
  for (const one of known) if (one.scope === scope) return one.place;
  const place = findName(program, file, inScope, name);
  known.push({ scope, place });
  return place;
}

/** The places found for a name of a file so far. Most names are asked for in few scopes. */
function knownOf(program: Program, file: ProgramFile, name: string): KnownName[] {
  const { scopes } = csharpCaches(program);
  let names = scopes.get(file.id);
  if (names === undefined) {
    names = new Map();
    scopes.set(file.id, names);
  }
  let known = names.get(name);
  if (known === undefined) {
    known = [];
    names.set(name, known);
  }
  return known;
}

/** The innermost symbol around `from` in which the name may have a meaning of its own: a type, unless a method declares the name. */
function scopeOf(program: Program, file: ProgramFile, from: number, name: string, meaning: "type" | "any"): number {
  let index = from;
  for (; index > 0; index = parentAt(file, index)) {
    const symbol = symbolAt(file, index);
    if (isTypeKind(symbol.kind) || symbol.kind === "namespace" || symbol.typeParameters.includes(name)) break;
    if (meaning === "any" && file.firstChild[index] !== -1 && childrenNamed(program, file, index, name).length > 0)
      break;
  }
  return index;
}

function findName(program: Program, file: ProgramFile, from: number, { written, ...use }: WrittenName): Place {
  const name = bareName(written);
  const arity = written === name ? 0 : Number(written.slice(name.length + 1));
  const place = lookUp(program, file, from, { ...use, name, arity });
  if (arity > 0 || place.is === "symbols" || place.is === "namespace") return place;
  // The type arguments of a name in front of others are not known.
  const other = lookUp(program, file, from, { ...use, name, arity: null });
  return other.is === "symbols" ? other : place;
}

interface Name {
  name: string;
  /** The number of type parameters that a type of the name must have; null for any. */
  arity: number | null;
}

function lookUp(program: Program, file: ProgramFile, from: number, wanted: Name & Omit<WrittenName, "written">): Place {
  const { name, arity, meaning, argumentCount } = wanted;
  let outside: Place | null = null;
  const fits = (symbol: ProgramSymbol) =>
    isTypeKind(symbol.kind)
      ? arity === null || symbol.typeParameters.length === arity
      : meaning === "any" && symbol.kind !== "constructor" && !symbol.isExplicit;
  // No type around has a member of a name that the program does not declare. Members of types outside the program matter to calls and members alone.
  const isMember = argumentCount !== null || isLowerCase(name) || isDeclaredName(program.index, name);
  let position = from;
  for (; position > 0; position = parentAt(file, position)) {
    const symbol = symbolAt(file, position);
    if (symbol.typeParameters.includes(name)) return UNKNOWN;
    if (symbol.kind === "namespace") break;
    if (isTypeKind(symbol.kind)) {
      if (!isMember) continue;
      const place = findMember(program, typeDecls(program, { file, index: position }), name, {
        argumentCount,
        accepts: fits,
      });
      if (place.is === "symbols" && isOpenTo(file, position, place.decls)) return place;
      if (place.is === "external") outside ??= place;
    } else if (meaning === "any") {
      const locals = childrenNamed(program, file, position, name);
      if (locals.length > 0) return { is: "symbols", decls: locals.map((index) => ({ file, index })), imported: false };
    }
  }
  const namespace = position > 0 ? namespaceOf(file, position) : namespaceByFolder(program, file);
  const place = inNamespaces(program, file, namespace, wanted);
  if (place.is !== "missing") return place;
  const inStatics = inStaticUsings(program, file, name, argumentCount, fits);
  if (inStatics.is === "symbols") return inStatics;
  if (argumentCount !== null) return outside ?? inStatics;
  if (isLowerCase(name) && !file.language.runtimeGlobals.has(name)) return outside ?? MISSING;
  return { is: "external", module: null, name, type: null };
}

/** Whether a type sees one of some members. */
function isOpenTo(file: ProgramFile, type: number, decls: readonly Decl[]): boolean {
  return decls.some((decl) => !isTypeKind(symbolOf(decl).kind) || isSeenFrom(file, type, decl));
}

/** Whether a place sees a member. A private member is seen in the type that declares it, and in the types inside. */
export function isSeenFrom(file: ProgramFile, from: number, decl: Decl): boolean {
  const { isPrivate, parent } = symbolOf(decl);
  if (!isPrivate) return true;
  const owner = decl.file.nodeIds[parent];
  for (let index = from; index > 0; index = parentAt(file, index)) if (file.nodeIds[index] === owner) return true;
  return false;
}

function isLowerCase(name: string): boolean {
  return /^\p{Ll}/u.test(name);
}

function ofArity(decls: Decl[], arity: number | null): Decl[] {
  return arity === null ? decls : decls.filter((decl) => symbolOf(decl).typeParameters.length === arity);
}

/** The full name of the namespace that a symbol stands in, or of the symbol where it is one. */
export function namespaceOf(file: ProgramFile, scope: number): string {
  let name = "";
  for (let i = scope; i > 0; i = parentAt(file, i)) {
    const symbol = symbolAt(file, i);
    if (symbol.kind === "namespace") name = name === "" ? symbol.name : `${symbol.name}.${name}`;
  }
  return name;
}

function inNamespaces(program: Program, file: ProgramFile, namespace: string, wanted: Name): Place {
  const { name, arity } = wanted;
  const types = typesNamed(program, name);
  const isNamespace = namespaceNames(program).has(name);
  for (let outer = namespace; types !== null || isNamespace; outer = parentOf(outer)) {
    const decls = types?.find((group) => group.namespace === outer)?.decls ?? [];
    const found = visibleType(program, file, decls, arity);
    if (found !== null) return found;
    if (isNamespace && csharpIndex(program).namespaces.has(joined(outer, name))) {
      return { is: "namespace", name: joined(outer, name), family: file.family };
    }
    if (outer === "") break;
  }
  const usings = usingsOf(program, file);
  const alias = usings.aliases.get(name);
  if (alias !== undefined) return dotted(program, file, namespace, alias);
  if (types === null) return MISSING;
  const inUsed = (used: ReadonlySet<string>) => {
    const decls = types.flatMap((group) => (used.has(group.namespace) ? group.decls : []));
    return preferVisible(program, file, ofArity(decls, arity));
  };
  const own = inUsed(usings.own);
  const visible = own.some((decl) => isAccessible(program, file, decl)) ? own : inUsed(usings.namespaces);
  return visible.length > 0 ? { is: "symbols", decls: visible, imported: true } : MISSING;
}

/** The types of a bare name, grouped by the namespace or type around them; null for none. There are fewer of them than namespaces in use. */
function typesNamed(program: Program, name: string): TypesNamed[] | null {
  const { index } = program;
  const { types: known } = csharpCaches(program);
  let found = known.get(name);
  if (found === undefined) {
    const packed = csharpIndex(program).simpleTypes.get(name);
    const keys = new Set(declsOf(index, packed).map(qualifiedKey));
    const namespaces = Array.from(keys, (key) => key.slice(0, Math.max(0, key.length - name.length - 1))).sort();
    const groups = namespaces.map((namespace) => ({
      namespace,
      decls: declsOf(index, csharpIndex(program).types.get(joined(namespace, name))),
    }));
    for (const placed of placedTypesNamed(program, name)) {
      const group = groups.find(({ namespace }) => namespace === placed.namespace);
      if (group) group.decls.push(...placed.decls);
      else groups.push(placed);
    }
    found = groups.length === 0 ? null : groups;
    known.set(name, found);
  }
  return found;
}

function joined(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}.${name}`;
}

/** The names that the program's namespaces end in. */
function namespaceNames(program: Program): ReadonlySet<string> {
  const caches = csharpCaches(program);
  caches.namespaceNames ??= new Set(
    Array.from(csharpIndex(program).namespaces.keys(), (key) => key.slice(key.lastIndexOf(".") + 1)),
  );
  return caches.namespaceNames;
}

function parentOf(namespace: string): string {
  return namespace.slice(0, Math.max(0, namespace.lastIndexOf(".")));
}

function inNamespace(program: Program, file: ProgramFile, namespace: string, { name, arity }: Name): Place | null {
  const key = joined(namespace, name);
  const type = visibleType(program, file, declsOf(program.index, csharpIndex(program).types.get(key)), arity);
  if (type !== null) return type;
  return csharpIndex(program).namespaces.has(key) ? { is: "namespace", name: key, family: file.family } : null;
}

/** The types, among some of one name, that a file can mean; null for none. */
function visibleType(program: Program, file: ProgramFile, all: Decl[], arity: number | null): Place | null {
  if (all.length === 0) return null;
  const decls = preferVisible(program, file, ofArity(all, arity));
  return decls.length === 0 ? null : { is: "symbols", decls, imported: !decls.some((decl) => decl.file === file) };
}

/** The symbol of a namespace; null for one that only stands in front of others, as A in `namespace A.B`. */
export function namespaceDecl(program: Program, name: string): Decl | null {
  const { namespaces } = csharpCaches(program);
  let found = namespaces.get(name);
  if (found === undefined) {
    const decls = declsOf(program.index, csharpIndex(program).namespaces.get(name));
    found = decls.find((decl) => namespaceOf(decl.file, decl.index) === name) ?? null;
    namespaces.set(name, found);
  }
  return found;
}

/** The place of a qualified name, the target of an alias or of `using static`. */
function dotted(program: Program, file: ProgramFile, namespace: string, qualified: string): Place {
  const name = qualified
    .replace(/<.*$/s, "")
    .replace(/^global::/, "")
    .trim();
  for (let outer = namespace; ; outer = parentOf(outer)) {
    const place = inNamespace(program, file, outer, { name, arity: null });
    if (place !== null) return place;
    if (outer === "") break;
  }
  return { is: "external", module: null, name, type: null };
}

/** The namespace symbol or type that a using names; external where the project has none. */
export function usingPlace(program: Program, file: ProgramFile, specifier: string): Place {
  const namespace = file.symbols.findIndex((symbol) => symbol.kind === "namespace");
  return dotted(program, file, namespace < 0 ? "" : namespaceOf(file, namespace), specifier);
}

/** A member or a nested type of what the usings of a file name as `static`. */
function inStaticUsings(
  program: Program,
  file: ProgramFile,
  name: string,
  argumentCount: number | null,
  fits: (symbol: ProgramSymbol) => boolean,
): Place {
  let outside: Place = MISSING;
  for (const specifier of usingsOf(program, file).statics) {
    const type = usingPlace(program, file, specifier);
    if (type.is === "external") outside = { ...type, name: `${type.name}.${name}` };
    if (type.is !== "symbols") continue;
    const types = type.decls.flatMap((decl) => typeDecls(program, decl));
    const place = findMember(program, types, name, { argumentCount, accepts: fits });
    if (place.is === "symbols") return { ...place, imported: true };
  }
  return outside;
}

/** The usings in force in a file: its own, the global ones of its project, those of the project file. */
function usingsOf(program: Program, file: ProgramFile): Usings {
  const known = csharpCaches(program).usings.get(file.id);
  if (known !== undefined) return known;
  const projects = projectsOf(program);
  const namespaces = new Set<string>();
  const own = new Set<string>();
  const statics = new Set<string>();
  const aliases = new Map<string, string>();
  const add = (source: ProgramFile, { kind, local, specifier }: ProjectUsing, isOwn = false) => {
    if (kind === "alias") aliases.set(local, specifier);
    else if (kind === "static") statics.add(specifier);
    else {
      const namespace = usingNamespace(program, source, specifier);
      namespaces.add(namespace);
      if (isOwn) own.add(namespace);
    }
  };
  for (const item of projects.usingsOf(file.path)) add(file, item);
  for (const other of globalUsingFiles(program)) {
    if (other === file || !projects.sharesProject(file.path, other.path) || !sharesUsings(other, file)) continue;
    for (const item of other.imports) if (item.isGlobal) add(other, item);
  }
  for (const item of file.imports) add(file, item, !item.isGlobal);
  const usings: Usings = { namespaces, own, statics: [...statics].sort(), aliases };
  csharpCaches(program).usings.set(file.id, usings);
  return usings;
}

/** The namespaces, sorted, that usings in force in a file name and no file of the index declares. */
export function undeclaredUsings(program: Program, file: ProgramFile): readonly string[] {
  return [...usingsOf(program, file).namespaces].filter((name) => !csharpIndex(program).namespaces.has(name)).sort();
}

/** The full name of a namespace in a using, which may name it relative to the namespace around the using. */
function usingNamespace(program: Program, file: ProgramFile, specifier: string): string {
  const name = specifier.replace(/^global::/, "");
  if (csharpIndex(program).namespaces.has(name)) return name;
  if (!namespaceNames(program).has(name.slice(name.lastIndexOf(".") + 1))) return name;
  const first = file.symbols.findIndex((symbol) => symbol.kind === "namespace");
  for (let outer = first < 0 ? "" : namespaceOf(file, first); outer !== ""; outer = parentOf(outer)) {
    if (csharpIndex(program).namespaces.has(`${outer}.${name}`)) return `${outer}.${name}`;
  }
  return name;
}

/** The types of the file's own project, or else those of projects that it refers to. */
function preferVisible(program: Program, file: ProgramFile, all: Decl[]): Decl[] {
  const usable = all.filter(
    (decl) =>
      decl.file === file ||
      (!(symbolOf(decl).isPrivate && isOutermost(decl)) && projectsOf(program).canUse(file.path, decl.file.path)),
  );
  const decls = compiledOf(program, file, usable);
  const first = decls[0];
  if (first === undefined || decls.length === 1) return decls;
  if (decls.every((decl) => nodeIdOf(decl) === nodeIdOf(first))) return withoutCopies(program, file, decls);
  const own = decls.filter((decl) => projectsOf(program).sharesProject(file.path, decl.file.path));
  if (own.length > 0) return besideOf(file, own);
  const open = decls.filter((decl) => isAccessible(program, file, decl));
  return open.length > 0 ? open : decls;
}

/** Whether a type is of the file's own project, or not internal to another. */
function isAccessible(program: Program, file: ProgramFile, decl: Decl): boolean {
  const projects = projectsOf(program);
  return (
    !symbolOf(decl).isInternal ||
    projects.sharesProject(file.path, decl.file.path) ||
    projects.seesInternals(file.path, decl.file.path)
  );
}

/** The declarations that a project compiles, for a file that one compiles: declarations outside of projects only describe them. All, where there are none. */
function compiledOf(program: Program, file: ProgramFile, decls: Decl[]): Decl[] {
  const { isCompiled } = projectsOf(program);
  if (decls.length < 2 || !isCompiled(file.path)) return decls;
  const compiled = decls.filter((decl) => decl.file === file || isCompiled(decl.file.path));
  return compiled.length > 0 ? compiled : decls;
}

/** Whether a member stands in a description of a type: no project compiles its file, and one compiles a type of the same name. */
export function isOfListing(program: Program, file: ProgramFile, decl: Decl): boolean {
  const { isCompiled } = projectsOf(program);
  if (decl.file === file || isCompiled(decl.file.path) || !isCompiled(file.path)) return false;
  const types = csharpIndex(program).types.get(qualifiedKey({ file: decl.file, index: symbolOf(decl).parent }));
  return declsOf(program.index, types).some((type) => isCompiled(type.file.path));
}

/** Extension methods without those that other projects have for themselves, if the file's own project has one of the name. */
export function withoutHidden(program: Program, file: ProgramFile, decls: Decl[]): Decl[] {
  const isOwn = (decl: Decl) => projectsOf(program).sharesProject(file.path, decl.file.path);
  if (!decls.some((decl) => symbolOf(decl).extends !== null && isOwn(decl))) return decls;
  return decls.filter((decl) => symbolOf(decl).extends === null || !symbolOf(decl).isInternal || isOwn(decl));
}

/** Types in the file's own folder, among types that one project declares twice, such as expected outputs of a generator. */
function besideOf(file: ProgramFile, decls: Decl[]): Decl[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
  const beside = decls.filter((decl) => folderOf(decl.file.path) === folderOf(file.path));
  return beside.length > 0 ? beside : decls;
}

function isOutermost(decl: Decl): boolean {
  const parent = decl.file.symbols[symbolOf(decl).parent];
  return parent === undefined || !isTypeKind(parent.kind);
}

/** Whether an extension method stands in a project and a namespace that the file sees. */
export function isVisibleExtension(program: Program, file: ProgramFile, decl: Decl): boolean {
  if (decl.file === file) return true;
  if (!isReachable(program, file, decl)) return false;
  const namespace = namespaceOf(decl.file, decl.index);
  if (namespace === "") return true;
  const { namespaces, statics } = usingsOf(program, file);
  if (namespaces.has(namespace)) return true;
  if (statics.includes(qualifiedKey({ file: decl.file, index: symbolOf(decl).parent }))) return true;
  if (`${namespaceByFolder(program, file)}.`.startsWith(`${namespace}.`)) return true;
  return file.symbols.some((symbol, index) => {
    if (symbol.kind !== "namespace") return false;
    const own = namespaceOf(file, index);
    return own === namespace || own.startsWith(`${namespace}.`);
  });
}

/** The distance of an extension method's namespace from a call: 0 for the innermost around it, more for outer ones, most for those of usings. */
export function extensionDistance(file: ProgramFile, from: number, decl: Decl): number {
  const own = namespaceOf(file, from);
  const namespace = namespaceOf(decl.file, decl.index);
  if (own === namespace) return 0;
  if (namespace !== "" && !own.startsWith(`${namespace}.`)) return Number.MAX_SAFE_INTEGER;
  return own.slice(namespace.length).split(".").length;
}

/** The copies of a type that a file means: its own, or else those that share the most folders with the file. */
export function withoutCopies(program: Program, file: ProgramFile, decls: Decl[]): Decl[] {
  const first = decls[0];
  if (first === undefined || decls.length === 1 || !symbolOf(first).isMergeable) return decls;
  typeDecls(program, first);
  if (!csharpCaches(program).copied.has(nodeIdOf(first))) return decls;
  const own = decls.find((decl) => decl.file === file);
  if (own !== undefined) return typeDecls(program, own);
  return nearestByFolder(file, decls);
}

/** A type or an inner namespace of a namespace. */
export function memberOfNamespace(program: Program, { name: namespace, family }: NamespacePlace, name: string): Place {
  const { types, namespaces } = csharpIndex(program);
  const key = `${namespace}.${name}`;
  const decls = declsOf(program.index, types.get(key));
  if (decls.length > 0) return { is: "symbols", decls, imported: true };
  return namespaces.has(key)
    ? { is: "namespace", name: key, family }
    : { is: "external", module: null, name: key, type: null };
}

/** The namespace that some symbols declare; null for other symbols. */
export function namespaceOfSymbols(decls: readonly Decl[]): NamespacePlace | null {
  const container = decls.find((decl) => isContainer(symbolOf(decl).kind) || symbolOf(decl).kind === "type");
  if (container === undefined || symbolOf(container).kind !== "namespace") return null;
  return { is: "namespace", name: qualifiedKey(container), family: container.file.family };
}
