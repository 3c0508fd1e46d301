/** Members of Go types: fields and methods, those of embedded types among them, the shallowest first. */
import { groupBy } from "../../base/groups.js";
import type { NamedType } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { declsOf, isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type Heritage, type ProgramFile, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import type { Ask } from "./ask.js";
import { constraintOf } from "./constraints.js";
import { inBuildOf } from "./packages.js";
import { childNamed, goCaches, goIndex, isTestFile, packageOf } from "./state.js";
import { type Bindings, type GoType, type Meaning, NO_BINDINGS, pointedTo, UNKNOWN_GO, valueMeaning } from "./type.js";

/** The deepest embedded types that are looked at, and the most in all. */
const MOST_LEVELS = 8;
const MOST_TYPES = 200;

/** A member: its declarations, the type that has it, and the meanings of that type's parameters. */
export interface Member {
  is: "member";
  decls: Decl[];
  owner: Decl;
  env: Bindings;
}

/** The type that a declared type is made of: a struct, an interface or a type without a name. */
export function underlyingOf(ask: Ask, program: Program, type: GoType): GoType {
  let current = type;
  for (let steps = 0; steps < MOST_LEVELS; steps++) {
    if (current.is === "parameter") current = current.bound;
    else if (current.is === "named" && symbolOf(current.decl).kind === "type")
      current = madeFrom(ask, program, current);
    else return current;
  }
  return UNKNOWN_GO;
}

function madeFrom(ask: Ask, program: Program, type: Extract<GoType, { is: "named" }>): GoType {
  const { declaredType } = symbolOf(type.decl);
  return declaredType === null
    ? UNKNOWN_GO
    : ask.typeOf({ program, file: type.decl.file, env: environmentOf(type) }, declaredType);
}

/** The meanings of the type parameters of a named type. */
export function environmentOf({ decl, args }: Extract<GoType, { is: "named" }>): Bindings {
  const names = typeParametersOf(decl);
  if (names.length === 0 || args.length === 0) return NO_BINDINGS;
  return new Map(args.slice(0, names.length).map((arg, index) => [names[index] ?? "", arg]));
}

/** The type parameters of a type; those of the struct around it for a field that has a struct without a name. */
function typeParametersOf(decl: Decl): readonly string[] {
  let current = decl;
  while (!isTypeKind(symbolOf(current).kind) && symbolOf(current).parent > 0)
    current = { file: current.file, index: symbolOf(current).parent };
  return symbolOf(current).typeParameters;
}

/** The methods that files of the package declare for a type, as a file sees them. */
export function methodsOf(program: Program, file: ProgramFile | null, type: Decl): Decl[] {
  const { methods } = goCaches(program);
  let found = methods.get(keyOf(type));
  if (found === undefined) {
    found = readMethods(program, type);
    methods.set(keyOf(type), found);
  }
  if (file === null || isTestFile(file) || isTestFile(type.file)) return found;
  return found.some((decl) => isTestFile(decl.file)) ? found.filter((decl) => !isTestFile(decl.file)) : found;
}

/** A type with at least this many methods has them looked up by name. */
const MANY_METHODS = 64;

/** The methods of a name that files of the package declare for a type, as a file sees them. */
function methodsNamed(program: Program, file: ProgramFile, type: Decl, name: string): Decl[] {
  const { methodsByName } = goCaches(program);
  const known = methodsByName.get(keyOf(type));
  const all = known === undefined ? methodsOf(program, null, type) : (known.get(name) ?? []);
  if (known === undefined && all.length > MANY_METHODS) {
    const byName = groupBy(all, (each) => symbolOf(each).name);
    methodsByName.set(keyOf(type), byName);
  }
  const named = all.filter((each) => symbolOf(each).name === name);
  return isTestFile(file) || isTestFile(type.file) ? named : named.filter((decl) => !isTestFile(decl.file));
}

function readMethods(program: Program, type: Decl): Decl[] {
  const { name, parent } = symbolOf(type);
  if (parent !== 0) return [];
  const found = declsOf(program.index, goIndex(program).methods.get(`${folderOf(type.file.path)}\0${name}`));
  return found.filter((decl) => packageOf(decl.file) === packageOf(type.file));
}

/** The member of a name in a type. */
export function findMember(
  ask: Ask,
  program: Program,
  file: ProgramFile,
  type: GoType,
  name: string,
): Member | Meaning {
  let level: GoType[] = [type];
  const seen = new Set<number>();
  let outside: Extract<GoType, { is: "outside" }> | null = null;
  let isOpen = false;
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0 && seen.size < MOST_TYPES; depth++) {
    const found: Member[] = [];
    const next: GoType[] = [];
    for (const each of level) {
      const pointed = pointedTo(each);
      program.caches.spent++;
      if (pointed.is === "parameter") next.push(pointed.bound);
      else if (pointed.is === "outside") outside ??= pointed;
      else if (pointed.is === "struct") {
        const position = pointed.names.indexOf(name);
        const written = pointed.types[position];
        if (written !== undefined && pointed.file !== null)
          return valueMeaning(ask.typeOf({ program, file: pointed.file, env: pointed.env }, written));
        next.push(...embeddedIn(ask, program, pointed));
      } else if (pointed.is === "named") {
        if (seen.has(keyOf(pointed.decl))) continue;
        seen.add(keyOf(pointed.decl));
        const own = ownMember(program, file, pointed, name);
        if (own !== null) found.push(own);
        else next.push(...insideOf(ask, program, pointed));
      } else if (pointed.is === "unknown") isOpen = true;
    }
    const [first] = found;
    if (first !== undefined) return first;
    level = next;
  }
  if (outside !== null) {
    const { module, args } = outside;
    const full = outside.name === "" ? name : `${outside.name}.${name}`;
    return { is: "outside", module, name: full, ...(args.length > 0 && { args }) };
  }
  return { is: isOpen ? "unknown" : "missing" };
}

