/** Arguments of a call, as the choice of an overload sees them. */
import { nth } from "../../base/need.js";
import type { Argument } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import { type ProgramSymbol, symbolOf } from "../program-file.js";
import { parameterIds } from "./types.js";
import type { Member, Value } from "./value.js";

/** An argument of a call: a value, or a function that only some things are known of. */
export interface GivenArgument {
  value: Value;
  /** A lambda expression. */
  function?: Argument;
  /** The result of the lambda's body for arguments of the given types. */
  gives?: (parameters: readonly Value[]) => Value;
  /** The methods that a method's name stands for. */
  methods?: readonly Member[];
}

/** The arguments of a call, evaluated as far as they are known. */
export interface Arguments {
  count: number | null;
  given: () => readonly GivenArgument[];
  /** The names of the last arguments, as far as they have some. */
  names: readonly string[];
  typeArguments: readonly Value[] | null;
  typeArgumentCount: number;
  /** The receiver that extension methods are called on. */
  receiver: Value | null;
}

/** The number of parameters that the receiver takes: 1 for an extension method called on a value, else 0. */
export function offsetOf(symbol: ProgramSymbol, { receiver }: Arguments): 0 | 1 {
  return symbol.extends !== null && receiver !== null ? 1 : 0;
}

const NO_BINDINGS: readonly [string, Value][] = [];

/** The bindings of a method's type parameters by the type arguments that a call writes. */
export function explicitBindings(
  program: Program,
  { decl }: Member,
  { typeArguments }: Arguments,
): readonly [string, Value][] {
  if (typeArguments === null || typeArguments.length !== symbolOf(decl).typeParameters.length) return NO_BINDINGS;
  return parameterIds(program, decl).map((id, index) => [id, nth(typeArguments, index)]);
}
