/** Edges from a member to the member of a base type or interface that it overrides or implements. */

import type { ParseResult, TypeName } from "../../model/parse-result.js";
import { basesOf } from "../bases.js";
import { isSpent } from "../budget.js";
import { basesOfValue, bindingsOf, isInterface, takesTheSame, valueOfPlace, valueOfType } from "../csharp/types.js";
import type { Value } from "../csharp/value.js";
import { childrenNamed, typeDecls } from "../declarations.js";
import { declaredMember } from "../lookup.js";
import { findMember } from "../members.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, type ProgramFile, type ProgramSymbol, symbolOf } from "../program-file.js";
import { baseParts, isImplemented } from "../typescript/bases.js";
import { addEdge, type Work } from "./work.js";

const OVERRIDING: ReadonlySet<string> = new Set(["method", "property", "field", "event", "function"]);

/** Adds the `overrides` edges of a file's members, each to the nearest member that fits of each base. */
export function overrideEdges(work: Work): void {
  const { program, file, parse } = work;
  if (!file.isCsharp) declaredMemberEdges(work);
  const literals = new Set(file.heritage.map(({ from }) => from).filter((from) => isObject(file.symbols[from])));
  // C#: the parts of a type in one file have their bases together.
  const known = new Map<string, BasePart[]>();
  for (let type = 1; type < file.symbols.length; type++) {
    const isLiteral = literals.has(type);
    if (!isLiteral && !isTypeKind(file.symbols[type]!.kind)) continue;
    if (isSpent(program)) return;
    const id = file.nodeIds[type]!;
    const together = file.isCsharp ? known.get(id) : undefined;
    const bases = together ?? basePartsOf(program, { file, index: type }, isLiteral);
    known.set(id, bases);
    if (bases.length === 0) continue;
    const explicit = explicitMembers(file, parse, type);
    for (let member = file.firstChild[type]!; member !== -1; member = file.nextSibling[member]!) {
      const symbol = file.symbols[member]!;
      if (!OVERRIDING.has(symbol.kind)) continue;
      const parsed = parse.symbols[member]!;
      const named = explicit.get(member);
      if (symbol.isPrivate && named === undefined) continue;
      if (isSpent(program)) return;
      for (const base of bases) {
        const { place } = base;
        if (
          place.is !== "instance" ||
          base.has(symbol.name) !== true ||
          place.decls.some((decl) => decl.file === file && decl.index === type)
        )
          continue;
        const found = file.isCsharp
          ? likeMember(program, { file, index: member }, base, place, named, parsed.isOverride)
          : findMember(
              program,
              place.decls,
              symbol.name,
              null,
              (other) => isOverridable(other) && other.isStatic === symbol.isStatic,
            );
        if (found === null || found.is !== "symbols") continue;
        const target = found.decls.find((decl) => overrides({ file, index: member }, decl, parsed.isOverride));
        if (target === undefined) continue;
        const owner = target.file.symbols[symbolOf(target).parent]!;
        if (named !== undefined && named !== owner.name) continue;
        if (named === undefined && owner.kind === "interface") {
          // A member implements an interface only if it is public, and if no other member does so explicitly.
          if (parsed.access !== "public" && file.symbols[type]!.kind !== "interface") continue;
          const own = { decl: { file, index: member }, bindings: NO_BINDINGS };
          const isLike = (other: number) =>
            isSameMember(file.symbols[other]!, symbol) &&
            takesTheSame(program, own, { decl: { file, index: other }, bindings: NO_BINDINGS });
          if (Array.from(explicit).some(([other, name]) => name === owner.name && isLike(other))) continue;
        }
        const isImport = place.imported || found.imported || (!file.isCsharp && target.file !== file);
        addOverride(work, member, target, isImport);
      }
    }
  }
}

function addOverride(work: Work, member: number, target: Decl, isImport: boolean): void {
  const tier = isImport ? "import" : "exact";
  const line = work.parse.symbols[member]!.nameLine;
  addEdge(work, { source: member, kind: "overrides", tier, rule: "override", line, target: nodeIdOf(target) });
}

interface BasePart {
  base: TypeName;
  place: Place;
  has: (name: string) => boolean | null;
}

/** The parts of the bases of a type in all its declarations, or of an object literal. */
function basePartsOf(program: Program, type: Decl, isLiteral: boolean): BasePart[] {
  const decls = isLiteral ? [type] : typeDecls(program, type);
  program.caches.spent += decls.length;
  return decls.flatMap((decl) =>
    basesOf(program, decl)
      .filter((base) => !isLiteral || isImplemented(program, decl, base))
      .flatMap((base) => baseParts(program, decl, base).map(({ place, has }) => ({ base: base.base, place, has }))),
  );
}

