/** Expressions of a Swift file are evaluated here, for the edges: the places that names lead to, and the callees of calls. */
import { nth } from "../../base/need.js";
import type { Argument, ParseResult, Reference, Root, Step } from "../../model/parse-result.js";
import { MOST_DECLARATIONS } from "../declarations.js";
import { declsOf, isTypeKind } from "../name-index.js";
import { type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, nodeIdOf, type ProgramFile, parentOf, symbolOf } from "../program-file.js";
import type { Expressions, WalkedFrom } from "../semantics.js";
import { argumentsGiven, calleeOf, callResult, parameterValue } from "./calls.js";
import { isKnownType } from "./conversions.js";
import {
  createEvaluation,
  DEEPEST,
  type Evaluation,
  findOnce,
  type Meaning,
  ofValue,
  UNKNOWN_MEANING,
} from "./evaluation.js";
import { elementOf, indexedIn, supersOf } from "./library.js";
import { likelyStatic } from "./likely.js";
import { membersOf } from "./members.js";
import { isModule, macrosNamed, meaningOfName } from "./names.js";
import { narrowed } from "./overloads.js";
import { primaryOf } from "./parts.js";
import { swiftIndex } from "./state.js";
import { basesOfPart, inTermsOf, namedFrom, selfValue, typeNamed, typeValue } from "./types.js";
import { boundOf, identityOf, libraryValue, NOTHING, type TypeValue, unwrapped, type Value } from "./value.js";
import { calledValue, declaredValue, memberMeaning, valueOfMeaning, wrapperMeaning } from "./values.js";
import { topLevel } from "./visibility.js";

/** The look-ups of the expressions of one file. */
export function createSwiftExpressions(program: Program, file: ProgramFile, parse: ParseResult): Expressions {
  const e = createEvaluation(program, file, parse);
  return {
    place: (reference, meaning) => (meaning === "type" ? typeUse(e, reference) : walkedFrom(meaningOf(e, reference))),
    callee: (child) => walkedFrom(calleeAt(e, child)),
    likely: (index) => likelyStatic(e, index),
    narrowed: (reference, decls) => narrowed(e, decls, reference, argumentsGiven(e, reference, valueAt)),
    isOnValue: () => true,
  };
}

/** The meaning of the callee of the call `references[at]`, without its arguments' types. */
export function calleeAt(e: Evaluation, index: number): Meaning {
  const reference = nth(e.parse.references, index);
  return findOnce(e, e.callees, index, UNKNOWN_MEANING, () => calleeOf(e, reference, meaningOf(e, reference), valueAt));
}

/** The meaning of the names of a reference. */
export function meaningOf(e: Evaluation, reference: Reference): Meaning {
  const { root, path, from, argumentNames } = reference;
  const isCall = reference.kind === "call";
  const labels = isCall ? (argumentNames ?? []) : argumentNames;
  if (path.length === 0) return rootMeaning(e, from, root, labels);
  let meaning = rootMeaning(e, from, root, undefined);
  for (const [index, step] of path.entries()) {
    meaning = stepMeaning(e, meaning, step, {
      module: moduleBefore(e, root, index),
      labels: index === path.length - 1 ? labels : undefined,
      indexLabels: argumentNames,
    });
  }
  return meaning;
}

/** The module that a name is looked up in: `Shop.Cart`. */
function moduleBefore(e: Evaluation, root: Root, position: number): string | null {
  return position === 0 && root.in === "free" && isModule(e, root.name) ? root.name : null;
}

function rootMeaning(e: Evaluation, from: number, root: Root, labels: readonly string[] | undefined): Meaning {
  const { program, file } = e;
  switch (root.in) {
    case "free": {
      const found = meaningOfName(e, from, root.name, labels);
      if (found.decls.length > 0) return found;
      return wrapperMeaning(root.name, (name) => meaningOfName(e, from, name, undefined)) ?? found;
    }
    case "file":
      return { ...UNKNOWN_MEANING, decls: [{ file, index: root.symbol }] };
    case "this":
      return ofValue(selfValue(program, { file, index: root.type }));
    case "super":
      return ofValue(superValue(program, { file, index: root.type }));
    case "instance":
      return ofValue(typeValue(program, file, from, root.type));
    case "result":
      return ofValue(resultAt(e, root.of));
    case "callback":
      return ofValue(expectedAt(e, root.of, root.argument));
    default:
      return UNKNOWN_MEANING;
  }
}

