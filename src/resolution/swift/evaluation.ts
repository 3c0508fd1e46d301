/** The evaluation of the expressions of a file: its state, and the meanings of names. */
import type { ParseResult } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import { NOTHING, type Value } from "./value.js";

/** The evaluation of one file. */
export interface Evaluation {
  readonly program: Program;
  readonly file: ProgramFile;
  readonly parse: ParseResult;
  /** The meanings of callees by the numbers of their references. */
  readonly callees: Findings<number, Meaning>;
  readonly results: Findings<number, Value>;
  /** The values that calls expect of their arguments, by the numbers of both. */
  readonly expected: Findings<string, Value>;
  /** Findings that are not finished, and were asked for by others that they hang on themselves. */
  unfinished: Set<object>;
  /** How deep expressions in expressions are. */
  depth: number;
}

/** The findings of one kind: finished ones, and ones under way. */
export interface Findings<Key, Found> {
  readonly known: Map<Key, Found>;
  readonly open: Map<Key, object>;
}

/** Expressions in expressions deeper than this are unknown. */
export const DEEPEST = 60;

/** Begins the evaluation of a file. */
export function createEvaluation(program: Program, file: ProgramFile, parse: ParseResult): Evaluation {
  const none = () => ({ known: new Map(), open: new Map() });
  return { program, file, parse, callees: none(), results: none(), expected: none(), unfinished: new Set(), depth: 0 };
}

/**
 * Finds something once. An overload hangs on its arguments, and `.name` among these on the overload: where such a circle closes, `none` is the answer.
 * A finding that rests on that answer is not kept, and is found again when the circle is left.
 */
export function findOnce<Key, Found>(
  e: Evaluation,
  { known, open }: Findings<Key, Found>,
  key: Key,
  none: Found,
  find: () => Found,
): Found {
  const before = known.get(key);
  if (before !== undefined) return before;
  const circle = open.get(key);
  if (circle !== undefined) e.unfinished.add(circle);
  if (circle !== undefined || e.depth > DEEPEST) return none;
  const own = {};
  const outer = e.unfinished;
  open.set(key, own);
  e.unfinished = new Set();
  e.depth++;
  const found = find();
  e.depth--;
  open.delete(key);
  e.unfinished.delete(own);
  if (e.unfinished.size === 0) known.set(key, found);
  for (const each of e.unfinished) outer.add(each);
  e.unfinished = outer;
  return found;
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
  /** Of `$name` the binding to the property, of `_name` its wrapper: not the value of the property itself. */
  wrapper?: "Binding" | "Wrapper";
  /** The value of a dynamic member, if it differs from the value of the key path's declaration. */
  dynamic?: Value;
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
