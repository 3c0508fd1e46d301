/** How likely a call or a use on an unknown value means the only member of its name. */
import { nth } from "../../base/need.js";
import { flattenStep } from "../../model/flat-types.js";
import type { Reference } from "../../model/parse-result.js";
import { isStep } from "../../model/steps.js";
import { declsOf } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, parentOf, symbolOf } from "../program-file.js";
import type { Likelihood, Work } from "../semantics.js";
import type { Evaluation } from "./evaluation.js";
import { primaryOf } from "./parts.js";
import { swiftIndex } from "./state.js";
import { declaredValue, memberMeaning } from "./values.js";
import { isOpenTo } from "./visibility.js";

/** Calls that give the value for each other are followed to at most this depth. */
const DEEPEST = 50;

/** A call is likely to mean the only symbols of its name, unless these give another type than `.name(…)` asks for, or a library gives the value. */
export function likelihood(work: Work, reference: Reference, targets: readonly Decl[]): Likelihood {
  const isAfterDot = isStep(reference.path.at(-2), "self");
  const isLikely = targets.every((target) => {
    if (isAfterDot) return givesOwnType(target);
    return !isOfProject(target) || !isGivenByLibrary(work, reference);
  });
  return { isLikely, hasNamesakes: false };
}

/**
 * Whether a static member may give its own type, as `.name(…)` asks for. A function of a struct or an enum that names another type does not. A class may give
 * one below it, and an extension of a protocol a type that conforms.
 */
function givesOwnType(decl: Decl): boolean {
  const { kind, declaredType } = symbolOf(decl);
  const owner = symbolOf(parentOf(decl));
  if (kind !== "method" || !/^(?:struct|enum)$/.test(owner.kind)) return true;
  if (declaredType?.kind !== "named" || declaredType.root.in !== "free") return true;
  const last = declaredType.path.at(-1) ?? declaredType.root.name;
  return last === owner.name || last === "Self" || last === "Optional";
}

/** Whether a type of the project declares a member, or an extension of one. An extension may add it to a library's. */
function isOfProject(decl: Decl): boolean {
  return symbolOf(parentOf(decl)).kind !== "extension";
}

/** In `Style.plain().updated()` a library gives the value: the only `updated` of the project is no likelier than that library's. */
function isGivenByLibrary(work: Work, { root }: Reference, depth = 0): boolean {
  if (root.in !== "result" || depth > DEEPEST) return false;
  const giver = nth(work.parse.references, root.of);
  const last = giver.path.at(-1);
  if (last === undefined) return false;
  if (work.expressions?.callee(root.of).place.is === "external") return true;
  const name = flattenStep(last);
  return !swiftIndex(work.program).members.has(name) || isGivenByLibrary(work, giver, depth + 1);
}

/** Of a name at most this many declarations are looked through. */
const MOST_CONSIDERED = 20;

/**
 * The static member that `.name` means if the expected type is unknown: the only one of its name in the project, added to a library's type by an
 * extension. `.cart.isOpen` leads on from a type in such an extension. Null for any other use.
 */
export function likelyStatic(e: Evaluation, index: number): Place | null {
  const { program, file, parse } = e;
  const { kind, root, path } = nth(parse.references, index);
  const [first, name, ...rest] = path;
  if (kind !== "value" || root.in !== "callback" || !isStep(first, "self") || typeof name !== "string") return null;
  const packed = swiftIndex(program).statics.get(name) ?? [];
  const [only, other] = packed.length > MOST_CONSIDERED ? [] : declsOf(program.index, packed);
  if (only === undefined || other !== undefined || !isAddedToLibrary(program, only) || !isOpenTo(file, only))
    return null;
  let found: Decl = only;
  for (const step of rest) {
    if (typeof step !== "string") return null;
    const value = declaredValue(program, found);
    const [member] = value.is === "meta" ? memberMeaning(e, value, step, undefined).decls : [];
    if (member === undefined) return null;
    found = member;
  }
  return { is: "symbols", decls: [found], imported: found.file !== file };
}

function isAddedToLibrary(program: Program, decl: Decl): boolean {
  const owner = parentOf(decl);
  return symbolOf(owner).kind === "extension" && primaryOf(program, owner) === null;
}
