/** What the expressions of a C# file mean: the members that names lead to, what calls call and give, and what functions are called with. */

import {
  type Argument,
  AWAITED,
  CALLED,
  EACH,
  LISTED,
  NOT_NULL,
  OR_NULL,
  type ParseResult,
  type Reference,
  type Root,
  stepNumber,
} from "../../model/parse-result.js";
import { toInstance } from "../instance.js";
import { rootPlace, step } from "../lookup.js";
import { declsOf, isDeclaredName, isTypeKind } from "../name-index.js";
import { MISSING, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, type ProgramSymbol, symbolOf } from "../program-file.js";
import {
  awaitedValue,
  libraryCallback,
  libraryItem,
  libraryOut,
  libraryPart,
  libraryProperty,
  libraryResult,
} from "./library.js";
import { csharpName, extensionDistance, isVisibleExtension, withoutHidden } from "./names.js";
import { type Arguments, calledValue, choose, fitsByNumber, type Given, inferred, isSure } from "./overloads.js";
import { runtimeMember } from "./runtime-library.js";
import {
  basesOfValue,
  bindingsOf,
  declaredValue,
  ENUMS,
  elementOf,
  firstLevel,
  fitOf,
  isInterface,
  isNullable,
  isSameValue,
  isValueType,
  type Level,
  levelsOf,
  libraryNames,
  libraryValue,
  type Member,
  NOTHING,
  notNull,
  orNull,
  outsideOf,
  parameterValues,
  signatureOf,
  substitute,
  thisValue,
  typeId,
  valueOfPlace,
  valueOfType,
} from "./types.js";
import type { TypeValue, Value } from "./value.js";

type External = Extract<Place, { is: "external" }>;

/** What a name or an expression stands for. */
type Meaning =
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
interface Callee {
  meaning: Meaning;
  receiver: Meaning | null;
  given: Arguments;
}

export interface CsharpValues {
  /** What the names of a reference lead to, and what the last is a member of. */
  place(reference: Reference, meaning: "type" | "any"): { place: Place; receiver: Place | null };
  /** What the call, `new` or operator `references[at]` calls. */
  callee(at: number): { place: Place; receiver: Place | null };
  /** What a member of a lambda's parameter means whose type no source tells, if that is of the type that the call around it is about; else null. */
  likely(at: number): Place | null;
  /** Those of some methods of the name that the call's arguments fit best. */
  narrowed(reference: Reference, decls: Decl[]): Decl[];
  /** Whether the first name of a call is no type: `Assembly.Load()` is no call on a value. */
  isOnValue(reference: Reference): boolean;
}

/** Calls on the results of calls are followed so deep. */
const MAX_DEPTH = 100;
/** Lambdas in lambdas whose overloads are all open, and how many bodies of a file are looked at for that. */
const MAX_ASSUMED = 4;
const MAX_BODIES = 20_000;
/** Names with more extensions than these are not looked through. */
const MAX_EXTENSIONS = 400;
const NOT_KNOWN: Meaning = { is: "unknown" };
const NO_ARGUMENTS: Arguments = {
  count: null,
  given: () => [],
  names: [],
  typeArguments: null,
  typeArgumentCount: 0,
  receiver: null,
};
const NOT_EVALUATED: Given = { value: NOTHING };
const NO_CALLEE: Callee = { meaning: NOT_KNOWN, receiver: null, given: NO_ARGUMENTS };

