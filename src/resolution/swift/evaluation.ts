/** The evaluation of the expressions of a file: what it keeps, and what names were found to mean. */
import type { ParseResult } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import { NOTHING, type Value } from "./value.js";

/** The evaluation of one file. */
export interface Evaluation {
  readonly program: Program;
  readonly file: ProgramFile;
  readonly parse: ParseResult;
  /** The meanings of callees by the numbers of their references; null while one is being found. */
  readonly callees: Map<number, Meaning | null>;
  readonly results: Map<number, Value>;
  /** The values that calls expect of their arguments, by the numbers of both. */
  readonly expected: Map<string, Value>;
  /** How deep expressions in expressions are. */
  depth: number;
}

/** The meaning of a name: the declarations that it may mean, or else a value alone. */
export interface Meaning {
  decls: readonly Decl[];
  /** The value that the declarations are members of; unknown for others. */
  receiver: Value;
  /** The type that has the members, in terms of the receiver. */
  owner: Value;
  /** The value of a name that no declaration of the project stands for. */
  value: Value;
  /** Where it is not of the project: its name outside, if any. */
  outside: string | null;
  /** It is known that the place before it has no such member. */
  isMissing: boolean;
}

export const UNKNOWN_MEANING: Meaning = {
  decls: [],
  receiver: NOTHING,
  owner: NOTHING,
  value: NOTHING,
  outside: null,
  isMissing: false,
};

/** The meaning of a value that has no declaration. */
export function ofValue(value: Value): Meaning {
  return value.is === "unknown" ? UNKNOWN_MEANING : { ...UNKNOWN_MEANING, value };
}
