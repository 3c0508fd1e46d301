/** Members of types and values by name. */
import { constructorsIn } from "../../declarations.js";
import { toInstance } from "../../instance.js";
import type { External } from "../../place.js";
import { firstDecl, symbolOf } from "../../program-file.js";
import type { Arguments } from "../arguments.js";
import { firstLevel, levelsOf } from "../levels.js";
import { libraryItem, libraryProperty } from "../library.js";
import { ENUMS } from "../library-kinds.js";
import { choose } from "../overloads.js";
import { runtimeMember } from "../runtime-library.js";
import { bindingsOf, valueOfPlace } from "../types.js";
import { isNullable, type Member, NOTHING, notNull, type TypeValue, type Value } from "../value.js";
import { type Evaluation, type Meaning, NOT_KNOWN, nameless, outside, valueMeaning } from "./evaluation.js";
import { extensionsOf, propertyOf } from "./extensions.js";
import { levelMeaning, missingMember } from "./meanings.js";

/** The value of a static member of a .NET type: `DateTime.UtcNow`. */
export function staticMember(e: Evaluation, type: External, name: string): Value {
  const { program } = e;
  const value = valueOfPlace(toInstance(program, type));
  return value.is === "library" && ENUMS.has(value.name) ? value : (runtimeMember(program, value, name) ?? NOTHING);
}

/** The meaning of a static member or inner type; in an enum, of one of its values. */
export function memberOfType(e: Evaluation, type: TypeValue, name: string): Meaning {
  const level = firstLevel(e.program, type, name);
  if (level !== null) return levelMeaning(e, level);
  const extensions = extensionsOf(e, type, name, (symbol) => symbol.extendsType);
  if (extensions.length > 0) return { is: "members", members: extensions, imported: true };
  return missingMember(e, type, name);
}

/** The meaning of a member of a value. `given` are the arguments of an index. */
export function memberOfValue(e: Evaluation, of: Value, name: string, given: Arguments | null): Meaning {
  const { program } = e;
  const value = isNullable(of) && !OF_NULLABLE.has(name) ? notNull(of) : of;
  if (value.is === "unknown") return NOT_KNOWN;
  if (value.is === "library") {
    const found = extensionsOf(e, value, name, propertyOf);
    if (found.length > 0) return { is: "members", members: found, imported: true };
    const inner = name === "this[]" ? libraryItem(program, value) : libraryProperty(program, value, name);
    return value.form === undefined ? outside(value.full, name, inner) : nameless(name, inner);
  }
  const level = firstLevel(program, value, name);
  if (level !== null) {
    const isIndexer = name === "this[]";
    const all = isIndexer ? [...levelsOf(program, value, name)].flatMap(({ members }) => members) : level.members;
    const members = given === null || all.length < 2 ? all : choose(program, all, given);
    return levelMeaning(e, { ...level, members: members.length === 0 ? all : members });
  }
  const found = extensionsOf(e, value, name, propertyOf);
  if (found.length > 0) return { is: "members", members: found, imported: true };
  // The value itself is the `Value` of a struct that may be null.
  if (name === "Value" && mayBeStruct(value)) return valueMeaning(value);
  const inner = name === "this[]" ? libraryItem(program, value) : libraryProperty(program, value, name);
  if (inner.is !== "unknown") return outside(symbolOf(firstDecl(value)).name, name, inner);
  return missingMember(e, value, name);
}

function mayBeStruct(value: TypeValue): boolean {
  const { kind } = symbolOf(firstDecl(value));
  return kind === "struct" || kind === "enum" || kind === "record";
}

/** The constructors that a type declares. */
export function constructorsOf(e: Evaluation, type: TypeValue): Member[] {
  const bindings = bindingsOf(e.program, type);
  return constructorsIn(type.decls).map((decl) => ({ decl, bindings }));
}

/** The names of members of `T?` itself. */
export const OF_NULLABLE: ReadonlySet<string> = new Set(["HasValue", "Value", "GetValueOrDefault"]);
