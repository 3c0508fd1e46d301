/** TypeScript and JavaScript: the members of named symbols, which may be types, modules, objects, or functions with members of their own. */
import { isSpreading } from "../../model/type-forms.js";
import { childrenNamed, isContainer, NONE } from "../declarations.js";
import { declaredPlace, isMaker, toInstance } from "../instance.js";
import { findMember, staticOrNot, within } from "../members.js";
import { type Env, type External, type Place, type PlaceOf, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, symbolAt, symbolOf } from "../program-file.js";
import { isSchemaKey } from "../schema-key.js";
import { namespaceExport } from "./exports.js";
import { memberOfKnown } from "./known-libraries.js";
import { isSchema } from "./schemas.js";

/** The member of named symbols. */
export function memberOfSymbols(
  program: Program,
  place: PlaceOf<"symbols">,
  name: string,
  argumentCount: number | null,
): Place {
  const { decls: all, env } = place;
  const prototype = name === "prototype" ? prototypeOf(program, place) : null;
  if (prototype !== null) return prototype;
  const decls = ofValues(all);
  const types = decls.filter((decl) => isContainer(symbolOf(decl).kind) || symbolOf(decl).kind === "type");
  let answer: Place = UNKNOWN;
  if (types.length > 0) {
    answer = staticOrNot(findMember(program, types, name, { argumentCount }), true);
    if (answer.is === "symbols") return answer;
  }
  for (const decl of decls) {
    const symbol = symbolOf(decl);
    if (symbol.kind === "namespace" || symbol.kind === "module") {
      const exported = namespaceExport(program, decl, name);
      if (exported !== null) return exported;
    }
    if (isContainer(symbol.kind) || symbol.kind === "type") continue;
    if (symbol.kind === "function") {
      const members = membersOfFunction(program, decl, name);
      if (members.length > 0) return { is: "symbols", decls: members, imported: false };
    }
    const children = symbol.kind === "method" ? NONE : membersOfValue(program, decl, name);
    const isObject = symbol.kind !== "function" && symbol.kind !== "component" && symbol.kind !== "constructor";
    if (children.length > 0 && isObject && !holdsSchema(program, decl, env)) {
      const declared = declaredMember(program, decl, name, argumentCount, env);
      if (declared !== null) return declared;
      return { is: "symbols", decls: children.map((index) => ({ file: decl.file, index })), imported: false };
    }
    if (!isObject || symbol.kind === "method") continue;
    const place = declaredPlace(program, decl, env);
    if (place.is === "unknown") continue;
    const member = program.evaluate.step(program, place, name, argumentCount);
    // An object literal may have other properties by a spread.
    if (place.is !== "object" || member.is !== "missing") return member;
  }
  return answer;
}

/** Whether the children of a symbol are keys of the schemas in its value, and no members of the value. */
export function holdsSchema(program: Program, decl: Decl, env?: Env): boolean {
  return isSchemaKey(decl) || isSchema(declaredPlace(program, decl, env));
}

/** The member that the type of `const tools: Tools = { … }` declares under a name; null where it declares none. */
export function declaredMember(
  program: Program,
  decl: Decl,
  name: string,
  argumentCount: number | null = null,
  env?: Env,
): PlaceOf<"symbols"> | null {
  // The properties of an object literal come before what it spreads.
  if (isSpreading(symbolOf(decl).declaredType)) return null;
  // The type may be made of the constant itself: `type Kind = (typeof Kind)[keyof typeof Kind]`.
  const type = declaredPlace(program, decl, env);
  const isTyped = type.is === "instance" || type.is === "several";
  const declared = isTyped ? program.evaluate.step(program, type, name, argumentCount) : UNKNOWN;
  return declared.is === "symbols" ? declared : null;
}

/** The declarations of a name that have its members: of `declare var Response: { … }` beside `interface Response`, the variable. */
function ofValues(decls: Decl[]): Decl[] {
  if (decls.length < 2) return decls;
  const isVariable = (decl: Decl) => /^(?:variable|constant)$/.test(symbolOf(decl).kind);
  if (!decls.some((decl) => isVariable(decl) && symbolOf(decl).declaredType !== null)) return decls;
  const values = decls.filter((decl) => !/^(?:interface|type)$/.test(symbolOf(decl).kind));
  return values.length === 0 ? decls : values;
}

/** Symbols below a variable that are not members of its value: functions and keys in the arguments of calls. */
const GIVEN: ReadonlySet<string> = new Set(["function", "constant"]);

/** The members of a name of the value that a variable holds. */
function membersOfValue(program: Program, { file, index }: Decl, name: string): number[] {
  return childrenNamed(program, file, index, name).filter((child) => !GIVEN.has(symbolAt(file, child).kind));
}

/** The members of a name that were assigned to a function: `f.name = () => …`. */
function membersOfFunction(program: Program, { file, index }: Decl, name: string): Decl[] {
  return childrenNamed(program, file, index, name)
    .filter((child) => symbolAt(file, child).isStatic)
    .map((child) => ({ file, index: child }));
}

/** The `prototype` of a class or of a function that makes instances; null for any other place. */
function prototypeOf(program: Program, place: PlaceOf<"symbols">): Place | null {
  const { decls } = place;
  if (decls.some((decl) => symbolOf(decl).kind === "class")) return toInstance(program, place);
  const makers = decls.filter(isMaker);
  return makers.length === 0 ? null : { is: "instance", decls: makers, imported: place.imported };
}

/** The property of a Record, whatever its name, or the member of a library's value; null where nothing is known of it. */
export function memberOfExternal(program: Program, value: External, name: string): Place | null {
  const { module, type, args } = value;
  if (module !== null) return memberOfKnown(program, value, name) ?? memberOfLibrary(program, value, name);
  const property = type === "Record" ? args?.[1] : undefined;
  const place = property === undefined ? UNKNOWN : program.evaluate.typedValue(program, property);
  return isKnown(place) ? place : null;
}

const isKnown = ({ is }: Place) => is !== "unknown" && is !== "missing" && is !== "external";

/**
 * The member of a library's value, of which no declaration is at hand. `data` of a `Response<Order>` may be an `Order`: its members are likely to be
 * those of the only type argument that has one of the name, and the members of these as far as they are known.
 */
function memberOfLibrary(program: Program, value: External, name: string): Place {
  const member = within(value, name);
  if (member.is !== "external") return member;
  if (value.given === undefined) return { ...member, ...(value.args && { given: value.args }) };
  const from = value.likely ? [value.likely] : value.given.map((type) => program.evaluate.typedValue(program, type));
  const known = from.map((place) => program.evaluate.step(program, place, name, null)).filter(isKnown);
  const likely = known.length === 1 ? known[0] : undefined;
  return likely === undefined ? member : { ...member, given: value.given, likely };
}
