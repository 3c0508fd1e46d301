/** Overloads: the functions of one name and fitting labels that the types of a call's arguments fit best. */
import type { Reference } from "../../model/parse-result.js";
import { MOST_DECLARATIONS } from "../declarations.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, symbolOf } from "../program-file.js";
import { isNarrower, isOptional, takes } from "./conversions.js";
import type { Evaluation } from "./evaluation.js";
import { isAsync, matchArguments, parametersOf } from "./labels.js";
import { membersOf } from "./members.js";
import { parameterId } from "./types.js";
import { NOTHING, unwrapped, type Value } from "./value.js";
import { declaredValue } from "./values.js";

/** An argument, as far as it tells overloads apart. */
export interface Given {
  value: Value;
  /** The name of `.name`: a static member that the type of the parameter has. */
  member: string | null;
  /** Whether `.name` stands in a list: the type of its elements has the member. */
  isInList: boolean;
}

/** Whether an argument is known to be what a function takes. */
export function isEvident(
  program: Program,
  decl: Decl,
  { argumentNames = [] }: Reference,
  given: readonly Given[],
): boolean {
  return given.some(({ value, member }, index) => {
    const parameter = parameterFor(program, decl, argumentNames, index);
    return member !== null || (parameter !== null && /^(?:same|yes)$/.test(takes(program, parameter, value)));
  });
}

/** The declarations among some of one name that a call means most likely; all of them where none stands out. */
export function narrowed(
  { program, file }: Pick<Evaluation, "program" | "file">,
  decls: Decl[],
  reference: Reference,
  given: readonly Given[],
): Decl[] {
  const values = given.map(({ value }) => value);
  const labels = reference.argumentNames ?? [];
  // Nobody writes this many overloads: they are not compared.
  if (decls.length < 2 || decls.length > MOST_DECLARATIONS) return decls;
  const fitting = decls.filter(
    (decl) => symbolOf(decl).parameterNames === null || matchArguments(symbolOf(decl), labels) !== null,
  );
  const possible = fitting.filter(
    (decl) =>
      !isRefused(program, decl, labels, values) &&
      hasMembers(program, file, decl, labels, given) &&
      isInferable(program, decl, labels),
  );
  const called = ofEffect(possible.length > 0 ? possible : fitting.length > 0 ? fitting : decls, reference);
  const left = withClosureEffect(called, reference);
  if (left.length < 2) return left;
  const first = least(left, (decl) => -scoreOf(program, decl, labels, values));
  const asGiven = least(first, (decl) => wrapped(program, decl, labels, values));
  const narrowest = withoutWider(program, asGiven, labels, values);
  // Of equals the ones that need the fewest defaults are meant.
  return least(narrowest, (decl) => (parametersOf(symbolOf(decl))?.length ?? 0) - labels.length);
}

/** More functions than this are not compared with each other. */
const MOST_COMPARED = 16;

/** Functions without the wider ones: another function, which is known to fit, asks more of its arguments. */
function withoutWider(program: Program, decls: Decl[], labels: readonly string[], values: readonly Value[]): Decl[] {
  if (decls.length < 2 || decls.length > MOST_COMPARED) return decls;
  const parameters = decls.map((decl) =>
    values.map((_, index) => parameterFor(program, decl, labels, index) ?? NOTHING),
  );
  const isWider = (wide: readonly Value[], own: readonly Value[]) => {
    const narrower = own.map((each, index) => isNarrower(program, each, wide[index] ?? NOTHING));
    const wider = wide.some((each, index) => isNarrower(program, each, own[index] ?? NOTHING));
    const areKnown = own.every(
      (each, index) => !narrower[index] || takes(program, each, values[index] ?? NOTHING) !== "maybe",
    );
    return narrower.includes(true) && !wider && areKnown;
  };
  const left = decls.filter((_, index) => !parameters.some((own) => isWider(parameters[index] ?? [], own)));
  return left.length > 0 ? left : decls;
}

/** Types of the library without static members, but for these and the ones that the project adds. */
const PLAIN = /^(?:Array|Dictionary|String|Substring|Character|Bool|U?Int\d*)$/;
const OF_PLAIN = /^(?:init|zero|min|max|random|bitWidth|isSigned|localizedStringWithFormat|availableStringEncodings)$/;

/** Whether the type of each parameter has the member that an argument names with a dot alone. */
function hasMembers(
  program: Program,
  file: ProgramFile,
  decl: Decl,
  labels: readonly string[],
  given: readonly Given[],
): boolean {
  return given.every(({ member, isInList }, index) => {
    if (member === null) return true;
    const parameter = unwrapped(parameterFor(program, decl, labels, index) ?? NOTHING);
    const isList = parameter.is === "library" && /^(?:Array|Set)$/.test(parameter.name);
    const type = isInList && isList ? unwrapped(parameter.args[0] ?? NOTHING) : parameter;
    if (type.is === "function" || type.is === "tuple") return false;
    const isPlain = type.is === "library" && PLAIN.test(type.name) && !OF_PLAIN.test(member);
    if ((type.is !== "type" && !isPlain) || (isInList && !isList)) return true;
    const { decls, outside } = membersOf(program, type, { file, name: member, isStatic: true });
    return decls.length > 0 || (outside !== null && !isPlain);
  });
}

