/** The state of the look-ups of expressions in one file, and the meanings that expressions have. */
import { nth } from "../../base/need.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import type { FoundMethod } from "./hierarchy.js";
import type { Given } from "./overloads.js";
import { type Field, type JvmClass, type OutsideType, type Type, UNKNOWN } from "./types.js";

/** The meaning of a name or an expression. */
export type Meaning =
  | { is: "value"; type: Type }
  | { is: "field"; field: Field; type: Type }
  /** A property that a method reads. */
  | { is: "read"; method: FoundMethod; type: Type }
  | { is: "type"; cls: JvmClass }
  | { is: "methods"; methods: readonly FoundMethod[] }
  /** A type of a library, or a member of one. */
  | OutsideType
  | { is: "package"; name: string }
  | { is: "unknown" }
  /** A name that nothing declares. */
  | { is: "missing" };

export const NOT_KNOWN: Meaning = { is: "unknown" };
export const MISSING_NAME: Meaning = { is: "missing" };

/** The callee of a call: methods, the class whose constructor the compiler adds, or the reason why none is known. */
export interface Callee {
  meaning: Meaning;
  /** The meaning of what stands before the name; null for none. */
  receiver: Meaning | null;
  given: readonly Given[] | null;
}

export const NO_CALLEE: Callee = { meaning: NOT_KNOWN, receiver: null, given: null };

/** The place of a name: the symbol and the lambda around it. */
export type Spot = Pick<Reference, "from" | "lambda">;

export interface Evaluation {
  readonly program: Program;
  readonly file: ProgramFile;
  readonly parse: ParseResult;
  readonly callees: Map<number, Callee>;
  readonly results: Map<number, Type>;
  /** The values that calls of libraries give, as far as they are none of the project's. */
  readonly outsideResults: Map<number, OutsideType | null>;
  /** The receivers of lambdas, by the call and the argument that they are. */
  readonly receivers: Map<number, Type | null>;
  /** The types and extensions around symbols: the receivers of what stands in no lambda. */
  readonly outerReceivers: Map<number, readonly Type[]>;
  /** The calls that are being looked up, with the depth of each. */
  readonly open: Map<number, number>;
  /** The depth of the outermost open call that was asked for again: results from below it are not kept, as they depend on where the look-up began. */
  cut: number;
  /** The number of look-ups of calls so far. */
  asked: number;
  /** For a call that is an argument: the call that takes it, and its number. */
  readonly takers: ReadonlyMap<number, { of: number; argument: number }>;
  /** The questions that lead from a value back to a call. calls.ts answers them. */
  readonly ask: {
    resultOf(e: Evaluation, of: number): Type;
    /** The value of a call that another call or a parameter takes. */
    usedResultOf(e: Evaluation, of: number): Type;
    callbackOf(e: Evaluation, of: number, argument: number, parameter: number): Type;
    /** The value of a call of a library, if it is of none of the project's types; null if it may be of one. */
    outsideResultOf(e: Evaluation, of: number): OutsideType | null;
    /** The receiver of the lambda that a call takes; null where it has none. */
    receiverOf(e: Evaluation, of: number, argument: number): Type | null;
  };
}

const UNCUT = 1e9;
/** Calls are looked up inside each other to at most this depth. */
const DEEPEST = 120;
/** At most this many look-ups of calls that are not kept in one file. */
const MOST_ASKED = 200_000;

/** The state for a file. */
export function createEvaluation(
  program: Program,
  file: ProgramFile,
  parse: ParseResult,
  ask: Evaluation["ask"],
): Evaluation {
  const takers = new Map<number, { of: number; argument: number }>();
  parse.references.forEach((reference, of) => {
    reference.arguments?.forEach((each, argument) => {
      if (each?.root.in === "result" && each.path.length === 0 && each.parameters === undefined)
        takers.set(each.root.of, { of, argument });
    });
  });
  return {
    program,
    file,
    parse,
    callees: new Map(),
    results: new Map(),
    outsideResults: new Map(),
    receivers: new Map(),
    outerReceivers: new Map(),
    open: new Map(),
    cut: UNCUT,
    asked: 0,
    takers,
    ask,
  };
}

const QUESTIONS = ["callee", "result", "outside", "receiver"] as const;

/** The questions that are asked of a reference. */
type Question = (typeof QUESTIONS)[number];

/** The answers to one question so far. */
interface Answers<Answer> {
  readonly question: Question;
  readonly known: Map<number, Answer>;
  /** Stands in where the look-up leads back to itself, or goes too deep. */
  readonly otherwise: Answer;
}

/** A look-up that may lead back to itself: the answer is kept, unless it depends on a look-up that is still open. */
export function kept<Answer>(e: Evaluation, answers: Answers<Answer>, index: number, find: () => Answer): Answer {
  const { question, known, otherwise } = answers;
  const before = known.get(index);
  if (before !== undefined) return before;
  const id = index * QUESTIONS.length + QUESTIONS.indexOf(question);
  const depth = e.open.get(id);
  if (depth !== undefined) {
    e.cut = Math.min(e.cut, depth);
    return otherwise;
  }
  if (e.open.size >= DEEPEST || e.asked++ > MOST_ASKED) return otherwise;
  const own = e.open.size;
  const outer = e.cut;
  e.cut = UNCUT;
  e.open.set(id, own);
  const answer = find();
  e.open.delete(id);
  if (e.cut >= own) {
    known.set(index, answer);
    e.cut = UNCUT;
  }
  e.cut = Math.min(e.cut, outer);
  return answer;
}

/** The only type of some; unknown where they differ. */
export function onlyType(types: readonly Type[]): Type {
  const [first] = types;
  if (first === undefined) return UNKNOWN;
  for (let index = 1; index < types.length; index++) if (!isAlike(first, nth(types, index))) return UNKNOWN;
  return first;
}

function isAlike(one: Type, other: Type): boolean {
  if (one.is === "class" && other.is === "class") return one.cls === other.cls;
  if (one.is === "primitive" && other.is === "primitive") return one.name === other.name;
  if (one.is === "variable" && other.is === "variable") return one.variable === other.variable;
  if (one.is === "array" && other.is === "array") return isAlike(one.of, other.of);
  return one === other;
}
