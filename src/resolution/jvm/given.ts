/** The arguments of calls, evaluated when they are asked for. */
import type { Argument, Reference } from "../../model/parse-result.js";
import type { Evaluation, Spot } from "./evaluation.js";
import { type Given, NOT_GIVEN } from "./overloads.js";
import { isKotlin } from "./packages.js";
import { nameOfReferred, referredTakes } from "./referred.js";
import { isVoid, type Type, UNKNOWN } from "./types.js";
import { typeOfValue, walk } from "./walk.js";

/** The arguments of the call `references[of]`; null where their number is not known. */
export function givenOf(e: Evaluation, reference: Reference, of: number): readonly Given[] | null {
  const { arguments: list, argumentCount, argumentNames, from, lambda } = reference;
  const open = { ...NOT_GIVEN, isKotlin: isKotlin(e.file) };
  if (list === undefined) return argumentCount === null ? null : new Array<Given>(argumentCount).fill(open);
  return list.map((argument, index) => {
    const name = argumentNames?.[index] ?? "";
    if (argument === null) return name === "" ? open : { ...open, name };
    const isLambda = argument.parameters !== undefined;
    return givenAt(e, argument, { from, lambda: isLambda ? { of, argument: index } : lambda }, name);
  });
}

function givenAt(e: Evaluation, argument: Argument, spot: Spot, name: string): Given {
  const isLambda = argument.parameters !== undefined;
  const isReference = !isLambda && nameOfReferred(argument) !== null;
  const value = () => typeOfValue(e, walk(e, argument, spot, "any"));
  let type: Type | null = null;
  return {
    name,
    isKotlin: isKotlin(e.file),
    lambda: isLambda ? argument : null,
    isReference,
    type() {
      type ??= isLambda || isReference ? UNKNOWN : value();
      return type;
    },
    takes: (count) => referredTakes(e, argument, spot, count),
    result() {
      const { root } = argument;
      if (!isLambda || root.in === "unknown") return UNKNOWN;
      return isUnused(e, argument) ? VOID : value();
    },
  };
}

const VOID: Type = { is: "primitive", name: "void" };

/** Whether a lambda only calls a setter of Lombok on an object that is there: nobody has the value of that. A chain of setters has one. */
function isUnused(e: Evaluation, { root, path }: Argument): boolean {
  if (root.in !== "result" || path.length > 0 || !isVoid(e.ask.resultOf(e, root.of))) return false;
  const before = e.parse.references[root.of]?.root;
  if (before?.in !== "result") return true;
  return e.parse.references[before.of]?.kind !== "new" && !isVoid(e.ask.resultOf(e, before.of));
}
