/**
 * Which files a change may give other edges.
 *
 * A walk from a use to its target goes through symbols, and each is mentioned by name in the file that the walk starts from, or is reached through
 * the declared type, base, import or export of one that is. So: collect the names whose facts changed. If a type or the meaning of its name changed,
 * add the types derived from it and the symbols declared with any of them, by bare name alone, and the names of their exports. If the structure of a
 * module changed (star exports, default exports, targets of specifiers), take all files that import the module, through any number of others. A file
 * is affected if it mentions such a name or imports such a module. This errs on the side of too many.
 */
import { addToList } from "../base/groups.js";
import { nth } from "../base/need.js";
import { int32At, uint8At } from "../base/numbers.js";
import { flatten, flattenStep } from "../model/flat-types.js";
import type { Export, NamedType, Root, TypeExpr } from "../model/parse-result.js";
import { isRelative, type ModuleTarget } from "./layout.js";
import { declsOf, isTypeKind } from "./name-index.js";
import { type Changes, type Program, targetsOf } from "./program.js";
import { type Decl, type ProgramFile, symbolOf } from "./program-file.js";
import type { ChangedFile } from "./semantics.js";

/** Stands in `names` for a change that reaches every file. */
const EVERYTHING = "\0everything";

interface State {
  /** Names whose facts changed. */
  names: Set<string>;
  /** Those among them that may now mean another type, or a type with other members. */
  types: Set<string>;
  /** Paths of modules with another structure. */
  modules: Set<string>;
}

/** The files whose edges may differ since the last settling, the changed ones that still exist among them. */
export function affectedFiles(program: Program, changes: Changes): Set<string> {
  const everything = () => new Set(program.files.keys());
  if (changes.configChanged || changes.before.size * 2 > program.files.size) {
    for (const file of program.files.values()) file.targets = null;
    return everything();
  }
  const changed = changedFiles(program, changes);
  const state: State = { names: new Set(), types: new Set(), modules: changes.modules };
  for (const change of changed) compareFiles(program, state, change);
  for (const { name: family, changes: rules } of program.families) {
    const own = changed.filter(({ before, after }) => program.semanticsOf(after ?? before).name === family);
    for (const name of rules.namesOfSpaces(program, own)) {
      state.names.add(name);
      state.types.add(name);
    }
  }
  compareStructure(program, state, changes, changed);
  if (state.names.has(EVERYTHING)) return everything();
  let affected: Set<string>;
  do {
    closeOver(program, state, changed);
    affected = importers(program, state.modules);
  } while (addGlobals(program, state, affected));

  for (const { changes: rules } of program.families)
    for (const name of rules.namesAbove(program, changed, state.types, affected)) state.names.add(name);
  for (const path of affected) {
    const file = program.files.get(path);
    const name = file === undefined ? null : program.semanticsOf(file).changes.nameOfModule(path);
    if (name !== null) state.names.add(name);
  }
  for (const { after } of changed) if (after !== null) affected.add(after.path);
  for (const { name, changes: rules } of program.families) {
    if (!rules.usesUnnamed(program, state.types)) continue;
    for (const file of program.files.values()) if (program.semanticsOf(file).name === name) affected.add(file.path);
  }
  const mentions = mentionsAny(program, state.names);
  for (const file of program.files.values()) if (!affected.has(file.path) && mentions(file)) affected.add(file.path);
  return affected;
}

/** The changed files, but for those that came and are gone again. */
function changedFiles({ files }: Program, changes: Changes): ChangedFile[] {
  return Array.from(changes.before).flatMap(([path, before]): ChangedFile[] => {
    const after = files.get(path) ?? null;
    if (before !== null) return [{ before, after }];
    return after === null ? [] : [{ before, after }];
  });
}

/** Adds the names that affected files declare for all files: others use them without an import. false: nothing new. */
function addGlobals(program: Program, state: State, affected: ReadonlySet<string>): boolean {
  if (affected.size === 0) return false;
  const { index } = program;
  const declarations = program.families.flatMap(({ changes: rules }) =>
    [...rules.globals(program)].flatMap((packed) => declsOf(index, packed)),
  );
  const declaring = new Set(declarations.map(({ file }) => file).filter(({ path }) => affected.has(path)));
  const { size } = state.types;
  for (const file of declaring) changedSymbols(program, state, file);
  return state.types.size > size;
}

/** Whether a file mentions any of the names. */
function mentionsAny({ index }: Program, names: Iterable<string>): (file: ProgramFile) => boolean {
  const numbers = Array.from(names, index.intern);
  if (numbers.length === 0) return () => false;
  const marked = new Uint8Array(index.names.length);
  for (const number of numbers) marked[number] = 1;
  return ({ mentioned }) => {
    for (let position = 0; position < mentioned.length; position++)
      if (uint8At(marked, int32At(mentioned, position)) === 1) return true;
    return false;
  };
}

