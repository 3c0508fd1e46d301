/** Operators of Swift: functions of all types and files, which the operands choose among. */
import type { Reference } from "../../model/parse-result.js";
import { MOST_DECLARATIONS } from "../declarations.js";
import { declsOf } from "../name-index.js";
import { type Decl, symbolOf } from "../program-file.js";
import { takes } from "./conversions.js";
import { type Evaluation, type Meaning, UNKNOWN_MEANING } from "./evaluation.js";
import { type Given, narrowed } from "./overloads.js";
import { swiftIndex } from "./state.js";
import { boundOf, NOTHING, type Value } from "./value.js";
import { declaredValue } from "./values.js";
import { isOpenTo, topLevel } from "./visibility.js";

/** Operators of the standard library, which may be meant wherever the operands are unknown. */
const STANDARD = /^(?:[=!]==?|[<>]=?|&?[-+*]=?|[/%&|^]=?|&?(?:<<|>>)=?|&&|\|\||\?\?|\.\.[.<]|~=)$/;

/** The operator that a call names; null for any other call. */
export function operatorOf({ root, path }: Reference): string | null {
  return root.in === "free" && path.length === 0 && /^[^\p{L}\p{N}_$`#(]/u.test(root.name) ? root.name : null;
}

/** The functions that an operator between two operands may mean: those at the top level of files, and the static ones of types. */
export function operatorMeant(e: Evaluation, reference: Reference, name: string, given: readonly Given[]): Meaning {
  const { program, file } = e;
  const members = swiftIndex(program).members.get(name) ?? [];
  const ofTypes = members.length > MOST_DECLARATIONS ? [] : declsOf(program.index, members);
  const decls = [...topLevel(program, file, name), ...ofTypes].filter(
    (decl) => isOpenTo(file, decl) && symbolOf(decl).parameterNames !== null && takesOperands(e, decl, name, given),
  );
  if (decls.length === 0) return { ...UNKNOWN_MEANING, outside: name };
  return { ...UNKNOWN_MEANING, decls: narrowed(e, decls, reference, given) };
}

/** Whether a function may take the operands. One of an operator of the library must have a type of the project that an operand is known to be of. */
function takesOperands({ program }: Evaluation, decl: Decl, name: string, given: readonly Given[]): boolean {
  const value = declaredValue(program, decl);
  const parameters = value.is === "function" ? value.parameters : [];
  if (parameters.length !== 2) return false;
  const fits = parameters.map((parameter, index) => takes(program, parameter, given[index]?.value ?? NOTHING));
  if (fits.includes("no")) return false;
  const isKnown = fits.map((fit) => fit !== "maybe");
  return (
    !STANDARD.test(name) || !isKnown.includes(false) || parameters.some((each, index) => isKnown[index] && isOwn(each))
  );
}

const isOwn = (parameter: Value) => boundOf(parameter).is === "type";
