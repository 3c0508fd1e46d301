/** Signatures of delegates. */
import type { Program } from "../program.js";
import { firstDecl, symbolOf } from "../program-file.js";
import { isClosed, isCollection } from "./library-kinds.js";
import { bindingsOf, declaredValue, parameterValues, substitute } from "./types.js";
import { isNullable, isVoid, libraryValue, NOTHING, onlyOf, type Value } from "./value.js";

/** The parameters and result of a delegate. The result is null where there is none. */
export interface Signature {
  parameters: readonly Value[];
  result: Value | null;
}

/** The signature of a value that is called; null for no delegate, "unknown" if it may be one. */
export function signatureOf(program: Program, value: Value): Signature | null | "unknown" {
  if (value.is === "unknown") return "unknown";
  if (value.is === "type") {
    const decl = firstDecl(value);
    const { kind, minArguments, maxArguments } = symbolOf(decl);
    if (kind !== "type") return value.parameter === undefined ? null : "unknown";
    const bindings = bindingsOf(program, value);
    const parameters = Array.from({ length: maxArguments }, (_, index) =>
      substitute(parameterValues(program, decl)[index] ?? NOTHING, bindings),
    );
    if (minArguments !== maxArguments) return "unknown";
    // A function with the result `void` gives no value.
    const result = substitute(declaredValue(program, decl), bindings);
    return { parameters, result: isVoid(result) ? null : result };
  }
  const { name, args } = value;
  switch (name) {
    case "Action":
      return { parameters: args, result: null };
    case "Func":
      return { parameters: args.slice(0, -1), result: args.at(-1) ?? NOTHING };
    case "Predicate":
      return { parameters: args, result: libraryValue("bool") };
    case "Comparison":
      return { parameters: [args[0] ?? NOTHING, args[0] ?? NOTHING], result: libraryValue("int") };
    case "Converter":
      return { parameters: args.slice(0, 1), result: args[1] ?? NOTHING };
    case "EventHandler":
      return { parameters: [libraryValue("object"), args[0] ?? libraryValue("EventArgs")], result: null };
    case "Expression":
      return signatureOf(program, onlyOf(args) ?? NOTHING);
    default:
      return isClosed(value) || isNullable(value) || isCollection(name) || value.form === "tuple" || /Task$/.test(name)
        ? null
        : "unknown";
  }
}
