/** From the references of one file to edges over the program. Pure. What is not decided is a candidate or counted, never guessed. */

import {
  EDGE_KINDS,
  type Edge,
  type EdgeKind,
  type EdgeRule,
  type EdgeTier,
  type UnresolvedReason,
  unresolvedTarget,
} from "../model/edge.js";
import { externalId } from "../model/node-id.js";
import {
  CALLED,
  isCalledStep,
  type ParseResult,
  type Reference,
  type Root,
  type TypeName,
  VALUE,
} from "../model/parse-result.js";
import { basesOf } from "./bases.js";
import { beginSteps, isSpent, mayDiffer } from "./budget.js";
import { absentProject } from "./csharp/absent.js";
import { bareName, isVisibleExtension, namespaceDecl, usingPlace, withoutHidden } from "./csharp/names.js";
import { fitsByNumber } from "./csharp/overloads.js";
import { type CsharpValues, createCsharpValues } from "./csharp/values.js";
import { childrenNamed, typeDecls } from "./declarations.js";
import type { AddEdge } from "./edges/add-edge.js";
import { isObject, overrideEdges } from "./edges/overrides.js";
import { asValue, toInstance } from "./instance.js";
import { rootPlace, step } from "./lookup.js";
import { isReachable } from "./members.js";
import { declsOf, isDeclaredName, isTypeKind } from "./name-index.js";
import type { Place } from "./place.js";
import { type Program, targetOf } from "./program.js";
import { type Decl, nodeIdOf, type ProgramFile, type ProgramSymbol, symbolOf } from "./program-file.js";
import { settled } from "./several.js";
import { keyOf } from "./symbol-table.js";
import { findAugmented } from "./typescript/augmented.js";
import { isImplemented } from "./typescript/bases.js";
import { importPlace, modulePlace, moduleValue } from "./typescript/exports.js";
import { typeAt } from "./typescript/free-names.js";
import { hasNamesakes, isLikely } from "./typescript/guess.js";

export interface ExternalSymbol {
  nodeId: string;
  name: string;
  module: string | null;
}

export interface ResolvedFile {
  edges: Edge[];
  /** The external symbols that edges lead to. */
  externals: ExternalSymbol[];
  /** Calls whose target is not known. */
  unresolvedCalls: number;
  /** The file has taken more steps than it may (budget.ts): the calls that were left are unresolved, other references are missing. */
  isCut: boolean;
}

/** More symbols of one name than this say nothing. */
const MAX_CANDIDATES = 4;
/** The overloads of a method that is known to be meant. */
const MAX_OVERLOADS = 16;
/** Calls inside of each other that wrap one value: `memo(forwardRef(X))`. */
const MAX_WRAPPERS = 4;
/** Names with more symbols than this are not looked through for the few that fit. */
const MAX_CONSIDERED = 60;

/** Types that are looked at for the values of one file. */
const MOST_WORK = 1_000_000;

interface Work {
  program: Program;
  file: ProgramFile;
  parse: ParseResult;
  add: AddEdge;
  addExternal: (source: number, kind: EdgeKind, line: number, place: Extract<Place, { is: "external" }>) => void;
  /** Where a reference was found to lead on the way to something else. */
  walked: (Walked & { reference: Reference }) | null;
  /** What the expressions of a C# file mean; null for other languages. */
  csharp: CsharpValues | null;
  /** What object literals implement, where they say so: `implementedAt`. */
  implemented: Set<string>;
  /** Says whether the edges from here on start from an import whose module is a guess; they are less sure than others then. */
  guess: (isGuess: boolean) => void;
  /** Counts a call without a target; the name, if known, lets symbols of that name count it too. */
  addUnresolved: (reference: Reference, reason: UnresolvedReason, name: string | null) => void;
}

/**
 * The edges that leave the symbols of `path`; `parse` is what the program was given for it. `decided`: references, by number, that something else
 * has decided; they give no edges here.
 */
export function resolveFile(
  program: Program,
  path: string,
  parse: ParseResult,
  decided: ReadonlySet<number> = new Set(),
): ResolvedFile {
  const resolved = resolveOnce(program, path, parse, decided);
  if (!mayDiffer(program)) return resolved;
  // Look-ups cached by other files save steps: near the limit, the caches are emptied so that results do not depend on them.
  program.forgetLookups();
  return resolveOnce(program, path, parse, decided);
}

