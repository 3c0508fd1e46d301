/** Types as files write them, and the types that names mean. */
import { isWalk, type NamedType, type TypeExpr } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type ProgramFile, parentAt, symbolAt } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { commonOf } from "./conversions.js";
import { jvmEvaluate } from "./evaluate.js";
import { isKotlin } from "./packages.js";
import { jvmCaches } from "./state.js";
import {
  type JvmClass,
  NULL,
  primitive,
  substitute,
  type Type,
  typeOfClass,
  UNKNOWN,
  unwrapped,
  type VariableType,
} from "./types.js";

/** The type that is written in the symbol `from` of a file. `outer`: the symbol for look-ups of its names, if it is another one. */
export function typeIn(
  program: Program,
  file: ProgramFile,
  from: number,
  type: TypeExpr | null,
  outer: number = from,
): Type {
  if (type === null) return UNKNOWN;
  // Of several bounds the first is the one that most is known of.
  if (type.kind === "union" && isKotlin(file))
    return commonOf(
      program,
      type.of.map((each) => typeIn(program, file, from, each, outer)),
    );
  if (type.kind === "both" || type.kind === "union") return typeIn(program, file, from, type.of[0] ?? null, outer);
  if (type.kind === "function")
    return {
      is: "function",
      hasReceiver: type.self !== null,
      parameters: type.parameters.map((each) => typeIn(program, file, from, each, outer)),
      result: typeIn(program, file, from, type.result, outer),
    };
  return type.kind === "named" ? namedType(program, file, from, type, outer) : UNKNOWN;
}

function namedType(program: Program, file: ProgramFile, from: number, type: NamedType, outer: number): Type {
  const { root, path, args = [] } = type;
  if (isWalk(type)) return jvmEvaluate.typeOfWalk(program, file, from, type);
  const argsIn = () => args.map((arg) => typeIn(program, file, from, arg, outer));
  switch (root.in) {
    case "parameter":
      return variableNamed(program, file, from, root.name, typeIn(program, file, from, root.bound, outer));
    case "free": {
      const { name } = root;
      if (name === "[]") return { is: "array", of: argsIn()[0] ?? UNKNOWN };
      if (name.startsWith("?")) return { is: "wildcard", bound: argsIn()[0] ?? null };
      if (name === "null") return NULL;
      const basic = path.length === 0 ? primitive(name) : undefined;
      if (basic !== undefined) return basic;
      const names = path.filter((each) => typeof each === "string");
      const found = jvmEvaluate.typeNamed(program, file, outer, [name, ...names]);
      if (found === null) return UNKNOWN;
      if ("variables" in found) return aliasedType(program, found, argsIn) ?? typeOfClass(found, argsIn());
      return args.length === 0 ? found : { ...found, isOpen: true };
    }
    case "file":
    case "this": {
      const index = root.in === "file" ? root.symbol : root.type;
      const symbol = file.symbols[index];
      if (symbol === undefined || !isTypeKind(symbol.kind)) return UNKNOWN;
      return typeOfClass(jvmEvaluate.classOf(program, { file, index }), argsIn());
    }
    default:
      return UNKNOWN;
  }
}

/** The type that a `typealias` of Kotlin stands for; null for a class. */
export function aliasedType(program: Program, { decl, variables }: JvmClass, args: () => readonly Type[]): Type | null {
  if (decl === null || symbolAt(decl.file, decl.index).kind !== "type") return null;
  const { openAliases } = jvmCaches(program);
  const key = keyOf(decl);
  // An alias that leads back to itself means nothing.
  if (openAliases.has(key)) return UNKNOWN;
  openAliases.add(key);
  const type = typeIn(program, decl.file, decl.index, symbolAt(decl.file, decl.index).declaredType);
  openAliases.delete(key);
  if (variables.length === 0) return type;
  const given = args();
  return substitute(type, new Map(variables.map((variable, index) => [variable, unwrapped(given[index] ?? UNKNOWN)])));
}

function variableNamed(program: Program, file: ProgramFile, from: number, name: string, bound: Type): Type {
  for (let index = from; index > 0; index = parentAt(file, index)) {
    const number = symbolAt(file, index).typeParameters.indexOf(name);
    const variable = number < 0 ? undefined : jvmEvaluate.variablesOf(program, { file, index: index })[number];
    if (variable === undefined) continue;
    const type: VariableType = { is: "variable", variable, bound: bound.is === "unknown" ? null : bound };
    return type;
  }
  return UNKNOWN;
}
