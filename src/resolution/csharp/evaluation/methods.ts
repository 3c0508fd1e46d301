/** The method that a call on a receiver calls: of the type and its bases, else an extension. */
import { nth } from "../../../base/need.js";
import { RUNTIME_TYPES } from "../../../languages/csharp/runtime-types.js";
import type { Reference } from "../../../model/parse-result.js";
import { fitsByNumber } from "../../members.js";
import { isTypeKind } from "../../name-index.js";
import { type ProgramSymbol, symbolOf } from "../../program-file.js";
import type { Arguments } from "../arguments.js";
import { fitOf } from "../conversions.js";
import { firstLevel, type Level, levelsOf, outsideOf } from "../levels.js";
import { isCollection } from "../library-kinds.js";
import { extensionDistance, isSeenFrom } from "../names.js";
import { choose, isSure } from "../overloads.js";
import { signatureOf } from "../signatures.js";
import { declaredValue, parameterValues, substitute } from "../types.js";
import { isNullable, type Member, NOTHING, notNull, type Value } from "../value.js";
import { argumentsOf } from "./arguments.js";
import { type Callee, type Evaluation, isMethod, type Meaning, outside, valueMeaning } from "./evaluation.js";
import { extensionsOf, isDeclaredExtension } from "./extensions.js";
import { missingMember } from "./meanings.js";
import { OF_NULLABLE } from "./members.js";
import { stepTo } from "./steps.js";
import { valueAt } from "./value-at.js";

/** The members that the arguments fit; if they seem to fit none, those that they fit by number. */
export function chosen(e: Evaluation, members: Member[], given: Arguments): Member[] {
  if (members.length === 1) return members;
  const fitting = choose(e.program, members, given);
  if (fitting.length > 0) return fitting;
  const byNumber = members.filter(({ decl }) => isTakenBy(symbolOf(decl), given));
  return byNumber.length > 0 ? byNumber : members;
}

/** Whether a symbol takes the arguments, by their number and names. */
export function isTakenBy(symbol: ProgramSymbol, { count, names, typeArgumentCount }: Arguments): boolean {
  return fitsByNumber(symbol, count, typeArgumentCount, names);
}

/** How a member is called. A property of a type that is not a delegate is not: `grid.Expand()` means a method, also beside a property `Expand`. */
function calledAs({ program }: Evaluation, { decl, bindings }: Member): "method" | "delegate" | "none" | "unknown" {
  if (isMethod(symbolOf(decl))) return "method";
  const value = substitute(declaredValue(program, decl), bindings);
  const signature = signatureOf(program, value);
  if (signature === null) return "none";
  return signature === "unknown" ? "unknown" : "delegate";
}

/** The methods of the nearest level that the arguments fit, or a member that holds a delegate; null for none. */
export function fromLevels(
  e: Evaluation,
  levels: Iterable<Level>,
  given: Arguments,
): Extract<Meaning, { is: "members" }> | null {
  for (const { members, imported } of levels) {
    const callable = calledAs(e, nth(members, 0));
    if (callable === "none") continue;
    if (callable !== "method") return { is: "members", members, imported };
    const fitting = choose(e.program, members, given);
    if (fitting.length > 0) return { is: "members", members: fitting, imported };
  }
  return null;
}

/** Levels without the private members that a place does not see; but a level that has no others is kept. */
function* seenLevels(e: Evaluation, levels: Iterable<Level>, from: number): Generator<Level> {
  for (const level of levels) {
    const members = level.members.filter(({ decl }) => isSeenFrom(e.file, from, decl));
    yield members.length > 0 ? { ...level, members } : level;
  }
}