function resolveOnce(program: Program, path: string, parse: ParseResult, decided: ReadonlySet<number>): ResolvedFile {
  beginSteps(program);
  const file = program.files.get(path);
  if (file === undefined) throw new Error(`resolveFile: ${path} is not in the program`);
  const { caches } = program;
  caches.members.clear();
  caches.walks.roots.clear();
  caches.walks.known.clear();
  caches.work = MOST_WORK;
  caches.csharpScopes.clear();
  caches.augmented ??= findAugmented(program);
  const edges: Edge[] = [];
  // By target: what an edge to it is made of, as one number.
  const seen = new Map<string, Set<number>>();
  const externals = new Map<string, ExternalSymbol>();
  let unresolvedCalls = 0;
  let isGuess = false;
  const add: AddEdge = (source, kind, sure, rule, line, target) => {
    const tier = isGuess && (sure === "import" || (sure === "exact" && file.isCsharp)) ? "unique" : sure;
    let edgesTo = seen.get(target);
    if (edgesTo === undefined) {
      edgesTo = new Set();
      seen.set(target, edgesTo);
    }
    const known = edgesTo.size;
    edgesTo.add((line * file.symbols.length + source) * EDGE_KINDS.length + EDGE_KINDS.indexOf(kind));
    if (edgesTo.size === known) return;
    edges.push({ source, kind, tier, rule, line, target });
  };
  const work: Work = {
    program,
    file,
    parse,
    add,
    walked: null,
    implemented: new Set(),
    guess(next) {
      isGuess = next;
    },
    csharp: file.isCsharp ? createCsharpValues(program, file, parse) : null,
    addExternal(source, kind, line, place) {
      // A member of `new { Name = "x" }` is declared nowhere.
      if (place.name.startsWith("(")) return;
      const name = place.name === "" ? "*" : place.name;
      const project = file.isCsharp ? absentProject(program, file, name, kind === "imports") : null;
      const module = project ?? place.module;
      const key = module === null ? name : `${module}\0${name}`;
      let external = externals.get(key);
      if (external === undefined) {
        external = { nodeId: externalId(module, name), name, module };
        externals.set(key, external);
      }
      const isOwn = project !== null || (place.module !== null && !file.isCsharp && program.isOwnModule(place.module));
      add(source, kind, "external", isOwn ? "not-indexed" : "library", line, external.nodeId);
    },
    addUnresolved(reference, reason, given) {
      unresolvedCalls++;
      // What a module exports as default has another name.
      const name = given === "default" ? null : given;
      // `bound.call(value)`: what is called is `bound`, whatever it holds.
      const called = CALLS_OF_FUNCTIONS.has(name ?? "") && !file.isCsharp ? nameBeforeLast(work, reference) : null;
      if (called !== null && isDeclaredName(program.index, called))
        add(reference.from, "calls", "unresolved", "unknown-value", reference.line, unresolvedTarget(called));
      // A member that nothing in the project declares is a library's, of whatever type the value is.
      const isOutside = reason === "unknown-receiver" && name !== null && !isDeclaredName(program.index, name);
      const why = isOutside ? "undeclared-name" : reason;
      add(reference.from, "calls", "unresolved", why, reference.line, unresolvedTarget(name ?? ""));
    },
  };
  for (let child = 1; child < parse.symbols.length; child++) {
    const { parent, nameLine } = parse.symbols[child]!;
    if (parent >= 0 && file.nodeIds[parent] !== file.nodeIds[child]) {
      add(parent, "contains", "exact", "scope", nameLine, file.nodeIds[child]!);
    }
  }
  if (file.isCsharp) usingEdges(work);
  else importEdges(work);
  heritageEdges(work);
  overrideEdges(program, file, parse, add);
  const guessed = guessedImports(program, file);
  for (let at = 0; at < parse.references.length; at++) {
    if (decided.has(at)) continue;
    if (isSpent(program)) {
      leaveOut(work, parse.references[at]!);
      continue;
    }
    if (guessed.size > 0) work.guess(startsFrom(parse.references[at]!.root, guessed));
    resolveReference(work, at);
  }
  return { edges, externals: [...externals.values()], unresolvedCalls, isCut: isSpent(program) };
}

const CALLS: ReadonlySet<Reference["kind"]> = new Set(["call", "new", "jsx"]);

/** A reference that is not looked at, as its file has taken its steps: a call is counted, so that nobody takes it for none. */
function leaveOut(work: Work, reference: Reference): void {
  if (CALLS.has(reference.kind)) work.addUnresolved(reference, "too-many", lastNameOf(work, reference));
}

/** The imports of modules that are a guess: see `Found`. */
function guessedImports(program: Program, file: ProgramFile): ReadonlySet<number> {
  const guessed = new Set<number>();
  if (file.isCsharp) return guessed;
  file.imports.forEach(({ specifier }, at) => {
    if (isGuess(program, file, specifier)) guessed.add(at);
  });
  return guessed;
}

function isGuess(program: Program, file: ProgramFile, specifier: string): boolean {
  const target = targetOf(program, file, specifier);
  return "path" in target && target.isGuess === true;
}

/** Whether an expression starts with one of the imports, or with a value of its type. */
function startsFrom(root: Root, imports: ReadonlySet<number>): boolean {
  if (root.in === "import") return imports.has(root.import);
  if (root.in === "instance") return startsFrom(root.type.root, imports);
  return root.in === "call" && startsFrom(root.of.root, imports);
}

function importEdges(work: Work): void {
  const { program, file } = work;
  file.imports.forEach((item, at) => {
    if (item.line === 0) return;
    work.guess(isGuess(program, file, item.specifier));
    moduleEdge(work, item.specifier, item.line);
    if (item.imported === "*" || item.imported === "") return;
    const imported = importPlace(program, file, at);
    // `const { Base } = require("./all")`, where that has `Base: require("./base")`.
    const place = imported.is === "module" ? moduleValue(program, imported) : imported;
    if (place.is === "symbols") importedSymbols(work, place.decls, item.isTypeOnly, item.line);
  });
  for (const { target, line, isTypeOnly } of file.exports) {
    if (target.in !== "module") continue;
    work.guess(isGuess(program, file, target.specifier));
    moduleEdge(work, target.specifier, line);
    if (target.imported === "*") continue;
    const place = modulePlace(program, file, target.specifier, target.imported);
    if (place.is === "symbols") importedSymbols(work, place.decls, isTypeOnly, line);
  }
  work.guess(false);
}

function importedSymbols(work: Work, decls: Decl[], isTypeOnly: boolean, line: number): void {
  for (const target of firstOfEach(isTypeOnly ? ofMeaning(decls, "type") : decls)) {
    work.add(0, "imports", "import", "import", line, nodeIdOf(target));
    for (const inner of wrappedBy(work.program, target))
      work.add(0, "imports", "import", "import", line, nodeIdOf(inner));
  }
}

