/** Overloads: the functions of one name and fitting labels that the types of a call's arguments fit best. */
import type { Reference } from "../../model/parse-result.js";
import { MAX_TYPES } from "../declarations.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, nodeIdOf, symbolOf } from "../program-file.js";
import { matchArguments, parametersOf } from "./labels.js";
import { supersOf } from "./library.js";
import { basesOfPart, parameterId, partsOf } from "./types.js";
import { boundOf, identityOf, unwrapped, type Value } from "./value.js";
import { declaredValue } from "./values.js";

/** The declarations among some of one name that a call means most likely; all of them where none stands out. */
export function narrowed(program: Program, decls: Decl[], reference: Reference, values: readonly Value[]): Decl[] {
  const labels = reference.argumentNames ?? [];
  // So many overloads nobody writes: they are not compared.
  if (decls.length < 2 || decls.length > MAX_TYPES) return decls;
  const fitting = decls.filter(
    (decl) => symbolOf(decl).parameterNames === null || matchArguments(symbolOf(decl), labels) !== null,
  );
  const possible = fitting.filter(
    (decl) => !isRefused(program, decl, labels, values) && isInferable(program, decl, labels),
  );
  const left = possible.length > 0 ? possible : fitting.length > 0 ? fitting : decls;
  if (left.length < 2) return left;
  const scores = left.map((decl) => scoreOf(program, decl, labels, values));
  const best = Math.max(...scores);
  const first = left.filter((_, at) => scores[at] === best);
  return fewestDefaults(sameEffect(first, reference), labels);
}

/** Functions that differ in whether they take an async closure: the one that takes a closure as it is given. */
function sameEffect(decls: Decl[], { arguments: given, argumentNames = [] }: Reference): Decl[] {
  if (decls.length < 2) return decls;
  const fitting = decls.filter((decl) => {
    const parameters = parametersOf(symbolOf(decl));
    const taken = matchArguments(symbolOf(decl), argumentNames);
    return (given ?? []).every((argument, at) => {
      const parameter = parameters?.[taken?.[at] ?? -1];
      const isKnown = argument?.parameters !== undefined && parameter?.isClosure === true;
      return !isKnown || parameter.isAsync === (argument.isAsync === true);
    });
  });
  return fitting.length > 0 ? fitting : decls;
}

/** Of equals the ones that need the fewest defaults are meant. */
function fewestDefaults(decls: Decl[], labels: readonly string[]): Decl[] {
  if (decls.length < 2) return decls;
  const left = decls.map((decl) => (parametersOf(symbolOf(decl))?.length ?? 0) - labels.length);
  const least = Math.min(...left);
  return decls.filter((_, at) => left[at] === least);
}

/** The parameter that takes an argument: of a variadic one the element. */
function parameterFor(program: Program, decl: Decl, labels: readonly string[], at: number): Value | null {
  const symbol = symbolOf(decl);
  const taken = matchArguments(symbol, labels)?.[at];
  const value = declaredValue(program, decl);
  if (taken === undefined || value.is !== "function") return null;
  const parameter = value.parameters[taken];
  const isVariadic = parametersOf(symbol)?.[taken]?.isVariadic === true;
  return (isVariadic && parameter?.is === "library" ? parameter.args[0] : parameter) ?? null;
}

/** Whether an argument is of a type that a parameter cannot take. */
function isRefused(program: Program, decl: Decl, labels: readonly string[], values: readonly Value[]): boolean {
  return values.some((value, at) => {
    const parameter = parameterFor(program, decl, labels, at);
    return parameter !== null && takes(program, parameter, value) === "no";
  });
}

/** Whether a call can tell the type parameters of a function: each stands in a parameter that is given, or in the result. */
function isInferable(program: Program, decl: Decl, labels: readonly string[]): boolean {
  const { typeParameters } = symbolOf(decl);
  const value = declaredValue(program, decl);
  const taken = matchArguments(symbolOf(decl), labels);
  if (typeParameters.length === 0 || value.is !== "function" || taken === null) return true;
  const given = [...taken.flatMap((at) => value.parameters[at] ?? []), value.result];
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
  return values.reduce((sum, value, at) => {
    const parameter = parameterFor(program, decl, labels, at);
    return sum + (parameter === null ? 0 : { same: 3, yes: 2, maybe: 0, no: -3 }[takes(program, parameter, value)]);
  }, 0);
}

const LITERALS: ReadonlySet<string> = new Set([
  "library Int",
  "library String",
  "library Double",
  "library Bool",
  "library Array",
]);

/** Whether a parameter takes a value. */
function takes(program: Program, parameter: Value, value: Value): "same" | "yes" | "maybe" | "no" {
  const [one, other] = [unwrapped(parameter), unwrapped(value)];
  if (other.is === "unknown" || one.is === "unknown") return "maybe";
  const id = identityOf(one);
  const given = identityOf(other);
  if (one.is === "function" && other.is === "function") {
    const { length } = other.parameters;
    return length > 0 && length !== one.parameters.length ? "no" : "yes";
  }
  if (id === "" || given === "") return "maybe";
  if (other.is === "function") return one.is === "library" && !LITERALS.has(id) ? "maybe" : "no";
  if (id === given) return parameter.is === "library" && parameter.name === "Optional" ? "yes" : "same";
  if (one.is === "library" && (one.name === "Any" || one.name === "AnyObject")) return "maybe";
  if (isBase(program, other, id)) return "yes";
  // A type of the project may be made of a literal; types of a library may be aliases of each other.
  if (one.is === "library" && other.is === "library") return LITERALS.has(id) && LITERALS.has(given) ? "no" : "maybe";
  if (LITERALS.has(given)) return "maybe";
  if (one.is === "type" && symbolOf(firstDecl(one)).kind === "interface" && other.is === "library") return "maybe";
  return "no";
}

/** Whether a type is among the bases of a value's type. */
function isBase(program: Program, value: Value, id: string): boolean {
  const queue: Value[] = [boundOf(value)];
  const seen = new Set<string>();
  for (let at = 0; at < queue.length && at < 60; at++) {
    const each = queue[at];
    if (each === undefined) break;
    if (identityOf(each) === id) return true;
    const key = each.is === "type" ? nodeIdOf(firstDecl(each)) : identityOf(each);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const part of partsOf(program, each)) queue.push(...basesOfPart(program, part));
    if (each.is === "library")
      queue.push(...supersOf(each.name).map((name): Value => ({ is: "library", name, args: [] })));
  }
  return false;
}
