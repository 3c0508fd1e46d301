/** Expressions of a C# file are resolved here, for the edges: the places that names lead to, and the callees of calls. */
import { lastOf, nth } from "../../base/need.js";
import { flattenStep } from "../../model/flat-types.js";
import type { ParseResult, Reference, Root } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, parentAt, symbolAt, symbolOf } from "../program-file.js";
import type { Expressions } from "../semantics.js";
import { argumentsOf } from "./evaluation/arguments.js";
import { callbackOf, likelyParameter } from "./evaluation/callbacks.js";
import { calleeAt } from "./evaluation/callee.js";
import { type Evaluation, isUnknown, type Meaning, valueMeaning } from "./evaluation/evaluation.js";
import { methodOf } from "./evaluation/methods.js";
import { placeOfMeaning, receiverPlace } from "./evaluation/places.js";
import { resultOf } from "./evaluation/results.js";
import { stepTo } from "./evaluation/steps.js";
import { valueAt } from "./evaluation/value-at.js";
import { start, walk } from "./evaluation/walk.js";
import { outsideOf } from "./levels.js";
import { choose } from "./overloads.js";
import { bindingsOf, thisValue } from "./types.js";
import { NOTHING } from "./value.js";

/** The look-ups of the expressions of one file. */
export function createCsharpExpressions(program: Program, file: ProgramFile, parse: ParseResult): Expressions {
  const e: Evaluation = {
    program,
    file,
    parse,
    callees: new Map(),
    results: new Map(),
    assumed: new Map(),
    bodiesEvaluated: 0,
    askedAgain: usedCalls(parse),
    depth: 0,
    ownIds: null,
    ask: { resultOf, callbackOf },
  };
  return {
    place: (reference, meaning) => placeOfReference(e, reference, meaning),
    callee(index) {
      const { meaning, receiver } = calleeAt(e, index);
      return { place: placeOfMeaning(e, meaning), receiver: receiver === null ? null : receiverPlace(e, receiver) };
    },
    likely: (index) => likelyPlace(e, index),
    narrowed: (reference, decls) => narrowed(e, reference, decls),
    isOnValue: (reference) => isOnValue(e, reference),
  };
}

function placeOfReference(
  e: Evaluation,
  reference: Reference,
  meaning: "type" | "any",
): { place: Place; receiver: Place | null } {
  const { root, path, from } = reference;
  let value = start(e, root, from, meaning);
  let receiver: Meaning | null = null;
  for (let step = 0; step < path.length; step++) {
    receiver = value;
    const isIndexed = step === path.length - 1 && reference.arguments !== undefined;
    value = stepTo(e, value, nth(path, step), isIndexed ? argumentsOf(e, reference, null) : null);
  }
  return { place: placeOfMeaning(e, value), receiver: receiver === null ? null : placeOfMeaning(e, receiver) };
}

function likelyPlace(e: Evaluation, index: number): Place | null {
  const reference = nth(e.parse.references, index);
  const { root, path } = reference;
  if (root.in !== "callback" || path.length === 0 || !isUnknown(valueAt(e, start(e, root, reference.from, "any"))))
    return null;
  const value = likelyParameter(e, root.of, root.argument, root.parameter);
  if (value === null) return null;
  let meaning = valueMeaning(value);
  for (const each of path.slice(0, -1)) meaning = stepTo(e, meaning, each, null);
  const last = lastOf(path);
  const found =
    reference.kind === "call"
      ? methodOf(e, meaning, flattenStep(last), reference).meaning
      : stepTo(e, meaning, last, null);
  const isDeclared = found.is === "members" && found.members.every(({ decl }) => symbolOf(decl).extends === null);
  return isDeclared ? placeOfMeaning(e, found) : null;
}

function narrowed(e: Evaluation, reference: Reference, decls: Decl[]): Decl[] {
  const members = decls.map((decl) => ({ decl, bindings: bindingsOf(e.program, NOTHING) }));
  const receiver = walk(e, { root: reference.root, path: reference.path.slice(0, -1) }, reference.from, "any");
  const fitting = choose(e.program, members, argumentsOf(e, reference, valueAt(e, receiver)));
  return fitting.length === 0 ? decls : fitting.map(({ decl }) => decl);
}

function isOnValue(e: Evaluation, { root, path, from }: Reference): boolean {
  const first = start(e, root, from, "any");
  if (first.is === "typename" || first.is === "namespace") return false;
  if (first.is === "outside")
    return !first.isType || (root.in === "free" && path.length === 1 && mayInherit(e, root.name, from));
  if (first.is !== "members") return true;
  // `Assembly.Load()` may be on the type, even where a property `Assembly Assembly` is seen.
  const value = valueAt(e, first);
  return !(value.is === "library" && value.name === symbolOf(nth(first.members, 0).decl).name && path.length === 1);
}

/** Whether an undeclared name may be a member of a library's base: `User` in a controller. */
function mayInherit({ program, file }: Evaluation, name: string, from: number): boolean {
  if (file.language.runtimeGlobals.has(name)) return false;
  for (let index = from; index > 0; index = parentAt(file, index)) {
    const own = isTypeKind(symbolAt(file, index).kind) ? thisValue(program, file, index) : null;
    if (own !== null && outsideOf(program, own) !== null) return true;
  }
  return false;
}

/** The calls of a file whose results or callbacks are parts of other references. */
function usedCalls({ references }: ParseResult): Set<number> {
  const used = new Set<number>();
  const add = ({ root }: { root: Root }) => {
    if (root.in === "result" || root.in === "callback") used.add(root.of);
  };
  for (const reference of references) {
    add(reference);
    for (const argument of reference.arguments ?? []) if (argument !== null) add(argument);
  }
  return used;
}
