/** From a parse result to a program file: what other files can see of it, and the numbers of all names that it mentions. */
import { nth } from "../base/need.js";
import { int32At } from "../base/numbers.js";
import type { Language } from "../languages/language.js";
import { flatten, flattenStep, unflatten } from "../model/flat-types.js";
import type {
  AddedMember,
  Export,
  Import,
  NamedType,
  ParsedSymbol,
  ParseResult,
  Reference,
  Step,
  TypeExpr,
} from "../model/parse-result.js";
import { isUnnamed } from "../model/steps.js";
import { named, UNKNOWN_TYPE } from "../model/type-forms.js";
import type { ProgramIndex } from "./name-index.js";
import type { Heritage, ProgramFile, ProgramSymbol } from "./program-file.js";
import type { Semantics } from "./semantics.js";

const NO_NAMES: string[] = [];
const NO_MEMBERS: AddedMember[] = [];
const NO_TYPES: (TypeExpr | null)[] = [];

/** The summary of one file while it is made. */
interface Summary {
  readonly index: ProgramIndex;
  readonly parse: ParseResult;
  readonly semantics: Semantics;
  /** The numbers of the names that the file mentions. */
  readonly mentions: Set<number>;
  /** Roots whose names are mentioned. The steps of a long chain are roots of each other: each is looked at once. */
  readonly seenRoots: Set<Reference["root"]>;
  /** Distinct module specifiers of imports, re-exports and additions to modules. */
  readonly specifiers: Set<string>;
}

/** A file as it is given to a program, with the number and the rules of its family. */
interface GivenFile {
  id: number;
  path: string;
  language: Language;
  family: number;
  semantics: Semantics;
}

