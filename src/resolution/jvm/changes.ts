/** The effects of an edit on other files: through imports, packages and members that are used unnamed. */
import { declsOf } from "../name-index.js";
import { plain } from "../plain.js";
import type { Program } from "../program.js";
import type { ProgramFile, ProgramSymbol } from "../program-file.js";
import type { ChangedFile, ChangeRules } from "../semantics.js";
import { jvmIndex } from "./state.js";

export const changes: ChangeRules = {
  ...plain.changes,
  compareImports: (before, after) => ({
    isForAll: false,
    isForDeclarations: before !== null && after !== null && importsOf(before) !== importsOf(after),
  }),
  namesOfSpaces,
  isOfSpaces: ({ kind }) => kind === "namespace",
  changesOwner,
};

function importsOf({ imports }: ProgramFile): string {
  return imports.map(({ kind, specifier, imported }) => `${kind} ${specifier} ${imported}`).join(";");
}

/** The parts of the names of packages that came into being or vanished: other names may be looked up in them. */
function namesOfSpaces(program: Program, changed: readonly ChangedFile[]): string[] {
  const before = new Set(changed.flatMap((change) => packagesOf(change.before)));
  const after = new Set(changed.flatMap((change) => packagesOf(change.after)));
  const files = new Set(changed.map((change) => change.after));
  const differing = [
    ...[...before].filter((name) => !after.has(name)),
    ...[...after].filter((name) => !before.has(name)),
  ];
  return differing.flatMap((name) => {
    const isElsewhere = declsOf(program.index, jvmIndex(program).packages.get(name)).some(
      ({ file }) => !files.has(file),
    );
    return isElsewhere ? [] : name.split(".");
  });
}

function packagesOf(file: ProgramFile | null): string[] {
  const first = file?.symbols[1];
  return first?.kind === "namespace" ? [first.name] : [];
}

/** A functional interface is implemented by lambdas that do not name its method; constructors and components of records are used by patterns. */
function changesOwner({ kind, isAbstract, name }: ProgramSymbol, owner: ProgramSymbol | undefined): boolean {
  if (kind === "method" && isAbstract) return owner?.kind === "interface";
  return name === "iterator" || (kind === "property" && owner?.kind === "record");
}
