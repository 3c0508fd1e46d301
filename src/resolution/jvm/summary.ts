/** The facts of symbols for other files, the names that a file mentions, and its entries in the index. */
import type { ParsedSymbol, ParseResult, TypeExpr } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import { plain } from "../plain.js";
import type { ProgramFile } from "../program-file.js";
import type { SummaryRules, SymbolFacts } from "../semantics.js";
import { splitParameters } from "../signature.js";
import { namesOfOperator, operatorIn } from "./operators.js";
import { facadeName, packageOf } from "./packages.js";
import { createJvmIndex, type JvmIndex } from "./state.js";

const NO_NAMES: readonly string[] = [];

export const summary: SummaryRules = {
  ...plain.summary,
  symbolFacts,
  namesInSymbol: ({ kind, name }) => (kind === "namespace" ? name.split(".") : NO_NAMES),
  namesMeantBy: ({ path }) => {
    const operator = operatorIn(path.at(-1));
    return operator === null ? NO_NAMES : namesOfOperator(operator);
  },
  namesInSpecifier: (specifier) => specifier.split("."),
  moduleAddedTo: () => null,
  createIndex: createJvmIndex,
  indexFile: (index, file, put) => indexFile(index as JvmIndex, file, put),
};

function symbolFacts(parse: ParseResult, symbol: ParsedSymbol, kept: (name: string) => string): SymbolFacts {
  const { kind, parameterCount, parameterSignature, receiverType } = symbol;
  const isFunction = kind === "method" || kind === "constructor" || kind === "function";
  const count = isFunction ? (parameterCount ?? 0) : 0;
  const isKotlin = parse.language === "kotlin";
  const signature = parameterSignature ?? "";
  const isVariable =
    isFunction && (isKotlin ? /[(,]\s*(?:@\w+(?:\([^()]*\))?\s+)*vararg\s/ : /\.\.\.[^,]*\)$/).test(signature);
  const optional =
    isKotlin && isFunction ? parametersOf(signature).filter((each) => /[^=!<>]=[^=>]/.test(each)).length : 0;
  return {
    minArguments: Math.max(0, count - optional - (isVariable ? 1 : 0)),
    maxArguments: isVariable || !isFunction ? 255 : count,
    parameterNames: isKotlin && isFunction ? kept(namesOfParameters(signature)) : null,
    extends: receiverType === undefined ? null : kept(nameOfType(receiverType)),
    extendsType: null,
    isExplicit: false,
    receiverType: receiverType ?? null,
  };
}

const ANNOTATION = /@(?:\w+:)?[\w.]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?/g;

/** The parameters of Kotlin's `(@get:Json(isText = true) val a: Int, b: () -> Unit = {})`, without annotations and arrows. */
function parametersOf(signature: string): string[] {
  return splitParameters(signature.replaceAll("->", "")).map((each) => each.replace(ANNOTATION, "").trim());
}

/** ` a b {} ` of `(a: Int, vararg b: String)`: `{}` stands for the lambda behind the brackets. */
function namesOfParameters(signature: string): string {
  const names = parametersOf(signature).map((each) => /([^\s:]+)\s*:/.exec(each)?.[1] ?? "?");
  return ` ${[...names, "{}"].join(" ").replaceAll("`", "")} `;
}

/** The name of the type that an extension extends; "" for a type parameter. */
function nameOfType(type: TypeExpr): string {
  if (type.kind !== "named" || type.root.in !== "free") return "";
  const last = type.path.at(-1);
  return typeof last === "string" ? last : type.root.name;
}

function indexFile(
  index: JvmIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, position: number) => void,
): void {
  const keys: string[] = [];
  const facade = facadeName(file);
  if (facade !== null) put(index.types, packageOf(file) === "" ? facade : `${packageOf(file)}.${facade}`, 0);
  file.symbols.forEach(({ kind, name, parent, extends: extended }, position) => {
    const outer = keys[parent];
    if (kind === "namespace") {
      keys[position] = name;
      // In a broken file more may be read as one than its package.
      if (name !== packageOf(file)) return;
      for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1))
        put(index.packages, name.slice(0, dot), position);
      put(index.packages, name, position);
    } else if (isTypeKind(kind) && (parent === 0 || outer !== undefined)) {
      const full = outer === undefined ? name : `${outer}.${name}`;
      keys[position] = full;
      put(index.types, full, position);
    }
    if (kind === "method" && parent > 0) put(index.members, name, position);
    if (extended !== null) put(index.extensions, name, position);
    const isTop = parent === 0 || file.symbols[parent]?.kind === "namespace";
    if (isTop && /^(?:function|property|constant)$/.test(kind))
      put(index.functions, outer === undefined ? name : `${outer}.${name}`, position);
  });
}