/** The callee of `receiver.name(…)`: a method of the type or a base, an extension, or one outside the project. */
export function methodOf(e: Evaluation, receiver: Meaning, name: string, reference: Reference): Callee {
  const { program } = e;
  const value = receiver.is === "typename" ? receiver.value : valueAt(e, receiver);
  if (isNullable(value) && !OF_NULLABLE.has(name)) {
    // An overload that takes `T?` goes before one that needs a conversion.
    const extensions = extensionCalled(e, value, name, argumentsOf(e, reference, value), reference.from);
    if (extensions.length === 0) return methodOf(e, valueMeaning(notNull(value)), name, reference);
  }
  if (value.is !== "type") {
    const meaning = receiver.is === "members" || receiver.is === "value" ? valueMeaning(value) : receiver;
    const given = argumentsOf(e, reference, value.is === "library" ? value : null);
    const extension = value.is === "library" ? extensionCalled(e, value, name, given, reference.from) : [];
    if (extension.length > 0)
      return { meaning: { is: "members", members: extension, imported: true }, receiver, given };
    return { meaning: stepTo(e, meaning, name, null), receiver, given };
  }
  const given = argumentsOf(e, reference, null);
  const found = fromLevels(e, seenLevels(e, levelsOf(program, value, name, isCalled), reference.from), given);
  const isExtensible = receiver.is !== "typename";
  const called = { ...given, receiver: value };
  if (found !== null) {
    const isClear =
      !isExtensible || !isDeclaredExtension(e, name) || found.members.some((member) => isSure(program, member, given));
    const extensions = isClear ? [] : extensionCalled(e, value, name, called, reference.from);
    // Few types of a library are delegates. So where a property and an extension share a name, the call is of the extension.
    const isValue = extensions.length > 0 && calledAs(e, nth(found.members, 0)) === "unknown";
    const members = isValue ? extensions : [...found.members, ...extensions];
    return { meaning: { ...found, members }, receiver, given: extensions.length > 0 ? called : given };
  }
  const extensions = isExtensible
    ? extensionCalled(e, value, name, called, reference.from)
    : choose(
        program,
        extensionsOf(e, value, name, (symbol) => symbol.extendsType),
        given,
      );
  if (extensions.length > 0) {
    return {
      meaning: { is: "members", members: extensions, imported: true },
      receiver,
      given: isExtensible ? called : given,
    };
  }
  const level = firstLevel(program, value, name);
  const isObjects = isObjectMember(name) && !level?.members.some(({ decl }) => isTakenBy(symbolOf(decl), given));
  if (level !== null && !isObjects && outsideOf(program, value) === null) {
    return {
      meaning: { is: "members", members: chosen(e, level.members, given), imported: level.imported },
      receiver,
      given,
    };
  }
  return { meaning: isObjectMember(name) ? outside("object", name) : missingMember(e, value, name), receiver, given };
}

/** The extension methods that a call on a value may call, by the types that they extend. */
function extensionCalled(e: Evaluation, value: Value, name: string, given: Arguments, from: number): Member[] {
  const { program } = e;
  const all = extensionsOf(e, value, name, (symbol) => (isMethod(symbol) ? symbol.extends : null));
  const fitting = all.filter(({ decl }) => {
    const [extended = NOTHING] = parameterValues(program, decl);
    const fit = fitOf(program, value, extended);
    return fit === "same" || (fit === "yes" && !givesWay(extended, value, name, given));
  });
  if (fitting.length === 0) return fitting;
  const called = { ...given, receiver: value };
  return nearestExtension(e, fitting, called, from) ?? choose(program, fitting, called);
}

/**
 * Whether an extension of a more general type gives way to a method that a collection of the library has itself: `Add` of a Dictionary goes before
 * `Add(this ICollection<KeyValuePair<K, V>> all, K key, V value)`. A method that takes a lambda is rarely the library's.
 */
function givesWay(extended: Value, value: Value, name: string, { given }: Arguments): boolean {
  if (value.is !== "library" || extended.is !== "library" || extended.name === value.name) return false;
  if (value.name === "Array" || !isCollection(value.name)) return false;
  return (
    RUNTIME_TYPES.get(value.name)?.has(name) === true && given().every((argument) => argument.function === undefined)
  );
}

/** The extension methods of the nearest namespace, if they surely fit; else null. Namespaces around the call go before those of usings. */
function nearestExtension(e: Evaluation, members: readonly Member[], given: Arguments, from: number): Member[] | null {
  const { program } = e;
  if (members.length < 2) return null;
  const distances = members.map(({ decl }) => extensionDistance(e.file, from, decl));
  const nearest = Math.min(...distances);
  if (distances.every((distance) => distance === nearest)) return null;
  const near = members.filter((_, index) => distances[index] === nearest);
  const found = choose(program, near, given);
  return found.length > 0 && found.every((member) => isSure(program, member, given)) ? found : null;
}

/** Whether a call may mean a symbol of its name. */
export function isCalled({ kind, isExplicit }: ProgramSymbol): boolean {
  return kind !== "constructor" && !isExplicit && !isTypeKind(kind);
}

const OBJECT_MEMBERS: ReadonlySet<string> = new Set([
  "ToString",
  "Equals",
  "GetHashCode",
  "GetType",
  "MemberwiseClone",
  "ReferenceEquals",
]);

/** Whether every type has a member of the name. */
export function isObjectMember(name: string): boolean {
  return OBJECT_MEMBERS.has(name);
}
