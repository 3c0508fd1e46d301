/** TypeScript: which of several signatures a call may mean, by the number and the plain kinds of its arguments. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import type { ArgumentKind, NamedType, TypeExpr } from "../../model/parse-result.js";
import type { Place, PlaceOf, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, parentOf, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";

/** At most this many signatures are compared with the arguments of a call. */
const MOST_COMPARED = 20;

/**
 * The declarations that a call may mean, in the order in which TypeScript tries them: the last of merged types comes first, and the function with the body
 * is left out behind its overloads. All declarations where none fits.
 */
export function fittingOverloads(program: Program, decls: Decl[], given: GivenArguments | null): Decl[] {
  if (decls.length < 2 || !decls.every(isFunction)) return decls;
  const signatures = signaturesOf(decls);
  if (given === null || signatures.length < 2 || signatures.length > MOST_COMPARED) return signatures;
  const byCount = signatures.filter((decl) => takesCount(decl, given));
  if (byCount.length < 2) return byCount.length === 0 ? signatures : byCount;
  const fitting = byCount.filter((decl) => {
    const { parameterTypes } = symbolOf(decl);
    return !isRefused(program, given, (number) => {
      const type = parameterTypes[number] ?? null;
      return type === null || isRest(type) ? null : { file: decl.file, from: decl.index, type };
    });
  });
  return fitting.length === 0 ? byCount : fitting;
}

/** The signatures that stand in several declarations. */
function signaturesOf(decls: Decl[]): Decl[] {
  const groups = new Map<number, Decl[]>();
  for (const decl of decls) {
    const owner = keyOf({ file: decl.file, index: symbolOf(decl).parent });
    addToList(groups, owner, decl);
  }
  const ordered = [...groups.values()].reverse();
  // An interface that is merged with a class gives the signatures of the class's methods.
  const isMerged = ordered.some((group) => !mayHaveBody(nth(group, 0)) && group.some(saysResult));
  return ordered.flatMap((group) => {
    if (!mayHaveBody(nth(group, 0))) return group;
    const others = group.slice(0, -1);
    // The function itself may give the result where its overloads give none.
    return isMerged || others.some(saysResult) ? others : group;
  });
}

function mayHaveBody(decl: Decl): boolean {
  return !decl.file.isDeclarationFile && symbolOf(parentOf(decl)).kind !== "interface";
}

function saysResult(decl: Decl): boolean {
  return symbolOf(decl).declaredType !== null;
}

function takesCount(decl: Decl, { count, typeArguments }: GivenArguments): boolean {
  const { minArguments, maxArguments, typeParameters } = symbolOf(decl);
  if (typeArguments.length > typeParameters.length) return false;
  return count === null || (count >= minArguments && count <= maxArguments);
}

/** The parts of an intersection that a call may mean, functions without a name among them; all parts where none fits. */
export function fittingMembers(program: Program, members: Place[], given: GivenArguments | null): Place[] {
  if (given === null || members.filter(({ is }) => is === "function").length < 2) return members;
  const fitting = members.filter((member) => member.is !== "function" || mayTake(program, member, given));
  return fitting.some(({ is }) => is === "function") ? fitting : members;
}

function mayTake(program: Program, { parameters }: PlaceOf<"function">, given: GivenArguments): boolean {
  const last = parameters.at(-1);
  const isOpen = last !== undefined && isRest(last.type);
  const needed = parameters.filter(({ type }) => !isRest(type) && !isOptional(type)).length;
  const { count } = given;
  if (count !== null && (count < needed || (!isOpen && count > parameters.length))) return false;
  return !isRefused(program, given, (number) => {
    const parameter = parameters[number];
    return parameter === undefined || isRest(parameter.type) ? null : parameter;
  });
}

function isOptional(type: TypeExpr): boolean {
  const last = type.kind === "union" ? type.of.at(-1) : undefined;
  return last?.kind === "literal" && last.text === "undefined";
}

/** Whether one of the arguments cannot be given for the parameter at its place. */
function isRefused(
  program: Program,
  given: GivenArguments,
  parameterAt: (number: number) => WrittenType | null,
): boolean {
  const isRefusedAt = (number: number, kind: Kind | null): boolean => {
    if (kind === null) return false;
    const parameter = parameterAt(number);
    return parameter !== null && !kindsOf(program, parameter).has(kind);
  };
  const { plain, arguments: values } = given;
  if (plain !== undefined && isRefusedAt(plain.number, plain.kind)) return true;
  return values.some((value, index) => value !== null && isRefusedAt(index, kindOf(value.type)));
}

