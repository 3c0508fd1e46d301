/** Builds types, and looks into those without a name. */
import type { FunctionType, NamedType, Step, TypeExpr, TypeForm } from "./parse-result.js";

const NO_NAMES: string[] = [];
const NO_STEPS: Step[] = [];

/** Builds a type with a name, or a walk over values. */
export function named(root: NamedType["root"], path: Step[] = NO_STEPS, args?: TypeExpr[]): NamedType {
  return args === undefined ? { kind: "named", root, path } : { kind: "named", root, path, args };
}

/** Builds the type of a name that the file does not declare. */
export function freeNamed(name: string, args?: TypeExpr[]): NamedType {
  return named({ in: "free", name }, NO_STEPS, args);
}

/** A type of which nothing is known. */
export const UNKNOWN_TYPE: NamedType = named({ in: "unknown" });

/** The types of a list, with `UNKNOWN_TYPE` for those that are not known. */
export function known(types: readonly (TypeExpr | null)[]): TypeExpr[] {
  return types.map((type) => type ?? UNKNOWN_TYPE);
}

/** Builds a union. */
export function union(of: TypeExpr[]): TypeExpr {
  return { kind: "union", of };
}

/** Builds the type of a tuple. C#: with the names of its elements. */
export function tuple(of: TypeExpr[], names: string[] = NO_NAMES): TypeExpr {
  return { kind: "tuple", of, names };
}

/** Builds the type of an object. */
export function object(names: string[], types: TypeExpr[]): TypeExpr {
  return { kind: "object", names, types };
}

/** Builds a function type. */
export function functionOf(
  result: TypeExpr | null,
  parameters: TypeExpr[] = [],
  self: TypeExpr | null = null,
  open: string[] = NO_NAMES,
): FunctionType {
  return { kind: "function", result: result ?? UNKNOWN_TYPE, parameters, self, open };
}

/** Builds the type of a literal from its text. */
export function literal(text: string): TypeExpr {
  return { kind: "literal", text };
}

/** A spread among arguments. */
export const SPREAD: TypeExpr = { kind: "rest", of: null };

/** An object of which nothing is known. */
export const ANY_OBJECT: TypeExpr = object([], []);

/** A branch of a conditional type that has no members. */
export const NEVER: TypeForm = { kind: "never" };

/**
 * Builds the type of an object literal that spreads values of the types `spread`, the first of which counts most; `own` are its other properties. The
 * `never` at the end tells it from an intersection that somebody wrote.
 */
export function spreading(own: TypeExpr, spread: TypeExpr[]): TypeExpr {
  return { kind: "both", of: [own, ...spread, NEVER] };
}

/** Whether a type is that of an object literal with spreads. */
export function isSpreading(type: TypeExpr | null): boolean {
  return type?.kind === "both" && type.of.at(-1)?.kind === "never";
}

/** C#: the type of `[a, b]`. */
export const LIST: TypeExpr = { kind: "list" };

/** C#: the type of an expression or block that throws. */
export const THROWN: TypeExpr = { kind: "thrown" };

/** Whether a test holds for one of the types that a type without a name is made of. */
export function someInner(type: TypeForm, test: (part: TypeExpr) => boolean): boolean {
  switch (type.kind) {
    case "union":
    case "both":
    case "tuple":
      return type.of.some(test);
    case "object":
      return type.types.some(test);
    case "function":
      return test(type.result) || type.parameters.some(test) || (type.self !== null && test(type.self));
    case "rest":
      return type.of !== null && test(type.of);
    case "infer":
      return type.bound !== null && test(type.bound);
    case "new":
      return test(type.made);
    case "guard":
      return test(type.of);
    case "narrowed":
      return test(type.of) || type.by.some(test);
    case "conditional":
      return (
        type.branches.some(({ checked, compared, taken }) => test(checked) || test(compared) || test(taken)) ||
        test(type.otherwise)
      );
    case "mapped":
      return test(type.over) || test(type.value);
    case "property":
      return test(type.of) || test(type.key);
    case "keys":
    case "literal":
    case "never":
    case "list":
    case "thrown":
    case "anonymous":
    case "held":
      return false;
    default:
      return type satisfies never;
  }
}
