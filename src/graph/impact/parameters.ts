/** Parameters as they are written, and whether calls of the one form are calls of the other. Pure. */
import { splitTop } from "./split.js";
import { isWider } from "./types.js";

/** A parameter as far as a call depends on it. */
interface Parameter {
  type: string;
  isOptional: boolean;
  isRest: boolean;
}

/** How many arguments a call may have. */
export interface Arity {
  least: number;
  most: number;
}

/** Whether a call may have a number of arguments. */
export const allows = ({ least, most }: Arity, count: number): boolean => least <= count && count <= most;

/** The demands that a change of parameters has of calls. */
export interface ParameterChange {
  /** The numbers of arguments that a call may have from now on; null: all that it might have before. */
  arity: Arity | null;
  /** The first argument whose type is another; null: none is. */
  retyped: number | null;
}

/** The parameters of `(a: string, b?: number)`, also behind type parameters; null where there are none to be seen. */
function parametersOf(signature: string): Parameter[] | null {
  const start = signature.startsWith("<") ? signature.indexOf(">(") + 1 : 0;
  const text = signature.slice(start).trim();
  if (!text.startsWith("(") || !text.endsWith(")")) return null;
  const inside = text.slice(1, -1).trim();
  if (inside === "") return [];
  return splitTop(inside, ",")
    .filter((part) => part !== "" && !/^(?:this\s*:|self\b|cls\b|\*$|\/$)/.test(part))
    .map(parameterOf);
}

function parameterOf(written: string): Parameter {
  const [declared = "", ...defaults] = splitTop(written, "=");
  const [name = "", ...types] = splitTop(declared, ":");
  // `string a`; a pattern such as `{ a, b }` has no type before it.
  const type = types.length > 0 ? types.join(":") : (/^([^{[\s].*\S|\w)\s+\S+$/.exec(name)?.[1] ?? "");
  return {
    type: type.replaceAll(/\s+/g, ""),
    isOptional: defaults.length > 0 || name.endsWith("?"),
    isRest: /^(?:\.\.\.|\*|params\b)/.test(name) || type.includes("..."),
  };
}

/** The numbers of arguments that a signature takes; null where its parameters cannot be told. */
export function arityOfSignature(signature: string | null): Arity | null {
  const parameters = parametersOf(signature ?? "()");
  return parameters && arityOf(parameters);
}

function arityOf(parameters: readonly Parameter[]): Arity {
  const isRest = parameters.some((parameter) => parameter.isRest);
  const needed = parameters.map(({ isOptional, isRest }) => !isOptional && !isRest);
  return { least: needed.lastIndexOf(true) + 1, most: isRest ? Number.POSITIVE_INFINITY : parameters.length };
}

/** The demands that the change of a signature has of calls; null where it has none, or parameters cannot be told. */
export function parameterChange(before: string | null, after: string | null): ParameterChange | null {
  const old = parametersOf(before ?? "()");
  const now = parametersOf(after ?? "()");
  if (old === null || now === null) return null;
  const [was, is] = [arityOf(old), arityOf(now)];
  const arity = is.least > was.least || is.most < was.most ? is : null;
  const index = now.findIndex(({ type }, position) => {
    const other = old[position]?.type;
    return other !== undefined && other !== type && !isWider(type, other);
  });
  return arity === null && index < 0 ? null : { arity, retyped: index < 0 ? null : index };
}