/** X of `export default memo(X)`: who imports the one, under whatever name, imports the other. */
function wrappedBy(program: Program, { file, index }: Decl): Decl[] {
  const { name, declaredType } = file.symbols[index]!;
  let type = name === "default" ? declaredType : null;
  for (let depth = 0; type?.root.in === "call" && depth < MAX_WRAPPERS; depth++) {
    const given: TypeName | null = type.root.arguments[0] ?? null;
    type = given?.root.in === "instance" ? given.root.type : given;
  }
  if (type === null || (type.root.in !== "file" && type.root.in !== "import")) return [];
  if (type.path.length !== 1 || type.path[0] !== VALUE) return [];
  const place = rootPlace(program, file, 0, type.root, "any");
  return place.is === "symbols" ? firstOfEach(ofMeaning(place.decls, "value")).filter((decl) => isWrapped(decl)) : [];
}

function isWrapped(decl: Decl): boolean {
  return /^(?:function|component|class)$/.test(symbolOf(decl).kind);
}

function moduleEdge(work: Work, specifier: string, line: number): void {
  const { program, file, add } = work;
  const target = targetOf(program, file, specifier);
  if ("path" in target) {
    const module = program.files.get(target.path);
    if (module !== undefined) add(0, "imports", "import", "import", line, module.nodeIds[0]!);
    return;
  }
  const declared = declsOf(program.index, program.index.ambientModules.get(specifier));
  const ambient = declared.filter((decl) => decl.file.isScript);
  for (const decl of ambient) add(0, "imports", "import", "import", line, nodeIdOf(decl));
  if (ambient.length === 0) {
    work.addExternal(0, "imports", line, { is: "external", module: target.external, name: "", type: null });
  }
}

function usingEdges(work: Work): void {
  const { program, file, add } = work;
  for (const item of file.imports) {
    const place = usingPlace(program, file, item.specifier);
    if (place.is === "symbols") {
      for (const decl of firstOfEach(place.decls)) add(0, "imports", "import", "import", item.line, nodeIdOf(decl));
    } else if (place.is === "namespace") {
      const decl = namespaceDecl(program, place.name);
      if (decl !== null) add(0, "imports", "import", "import", item.line, nodeIdOf(decl));
    } else if (place.is === "external") {
      work.addExternal(0, "imports", item.line, place);
    }
  }
}

function heritageEdges(work: Work): void {
  const { program, file } = work;
  const guessed = guessedImports(program, file);
  for (const from of new Set(file.heritage.map((heritage) => heritage.from))) {
    const source = file.symbols[from];
    if (source === undefined) continue;
    const isLiteral = isObject(source);
    for (const base of basesOf(program, { file, index: from })) {
      work.guess(startsFrom(base.base.root, guessed));
      if (isLiteral && !isImplemented(program, { file, index: from }, base)) continue;
      if (base.place.is === "external") {
        if (source.kind === "enum") continue;
        const looksLikeInterface = /^I\p{Lu}/u.test(base.place.name.slice(base.place.name.lastIndexOf(".") + 1));
        const isInterface = file.isCsharp ? looksLikeInterface || base.position > 0 : base.kind === "implements";
        work.addExternal(from, heritageKind(file, source.kind, base.kind, isInterface), base.line, base.place);
      } else if (base.place.is === "symbols") {
        const targets = firstOfEach(ofMeaning(base.place.decls, "type"));
        for (const target of targets) {
          const kind = heritageKind(file, source.kind, base.kind, symbolOf(target).kind === "interface");
          const rule = ruleOf(work, from, base.place.imported, targets, null);
          work.add(
            from,
            kind,
            tierOf(base.place.imported, areParts(program, targets) ? 1 : targets.length),
            rule,
            base.line,
            nodeIdOf(target),
          );
          if (isLiteral) work.implemented.add(implementedAt(from, base.line, target));
        }
      } else if (base.place.is === "unknown" || base.place.is === "missing") {
        const name = nameOfBase(file, base.base);
        if (name === null || name === source.name || !isDeclaredName(program.index, name)) continue;
        const kind = heritageKind(file, source.kind, base.kind, false);
        const reason = base.place.is === "unknown" ? "unknown-value" : "undeclared-name";
        work.add(from, kind, "unresolved", reason, base.line, unresolvedTarget(name));
      }
    }
  }
  work.guess(false);
}

function implementedAt(from: number, line: number, target: Decl): string {
  return `${from} ${line} ${nodeIdOf(target)}`;
}

/** The last name of a base as it is written; null where it has none. */
function nameOfBase(file: ProgramFile, { root, path }: TypeName): string | null {
  if (path.length > 0) return path.at(-1)!;
  if (root.in === "free") return bareName(root.name);
  return root.in === "import" ? importedName(file, root.import) : null;
}

/** The name that an import has in its module, or where it has none there, the one it is given. */
function importedName(file: ProgramFile, at: number): string | null {
  const item = file.imports[at];
  if (item === undefined) return null;
  return /^(?:\*|default|)$/.test(item.imported) ? item.local : item.imported;
}

export function heritageKind(file: ProgramFile, source: string, written: string, isInterface: boolean): EdgeKind {
  if (source === "interface") return "extends";
  if (!file.isCsharp) return written === "implements" ? "implements" : "inherits";
  return isInterface || source === "struct" ? "implements" : "inherits";
}