/** The kinds of arguments that a parameter takes, whatever its type parameters mean. */
function kindsOf(program: Program, { file, from, type }: WrittenType): ReadonlySet<Kind> {
  const { kinds, walk } = program.caches;
  const known = kinds.get(type);
  if (known !== undefined) return known as ReadonlySet<Kind>;
  const { cuts } = walk;
  const place = program.evaluate.typedValue(program, { file, from, type });
  const found = new Set(KINDS.filter((kind) => mayBe(place, kind)));
  // A result that was cut short depends on where the walk began.
  if (walk.cuts === cuts) kinds.set(type, found);
  return found;
}

/** The plain kind of an expression: a primitive by its name, an object, a list or a function. */
type Kind = "object" | "list" | "function" | "String" | "Number" | "Boolean" | "BigInt" | "Symbol";

const KINDS: readonly Kind[] = ["object", "list", "function", "String", "Number", "Boolean", "BigInt", "Symbol"];
const PRIMITIVE = /^(?:String|Number|Boolean|BigInt|Symbol)$/;
const LIST = /^(?:Readonly)?Array$/;
/** Types of the runtime that are neither primitives nor lists nor functions. */
const HOLDER = /^(?:Promise|(?:Weak)?(?:Map|Set)|Date|RegExp)$/;

function kindOf(type: TypeExpr): Kind | null {
  switch (type.kind) {
    case "object":
      return "object";
    case "tuple":
      return "list";
    case "function":
      return "function";
    case "literal":
      return kindOfLiteral(type.text);
    case "named":
      return kindOfNamed(type);
    default:
      return null;
  }
}

function kindOfNamed({ root, path }: NamedType): Kind | null {
  if (root.in !== "free" || path.length > 0) return null;
  if (root.name === "Function") return "function";
  return PRIMITIVE.test(root.name) ? (root.name as Kind) : LIST.test(root.name) ? "list" : null;
}

function kindOfLiteral(text: string): Kind | null {
  if (text.startsWith('"')) return "String";
  if (text === "true" || text === "false") return "Boolean";
  return /^[-\d]/.test(text) ? "Number" : null;
}

/** Whether a place takes an argument of a kind; true where that is not known. */
function mayBe(place: Place, kind: Kind): boolean {
  switch (place.is) {
    case "several":
      return place.isUnion
        ? place.members.some((member) => mayBe(member, kind))
        : place.members.every((member) => mayBe(member, kind));
    case "function":
      return kind === "function";
    case "external":
      return place.module !== null || place.type === null || mayBeOutside(place.name, kind);
    case "object":
      return place.names.length === 0 || kind === "object" || kind === "function";
    case "instance":
      return mayBeDeclared(place.decls, kind);
    default:
      return true;
  }
}

function mayBeOutside(name: string, kind: Kind): boolean {
  if (PRIMITIVE.test(name)) return kind === name;
  if (LIST.test(name)) return kind === "list";
  if (name === "Function") return kind === "function";
  return !HOLDER.test(name) || kind === "object";
}

/** Whether declared types take an argument of a kind: no primitives, and no functions where they demand a member and have no call signature. */
function mayBeDeclared(decls: Decl[], kind: Kind): boolean {
  if (kind === "object" || kind === "list") return true;
  const symbols = decls.map(symbolOf);
  if (!symbols.every((symbol) => /^(?:interface|class|type)$/.test(symbol.kind))) return true;
  if (decls.every(({ file, index }) => file.firstChild[index] === -1)) return true;
  return kind === "function" && symbols.some((symbol) => symbol.kind !== "class" && symbol.declaredType !== null);
}

/** The arguments of a call, as far as they are known. */
export interface GivenArguments {
  typeArguments: WrittenType[];
  arguments: (WrittenType | null)[];
  /** How many arguments; null where that is not known. */
  count: number | null;
  /** The plain kind of one of them, and its number. */
  plain?: { number: number; kind: ArgumentKind };
}

/** Whether a parameter takes all arguments that are left. */
export function isRest({ kind }: TypeExpr): boolean {
  return kind === "rest";
}

/** Whether a declaration is one that is called as a function. */
export function isFunction(decl: Decl): boolean {
  const { kind } = symbolOf(decl);
  return kind === "function" || kind === "method" || kind === "component";
}
