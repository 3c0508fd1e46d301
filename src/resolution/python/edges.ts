/** Python: the edges of imports, calls, decorators and receivers. */
import { nth } from "../../base/need.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import { callable } from "../edges/calls.js";
import { construct } from "../edges/construct.js";
import { emit } from "../edges/emit.js";
import { importEdge } from "../edges/import-edge.js";
import { firstOfEach, ofMeaning, overloads } from "../edges/targets.js";
import { use } from "../edges/uses.js";
import { start, walk } from "../edges/walk.js";
import { addExternal, addUnresolved } from "../edges/work.js";
import { step } from "../lookup.js";
import { isDeclaredName, isTypeKind } from "../name-index.js";
import { type Place, UNKNOWN } from "../place.js";
import { targetOf } from "../program.js";
import { type Decl, nodeIdAt, nodeIdOf, symbolOf } from "../program-file.js";
import type { WalkedFrom, Work } from "../semantics.js";
import { settled } from "../several.js";
import { memberBelow } from "./below.js";
import { importPlace, standInsOf } from "./exports.js";
import { isOfModuleToo, isPartOfModule, textOf } from "./named-texts.js";
import { isOfLikely } from "./services.js";
import { functionsRunBy } from "./tasks.js";
import { typedValue } from "./values.js";

/** Adds the edges of imports: to modules, and to what they bring in. */
export function importEdges(work: Work): void {
  const { program, file } = work;
  file.imports.forEach((item, index) => {
    // Each of the imports that it stands for has edges of its own.
    if (item.others !== undefined) return;
    moduleEdge(work, item.specifier, item.line, item.local !== "" || item.imported === "*");
    if (item.imported === "*" || item.imported === "") return;
    const place = importPlace(program, file, index);
    if (place.is === "module") importEdge(work, item.line, nodeIdAt(place.file, 0));
    const decls = place.is === "symbols" ? place.decls : standInsAt(place);
    for (const target of firstOfEach([...decls]))
      if (target.file !== file) importEdge(work, item.line, nodeIdOf(target));
  });
  for (const { exported, target, line } of file.exports)
    if (exported === "*" && target.in === "module") moduleEdge(work, target.specifier, line, true);
}

function moduleEdge(work: Work, specifier: string, line: number, isCounted: boolean): void {
  const { program, file } = work;
  const target = targetOf(program, file, specifier);
  if ("external" in target) {
    // A package without `__init__.py` has no file; what is imported from it has one.
    const place = { is: "external", module: target.external, name: "", type: null } as const;
    if (isCounted) addExternal(work, { source: 0, kind: "imports", line }, place);
    return;
  }
  const module = program.files.get(target.path);
  if (module !== undefined && module !== file) importEdge(work, line, nodeIdAt(module, 0));
}

/** Adds the edges of a call: of a function, or of the constructor of a class. */
export function call(work: Work, index: number): void {
  callOf(work, nth(work.parse.references, index));
}

function callOf(work: Work, reference: Reference): void {
  if (isOpen(work, reference)) {
    addUnresolved(work, reference, "unknown-value");
    return;
  }
  const walked = walk(work, reference, "any");
  const { place } = walked;
  if (place.is === "symbols" && place.decls.every((decl) => isTypeKind(symbolOf(decl).kind))) {
    construct(work, reference, place, false);
    return;
  }
  if (place.is === "missing" && callBelow(work, reference)) return;
  if (place.is !== "symbols" && runningCall(work, reference)) return;
  callable(work, reference, place.is === "instance" ? (calledInstance(work, place) ?? walked) : walked);
}

/** Adds a call of the function that a method of a task runs, never as exact; false where the call may be of something else of the project as well. */
function runningCall(work: Work, reference: Reference): boolean {
  const targets = functionsRunBy(work, reference);
  if (targets.length === 0) return false;
  work.isLikely = true;
  emit(work, reference, "calls", { decls: targets, imported: targets.every(({ file }) => file !== work.file) });
  work.isLikely = false;
  // In the source of a library of tasks the method is one of its own.
  return !isDeclaredName(work.program.index, String(reference.path.at(-1)));
}

/** The most members of subclasses among which a call says which it may mean. */
const MOST_BELOW = 4;

/** Adds a call of a member of `self` or `super()` that subclasses of the class alone have, never as exact; false where none has. */
function callBelow(work: Work, reference: Reference): boolean {
  const { program, file } = work;
  const { root, path } = reference;
  const [first, ...rest] = path;
  if ((root.in !== "this" && root.in !== "super") || typeof first !== "string") return false;
  if (step(program, start(work, reference, "any"), first, null).is !== "missing") return false;
  let place = memberBelow(program, { file, index: root.type }, first, root.in === "super");
  if (place.is === "symbols" && place.decls.length > (rest.length === 0 ? MOST_BELOW : 1)) return false;
  for (const each of rest) place = step(program, place, each, null);
  const found = settled(place);
  if (found.is === "external") {
    addExternal(work, { source: reference.from, kind: "calls", line: reference.line }, found);
    return true;
  }
  const targets = found.is === "symbols" ? overloads(ofMeaning(found.decls, "call"), reference) : [];
  if (targets.length === 0) return false;
  work.isLikely = true;
  emit(work, reference, "calls", { decls: targets, imported: true });
  work.isLikely = false;
  return true;
}

/** Whether a call is of a value with several possible meanings, not all of which are symbols. */
function isOpen(work: Work, reference: Reference): boolean {
  if (reference.path.length > 0 || reference.root.in !== "instance") return false;
  const place = start(work, reference, "any");
  return place.is === "several" && place.members.some((member) => member.is !== "symbols");
}