function tierOf(imported: boolean, targets: number): EdgeTier {
  if (targets > 1) return "candidate";
  return imported ? "import" : "exact";
}

/** What led from the symbol `from` to the targets; `receiver`: what they were asked of as a member, if anything. */
function ruleOf(
  { program, file }: Work,
  from: number,
  imported: boolean,
  targets: Decl[],
  receiver: Place | null,
): EdgeRule {
  const target = targets[0]!;
  if (targets.length > 1 && !areParts(program, targets)) return "overload";
  if (file.isCsharp && symbolOf(target).kind === "constructor") return imported ? "import" : "scope";
  const owner = target.file.symbols[symbolOf(target).parent];
  const ownerId = target.file.nodeIds[symbolOf(target).parent];
  const value = receiver === null ? null : asValue(program, receiver);
  if (file.isCsharp && symbolOf(target).extends !== null && value !== null && isNoType(value)) return "extension";
  const types =
    value?.is === "several"
      ? value.members.filter((type) => type.is === "instance")
      : value?.is === "instance"
        ? [value]
        : [];
  if (types.length > 0) {
    const isOwn = types.some(({ decls }) => decls.some((decl) => nodeIdOf(decl) === ownerId));
    return isOwn ? "receiver-type" : "inherited";
  }
  if (!file.isCsharp || receiver !== null || owner === undefined || !isTypeKind(owner.kind)) {
    return imported ? "import" : "scope";
  }
  // A C# name without a receiver: a member of a type around it, of a base of one, or by `using static`.
  for (let at = from; at > 0; at = file.symbols[at]!.parent) if (file.nodeIds[at] === ownerId) return "scope";
  return symbolOf(target).isStatic && file.imports.some(({ kind }) => kind === "static") ? "import" : "inherited";
}

function isNoType(place: Place): boolean {
  return place.is !== "symbols" || !isTypeKind(symbolOf(place.decls[0]!).kind);
}

function resolveReference(work: Work, at: number): void {
  const reference = work.parse.references[at]!;
  // What JSDoc implements it names elsewhere.
  const isDoc = reference.kind === "implements" && work.file.language.family === "javascript";
  if (!work.file.isCsharp && !isDoc) receiverUses(work, reference);
  switch (reference.kind) {
    case "call":
      call(work, at);
      break;
    case "new":
      if (work.csharp === null) construct(work, reference, walk(work, reference, "type").place);
      else constructCsharp(work, reference, work.csharp.callee(at).place, true);
      break;
    case "jsx":
      callable(work, reference, walk(work, reference, "any"));
      break;
    case "decorator":
      if (work.file.isCsharp) {
        emitUse(work, reference, "references", "type", { place: attribute(work, reference), receiver: null });
      } else if (reference.argumentCount === null) use(work, reference, "references", "value");
      else callable(work, reference, walk(work, reference, "any"));
      break;
    case "type":
      use(work, reference, "references", "type");
      break;
    case "accepts":
      use(work, reference, "accepts", "type");
      break;
    case "value":
    case "reexport":
      valueUse(work, at);
      break;
  }
}

/** A place, and what it is a member of, if of anything. */
interface Walked {
  place: Place;
  receiver: Place | null;
}

/** The place that a reference's names lead to. */
function walk(work: Work, reference: Reference, meaning: "type" | "any"): Walked {
  if (work.csharp !== null) return work.csharp.place(reference, meaning);
  if (work.walked?.reference === reference) return work.walked;
  let place = start(work, reference, meaning, null);
  let receiver: Place | null = null;
  for (const name of reference.path) {
    receiver = place;
    place = step(work.program, place, name, null);
  }
  return { place: settled(place), receiver };
}

/** Where the root of a reference leads. */
function start(work: Work, { root, from }: Reference, meaning: "type" | "any", argumentCount: number | null): Place {
  return rootPlace(work.program, work.file, from, root, meaning, argumentCount);
}

const RECEIVERS: ReadonlySet<string> = new Set([
  "constant",
  "variable",
  "enum",
  "class",
  "property",
  "field",
  "namespace",
  "function",
  "component",
]);

const OF_FUNCTIONS: ReadonlySet<string> = new Set(["call", "apply", "bind"]);

/**
 * `log` of `log.info()`, `Color` of `Color.Red`, `repo` of `this.repo.find()`: used as well, in TypeScript and JavaScript, whether or not the
 * last member is known.
 */
function receiverUses(work: Work, reference: Reference): void {
  const { program, parse } = work;
  const { root, from, path } = reference;
  if (path.length === 0 || root.in === "unknown") return;
  let place = start(work, reference, "any", null);
  let receiver: Place | null = null;
  // `this` in an object's own functions is no use of it.
  const isSelf = root.in === "file" && root.isSelf === true && isWithin(parse, from, root.symbol);
  for (let at = 0; at < path.length; at++) {
    const here = settled(place.is === "module" ? moduleValue(program, place) : place);
    // The type of a local is no name that stands there.
    const isHidden = at === 0 && (isSelf || root.in === "instance");
    if (here.is === "symbols" && !isHidden) {
      const targets = firstOfEach(ofMeaning(here.decls, "value")).filter((decl) => isReceiver(decl, path[at]!));
      const line = reference.lines?.[at] ?? reference.line;
      emit(work, { ...reference, line }, "references", targets, here.imported, receiver);
    } else if (place.is === "unknown" || place.is === "missing" || place.is === "external") return;
    receiver = place;
    place = step(program, place, path[at]!, null);
  }
  work.walked = { reference, place: settled(place), receiver };
}

