/** Edges from a member to the member of a base type or interface that it overrides or implements. */
import type { ParseResult } from "../languages/language.js";
import type { Decl, Program, ProgramFile } from "./program.js";
import type { AddEdge } from "./resolve.js";
import { isTypeKind } from "./resolve-index.js";
import { basesOf, findMember, nodeIdOf, symbolOf, toInstance, typeDecls } from "./resolve-place.js";

const OVERRIDING: ReadonlySet<string> = new Set(["method", "property", "field", "event", "function"]);

/** Adds the `overrides` edges of a file's members: to the nearest member of each base that fits. */
export function overrideEdges(program: Program, file: ProgramFile, parse: ParseResult, add: AddEdge): void {
  for (let type = 1; type < file.symbols.length; type++) {
    if (!isTypeKind(file.symbols[type]!.kind)) continue;
    const bases = typeDecls(program, { file, index: type }).flatMap((decl) => basesOf(program, decl));
    if (bases.length === 0) continue;
    for (let member = file.firstChild[type]!; member !== -1; member = file.nextSibling[member]!) {
      const symbol = file.symbols[member]!;
      if (!OVERRIDING.has(symbol.kind) || (symbol.isStatic && !file.isCsharp)) continue;
      const parsed = parse.symbols[member]!;
      const isExplicit =
        file.isCsharp && parsed.qualifiedName !== `${parse.symbols[type]!.qualifiedName}.${symbol.name}`;
      if (symbol.isPrivate && !isExplicit) continue;
      for (const base of bases) {
        const place = toInstance(program, base.place);
        if (place.is !== "instance" || place.decls.some((decl) => decl.file === file && decl.index === type)) continue;
        const found = findMember(
          program,
          place.decls,
          symbol.name,
          null,
          (other) => OVERRIDING.has(other.kind) && !other.isPrivate,
        );
        if (found.is !== "symbols") continue;
        const target = found.decls.find((decl) => overrides({ file, index: member }, decl, parsed.isOverride));
        if (target === undefined) continue;
        const isImport = place.imported || found.imported;
        add(member, "overrides", isImport ? "import" : "exact", parsed.nameLine, nodeIdOf(target));
      }
    }
  }
}

function overrides(member: Decl, target: Decl, isOverride: boolean): boolean {
  if (nodeIdOf(member) === nodeIdOf(target)) return false;
  const mine = symbolOf(member);
  const theirs = symbolOf(target);
  if (!member.file.isCsharp) return mine.isStatic === theirs.isStatic;
  const parent = target.file.symbols[theirs.parent]!;
  // In C# a member of a class is overridden by `override` alone; anything else hides it.
  if (parent.kind !== "interface" && !isOverride) return false;
  return mine.kind === theirs.kind && mine.maxArguments === theirs.maxArguments;
}