/** Summarizes a file; null where its declarations are nested too deep for the stack. */
export function summarizeFile(
  index: ProgramIndex,
  given: GivenFile,
  parse: ParseResult,
  nodeIds: string[],
): ProgramFile | null {
  try {
    return summarize(index, given, parse, nodeIds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function summarize(
  index: ProgramIndex,
  { id, path, language, family, semantics }: GivenFile,
  parse: ParseResult,
  nodeIds: string[],
): ProgramFile {
  const summary: Summary = {
    index,
    parse,
    semantics,
    mentions: new Set(),
    seenRoots: new Set(),
    specifiers: new Set(),
  };
  const symbols = symbolsOf(summary);
  const { firstChild, nextSibling } = childListsOf(symbols);
  const heritage = heritageOf(summary);
  const imports = parse.imports.map((item) => keptImport(summary, item));
  const exports = parse.exports.map((item) => keptExport(summary, item));
  return {
    id,
    path,
    language,
    family,
    traits: semantics.traits,
    isScript: parse.isScript,
    isDeclarationFile: semantics.summary.isDeclarationFile(path),
    nodeIds,
    symbols,
    firstChild,
    nextSibling,
    heritage,
    imports,
    exports,
    specifiers: [...summary.specifiers],
    targets: null,
    mentioned: Int32Array.from(summary.mentions).sort(),
  };
}

function symbolsOf(summary: Summary): ProgramSymbol[] {
  const { index, parse, semantics } = summary;
  const kept = (name: string) => keptName(index, name);
  const keptOrNull = (type: TypeExpr | null | undefined) => keptTypeOrNull(index, type);
  const internals: boolean[] = [];
  const classes = componentClasses(parse);
  return parse.symbols.map((symbol, position): ProgramSymbol => {
    const isOwn = symbol.access === "internal" || symbol.access === "private protected";
    const isInternal = isOwn || internals[symbol.parent] === true;
    internals.push(isInternal);
    const facts = semantics.summary.symbolFacts(parse, symbol, kept);
    mentionSymbol(summary, symbol, facts.receiverType);
    const module = semantics.summary.moduleAddedTo(symbol);
    if (module !== null) summary.specifiers.add(kept(module));
    return {
      name: kept(symbol.name),
      kind: classes.has(position) ? "class" : symbol.kind,
      parent: symbol.parent,
      isStatic: symbol.isStatic,
      isAbstract: symbol.isAbstract,
      isPrivate: symbol.access === "private" || symbol.access === "file",
      isInternal,
      isExported: symbol.isExported,
      isMergeable: symbol.isMergeable,
      isOptional: symbol.isOptional,
      isCallable: symbol.parameterSignature !== null,
      minArguments: facts.minArguments,
      maxArguments: facts.maxArguments,
      parameterNames: facts.parameterNames,
      extends: facts.extends,
      extendsType: facts.extendsType,
      isExplicit: facts.isExplicit,
      choice: symbol.choice ?? null,
      declaredType: keptOrNull(symbol.declaredType),
      madeType: keptOrNull(symbol.madeType),
      receiverType: keptOrNull(facts.receiverType),
      parameterTypes: symbol.parameterTypes === undefined ? NO_TYPES : symbol.parameterTypes.map(keptOrNull),
      typeDefaults: symbol.typeDefaults === undefined ? NO_TYPES : symbol.typeDefaults.map(keptOrNull),
      addedMembers: symbol.addedMembers?.map((member) => keptMember(index, member)) ?? NO_MEMBERS,
      typeParameters: symbol.typeParameters.length === 0 ? NO_NAMES : symbol.typeParameters.map(kept),
    };
  });
}

function mentionSymbol(summary: Summary, symbol: ParsedSymbol, receiverType: TypeExpr | null): void {
  mention(summary, symbol.name);
  for (const name of summary.semantics.summary.namesInSymbol(symbol)) mention(summary, name);
  mentionType(summary, symbol.declaredType);
  for (const type of symbol.parameterTypes ?? []) mentionType(summary, type);
  mentionType(summary, receiverType);
  for (const type of symbol.typeDefaults ?? []) mentionType(summary, type);
  mentionType(summary, symbol.madeType);
}

/** The children of each symbol as a list: see `ProgramFile`. */
function childListsOf(symbols: readonly ProgramSymbol[]): Pick<ProgramFile, "firstChild" | "nextSibling"> {
  const firstChild = new Int32Array(symbols.length).fill(-1);
  const nextSibling = new Int32Array(symbols.length).fill(-1);
  for (let child = symbols.length - 1; child > 0; child--) {
    const { parent } = nth(symbols, child);
    if (parent < 0 || parent >= child) continue;
    nextSibling[child] = int32At(firstChild, parent);
    firstChild[parent] = child;
  }
  return { firstChild, nextSibling };
}

/** The base lists of a file's types, sorted by type. Mentions the names of all references on the way. */
function heritageOf(summary: Summary): Heritage[] {
  const { index, parse } = summary;
  const heritage: Heritage[] = [];
  const positions = new Map<number, number>();
  for (const reference of parse.references) {
    mentionReference(summary, reference);
    const { from, kind, line, root, path, typeArguments } = reference;
    if ((kind !== "extends" && kind !== "implements") || !isTypeRoot(root)) continue;
    const position = positions.get(from) ?? 0;
    positions.set(from, position + 1);
    const base = keptNamed(index, named(root, path, typeArguments));
    heritage.push({ from, kind, base, line, position });
  }
  return heritage.sort((a, b) => a.from - b.from);
}

function mentionReference(summary: Summary, reference: Reference): void {
  const { root, path, typeArguments } = reference;
  mentionRoot(summary, root);
  mentionPath(summary, path);
  for (const name of summary.semantics.summary.namesMeantBy(reference)) mention(summary, name);
  for (const type of typeArguments ?? []) mentionType(summary, type);
}

function keptImport(summary: Summary, item: Import): Import {
  const { index, semantics, specifiers } = summary;
  mention(summary, item.imported);
  mention(summary, item.local);
  const specifier = keptName(index, item.specifier);
  const names = semantics.summary.namesInSpecifier(item.specifier);
  if (names === null) specifiers.add(specifier);
  else for (const name of names) mention(summary, name);
  return { ...item, specifier, imported: keptName(index, item.imported), local: keptName(index, item.local) };
}

function keptExport(summary: Summary, item: Export): Export {
  const { index, specifiers } = summary;
  mention(summary, item.exported);
  const exported = keptName(index, item.exported);
  if (item.target.in !== "module") return { ...item, exported };
  mention(summary, item.target.imported);
  const specifier = keptName(index, item.target.specifier);
  specifiers.add(specifier);
  return { ...item, exported, target: { in: "module", specifier, imported: keptName(index, item.target.imported) } };
}

function mention({ index, mentions }: Summary, name: string): void {
  if (name !== "") mentions.add(index.intern(name));
}

function mentionPath(summary: Summary, path: readonly Step[]): void {
  for (const step of path) if (!isUnnamed(step)) mention(summary, flattenStep(step));
}

function mentionType(summary: Summary, type: TypeExpr | null | undefined): void {
  if (type === null || type === undefined) return;
  if (type.kind !== "named") {
    const { names, types = [] } = flatten(type);
    for (const name of names) mention(summary, name);
    for (const part of types) mentionType(summary, part);
    return;
  }
  mentionRoot(summary, type.root);
  mentionPath(summary, type.path);
  for (const arg of type.args ?? []) mentionType(summary, arg);
}

function mentionRoot(summary: Summary, root: Reference["root"]): void {
  const { parse, semantics, seenRoots } = summary;
  if (root.in === "instance" || root.in === "call") {
    if (seenRoots.has(root)) return;
    seenRoots.add(root);
  }
  if (root.in === "free") mention(summary, semantics.traits.bareName(root.name));
  else if (root.in === "instance") mentionType(summary, root.type);
  else if (root.in === "file") mention(summary, parse.symbols[root.symbol]?.name ?? "");
  else if (root.in === "parameter") mentionType(summary, root.bound);
  else if (root.in === "call") {
    mentionType(summary, root.of);
    for (const type of root.typeArguments) mentionType(summary, type);
    for (const type of root.arguments) mentionType(summary, type);
  }
}

/** The program's own copy of a name: a slice of a parse result would keep the whole of it in memory. */
function keptName(index: ProgramIndex, name: string): string {
  return nth(index.names, index.intern(name));
}

function keptMember(index: ProgramIndex, { name, kind, fields }: AddedMember): AddedMember {
  return { name: keptName(index, name), kind, fields: fields.map((field) => keptName(index, field)) };
}

function keptType(index: ProgramIndex, type: TypeExpr): TypeExpr {
  if (type.kind === "named") return keptNamed(index, type);
  const { word, names, types } = flatten(type);
  const own = names.length === 0 ? NO_NAMES : names.map((name) => keptName(index, name));
  return unflatten({ word, names: own, types: types?.map((part) => keptType(index, part)) }) ?? UNKNOWN_TYPE;
}

function keptNamed(index: ProgramIndex, { root, path, args }: NamedType): NamedType {
  if (root.in === "free" && path.length === 0 && args === undefined) return index.typeNamed(keptName(index, root.name));
  const of = keptRoot(index, root);
  const names =
    path.length === 0 ? NO_NAMES : path.map((step) => (typeof step === "string" ? keptName(index, step) : step));
  return named(
    of,
    names,
    args?.map((arg) => keptType(index, arg)),
  );
}

function keptTypeOrNull(index: ProgramIndex, type: TypeExpr | null | undefined): TypeExpr | null {
  return type === null || type === undefined ? null : keptType(index, type);
}

function keptRoot(index: ProgramIndex, root: NamedType["root"]): NamedType["root"] {
  switch (root.in) {
    case "free":
      return { in: "free", name: keptName(index, root.name) };
    case "instance":
      return { in: "instance", type: keptType(index, root.type) };
    case "parameter":
      return { in: "parameter", name: keptName(index, root.name), bound: keptTypeOrNull(index, root.bound) };
    case "call":
      return {
        in: "call",
        of: keptNamed(index, root.of),
        typeArguments: root.typeArguments.map((type) => keptType(index, type)),
        arguments: root.arguments.map((type) => keptTypeOrNull(index, type)),
      };
    default:
      return { ...root };
  }
}

/** The components that are classes: with a base, or with members that instances have. */
function componentClasses({ symbols, references }: ParseResult): Set<number> {
  const found = new Set<number>();
  for (const { kind, from } of references) if (kind === "extends") found.add(from);
  for (const { kind, parent, isStatic } of symbols) {
    if (!isStatic && (kind === "constructor" || kind === "method" || kind === "field")) found.add(parent);
  }
  for (const index of found) {
    const { kind = "file", parameterSignature = null } = symbols[index] ?? {};
    if (kind !== "component" || parameterSignature?.startsWith("(")) found.delete(index);
  }
  return found;
}

function isTypeRoot(root: Reference["root"]): root is NamedType["root"] {
  return root.in !== "result" && root.in !== "callback" && root.in !== "form";
}
