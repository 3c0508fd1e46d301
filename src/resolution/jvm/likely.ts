/**
 * Calls in Kotlin of functions that extend a type, on values of a library's type: `binding.title.hide()`. Nothing tells whether the library's type is below
 * the extended one, but the file imports the function by its name, or declares it.
 */
import { nth } from "../../base/need.js";
import { lastName } from "../../base/words.js";
import type { Reference } from "../../model/parse-result.js";
import { isFitting } from "../edges/targets.js";
import { declsOf } from "../name-index.js";
import type { Place } from "../place.js";
import { type Decl, type ProgramFile, symbolOf } from "../program-file.js";
import { calleeAt } from "./calls.js";
import { classOf } from "./classes.js";
import type { Evaluation, Meaning, Spot } from "./evaluation.js";
import { asClass } from "./hierarchy.js";
import { isKotlin, packageOf } from "./packages.js";
import { receiversAt } from "./receivers.js";
import { jvmIndex } from "./state.js";
import { importNamed, isImportedMember } from "./top-level.js";
import { erased, type Type } from "./types.js";
import { typeOfMeaning } from "./walk.js";
import { typeIn } from "./written.js";

/** The function that a call of a number probably means; null where none, or more than one, is likely. */
export function likelyExtension(e: Evaluation, index: number): Place | null {
  const { program, file, parse } = e;
  const reference = nth(parse.references, index);
  const name = reference.path.at(-1);
  const packed = typeof name === "string" ? jvmIndex(program).extensions.get(name) : undefined;
  if (reference.kind !== "call" || typeof name !== "string" || packed === undefined || !isKotlin(file)) return null;
  const { meaning, receiver } = calleeAt(e, index);
  if ((meaning.is !== "unknown" && meaning.is !== "outside") || receiver === null || isTypeName(receiver)) return null;
  const library = nameInLibrary(erased(typeOfMeaning(receiver)));
  const found = declsOf(program.index, packed).filter(
    (decl) =>
      /^(?:function|method)$/.test(symbolOf(decl).kind) &&
      isNamed(e, decl, name, reference) &&
      takes(decl, reference) &&
      (library === null || mayExtend(e, decl, library)),
  );
  const [only] = found;
  return only === undefined || found.length > 1 ? null : { is: "symbols", decls: [only], imported: only.file !== file };
}

/** The name of a library's type; null for any other. */
function nameInLibrary(type: Type): string | null {
  if (type.is === "outside") return type.name;
  return type.is === "class" && type.cls.decl === null ? type.cls.path : null;
}

/** Whether a meaning is a type by its name: no function that extends values is called on it. */
function isTypeName(meaning: Meaning): boolean {
  return meaning.is === "type" || (meaning.is === "outside" && /^\p{Lu}/u.test(lastName(meaning.name)));
}

/** Whether a function takes as many arguments as a call gives. */
function takes(decl: Decl, reference: Reference): boolean {
  const symbol = symbolOf(decl);
  return isFitting(symbol, reference) && (reference.argumentCount ?? symbol.minArguments) >= symbol.minArguments;
}

/** Whether the file declares a function itself, imports it by its name, or calls it where a receiver has it as a member: `with(mapper) { it.toOrder() }`. */
function isNamed(e: Evaluation, decl: Decl, name: string, spot: Spot): boolean {
  const { program, file } = e;
  if (decl.file === file || isImportedMember(program, file, decl, name) || isOfReceiver(e, decl, spot)) return true;
  const item = importNamed(file, name);
  return item !== null && isOf(decl.file, item.specifier) && symbolOf(decl).name === item.imported;
}

/** Whether a function is a member of a receiver around a use, or of a base of that. */
function isOfReceiver(e: Evaluation, decl: Decl, spot: Spot): boolean {
  const { kind, parent } = symbolOf(decl);
  if (kind !== "method") return false;
  const owner = classOf(e.program, { file: decl.file, index: parent });
  return receiversAt(e, spot).some((receiver) => {
    const type = erased(receiver);
    return type.is === "class" && asClass(e.program, type, owner) !== null;
  });
}

const isOf = (file: ProgramFile, module: string) => packageOf(file) === module;

/** Whether a library's type may be below the one that a function extends: a TextView is a View, as its name tells. */
function mayExtend({ program }: Evaluation, decl: Decl, name: string): boolean {
  const { receiverType } = symbolOf(decl);
  if (receiverType === null) return false;
  const extended = erased(typeIn(program, decl.file, decl.index, receiverType));
  if (extended.is === "class")
    return extended.cls.decl === null && (extended.cls.name === "Object" || lastName(name).endsWith(extended.cls.name));
  return extended.is === "outside" && lastName(name).endsWith(lastName(extended.name));
}
