/** Meanings of expressions, and the state of their look-ups in one file. */
import type { ParseResult, Reference } from "../../../model/parse-result.js";
import type { Place } from "../../place.js";
import type { Program } from "../../program.js";
import type { Decl, ProgramFile, ProgramSymbol } from "../../program-file.js";
import type { Arguments, Given } from "../arguments.js";
import { type Member, NOTHING, type TypeValue, type Value } from "../value.js";

export type External = Extract<Place, { is: "external" }>;

/** What a name or an expression stands for. */
export type Meaning =
  | { is: "value"; value: Value }
  /** A type of the project, named. */
  | { is: "typename"; value: TypeValue }
  | { is: "members"; members: Member[]; imported: boolean }
  | { is: "namespace"; name: string }
  /** A name outside the project: of a type or namespace, or of a member that has the value. */
  | { is: "outside"; place: External; value: Value; isType: boolean }
  | { is: "unknown" }
  | { is: "missing" };

/** What a call calls, and what it is called on. */
export interface Callee {
  meaning: Meaning;
  receiver: Meaning | null;
  given: Arguments;
}

/** Calls on the results of calls are followed so deep. */
export const MAX_DEPTH = 100;

export const NOT_KNOWN: Meaning = { is: "unknown" };

export const NO_ARGUMENTS: Arguments = {
  count: null,
  given: () => [],
  names: [],
  typeArguments: null,
  typeArgumentCount: 0,
  receiver: null,
};

export const NOT_EVALUATED: Given = { value: NOTHING };

export const NO_CALLEE: Callee = { meaning: NOT_KNOWN, receiver: null, given: NO_ARGUMENTS };

/** The state of the look-ups in one file. */
export interface Evaluation {
  program: Program;
  file: ProgramFile;
  parse: ParseResult;
  /** Callees by number, only of calls whose results are asked for: a large file has many others. */
  callees: Map<number, Callee>;
  results: Map<number, Value>;
  /** The assumed arguments of lambdas, by call, while their overload is being chosen. */
  assumed: Map<Reference, { argument: number; parameters: readonly Value[] }>;
  bodiesEvaluated: number;
  /** The calls whose results or callbacks stand somewhere else. */
  askedAgain: ReadonlySet<number>;
  /** The number of calls that are being looked up inside of each other. */
  depth: number;
  /** The node ids of the file; null until they are asked for. */
  ownIds: Set<string> | null;
  /** The questions that lead from an expression to the calls in it. `createCsharpValues` answers them by results.ts. */
  ask: {
    resultOf(e: Evaluation, of: number): Value;
    callbackOf(e: Evaluation, of: number, argument: number, parameter: number): Value;
  };
}

export function outside(type: string, name: string, value: Value = NOTHING, isType = false): Meaning {
  const place: External = { is: "external", module: null, name: type === "" ? name : `${type}.${name}`, type: null };
  return { is: "outside", place, value, isType };
}

export function isUnknown(value: Value): boolean {
  return value.is === "unknown" && value.parameter === undefined;
}

export function typeOrNull(value: Value): TypeValue | null {
  return value.is === "type" ? value : null;
}

export function valueMeaning(value: Value): Meaning {
  return { is: "value", value };
}

export function isMethod({ kind }: ProgramSymbol): boolean {
  return kind === "method" || kind === "function";
}

export function isSameDecl(one: Decl, other: Decl): boolean {
  return one.file === other.file && one.index === other.index;
}