/** Whether a declaration is used where `member` is asked of it: `f.call()` is a call of f and nothing else. */
function isReceiver(decl: Decl, member: string): boolean {
  const { kind } = symbolOf(decl);
  return RECEIVERS.has(kind) && !(kind === "function" && OF_FUNCTIONS.has(member));
}

function isWithin(parse: ParseResult, from: number, symbol: number): boolean {
  for (let at = from; at > 0; at = parse.symbols[at]!.parent) if (at === symbol) return true;
  return false;
}

/** A type annotation or a value that is read: an edge where the place is known, else nothing. */
function use(work: Work, reference: Reference, kind: EdgeKind, meaning: "type" | "value"): void {
  emitUse(work, reference, kind, meaning, walk(work, reference, meaning === "type" ? "type" : "any"));
}

function valueUse(work: Work, at: number): void {
  const reference = work.parse.references[at]!;
  const walked = walk(work, reference, "any");
  const isOpen = work.csharp !== null && walked.place.is === "unknown" && reference.root.in === "callback";
  if (!isOpen || !likelyUse(work, at, "references")) emitUse(work, reference, "references", "value", walked);
}

function emitUse(
  work: Work,
  reference: Reference,
  kind: EdgeKind,
  meaning: "type" | "value",
  { place: at, receiver }: Walked,
): void {
  // A bare `require("./base")` names nothing but the module.
  const { root, path } = reference;
  const isBare = path.length === 0 && root.in === "import" && work.file.imports[root.import]?.local === "";
  const whole = at.is === "module" && !isBare ? moduleValue(work.program, at) : at;
  const place = meaning === "type" ? typeAt(work.program, work.file, reference.from, reference, whole) : whole;
  if (place.is === "external") {
    // The runtime's own names would drown what matters.
    const first = place.name.split(".", 1)[0]!;
    // In C# the type before a static member: the member's own edge says more.
    const isReceiver = work.file.isCsharp && meaning === "value" && reference.path.length === 0;
    const isIndexer = reference.path.at(-1) === "this[]";
    if (isReceiver || isIndexer) return;
    if (place.module !== null || !work.file.language.runtimeGlobals.has(first)) {
      work.addExternal(reference.from, kind, reference.line, place);
    }
  } else if (place.is === "symbols") {
    // The property of a type without a name is no symbol, unless it is a function of an object that a function holds; what it holds,
    // `{ type: typeof Repo }`, is not named there.
    if (receiver?.is === "object" && !place.decls.every(isInFunction)) return;
    const { from, line } = reference;
    // The type of an object literal that implements it is said to be implemented, as that of a class.
    const isNew = (target: Decl) =>
      work.implemented.size === 0 || !work.implemented.has(implementedAt(from, line, target));
    const targets = firstOfEach(ofMeaning(place.decls, meaning)).filter(isNew);
    emit(work, reference, kind, targets, place.imported, receiver);
  } else if (place.is === "module") {
    work.add(reference.from, kind, "import", "import", reference.line, place.file.nodeIds[0]!);
  }
}

/** Whether a function is declared in another one. */
function isInFunction(decl: Decl): boolean {
  const { kind, parent } = symbolOf(decl);
  return kind === "function" && /^(?:function|method|component)$/.test(decl.file.symbols[parent]?.kind ?? "");
}

function emit(
  work: Work,
  reference: Reference,
  kind: EdgeKind,
  targets: Decl[],
  isImported: boolean,
  receiver: Place | null = null,
): void {
  if (targets.length === 0) return;
  if (targets.length > MAX_OVERLOADS) {
    if (kind === "calls") work.addUnresolved(reference, "too-many", symbolOf(targets[0]!).name);
    return;
  }
  // What a part of a union or an intersection declares may stand elsewhere than the type.
  const imported = isImported || (!work.file.isCsharp && targets.every(({ file }) => file !== work.file));
  const tier = tierOf(imported, areParts(work.program, targets) ? 1 : targets.length);
  const rule = isImplicitConstructor(reference, kind, targets[0]!)
    ? "implicit-constructor"
    : ruleOf(work, reference.from, imported, targets, receiver);
  for (const target of targets) {
    work.add(reference.from, kind, tier, rule, reference.line, nodeIdOf(target));
    for (const source of sourcesOf(work.program, target))
      work.add(reference.from, kind, tier, rule, reference.line, nodeIdOf(source));
  }
}

/** Whether a call is `base(…)` or `super(…)` and its target a class, which then declares no constructor. */
function isImplicitConstructor({ kind, root, path }: Reference, edge: EdgeKind, target: Decl): boolean {
  const isInitializer = kind === "call" && path.length === 0 && (root.in === "super" || root.in === "this");
  return edge === "calls" && isInitializer && isTypeKind(symbolOf(target).kind);
}

/** Whether the targets are declarations of one symbol: of a C# partial method, or of a type that `declare module` adds to. */
function areParts(program: Program, targets: Decl[]): boolean {
  if (targets.length < 2) return false;
  const merged = program.caches.augmented?.parts;
  const parts = merged?.get(keyOf(targets[0]!));
  if (parts !== undefined) return targets.every((decl) => merged!.get(keyOf(decl)) === parts);
  if (!targets[0]!.file.isCsharp) return areOfMerged(program, targets);
  if (targets.length !== 2 || !areOverloads(targets)) return false;
  return targets.every((decl) => decl.file.isCsharp && symbolOf(decl).isMergeable && symbolOf(decl).kind === "method");
}

