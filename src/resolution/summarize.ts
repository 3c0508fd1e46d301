/** From a parse result to a program file: what other files can see of it, and the numbers of all names that it mentions. */
import type { Language } from "../languages/language.js";
import type { Export, Import, ParsedSymbol, ParseResult, Reference, TypeName } from "../model/parse-result.js";
import { bareName } from "./csharp/names.js";
import { isTypeKind, type ProgramIndex } from "./name-index.js";
import type { Heritage, ProgramFile, ProgramSymbol } from "./program-file.js";

const NO_NAMES: string[] = [];
const NO_TYPES: (TypeName | null)[] = [];

/** The summary of one file while it is made. */
interface Summary {
  readonly index: ProgramIndex;
  readonly parse: ParseResult;
  readonly isCsharp: boolean;
  /** The numbers of the names that the file mentions. */
  readonly mentions: Set<number>;
  /** Roots whose names are mentioned. The steps of a long chain are roots of each other: each is looked at once. */
  readonly seenRoots: Set<Reference["root"]>;
  /** Distinct module specifiers of imports and re-exports. */
  readonly specifiers: Set<string>;
}

/** Summarizes a file; null where its declarations are nested too deep for the stack. */
export function summarizeFile(
  index: ProgramIndex,
  { id, path, language }: { id: number; path: string; language: Language },
  parse: ParseResult,
  nodeIds: string[],
): ProgramFile | null {
  try {
    return summarize(index, { id, path, language }, parse, nodeIds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function summarize(
  index: ProgramIndex,
  { id, path, language }: { id: number; path: string; language: Language },
  parse: ParseResult,
  nodeIds: string[],
): ProgramFile {
  const isCsharp = language.family === "csharp";
  const summary: Summary = {
    index,
    parse,
    isCsharp,
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
    isCsharp,
    isScript: parse.isScript,
    isDeclarationFile: /\.d\.[mc]?ts$/.test(path),
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
  const { index, parse, isCsharp } = summary;
  const kept = (name: string) => keptName(index, name);
  const keptOrNull = (type: TypeName | null | undefined) => keptTypeOrNull(index, type);
  const internals: boolean[] = [];
  const classes = componentClasses(parse);
  return parse.symbols.map((symbol, at): ProgramSymbol => {
    const isInternal = symbol.access === "internal" || symbol.access === "private protected";
    internals.push(isInternal || internals[symbol.parent] === true);
    mentionSymbol(summary, symbol);
    const parameters = isCsharp ? parametersOf(symbol) : null;
    const [minArguments, maxArguments] = isCsharp ? argumentRange(parameters) : rangeOfOverload(symbol);
    const { isOfType, extended } = isCsharp ? extendedType(parse, symbol, kept) : NOT_EXTENDING;
    return {
      name: kept(symbol.name),
      kind: classes.has(at) ? "class" : symbol.kind,
      parent: symbol.parent,
      isStatic: symbol.isStatic,
      isPrivate: symbol.access === "private" || symbol.access === "file",
      isInternal: internals.at(-1)!,
      isExported: symbol.isExported,
      isMergeable: symbol.isMergeable,
      isOptional: symbol.isOptional,
      isCallable: symbol.parameterSignature !== null,
      minArguments,
      maxArguments,
      parameterNames: parameters === null ? null : kept(` ${parameters.map(nameOfParameter).join(" ")} `),
      extends: isOfType ? null : extended,
      extendsType: isOfType ? extended : null,
      isExplicit: isCsharp && isExplicitImplementation(symbol, parse.symbols[symbol.parent]),
      declaredType: keptOrNull(symbol.declaredType),
      madeType: keptOrNull(symbol.madeType),
      receiverType: isCsharp ? null : keptOrNull(symbol.receiverType),
      parameterTypes: symbol.parameterTypes === undefined ? NO_TYPES : symbol.parameterTypes.map(keptOrNull),
      typeDefaults: symbol.typeDefaults === undefined ? NO_TYPES : symbol.typeDefaults.map(keptOrNull),
      typeParameters: symbol.typeParameters.length === 0 ? NO_NAMES : symbol.typeParameters.map(kept),
    };
  });
}

function mentionSymbol(summary: Summary, symbol: ParsedSymbol): void {
  const { isCsharp } = summary;
  mention(summary, symbol.name);
  if (isCsharp && symbol.kind === "namespace") for (const part of namesIn(symbol.name)) mention(summary, part);
  mentionType(summary, symbol.declaredType);
  for (const type of symbol.parameterTypes ?? []) mentionType(summary, type);
  if (!isCsharp) mentionType(summary, symbol.receiverType);
  for (const type of symbol.typeDefaults ?? []) mentionType(summary, type);
  mentionType(summary, symbol.madeType);
}

/** The children of each symbol as a list: see `ProgramFile`. */
function childListsOf(symbols: readonly ProgramSymbol[]): Pick<ProgramFile, "firstChild" | "nextSibling"> {
  const firstChild = new Int32Array(symbols.length).fill(-1);
  const nextSibling = new Int32Array(symbols.length).fill(-1);
  for (let child = symbols.length - 1; child > 0; child--) {
    const parent = symbols[child]!.parent;
    if (parent < 0 || parent >= child) continue;
    nextSibling[child] = firstChild[parent]!;
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
    const base = keptType(index, { root, path, ...(typeArguments && { args: typeArguments }) });
    heritage.push({ from, kind, base, line, position });
  }
  return heritage.sort((a, b) => a.from - b.from);
}

function mentionReference(summary: Summary, { kind, root, path, typeArguments }: Reference): void {
  mentionRoot(summary, root);
  for (const name of path) mention(summary, name);
  if (kind === "decorator" && summary.isCsharp) {
    const last = path.at(-1) ?? (root.in === "free" ? bareName(root.name) : "");
    mention(summary, `${last}Attribute`);
  }
  for (const type of typeArguments ?? []) mentionType(summary, type);
}

function keptImport(summary: Summary, item: Import): Import {
  const { index, isCsharp, specifiers } = summary;
  mention(summary, item.imported);
  mention(summary, item.local);
  const specifier = keptName(index, item.specifier);
  if (isCsharp) for (const part of namesIn(item.specifier)) mention(summary, part);
  else specifiers.add(specifier);
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

function mentionType(summary: Summary, type: TypeName | null | undefined): void {
  if (type === null || type === undefined) return;
  mentionRoot(summary, type.root);
  for (const name of type.path) mention(summary, name);
  for (const arg of type.args ?? []) mentionType(summary, arg);
}

function mentionRoot(summary: Summary, root: Reference["root"]): void {
  const { parse, isCsharp, seenRoots } = summary;
  if (root.in === "instance" || root.in === "call") {
    if (seenRoots.has(root)) return;
    seenRoots.add(root);
  }
  if (root.in === "free") mention(summary, isCsharp ? bareName(root.name) : root.name);
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
  return index.names[index.intern(name)]!;
}

function keptType(index: ProgramIndex, { root, path, args }: TypeName): TypeName {
  if (root.in === "free" && path.length === 0 && args === undefined) return index.typeNamed(keptName(index, root.name));
  const of = keptRoot(index, root);
  const names = path.length === 0 ? NO_NAMES : path.map((name) => keptName(index, name));
  if (args === undefined) return { root: of, path: names };
  return { root: of, path: names, args: args.map((arg) => keptType(index, arg)) };
}

function keptTypeOrNull(index: ProgramIndex, type: TypeName | null | undefined): TypeName | null {
  return type === null || type === undefined ? null : keptType(index, type);
}

function keptRoot(index: ProgramIndex, root: TypeName["root"]): TypeName["root"] {
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
        of: keptType(index, root.of),
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
  for (const at of found) {
    const { kind = "file", parameterSignature = null } = symbols[at] ?? {};
    if (kind !== "component" || parameterSignature?.startsWith("(")) found.delete(at);
  }
  return found;
}

function isTypeRoot(root: Reference["root"]): root is TypeName["root"] {
  return root.in !== "result" && root.in !== "callback";
}

/** `void IDisposable.Dispose()`: the qualified name has the interface between the type and the member. */
function isExplicitImplementation(symbol: ParsedSymbol, parent: ParsedSymbol | undefined): boolean {
  if (parent === undefined || !isTypeKind(parent.kind) || isTypeKind(symbol.kind)) return false;
  return symbol.qualifiedName.length > parent.qualifiedName.length + 1 + symbol.name.length;
}

/** The names in a dotted name with type arguments: `A.B<C>` gives A, B, C. */
export function namesIn(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}

const NOT_EXTENDING = { isOfType: false, extended: null };

/** The name of the type that a symbol extends, and whether by a static member. */
function extendedType(
  { symbols, imports }: ParseResult,
  { parameterSignature, receiverType, isStatic, typeParameters }: ParsedSymbol,
  kept: (name: string) => string,
): { isOfType: boolean; extended: string | null } {
  const signature = parameterSignature ?? "";
  if (receiverType !== undefined) {
    const { root, path } = receiverType;
    let name = path.at(-1);
    if (root.in === "free") name ??= bareName(root.name);
    else if (root.in === "file") name ??= symbols[root.symbol]?.name;
    else if (root.in === "import") name ??= imports[root.import]?.imported;
    else if (root.in === "parameter") name ??= typeParameters.find((parameter) => parameter === root.name);
    if (name === undefined) return NOT_EXTENDING;
    return { isOfType: isStatic && !signature.startsWith("(this "), extended: kept(name) };
  }
  if (!isStatic || signature === "") return NOT_EXTENDING;
  const first =
    /^\(\s*(?:\[[^\]]*\]\s*)*(?:scoped\s+|ref\s+|in\s+)*this\s+(?:scoped\s+|ref\s+|readonly\s+|in\s+)*([\p{L}_@][\p{L}\p{N}_.:]*)/u.exec(
      signature,
    );
  if (first === null) return NOT_EXTENDING;
  return { isOfType: false, extended: kept(first[1]!.slice(first[1]!.search(/[^.:]*$/))) };
}

/** The parameters of a C# symbol as they are written; null where they are not known. */
function parametersOf({ parameterSignature, parameterCount }: ParsedSymbol): string[] | null {
  if (parameterSignature === null || parameterCount === null || parameterCount > 254) return null;
  const parameters = splitParameters(parameterSignature).map((each) => each.replace(/^(?:\[[^\]]*\]\s*)+/, ""));
  return parameters.length === parameterCount ? parameters : null;
}

const DEFAULT_VALUE = /(?<=[^=!<>])=(?=[^=>]).*$/s;

/** C#: the least and the most arguments of a call, optional parameters and `params` taken into account. */
function argumentRange(parameters: string[] | null): [number, number] {
  if (parameters === null) return [0, 255];
  const optional = parameters.filter((parameter) => DEFAULT_VALUE.test(parameter)).length;
  const isParams = parameters.length > 0 && parameters.at(-1)!.startsWith("params ");
  return [parameters.length - optional - (isParams ? 1 : 0), isParams ? 255 : parameters.length];
}

/** TypeScript: the least and the most arguments that an overload takes; 0 and 255 for other symbols, of which nobody asks. */
function rangeOfOverload({ isMergeable, parameterSignature, parameterCount }: ParsedSymbol): [number, number] {
  if (!isMergeable || parameterSignature === null || parameterCount === null || parameterCount > 254) return [0, 255];
  const parameters = splitParameters(parameterSignature.replaceAll("=>", "  ")).filter(
    (each) => !/^this\s*:/.test(each),
  );
  if (parameters.length !== parameterCount) return [0, 255];
  const isRest = parameters.at(-1)?.startsWith("...") === true;
  const needed = parameters.filter((each) => !/^[^:=]*\?\s*(?::|$)|=|^\.\.\./.test(each)).length;
  return [needed, isRest ? 255 : parameters.length];
}

function nameOfParameter(parameter: string): string {
  return /@?([\p{L}\p{N}_]*)\s*$/u.exec(parameter.replace(DEFAULT_VALUE, ""))![1]!;
}

/** `(int a, Dictionary<string, int> b)` gives its two parameters. */
function splitParameters(signature: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 1;
  const end = signature.length - 1;
  for (let i = 1; i < end; i++) {
    const char = signature[i]!;
    if (char === '"' || char === "'") {
      for (i++; i < end && signature[i] !== char; i++) if (signature[i] === "\\") i++;
    } else if ("(<[{".includes(char)) depth++;
    else if (")>]}".includes(char)) depth--;
    else if (char === "," && depth === 0) {
      parameters.push(signature.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = signature.slice(start, end).trim();
  if (last !== "") parameters.push(last);
  return parameters;
}
