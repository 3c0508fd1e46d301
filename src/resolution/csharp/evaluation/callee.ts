/** The callee of a call, `new` or operator. It is looked up once. */
import { nth } from "../../../base/need.js";
import { flattenStep } from "../../../model/flat-types.js";
import type { Reference, Root } from "../../../model/parse-result.js";
import { isDeclaredName, isTypeKind } from "../../name-index.js";
import { parentAt, symbolAt } from "../../program-file.js";
import type { Arguments } from "../arguments.js";
import { levelsOf, outsideOf } from "../levels.js";
import { csharpName } from "../names.js";
import { choose } from "../overloads.js";
import { thisValue } from "../types.js";
import { libraryValue, type Member, notNull, type TypeValue } from "../value.js";
import { argumentsOf } from "./arguments.js";
import {
  type Callee,
  DEEPEST,
  type Evaluation,
  isSameDecl,
  type Meaning,
  NO_ARGUMENTS,
  NO_CALLEE,
  NOT_KNOWN,
  outside,
  typeOrNull,
  valueMeaning,
} from "./evaluation.js";
import { meaningOf, missingMember } from "./meanings.js";
import { constructorsOf } from "./members.js";
import { chosen, fromLevels, isCalled, isObjectMember, isTakenBy, methodOf } from "./methods.js";
import { stepTo } from "./steps.js";
import { valueAt } from "./value-at.js";
import { start, walk } from "./walk.js";

/** The callee of the call, `new` or operator of a number. */
export function calleeAt(e: Evaluation, index: number): Callee {
  const known = e.callees.get(index);
  if (known !== undefined) return known;
  const isKept = e.askedAgain.has(index);
  if (isKept) e.callees.set(index, NO_CALLEE);
  e.depth++;
  const callee = e.depth > DEEPEST ? NO_CALLEE : findCallee(e, nth(e.parse.references, index));
  e.depth--;
  if (isKept) e.callees.set(index, callee);
  return callee;
}

function findCallee(e: Evaluation, reference: Reference): Callee {
  const { kind, root, path, from } = reference;
  if (kind === "new") {
    const type = walk(e, reference, from, "type");
    // A `new()` among arguments makes the type of its parameter, and one that a member is set to the type of the member.
    if (root.in === "callback" || type.is === "value" || type.is === "members") {
      const made = notNull(valueAt(e, type));
      return constructed(e, typeOrNull(made), valueMeaning(made), reference);
    }
    return constructed(e, type.is === "typename" ? type.value : null, type, reference);
  }
  if (path.length === 0 && (root.in === "super" || root.in === "this")) {
    const value = valueAt(e, start(e, root, from, "any"));
    return constructed(e, value.is === "type" ? value : null, valueMeaning(value), reference);
  }
  const last = path.at(-1);
  if (last === undefined) return calledByName(e, reference);
  const name = flattenStep(last);
  if (name.startsWith("operator ")) return operatorOf(e, reference, name);
  let receiver = start(e, root, from, "any");
  for (const each of path.slice(0, -1)) receiver = stepTo(e, receiver, each, null);
  return methodOf(e, receiver, name, reference);
}

/** The constructors of a type, or the type itself where it declares none. */
function constructed(e: Evaluation, type: TypeValue | null, meaning: Meaning, reference: Reference): Callee {
  const given = argumentsOf(e, reference, null);
  return { meaning: fittingConstructors(e, type, given) ?? meaning, receiver: null, given };
}

function fittingConstructors(e: Evaluation, type: TypeValue | null, given: Arguments): Meaning | null {
  if (type === null) return null;
  const constructors = constructorsOf(e, { ...type, args: given.typeArguments ?? type.args });
  if (constructors.length === 0) return null;
  return { is: "members", members: chosen(e, constructors, given), imported: type.imported };
}

/** The callee of a name without a receiver: a method around it, one of a base of the types around it, or one by `using static`. */
function calledByName(e: Evaluation, reference: Reference): Callee {
  const { program, file } = e;
  const { root, from, argumentCount } = reference;
  const given = argumentsOf(e, reference, null);
  if (root.in === "free") {
    for (let index = from; index > 0; index = parentAt(file, index)) {
      const own = isTypeKind(symbolAt(file, index).kind) ? thisValue(program, file, index) : null;
      if (own === null) continue;
      const found = fromLevels(e, levelsOf(program, own, root.name, isCalled), given);
      if (found !== null) return { meaning: found, receiver: null, given };
    }
    const named = csharpName(program, file, from, { written: root.name, meaning: "any", argumentCount });
    const place = meaningOf(e, named);
    if (place.is === "missing" && isObjectMember(root.name)) {
      return { meaning: outside("object", root.name), receiver: valueMeaning(libraryValue("object")), given };
    }
    return {
      meaning: place.is === "members" ? { ...place, members: chosen(e, place.members, given) } : place,
      receiver: null,
      given,
    };
  }
  const meaning = start(e, root, from, "any");
  if (meaning.is !== "members") return { meaning, receiver: null, given };
  return {
    meaning: inherited(e, root, given) ?? { ...meaning, members: chosen(e, meaning.members, given) },
    receiver: null,
    given,
  };
}

/** The callee of a method that its type declares once, if a base declares others of the name and the type's own one does not fit; else null. */
function inherited(e: Evaluation, root: Root, given: Arguments): Meaning | null {
  const { program, file } = e;
  if (root.in !== "file") return null;
  const symbol = symbolAt(file, root.symbol);
  const { name, parent } = symbol;
  const own = isTypeKind(symbolAt(file, parent).kind) ? thisValue(program, file, parent) : null;
  if (own === null) return null;
  const isFitting = isTakenBy(symbol, given);
  const levels = [...levelsOf(program, own, name, isCalled)];
  if (isFitting && levels.length < 2) return null;
  const found = fromLevels(e, levels, given);
  if (found !== null || isFitting) return found;
  if (isObjectMember(name)) return outside("object", name);
  return outsideOf(program, own) === null ? null : missingMember(e, own, name);
}

/** The operator that the types of the operands declare; unknown for none. */
function operatorOf(e: Evaluation, reference: Reference, name: string): Callee {
  const { program } = e;
  const given = isDeclaredName(program.index, name) ? argumentsOf(e, reference, null) : NO_ARGUMENTS;
  const members: Member[] = [];
  let imported = false;
  for (const { value } of given.given()) {
    if (value.is !== "type") continue;
    for (const level of levelsOf(program, value, name)) {
      imported ||= level.imported;
      for (const member of level.members)
        if (!members.some(({ decl }) => isSameDecl(decl, member.decl))) members.push(member);
    }
  }
  const fitting = members.length === 0 ? [] : choose(program, members, given);
  const meaning: Meaning = fitting.length === 0 ? NOT_KNOWN : { is: "members", members: fitting, imported };
  return { meaning, receiver: null, given };
}
