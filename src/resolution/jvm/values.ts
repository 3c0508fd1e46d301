/** Expressions of a file are resolved here, for the edges: the places that names lead to, and the callees of calls. */
import { nth } from "../../base/need.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import { MISSING, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import type { Expressions, WalkedFrom } from "../semantics.js";
import { callbackOf, calleeAt, outsideResultOf, receiverOf, resultOf, signaturesOf, usedResultOf } from "./calls.js";
import { classOf } from "./classes.js";
import { createEvaluation, type Evaluation, type Meaning } from "./evaluation.js";
import { likelyExtension } from "./likely.js";
import { type Named, typeNamed } from "./names.js";
import { choose } from "./overloads.js";
import { isKotlin } from "./packages.js";
import { nameOfReferred, referredAt, takingOf } from "./referred.js";
import { erased, type JvmClass, NO_BINDINGS, type Type } from "./types.js";
import { meaningOfNamed, start, stepTo, walk } from "./walk.js";

/** The look-ups of the expressions of one file. */
export function createJvmExpressions(program: Program, file: ProgramFile, parse: ParseResult): Expressions {
  const e = createEvaluation(program, file, parse, {
    resultOf,
    usedResultOf,
    callbackOf,
    outsideResultOf,
    receiverOf,
  });
  return {
    place: (reference, meaning) => placeOfReference(e, reference, meaning),
    callee(index) {
      const { meaning, receiver } = calleeAt(e, index);
      return { place: placeOfMeaning(e, meaning), receiver: receiver === null ? null : receiverPlace(e, receiver) };
    },
    likely: (index) => likelyExtension(e, index),
    narrowed: (reference, decls) => narrowed(e, reference, decls),
    isOnValue: (reference) => start(e, reference.root, reference, "any").is !== "type",
  };
}

function placeOfReference(e: Evaluation, reference: Reference, meaning: "type" | "any"): WalkedFrom {
  const { root, path } = reference;
  if (nameOfReferred(reference) !== null) {
    const { meaning: found, holder } = referredAt(e, reference, reference);
    return { place: placeOfMeaning(e, passed(e, reference, found, holder)), receiver: receiverPlace(e, holder) };
  }
  if (meaning === "type") return { place: placeOfMeaning(e, typeMeaning(e, reference)), receiver: null };
  const last = path.at(-1);
  if (last === undefined) return { place: placeOfMeaning(e, start(e, root, reference, "any")), receiver: null };
  const holder = walk(e, { root, path: path.slice(0, -1) }, reference, "any");
  return { place: placeOfMeaning(e, stepTo(e, holder, last)), receiver: receiverPlace(e, holder) };
}

/** Of the methods that a method reference may mean, the one that fits the call it is an argument of. */
function passed(e: Evaluation, reference: Reference, meaning: Meaning, holder: Meaning): Meaning {
  const { lambda } = reference;
  if (lambda === undefined || meaning.is !== "methods" || meaning.methods.length < 2 || isKotlin(e.file))
    return meaning;
  const [signature, ...others] = signaturesOf(e, lambda.of, lambda.argument) ?? [];
  if (signature === undefined || signature === "unknown" || others.length > 0) return meaning;
  return {
    is: "methods",
    methods: takingOf(e, meaning.methods, nameOfReferred(reference) === "new", holder, signature),
  };
}

function typeMeaning(e: Evaluation, reference: Reference): Meaning {
  const { root, path, from } = reference;
  if (root.in !== "free") return walk(e, { root, path }, reference, "type");
  const names = path.filter((each) => typeof each === "string");
  return meaningOfNamed(typeNamed(e.program, e.file, from, [root.name, ...names]));
}

function placeOfDecls(e: Evaluation, decls: Decl[]): Place {
  return { is: "symbols", decls, imported: decls.some(({ file }) => file !== e.file) };
}

