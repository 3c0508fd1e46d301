/** Edges from a member to the member of a base type or interface that it overrides or implements. */
import { nth } from "../../base/need.js";
import type { NamedType, ParsedSymbol, ParseResult } from "../../model/parse-result.js";
import { basesOf } from "../bases.js";
import { isSpent } from "../budget.js";
import { typeDecls } from "../declarations.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import {
  childrenOf,
  type Decl,
  nodeIdAt,
  nodeIdOf,
  type ProgramFile,
  type ProgramSymbol,
  parentOf,
  symbolAt,
  symbolOf,
} from "../program-file.js";
import type { EdgeRules, Work } from "../semantics.js";
import { addEdge } from "./work.js";

const OVERRIDING: ReadonlySet<string> = new Set(["method", "property", "field", "event", "function"]);

/** Adds the `overrides` edges of a file's members, each to the nearest member that fits of each base. */
export function overrideEdges(work: Work): void {
  const { program, file, semantics } = work;
  semantics.edges.declaredMemberEdges(work);
  const literals = new Set(file.heritage.map(({ from }) => from).filter((from) => hasObject(file.symbols[from])));
  // The parts of a type in one file have their bases together.
  const known = new Map<string, BasePart[]>();
  for (let type = 1; type < file.symbols.length; type++) {
    const isLiteral = literals.has(type);
    if (!isLiteral && !isTypeKind(symbolAt(file, type).kind)) continue;
    if (isSpent(program)) return;
    const id = nodeIdAt(file, type);
    const together = file.traits.hasPartialTypes ? known.get(id) : undefined;
    const bases = together ?? basePartsOf(program, { file, index: type }, isLiteral);
    known.set(id, bases);
    if (bases.length > 0) overridesOfType(work, type, bases);
  }
}

/** Adds the edges of the members of one type. */
function overridesOfType(work: Work, type: number, bases: readonly BasePart[]): void {
  const { program, file, parse } = work;
  const explicit = explicitMembers(file, parse, type);
  for (const decl of childrenOf({ file, index: type })) {
    const symbol = symbolOf(decl);
    const named = explicit.get(decl.index);
    if (!OVERRIDING.has(symbol.kind) || (symbol.isPrivate && named === undefined)) continue;
    if (isSpent(program)) return;
    const member: Member = { decl, symbol, type, parsed: nth(parse.symbols, decl.index), named, explicit };
    for (const base of bases) overridesOfBase(work, member, base);
  }
}

/** A member of a type that may override others. */
interface Member {
  decl: Decl;
  symbol: ProgramSymbol;
  parsed: ParsedSymbol;
  /** The type that declares it. */
  type: number;
  /** The bare name of the interface that it implements explicitly. */
  named: string | undefined;
  /** The members of its type that implement an interface explicitly, with the names of these. */
  explicit: ReadonlyMap<number, string>;
}

/** Adds the edge from a member to the one of a base that it overrides, where there is one. */
function overridesOfBase(work: Work, member: Member, { base, place, has }: BasePart): void {
  const { program, file, semantics } = work;
  const { decl, symbol, parsed, type, named } = member;
  if (place.is !== "instance" || has(symbol.name) !== true) return;
  if (place.decls.some((part) => part.file === file && part.index === type)) return;
  const found = semantics.edges.overridden(program, decl, { base, place }, named, parsed.isOverride);
  const target = found?.decls.find((other) => overrides(decl, other, parsed.isOverride, semantics.edges));
  if (found === null || target === undefined || !mayImplement(work, member, symbolOf(parentOf(target)))) return;
  const isImport = place.imported || found.imported || (file.traits.hasModules && target.file !== file);
  addOverride(work, decl.index, target, isImport);
}

