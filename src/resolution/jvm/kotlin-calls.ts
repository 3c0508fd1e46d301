/**
 * The callees of Kotlin's calls. A name without a receiver is, in this order: a function in the functions around, a member of a receiver around or a
 * function that extends it, from the inside out, a function outside of types, a class that is made.
 */

import { chosen, constructed, importedMethod, outside } from "./callees.js";
import { type Callee, type Evaluation, type Meaning, MISSING_NAME, NOT_KNOWN, type Spot } from "./evaluation.js";
import { type FoundMethod, innerOf, methodsOf } from "./hierarchy.js";
import { isClass, isPackage, qualifiedType, simpleType } from "./names.js";
import type { Given } from "./overloads.js";
import { receiversAt } from "./receivers.js";
import { extensionsOf, importedFunctions, importNamed, localFunctions, topFunctions } from "./top-level.js";
import { erased, type Method, NO_BINDINGS, type Type, typeOfClass } from "./types.js";
import { meaningOfNamed, typeOfMeaning } from "./walk.js";

const found = (methods: readonly Method[]): FoundMethod[] =>
  methods.map((method) => ({ method, bindings: NO_BINDINGS }));

/** The callee of a name without a receiver. */
export function calledInKotlin(e: Evaluation, name: string, spot: Spot, given: readonly Given[] | null): Callee {
  const { program, file } = e;
  const { from } = spot;
  const fitting = (methods: readonly FoundMethod[]): Callee | null => {
    const meaning = methods.length === 0 ? NOT_KNOWN : chosen(e, methods, given, NOT_KNOWN);
    return meaning.is === "methods" ? { meaning, receiver: null, given } : null;
  };
  const local = fitting(found(localFunctions(program, file, from, name)));
  if (local !== null) return local;
  const receivers = receiversAt(e, spot);
  const member = memberOfReceivers(e, receivers, name, from, fitting);
  if ("given" in member) return member;
  const imported = importedMethod(e, name, given);
  if (imported !== null) return { meaning: imported, receiver: null, given };
  const top = topFunctions(program, file, name, true);
  const plain = fitting(found(top.length > 0 ? top : importedFunctions(program, file, name)));
  if (plain !== null) return plain;
  const named = simpleType(program, file, from, name);
  if (named !== null) return constructed(e, meaningOfNamed(named), given);
  const item = importNamed(file, name);
  if (item !== null && !isPackage(program, item.specifier))
    return { meaning: outside(item.specifier, item.imported), receiver: null, given };
  // An extension of a receiver that nobody knows.
  const extending = fitting(found(topFunctions(program, file, name, false)));
  if (extending !== null) return extending;
  const isRefused = member.isRefused || top.length > 0;
  return { meaning: member.open ?? (isRefused ? NOT_KNOWN : MISSING_NAME), receiver: null, given };
}

/** No receiver has a fitting member. `open`: a base that is not read may have one; `isRefused`: some have one that does not fit. */
interface NoMember {
  open: Meaning | null;
  isRefused: boolean;
}

function memberOfReceivers(
  { program, file }: Evaluation,
  receivers: readonly Type[],
  name: string,
  from: number,
  fitting: (methods: readonly FoundMethod[]) => Callee | null,
): Callee | NoMember {
  const none: NoMember = { open: null, isRefused: false };
  for (const receiver of receivers) {
    const type = erased(receiver);
    if (type.is === "class") {
      const { found: methods, isOpen, outside: base } = methodsOf(program, type, name);
      if (isOpen) none.open ??= base === null ? NOT_KNOWN : outside(base.module, `${base.name}.${name}`);
      const isOfObject = methods.every(({ method }) => method.decl === null && method.owner.name === "Object");
      const callee = isOfObject && none.open !== null ? null : fitting(methods);
      if (callee !== null) return callee;
      none.isRefused ||= methods.length > 0;
    }
    const extending = fitting(extensionsOf(program, file, from, receiver, name));
    if (extending !== null) return extending;
  }
  return none;
}

/** A member that is called of what has no method of the name: an inner class, or a function that extends the receiver. Null for none. */
export function memberInKotlin(
  e: Evaluation,
  receiver: Meaning,
  name: string,
  from: number,
  given: readonly Given[] | null,
): Callee | null {
  const { program, file } = e;
  if (receiver.is === "type") {
    const inner = innerOf(program, receiver.cls, name);
    if (inner !== null) return constructed(e, { is: "type", cls: inner }, given);
  }
  if (receiver.is === "package") {
    const named = qualifiedType(program, file, [...receiver.name.split("."), name]);
    if (isClass(named)) return constructed(e, { is: "type", cls: named }, given);
  }
  // The name of an object is its value.
  const type = receiver.is === "type" ? typeOfClass(receiver.cls) : typeOfMeaning(receiver);
  const extensions = extensionsOf(program, file, from, type, name);
  if (extensions.length === 0) return null;
  const meaning = chosen(e, extensions, given, NOT_KNOWN);
  return meaning.is === "methods" ? { meaning, receiver, given } : null;
}
