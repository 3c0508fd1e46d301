/** The facts of symbols that other files need, the names that a file mentions, and the entries that it gives the index. */
import type { ParsedSymbol, ParseResult } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import { plain } from "../plain.js";
import type { ProgramFile } from "../program-file.js";
import type { SummaryRules, SymbolFacts } from "../semantics.js";
import { createJvmIndex, type JvmIndex } from "./state.js";

const NO_NAMES: readonly string[] = [];

export const summary: SummaryRules = {
  ...plain.summary,
  symbolFacts,
  namesInSymbol: ({ kind, name }) => (kind === "namespace" ? name.split(".") : NO_NAMES),
  namesInSpecifier: (specifier) => specifier.split("."),
  createIndex: createJvmIndex,
  indexFile: (index, file, put) => indexFile(index as JvmIndex, file, put),
};

function symbolFacts(_parse: ParseResult, symbol: ParsedSymbol): SymbolFacts {
  const { kind, parameterCount, parameterSignature } = symbol;
  const isFunction = kind === "method" || kind === "constructor";
  const count = isFunction ? (parameterCount ?? 0) : 0;
  const isVariable = isFunction && /\.\.\.[^,]*\)$/.test(parameterSignature ?? "");
  return {
    minArguments: isVariable ? count - 1 : count,
    maxArguments: isVariable || !isFunction ? 255 : count,
    parameterNames: null,
    extends: null,
    extendsType: null,
    isExplicit: false,
    receiverType: null,
  };
}

function indexFile(
  index: JvmIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, at: number) => void,
): void {
  const keys: string[] = [];
  file.symbols.forEach(({ kind, name, parent }, at) => {
    const outer = keys[parent];
    if (kind === "namespace") {
      keys[at] = name;
      for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1))
        put(index.packages, name.slice(0, dot), at);
      put(index.packages, name, at);
    } else if (isTypeKind(kind) && (parent === 0 || outer !== undefined)) {
      const full = outer === undefined ? name : `${outer}.${name}`;
      keys[at] = full;
      put(index.types, full, at);
    }
    if (kind === "method" && parent > 0) put(index.members, name, at);
  });
}