function compareFiles(program: Program, state: State, { before, after }: ChangedFile): void {
  const old = symbolFacts(before);
  const now = symbolFacts(after);
  for (const [fact, decl] of old) if (!now.has(fact)) changedSymbol(program, state, decl);
  for (const [fact, decl] of now) if (!old.has(fact)) changedSymbol(program, state, decl);
  const file = after ?? before;
  for (const fact of difference(exportFacts(before), exportFacts(after))) {
    const [name, path, , owner] = fact.split("\0") as [string, string, string, string];
    // An import of a module that `declare module` names is not an import of the file with that block.
    if (name === "*" && owner !== file.nodeIds[0]) state.names.add(EVERYTHING);
    if (name === "*" || name === "default" || name === "=") {
      state.modules.add(path);
    } else {
      state.names.add(name);
      state.types.add(name);
    }
  }
  const imports = program.semanticsOf(file).changes.compareImports(before, after);
  if (imports.isForAll) state.names.add(EVERYTHING);
  // Other imports: the names in the file's declarations may mean other types.
  if (!imports.isForDeclarations) return;
  if (before !== null) changedSymbols(program, state, before);
  if (after !== null) changedSymbols(program, state, after);
}

function changedSymbols(program: Program, state: State, file: ProgramFile): void {
  for (let index = 1; index < file.symbols.length; index++) changedSymbol(program, state, { file, index });
}

function changedSymbol(program: Program, state: State, decl: Decl): void {
  const { file } = decl;
  const symbol = symbolOf(decl);
  const rules = program.semanticsOf(file).changes;
  // These are compared over all files.
  if (rules.isOfSpaces(symbol)) return;
  state.names.add(symbol.name);
  // A value may be the start of other values' types: `const repo = makeRepo()`.
  if (isTypeKind(symbol.kind) || symbol.kind === "namespace" || file.traits.hasTypesOfValues)
    state.types.add(symbol.name);
  const owner = file.symbols[symbol.parent];
  if (symbol.kind === "constructor") state.names.add(owner?.name ?? "");
  if (rules.changesOwner(symbol, owner)) state.types.add(owner?.name ?? "");
}

/** The facts that other files can see of each symbol, as text. */
function symbolFacts(file: ProgramFile | null): Map<string, Decl> {
  const facts = new Map<string, Decl>();
  if (file === null) return facts;
  const bases = new Map<number, string>();
  for (const { from, kind, base } of file.heritage) {
    bases.set(from, `${bases.get(from) ?? ""};${kind} ${typeText(file, base)}`);
  }
  const seen = new Map<string, number>();
  for (let index = 1; index < file.symbols.length; index++) {
    const text = `${symbolText({ file, index })}|${bases.get(index) ?? ""}`;
    // Overloads may look the same: they are counted.
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    facts.set(`${text}|${count}`, { file, index });
  }
  return facts;
}

function symbolText(decl: Decl): string {
  const { file, index: position } = decl;
  const symbol = symbolOf(decl);
  return [
    file.path,
    file.nodeIds[position],
    symbol.name,
    symbol.kind,
    file.nodeIds[symbol.parent] ?? "",
    symbol.isStatic,
    symbol.isPrivate,
    symbol.isInternal,
    symbol.isExported,
    symbol.isMergeable,
    symbol.isOptional,
    symbol.isCallable,
    symbol.declaredType === null ? "" : typeText(file, symbol.declaredType),
    symbol.parameterTypes.map((type) => (type === null ? "" : typeText(file, type))).join(),
    symbol.receiverType === null ? "" : typeText(file, symbol.receiverType),
    symbol.madeType === null ? "" : typeText(file, symbol.madeType),
    symbol.minArguments,
    symbol.maxArguments,
    symbol.parameterNames,
    symbol.extends,
    symbol.extendsType,
    symbol.isExplicit,
    symbol.choice,
    symbol.isAbstract,
    symbol.typeParameters.join(),
    symbol.typeDefaults.map((type) => (type === null ? "" : typeText(file, type))).join(),
    symbol.addedMembers.map(({ name, kind, fields }) => [name, kind, ...fields].join(" ")).join(),
    file.isScript && symbol.parent === 0,
    file.firstChild[position] !== -1,
  ].join("|");
}

function typeText(file: ProgramFile, type: TypeExpr): string {
  const { word, names, types } =
    type.kind === "named"
      ? { word: rootText(file, type.root), names: type.path.map(flattenStep), types: type.args }
      : flatten(type);
  const text = [word, ...names].join(".");
  return types === undefined ? text : `${text}<${types.map((part) => typeText(file, part)).join()}>`;
}