function ownMember(
  program: Program,
  file: ProgramFile,
  type: Extract<GoType, { is: "named" }>,
  name: string,
): Member | null {
  const { decl } = type;
  const child = childNamed(program, decl, name);
  const decls = child !== null ? [child] : inBuildOf(constraintOf(file), methodsNamed(program, file, decl, name));
  return decls.length === 0 ? null : { is: "member", decls, owner: decl, env: environmentOf(type) };
}

/** The types from which a type has members: its embedded types, or the struct or interface that it is made of. */
export function insideOf(ask: Ask, program: Program, type: Extract<GoType, { is: "named" }>): GoType[] {
  const { decl } = type;
  const { kind } = symbolOf(decl);
  if (kind === "type") {
    const made = madeFrom(ask, program, type);
    return made.is === "pointer" ? [] : [made];
  }
  const site = { program, file: decl.file, env: environmentOf(type) };
  if (kind === "struct" || kind === "interface") return heritageOf(decl).map(({ base }) => ask.typeOf(site, base));
  const { declaredType } = symbolOf(decl);
  return declaredType?.kind === "object" ? embeddedIn(ask, program, { ...declaredType, ...site }) : [];
}

/** The types that a struct without a name embeds: the fields that have the names of their types. */
function embeddedIn(
  ask: Ask,
  program: Program,
  { names, types, file, env }: Pick<Extract<GoType, { is: "struct" }>, "names" | "types" | "file" | "env">,
): GoType[] {
  if (file === null) return [];
  return types.flatMap((type, index) =>
    type.kind === "named" && lastName(file, type) === names[index] ? [ask.typeOf({ program, file, env }, type)] : [],
  );
}

function lastName({ symbols }: ProgramFile, { root, path }: NamedType): string | undefined {
  const last = path.at(-1);
  if (typeof last === "string") return last;
  return root.in === "file" ? symbols[root.symbol]?.name : root.in === "free" ? root.name : undefined;
}

const NO_HERITAGE: Heritage[] = [];

/** The types that a declaration embeds. */
export function heritageOf({ file, index }: Decl): Heritage[] {
  return file.heritage.length === 0 ? NO_HERITAGE : file.heritage.filter(({ from }) => from === index);
}
