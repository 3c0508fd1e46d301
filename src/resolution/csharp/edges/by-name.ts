/** C#: calls that only their names tell of, and calls of extension methods on values of a library. */
import { lastOf, nth } from "../../../base/need.js";
import { flattenStep } from "../../../model/flat-types.js";
import type { Reference } from "../../../model/parse-result.js";
import { oneOfSeveral } from "../../edges/by-name.js";
import { isFitting } from "../../edges/targets.js";
import { addUnresolved } from "../../edges/work.js";
import { isReachable } from "../../members.js";
import { declsOf } from "../../name-index.js";
import type { Place } from "../../place.js";
import { type Decl, type ProgramSymbol, symbolOf } from "../../program-file.js";
import type { Likelihood, Work } from "../../semantics.js";
import { isOfListing, isVisibleExtension } from "../names.js";
import { csharpIndex } from "../state.js";

/** Whether a call on an unknown receiver may mean a member. */
export function mayBeCalled({ program, file }: Work, reference: Reference, decl: Decl): boolean {
  const symbol = symbolOf(decl);
  if (!isFitting(symbol, reference, true)) return false;
  if (symbol.extends !== null) return isVisibleExtension(program, file, decl) && !isOfListing(program, file, decl);
  return !symbol.isStatic && isReachable(program, file, decl) && !isOfListing(program, file, decl);
}

/**
 * Adds a call of a visible extension method on a value of a type outside the project. Of `connection.Query()` on a DbConnection only the library knows
 * whether that is an IDbConnection. Where no extension method is likely enough, the call counts as unresolved. False where none may be meant.
 */
export function extendOnExternal(work: Work, reference: Reference, receiver: Place | null): boolean {
  const { program, file } = work;
  const { index } = program;
  const { extensions: byName, members: named, simpleTypes } = csharpIndex(program);
  const name = flattenStep(lastOf(reference.path));
  const extensions = byName.get(name);
  if (
    extensions === undefined ||
    file.language.runtimeMembers.has(name) ||
    work.expressions?.isOnValue(reference) !== true
  )
    return false;
  // A type of the project cannot be a base of a type outside it.
  const mayExtend = (decl: Decl) => {
    const type = symbolOf(decl).extends;
    return type !== null && !simpleTypes.has(type) && mayBeCalled(work, reference, decl);
  };
  if (!declsOf(index, extensions).some(mayExtend)) return false;
  const isOpen = ({ extends: type, typeParameters }: ProgramSymbol) =>
    type !== null && (/^I\p{Lu}/u.test(type) || typeParameters.includes(type));
  const mayExtendAny = (decl: Decl) => isOpen(symbolOf(decl)) && mayExtend(decl);
  if (oneOfSeveral(work, reference, "extension", extensions, mayExtendAny) === "some") return true;
  const mayBeMeant = (decl: Decl) => mayBeCalled(work, reference, decl);
  const members = named.get(name);
  // `lambda.Body.Type.IsNullable()`: the type of the value is not known either.
  const isUntyped = receiver?.is === "external" && receiver.type === null;
  const isSure = isUntyped && declsOf(index, members).filter(mayBeMeant).every(mayExtend);
  if (isSure && oneOfSeveral(work, reference, "member", members, mayBeMeant) === "some") return true;
  addUnresolved(work, reference, "unknown-receiver", name);
  return true;
}

/** A call is likely to mean the only symbol of its name, unless a library gives the value that it is made on. */
export function likelihood(work: Work, reference: Reference, targets: readonly Decl[]): Likelihood {
  const isExtension = symbolOf(nth(targets, 0)).extends !== null;
  return { isLikely: isExtension || !isGivenByLibrary(work, reference), hasNamesakes: false };
}

/**
 * Whether a library gives the value that a call is made on: in `x.Should().Be(1)` nothing in the project declares `Should`. The only `Be` of the
 * project is then no likelier than a library's; an extension method that the file sees is likelier.
 */
function isGivenByLibrary(work: Work, { root }: Reference): boolean {
  if (root.in !== "result") return false;
  const giver = nth(work.parse.references, root.of);
  const last = giver.path.at(-1);
  const name = last === undefined ? undefined : flattenStep(last);
  const { members, extensions } = csharpIndex(work.program);
  const isUndeclared = name !== undefined && !members.has(name) && !extensions.has(name);
  return isUndeclared || isGivenByLibrary(work, giver);
}