/** Whether every file sees the types of a package of a library. */
const isImplicit = (module: string) => /^(?:java\.lang|kotlin(?:\..+)?)$/.test(module);

/** The place of a class: its declaration, or its name in a library. */
export function placeOfClass({ decl, module, path }: JvmClass): Place {
  if (decl === null) return { is: "external", module: isImplicit(module) ? null : module, name: path, type: null };
  return { is: "symbols", decls: [decl], imported: false };
}

/** The place of a type that a name means. */
export function placeOfNamed(file: ProgramFile, named: Named): Place {
  if (named === null) return MISSING;
  if (!("variables" in named)) return { is: "external", module: named.module, name: named.name, type: null };
  const place = placeOfClass(named);
  return place.is === "symbols" ? { ...place, imported: named.decl?.file !== file } : place;
}

function placeOfMeaning(e: Evaluation, meaning: Meaning): Place {
  switch (meaning.is) {
    case "type":
      return meaning.cls.decl === null ? placeOfClass(meaning.cls) : placeOfDecls(e, [meaning.cls.decl]);
    case "field": {
      const { decl, owner, name } = meaning.field;
      return decl === null ? memberPlace(owner, name) : placeOfDecls(e, [decl]);
    }
    case "read": {
      const { decl, owner, name } = meaning.method.method;
      return decl === null ? memberPlace(owner, name) : placeOfDecls(e, [decl]);
    }
    case "methods": {
      const decls = meaning.methods.flatMap(({ method }) => method.decl ?? []);
      if (decls.length > 0) return placeOfDecls(e, decls);
      const { method } = nth(meaning.methods, 0);
      return method.name === "new" ? placeOfClass(method.owner) : memberPlace(method.owner, method.name);
    }
    case "outside":
      return { is: "external", module: meaning.module, name: meaning.name, type: null };
    case "missing":
      return MISSING;
    default:
      return UNKNOWN;
  }
}

/** A member outside the project. */
function memberPlace({ module, path }: JvmClass, name: string): Place {
  return { is: "external", module: isImplicit(module) ? null : module, name: `${path}.${name}`, type: null };
}

/** The place of a receiver: that of its value. */
function receiverPlace(e: Evaluation, meaning: Meaning): Place {
  return meaning.is === "value" || meaning.is === "field" || meaning.is === "read"
    ? placeOfType(e, meaning.type)
    : placeOfMeaning(e, meaning);
}

function placeOfType(e: Evaluation, given: Type): Place {
  const type = erased(given);
  if (type.is === "outside") return { is: "external", module: type.module, name: type.name, type: type.name };
  if (type.is !== "class") return UNKNOWN;
  const { decl, module, path } = type.cls;
  if (decl === null) return { is: "external", module, name: path, type: path };
  return { is: "instance", decls: [decl], imported: decl.file !== e.file };
}

/** The methods, among some of one name, that a call's arguments fit best. */
function narrowed(e: Evaluation, reference: Reference, decls: Decl[]): Decl[] {
  const methods = decls.flatMap((decl) => {
    const parent = decl.file.symbols[decl.index]?.parent ?? 0;
    const owner = classOf(e.program, { file: decl.file, index: parent });
    const method = owner.methods(nameOf(decl)).find(({ decl: other }) => other?.index === decl.index);
    return method === undefined ? [] : [{ method, bindings: NO_BINDINGS }];
  });
  const index = e.parse.references.indexOf(reference);
  if (index < 0 || methods.length !== decls.length) return decls;
  const { given } = calleeAt(e, index);
  const fitting = choose(e.program, methods, given);
  // Methods of unrelated types are not overloads of each other: none of them is better.
  const isOne = methods.every(({ method }) => method.owner === methods[0]?.method.owner);
  const kept = isOne ? fitting.flatMap(({ method }) => method.decl ?? []) : [];
  return kept.length === 0 ? decls : kept;
}

const nameOf = (decl: Decl) => decl.file.symbols[decl.index]?.name ?? "";
