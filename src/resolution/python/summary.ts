/** Python: the entries that a file gives the index. */
import type { ParsedSymbol } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { plain, plainFacts } from "../plain.js";
import { type ProgramFile, symbolAt } from "../program-file.js";
import type { SummaryRules } from "../semantics.js";
import { splitParameters } from "../signature.js";
import { indexBases } from "./below.js";
import { indexModels } from "./django/registry.js";
import type { PythonIndex } from "./state.js";
import { isTypeVariable } from "./type-variables.js";

export const summary: SummaryRules = {
  ...plain.summary,
  isDeclarationFile: (path) => path.endsWith(".pyi"),
  symbolFacts(_parse, symbol) {
    const [minArguments, maxArguments] = rangeOf(symbol);
    return { ...plainFacts(symbol), minArguments, maxArguments, parameterNames: namesOf(symbol) };
  },
  createIndex: (): PythonIndex => ({
    members: new Map(),
    below: new Map(),
    folders: new Map(),
    fixtures: new Map(),
    models: new Map(),
    classes: new Map(),
    labels: new Map(),
    relations: new Map(),
    relationFields: new Map(),
    settings: new Map(),
    typeVariables: new Map(),
  }),
  indexFile: (index, file, put) => indexFile(index as PythonIndex, file, put),
};

function indexFile(
  index: PythonIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, index: number) => void,
): void {
  const { members, classes, folders, fixtures, typeVariables } = index;
  indexModels(index, file, put);
  indexBases(file, put, index.below);
  for (let folder = folderOf(file.path); folder !== ""; folder = folderOf(folder)) put(folders, folder, 0);
  for (let position = 1; position < file.symbols.length; position++) {
    const { kind, name, parent, declaredType } = symbolAt(file, position);
    if (kind === "method") put(members, name, position);
    else if (kind === "class" && parent === 0) put(classes, name, position);
    else if (isTypeVariable(declaredType)) put(typeVariables, name, position);
  }
  for (const { exported, target } of file.exports)
    if (exported.startsWith("@") && target.in === "file") put(fixtures, file.path, target.symbol);
}

/** The least and the most arguments that a function takes, after `self`. */
function rangeOf({ kind, parameterSignature, parameterCount }: ParsedSymbol): [number, number] {
  if (parameterSignature === null || parameterCount === null || parameterCount > 254) return [0, 255];
  const isMethod = kind === "method" || kind === "constructor";
  const all = splitParameters(parameterSignature).filter((each) => each !== "/" && each !== "*");
  const own = isMethod && all.length > parameterCount ? all.slice(1) : all;
  if (own.some((each) => each.startsWith("*"))) return [own.filter((each) => !/^\*|=/.test(each)).length, 255];
  return [own.filter((each) => !each.includes("=")).length, own.length];
}

/** The names of the parameters after `self` that have types, in the order of their types; null where no type is declared. */
function namesOf({ parameterSignature, parameterTypes, parameterCount }: ParsedSymbol): string | null {
  if (parameterSignature === null || parameterTypes === undefined || parameterCount === null) return null;
  const names = splitParameters(parameterSignature)
    .filter((each) => !/^[*/]/.test(each))
    .map((each) => /^[\p{L}\p{N}_]+/u.exec(each)?.[0] ?? "");
  return names.slice(-parameterTypes.length).join(" ");
}