/** Whether a member may override one of `owner`. It implements an interface only if it is public, and if no other member does so explicitly. */
function mayImplement(
  work: Work,
  { decl, symbol, parsed, type, named, explicit }: Member,
  owner: ProgramSymbol,
): boolean {
  const { program, file, semantics } = work;
  if (named !== undefined) return named === owner.name;
  if (owner.kind !== "interface") return true;
  const isOpen = parsed.access === "public" || file.traits.hasInternalImplementations;
  if (!isOpen && symbolAt(file, type).kind !== "interface") return false;
  const isLike = (other: number) =>
    isSameMember(symbolAt(file, other), symbol) && semantics.edges.takesTheSame(program, decl, { file, index: other });
  return !Array.from(explicit).some(([other, name]) => name === owner.name && isLike(other));
}

/** Adds the edge from a member to the one that it overrides. */
export function addOverride(work: Work, member: number, target: Decl, isImport: boolean): void {
  const tier = isImport ? "import" : "exact";
  const line = nth(work.parse.symbols, member).nameLine;
  if (hasObject(work.file.symbols[symbolAt(work.file, member).parent])) work.overridden.add(overriddenAt(line, target));
  addEdge(work, { source: member, kind: "overrides", tier, rule: "override", line, target: nodeIdOf(target) });
}

/** A key of `Work.overridden`: the line of a member of an object literal, and the member that it overrides. */
export function overriddenAt(line: number, target: Decl): string {
  return `${line} ${nodeIdOf(target)}`;
}

interface BasePart {
  base: NamedType;
  place: Place;
  has: (name: string) => boolean | null;
}

/** The parts of the bases of a type in all its declarations, or of an object literal. */
function basePartsOf(program: Program, type: Decl, isLiteral: boolean): BasePart[] {
  const decls = isLiteral ? [type] : typeDecls(program, type);
  program.caches.spent += decls.length;
  const { types } = program.semanticsOf(type.file);
  return decls.flatMap((decl) =>
    basesOf(program, decl)
      .filter((base) => !isLiteral || types.isImplemented(program, decl, base))
      .flatMap((base) =>
        types.baseParts(program, decl, base, undefined).map(({ place, has }) => ({ base: base.base, place, has })),
      ),
  );
}

/** Whether a symbol with bases is an object literal, or a function that makes one. */
export function hasObject(symbol: ProgramSymbol | undefined): boolean {
  return isObject(symbol) || /^(?:function|method|component)$/.test(symbol?.kind ?? "");
}

/** Whether a symbol that has bases is an object literal. */
export function isObject(symbol: ProgramSymbol | undefined): boolean {
  return symbol?.kind === "constant" || symbol?.kind === "variable";
}

/** Whether a member may override others and be overridden. */
export function isOverridable({ kind, isPrivate }: ProgramSymbol): boolean {
  return OVERRIDING.has(kind) && !isPrivate;
}

/** The members of a type that implement an interface explicitly, `void IDisposable.Dispose()`, with the bare name of that interface. */
function explicitMembers(file: ProgramFile, parse: ParseResult, type: number): Map<number, string> {
  const found = new Map<number, string>();
  const { qualifiedName } = nth(parse.symbols, type);
  for (const member of childrenOf({ file, index: type })) {
    const { name, isExplicit } = symbolOf(member);
    if (!isExplicit) continue;
    const between = nth(parse.symbols, member.index).qualifiedName.slice(qualifiedName.length + 1, -name.length - 1);
    found.set(
      member.index,
      between
        .replace(/<.*$/s, "")
        .replace(/^.*[.:]/s, "")
        .trim(),
    );
  }
  return found;
}

/** Whether two members have the same name, kind and number of parameters. */
export function isSameMember(one: ProgramSymbol, other: ProgramSymbol): boolean {
  return (
    one.name === other.name &&
    one.kind === other.kind &&
    one.maxArguments === other.maxArguments &&
    one.typeParameters.length === other.typeParameters.length
  );
}

function overrides(member: Decl, target: Decl, isOverride: boolean, edges: EdgeRules): boolean {
  return nodeIdOf(member) !== nodeIdOf(target) && edges.overrides(member, target, isOverride);
}