function rootText(file: ProgramFile, root: Root): string {
  switch (root.in) {
    case "file":
      return `file ${file.nodeIds[root.symbol] ?? ""}`;
    case "import": {
      const item = file.imports[root.import];
      const others: string[] = item?.others?.map((other) => rootText(file, other)) ?? [];
      return item === undefined ? "?" : [`import ${item.specifier} ${item.imported}`, ...others].join(" or ");
    }
    case "free":
      return `free ${root.name}`;
    case "this":
    case "super":
      return `${root.in} ${file.nodeIds[root.type] ?? ""}`;
    case "instance":
      return `value (${typeText(file, root.type)})`;
    case "parameter":
      return `parameter ${root.name} ${root.bound === null ? "" : typeText(file, root.bound)}`;
    case "call": {
      const given = [...root.typeArguments, null, ...root.arguments];
      return `call (${typeText(file, root.of)})(${given.map((type) => (type === null ? "" : typeText(file, type))).join()})`;
    }
    default:
      return root.in;
  }
}

/** `name\0path\0target` of each export. */
function exportFacts(file: ProgramFile | null): Set<string> {
  const facts = new Set<string>();
  if (file === null) return facts;
  for (const { exported, target, namespace } of file.exports) {
    const text = target.in === "module" ? `${target.specifier} ${target.imported}` : rootText(file, target);
    facts.add(`${exported}\0${file.path}\0${text}\0${file.nodeIds[namespace ?? 0]}`);
  }
  return facts;
}

function difference<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): T[] {
  return [...Array.from(a).filter((item) => !b.has(item)), ...Array.from(b).filter((item) => !a.has(item))];
}

/** Marks the files whose specifiers lead elsewhere than they did. */
function compareStructure(program: Program, state: State, changes: Changes, changed: ChangedFile[]): void {
  const stems = new Set<string>();
  // Files that came and are gone again are among them: specifiers may have been led to them meanwhile.
  for (const [path, before] of changes.before) {
    if (before !== null && program.files.has(path)) continue;
    for (const part of path.split("/")) stems.add(stemOf(part));
  }
  for (const { before, after } of changed) {
    const added = modulesAddedTo(program, after);
    if (difference(modulesAddedTo(program, before), added).length > 0) state.names.add(EVERYTHING);
    if (before === null || after === null || before.targets === null) continue;
    const { targets } = before;
    before.specifiers.forEach((specifier, index) => {
      if (sameTarget(program.moduleOf(after, specifier), nth(targets, index))) return;
      state.modules.add(after.path);
      if (added.has(specifier)) state.names.add(EVERYTHING);
    });
  }
  if (stems.size === 0) return;
  for (const file of program.files.values()) {
    if (file.targets === null) continue;
    const { targets } = file;
    file.specifiers.forEach((specifier, index) => {
      const known = nth(targets, index);
      const last = stemOf(specifier.slice(specifier.lastIndexOf("/") + 1));
      // A relative path that leads somewhere leads elsewhere only if a file or folder of that name came or went.
      if (isRelative(specifier) && "path" in known && !stems.has(last) && last !== "") return;
      const target = program.moduleOf(file, specifier);
      if (sameTarget(target, known)) return;
      targets[index] = target;
      state.modules.add(file.path);
      const isOfSpace = file.exports.some(({ namespace }) => namespace !== undefined);
      if (isOfSpace || modulesAddedTo(program, file).has(specifier)) state.names.add(EVERYTHING);
    });
  }
}

function modulesAddedTo(program: Program, file: ProgramFile | null): Set<string> {
  if (file === null) return new Set();
  const { moduleAddedTo } = program.semanticsOf(file).summary;
  return new Set(file.symbols.map(moduleAddedTo).filter((specifier) => specifier !== null));
}

function stemOf(name: string): string {
  return name.replace(/\..*$/, "");
}

function sameTarget(a: ModuleTarget, b: ModuleTarget): boolean {
  if ("external" in a) return "external" in b && a.external === b.external;
  return "path" in b && a.path === b.path && a.isGuess === b.isGuess;
}

/** Adds the names that depend on names with another meaning, and on symbols exported under other names; each name is followed once. */
function closeOver(program: Program, state: State, changed: ChangedFile[]): void {
  const files = [...program.files.values(), ...changed.flatMap(({ before }) => before ?? [])];
  const names = new Set<string>();
  const types = new Set<string>();
  for (;;) {
    for (const name of state.types) state.names.add(name);
    addOtherNames(program, state, names);
    const fresh = [...state.names].filter((name) => !names.has(name) || (state.types.has(name) && !types.has(name)));
    if (fresh.length === 0) return;
    for (const name of state.names) names.add(name);
    for (const name of state.types) types.add(name);
    const mentions = mentionsAny(program, fresh);
    for (const file of files) {
      if (!mentions(file)) continue;
      followExports(program, state, file);
      followTypes(state, file);
    }
  }
}