/** TypeScript: whether the targets are a member of one type, which is merged from a class and interfaces beside it. */
function areOfMerged(program: Program, targets: Decl[]): boolean {
  const [first, ...others] = targets.map(({ file, index }) => ({ file, index: file.symbols[index]!.parent }));
  const { kind, parent } = symbolOf(first!);
  if (parent < 0 || (kind !== "class" && kind !== "interface")) return false;
  const merged = typeDecls(program, first!);
  return others.every((other) => merged.some((decl) => decl.file === other.file && decl.index === other.index));
}

/** What a declaration file declares stands in the JavaScript file beside it: `index.d.ts` speaks for `index.js`. */
export function sourcesOf(program: Program, { file, index }: Decl): Decl[] {
  const symbol = file.symbols[index]!;
  if (!file.isDeclarationFile || symbol.parent !== 0 || isNoValueKind(symbol.kind)) return [];
  const source = program.files.get(file.path.replace(/\.d\.([mc]?)ts$/, ".$1js"));
  if (source === undefined) return [];
  const named = childrenNamed(program, source, 0, symbol.name).find((at) => source.symbols[at]!.isExported);
  return named === undefined ? [] : [{ file: source, index: named }];
}

function isNoValueKind(kind: string): boolean {
  return kind === "interface" || kind === "type";
}

function call(work: Work, at: number): void {
  const reference = work.parse.references[at]!;
  const { root, path, from } = reference;
  const isConstructor = path.length === 0 && (root.in === "super" || root.in === "this");
  if (work.csharp !== null) {
    const { place, receiver } = work.csharp.callee(at);
    const isOperator = path.at(-1)?.startsWith("operator ");
    if (isConstructor) constructCsharp(work, reference, place, false);
    else if (isOperator) emitOperator(work, reference, place);
    else if (place.is === "unknown" && likelyUse(work, at, "calls")) return;
    else if (place.is !== "external" || path.length === 0 || !extendOnExternal(work, reference, receiver))
      callable(work, reference, { place, receiver });
    return;
  }
  if (isConstructor) construct(work, reference, rootPlace(work.program, work.file, from, root, "any"), false);
  else if (!callOfFunction(work, reference)) callable(work, reference, walk(work, reference, "any"));
}

/** C#: a use of a member of what a library probably calls a lambda with; false where nothing is likely. Such an edge is never exact. */
function likelyUse(work: Work, at: number, kind: EdgeKind): boolean {
  const reference = work.parse.references[at]!;
  const place = work.csharp!.likely(at);
  if (place === null || place.is !== "symbols") return false;
  const targets = overloads(ofMeaning(place.decls, kind === "calls" ? "call" : "value"), reference);
  if (targets.length === 0 || targets.length > MAX_OVERLOADS) return false;
  work.guess(true);
  emit(work, reference, kind, targets, place.imported, null);
  work.guess(false);
  return true;
}

/** An operator that the project declares; those of the language are no calls. */
function emitOperator(work: Work, reference: Reference, place: Place): void {
  if (place.is === "symbols") emit(work, reference, "calls", firstOfEach(place.decls), place.imported);
}

/** `f.call(this)`, `f.apply(this, list)` and `f.bind(this)()` call f; `f.bind(this)` names it. */
function callOfFunction(work: Work, reference: Reference): boolean {
  const { path } = reference;
  const isCalled = path.at(-1) === CALLED;
  const names = isCalled ? path.slice(0, -1) : path;
  const last = names.at(-1);
  if (last !== "call" && last !== "apply" && last !== "bind") return false;
  const { place: at, receiver } = walk(work, { ...reference, path: names.slice(0, -1) }, "any");
  const place = at.is === "module" ? moduleValue(work.program, at) : at;
  const functions = place.is === "symbols" ? ofMeaning(place.decls, "call").filter(isFunction) : [];
  if (functions.length > 0) {
    const kind = last === "bind" && !isCalled ? "references" : "calls";
    const { imported } = place as Extract<Place, { is: "symbols" }>;
    emit(work, reference, kind, firstOfEach(functions), imported, receiver);
    return true;
  }
  if (isCalled) callable(work, reference, walk(work, { ...reference, path: names }, "any"));
  return isCalled;
}

function isFunction(decl: Decl): boolean {
  const { kind, isCallable } = symbolOf(decl);
  return isCallable && !isTypeKind(kind);
}

/** A call of what stands at a place. */
function callable(work: Work, reference: Reference, { place: at, receiver }: Walked): void {
  const place = at.is === "module" ? moduleValue(work.program, at) : at;
  if (place.is === "external") {
    // A member of a type without a name, as `new { Name = "x" }` is.
    if (place.name.startsWith("(")) work.addUnresolved(reference, "unknown-receiver", lastNameOf(work, reference));
    else work.addExternal(reference.from, "calls", reference.line, place);
    return;
  }
  if (place.is === "unknown") {
    callByName(work, reference);
    return;
  }
  if (place.is === "symbols") {
    const targets = overloads(ofMeaning(place.decls, "call"), reference);
    if (targets.length > 0 && targets.length <= MAX_OVERLOADS) {
      emit(work, reference, "calls", targets, place.imported, receiver);
      return;
    }
    const reason = targets.length > MAX_OVERLOADS ? "too-many" : "unknown-value";
    work.addUnresolved(reference, reason, lastNameOf(work, reference));
    return;
  }
  work.addUnresolved(reference, whyMissing(work, reference, place), lastNameOf(work, reference));
}

