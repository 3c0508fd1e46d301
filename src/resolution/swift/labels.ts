/** Calls and parameters: the parameter of each argument, by labels, defaults and trailing closures. */
import type { ProgramSymbol } from "../program-file.js";
import { ASYNC_EFFECT } from "./summary.js";

/** A parameter, as its label and its letter tell. */
interface Parameter {
  label: string;
  /** Whether a call may leave it out. */
  isOptional: boolean;
  isVariadic: boolean;
  isClosure: boolean;
  isAsync: boolean;
}

/** The parameters of a symbol; null for one that has no parameter list. */
export function parametersOf({ parameterNames }: ProgramSymbol): readonly Parameter[] | null {
  if (parameterNames === null) return null;
  let parameters = PARAMETERS.get(parameterNames);
  if (parameters === undefined) {
    if (PARAMETERS.size >= MOST_LISTS) PARAMETERS.clear();
    parameters = readParameters(parameterNames);
    PARAMETERS.set(parameterNames, parameters);
  }
  return parameters;
}

/** Whether a function is async itself. */
export function isAsync({ parameterNames }: ProgramSymbol): boolean {
  return parameterNames?.endsWith(ASYNC_EFFECT) === true;
}

/** Parameter lists that were read: few are distinct, and each call asks for some. */
const PARAMETERS = new Map<string, readonly Parameter[]>();
const MOST_LISTS = 20_000;

function readParameters(parameterNames: string): Parameter[] {
  const mark = parameterNames.lastIndexOf("~");
  const letters = parameterNames.slice(mark + 1);
  const labels = parameterNames
    .slice(1, Math.max(1, mark - 2))
    .split(" ")
    .filter((label) => label !== "");
  return labels.map((label, index) => {
    const letter = letters.charAt(index);
    const plain = letter.toLowerCase();
    const isOptional = plain !== "r" && plain !== "s";
    return {
      label,
      isOptional,
      isVariadic: plain === "v",
      isClosure: letter !== plain,
      isAsync: letter === "S" || letter === "E",
    };
  });
}

/** The parameter that takes each argument; null where the labels do not fit. */
export function matchArguments(symbol: ProgramSymbol, labels: readonly string[]): number[] | null {
  const parameters = parametersOf(symbol);
  return parameters === null ? null : match(parameters, labels);
}

function match(parameters: readonly Parameter[], labels: readonly string[]): number[] | null {
  const taken: number[] = [];
  let position = 0;
  let variadic = -1;
  for (const [index, label] of labels.entries()) {
    if (label === "*") {
      const found = trailing(parameters, position, labels.length - index - 1);
      if (found < 0) return null;
      taken.push(found);
      position = found + 1;
      continue;
    }
    while (position < parameters.length && parameters[position]?.label !== label) {
      if (label === "_" && variadic >= 0) break;
      if (parameters[position]?.isOptional !== true) return null;
      position++;
    }
    const parameter = parameters[position];
    if (parameter?.label === label) {
      taken.push(position);
      variadic = parameter.isVariadic ? position : -1;
      position++;
    } else if (label === "_" && variadic >= 0) taken.push(variadic);
    else return null;
  }
  return parameters.slice(position).every(({ isOptional }) => isOptional) ? taken : null;
}

/** The parameter that a first trailing closure is for; `more` closures with labels follow. */
function trailing(parameters: readonly Parameter[], from: number, more: number): number {
  const end = parameters.length - more;
  for (let index = from; index < end; index++) {
    const parameter = parameters[index];
    if (parameter?.isClosure === true && parameters.slice(index + 1, end).every(({ isOptional }) => isOptional))
      return index;
    if (parameter?.isOptional !== true) break;
  }
  for (let index = end - 1; index >= from; index--) {
    const isReached = parameters.slice(from, index).every(({ isOptional }) => isOptional);
    // A type alias may hide a closure.
    if (isReached && (parameters[index]?.isClosure === true || index === end - 1)) return index;
  }
  return -1;
}

/** Whether a call with some labels may mean a symbol. A symbol without parameters is a value, which may hold a function. */
export function fits(symbol: ProgramSymbol, labels: readonly string[] | undefined): boolean {
  if (labels === undefined) return true;
  if (symbol.parameterNames === null) return symbol.kind !== "constant" || symbol.isCallable || !symbol.isStatic;
  return matchArguments(symbol, labels) !== null;
}
