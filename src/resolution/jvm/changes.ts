/** The effects of an edit on other files: through imports, packages and members that are used unnamed. */
import { declsOf } from "../name-index.js";
import { plain } from "../plain.js";
import type { Program } from "../program.js";
import type { ProgramFile, ProgramSymbol } from "../program-file.js";
import type { ChangedFile, ChangeRules } from "../semantics.js";
import { facadeName, packageOf } from "./packages.js";
import { jvmIndex } from "./state.js";

export const changes: ChangeRules = {
  ...plain.changes,
  compareImports: (before, after) => ({
    isForAll: false,
    isForDeclarations: before !== null && after !== null && importsOf(before) !== importsOf(after),
  }),
  namesOfSpaces,
  otherNames,
  isOfSpaces: ({ kind }) => kind === "namespace",
  changesOwner,
};

/** The imports of a file, and the package that it is in: of that its names are too. */
function importsOf(file: ProgramFile): string {
  const imports = file.imports.map(({ kind, specifier, imported }) => `${kind} ${specifier} ${imported}`);
  return [packageOf(file), ...imports].join(";");
}

/**
 * The parts of the names of packages that came into being or vanished: other names may be looked up in them. A package vanishes with its last file of a
 * language, even where one in it is left.
 */
function namesOfSpaces(program: Program, changed: readonly ChangedFile[]): string[] {
  const before = new Set(changed.flatMap((change) => packagesOf(change.before)));
  const after = new Set(changed.flatMap((change) => packagesOf(change.after)));
  const files = new Set(changed.map((change) => change.after));
  const differing = [
    ...[...before].filter((name) => !after.has(name)),
    ...[...after].filter((name) => !before.has(name)),
  ];
  const ofPackages = differing.flatMap((each) => {
    const [language, name = ""] = each.split(" ");
    const isElsewhere = declsOf(program.index, jvmIndex(program).packages.get(name)).some(
      ({ file }) => !files.has(file) && packageOf(file) === name && file.language.name === language,
    );
    return isElsewhere ? [] : name.split(".");
  });
  return [...ofPackages, ...changed.flatMap(facadesOf)];
}

/** The class of a Kotlin file's functions, where it came, vanished or went into another package. */
function facadesOf({ before, after }: ChangedFile): string[] {
  const names = [before, after].flatMap((file) => (file === null ? [] : (facadeName(file) ?? [])));
  return before !== null && after !== null && packageOf(before) === packageOf(after) ? [] : names;
}

function packagesOf(file: ProgramFile | null): string[] {
  const name = file === null ? "" : packageOf(file);
  return file === null || name === "" ? [] : [`${file.language.name} ${name}`];
}

/** A property of Kotlin and its accessors of Java: either language uses those of the other by its own names. */
function otherNames(program: Program, name: string): readonly string[] {
  if (jvmIndex(program).types.size === 0) return [];
  const [, word, rest] = /^(get|set|is)(\p{Lu}.*)$/u.exec(name) ?? [];
  if (word === "is") return [`set${rest}`];
  const [upper, lower] = [name.slice(0, 1).toUpperCase(), rest?.slice(0, 1).toLowerCase()];
  if (rest === undefined) return [`get${upper}${name.slice(1)}`, `set${upper}${name.slice(1)}`];
  const property = `${lower}${rest.slice(1)}`;
  return word === "get" ? [property] : [property, `is${rest}`];
}

/** A functional interface is implemented by lambdas that do not name its method; constructors and components of records are used by patterns. */
function changesOwner({ kind, isAbstract, name }: ProgramSymbol, owner: ProgramSymbol | undefined): boolean {
  if (kind === "method" && isAbstract) return owner?.kind === "interface";
  return name === "iterator" || (kind === "property" && owner?.kind === "record");
}
