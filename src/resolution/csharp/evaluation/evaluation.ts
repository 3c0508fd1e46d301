/** Meanings of expressions, and the state of their look-ups in one file. */
import type { ParseResult, Reference } from "../../../model/parse-result.js";
import type { External, NamespacePlace } from "../../place.js";
import type { Program } from "../../program.js";
import type { Decl, ProgramFile, ProgramSymbol } from "../../program-file.js";
import type { Arguments, GivenArgument } from "../arguments.js";
import { type Member, NOTHING, type TypeValue, type Value } from "../value.js";

/** The meaning of a name or an expression. */
export type Meaning =
  | { is: "value"; value: Value }
  /** A type of the project itself, not a value of it. */
  | { is: "typename"; value: TypeValue }
  | { is: "members"; members: Member[]; imported: boolean }
  | NamespacePlace
  /** A name outside the project: a type or namespace, or a member that has the value. */
  | { is: "outside"; place: External; value: Value; isType: boolean }
  | { is: "unknown" }
  | { is: "missing" };

/** The callee of a call, the receiver that it is called on, and the arguments. */
export interface Callee {
  meaning: Meaning;
  receiver: Meaning | null;
  given: Arguments;
}

/** Calls on the results of calls are followed to at most this depth. */
export const DEEPEST = 100;

export const NOT_KNOWN: Meaning = { is: "unknown" };

export const NO_ARGUMENTS: Arguments = {
  count: null,
  given: () => [],
  names: [],
  typeArguments: null,
  typeArgumentCount: 0,
  receiver: null,
};

export const NOT_EVALUATED: GivenArgument = { value: NOTHING };

export const NO_CALLEE: Callee = { meaning: NOT_KNOWN, receiver: null, given: NO_ARGUMENTS };

/** The state of the look-ups in one file. */
export interface Evaluation {
  program: Program;
  file: ProgramFile;
  parse: ParseResult;
  /** The callees of calls, by number of the call. Only calls in `askedAgain` are kept: a large file has many others. */
  callees: Map<number, Callee>;
  /** The results of calls, by number of the call. */
  results: Map<number, Value>;
  /** The assumed arguments of lambdas, by call, while their overload is being chosen. */
  assumed: Map<Reference, { argument: number; parameters: readonly Value[] }>;
  /** The number of lambda bodies that were evaluated for the choice of an overload. */
  bodiesEvaluated: number;
  /** The calls whose results or callbacks are parts of other references. */
  askedAgain: ReadonlySet<number>;
  /** The number of calls that are being looked up inside each other. */
  depth: number;
  /** The node ids of the file; null until they are asked for. */
  ownIds: Set<string> | null;
  /**
   * The questions that lead from a root back to a call. A callee is found by walks, and a walk may start at a callee's result. The files of these
   * import each other in one direction only, and ask in the other one here.
   */
  ask: {
    /** `resultOf` of results.ts. */
    resultOf(e: Evaluation, of: number): Value;
    /** `callbackOf` of callbacks.ts. */
    callbackOf(e: Evaluation, of: number, argument: number, parameter: number): Value;
  };
}

/** The meaning of a name in a type outside the project. */
export function outside(type: string, name: string, value: Value = NOTHING): Meaning {
  const place: External = { is: "external", module: null, name: type === "" ? name : `${type}.${name}`, type: null };
  return { is: "outside", place, value, isType: false };
}

/** The meaning of a member of a type without a name, or of a member of such a member. */
export function nameless(name: string, value: Value = NOTHING): Meaning {
  const place: External = { is: "external", module: null, name, type: null, isNameless: true };
  return { is: "outside", place, value, isType: false };
}

/** Whether nothing at all is known of a value. */
export function isUnknown(value: Value): boolean {
  return value.is === "unknown" && value.parameter === undefined;
}

/** A value of a type of the project; null for others. */
export function typeOrNull(value: Value): TypeValue | null {
  return value.is === "type" ? value : null;
}

/** The meaning of a value. */
export function valueMeaning(value: Value): Meaning {
  return { is: "value", value };
}

/** Whether a symbol is a method or a local function. */
export function isMethod({ kind }: ProgramSymbol): boolean {
  return kind === "method" || kind === "function";
}

/** Whether two declarations are the same symbol. */
export function isSameDecl(one: Decl, other: Decl): boolean {
  return one.file === other.file && one.index === other.index;
}