/** Look-ups of the expressions of one file. */
export function createCsharpValues(program: Program, file: ProgramFile, parse: ParseResult): CsharpValues {
  /** What the calls call whose results are asked for: a large file's other calls are not kept in mind. */
  let callees = new Map<number, Callee>();
  let results = new Map<number, Value>();
  /** The assumed arguments of lambdas, by call, while their overload is being chosen. */
  const assumed = new Map<Reference, { argument: number; parameters: readonly Value[] }>();
  let bodiesEvaluated = 0;
  const askedAgain = usedCalls(parse);
  let depth = 0;
  let ownIds: Set<string> | null = null;

  /** Where the root of a reference leads. */
  function start(root: Root, from: number, meaning: "type" | "any"): Meaning {
    switch (root.in) {
      case "result":
        return valueMeaning(resultOf(root.of));
      case "callback":
        return valueMeaning(callbackOf(root.of, root.argument, root.parameter));
      case "instance":
        return valueMeaning(valueOfType(program, file, from, root.type));
      case "this":
        return valueMeaning(thisValue(program, file, root.type) ?? NOTHING);
      case "super": {
        const own = thisValue(program, file, root.type);
        const base = own === null ? undefined : basesOfValue(program, own).find((each) => !isInterface(each));
        return valueMeaning(base ?? libraryValue("object"));
      }
      case "free":
        return freeName(root.name, from, meaning);
      case "file":
      case "import":
        return meaningOf(rootPlace(program, file, from, root, meaning));
      default:
        return NOT_KNOWN;
    }
  }

  function freeName(name: string, from: number, meaning: "type" | "any"): Meaning {
    const found = meaningOf(csharpName(program, file, from, name, meaning, null));
    return found.is === "members" ? (inheritedMembers(name, from, found) ?? found) : found;
  }

  /** The members with what the type parameters of the bases that declare them stand for. */
  function inheritedMembers(name: string, from: number, found: Extract<Meaning, { is: "members" }>): Meaning | null {
    const [first] = found.members;
    for (let at = from; at > 0; at = file.symbols[at]!.parent) {
      const own = isTypeKind(file.symbols[at]!.kind) ? thisValue(program, file, at) : null;
      if (own === null) continue;
      for (const level of levelsOf(program, own, name)) {
        if (level.members.some(({ decl }) => isSameDecl(decl, first!.decl))) return { is: "members", ...level };
      }
    }
    return null;
  }

  function meaningOf(place: Place): Meaning {
    switch (place.is) {
      case "symbols": {
        const [first] = place.decls;
        if (first === undefined) return NOT_KNOWN;
        const { kind } = symbolOf(first);
        if (kind === "namespace") return { is: "namespace", name: namespaceName(first) };
        if (!isTypeKind(kind)) {
          const members = place.decls.filter((decl) => !isTypeKind(symbolOf(decl).kind));
          return {
            is: "members",
            members: members.map((decl) => ({ decl, bindings: bindingsOf(program, NOTHING) })),
            imported: place.imported,
          };
        }
        const value = valueOfPlace(toInstance(program, place));
        return value.is === "type" ? { is: "typename", value } : NOT_KNOWN;
      }
      case "instance":
        return valueMeaning(valueOfPlace(place));
      case "external":
        return place.type === null
          ? { is: "outside", place, value: NOTHING, isType: true }
          : valueMeaning(valueOfPlace(place));
      case "namespace":
        return place;
      case "missing":
        return { is: "missing" };
      default:
        return NOT_KNOWN;
    }
  }

  function walk(
    { root, path }: { root: Root; path: readonly string[] },
    from: number,
    meaning: "type" | "any",
  ): Meaning {
    let at = start(root, from, meaning);
    for (const name of path) at = stepTo(at, name, null);
    return at;
  }

  /** One step of a walk. `given`: what an index is given. */
  function stepTo(at: Meaning, name: string, given: Arguments | null): Meaning {
    if (name.startsWith("(")) return stepInto(at, name);
    switch (at.is) {
      case "namespace":
        return meaningOf(step(program, at, name, null));
      case "outside":
        return at.value.is === "unknown" && at.value.parameter === undefined
          ? outside(at.place.name, name, at.isType ? staticMember(at.place, name) : NOTHING)
          : memberOfValue(at.value, name, given);
      case "typename":
        return memberOfType(at.value, name);
      case "value":
      case "members":
        return memberOfValue(valueAt(at), name, given);
      default:
        return at.is === "missing" ? NOT_KNOWN : at;
    }
  }

  function outside(type: string, name: string, value: Value = NOTHING, isType = false): Meaning {
    const place: External = { is: "external", module: null, name: type === "" ? name : `${type}.${name}`, type: null };
    return { is: "outside", place, value, isType };
  }

  /** The value of a static member of a .NET type: `DateTime.UtcNow`. */
  function staticMember(type: External, name: string): Value {
    const value = valueOfPlace(toInstance(program, type));
    return value.is === "library" && ENUMS.has(value.name) ? value : (runtimeMember(program, value, name) ?? NOTHING);
  }

  /** A static member or an inner type; in an enum, one of its values. */
  function memberOfType(type: TypeValue, name: string): Meaning {
    const level = firstLevel(program, type, name);
    if (level !== null) return levelMeaning(level);
    const extensions = extensionsOf(type, name, (symbol) => symbol.extendsType);
    if (extensions.length > 0) return { is: "members", members: extensions, imported: true };
    return missingMember(type, name);
  }

  function levelMeaning({ members, imported }: Level): Meaning {
    const types = members.filter(({ decl }) => isTypeKind(symbolOf(decl).kind));
    if (types.length === 0) return { is: "members", members, imported };
    return meaningOf({ is: "symbols", decls: types.map(({ decl }) => decl), imported });
  }

  function missingMember(type: TypeValue, name: string): Meaning {
    const base = outsideOf(program, type);
    if (base === null) return { is: "missing" };
    return base.is === "library" ? outside(base.full, name) : NOT_KNOWN;
  }

  function memberOfValue(of: Value, name: string, given: Arguments | null): Meaning {
    const value = isNullable(of) && !OF_NULLABLE.has(name) ? notNull(of) : of;
    if (value.is === "unknown") return NOT_KNOWN;
    if (value.is === "library") {
      const found = extensionsOf(value, name, propertyOf);
      if (found.length > 0) return { is: "members", members: found, imported: true };
      const inner = name === "this[]" ? libraryItem(program, value) : libraryProperty(program, value, name);
      return outside(value.full, name, inner);
    }
    const level = firstLevel(program, value, name);
    if (level !== null) {
      const isIndexer = name === "this[]";
      const all = isIndexer ? [...levelsOf(program, value, name)].flatMap(({ members }) => members) : level.members;
      const members = given === null || all.length < 2 ? all : choose(program, all, given);
      return levelMeaning({ ...level, members: members.length === 0 ? all : members });
    }
    const found = extensionsOf(value, name, propertyOf);
    if (found.length > 0) return { is: "members", members: found, imported: true };
    // Of a value that may be null.
    if (name === "Value" && mayBeStruct(value)) return valueMeaning(value);
    const inner = name === "this[]" ? libraryItem(program, value) : libraryProperty(program, value, name);
    if (inner.is !== "unknown") return outside(symbolOf(value.decls[0]!).name, name, inner);
    return missingMember(value, name);
  }

  function mayBeStruct(value: TypeValue): boolean {
    const { kind } = symbolOf(value.decls[0]!);
    return kind === "struct" || kind === "enum" || kind === "record";
  }

  /** What awaiting a value gives, a loop over it, taking it apart, or a function that it is. */
  function stepInto(at: Meaning, name: string): Meaning {
    const value = valueAt(at);
    if (name === AWAITED) return valueMeaning(awaitedValue(value));
    if (name === EACH) return valueMeaning(elementOf(program, value));
    if (name === CALLED) return valueMeaning(calledValue(program, value));
    if (name === NOT_NULL) return isNullable(value) ? valueMeaning(notNull(value)) : at;
    if (name === OR_NULL) return isValueType(value) ? valueMeaning(orNull(value)) : at;
    if (name === LISTED) return valueMeaning(value.is === "unknown" ? NOTHING : libraryValue("IEnumerable", [value]));
    const item = stepNumber(name, "item");
    if (item >= 0) return valueMeaning(partOf(value, item));
    const parameter = stepNumber(name, "parameter");
    const signature = parameter < 0 ? null : signatureOf(program, value);
    if (signature === null || signature === "unknown") return NOT_KNOWN;
    return valueMeaning(signature.parameters[parameter] ?? NOTHING);
  }

  /** What `var (a, b) = value` sets the variable of a number to. */
  function partOf(value: Value, at: number): Value {
    if (value.is !== "type") return libraryPart(value, at);
    const method = firstLevel(program, value, "Deconstruct")?.members;
    if (method !== undefined) {
      if (method.length !== 1) return NOTHING;
      return substitute(parameterValues(program, method[0]!.decl)[at] ?? NOTHING, method[0]!.bindings);
    }
    const [first] = value.decls;
    if (symbolOf(first!).kind !== "record") return NOTHING;
    const [primary] = constructorsOf(value);
    if (primary === undefined) return NOTHING;
    return substitute(parameterValues(program, primary.decl)[at] ?? NOTHING, primary.bindings);
  }

  /** The value that stands where a meaning is used as one. */
  function valueAt(at: Meaning): Value {
    switch (at.is) {
      case "value":
      case "outside":
        return at.value;
      case "members": {
        let value = NOTHING;
        for (const member of at.members) {
          const one = valueOfMember(member);
          if (one.is === "unknown" && one.parameter === undefined) return NOTHING;
          if (value.is !== "unknown" && typeId(value) !== typeId(one)) return NOTHING;
          value = one;
        }
        return seen(value, at);
      }
      default:
        return NOTHING;
    }
  }

  function valueOfMember({ decl, bindings }: Member): Value {
    const { kind, parent } = symbolOf(decl);
    if (kind === "method" || kind === "function") return NOTHING;
    const owner = decl.file.symbols[parent];
    if (kind === "constant" && owner?.kind === "enum") {
      return valueOfPlace(
        toInstance(program, { is: "symbols", decls: [{ file: decl.file, index: parent }], imported: false }),
      );
    }
    return substitute(declaredValue(program, decl), bindings);
  }

  /** What is found by way of another file is imported. */
  function seen(value: Value, { members, imported }: { members: readonly Member[]; imported: boolean }): Value {
    if (value.is !== "type" || value.imported) return value;
    return imported || members.some(({ decl }) => decl.file !== file) ? { ...value, imported: true } : value;
  }

  /** The extensions of a value or type of the name that are seen from this file. */
  function extensionsOf(
    value: Value,
    name: string,
    extendedBy: (symbol: ProgramSymbol) => string | null | undefined,
  ): Member[] {
    const packed = program.index.extensions.get(name);
    if (packed === undefined || packed.length > MAX_EXTENSIONS) return [];
    const names = typeNames(value);
    const decls = declsOf(program.index, packed).filter((decl) => {
      const symbol = symbolOf(decl);
      const extended = extendedBy(symbol);
      if (extended === null || extended === undefined) return false;
      const isNamed = names.has(extended) || symbol.typeParameters.includes(extended);
      return isNamed && isVisibleExtension(program, file, decl);
    });
    return withoutHidden(program, file, decls).map((decl) => ({ decl, bindings: bindingsOf(program, NOTHING) }));
  }

  /** The bare names under which extensions may name a value's type. */
  function typeNames(value: Value): Set<string> {
    const names = new Set(["object"]);
    for (const each of [value, notNull(value), ...basesOfValue(program, value)]) {
      if (each.is === "type") names.add(symbolOf(each.decls[0]!).name);
      for (const name of libraryNames(program, each)) names.add(name);
    }
    return names;
  }

  function argumentsOf(reference: Reference, receiver: Value | null): Arguments {
    const { from, argumentCount, argumentNames = [], typeArgumentCount = 0, typeArguments } = reference;
    let values: readonly Given[] | null = null;
    return {
      count: argumentCount ?? reference.arguments?.length ?? null,
      // Evaluated when they are first asked for: most decide nothing.
      given() {
        values ??=
          reference.arguments?.map((each, number) => evaluate(each, from, reference, number)) ??
          new Array(argumentCount ?? 0).fill(NOT_EVALUATED);
        return values;
      },
      names: argumentNames,
      typeArguments: typeArguments?.map((type) => valueOfType(program, file, from, type)) ?? null,
      typeArgumentCount,
      receiver,
    };
  }

  /** The result of the lambda at an argument's position, for arguments of such types. */
  function bodyWith(body: Argument, call: Reference, argument: number, parameters: readonly Value[]): Value {
    if (assumed.size >= MAX_ASSUMED || bodiesEvaluated >= MAX_BODIES) return NOTHING;
    bodiesEvaluated++;
    const [outerCallees, outerResults, outer] = [callees, results, assumed.get(call)];
    // A result found under an assumption holds under that alone.
    callees = new Map();
    results = new Map();
    assumed.set(call, { argument, parameters });
    const value = bodyOf(body, call.from);
    if (outer === undefined) assumed.delete(call);
    else assumed.set(call, outer);
    callees = outerCallees;
    results = outerResults;
    return value;
  }

  /** What `bodyWith` gives, once for such parameters: overloads often differ in the result alone. */
  function bodyOnce(body: Argument, call: Reference, argument: number): (parameters: readonly Value[]) => Value {
    const known: { parameters: readonly Value[]; value: Value }[] = [];
    return (parameters) => {
      const isSame = (one: readonly Value[]) =>
        one.length === parameters.length && one.every((value, at) => isSameValue(value, parameters[at]!));
      const before = known.find((each) => isSame(each.parameters));
      if (before !== undefined) return before.value;
      const value = bodyWith(body, call, argument, parameters);
      known.push({ parameters, value });
      return value;
    };
  }

  function evaluate(argument: Argument | null, from: number, call: Reference | null = null, number = 0): Given {
    if (argument === null) return NOT_EVALUATED;
    if (argument.parameters !== undefined || argument.gives !== undefined) {
      // What it gives hangs on what it is given, if that is anything.
      const isFixed = argument.parameters === 0 && argument.gives !== "nothing";
      if (isFixed || call === null || argument.root.in === "unknown") {
        return { value: isFixed ? bodyOf(argument, from) : NOTHING, function: argument };
      }
      return { value: NOTHING, function: argument, gives: bodyOnce(argument, call, number) };
    }
    const at = walk(argument, from, "any");
    if (at.is === "members" && at.members.every(({ decl }) => isMethod(symbolOf(decl))))
      return { value: NOTHING, methods: at.members };
    return { value: valueAt(at) };
  }

  function calleeAt(at: number): Callee {
    const known = callees.get(at);
    if (known !== undefined) return known;
    const isKept = askedAgain.has(at);
    if (isKept) callees.set(at, NO_CALLEE);
    depth++;
    const callee = depth > MAX_DEPTH ? NO_CALLEE : findCallee(parse.references[at]!);
    depth--;
    if (isKept) callees.set(at, callee);
    return callee;
  }

  function findCallee(reference: Reference): Callee {
    const { kind, root, path, from } = reference;
    if (kind === "new") {
      const type = walk(reference, from, "type");
      // `new()` is of the type of the parameter that it is given for.
      if (root.in === "callback") return constructed(typeOrNull(valueAt(type)), type, reference);
      return constructed(type.is === "typename" ? type.value : null, type, reference);
    }
    if (path.length === 0 && (root.in === "super" || root.in === "this")) {
      const value = valueAt(start(root, from, "any"));
      return constructed(value.is === "type" ? value : null, valueMeaning(value), reference);
    }
    const name = path.at(-1);
    if (name === undefined) return calledByName(reference);
    if (name.startsWith("operator ")) return operatorOf(reference, name);
    let receiver = start(root, from, "any");
    for (let at = 0; at < path.length - 1; at++) receiver = stepTo(receiver, path[at]!, null);
    return methodOf(receiver, name, reference);
  }

  /** The constructors of a type, or the type itself where it declares none. */
  function constructed(type: TypeValue | null, at: Meaning, reference: Reference): Callee {
    const given = argumentsOf(reference, null);
    const constructors = type === null ? [] : constructorsOf({ ...type, args: given.typeArguments ?? type.args });
    if (constructors.length === 0) return { meaning: at, receiver: null, given };
    return {
      meaning: { is: "members", members: chosen(constructors, given), imported: type!.imported },
      receiver: null,
      given,
    };
  }

  function constructorsOf(type: TypeValue): Member[] {
    const bindings = bindingsOf(program, type);
    return type.decls.flatMap(({ file: holder, index }) => {
      const found: Member[] = [];
      for (let child = holder.firstChild[index]!; child !== -1; child = holder.nextSibling[child]!) {
        const { kind, isStatic } = holder.symbols[child]!;
        if (kind === "constructor" && !isStatic) found.push({ decl: { file: holder, index: child }, bindings });
      }
      return found;
    });
  }

  /** The members that fit; of overloads that seem not to, those that do by number. */
  function chosen(members: Member[], given: Arguments): Member[] {
    if (members.length === 1) return members;
    const fitting = choose(program, members, given);
    if (fitting.length > 0) return fitting;
    const byNumber = members.filter(({ decl }) => isTakenBy(symbolOf(decl), given));
    return byNumber.length > 0 ? byNumber : members;
  }

  function isTakenBy(symbol: ProgramSymbol, { count, names, typeArgumentCount }: Arguments): boolean {
    return fitsByNumber(symbol, count, typeArgumentCount, names);
  }

  /** A call of a name without a receiver: of a method around it, of a base of one of the types around it, or by `using static`. */
  function calledByName(reference: Reference): Callee {
    const { root, from, argumentCount } = reference;
    const given = argumentsOf(reference, null);
    if (root.in === "free") {
      for (let at = from; at > 0; at = file.symbols[at]!.parent) {
        const own = isTypeKind(file.symbols[at]!.kind) ? thisValue(program, file, at) : null;
        if (own === null) continue;
        const found = fromLevels(levelsOf(program, own, root.name, isCalled), given);
        if (found !== null) return { meaning: found, receiver: null, given };
      }
      const place = meaningOf(csharpName(program, file, from, root.name, "any", argumentCount));
      if (place.is === "missing" && isObjectMember(root.name)) {
        return { meaning: outside("object", root.name), receiver: valueMeaning(libraryValue("object")), given };
      }
      return {
        meaning: place.is === "members" ? { ...place, members: chosen(place.members, given) } : place,
        receiver: null,
        given,
      };
    }
    const at = start(root, from, "any");
    if (at.is !== "members") return { meaning: at, receiver: null, given };
    return { meaning: inherited(root, given) ?? { ...at, members: chosen(at.members, given) }, receiver: null, given };
  }

  /** What a call of a method that its type declares once means, where a base declares others of the name and that one does not fit; else null. */
  function inherited(root: Root, given: Arguments): Meaning | null {
    if (root.in !== "file") return null;
    const { name, parent } = file.symbols[root.symbol]!;
    const own = isTypeKind(file.symbols[parent]!.kind) ? thisValue(program, file, parent) : null;
    if (own === null) return null;
    const isFitting = isTakenBy(file.symbols[root.symbol]!, given);
    const levels = [...levelsOf(program, own, name, isCalled)];
    if (isFitting && levels.length < 2) return null;
    const found = fromLevels(levels, given);
    if (found !== null || isFitting) return found;
    if (isObjectMember(name)) return outside("object", name);
    return outsideOf(program, own) === null ? null : missingMember(own, name);
  }

  /** The methods of the nearest type that has some that fit; null where none does. */
  function fromLevels(levels: Iterable<Level>, given: Arguments): Extract<Meaning, { is: "members" }> | null {
    for (const { members, imported } of levels) {
      if (!isMethod(symbolOf(members[0]!.decl))) return { is: "members", members, imported };
      const fitting = choose(program, members, given);
      if (fitting.length > 0) return { is: "members", members: fitting, imported };
    }
    return null;
  }

  function methodOf(receiver: Meaning, name: string, reference: Reference): Callee {
    const whole = receiver.is === "typename" ? receiver.value : valueAt(receiver);
    if (isNullable(whole) && !OF_NULLABLE.has(name)) {
      // An overload that takes `T?` goes before one that needs a conversion.
      const extensions = extensionCalled(whole, name, argumentsOf(reference, whole), reference.from);
      if (extensions.length === 0) return methodOf(valueMeaning(notNull(whole)), name, reference);
    }
    const value = whole;
    if (value.is !== "type") {
      const at = receiver.is === "members" || receiver.is === "value" ? valueMeaning(value) : receiver;
      const given = argumentsOf(reference, value.is === "library" ? value : null);
      const extension = value.is === "library" ? extensionCalled(value, name, given, reference.from) : [];
      if (extension.length > 0)
        return { meaning: { is: "members", members: extension, imported: true }, receiver, given };
      return { meaning: stepTo(at, name, null), receiver, given };
    }
    const given = argumentsOf(reference, null);
    const found = fromLevels(levelsOf(program, value, name, isCalled), given);
    const isExtensible = receiver.is !== "typename";
    const called = { ...given, receiver: value };
    if (found !== null) {
      const isClear =
        !isExtensible || !isDeclaredExtension(name) || found.members.some((member) => isSure(program, member, given));
      const extensions = isClear ? [] : extensionCalled(value, name, called, reference.from);
      const members = [...found.members, ...extensions];
      return { meaning: { ...found, members }, receiver, given: extensions.length > 0 ? called : given };
    }
    const extensions = isExtensible
      ? extensionCalled(value, name, called, reference.from)
      : choose(
          program,
          extensionsOf(value, name, (symbol) => symbol.extendsType),
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
        meaning: { is: "members", members: chosen(level.members, given), imported: level.imported },
        receiver,
        given,
      };
    }
    return { meaning: isObjectMember(name) ? outside("object", name) : missingMember(value, name), receiver, given };
  }

  function isDeclaredExtension(name: string): boolean {
    return program.index.extensions.has(name);
  }

  /** The extension methods that a call on a value means, as far as their types say so. */
  function extensionCalled(value: Value, name: string, given: Arguments, from: number): Member[] {
    const all = extensionsOf(value, name, (symbol) => (isMethod(symbol) ? symbol.extends : null));
    const fitting = all.filter(({ decl }) => {
      const [extended = NOTHING] = parameterValues(program, decl);
      const fit = fitOf(program, value, extended);
      return fit === "same" || fit === "yes";
    });
    if (fitting.length === 0) return fitting;
    const called = { ...given, receiver: value };
    return nearestExtension(fitting, called, from) ?? choose(program, fitting, called);
  }

  /** Those of the nearest namespace that surely fit: the namespaces around the call go before those of usings. Null where none surely does. */
  function nearestExtension(members: readonly Member[], given: Arguments, from: number): Member[] | null {
    if (members.length < 2) return null;
    const distances = members.map(({ decl }) => extensionDistance(file, from, decl));
    const nearest = Math.min(...distances);
    if (distances.every((distance) => distance === nearest)) return null;
    const near = members.filter((_, at) => distances[at] === nearest);
    const found = choose(program, near, given);
    return found.length > 0 && found.every((member) => isSure(program, member, given)) ? found : null;
  }

  /** The operator that the types of the operands declare, if any. */
  function operatorOf(reference: Reference, name: string): Callee {
    const given = isDeclaredName(program.index, name) ? argumentsOf(reference, null) : NO_ARGUMENTS;
    const members: Member[] = [];
    let imported = false;
    for (const { value } of given.given()) {
      if (value.is !== "type") continue;
      for (const level of levelsOf(program, value, name)) {
        imported ||= level.imported;
        for (const member of level.members)
          if (!members.some(({ decl }) => isSameDecl(decl, member.decl))) members.push(member);
      }
    }
    const fitting = members.length === 0 ? [] : choose(program, members, given);
    const meaning: Meaning = fitting.length === 0 ? NOT_KNOWN : { is: "members", members: fitting, imported };
    return { meaning, receiver: null, given };
  }

  /** The value that the call or operator `references[of]` gives: of the type that all methods it may mean say they return. */
  function resultOf(of: number): Value {
    const known = results.get(of);
    if (known !== undefined) return known;
    results.set(of, NOTHING);
    const reference = parse.references[of];
    if (reference?.kind !== "call" || depth > MAX_DEPTH) return NOTHING;
    const { meaning, receiver, given } = calleeAt(of);
    depth++;
    const name = reference.path.at(-1) ?? "";
    let result: Value;
    if (meaning.is === "members") result = returned(meaning, given, reference.from);
    else if (name.startsWith("operator ")) result = operatorResult(name, argumentsOf(reference, null));
    else result = receiver === null ? NOTHING : outsideResult(receiver, name, reference, given);
    depth--;
    results.set(of, result);
    return result;
  }

  function outsideResult(
    receiver: Meaning,
    name: string,
    { from, arguments: given = [] }: Reference,
    { typeArguments }: Arguments,
  ): Value {
    const isType = receiver.is === "typename" || (receiver.is === "outside" && receiver.isType);
    const value =
      receiver.is === "outside" && receiver.isType
        ? valueOfPlace(toInstance(program, receiver.place))
        : valueAt(receiver);
    return libraryResult(program, value, isType, {
      name,
      typeArguments,
      given: (at) => evaluate(given[at] ?? null, from).value,
      gives: (at) => bodyOf(given[at] ?? null, from),
    });
  }

  /** What a function that is an argument gives, or what the methods that a name stands for give. */
  function bodyOf(argument: Argument | null, from: number): Value {
    if (argument === null) return NOTHING;
    if (argument.parameters !== undefined || argument.gives !== undefined) {
      return valueAt(walk(argument, from, "any"));
    }
    const { methods = [] } = evaluate(argument, from);
    if (methods.length !== 1) return NOTHING;
    return substitute(declaredValue(program, methods[0]!.decl), methods[0]!.bindings);
  }

  function returned(meaning: Extract<Meaning, { is: "members" }>, given: Arguments, from: number): Value {
    let result = NOTHING;
    for (const member of meaning.members) {
      const declared = declaredValue(program, member.decl);
      const one = isMethod(symbolOf(member.decl))
        ? substitute(
            declared,
            inferred(program, member, given, (argument) => bodyOf(argument, from)),
          )
        : calledValue(program, substitute(declared, member.bindings));
      if (one.is === "unknown" && one.parameter === undefined) return NOTHING;
      if (result.is !== "unknown" && typeId(result) !== typeId(one)) return NOTHING;
      result = one;
    }
    return seen(result, meaning);
  }

  /** What the call `references[of]` calls the function with that it is given, or with parameter -1, sets its argument to. */
  function callbackOf(of: number, argument: number, parameter: number): Value {
    const reference = parse.references[of];
    if (reference === undefined || depth > MAX_DEPTH) return NOTHING;
    const taken = assumed.get(reference);
    if (taken?.argument === argument && parameter >= 0) return taken.parameters[parameter] ?? NOTHING;
    const { meaning, receiver, given } = calleeAt(of);
    if (meaning.is !== "members") {
      if (receiver === null) return NOTHING;
      const value =
        receiver.is === "outside" && receiver.isType
          ? valueOfPlace(toInstance(program, receiver.place))
          : valueAt(receiver);
      const name = reference.path.at(-1)!;
      if (parameter < 0) return libraryOut(value, name, argument);
      const given = (at: number) => evaluate(reference.arguments?.[at] ?? null, reference.from).value;
      return libraryCallback(program, value, name, argument, parameter, given);
    }
    let result = NOTHING;
    for (const member of meaning.members) {
      const one = argumentTaken(member, given, argument, parameter);
      // A function can only be meant for an overload that takes one there.
      if (one === null) continue;
      if (result.is !== "unknown" && typeId(result) !== typeId(one)) return NOTHING;
      result = one;
    }
    return seen(result, { ...meaning, imported: true });
  }

  /**
   * What a library probably calls a lambda with that has one parameter: a value of the only type argument of the call, `Configure<T>(o => …)`, or of what it
   * is called on, `mock.Verify(x => …)` for a `Mock<T>`, or of its class, `RuleFor(x => …)` in a `Validator<T>`; or what an extension is called on. Null
   * where none of these is a type of the project.
   */
  function likelyParameter(of: number, argument: number, parameter: number): TypeValue | null {
    const reference = parse.references[of];
    if (reference === undefined || parameter !== 0 || reference.arguments?.[argument]?.parameters !== 1) return null;
    const { meaning, receiver, given } = calleeAt(of);
    if (meaning.is === "members" || reference.kind !== "call") return null;
    if (given.typeArguments !== null)
      return given.typeArguments.length === 1 ? typeOrNull(given.typeArguments[0]!) : null;
    if (receiver === null && reference.path.length > 0) return null;
    const value = receiver === null ? (thisValue(program, file, reference.from) ?? NOTHING) : valueAt(receiver);
    const base = value.is === "type" ? outsideOf(program, value) : value;
    if (base !== null && base.is === "library" && base.args.length === 1) return typeOrNull(base.args[0]!);
    return receiver === null ? null : typeOrNull(value);
  }

  function argumentTaken(member: Member, given: Arguments, argument: number, parameter: number): Value | null {
    const symbol = symbolOf(member.decl);
    if (!isMethod(symbol) && symbol.kind !== "constructor") return null;
    const fromEnd = given.given().length - argument;
    const name = fromEnd <= given.names.length ? given.names[given.names.length - fromEnd]! : null;
    const offset = symbol.extends !== null && given.receiver !== null ? 1 : 0;
    const at = name === null ? argument + offset : (symbol.parameterNames?.trim().split(" ").indexOf(name) ?? -1);
    const type = parameterValues(program, member.decl)[at];
    if (type === undefined) return null;
    const taken = substitute(type, inferred(program, member, given, null));
    if (parameter < 0) return taken;
    const signature = signatureOf(program, taken);
    return signature === null || signature === "unknown" ? null : (signature.parameters[parameter] ?? NOTHING);
  }

  return {
    place(reference, meaning) {
      const { root, path, from } = reference;
      let at = start(root, from, meaning);
      let receiver: Meaning | null = null;
      for (let step = 0; step < path.length; step++) {
        receiver = at;
        const isIndexed = step === path.length - 1 && reference.arguments !== undefined;
        at = stepTo(at, path[step]!, isIndexed ? argumentsOf(reference, null) : null);
      }
      return { place: placeOf(at), receiver: receiver === null ? null : placeOf(receiver) };
    },
    callee(at) {
      const { meaning, receiver } = calleeAt(at);
      return { place: placeOf(meaning), receiver: receiver === null ? null : receiverPlace(receiver) };
    },
    likely(at) {
      const reference = parse.references[at]!;
      const { root, path } = reference;
      if (root.in !== "callback" || path.length === 0 || !isUnknown(valueAt(start(root, reference.from, "any"))))
        return null;
      const value = likelyParameter(root.of, root.argument, root.parameter);
      if (value === null) return null;
      let meaning = valueMeaning(value);
      for (const name of path.slice(0, -1)) meaning = stepTo(meaning, name, null);
      const name = path.at(-1)!;
      const found =
        reference.kind === "call" ? methodOf(meaning, name, reference).meaning : stepTo(meaning, name, null);
      const isDeclared = found.is === "members" && found.members.every(({ decl }) => symbolOf(decl).extends === null);
      return isDeclared ? placeOf(found) : null;
    },
    narrowed(reference, decls) {
      const members = decls.map((decl) => ({ decl, bindings: bindingsOf(program, NOTHING) }));
      const receiver = walk({ root: reference.root, path: reference.path.slice(0, -1) }, reference.from, "any");
      const fitting = choose(program, members, argumentsOf(reference, valueAt(receiver)));
      return fitting.length === 0 ? decls : fitting.map(({ decl }) => decl);
    },
    isOnValue({ root, path, from }) {
      const first = start(root, from, "any");
      if (first.is === "typename" || first.is === "namespace") return false;
      if (first.is === "outside") return !first.isType;
      if (first.is !== "members") return true;
      // Where a property `Assembly Assembly` is seen, `Assembly.Load()` need be no call on its value.
      const value = valueAt(first);
      return !(value.is === "library" && value.name === symbolOf(first.members[0]!.decl).name && path.length === 1);
    },
  };

  /** Whether neither the file nor a part in it of a type declares a member. */
  function isElsewhere({ file: holder, index }: Decl): boolean {
    if (holder === file) return false;
    ownIds ??= new Set(file.nodeIds);
    return !ownIds.has(holder.nodeIds[holder.symbols[index]!.parent]!);
  }

  function receiverPlace(at: Meaning): Place {
    if (at.is !== "members" && at.is !== "outside") return placeOf(at);
    const value = valueAt(at);
    return value.is === "unknown" ? placeOf(at) : placeOf(valueMeaning(value));
  }

  function placeOf(at: Meaning): Place {
    switch (at.is) {
      case "value":
        return placeOfValue(at.value);
      case "typename":
        return { is: "symbols", decls: at.value.decls, imported: at.value.imported };
      case "members": {
        const decls = at.members.map(({ decl }) => decl);
        return { is: "symbols", decls, imported: at.imported || decls.some(isElsewhere) };
      }
      case "namespace":
        return at;
      case "outside":
        return at.place;
      case "missing":
        return MISSING;
      default:
        return UNKNOWN;
    }
  }
}

