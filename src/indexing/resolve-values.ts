/** TypeScript and JavaScript: the types of values by the names and calls that lead to them, as in `makeRepo().users.find()`. */
import { CALLED, type TypeName, VALUE } from "../languages/language.js";
import type { Decl, Program } from "./program.js";
import { isTypeKind } from "./resolve-index.js";
import {
  declaredPlace,
  moduleValue,
  nodeIdOf,
  type Place,
  rootPlace,
  step,
  symbolOf,
  toInstance,
  UNKNOWN,
  type WrittenType,
} from "./resolve-place.js";

/** Whether a type is named by a walk over values. */
export function isValueWalk({ path }: TypeName): boolean {
  return path.includes(VALUE) || path.includes(CALLED);
}

/** The value that a walk leads to; unknown where a step is not in the project. */
export function walkValue(program: Program, { file, from, type }: WrittenType): Place {
  let place = rootPlace(program, file, from, type.root, "any");
  let receiver: Place = UNKNOWN;
  for (const name of type.path) {
    if (name === VALUE) place = valueAt(program, place);
    else if (name === CALLED) place = resultAt(program, place, receiver);
    else {
      receiver = place;
      place = step(program, place, name, null);
    }
    if (place.is === "unknown" || place.is === "missing") return UNKNOWN;
  }
  const value = valueAt(program, place);
  if (value.is !== "instance" && value.is !== "symbols") return value;
  return { ...value, imported: value.imported || value.decls.every((decl) => decl.file !== file) };
}

/** A value of the type, or the value that a name holds. */
function valueAt(program: Program, place: Place): Place {
  if (place.is !== "symbols") return place.is === "external" ? toInstance(program, place) : place;
  const instance = toInstance(program, place);
  if (instance.is !== "unknown") return instance;
  const [decl] = place.decls;
  if (decl === undefined || isTypeKind(symbolOf(decl).kind)) return UNKNOWN;
  if (isFunction(decl)) return place;
  const declared = declaredPlace(program, decl);
  if (declared.is !== "unknown") return declared;
  return decl.file.firstChild[decl.index] === -1 ? UNKNOWN : place;
}

/** What calling what stands at a place gives: the type that its declarations agree on, or that of the overload with the body. */
function resultAt(program: Program, at: Place, receiver: Place): Place {
  const place = at.is === "module" ? moduleValue(program, at) : at;
  if (place.is !== "symbols") return UNKNOWN;
  const decls = place.decls.filter((decl) => !isTypeKind(symbolOf(decl).kind));
  const results = decls.filter((decl) => symbolOf(decl).declaredType !== null);
  const last = results.at(-1);
  if (last === undefined) return UNKNOWN;
  const result = resultOf(program, last, receiver);
  const isImplementation =
    last === decls.at(-1) &&
    !last.file.isDeclarationFile &&
    last.file.symbols[symbolOf(last).parent]!.kind !== "interface";
  if (isImplementation || results.length === 1) return result;
  const identity = identityOf(result);
  return results.every((decl) => identityOf(resultOf(program, decl, receiver)) === identity) ? result : UNKNOWN;
}

function resultOf(program: Program, decl: Decl, receiver: Place): Place {
  const place = declaredPlace(program, decl);
  if (isFunction(decl)) {
    // `this` is the type of the receiver, which may be derived from the one that declares the method.
    const { root, path } = symbolOf(decl).declaredType!;
    return root.in === "this" && path.length === 0 && receiver.is === "instance" ? receiver : place;
  }
  // Another name of a function: `const string = ZodString.create`.
  return place.is === "symbols" && place.decls.every(isFunction) ? resultAt(program, place, UNKNOWN) : UNKNOWN;
}

function identityOf(place: Place): string {
  if (place.is === "instance" || place.is === "symbols") return nodeIdOf(place.decls[0]!);
  return place.is === "external" ? `${place.module} ${place.name}` : place.is;
}

function isFunction(decl: Decl): boolean {
  const { kind } = symbolOf(decl);
  return kind === "function" || kind === "method" || kind === "component";
}
