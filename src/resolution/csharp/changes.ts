/** C#: what an edit touches elsewhere, through namespaces, usings and members that are used unnamed. */
import { qualifiedKey } from "../declarations.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import type { ProgramFile, ProgramSymbol } from "../program-file.js";
import type { ChangedFile, ChangeRules } from "../semantics.js";
import { csharpIndex, globalUsingFiles, projectsOf } from "./state.js";
import { namesIn } from "./written-names.js";

export const changes: ChangeRules = {
  compareImports: (before, after) => ({
    isForAll: usingFacts(before, true) !== usingFacts(after, true),
    isForDeclarations: before !== null && after !== null && usingFacts(before, false) !== usingFacts(after, false),
  }),
  namesOfSpaces,
  isOfSpaces: ({ kind }) => kind === "namespace",
  changesOwner,
  *namesOfAliases({ imports }, types) {
    for (const { kind, specifier, local } of imports)
      if (kind === "alias" && namesIn(specifier).some((name) => types.has(name))) yield local;
  },
  usesUnnamed,
  otherNames: () => [],
  unnamedImports() {},
  nameOfModule: () => null,
  namesAbove: () => [],
  globals: () => [],
};

function usingFacts(file: ProgramFile | null, isGlobal: boolean): string {
  const usings = file?.imports.filter((item) => item.isGlobal === isGlobal) ?? [];
  return usings.map((item) => `${item.kind} ${item.specifier} ${item.local}`).join(";");
}

/** The parts of the names of namespaces that came into being or vanished: other names may be looked up in them. */
function namesOfSpaces(program: Program, changed: readonly ChangedFile[]): string[] {
  const before = new Set(changed.flatMap((change) => namespacesOf(change.before)));
  const after = new Set(changed.flatMap((change) => namespacesOf(change.after)));
  const files = new Set(changed.map((change) => change.after));
  const differing = [
    ...[...before].filter((name) => !after.has(name)),
    ...[...after].filter((name) => !before.has(name)),
  ];
  return differing.flatMap((namespace) => {
    const isWhole = namespace.startsWith("=");
    const name = isWhole ? namespace.slice(1) : namespace;
    const isElsewhere = declsOf(program.index, csharpIndex(program).namespaces.get(name)).some(
      (decl) => !files.has(decl.file) && (!isWhole || qualifiedKey(decl) === name),
    );
    return isElsewhere ? [] : namesIn(name);
  });
}

/** The namespaces a file declares, and those in front of them; whole ones once more with `=` before them. */
function namespacesOf(file: ProgramFile | null): string[] {
  if (file === null) return [];
  const found: string[] = [];
  file.symbols.forEach((symbol, index) => {
    if (symbol.kind !== "namespace") return;
    const full = qualifiedKey({ file, index });
    for (let dot = full.indexOf("."); dot >= 0; dot = full.indexOf(".", dot + 1)) found.push(full.slice(0, dot));
    found.push(full, `=${full}`);
  });
  return found;
}

/** Conversions, loops and deconstructions use members of a value without naming them. */
function changesOwner({ name, kind }: ProgramSymbol, owner: ProgramSymbol | undefined): boolean {
  const isPart = /^(?:implicit operator .*|GetEnumerator|Deconstruct)$/.test(name);
  return isPart || (kind === "constructor" && owner?.kind === "record");
}

/** Whether files use any of the types by a static using of another file, or a using of the project. */
function usesUnnamed(program: Program, types: ReadonlySet<string>): boolean {
  if (types.size === 0) return false;
  const global = globalUsingFiles(program).flatMap(({ imports }) =>
    imports.filter(({ isGlobal, kind }) => isGlobal && kind === "static"),
  );
  return [...global, ...projectsOf(program).namedUsings()].some(({ specifier }) =>
    namesIn(specifier).some((name) => types.has(name)),
  );
}
