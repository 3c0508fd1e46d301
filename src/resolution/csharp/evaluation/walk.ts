/** The meaning of a root, and of a root with a path. */
import { RUNTIME_MEMBERS } from "../../../languages/csharp/runtime-types.js";
import type { Root, Step } from "../../../model/parse-result.js";
import { constructorsIn, typeDecls } from "../../declarations.js";
import { rootPlace } from "../../lookup.js";
import { isTypeKind } from "../../name-index.js";
import { NAMELESS } from "../../place.js";
import { parentAt, symbolAt, symbolOf } from "../../program-file.js";
import { levelsOf } from "../levels.js";
import { csharpName } from "../names.js";
import { runtimeMember } from "../runtime-library.js";
import { basesOfValue, isInterface, parameterValues, thisValue, valueOfType } from "../types.js";
import { libraryValue, NOTHING } from "../value.js";
import { type Evaluation, isSameDecl, type Meaning, NOT_KNOWN, outside, valueMeaning } from "./evaluation.js";
import { meaningOf } from "./meanings.js";
import { stepTo } from "./steps.js";
import { baseAround } from "./value-at.js";

/** The meaning of a root. */
export function start(e: Evaluation, root: Root, from: number, meaning: "type" | "any"): Meaning {
  const { program, file } = e;
  switch (root.in) {
    case "result":
      return valueMeaning(e.ask.resultOf(e, root.of));
    case "callback":
      return valueMeaning(e.ask.callbackOf(e, root.of, root.argument, root.parameter));
    case "instance":
      return valueMeaning(valueOfType(program, file, from, root.type));
    case "this":
      return valueMeaning(thisValue(program, file, root.type) ?? NOTHING);
    case "super": {
      const own = thisValue(program, file, root.type);
      const base = own === null ? undefined : basesOfValue(program, own).find((each) => !isInterface(each));
      return valueMeaning(base ?? libraryValue("object"));
    }
    case "free":
      return freeName(e, root.name, from, meaning);
    case "form":
      return meaningOf(e, NAMELESS);
    case "file":
    case "import":
      return meaningOf(e, rootPlace(program, file, from, root, meaning));
    default:
      return NOT_KNOWN;
  }
}

/** The meaning of a name that the file does not declare locally. */
function freeName(e: Evaluation, name: string, from: number, meaning: "type" | "any"): Meaning {
  const found = meaningOf(e, csharpName(e.program, e.file, from, { written: name, meaning, argumentCount: null }));
  if (found.is === "members") return inheritedMembers(e, name, from, found) ?? found;
  return (found.is === "outside" ? memberOfBase(e, name, from) : parameterOfPart(e, name, from)) ?? found;
}

/**
 * A parameter of the primary constructor that another file declares with its part of the type; null for other names. In the file of the constructor
 * the name is a local one.
 */
function parameterOfPart(e: Evaluation, name: string, from: number): Meaning | null {
  const { program, file } = e;
  if (!/^\p{Ll}/u.test(name)) return null;
  for (let index = from; index > 0; index = parentAt(file, index)) {
    if (!isTypeKind(symbolAt(file, index).kind) || !symbolAt(file, index).isMergeable) continue;
    for (const part of typeDecls(program, { file, index })) {
      const [only, ...others] = part.file === file ? [] : constructorsIn([part]);
      if (only === undefined || others.length > 0) continue;
      const names = symbolOf(only).parameterNames?.trim().split(" ") ?? [];
      const value = parameterValues(program, only)[names.indexOf(name)];
      if (value !== undefined) return valueMeaning(value.is === "type" ? { ...value, imported: true } : value);
    }
  }
  return null;
}

/** The member that the class around a symbol has of a .NET base; null where none is known. */
function memberOfBase(e: Evaluation, name: string, from: number): Meaning | null {
  if (!RUNTIME_MEMBERS.has(name)) return null;
  const base = baseAround(e, from);
  const value = base.is === "library" ? runtimeMember(e.program, base, name) : null;
  return value === null || base.is !== "library" ? null : outside(base.full, name, value);
}

/** The members again, with the bindings of the bases that declare them. */
function inheritedMembers(
  e: Evaluation,
  name: string,
  from: number,
  found: Extract<Meaning, { is: "members" }>,
): Meaning | null {
  const { program, file } = e;
  const [first] = found.members;
  if (first === undefined) return null;
  for (let index = from; index > 0; index = parentAt(file, index)) {
    const own = isTypeKind(symbolAt(file, index).kind) ? thisValue(program, file, index) : null;
    if (own === null) continue;
    for (const level of levelsOf(program, own, name)) {
      if (level.members.some(({ decl }) => isSameDecl(decl, first.decl))) return { is: "members", ...level };
    }
  }
  return null;
}

/** The meaning of a root followed by a path. */
export function walk(
  e: Evaluation,
  { root, path }: { root: Root; path: readonly Step[] },
  from: number,
  meaning: "type" | "any",
): Meaning {
  let value = start(e, root, from, meaning);
  for (const each of path) value = stepTo(e, value, each, null);
  return value;
}
