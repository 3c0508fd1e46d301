/** The methods that a call may mean, once they are found: those that its arguments fit, and constructors. */
import type { Import } from "../../model/parse-result.js";
import { type ProgramFile, parentOf, symbolOf } from "../program-file.js";
import { type Callee, type Evaluation, type Meaning, MISSING_NAME, NOT_KNOWN } from "./evaluation.js";
import { type FoundMethod, methodsOf } from "./hierarchy.js";
import { isClass, typeQualified } from "./names.js";
import { choose, type Given } from "./overloads.js";
import { isKotlin, packageOf } from "./packages.js";
import { NO_BINDINGS, type OutsideType, typeOfClass } from "./types.js";
import { aliasedType } from "./written.js";

/** A name outside the project. */
export function outside(module: string | null, name: string): Meaning {
  return { is: "outside", module, name };
}

/** The methods that fit the arguments; where none fits, the other meanings of the name. */
export function chosen(
  e: Evaluation,
  methods: readonly FoundMethod[],
  given: readonly Given[] | null,
  otherwise: Meaning,
): Meaning {
  const seen = methods.filter((one) => isSeen(e.file, one));
  const found = choose(e.program, seen.length > 0 ? seen : methods, given);
  if (found.length > 0) return { is: "methods", methods: found };
  return methods.length > 0 && otherwise.is === "missing" ? NOT_KNOWN : otherwise;
}

/** Whether code in a file may name a method: it is not private elsewhere, nor of another package. */
function isSeen(file: ProgramFile, { method: { decl, isPrivate } }: FoundMethod): boolean {
  if (decl === null || decl.file === file) return true;
  if (isPrivate) return false;
  if (isKotlin(decl.file)) return true;
  const isOfPackage = symbolOf(decl).isInternal && !symbolOf(parentOf(decl)).isInternal;
  return !isOfPackage || packageOf(decl.file) === packageOf(file);
}

/** The constructors of a class that arguments fit, or the class. */
export function constructed(e: Evaluation, meaning: Meaning, given: readonly Given[] | null): Callee {
  if (meaning.is !== "type") return { meaning, receiver: null, given };
  const aliased = aliasedType(e.program, meaning.cls, () => []);
  if (aliased !== null) {
    if (aliased.is === "class") return constructed(e, { is: "type", cls: aliased.cls }, given);
    return {
      meaning: aliased.is === "outside" ? outside(aliased.module, aliased.name) : NOT_KNOWN,
      receiver: null,
      given,
    };
  }
  const constructors = meaning.cls.constructors();
  if (constructors.length === 0) return { meaning, receiver: null, given };
  const methods = constructors.map((method) => ({ method, bindings: NO_BINDINGS }));
  return { meaning: chosen(e, methods, given, NOT_KNOWN), receiver: meaning, given };
}

/** A method that a static import brings in. */
export function importedMethod(e: Evaluation, name: string, given: readonly Given[] | null): Meaning | null {
  const { program, file } = e;
  const methods: FoundMethod[] = [];
  let open: Meaning | null = null;
  const openBy = ({ local }: Import, { module, name: type }: OutsideType) => {
    if (local === name) open = outside(module, `${type}.${name}`);
    else open ??= outside(module, `${type}.${name}`);
  };
  for (const item of file.imports) {
    if (item.kind !== "static" || (item.imported !== "*" && item.local !== name)) continue;
    const holder = typeQualified(program, file, item.specifier);
    if (isClass(holder)) {
      const { found, isOpen, outside: base } = methodsOf(program, typeOfClass(holder), name);
      methods.push(
        ...found.filter(({ method }) => method.isStatic && !methods.some((other) => other.method === method)),
      );
      if (holder.decl === null && base !== null) openBy(item, base);
      else if (isOpen && item.local === name) open ??= NOT_KNOWN;
    } else if (holder !== null) openBy(item, holder);
  }
  if (methods.length > 0) return chosen(e, methods, given, open ?? MISSING_NAME);
  return open;
}