/** Functions that differ in `async`: a call behind `await` means the async ones before others, any other call the others. */
function ofEffect(decls: Decl[], { kind, isAwaited }: Reference): Decl[] {
  if (decls.length < 2 || kind !== "call") return decls;
  const found = decls.filter((decl) => isAsync(symbolOf(decl)) === (isAwaited === true));
  return found.length > 0 ? found : decls;
}

/** Functions that differ in whether they take an async closure: the one that takes a closure as it is given. */
function withClosureEffect(decls: Decl[], { arguments: given, argumentNames = [] }: Reference): Decl[] {
  if (decls.length < 2) return decls;
  const fitting = decls.filter((decl) => {
    const parameters = parametersOf(symbolOf(decl));
    const taken = matchArguments(symbolOf(decl), argumentNames);
    return (given ?? []).every((argument, index) => {
      const parameter = parameters?.[taken?.[index] ?? -1];
      const isKnown = argument?.parameters !== undefined && parameter?.isClosure === true;
      return !isKnown || parameter.isAsync === (argument.isAsync === true);
    });
  });
  return fitting.length > 0 ? fitting : decls;
}

/** The declarations of which a number is least. */
function least(decls: Decl[], numberOf: (decl: Decl) => number): Decl[] {
  if (decls.length < 2) return decls;
  const numbers = decls.map(numberOf);
  const lowest = Math.min(...numbers);
  return decls.filter((_, index) => numbers[index] === lowest);
}

/** The number of arguments that a call must wrap into optionals. */
function wrapped(program: Program, decl: Decl, labels: readonly string[], values: readonly Value[]): number {
  return values.filter((value, index) => {
    const parameter = parameterFor(program, decl, labels, index);
    return value.is !== "unknown" && !isOptional(value) && parameter !== null && isOptional(parameter);
  }).length;
}

/** The parameter that takes an argument: of a variadic one the element. */
function parameterFor(program: Program, decl: Decl, labels: readonly string[], index: number): Value | null {
  const symbol = symbolOf(decl);
  const taken = matchArguments(symbol, labels)?.[index];
  const value = declaredValue(program, decl);
  if (taken === undefined || value.is !== "function") return null;
  const parameter = value.parameters[taken];
  const isVariadic = parametersOf(symbol)?.[taken]?.isVariadic === true;
  return (isVariadic && parameter?.is === "library" ? parameter.args[0] : parameter) ?? null;
}

/** Whether an argument is of a type that a parameter cannot take. */
function isRefused(program: Program, decl: Decl, labels: readonly string[], values: readonly Value[]): boolean {
  return values.some((value, index) => {
    const parameter = parameterFor(program, decl, labels, index);
    return parameter !== null && takes(program, parameter, value) === "no";
  });
}

/** Whether a call can tell the type parameters of a function: each stands in a parameter that is given, or in the result. */
function isInferable(program: Program, decl: Decl, labels: readonly string[]): boolean {
  const { typeParameters } = symbolOf(decl);
  const value = declaredValue(program, decl);
  const taken = matchArguments(symbolOf(decl), labels);
  if (typeParameters.length === 0 || value.is !== "function" || taken === null) return true;
  const given = [...taken.flatMap((index) => value.parameters[index] ?? []), value.result];
  return typeParameters.every((name) => given.some((each) => mentions(each, parameterId(decl, name))));
}

/** Whether a type has a type parameter in it. */
function mentions(value: Value, id: string, depth = 0): boolean {
  if (depth > 8) return true;
  const inner = (each: Value) => mentions(each, id, depth + 1);
  switch (value.is) {
    case "unknown":
      return true;
    case "parameter":
      return value.id === id;
    case "type":
    case "library":
      return value.args.some(inner);
    case "function":
      return value.parameters.some(inner) || inner(value.result);
    case "tuple":
      return value.items.some(inner);
    case "meta":
      return inner(value.of);
    default:
      return false;
  }
}

function scoreOf(program: Program, decl: Decl, labels: readonly string[], values: readonly Value[]): number {
  return values.reduce((sum, value, position) => {
    const parameter = parameterFor(program, decl, labels, position);
    return sum + (parameter === null ? 0 : { same: 3, yes: 2, maybe: 0, no: -3 }[takes(program, parameter, value)]);
  }, 0);
}
