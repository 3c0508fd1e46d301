/** Arguments of a call, as the choice of an overload sees them. */
import type { Argument } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import { type ProgramSymbol, symbolOf } from "../program-file.js";
import { parameterIds } from "./types.js";
import type { Member, Value } from "./value.js";

/** What a call is given for a parameter: a value, or a function of which only some things are known. */
export interface Given {
  value: Value;
  /** A lambda expression. */
  function?: Argument;
  /** The result of the lambda's body for arguments of such types. */
  gives?: (parameters: readonly Value[]) => Value;
  /** The methods that a name of some stands for. */
  methods?: readonly Member[];
}

/** A call's arguments, evaluated, as far as they are known. */
export interface Arguments {
  count: number | null;
  given: () => readonly Given[];
  /** The names of the last arguments, where they have some. */
  names: readonly string[];
  typeArguments: readonly Value[] | null;
  typeArgumentCount: number;
  /** What it is called on, for extension methods. */
  receiver: Value | null;
}

/** 1 for an extension method that is called on its first parameter. */
export function offsetOf(symbol: ProgramSymbol, { receiver }: Arguments): 0 | 1 {
  return symbol.extends !== null && receiver !== null ? 1 : 0;
}

const NO_BINDINGS: readonly [string, Value][] = [];

export function explicitBindings(
  program: Program,
  { decl }: Member,
  { typeArguments }: Arguments,
): readonly [string, Value][] {
  if (typeArguments === null || typeArguments.length !== symbolOf(decl).typeParameters.length) return NO_BINDINGS;
  return parameterIds(program, decl).map((id, at) => [id, typeArguments[at]!]);
}
