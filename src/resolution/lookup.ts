/**
 * Walking names: from the first name of an expression, through members, imports, namespaces and declared types, to a place.
 * A walk that cannot go on answers: outside the project, a known place without such a member, or unknown.
 */
import { nth } from "../base/need.js";
import { flattenStep } from "../model/flat-types.js";
import { isWalk, type Root, type Step, type TypeExpr } from "../model/parse-result.js";
import { VALUE } from "../model/steps.js";
import { superPlace } from "./bases.js";
import { symbolPlace, typeDecls } from "./declarations.js";
import { findMember, memberOutside, staticOrNot } from "./members.js";
import { heldBy, MISSING, NAMELESS, type Place, type PlaceOf, UNKNOWN, type WrittenType } from "./place.js";
import type { Program } from "./program.js";
import { type Decl, type ProgramFile, symbolOf } from "./program-file.js";
import { isSchemaKey } from "./schema-key.js";
import { severalOf } from "./several.js";

/** Members of values of values: chains this deep, and walks over this many members, only go round in circles. */
const MOST_STEPS = { deep: 200, many: 5_000 };

/** The place that the first name of an expression in the symbol `from` leads to. `meaning`: whether the name is looked up as a type. */
export function rootPlace(
  program: Program,
  file: ProgramFile,
  from: number,
  root: Root,
  meaning: "type" | "any",
): Place {
  switch (root.in) {
    case "file":
      return symbolPlace(program, file, root.symbol);
    case "import":
      return program.semanticsOf(file).names.importPlace(program, file, root.import);
    case "free":
      return program.semanticsOf(file).names.freeName(program, file, from, root.name, meaning);
    case "this":
      return file.symbols[root.type] === undefined
        ? UNKNOWN
        : { is: "instance", decls: typeDecls(program, { file, index: root.type }), imported: false };
    case "super":
      return file.symbols[root.type] === undefined ? UNKNOWN : superPlace(program, { file, index: root.type });
    case "instance":
      return program.evaluate.typedValue(program, { file, from, type: root.type });
    default:
      return UNKNOWN;
  }
}

/** The type that a name in the symbol `from` of a file means. */
export function typePlace(program: Program, file: ProgramFile, from: number, type: TypeExpr): Place {
  const { walkValue } = program.semanticsOf(file).types;
  if (type.kind !== "named") return walkValue === null ? NAMELESS : MISSING;
  if (walkValue !== null && isWalk(type)) return walkValue(program, { file, from, type });
  let place = rootPlace(program, file, from, type.root, type.root.in === "this" ? "any" : "type");
  for (const each of type.path) place = step(program, place, each, null);
  return place;
}

/** One step of a walk: the member `each` of a place. No place has a member of an operation. */
export function step(program: Program, place: Place, each: Step, argumentCount: number | null): Place {
  if (each === VALUE) return place;
  const { walk } = program.caches;
  if (walk.steps === 0) walk.left = MOST_STEPS.many;
  if (walk.steps >= MOST_STEPS.deep || walk.left-- <= 0) {
    walk.cuts++;
    return UNKNOWN;
  }
  walk.steps++;
  const found = memberOf(program, place, flattenStep(each), argumentCount);
  walk.steps--;
  return found;
}

function memberOf(program: Program, place: Place, name: string, argumentCount: number | null): Place {
  switch (place.is) {
    case "several":
      return stepOfSeveral(program, place, name);
    case "object": {
      const index = place.names.indexOf(name);
      const type = place.types[index];
      if (type === undefined) return MISSING;
      return namesake(program, type, name) ?? heldBy(program.evaluate.typedValue(program, type));
    }
    case "function":
      return MISSING;
    case "mapped":
      return program.semanticsOf(place.value.file).names.memberOfMapped(program, place, name);
    case "external":
      return memberOutside(program, place, name);
    case "module": {
      const { names } = program.semanticsOf(place.file);
      const found = names.exported(program, place.file, name);
      if (found.is !== "missing" || name === "default") return found;
      const fallback = names.moduleValue(program, place);
      return fallback.is === "module" ? MISSING : step(program, fallback, name, argumentCount);
    }
    case "namespace":
      return nth(program.families, place.family).names.memberOfNamespace(program, place, name);
    case "instance":
      return viaImport(
        place.imported,
        staticOrNot(findMember(program, place.decls, name, { argumentCount, env: place.env }), false),
      );
    case "symbols": {
      const [first] = place.decls;
      if (first === undefined) return UNKNOWN;
      const { names } = program.semanticsOf(first.file);
      return viaImport(place.imported, names.memberOfSymbols(program, place, name, argumentCount));
    }
    case "unknown":
      return UNKNOWN;
    default:
      return place;
  }
}

/**
 * The constant that a property is named after, as in `{ limit }`, or the key of a schema that the property is: the property means that symbol. Null for
 * other properties.
 */
function namesake(program: Program, { file, from, type }: WrittenType, name: string): Place | null {
  if (type.kind !== "named" || type.path.length !== 1 || type.path[0] !== VALUE) return null;
  if (type.root.in !== "file" && type.root.in !== "import") return null;
  const place = rootPlace(program, file, from, type.root, "any");
  const isConstant = (decl: Decl) => symbolOf(decl).kind === "constant" && symbolOf(decl).name === name;
  return place.is === "symbols" && place.decls.every((decl) => isConstant(decl) || isSchemaKey(decl)) ? place : null;
}

/** A place as a way to it finds it that led through another file's names, or did not. */
function viaImport(imported: boolean, place: Place): Place {
  return imported && (place.is === "symbols" || place.is === "instance") && !place.imported
    ? { ...place, imported: true }
    : place;
}

/** One step of a walk from a union or an intersection. */
export function stepOfSeveral(program: Program, { members, isUnion }: PlaceOf<"several">, name: string): Place {
  const places: Place[] = [];
  const held: Place[] = [];
  for (const member of members) {
    const place = step(program, member, name, null);
    // The value of a property hides those of the same name in what was spread before it, though nothing more is known of it.
    if (!isUnion && member.is === "object" && place.is === "missing" && member.names.includes(name)) return UNKNOWN;
    if (!isUnion && place.is !== "missing" && place.is !== "unknown" && place.is !== "external") {
      // The value of a property has all the types that the parts of an intersection give the property.
      if (held.length === 0 && !isHolder(place)) return place;
      held.push(place);
    }
    places.push(place);
  }
  if (held.length > 0) return severalOf(held, false);
  if (isUnion) {
    // A member of a declared type is not a member of a runtime type beside it in a union, as in `User | string`.
    const known = places.filter((place) => place.is !== "external");
    return severalOf(known.length > 0 && known.some((place) => place.is !== "missing") ? known : places, true);
  }
  return places.find((place) => place.is === "external" || place.is === "unknown") ?? MISSING;
}

/** Whether a place is a property that does not hold a function. */
function isHolder(place: Place): boolean {
  if (place.is !== "symbols") return false;
  return place.decls.every((decl) => {
    const { kind, isCallable, declaredType } = symbolOf(decl);
    return (kind === "property" || kind === "field") && !isCallable && declaredType?.kind !== "function";
  });
}
