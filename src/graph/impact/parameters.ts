/** Parameters as they are written, and whether calls of the one form are calls of the other. Pure. */

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

/** The demands that a change of parameters has of calls. */
export interface ParameterChange {
  /** The numbers of arguments that a call may have from now on; null: all that it might have before. */
  arity: Arity | null;
  /** The first argument whose type is another; null: none is. */
  retyped: number | null;
}

const OPENS = "([{<";
const CLOSES = ")]}>";

/** The parts of a text at some mark that stands in no brackets and no string. */
export function splitTop(text: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'" || char === "`") quote = char;
    else if (OPENS.includes(char)) depth++;
    else if (CLOSES.includes(char) && text[at - 1] !== "=") depth--;
    else if (char === mark && depth === 0 && !(mark === "=" && (text[at + 1] === ">" || text[at + 1] === "="))) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
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
  const type = types.length > 0 ? types.join(":") : (/^(.*\S)\s+\S+$/.exec(name)?.[1] ?? "");
  return {
    type: type.replaceAll(/\s+/g, ""),
    isOptional: defaults.length > 0 || name.endsWith("?"),
    isRest: /^(?:\.\.\.|\*|params\b)/.test(name) || type.includes("..."),
  };
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
  const at = now.findIndex(({ type }, position) => {
    const other = old[position]?.type;
    return other !== undefined && other !== type && !isWider(type, other);
  });
  return arity === null && at < 0 ? null : { arity, retyped: at < 0 ? null : at };
}

/** Whether a type takes all that the other has, as far as their texts tell. */
export function isWider(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (/^(?:any|unknown|object|Object|)$/.test(wide)) return true;
  const parts = new Set(unionOf(wide));
  return unionOf(narrow).every((part) => parts.has(part));
}

const unionOf = (type: string): string[] => splitTop(type.replaceAll(/\s+/g, ""), "|").filter((part) => part !== "");
