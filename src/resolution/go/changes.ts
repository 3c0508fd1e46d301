/** Go: the effects of an edit elsewhere, through packages, methods that stand apart from their types, and interfaces that name no type. */
import type { TypeExpr } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { declsOf } from "../name-index.js";
import { plain } from "../plain.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, type ProgramFile, symbolAt, symbolOf } from "../program-file.js";
import type { ChangedFile, ChangeRules } from "../semantics.js";
import { goIndex, INTERFACES, isTestFile, packageOf } from "./state.js";
import { packageMention, receiverName } from "./summary.js";

export const changes: ChangeRules = {
  ...plain.changes,
  compareImports: (before, after) => ({
    isForAll: false,
    isForDeclarations: before !== null && after !== null && headFacts(before) !== headFacts(after),
  }),
  namesOfSpaces,
};

/** The package, the constraint and the imports of a file. */
function headFacts({ exports, imports }: ProgramFile): string {
  const heads = exports.map(({ exported }) => exported);
  return [...heads, ...imports.map(({ kind, specifier, local }) => `${kind} ${specifier} ${local}`)].join("\n");
}

function namesOfSpaces(program: Program, changed: readonly ChangedFile[]): Set<string> {
  const names = new Set<string>();
  const packages = new Set<string>();
  for (const { before, after } of changed) {
    const file = after ?? before;
    const isElsewhere = before !== null && after !== null && headFacts(before) !== headFacts(after);
    if (before === null || after === null || isElsewhere)
      for (const name of rivalPackages(program, folderOf(file.path), [before, after])) names.add(name);
    if (before === null || after === null) {
      // A package comes or goes with its first or last file, and its name may be another one.
      packages.add(packageMention(folderOf(file.path)));
      names.add(file.exports[0]?.exported ?? "");
    } else if (isElsewhere) packages.add(packageMention(folderOf(file.path)));
    // In another package, or with other imports, the same words are methods of other types, and ask for others.
    const old = methodFacts(before);
    const now = methodFacts(after);
    for (const [fact, owner] of [...old, ...now]) if (isElsewhere || old.has(fact) !== now.has(fact)) names.add(owner);
    const asked = interfaceFacts(before);
    const asking = interfaceFacts(after);
    for (const [fact, methods] of [...asked, ...asking])
      if (isElsewhere || asked.has(fact) !== asking.has(fact))
        for (const owner of ownersOf(program, methods)) names.add(owner);
  }
  for (const name of packages) names.add(name);
  for (const methods of interfacesThatImport(program, packages))
    for (const owner of ownersOf(program, methods)) names.add(owner);
  names.delete("");
  return names;
}

/** The names of the packages of a folder with several, of which an import means one; none of any other folder. `changed`: files of it that may be gone. */
function rivalPackages(program: Program, folder: string, changed: readonly (ProgramFile | null)[]): Set<string> {
  const here = declsOf(program.index, goIndex(program).folders.get(folder)).map(({ file }) => file);
  const names = new Set<string>();
  for (const file of [...here, ...changed]) if (file !== null && !isTestFile(file)) names.add(packageOf(file));
  return names.size > 1 ? names : new Set();
}

/** The names of the methods of each interface whose file imports one of some packages: it may ask for other types. */
function* interfacesThatImport(program: Program, packages: ReadonlySet<string>): Iterable<string[]> {
  if (packages.size === 0) return;
  for (const decl of declsOf(program.index, goIndex(program).interfaces.get(INTERFACES)))
    if (decl.file.imports.some(({ specifier }) => packages.has(packageMention(specifier)))) yield namesAsked(decl);
}

/** The names of the methods that an interface asks for; "*": those of the interfaces in it. */
function namesAsked(decl: Decl): string[] {
  const names = childrenOf(decl).map((method) => symbolOf(method).name);
  return names.length > 0 ? names : ["*"];
}

/** The methods of a file with their types, and the names of the types that have them. */
function methodFacts(file: ProgramFile | null): Map<string, string> {
  const facts = new Map<string, string>();
  if (file === null) return facts;
  for (const [index, { name, kind, receiverType, parameterTypes, declaredType }] of file.symbols.entries()) {
    const owner = kind === "method" && receiverType !== null ? receiverName(file, receiverType) : null;
    if (owner === null) continue;
    const types = typesText(file, [...parameterTypes, declaredType]);
    facts.set(`${file.nodeIds[index]} ${owner}.${name} ${types}`, owner);
  }
  return facts;
}

/** The interfaces of a file with their methods and what they embed, and the names of the methods. */
function interfaceFacts(file: ProgramFile | null): Map<string, string[]> {
  const facts = new Map<string, string[]>();
  if (file === null) return facts;
  for (let index = 1; index < file.symbols.length; index++) {
    const { kind, name, isOptional } = symbolAt(file, index);
    if (kind !== "interface") continue;
    const methods = childrenOf({ file, index }).map(symbolOf);
    const bases = file.heritage.filter(({ from }) => from === index).map(({ base }) => base);
    const texts = methods.map((each) => `${each.name} ${typesText(file, [...each.parameterTypes, each.declaredType])}`);
    const facing = `${file.nodeIds[index]} ${name} ${isOptional}`;
    facts.set(`${facing} ${texts.join(";")} ${typesText(file, bases)}`, namesAsked({ file, index }));
  }
  return facts;
}

/** Types as text, with the names of symbols for their numbers. */
function typesText(file: ProgramFile, types: readonly (TypeExpr | null)[]): string {
  return JSON.stringify(types, (_key, value: unknown) => {
    const isSymbol =
      typeof value === "object" && value !== null && "in" in value && value.in === "file" && "symbol" in value;
    return isSymbol && typeof value.symbol === "number" ? (file.symbols[value.symbol]?.name ?? "") : value;
  });
}

/** The types that have the rarest of some methods: no others can have them all. */
function ownersOf(program: Program, methods: readonly string[]): Set<string> {
  const { members, methods: byType } = goIndex(program);
  const owners = new Set<string>();
  // An interface that only embeds others: its methods are theirs, and any type may have them.
  if (methods.includes("*")) {
    for (const key of byType.keys()) owners.add(key.slice(key.indexOf("\0") + 1));
    return owners;
  }
  const lists = methods.map((name) => members.get(name) ?? []).sort((one, other) => one.length - other.length);
  for (const { file, index } of declsOf(program.index, lists[0])) {
    const { receiverType, parent } = symbolAt(file, index);
    // A type that embeds an interface has its methods.
    const owner = receiverType === null ? file.symbols[parent]?.name : receiverName(file, receiverType);
    if (owner != null) owners.add(owner);
  }
  return owners;
}