/** A value of the superclass: the first base that is a class. */
function superValue(program: Program, decl: Decl): Value {
  const self = selfValue(program, decl);
  if (self.is !== "type") return NOTHING;
  const primary = firstDecl(self);
  const bases = basesOfPart(program, primary);
  const found =
    bases.find((base) => base.is === "type" && symbolOf(firstDecl(base)).kind === "class") ??
    bases.find((base) => base.is === "library");
  return found ?? NOTHING;
}

/** The result of the call `references[of]`. */
function resultAt(e: Evaluation, of: number): Value {
  const reference = e.parse.references[of];
  if (reference === undefined) return NOTHING;
  return findOnce(e, e.results, of, NOTHING, () => callResult(e, { reference, callee: calleeAt(e, of), valueAt }));
}

/** The value that the call `references[of]` expects of an argument. */
function expectedAt(e: Evaluation, of: number, argument: number): Value {
  const reference = e.parse.references[of];
  if (reference === undefined) return NOTHING;
  return findOnce(e, e.expected, `${of} ${argument}`, NOTHING, () =>
    parameterValue(e, { reference, callee: calleeAt(e, of), valueAt }, argument),
  );
}

/** The value of a root with its steps, in the symbol `from`. */
export function valueAt(e: Evaluation, from: number, { root, path }: Pick<Argument, "root" | "path">): Value {
  if (e.depth > DEEPEST) return NOTHING;
  e.depth++;
  let meaning = rootMeaning(e, from, root, undefined);
  for (const [index, step] of path.entries())
    meaning = stepMeaning(e, meaning, step, { module: moduleBefore(e, root, index) });
  const value = valueOfMeaning(e.program, meaning);
  e.depth--;
  return value;
}

/** The surroundings of a step in its expression. */
interface Surroundings {
  /** The module that the name is looked up in; null for none. */
  readonly module: string | null;
  /** The labels of the call that the step is the last name of. */
  readonly labels?: readonly string[] | undefined;
  /** The labels of an index. */
  readonly indexLabels?: readonly string[] | undefined;
}

function stepMeaning(e: Evaluation, before: Meaning, step: Step, around: Surroundings): Meaning {
  const { program, file } = e;
  const { module, labels, indexLabels } = around;
  if (typeof step === "string") {
    if (module !== null && before.decls.length === 0) {
      const decls = topLevel(program, file, step);
      return decls.length > 0 ? { ...UNKNOWN_MEANING, decls } : { ...UNKNOWN_MEANING, outside: `${module}.${step}` };
    }
    const value = valueOfMeaning(program, before);
    const found = memberMeaning(e, value, step, labels);
    const wrapper =
      found.decls.length > 0 ? null : wrapperMeaning(step, (name) => memberMeaning(e, value, name, undefined));
    if (wrapper !== null) return wrapper;
    // A library's type may conform to the protocol to which the project adds the member. `$name` is a publisher, too.
    const isFound = found.decls.length > 0 || found.value.is !== "unknown";
    if (!isFound && hasUnknownSupers(value) && isAddedToProtocol(program, step)) return UNKNOWN_MEANING;
    if (found.decls.length > 0 || found.outside !== null || before.outside === null || before.decls.length > 0)
      return found;
    const isOfLibrary = value.is === "unknown" && !isAddedToLibrary(program, step);
    return isOfLibrary ? { ...found, outside: `${before.outside}.${step}` } : found;
  }
  const value = valueOfMeaning(program, before);
  switch (step.kind) {
    case "self":
      return typeOfValue(value, before);
    case "not-null":
      return before.decls.length > 0 || value.is !== "unknown" ? ofValue(unwrapped(value)) : before;
    case "each":
      return ofValue(eachOf(program, value));
    case "index":
      return indexed(e, value, indexLabels);
    case "list":
      return ofValue(value.is === "unknown" ? libraryValue("Array") : libraryValue("Array", value));
    case "item":
      return ofValue(itemOf(value, step.number));
    case "parameter": {
      const of = unwrapped(value);
      if (of.is === "library" && of.name.endsWith("KeyPath")) return ofValue(of.args[step.number] ?? NOTHING);
      return ofValue(
        of.is === "function" ? (of.parameters[step.number] ?? tupleItem(of.parameters, step.number)) : NOTHING,
      );
    }
    case "call":
      return ofValue(calledValue(program, unwrapped(value)));
    default:
      return UNKNOWN_MEANING;
  }
}