/** Why a call of what stands at a place without functions is unresolved. */
function whyMissing(work: Work, reference: Reference, place: Place): UnresolvedReason {
  if (place.is !== "missing") return "unknown-value";
  if (reference.path.length === 0) return "undeclared-name";
  const isOfNothing = walk(work, { ...reference, path: [] }, "any").place.is === "missing";
  return isOfNothing ? "unknown-receiver" : "no-such-member";
}

function lastNameOf(work: Work, { root, path }: Reference): string | null {
  if (path.length > 0) return path.at(-1)!;
  if (root.in === "free") return bareName(root.name);
  if (root.in === "import") return importedName(work.file, root.import);
  if (root.in === "file") return work.file.symbols[root.symbol]!.name || null;
  return null;
}

const CALLS_OF_FUNCTIONS: ReadonlySet<string> = new Set(["call", "apply"]);

/** The name of what the last name of a reference is asked of; null where it has none. */
function nameBeforeLast(work: Work, reference: Reference): string | null {
  const path = reference.path.filter((step) => !isCalledStep(step));
  return path.length === 0 ? null : lastNameOf(work, { ...reference, path: path.slice(0, -1) });
}

/** A member call on a receiver of unknown type: bound only if the project has one such member, or a few to list. */
function callByName(work: Work, reference: Reference): void {
  const { program, file } = work;
  // `t()` of `const { t } = useTranslation()` names no receiver: that some class has a member of that name says nothing.
  const isTaken = reference.path.length === 2 && reference.path[0] === VALUE;
  const name = isTaken ? undefined : reference.path.at(-1);
  if (name === undefined || file.language.runtimeMembers.has(name)) {
    work.addUnresolved(reference, name === undefined ? "unknown-value" : "unknown-receiver", name ?? null);
    return;
  }
  const members = file.isCsharp ? program.index.csharpMembers : program.index.members;
  const found = oneOfSeveral(work, reference, "member", members.get(name), (decl) =>
    mayBeCalled(work, reference, decl),
  );
  if (found !== "some") work.addUnresolved(reference, found === "none" ? "unknown-receiver" : "too-many", name);
}

/** Whether a member may be what a call on an unknown receiver means. */
function mayBeCalled({ program, file }: Work, reference: Reference, decl: Decl): boolean {
  const symbol = symbolOf(decl);
  if (!file.isCsharp) return isReachable(program, file, decl);
  if (!isFitting(symbol, reference, true)) return false;
  if (symbol.extends !== null) return isVisibleExtension(program, file, decl);
  return !symbol.isStatic && isReachable(program, file, decl);
}

/**
 * A call of a visible extension method on a value of a type outside the project: `connection.Query()` on a DbConnection, of which is known
 * outside whether it is an IDbConnection. Where no extension method is likely enough, the call counts as unresolved.
 */
function extendOnExternal(work: Work, reference: Reference, receiver: Place | null): boolean {
  const { program, file } = work;
  const { index } = program;
  const name = reference.path.at(-1)!;
  const extensions = index.extensions.get(name);
  if (extensions === undefined || file.language.runtimeMembers.has(name) || !work.csharp!.isOnValue(reference))
    return false;
  // A type of the project is no base of a type outside it.
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
  work.addUnresolved(reference, "unknown-receiver", name);
  return true;
}

/** Adds a call of the only symbol that fits, or of each of a few; answers whether there were any, or too many. */
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
  const key = `${purpose} ${lastNameOf(work, reference)} ${argumentCount} ${typeArgumentCount} ${argumentNames?.join()}`;
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
  // Of what has the name beside them the call may be one too.
  const hasOthers = !file.isCsharp && hasNamesakes(program, targets);
  const isFitted = file.isCsharp
    ? isExtension || !isGivenByLibrary(work, reference)
    : !hasOthers && isLikely(program, file, reference, targets[0]!);
  const isOne = targets.length === 1 && isFitted;
  for (const target of targets) {
    const rule = isOne ? "unique-name" : "same-name";
    work.add(reference.from, "calls", isOne ? "unique" : "candidate", rule, reference.line, nodeIdOf(target));
  }
  if (hasOthers) {
    const name = unresolvedTarget(symbolOf(targets[0]!).name);
    work.add(reference.from, "calls", "unresolved", "unknown-receiver", reference.line, name);
  }
  return "some";
}

/**
 * C#: whether a call is on a value that a library gives: in `x.Should().Be(1)` nothing in the project declares `Should`. The only `Be` of the project is
 * then no likelier than a library's; an extension method that the file sees is.
 */
function isGivenByLibrary(work: Work, { root }: Reference): boolean {
  if (work.csharp === null || root.in !== "result") return false;
  const giver = work.parse.references[root.of]!;
  const name = giver.path.at(-1);
  const { csharpMembers, extensions } = work.program.index;
  const isUndeclared = name !== undefined && !csharpMembers.has(name) && !extensions.has(name);
  return isUndeclared || isGivenByLibrary(work, giver);
}

/** `new T()`, an attribute, `base(…)`: a call of the constructor that fits, or of the type where it declares none. */
function construct(work: Work, reference: Reference, at: Place, usesType = true): void {
  const { program } = work;
  const place = at.is === "module" ? moduleValue(program, at) : at;
  if (place.is === "external") {
    work.addExternal(reference.from, "calls", reference.line, place);
    return;
  }
  if (place.is !== "symbols" && place.is !== "instance") {
    work.addUnresolved(reference, whyMissing(work, reference, place), lastNameOf(work, reference));
    return;
  }
  const types = firstOfEach(place.is === "symbols" ? ofMeaning(place.decls, "new") : place.decls.slice(0, 1));
  if (types.length === 0) {
    work.addUnresolved(reference, "unknown-value", lastNameOf(work, reference));
    return;
  }
  const constructors = types.flatMap((type) => constructorsOf(program, type));
  const fitting = overloads(constructors, reference);
  emit(work, reference, "calls", fitting.length > 0 ? fitting : types, place.imported);
  // Which type is made is known also where which of its constructors is not.
  if (usesType && fitting.length > 1) emit(work, reference, "references", types, place.imported);
}