function isUnknown(value: Value): boolean {
  return value.is === "unknown" && value.parameter === undefined;
}

function typeOrNull(value: Value): TypeValue | null {
  return value.is === "type" ? value : null;
}

function valueMeaning(value: Value): Meaning {
  return { is: "value", value };
}

function placeOfValue(value: Value): Place {
  if (value.is === "type") return { is: "instance", decls: value.decls, imported: value.imported };
  if (value.is !== "library" || value.name.startsWith("(")) return UNKNOWN;
  return { is: "external", module: null, name: value.full, type: value.full };
}

function propertyOf(symbol: ProgramSymbol): string | null {
  return isMethod(symbol) ? null : symbol.extends;
}

function isMethod({ kind }: ProgramSymbol): boolean {
  return kind === "method" || kind === "function";
}

/** Whether `name()` may mean a member of that name. */
function isCalled({ kind, isExplicit }: ProgramSymbol): boolean {
  return kind !== "constructor" && !isExplicit && !isTypeKind(kind);
}

/** The calls of a file whose results or callbacks stand somewhere else. */
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

function isSameDecl(one: Decl, other: Decl): boolean {
  return one.file === other.file && one.index === other.index;
}

function namespaceName({ file, index }: Decl): string {
  let name = "";
  for (let at = index; at > 0; at = file.symbols[at]!.parent) {
    const symbol = file.symbols[at]!;
    if (symbol.kind === "namespace") name = name === "" ? symbol.name : `${symbol.name}.${name}`;
  }
  return name;
}

/** The members of `T?` itself. */
const OF_NULLABLE: ReadonlySet<string> = new Set(["HasValue", "Value", "GetValueOrDefault"]);

const OBJECT_MEMBERS: ReadonlySet<string> = new Set([
  "ToString",
  "Equals",
  "GetHashCode",
  "GetType",
  "MemberwiseClone",
  "ReferenceEquals",
]);

/** Whether all types have a member of the name. */
function isObjectMember(name: string): boolean {
  return OBJECT_MEMBERS.has(name);
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", ">", "<=", ">="]);

/** What an operator of the language's own types gives. */
function operatorResult(name: string, { given }: Arguments): Value {
  if (COMPARISONS.has(name.slice("operator ".length))) return libraryValue("bool");
  const [left = NOTHING, right = left] = given().map(({ value }) => value);
  if (left.is !== "library" || right.is !== "library") return NOTHING;
  if (left.name === "string" || right.name === "string") return libraryValue("string");
  const wider = NUMBERS.indexOf(left.name) >= NUMBERS.indexOf(right.name) ? left : right;
  return NUMBERS.includes(wider.name) ? wider : NOTHING;
}

const NUMBERS = ["int", "uint", "long", "ulong", "float", "double", "decimal"];
