/** Calls that only their names tell of: on values of unknown types, and of extension methods on values of a library. */

import type { EdgeKind } from "../../model/edge.js";
import { type Reference, VALUE } from "../../model/parse-result.js";
import { isVisibleExtension, withoutHidden } from "../csharp/names.js";
import { isReachable } from "../members.js";
import { declsOf } from "../name-index.js";
import type { Place } from "../place.js";
import { type Decl, nodeIdOf, type ProgramSymbol, symbolOf } from "../program-file.js";
import { hasNamesakes, isLikely } from "../typescript/guess.js";
import { emit, MAX_OVERLOADS } from "./emit.js";
import { lastNameOf } from "./last-name.js";
import { areOverloads, isFitting, ofMeaning, overloads } from "./targets.js";
import { addEdge, addUnresolved, unresolvedEdge, type Work } from "./work.js";

/** A call has an edge to each of at most this many symbols of its name; more say nothing. */
const MAX_CANDIDATES = 4;

/** Of a name at most this many symbols are looked through for the few that fit. */
const MAX_CONSIDERED = 60;

/** C#: adds a use of a member of the value that a library probably calls a lambda with, never as exact; false where no value is likely. */
export function likelyUse(work: Work, at: number, kind: EdgeKind): boolean {
  const reference = work.parse.references[at]!;
  const place = work.csharp!.likely(at);
  if (place === null || place.is !== "symbols") return false;
  const targets = overloads(ofMeaning(place.decls, kind === "calls" ? "call" : "value"), reference);
  if (targets.length === 0 || targets.length > MAX_OVERLOADS) return false;
  work.isGuess = true;
  emit(work, reference, kind, targets, place.imported, null);
  work.isGuess = false;
  return true;
}

/** A member call on a receiver of unknown type: it has edges only if the project has one such member, or a few. */
export function callByName(work: Work, reference: Reference): void {
  const { program, file } = work;
  // `t()` of `const { t } = useTranslation()` has no receiver: a class with a member of that name says nothing about it.
  const isTaken = reference.path.length === 2 && reference.path[0] === VALUE;
  const name = isTaken ? undefined : reference.path.at(-1);
  if (name === undefined || file.language.runtimeMembers.has(name)) {
    addUnresolved(work, reference, name === undefined ? "unknown-value" : "unknown-receiver", name ?? null);
    return;
  }
  const members = file.isCsharp ? program.index.csharpMembers : program.index.members;
  const found = oneOfSeveral(work, reference, "member", members.get(name), (decl) =>
    mayBeCalled(work, reference, decl),
  );
  if (found !== "some") addUnresolved(work, reference, found === "none" ? "unknown-receiver" : "too-many", name);
}

/** Whether a call on an unknown receiver may mean a member. */
function mayBeCalled({ program, file }: Work, reference: Reference, decl: Decl): boolean {
  const symbol = symbolOf(decl);
  if (!file.isCsharp) return isReachable(program, file, decl);
  if (!isFitting(symbol, reference, true)) return false;
  if (symbol.extends !== null) return isVisibleExtension(program, file, decl);
  return !symbol.isStatic && isReachable(program, file, decl);
}

/**
 * C#: a call of a visible extension method on a value of a type outside the project. Of `connection.Query()` on a DbConnection only the library knows
 * whether that is an IDbConnection. Where no extension method is likely enough, the call counts as unresolved. False where none may be meant.
 */