/** A constructor of C#, or of a type without any, the type. */
function constructCsharp(work: Work, reference: Reference, place: Place, usesType: boolean): void {
  if (place.is === "external") {
    work.addExternal(reference.from, "calls", reference.line, place);
  } else if (place.is === "symbols" || place.is === "instance") {
    const isConstructor = symbolOf(place.decls[0]!).kind === "constructor";
    const targets = firstOfEach(isConstructor ? place.decls : place.decls.slice(0, 1));
    emit(work, reference, "calls", targets, place.imported);
    // Which type is made is known also where which of its constructors is not.
    if (!usesType || targets.length === 1) return;
    const types = targets.map(({ file, index }) => ({ file, index: file.symbols[index]!.parent }));
    emit(work, reference, "references", types.slice(0, 1), place.imported);
  } else work.addUnresolved(reference, whyMissing(work, reference, place), lastNameOf(work, reference));
}

function constructorsOf(program: Program, type: Decl): Decl[] {
  if (!isTypeKind(symbolOf(type).kind)) return [];
  const value = toInstance(program, { is: "symbols", decls: [type], imported: false });
  if (value.is !== "instance") return [];
  return value.decls.flatMap(({ file, index }) => {
    const found: Decl[] = [];
    for (let child = file.firstChild[index]!; child !== -1; child = file.nextSibling[child]!) {
      const symbol = file.symbols[child]!;
      if (symbol.kind === "constructor" && !symbol.isStatic) found.push({ file, index: child });
    }
    return found;
  });
}

/** `[Test]` may be written for `TestAttribute`. */
function attribute(work: Work, reference: Reference): Place {
  const { root, path } = reference;
  const longer: Reference =
    path.length > 0
      ? { ...reference, path: [...path.slice(0, -1), `${path.at(-1)}Attribute`] }
      : root.in === "free"
        ? { ...reference, root: { in: "free", name: `${bareName(root.name)}Attribute` } }
        : reference;
  const { place } = walk(work, longer, "type");
  if (place.is === "symbols") return place;
  const short = walk(work, reference, "type").place;
  if (short.is === "symbols" && short.decls.some((decl) => symbolOf(decl).kind === "class")) return short;
  return short.is === "external" ? short : place;
}

/** Declarations that fit what is done with the name; all where none does but a value may be a type (`Foo.bar`, `export { Foo }`). */
function ofMeaning(decls: Decl[], meaning: "type" | "value" | "call" | "new"): Decl[] {
  if (decls.length === 0) return decls;
  const isCsharp = decls[0]!.file.isCsharp;
  const fits = (decl: Decl) => isOfMeaning(symbolOf(decl).kind, meaning, isCsharp);
  if (decls.every(fits)) return decls;
  const fitting = decls.filter(fits);
  return fitting.length > 0 || meaning === "call" || meaning === "new" ? fitting : decls;
}

function isOfMeaning(kind: string, meaning: "type" | "value" | "call" | "new", isCsharp: boolean): boolean {
  switch (meaning) {
    case "type":
      return isTypeKind(kind) || kind === "namespace" || kind === "module" || kind === "component";
    case "value":
      return kind !== "interface" && kind !== "type";
    case "call":
      return isCsharp
        ? !isTypeKind(kind) && kind !== "namespace"
        : kind !== "interface" && kind !== "type" && kind !== "module";
    case "new":
      return isCsharp ? isTypeKind(kind) : kind !== "interface" && kind !== "type";
  }
}

/** One declaration for each symbol: in TypeScript those of one name and parent are one (overloads, accessors). */
function firstOfEach(decls: Decl[]): Decl[] {
  if (decls.length < 2) return decls;
  const ids = new Set<string>();
  const parents = new Set<string>();
  return decls.filter((decl) => {
    const id = nodeIdOf(decl);
    const parent = decl.file.isCsharp ? id : `${decl.file.id} ${symbolOf(decl).parent}`;
    if (ids.has(id) || parents.has(parent)) return false;
    ids.add(id);
    parents.add(parent);
    return true;
  });
}

/** The overloads that a call's arguments fit by number and name; all where none does. Which of several is meant takes the arguments' types. */
function overloads(decls: Decl[], reference: Reference): Decl[] {
  const all = firstOfEach(decls);
  if (all.length < 2 || !all[0]!.file.isCsharp) return all;
  const fitting = all.filter((decl) => isFitting(symbolOf(decl), reference));
  return fitting.length > 0 ? fitting : all;
}

function isFitting(symbol: ProgramSymbol, reference: Reference, isOnValue = false): boolean {
  const { argumentCount, typeArgumentCount = 0, argumentNames } = reference;
  return fitsByNumber(symbol, argumentCount, typeArgumentCount, argumentNames, isOnValue);
}

/** Whether the symbols are one method's overloads, as far as their type says. */
function areOverloads(decls: Decl[]): boolean {
  const parentOf = ({ file, index }: Decl) => file.nodeIds[file.symbols[index]!.parent];
  return decls.every((decl) => parentOf(decl) === parentOf(decls[0]!));
}
