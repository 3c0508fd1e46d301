/**
 * TypeScript and JavaScript: the parts of bases, from which a type has its members. A base may be an alias, an intersection, or the rest that
 * `Omit<Props, "key">` leaves of a type. The type arguments of a React component tell the members that a class has from it.
 */
import type { TypeExpr } from "../../model/parse-result.js";
import { basesOf } from "../bases.js";
import { boundTo, toInstance } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import {
  type Base,
  type BasePart,
  type Env,
  type External,
  MISSING,
  type Place,
  UNKNOWN,
  type WrittenType,
} from "../place.js";
import { partsOfPlace } from "../plain.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { madeAt } from "./held-value.js";

/** Generic types that have the members of their first argument; Pick has some of them, Omit the others. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  ..."Partial Required Readonly NonNullable Omit Pick Exclude Extract NoInfer".split(" "),
]);
/** At most this many types are looked at for one base. */
const MOST_TYPES = 100;
/** At most this many classes that derive from each other are followed. */
const DEEPEST = 10;
const ALL = () => true;

/** Whether an external type has the members of its first argument. */
export function isTransparent({ module, name }: External): boolean {
  return module === null ? TRANSPARENT.has(name) : /(?:^|\.)PropsWith(?:Children|Ref|outRef)$/.test(name);
}

/** The parts of a base. `env`: the meanings of the type parameters of the type that has the base. */
export function baseParts(program: Program, { file, index }: Decl, base: Base, env?: Env): BasePart[] {
  const { place } = base;
  const written = (type: TypeExpr): WrittenType => ({ file, from: index, type, env });
  const isMade = place.is === "external" ? isTransparent(place) : place.is === "symbols" && place.decls.some(isAlias);
  if (isMade) return partsOfType(program, written(base.base), { open: new Set(), left: MOST_TYPES });
  const isValue = place.is === "symbols" && !place.decls.some((decl) => isTypeKind(symbolOf(decl).kind));
  // `const Base = createBase(); class Own extends Base`.
  if (isValue && base.kind === "extends" && symbolOf({ file, index }).kind === "class")
    return partsOfPlace(madeAt(program, place));
  return partsOfPlace(toInstance(program, place, base.base.args?.map(written)));
}

/** Whether an object literal of this type implements it, as a class would: an interface, or an alias of an object type. */
export function isImplemented(program: Program, decl: Decl, base: Base): boolean {
  const { place } = base;
  const types = place.is === "symbols" ? place.decls.filter((other) => isTypeKind(symbolOf(other).kind)) : [];
  if (types.length === 0 || types.some((type) => !/^(?:interface|type)$/.test(symbolOf(type).kind))) return false;
  const parts = baseParts(program, decl, base);
  return parts.length > 0 && parts.every((part) => part.place.is === "instance");
}

function isAlias(decl: Decl): boolean {
  return symbolOf(decl).kind === "type";
}

/** A walk through the types of a base: the aliases it is in, and how many more types it may look at. */
interface BaseWalk {
  open: Set<number>;
  left: number;
}

function partsOfType(program: Program, written: WrittenType, walk: BaseWalk): BasePart[] {
  const { file, from, type, env } = written;
  if (walk.left-- <= 0) return [];
  const inner = (part: TypeExpr): WrittenType => ({ ...written, type: part });
  if (type.kind === "both") return type.of.flatMap((part) => partsOfType(program, inner(part), walk));
  if (type.kind !== "named") return partsOfPlace(MISSING);
  const { root, path, args = [] } = type;
  // `type Props = Base & { own: string }`: the object has the alias's name.
  if (root.in === "file" && path.length === 0 && root.symbol === from && isAlias({ file, index: from }))
    return [{ place: { is: "instance", decls: [{ file, index: from }], imported: false, env }, has: ALL }];
  if (root.in === "parameter") return partsOfPlace(program.evaluate.typedValue(program, written));
  const place = program.evaluate.typePlace(program, file, from, type);
  if (place.is === "external" && isTransparent(place) && args[0] !== undefined) {
    const left = isLeft(place.name, args[1]);
    return partsOfType(program, inner(args[0]), walk).map(({ place, has }) => ({
      place,
      has: (name) => (left(name) === false ? false : has(name) && left(name)),
    }));
  }
  const alias = place.is === "symbols" ? place.decls.find(isAlias) : undefined;
  const aliased = alias === undefined ? null : symbolOf(alias).declaredType;
  if (alias !== undefined && aliased !== null) {
    const given = boundTo(symbolOf(alias).typeParameters, args.map(inner));
    const next: WrittenType = { file: alias.file, from: alias.index, type: aliased, ...(given && { env: given }) };
    const key = keyOf(alias);
    if (walk.open.has(key)) return [];
    walk.open.add(key);
    const parts = partsOfType(program, next, walk);
    walk.open.delete(key);
    return parts;
  }
  return partsOfPlace(
    place.is === "symbols" || place.is === "external" ? toInstance(program, place, args.map(inner)) : place,
  );
}

/** Which names a transparent type leaves. */
function isLeft(name: string, keys: TypeExpr | undefined): BasePart["has"] {
  if (name !== "Omit" && name !== "Pick") return ALL;
  if (keys?.kind !== "keys") return () => null;
  const names = new Set(keys.names);
  return (member) => names.has(member) === (name === "Pick");
}

const COMPONENT = /(?:^|\.)(?:Pure)?Component$/;

/** The members `props` and `state` of a class that extends a library's component: their types are its type arguments. */
export function componentMember(program: Program, base: External, name: string): Place {
  if (base.module === null || !COMPONENT.test(base.name)) return UNKNOWN;
  const arg = name === "props" ? base.args?.[0] : name === "state" ? base.args?.[1] : undefined;
  return arg === undefined ? UNKNOWN : program.evaluate.typedValue(program, arg);
}

/** The types of the props and the state of a class component; null for a value of any other type. */
export function componentTypes(program: Program, place: Place, depth = DEEPEST): WrittenType[] | null {
  if (place.is !== "instance" || depth === 0) return null;
  for (const decl of place.decls) {
    if (symbolOf(decl).kind !== "class") continue;
    for (const base of basesOf(program, decl)) {
      for (const { place: part } of baseParts(program, decl, base, place.env)) {
        if (part.is === "external" && part.module !== null && COMPONENT.test(part.name)) return part.args ?? null;
        const found = componentTypes(program, part, depth - 1);
        if (found !== null) return found;
      }
    }
  }
  return null;
}
