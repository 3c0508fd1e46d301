/** C#: the facts of symbols for other files, the names that a file mentions, and its entries in the index. */
import { nth, present } from "../../base/need.js";
import { flattenStep } from "../../model/flat-types.js";
import type { ParsedSymbol, ParseResult, Reference } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import type { ProgramFile } from "../program-file.js";
import type { SummaryRules, SymbolFacts } from "../semantics.js";
import { splitParameters } from "../signature.js";
import { type CsharpIndex, createCsharpIndex, GLOBAL_USING } from "./state.js";
import { bareName, namesIn } from "./written-names.js";

const NO_NAMES: readonly string[] = [];

export const summary: SummaryRules = {
  isDeclarationFile: () => false,
  symbolFacts,
  namesInSymbol: ({ kind, name }) => (kind === "namespace" ? namesIn(name) : NO_NAMES),
  namesMeantBy,
  namesInSpecifier: namesIn,
  moduleAddedTo: () => null,
  createIndex: createCsharpIndex,
  indexFile: (index, file, put) => indexFile(index as CsharpIndex, file, put),
};

function symbolFacts(parse: ParseResult, symbol: ParsedSymbol, kept: (name: string) => string): SymbolFacts {
  const parameters = parametersOf(symbol);
  const [minArguments, maxArguments] = argumentRange(parameters);
  const { isOfType, extended } = extendedType(parse, symbol, kept);
  return {
    minArguments,
    maxArguments,
    parameterNames: parameters === null ? null : kept(` ${parameters.map(nameOfParameter).join(" ")} `),
    extends: isOfType ? null : extended,
    extendsType: isOfType ? extended : null,
    isExplicit: isExplicitImplementation(symbol, parse.symbols[symbol.parent]),
    receiverType: null,
  };
}

/** `[Test]` may mean `TestAttribute`. */
function namesMeantBy({ kind, root, path }: Reference): readonly string[] {
  if (kind !== "decorator") return NO_NAMES;
  const last = path.at(-1) ?? (root.in === "free" ? bareName(root.name) : "");
  return [`${flattenStep(last)}Attribute`];
}

function indexFile(
  index: CsharpIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, position: number) => void,
): void {
  const keys: string[] = [];
  file.symbols.forEach((symbol, position) => {
    const outer = keys[symbol.parent] ?? "";
    const isType = isTypeKind(symbol.kind);
    const full = outer === "" ? symbol.name : `${outer}.${symbol.name}`;
    if (symbol.kind === "namespace" || isType) keys[position] = full;
    // A file that names its class names its namespace too, or its text does.
    if (isType && symbol.parent === 0 && file.language.nameByPath) put(index.placedTypes, symbol.name, position);
    else if (position > 0 && isType) {
      put(index.types, full, position);
      put(index.simpleTypes, symbol.name, position);
    }
    if (symbol.kind === "namespace") {
      for (let dot = full.indexOf("."); dot >= 0; dot = full.indexOf(".", dot + 1))
        put(index.namespaces, full.slice(0, dot), position);
      put(index.namespaces, full, position);
    }
    if (symbol.extends !== null || symbol.extendsType !== null) put(index.extensions, symbol.name, position);
    if (symbol.kind === "method" && symbol.parent > 0) put(index.members, symbol.name, position);
  });
  if (file.imports.some((item) => item.isGlobal)) put(index.globalUsings, GLOBAL_USING, 0);
}

/** `void IDisposable.Dispose()`: the qualified name has the interface between the type and the member. */
function isExplicitImplementation(symbol: ParsedSymbol, parent: ParsedSymbol | undefined): boolean {
  if (parent === undefined || !isTypeKind(parent.kind) || isTypeKind(symbol.kind)) return false;
  return symbol.qualifiedName.length > parent.qualifiedName.length + 1 + symbol.name.length;
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
    if (receiverType.kind !== "named") return { isOfType: isStatic && !signature.startsWith("(this "), extended: "" };
    const { root, path } = receiverType;
    const last = path.at(-1);
    let name = last === undefined ? undefined : flattenStep(last);
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
  const type = nth(first, 1);
  return { isOfType: false, extended: kept(type.slice(type.search(/[^.:]*$/))) };
}

/** The parameters of a symbol as they are written; null where they are not known. */
function parametersOf({ parameterSignature, parameterCount }: ParsedSymbol): string[] | null {
  if (parameterSignature === null || parameterCount === null || parameterCount > 254) return null;
  const parameters = splitParameters(parameterSignature).map((each) => each.replace(/^(?:\[[^\]]*\]\s*)+/, ""));
  return parameters.length === parameterCount ? parameters : null;
}

const DEFAULT_VALUE = /(?<=[^=!<>])=(?=[^=>]).*$/s;

/** The least and the most arguments of a call, optional parameters and `params` taken into account. */
function argumentRange(parameters: string[] | null): [number, number] {
  if (parameters === null) return [0, 255];
  const optional = parameters.filter((parameter) => DEFAULT_VALUE.test(parameter)).length;
  const isParams = parameters.at(-1)?.startsWith("params ") === true;
  return [parameters.length - optional - (isParams ? 1 : 0), isParams ? 255 : parameters.length];
}

function nameOfParameter(parameter: string): string {
  return nth(present(/@?([\p{L}\p{N}_]*)\s*$/u.exec(parameter.replace(DEFAULT_VALUE, ""))), 1);
}