export function extendOnExternal(work: Work, reference: Reference, receiver: Place | null): boolean {
  const { program, file } = work;
  const { index } = program;
  const name = reference.path.at(-1)!;
  const extensions = index.extensions.get(name);
  if (extensions === undefined || file.language.runtimeMembers.has(name) || !work.csharp!.isOnValue(reference))
    return false;
  // A type of the project cannot be a base of a type outside it.
  const mayExtend = (decl: Decl) => {
    const type = symbolOf(decl).extends;
    return type !== null && !index.simpleTypes.has(type) && mayBeCalled(work, reference, decl);
  };
  if (!declsOf(index, extensions).some(mayExtend)) return false;
  const isOpen = ({ extends: type, typeParameters }: ProgramSymbol) =>
    /^I\p{Lu}/u.test(type!) || typeParameters.includes(type!);
  const mayExtendAny = (decl: Decl) => isOpen(symbolOf(decl)) && mayExtend(decl);
  if (oneOfSeveral(work, reference, "extension", extensions, mayExtendAny) === "some") return true;
  const mayBeMeant = (decl: Decl) => mayBeCalled(work, reference, decl);
  const members = index.csharpMembers.get(name);
  // `lambda.Body.Type.IsNullable()`: the type of the value is not known either.
  const isUntyped = receiver?.is === "external" && receiver.type === null;
  const isSure = isUntyped && declsOf(index, members).filter(mayBeMeant).every(mayExtend);
  if (isSure && oneOfSeveral(work, reference, "member", members, mayBeMeant) === "some") return true;
  addUnresolved(work, reference, "unknown-receiver", name);
  return true;
}

/** Adds a call of the only symbol that fits, or of each of a few; answers whether any fit, or too many. */
function oneOfSeveral(
  work: Work,
  reference: Reference,
  purpose: "member" | "extension",
  packed: readonly number[] | undefined,
  fits: (decl: Decl) => boolean,
): "none" | "some" | "too many" {
  if (packed === undefined) return "none";
  if (packed.length > MAX_CONSIDERED) return "too many";
  const { members } = work.program.caches;
  const { argumentCount, typeArgumentCount, argumentNames } = reference;
  const key = `${purpose} ${lastNameOf(work.file, reference)} ${argumentCount} ${typeArgumentCount} ${argumentNames?.join()}`;
  let targets = members.get(key);
  if (targets === undefined) {
    const fitting = declsOf(work.program.index, packed).filter(fits);
    targets = overloads(withoutHidden(work.program, work.file, fitting), reference);
    members.set(key, targets);
  }
  if (targets.length > 1 && work.csharp !== null) targets = work.csharp.narrowed(reference, targets);
  if (targets.length === 0) return "none";
  if (targets.length > (areOverloads(targets) ? MAX_OVERLOADS : MAX_CANDIDATES)) return "too many";
  const isExtension = symbolOf(targets[0]!).extends !== null;
  const { program, file } = work;
  // Other symbols have the name too, and the call may mean one of those.
  const hasOthers = !file.isCsharp && hasNamesakes(program, targets);
  const isFitted = file.isCsharp
    ? isExtension || !isGivenByLibrary(work, reference)
    : !hasOthers && isLikely(program, file, reference, targets[0]!);
  const isOne = targets.length === 1 && isFitted;
  const { from, line } = reference;
  const tier = isOne ? "unique" : "candidate";
  const rule = isOne ? "unique-name" : "same-name";
  for (const target of targets)
    addEdge(work, { source: from, kind: "calls", tier, rule, line, target: nodeIdOf(target) });
  if (hasOthers) addEdge(work, unresolvedEdge(reference, "calls", "unknown-receiver", symbolOf(targets[0]!).name));
  return "some";
}

/**
 * C#: whether a library gives the value that a call is made on: in `x.Should().Be(1)` nothing in the project declares `Should`. The only `Be` of the
 * project is then no likelier than a library's; an extension method that the file sees is likelier.
 */
function isGivenByLibrary(work: Work, { root }: Reference): boolean {
  if (work.csharp === null || root.in !== "result") return false;
  const giver = work.parse.references[root.of]!;
  const name = giver.path.at(-1);
  const { csharpMembers, extensions } = work.program.index;
  const isUndeclared = name !== undefined && !csharpMembers.has(name) && !extensions.has(name);
  return isUndeclared || isGivenByLibrary(work, giver);
}
