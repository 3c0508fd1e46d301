/** Python: what type variables mean in a call, as its arguments tell: `def make(cls: type[T]) -> T` gives a User in `make(User)`. */
import type { Root, TypeExpr } from "../../model/parse-result.js";
import { VALUE } from "../../model/steps.js";
import { someInner, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { toInstance } from "../instance.js";
import type { Env, OpenEnv, Place, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { elementsOf } from "./library.js";
import { type Imported, importedVariables, variableNamed } from "./type-variables.js";

/** The arguments of a call as they are written; those with names stand in an object that comes last. */
export interface Given {
  root: Extract<Root, { in: "call" }>;
  written: WrittenType;
}

/** How values are found: the rules of values, which need this file. */
export interface Values {
  held(place: Place): TypeExpr;
  result(place: Place): Place;
}

/** The meanings of type variables of a function, or of the class that a constructor makes, in addition to the known ones. */
export function meaningsIn(
  program: Program,
  values: Values,
  callee: Decl,
  known: Env | undefined,
  { root, written }: Given,
): Env | undefined {
  const { parameterTypes, parameterNames } = symbolOf(callee);
  const imported = importedVariables(program, callee.file);
  if (!parameterTypes.some((type) => type !== null && hasVariables(type, imported))) return known;
  const env: OpenEnv = new Map(known);
  const names = parameterNames?.split(" ") ?? [];
  const unifyWith = (parameter: TypeExpr | null | undefined, argument: TypeExpr | null) => {
    if (argument === null || parameter === null || parameter === undefined || !hasVariables(parameter, imported))
      return;
    const given = program.evaluate.typedValue(program, { ...written, type: argument });
    unify({ program, values, env, callee, imported, depth: 0 }, parameter, given);
  };
  root.arguments.forEach((argument, index) => {
    if (argument?.kind !== "object") unifyWith(parameterTypes[index], argument);
    else
      argument.names.forEach((name, part) => {
        unifyWith(parameterTypes[names.indexOf(name)], argument.types[part] ?? null);
      });
  });
  return env.size === 0 ? known : env;
}

/** The meanings of a class's type parameters, in their order. */
export function argumentsOf(decl: Decl, env: Env | undefined): WrittenType[] {
  const unknown: WrittenType = { file: decl.file, from: decl.index, type: UNKNOWN_TYPE };
  return symbolOf(decl).typeParameters.map((name) => env?.get(name) ?? unknown);
}

/** Whether a type has type variables in it. */
export function hasVariables(type: TypeExpr, imported: Imported): boolean {
  const isInner = (part: TypeExpr) => hasVariables(part, imported);
  if (type.kind !== "named") return someInner(type, isInner);
  return variableNamed(type, imported) !== null || type.args?.some(isInner) === true;
}

interface Unification {
  program: Program;
  values: Values;
  env: OpenEnv;
  callee: Decl;
  imported: Imported;
  depth: number;
}

const DEEPEST = 6;

function unify(all: Unification, written: TypeExpr, given: Place): void {
  const { program, values, env, callee, imported, depth } = all;
  if (given.is === "unknown" || given.is === "missing" || depth > DEEPEST || !hasVariables(written, imported)) return;
  const inner = { ...all, depth: depth + 1 };
  if (written.kind === "union") {
    for (const part of written.of) unify(inner, part, given);
  } else if (written.kind === "function") {
    const result = given.is === "function" || given.is === "symbols" ? values.result(given) : given;
    if (result !== given) unify(inner, written.result, result);
  } else if (written.kind === "named") {
    const { path, args = [] } = written;
    const variable = variableNamed(written, imported);
    if (variable !== null) {
      const isOfClass = path.at(-1) === VALUE;
      const meant = isOfClass ? (given.is === "symbols" ? toInstance(program, given) : null) : given;
      if (meant === null || env.has(variable)) return;
      env.set(variable, { file: callee.file, from: callee.index, type: values.held(meant) });
      return;
    }
    for (const [part, place] of partsOf(program, callee, written, given)) {
      const expected = args[part];
      if (expected !== undefined) unify(inner, expected, program.evaluate.typedValue(program, place));
    }
  }
}

/** The type arguments of a value, in the places of a written type's arguments. */
function partsOf(program: Program, callee: Decl, written: TypeExpr, given: Place): [number, WrittenType][] {
  if (written.kind !== "named") return [];
  if (given.is === "external") {
    const { args = [] } = written;
    const elements = args.length === 1 ? elementsOf(program, given)?.slice(0, 1) : given.args;
    return elements?.map((each, index) => [index, each]) ?? [];
  }
  if (given.is !== "instance" || given.env === undefined) return [];
  const { args: _args, ...bare } = written;
  const expected = program.evaluate.typedValue(program, { file: callee.file, from: callee.index, type: bare });
  if (expected.is !== "instance" || keyOf(firstDecl(expected)) !== keyOf(firstDecl(given))) return [];
  return symbolOf(firstDecl(given)).typeParameters.flatMap((name, index): [number, WrittenType][] => {
    const meant = given.env?.get(name);
    return meant === undefined ? [] : [[index, meant]];
  });
}
