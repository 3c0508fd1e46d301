/** Edges from a member to the member of a base type or interface that it overrides or implements. */
import type { ParseResult } from "../languages/language.js";
import type { Decl, Program, ProgramFile, ProgramSymbol } from "./program.js";
import type { AddEdge } from "./resolve.js";
import { isTypeKind, keyOf } from "./resolve-index.js";
import { basesOf, findMember, nodeIdOf, symbolOf, toInstance, typeDecls } from "./resolve-place.js";

const OVERRIDING: ReadonlySet<string> = new Set(["method", "property", "field", "event", "function"]);

/** Adds the `overrides` edges of a file's members: to the nearest member of each base that fits. */
export function overrideEdges(program: Program, file: ProgramFile, parse: ParseResult, add: AddEdge): void {
  for (let type = 1; type < file.symbols.length; type++) {
    if (!isTypeKind(file.symbols[type]!.kind)) continue;
    const bases = typeDecls(program, { file, index: type }).flatMap((decl) => basesOf(program, decl));
    if (bases.length === 0) continue;
    const explicit = explicitMembers(file, parse, type);
    for (let member = file.firstChild[type]!; member !== -1; member = file.nextSibling[member]!) {
      const symbol = file.symbols[member]!;
      if (!OVERRIDING.has(symbol.kind) || (symbol.isStatic && !file.isCsharp)) continue;
      const parsed = parse.symbols[member]!;
      const named = explicit.get(member);
      if (symbol.isPrivate && named === undefined) continue;
      for (const base of bases) {
        const place = toInstance(program, base.place);
        if (place.is !== "instance" || place.decls.some((decl) => decl.file === file && decl.index === type)) continue;
        const found = findMember(
          program,
          named === undefined ? place.decls : interfaceNamed(program, place.decls, named),
          symbol.name,
          null,
          (other) => OVERRIDING.has(other.kind) && !other.isPrivate,
        );
        if (found.is !== "symbols") continue;
        const target = found.decls.find((decl) => overrides({ file, index: member }, decl, parsed.isOverride));
        if (target === undefined) continue;
        const owner = target.file.symbols[symbolOf(target).parent]!;
        if (named !== undefined && named !== owner.name) continue;
        if (named === undefined && owner.kind === "interface") {
          // An interface is implemented in public, and not where the type does so by its name.
          if (parsed.access !== "public" && file.symbols[type]!.kind !== "interface") continue;
          const isLike = (other: number) => isSameMember(file.symbols[other]!, symbol);
          if (Array.from(explicit).some(([other, name]) => name === owner.name && isLike(other))) continue;
        }
        const isImport = place.imported || found.imported;
        add(member, "overrides", isImport ? "import" : "exact", "override", parsed.nameLine, nodeIdOf(target));
      }
    }
  }
}

/** The members of a C# type that implement an interface by its name, `void IDisposable.Dispose()`, and its name without what is around it. */
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

/** The interface of that name among types and all their bases. */
function interfaceNamed(program: Program, types: Decl[], name: string): Decl[] {
  const queue = [...types];
  const seen = new Set(queue.map(keyOf));
  for (const decl of queue) {
    if (symbolOf(decl).name === name) return typeDecls(program, decl);
    for (const { place } of basesOf(program, decl)) {
      const base = toInstance(program, place);
      for (const next of base.is === "instance" ? base.decls : []) {
        if (!seen.has(keyOf(next))) queue.push(next);
        seen.add(keyOf(next));
      }
    }
  }
  return [];
}

function isSameMember(one: ProgramSymbol, other: ProgramSymbol): boolean {
  return one.name === other.name && one.kind === other.kind && one.maxArguments === other.maxArguments;
}

function overrides(member: Decl, target: Decl, isOverride: boolean): boolean {
  if (nodeIdOf(member) === nodeIdOf(target)) return false;
  const mine = symbolOf(member);
  const theirs = symbolOf(target);
  if (!member.file.isCsharp) return mine.isStatic === theirs.isStatic;
  const parent = target.file.symbols[theirs.parent]!;
  // In C# a member of a class is overridden by `override` alone; anything else hides it.
  if (parent.kind !== "interface" && !isOverride) return false;
  return isSameMember(mine, theirs);
}
