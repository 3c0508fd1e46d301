/** Members of values: the nearest of a name in a type, its extensions and its bases. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { childrenNamed, MOST_DECLARATIONS } from "../declarations.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import {
  childrenOf,
  type Decl,
  firstDecl,
  nodeIdOf,
  type ProgramFile,
  type ProgramSymbol,
  parentOf,
  symbolOf,
} from "../program-file.js";
import { meets } from "./conversions.js";
import { fits } from "./labels.js";
import { PLAIN_MEMBERS, PLAIN_PROTOCOLS, supersOf } from "./library.js";
import { partsOf } from "./parts.js";
import { swiftCaches } from "./state.js";
import { argumentNamed, associatedType, basesOfPart, type Constraint, constraintsOf, inTermsOf } from "./types.js";
import { NOTHING, unwrapped, type Value } from "./value.js";
import { isOpenTo, moduleOf, modulesSeen } from "./visibility.js";

/** At most this many types are looked at for one member. */
const MOST_TYPES = 80;

/** The members that a name means, and the type that has them, in terms of the value. */
export interface Members {
  decls: Decl[];
  owner: Value;
  /** The name of a library's type that may have the member. */
  outside: string | null;
}

/** How a member is asked for. */
export interface Asked {
  /** The file that asks: it sees no private members of others. */
  file: ProgramFile;
  name: string;
  /** The labels of a call; undefined for other uses. */
  labels?: readonly string[] | undefined;
  /** Whether it is a member of the type itself. */
  isStatic: boolean;
  /** Whether all functions of the name are asked for, where no labels are given. */
  hasAll?: boolean;
}

const NONE: Decl[] = [];