/**
 * TypeScript: adds the `overrides` edges of functions that are assigned, `t.name = () => …`, where the type of t declares a member of that name: a call of
 * `t.name` calls the declared member.
 */
function declaredMemberEdges(work: Work): void {
  const { program, file, parse } = work;
  for (let index = 1; index < file.symbols.length; index++) {
    const { name, parent, kind } = file.symbols[index]!;
    if (parent <= 0 || kind !== "method" || !isObject(file.symbols[parent]) || isSpent(program)) continue;
    // Functions inside the object literal are not assigned later.
    if (parse.symbols[index]!.start < parse.symbols[parent]!.end) continue;
    const declared = declaredMember(program, { file, index: parent }, name);
    for (const target of declared?.decls.slice(0, 1) ?? []) {
      const isImport = declared!.imported || target.file !== file;
      if (nodeIdOf(target) !== file.nodeIds[index] && isOverridable(symbolOf(target)))
        addOverride(work, index, target, isImport);
    }
  }
}

/** Whether a symbol that has bases is an object literal of TypeScript. */
export function isObject(symbol: ProgramSymbol | undefined): boolean {
  return symbol?.kind === "constant" || symbol?.kind === "variable";
}

function isOverridable({ kind, isPrivate }: ProgramSymbol): boolean {
  return OVERRIDING.has(kind) && !isPrivate;
}

/** C#: the nearest member of a base and its bases with the parameters of a member. `named`: only the interface of this name is looked at. */
function likeMember(
  program: Program,
  decl: Decl,
  base: { base: TypeName },
  place: Extract<Place, { is: "instance" }>,
  named: string | undefined,
  isOverride: boolean,
): Extract<Place, { is: "symbols" }> | null {
  const { file, index } = decl;
  const { name, parent } = symbolOf(decl);
  const args = (base.base.args ?? []).map((arg) => valueOfType(program, file, parent, arg));
  const value = valueOfPlace(place, args);
  const types = [value, ...basesOfValue(program, value)];
  program.caches.spent += types.length;
  for (const type of types) {
    // A class implements the interfaces of its own base list; its base class has implemented its own.
    if (type !== value && isInterface(type) !== isInterface(value)) continue;
    if (type.is !== "type" || (named !== undefined && symbolOf(type.decls[0]!).name !== named)) continue;
    const bindings = bindingsOf(program, type);
    const decls = type.decls.flatMap((holder) =>
      childrenNamed(program, holder.file, holder.index, name)
        .map((child) => ({ file: holder.file, index: child }))
        .filter(
          (other) =>
            isOverridable(symbolOf(other)) &&
            overrides({ file, index }, other, isOverride) &&
            takesTheSame(program, { decl, bindings: NO_BINDINGS }, { decl: other, bindings }),
        ),
    );
    if (decls.length > 0) return { is: "symbols", decls, imported: type !== value && type.imported };
  }
  return null;
}

const NO_BINDINGS: ReadonlyMap<string, Value> = new Map();

/** C#: the members of a type that implement an interface explicitly, `void IDisposable.Dispose()`, with the bare name of that interface. */
function explicitMembers(file: ProgramFile, parse: ParseResult, type: number): Map<number, string> {
  const found = new Map<number, string>();
  const { qualifiedName } = parse.symbols[type]!;
  for (let member = file.firstChild[type]!; member !== -1; member = file.nextSibling[member]!) {
    const { name, isExplicit } = file.symbols[member]!;
    if (!isExplicit) continue;
    const between = parse.symbols[member]!.qualifiedName.slice(qualifiedName.length + 1, -name.length - 1);
    found.set(
      member,
      between
        .replace(/<.*$/s, "")
        .replace(/^.*[.:]/s, "")
        .trim(),
    );
  }
  return found;
}

function isSameMember(one: ProgramSymbol, other: ProgramSymbol): boolean {
  return (
    one.name === other.name &&
    one.kind === other.kind &&
    one.maxArguments === other.maxArguments &&
    one.typeParameters.length === other.typeParameters.length
  );
}

function overrides(member: Decl, target: Decl, isOverride: boolean): boolean {
  if (nodeIdOf(member) === nodeIdOf(target)) return false;
  const mine = symbolOf(member);
  const theirs = symbolOf(target);
  if (!member.file.isCsharp) return mine.isStatic === theirs.isStatic;
  const parent = target.file.symbols[theirs.parent]!;
  // C#: only `override` overrides a member of a class; anything else hides it.
  if (parent.kind !== "interface" && !isOverride) return false;
  return isSameMember(mine, theirs);
}
