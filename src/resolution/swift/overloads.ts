/** Overloads: the functions of one name and fitting labels that the types of a call's arguments fit best. */
import type { Reference } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, nodeIdOf, symbolOf } from "../program-file.js";
import { matchArguments, parametersOf } from "./labels.js";
import { supersOf } from "./library.js";
import { basesOfPart, partsOf } from "./types.js";
import { boundOf, identityOf, unwrapped, type Value } from "./value.js";
import { declaredValue } from "./values.js";

/** The declarations among some of one name that a call means most likely; all of them where none stands out. */
export function narrowed(program: Program, decls: Decl[], reference: Reference, values: readonly Value[]): Decl[] {
  const labels = reference.argumentNames;
  if (labels === undefined || decls.length < 2) return decls;
  const fitting = decls.filter((decl) => symbolOf(decl).parameterNames === null || matchArguments(symbolOf(decl), labels) !== null);
  const possible = fitting.filter((decl) => !isRefused(program, decl, labels, values));
  const left = possible.length > 0 ? possible : fitting.length > 0 ? fitting : decls;
  if (left.length < 2) return left;
  const scores = left.map((decl) => scoreOf(program, decl, labels, values));
  const best = Math.max(...scores);
  const first = left.filter((_, at) => scores[at] === best);
  return fewestDefaults(first, labels);
}

/** Of equals the ones that need the fewest defaults are meant. */
function fewestDefaults(decls: Decl[], labels: readonly string[]): Decl[] {
  if (decls.length < 2) return decls;
  const left = decls.map((decl) => (parametersOf(symbolOf(decl))?.length ?? 0) - labels.length);
  const least = Math.min(...left);
  return decls.filter((_, at) => left[at] === least);
}

function parameterFor(program: Program, decl: Decl, labels: readonly string[], at: number): Value | null {
  const taken = matchArguments(symbolOf(decl), labels)?.[at];
  const value = declaredValue(program, decl);
  return taken === undefined || value.is !== "function" ? null : (value.parameters[taken] ?? null);
}

/** Whether an argument is of a type that a parameter cannot take. */
function isRefused(program: Program, decl: Decl, labels: readonly string[], values: readonly Value[]): boolean {
  return values.some((value, at) => {
    const parameter = parameterFor(program, decl, labels, at);
    return parameter !== null && takes(program, parameter, value) === "no";
  });
}

function scoreOf(program: Program, decl: Decl, labels: readonly string[], values: readonly Value[]): number {
  return values.reduce((sum, value, at) => {
    const parameter = parameterFor(program, decl, labels, at);
    return sum + (parameter === null ? 0 : { same: 3, yes: 2, maybe: 0, no: -3 }[takes(program, parameter, value)]);
  }, 0);
}

const LITERALS: ReadonlySet<string> = new Set(["library Int", "library String", "library Double", "library Bool", "library Array"]);

/** Whether a parameter takes a value. */
function takes(program: Program, parameter: Value, value: Value): "same" | "yes" | "maybe" | "no" {
  const [one, other] = [unwrapped(parameter), unwrapped(value)];
  if (other.is === "unknown" || one.is === "unknown") return "maybe";
  const id = identityOf(one);
  const given = identityOf(other);
  if (id === "" || given === "") return "maybe";
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
    if (each.is === "library") queue.push(...supersOf(each.name).map((name): Value => ({ is: "library", name, args: [] })));
  }
  return false;
}