/** Whether a value is of a library's type of which nothing is known but its name. */
function hasUnknownSupers(value: Value): boolean {
  return value.is === "library" && supersOf(value.name).length === 0 && !isKnownType(value.name);
}

/** Whether the project adds all members of a name to library types that may be protocols, or classes above others. */
function isAddedToProtocol(program: Program, name: string): boolean {
  if (!isAddedToLibrary(program, name)) return false;
  const members = declsOf(program.index, swiftIndex(program).members.get(name));
  return members.every((decl) => !isKnownType(symbolOf(parentOf(decl)).name));
}

/** Whether all members of a name are what the project adds to types of libraries: a value of such a type may have it. */
function isAddedToLibrary(program: Program, name: string): boolean {
  const members = swiftIndex(program).members.get(name) ?? [];
  if (members.length === 0 || members.length > MOST_DECLARATIONS) return false;
  return declsOf(program.index, members).every((decl) => {
    const owner = parentOf(decl);
    return symbolOf(owner).kind === "extension" && primaryOf(program, owner) === null;
  });
}

/** A closure of two parameters may take the elements of one tuple. */
function tupleItem(parameters: readonly Value[], number: number): Value {
  const [only] = parameters;
  return only?.is === "tuple" && parameters.length === 1 ? (only.items[number] ?? NOTHING) : NOTHING;
}

function typeOfValue(value: Value, before: Meaning): Meaning {
  // `.name` where an optional is expected means the type in it.
  const of = unwrapped(value);
  if (of.is === "unknown") return UNKNOWN_MEANING;
  return of.is === "meta" && before.decls.length > 0
    ? ofValue(of)
    : ofValue({ is: "meta", of: of.is === "meta" ? of.of : of });
}

/** The element that a loop gives: of a library's collection, or of a type that says its `Element`. */
function eachOf(program: Program, value: Value): Value {
  const of = boundOf(unwrapped(value));
  if (of.is !== "type") return elementOf(of);
  const element = typeNamedIn(program, of, "Element");
  return element.is === "unknown" ? literalElement(program, of) : element;
}

/** The element of a list that makes a value of a type: an option of a set of options, or the one that `init(arrayLiteral:)` takes. */
function literalElement(program: Program, of: TypeValue): Value {
  const bases = of.decls.flatMap((part) => basesOfPart(program, part));
  if (bases.some((base) => base.is === "library" && base.name === "OptionSet")) return of;
  const { file } = firstDecl(of);
  const asked = { file, name: "init", labels: FROM_LIST, isStatic: true };
  const { decls, owner } = membersOf(program, of, asked);
  const [maker] = decls;
  const made = maker === undefined ? NOTHING : inTermsOf(program, declaredValue(program, maker), owner, of);
  const [list = NOTHING] = made.is === "function" ? made.parameters : [];
  return elementOf(list);
}

const FROM_LIST: readonly string[] = ["arrayLiteral"];

function typeNamedIn(program: Program, value: Extract<Value, { is: "type" }>, name: string): Value {
  const { file, index } = firstDecl(value);
  const found = typeNamed(program, file, index, name);
  const type = found.is === "meta" ? found.of : found;
  return type.is === "library" && type.name === name ? NOTHING : inTermsOf(program, type, value, value);
}

function itemOf(value: Value, number: number): Value {
  if (value.is === "tuple") return value.items[number] ?? NOTHING;
  // The payload of a case.
  if (value.is === "function") return value.parameters[number] ?? NOTHING;
  return NOTHING;
}