/** Adds the other names by which families use a symbol with one of the names. `known`: names that were followed. */
function addOtherNames(program: Program, state: State, known: ReadonlySet<string>): void {
  for (const { changes: rules } of program.families) {
    for (const name of state.names) {
      if (known.has(name) && !state.types.has(name)) continue;
      for (const other of rules.otherNames(program, name)) {
        state.names.add(other);
        if (state.types.has(name)) state.types.add(other);
      }
    }
  }
}

function followExports(program: Program, state: State, file: ProgramFile): void {
  for (const { exported, target } of file.exports) {
    for (const name of namesExported(file, target)) {
      if (name === exported || name === "*" || !state.names.has(name)) continue;
      if (exported === "default" || exported === "=") {
        state.modules.add(file.path);
      } else {
        state.names.add(exported);
        if (state.types.has(name)) state.types.add(exported);
      }
    }
  }
  for (const name of program.semanticsOf(file).changes.namesOfAliases(file, state.types)) state.types.add(name);
}

/** The names that what a file exports has where it is declared. */
function namesExported(file: ProgramFile, target: Export["target"]): string[] {
  if (target.in === "file") return [file.symbols[target.symbol]?.name ?? ""];
  if (target.in === "import") return namesImported(file, target.import);
  return target.in === "module" ? [target.imported] : [];
}

/** The names that what an import brings in has in its module, or in the file itself. */
function namesImported({ imports, symbols }: ProgramFile, position: number): string[] {
  const { imported = "", others = [] } = imports[position] ?? {};
  return [
    imported,
    ...others.map((other) =>
      other.in === "file" ? (symbols[other.symbol]?.name ?? "") : (imports[other.import]?.imported ?? ""),
    ),
  ];
}

function followTypes(state: State, file: ProgramFile): void {
  const isChanged = (type: TypeExpr) => namesOfType(file, type).some((name) => state.types.has(name));
  for (const { from, base } of file.heritage) {
    const symbol = file.symbols[from];
    if (symbol !== undefined && isChanged(base)) state.types.add(symbol.name);
  }
  for (const symbol of file.symbols) {
    const extended = symbol.extends ?? symbol.extendsType;
    if (extended !== null && state.types.has(extended)) state.names.add(symbol.name);
    const types = [
      symbol.declaredType,
      symbol.receiverType,
      symbol.madeType,
      ...symbol.parameterTypes,
      ...symbol.typeDefaults,
    ];
    if (!types.some((type) => type !== null && isChanged(type))) continue;
    state.names.add(symbol.name);
    if (symbol.kind === "type" || file.traits.hasTypesOfValues) state.types.add(symbol.name);
  }
}

/** The names by which a type may be known: as written, and as its module exports it. */
function namesOfType(file: ProgramFile, type: TypeExpr): string[] {
  if (type.kind === "named")
    return [...outerNames(file, type), ...(type.args ?? []).flatMap((arg) => namesOfType(file, arg))];
  const { names, types = [] } = flatten(type);
  return [...names, ...types.flatMap((part) => namesOfType(file, part))];
}

function outerNames(file: ProgramFile, { root, path: steps }: NamedType): string[] {
  const path = steps.map(flattenStep);
  switch (root.in) {
    case "file":
      return [file.symbols[root.symbol]?.name ?? "", ...path];
    case "import": {
      const item = file.imports[root.import];
      return item === undefined ? [...path] : [...namesImported(file, root.import), item.local, ...path];
    }
    case "free":
      return [file.traits.bareName(root.name), ...path];
    case "this":
    case "super":
      return [file.symbols[root.type]?.name ?? "", ...path];
    case "instance":
      return [...namesOfType(file, root.type), ...path];
    case "parameter":
      return root.bound === null ? [...path] : [...namesOfType(file, root.bound), ...path];
    case "call": {
      const given = [root.of, ...root.typeArguments, ...root.arguments];
      return [...given.flatMap((type) => (type === null ? [] : namesOfType(file, type))), ...path];
    }
    default:
      return [...path];
  }
}

/** The modules and everything that imports them, through any number of files. */
function importers(program: Program, modules: ReadonlySet<string>): Set<string> {
  const reached = new Set<string>();
  if (modules.size === 0) return reached;
  const importedBy = new Map<string, string[]>();
  const add = (importer: string, imported: string) => addToList(importedBy, imported, importer);
  for (const file of program.files.values()) {
    for (const target of targetsOf(program, file)) if ("path" in target) add(file.path, target.path);
    program.semanticsOf(file).changes.unnamedImports(program, file, add);
  }
  const queue = [...modules];
  for (const path of queue) {
    if (reached.has(path)) continue;
    if (program.files.has(path)) reached.add(path);
    // A removed module: those that imported it now lead elsewhere, and are among the modules themselves.
    queue.push(...(importedBy.get(path) ?? []));
  }
  return reached;
}