/** A call of an instance is one of its `__call__`. */
function calledInstance({ program }: Work, receiver: Place): WalkedFrom | null {
  const place = step(program, receiver, "__call__", null);
  return place.is === "symbols" ? { place, receiver } : null;
}

/** Adds the edges of a decorator: of a call where it has arguments, else of a use. */
export function annotate(work: Work, reference: Reference): void {
  if (reference.argumentCount === null) use(work, reference, "references", "value");
  else callOf(work, reference);
}

/** The functions of a file that other code calls: decorated ones, and ones that the file names without calling them. */
function handedOn(parse: ParseResult): ReadonlySet<number> {
  let found = HANDED_ON.get(parse);
  if (found === undefined) {
    found = new Set();
    for (const { kind, from, root, path, argumentCount } of parse.references) {
      if (kind === "decorator") found.add(from);
      // FastAPI gives the arguments itself where one function depends on another.
      const isGiven = kind === "value" || (kind === "call" && argumentCount === null);
      if (root.in === "file" && path.length === 0 && isGiven) found.add(root.symbol);
    }
    HANDED_ON.set(parse, found);
  }
  return found;
}

const HANDED_ON = new WeakMap<ParseResult, Set<number>>();

/** Adds FastAPI's call for a parameter whose type is an alias: the alias names the function. */
function dependencyCall(work: Work, reference: Reference): void {
  const { place } = walk(work, reference, "type");
  const alias = place.is === "symbols" ? place.decls[0] : undefined;
  if (alias === undefined || symbolOf(alias).kind !== "type") return;
  const type = symbolOf(alias).madeType;
  if (type !== null && !handedOn(work.parse).has(reference.from)) return;
  const value = type === null ? null : typedValue(work.program, { file: alias.file, from: alias.index, type });
  if (value?.is !== "symbols" || value.decls.some((decl) => isTypeKind(symbolOf(decl).kind))) return;
  const targets = firstOfEach(value.decls);
  emit(work, reference, "calls", { decls: targets, imported: targets.every(({ file }) => file !== work.file) });
}

/** Kinds of symbols that a use of a member uses as well. */
const RECEIVERS: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "enum",
  "constant",
  "variable",
  "field",
  "property",
]);

/** Adds the uses of the receivers in a reference: `config` of `config.load()`, `repo` of `self.repo.find()`. */
export function receiverUses(work: Work, reference: Reference): void {
  const text = textOf(reference);
  work.isLikely = text === "alike";
  if (reference.kind === "accepts") dependencyCall(work, reference);
  const { root } = reference;
  if (root.in === "import") standInUses(work, reference, standInsOf(work.file, root.import));
  const { place } = text === null ? NAMED : walk(work, reference, "any");
  // A text that nothing is known to look up is one of the project only if the whole of it is.
  const isSymbol = place.is === "symbols" && !isOfModuleToo(work, reference);
  const isNamed = isSymbol || (place.is === "module" && text === "looked up");
  if (isNamed || text === "looked up") usesOfReceivers(work, reference);
  if (!isNamed || isFixtureOfLibrary(work, reference)) work.walked = { reference, place: UNKNOWN, receiver: null };
  else if (reference.kind === "call" || reference.kind === "value") markLikely(work, reference);
}

/** Adds the uses of the variables that stand in where an import fails, here or in the module that hands the name on. */
function standInUses(work: Work, reference: Reference, decls: readonly Decl[]): void {
  for (const decl of decls) emit(work, reference, "references", { decls: [decl], imported: decl.file !== work.file });
}

/** The variables that stand in for a place outside the project. */
const standInsAt = (place: Place): readonly Decl[] => (place.is === "external" ? (place.standIns ?? []) : []);

/** Has the edges of a reference lead to the member of an object that is likely of its class, never as exact. */
function markLikely(work: Work, reference: Reference): void {
  const walked = walk(work, reference, "any");
  work.walked = { reference, ...walked };
  if (!isOfLikely(walked.place)) return;
  work.isLikely = true;
  work.walked = { reference, place: walked.place.likely ?? UNKNOWN, receiver: null };
}

/** Whether a reference is the parameter of a test that pytest itself gives: that is not a use. */
function isFixtureOfLibrary(work: Work, reference: Reference): boolean {
  const { root, path } = reference;
  const isFixture = path.length === 0 && root.in === "free" && root.name.startsWith("@");
  return isFixture && walk(work, reference, "any").place.is === "external";
}

/** Stands for the place of a reference that is not a text. */
const NAMED: { place: Place } = { place: { is: "symbols", decls: [], imported: false } };

function usesOfReceivers(work: Work, reference: Reference): void {
  const { program } = work;
  const { root, path } = reference;
  if (root.in === "unknown" || (path.length === 0 && root.in !== "import")) return;
  let place = start(work, reference, "any");
  standInUses(work, reference, standInsAt(place));
  let receiver: Place | null = null;
  for (const [index, member] of path.entries()) {
    const here = settled(place);
    // The type of a local value is not named here.
    const isHidden = index === 0 && (root.in === "instance" || (root.in === "file" && root.isSelf === true));
    if (here.is === "symbols" && !isHidden) {
      const targets = firstOfEach(here.decls.filter((decl) => RECEIVERS.has(symbolOf(decl).kind)));
      emit(work, reference, "references", { decls: targets, imported: here.imported, receiver });
    } else if (!isPartOfModule(place) && (place.is === "unknown" || place.is === "missing" || place.is === "external"))
      return;
    receiver = place;
    place = step(program, place, member, null);
    standInUses(work, reference, standInsAt(place));
  }
  work.walked = { reference, place: settled(place), receiver };
}