function indexed(e: Evaluation, value: Value, labels: readonly string[] | undefined): Meaning {
  const of = boundOf(unwrapped(value));
  if (of.is === "unknown") return UNKNOWN_MEANING;
  const type = of.is === "meta" ? of.of : of;
  const { decls, owner } = membersOf(e.program, type, {
    file: e.file,
    name: "subscript",
    labels,
    isStatic: of.is === "meta",
  });
  if (decls.length === 0) return { ...ofValue(indexedIn(of)), receiver: of };
  const results = decls.map((decl) => {
    const function_ = inTermsOf(e.program, declaredValue(e.program, decl), owner, type);
    return function_.is === "function" ? function_.result : NOTHING;
  });
  const [first = NOTHING, ...others] = results;
  const isSame = others.every((each) => identityOf(each) === identityOf(first));
  return { ...UNKNOWN_MEANING, decls, receiver: of, owner, value: isSame ? first : NOTHING };
}

/** The place of a type that is named, or of a macro that an attribute names. */
function typeUse(e: Evaluation, { kind, root, path, from }: Reference): WalkedFrom {
  // `@Controller` is a type or a macro.
  const macros = kind === "decorator" && root.in === "free" ? macrosNamed(e.program, e.file, root.name) : [];
  if (macros.length > 0) {
    const imported = macros.every(({ file }) => file !== e.file);
    return { place: { is: "symbols", decls: macros, imported }, receiver: null };
  }
  return { place: typePlaceOf(e.program, e.file, from, root, path), receiver: null };
}

/** The place of a type by its name: the declarations of a type or an alias, or a name outside. */
export function typePlaceOf(
  program: Program,
  file: ProgramFile,
  from: number,
  root: Root,
  path: readonly Step[],
): Place {
  if (root.in !== "free") return UNKNOWN;
  const alias = path.length === 0 ? aliasNamed(program, file, from, root.name) : null;
  if (alias !== null) return { is: "symbols", decls: [alias], imported: alias.file !== file };
  const found = namedFrom(program, file, from, { root, path: [...path] });
  if (found.is !== "meta") return UNKNOWN;
  const { of } = found;
  if (of.is === "type") {
    const decl = firstDecl(of);
    return { is: "symbols", decls: [decl], imported: decl.file !== file };
  }
  if (of.is !== "library") return UNKNOWN;
  const several = topLevel(program, file, root.name).filter((decl) => isTypeKind(symbolOf(decl).kind));
  if (several.length > 0) return UNKNOWN;
  return { is: "external", module: null, name: of.name, type: null };
}

/** The alias that a bare name means: it is named itself, and not the type that it stands for. */
function aliasNamed(program: Program, file: ProgramFile, from: number, name: string): Decl | null {
  const type = typeNamed(program, file, from, name);
  if (type.is === "meta" && type.of.is === "type" && symbolOf(firstDecl(type.of)).name === name) return null;
  if (type.is === "parameter") return null;
  const found = topLevel(program, file, name).filter((decl) => symbolOf(decl).kind === "type");
  const [first] = found;
  return first !== undefined && found.every((decl) => nodeIdOf(decl) === nodeIdOf(first)) ? first : null;
}

/** A meaning as a place, with that of its receiver. */
export function walkedFrom(meaning: Meaning): WalkedFrom {
  const receiver = instancePlace(meaning.receiver);
  const { decls, outside } = meaning;
  if (decls.length > 0) return { place: { is: "symbols", decls: [...decls], imported: false }, receiver };
  if (meaning.value.is === "meta" && meaning.value.of.is === "type") {
    const decl = firstDecl(meaning.value.of);
    return { place: { is: "symbols", decls: [decl], imported: false }, receiver };
  }
  if (outside !== null) return { place: { is: "external", module: null, name: outside, type: null }, receiver };
  return { place: meaning.isMissing ? { is: "missing" } : UNKNOWN, receiver };
}

function instancePlace(value: Value): Place {
  const of = boundOf(value.is === "meta" ? value.of : value);
  return of.is === "type" ? { is: "instance", decls: [...of.decls], imported: false } : UNKNOWN;
}
