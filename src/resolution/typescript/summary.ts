/** TypeScript and JavaScript: the facts of symbols that other files need, and the entries that a file gives the index. */
import type { ParsedSymbol } from "../../model/parse-result.js";
import { type ProgramFile, symbolAt } from "../program-file.js";
import type { SummaryRules } from "../semantics.js";
import { splitParameters } from "../signature.js";
import { createTypescriptIndex, type TypescriptIndex } from "./state.js";

export const summary: SummaryRules = {
  isDeclarationFile: (path) => /\.d\.[mc]?ts$/.test(path),
  symbolFacts(_parse, symbol) {
    const [minArguments, maxArguments] = rangeOfOverload(symbol);
    return { minArguments, maxArguments, ...NO_FACTS, receiverType: symbol.receiverType ?? null };
  },
  namesInSymbol: () => [],
  namesMeantBy: () => [],
  namesInSpecifier: () => null,
  moduleAddedTo: ({ kind, name, parent }) => (kind === "module" && parent === 0 ? unquoted(name) : null),
  createIndex: createTypescriptIndex,
  indexFile: (index, file, put) => indexFile(index as TypescriptIndex, file, put),
};

const NO_FACTS = { parameterNames: null, extends: null, extendsType: null, isExplicit: false };

function indexFile(
  index: TypescriptIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, position: number) => void,
): void {
  for (let position = 1; position < file.symbols.length; position++) {
    const symbol = symbolAt(file, position);
    const parent = file.symbols[symbol.parent];
    if (parent === undefined) continue;
    if (isCallableMember(file, position)) put(index.members, symbol.name, position);
    const isTop = symbol.parent === 0;
    const module = summary.moduleAddedTo(symbol);
    if (module !== null) put(index.ambientModules, module, position);
    const inGlobal = symbol.parent > 0 && parent.parent === 0 && parent.name === "global" && isSpace(parent.kind);
    if ((isTop && file.isScript) || inGlobal) put(index.globals, symbol.name, position);
  }
}

function isSpace(kind: string): boolean {
  return kind === "module" || kind === "namespace";
}

/** The name of `declare module "x"` with or without its quotes. */
export function unquoted(name: string): string {
  return name.replace(/^["']|["']$/g, "");
}

/** Whether a call on a receiver of unknown type may mean the symbol. */
function isCallableMember(file: ProgramFile, index: number): boolean {
  const symbol = symbolAt(file, index);
  if (symbol.parent <= 0) return false;
  if (symbol.kind === "method") return true;
  const { declaredType } = symbol;
  // `send: () => void` of an interface has no parameters of its own.
  const isOfFunction = declaredType?.kind === "function";
  if (!symbol.isCallable && !isOfFunction) return false;
  const parent = symbolAt(file, symbol.parent);
  if (symbol.kind === "property" || symbol.kind === "field") return true;
  // Functions in an object: `const api = { send() {} }`.
  return symbol.kind === "function" && (parent.kind === "variable" || parent.kind === "constant");
}

/** The least and the most arguments that an overload takes; 0 and 255 for other symbols, of which nobody asks. */
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