/** The members of a value. */
export function membersOf(program: Program, value: Value, asked: Asked): Members {
  const queue: Value[] = [value];
  const seen = new Set<string>();
  let outside: string | null = null;
  let functions: Members | null = null;
  for (let index = 0; index < queue.length && index < MOST_TYPES; index++) {
    const each = unboundOf(nth(queue, index));
    program.caches.spent += 1;
    if (each.is === "all") {
      queue.push(...each.of);
      continue;
    }
    if (each.is === "library" && each.name === "Optional") {
      const found = ownMembers(program, each, asked);
      if (found.length > 0) return { decls: found, owner: each, outside: null };
      queue.push(unwrapped(each));
      continue;
    }
    if (each.is !== "type" && each.is !== "library") continue;
    const key = each.is === "type" ? nodeIdOf(firstDecl(each)) : `library ${each.name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const found = constrained(program, ownMembers(program, each, asked), each, value);
    if (found.length > 0) {
      const members: Members = { decls: found, owner: each, outside: null };
      const areFunctions = found.every((decl) => symbolOf(decl).parameterNames !== null);
      const isOpen =
        asked.labels === undefined && !asked.hasAll && areFunctions && (found.length > 1 || functions !== null);
      if (!isOpen) return members;
      functions ??= members;
    }
    if (each.is === "library") {
      if (!PLAIN_PROTOCOLS.has(each.name) || PLAIN_MEMBERS.has(asked.name)) outside ??= each.name;
      for (const name of supersOf(each.name)) queue.push({ is: "library", name, args: each.args.slice(0, 1) });
    }
    for (const part of partsOf(program, each))
      for (const base of basesOfPart(program, part)) queue.push(inTermsOf(program, base, each, value));
  }
  // `collectionView` in a class of a framework is the property that it inherits rather than one of several methods of that name.
  return outside === null && functions !== null ? functions : { decls: NONE, owner: value, outside };
}

/** Of several members those of extensions whose constraints the type arguments meet, the most constrained of these. `self`: the value that was asked. */
function constrained(program: Program, decls: Decl[], value: Value, self: Value): Decl[] {
  if (decls.length < 2 || decls.length > MOST_DECLARATIONS) return decls;
  const asked = decls.map((decl) => constraintsOf(program, parentOf(decl)));
  const fits = asked.map((constraints) => {
    const each = constraints.map(({ name, bound }) =>
      meets(program, constrainedType(program, value, self, name), bound),
    );
    if (each.includes("no")) return "no";
    return each.length > 0 && !each.includes("maybe") ? "yes" : each.length > 0 ? "maybe" : "free";
  });
  const isLeft = (index: number) => fits[index] !== "no" && !(fits[index] === "maybe" && fits.includes("yes"));
  const isOutdone = (decl: Decl, index: number) =>
    decls.some(
      (other, at) =>
        fits[at] === "yes" && takesAlike(decl, other) && isStronger(program, asked[at] ?? [], asked[index] ?? []),
    );
  const left = decls.filter((decl, index) => isLeft(index) && !isOutdone(decl, index));
  return left.length > 0 ? left : decls;
}

/** The type under a constraint of a name, in the value that was asked and its type `owner` with the member. */
function constrainedType(program: Program, owner: Value, self: Value, name: string): Value {
  if (name === "Self") return self;
  const argument = argumentNamed(owner, name);
  return argument.is === "unknown" ? (associatedType(program, self, name) ?? NOTHING) : argument;
}

/** Whether two members have the same labels and types of parameters. */
function takesAlike(one: Decl, other: Decl): boolean {
  const [own, their] = [symbolOf(one), symbolOf(other)];
  return isAlike(own, their) && JSON.stringify(own.parameterTypes) === JSON.stringify(their.parameterTypes);
}

/** Whether constraints ask all that others do, and more. */
function isStronger(program: Program, one: readonly Constraint[], other: readonly Constraint[]): boolean {
  const implies = (strong: readonly Constraint[], weak: readonly Constraint[]) =>
    weak.every(({ name, bound }) =>
      partsOfBound(bound).every((part) =>
        strong.some(
          (each) => each.name === name && partsOfBound(each.bound).some((own) => meets(program, own, part) === "yes"),
        ),
      ),
    );
  return implies(one, other) && !implies(other, one);
}

const partsOfBound = (bound: Value): readonly Value[] => (bound.is === "all" ? bound.of : [bound]);

function unboundOf(value: Value): Value {
  return value.is === "parameter" ? unboundOf(value.bound) : value;
}

/** Members of a type with more parts than this are collected by name, once. */
const MANY_PARTS = 24;

/** The members of a name in all parts of a type. */
function membersNamed(program: Program, value: Value, name: string): readonly Decl[] {
  const parts = partsOf(program, value);
  if (parts.length <= MANY_PARTS) return parts.flatMap((part) => partMembers(program, part, name));
  const { members } = swiftCaches(program);
  const key = value.is === "type" ? nodeIdOf(firstDecl(value)) : `library ${value.is === "library" ? value.name : ""}`;
  let known = members.get(key);
  if (known === undefined) {
    known = byName(parts.flatMap(childrenOf));
    members.set(key, known);
  }
  return known.get(name) ?? NONE;
}

function partMembers(program: Program, { file, index }: Decl, name: string): Decl[] {
  return childrenNamed(program, file, index, name).map((child) => ({ file, index: child }));
}

function byName(decls: readonly Decl[]): Map<string, Decl[]> {
  const found = new Map<string, Decl[]>();
  for (const decl of decls) {
    const { name } = symbolOf(decl);
    addToList(found, name, decl);
  }
  return found;
}

/** The members that the declarations of a type hold themselves. */
function ownMembers(program: Program, value: Value, { file, name, labels, isStatic }: Asked): Decl[] {
  const named = membersNamed(program, value, name);
  // More overloads than anybody writes are not compared: which one is meant stays open.
  if (named.length > MOST_DECLARATIONS) return named.slice(0, MOST_DECLARATIONS + 1);
  const found = named.filter((decl) => isOpenTo(file, decl) && fits(symbolOf(decl), labels));
  const ofKind = found.filter((decl) => isOfKind(symbolOf(decl), isStatic));
  // `Store.save` without a call is the method as a function.
  const isFunctionOf = isStatic && ofKind.length === 0 && labels === undefined;
  const meant = isFunctionOf ? found.filter((decl) => symbolOf(decl).parameterNames !== null) : ofKind;
  return seenFrom(program, file, withoutDefaults(labels === undefined ? valuesBefore(meant) : meant));
}

/** A name without a call means a property rather than a function of its name. */
function valuesBefore(decls: Decl[]): Decl[] {
  const values = decls.filter((decl) => symbolOf(decl).parameterNames === null);
  return values.length === 0 ? decls : values;
}

/** Like members that several modules add to one type, as far as a file sees them: its own module's before others. */
function seenFrom(program: Program, file: ProgramFile, decls: Decl[]): Decl[] {
  if (decls.length < 2) return decls;
  const own = moduleOf(program, file);
  const seen = modulesSeen(program, file);
  const rank = (decl: Decl) => {
    const module = moduleOf(program, decl.file);
    return module === own ? 0 : seen.has(module) ? 1 : 2;
  };
  const ranks = decls.map(rank);
  if (ranks.every((each) => each === ranks[0])) return decls;
  return decls.filter(
    (decl, index) =>
      !decls.some(
        (other, beside) => nth(ranks, beside) < nth(ranks, index) && isAlike(symbolOf(other), symbolOf(decl)),
      ),
  );
}

/** Whether a member is one of the type itself, or else of its values. */
function isOfKind({ kind, isStatic }: ProgramSymbol, isOfType: boolean): boolean {
  if (isTypeKind(kind) || kind === "constructor") return true;
  return isStatic === isOfType;
}

/** The requirement of a protocol stands for its default implementations. */
function withoutDefaults(decls: Decl[]): Decl[] {
  const isRequirement = (decl: Decl) => symbolOf(parentOf(decl)).kind === "interface";
  if (decls.length < 2 || !decls.some(isRequirement)) return decls;
  return decls.filter(
    (decl) =>
      isRequirement(decl) || !decls.some((other) => isRequirement(other) && isAlike(symbolOf(decl), symbolOf(other))),
  );
}

/** Whether two members have the same name, labels and number of parameters. */
export function isAlike(one: ProgramSymbol, other: ProgramSymbol): boolean {
  const labelsOf = ({ parameterNames }: ProgramSymbol) => parameterNames?.replace(/~.*$/s, "");
  return one.name === other.name && one.isStatic === other.isStatic && labelsOf(one) === labelsOf(other);
}
