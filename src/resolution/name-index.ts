/** The program's indexes: names as numbers, C# types and namespaces by qualified name, members and global declarations by bare name. */

import { FUNCTION, type TypeName } from "../model/parse-result.js";
import type { Decl, ProgramFile } from "./program-file.js";
import { pack } from "./symbol-table.js";

export interface ProgramIndex {
  /** Names by number. */
  readonly names: string[];
  /** The number of a name, given on first sight. */
  readonly intern: (name: string) => number;
  /** A type that is a plain name, one object for all uses of it: most types are written like this. */
  readonly typeNamed: (name: string) => TypeName;
  readonly filesById: (ProgramFile | undefined)[];
  /** C#: types by namespace, outer types and name, and namespaces by name. */
  readonly types: Map<string, number[]>;
  readonly namespaces: Map<string, number[]>;
  /** C#: types by bare name. */
  readonly simpleTypes: Map<string, number[]>;
  /** Callable members by name, of TypeScript and JavaScript, and of C#. */
  readonly members: Map<string, number[]>;
  readonly csharpMembers: Map<string, number[]>;
  /** C# extension methods, and other members of `extension` blocks, by name. */
  readonly extensions: Map<string, number[]>;
  /** TypeScript and JavaScript: names that stand in the global scope. */
  readonly globals: Map<string, number[]>;
  /** `declare module "name"`. */
  readonly ambientModules: Map<string, number[]>;
  /** Files with `global using`. */
  readonly globalUsings: Set<ProgramFile>;
  /** How many symbols of any kind have the name, by name number. */
  readonly counts: number[];
}

export function createIndex(): ProgramIndex {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const types = new Map<string, TypeName>();
  return {
    names,
    intern(name) {
      let number = numbers.get(name);
      if (number === undefined) {
        number = names.length;
        // A slice of a parse result would keep the whole of it in memory.
        const copy = Buffer.from(name, "utf16le").toString("utf16le");
        names.push(copy);
        numbers.set(copy, number);
      }
      return number;
    },
    typeNamed(name) {
      let type = types.get(name);
      if (type === undefined) {
        type = { root: { in: "free", name }, path: [] };
        types.set(name, type);
      }
      return type;
    },
    filesById: [],
    types: new Map(),
    namespaces: new Map(),
    simpleTypes: new Map(),
    members: new Map(),
    csharpMembers: new Map(),
    extensions: new Map(),
    globals: new Map(),
    ambientModules: new Map(),
    globalUsings: new Set(),
    counts: [],
  };
}

const TYPE_KINDS: ReadonlySet<string> = new Set(["class", "interface", "struct", "record", "enum", "type"]);

/** Whether a symbol of the kind is a type. */
export function isTypeKind(kind: string): boolean {
  return TYPE_KINDS.has(kind);
}

/** The declarations of an index entry, in a stable order. */
export function declsOf(index: ProgramIndex, packed: readonly number[] | undefined): Decl[] {
  if (packed === undefined) return [];
  const decls = packed.map((number) => {
    const file = index.filesById[Math.floor(number / 0x400000)];
    if (file === undefined) throw new Error("program index names a file that is gone");
    return { file, index: number % 0x400000 };
  });
  if (decls.length > 1) {
    decls.sort((a, b) => (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : a.index - b.index));
  }
  return decls;
}

/** Calls `put` with the map and the key of every index entry of the file's symbols. */
function visit(
  index: ProgramIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, at: number) => void,
) {
  const keys: string[] = [];
  for (let at = 0; at < file.symbols.length; at++) {
    const symbol = file.symbols[at]!;
    const parent = file.symbols[symbol.parent];
    if (file.isCsharp) {
      const outer = keys[symbol.parent] ?? "";
      const isType = isTypeKind(symbol.kind);
      if (symbol.kind === "namespace" || isType) keys[at] = outer === "" ? symbol.name : `${outer}.${symbol.name}`;
      if (at > 0 && isType) {
        put(index.types, keys[at]!, at);
        put(index.simpleTypes, symbol.name, at);
      }
      if (symbol.kind === "namespace") {
        const full = keys[at]!;
        for (let dot = full.indexOf("."); dot >= 0; dot = full.indexOf(".", dot + 1)) {
          put(index.namespaces, full.slice(0, dot), at);
        }
        put(index.namespaces, full, at);
      }
      if (symbol.extends !== null || symbol.extendsType !== null) put(index.extensions, symbol.name, at);
      if (isCallableMember(file, at)) put(index.csharpMembers, symbol.name, at);
      continue;
    }
    if (at === 0 || parent === undefined) continue;
    if (isCallableMember(file, at)) put(index.members, symbol.name, at);
    const isTop = symbol.parent === 0;
    if (isTop && symbol.kind === "module") put(index.ambientModules, unquoted(symbol.name), at);
    const inGlobal = symbol.parent > 0 && parent.parent === 0 && parent.name === "global" && isSpace(parent.kind);
    if ((isTop && file.isScript) || inGlobal) put(index.globals, symbol.name, at);
  }
}

function isSpace(kind: string): boolean {
  return kind === "module" || kind === "namespace";
}

/** The name of `declare module "x"` with or without its quotes. */
export function unquoted(name: string): string {
  return name.replace(/^["']|["']$/g, "");
}

/** Whether a call on a receiver of unknown type may mean the symbol. */
function isCallableMember(file: ProgramFile, at: number): boolean {
  const symbol = file.symbols[at]!;
  if (symbol.parent <= 0) return false;
  if (symbol.kind === "method") return true;
  const { declaredType } = symbol;
  // `send: () => void` of an interface has no parameters of its own.
  const isOfFunction = declaredType?.root.in === "free" && declaredType.root.name === FUNCTION;
  if (file.isCsharp || !(symbol.isCallable || isOfFunction)) return false;
  const parent = file.symbols[symbol.parent]!;
  if (symbol.kind === "property" || symbol.kind === "field") return true;
  // Functions in an object: `const api = { send() {} }`.
  return symbol.kind === "function" && (parent.kind === "variable" || parent.kind === "constant");
}

export function addToIndex(index: ProgramIndex, file: ProgramFile): void {
  index.filesById[file.id] = file;
  visit(index, file, (map, key, at) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [pack(file, at)]);
    else list.push(pack(file, at));
  });
  for (const symbol of file.symbols) {
    const name = index.intern(symbol.name);
    index.counts[name] = (index.counts[name] ?? 0) + 1;
  }
  if (file.isCsharp && file.imports.some((item) => item.isGlobal)) index.globalUsings.add(file);
}

export function removeFromIndex(index: ProgramIndex, file: ProgramFile): void {
  visit(index, file, (map, key) => {
    const list = map.get(key);
    if (list === undefined) return;
    const rest = list.filter((number) => Math.floor(number / 0x400000) !== file.id);
    if (rest.length === 0) map.delete(key);
    else map.set(key, rest);
  });
  for (const symbol of file.symbols) {
    const name = index.intern(symbol.name);
    index.counts[name] = (index.counts[name] ?? 1) - 1;
  }
  index.globalUsings.delete(file);
  index.filesById[file.id] = undefined;
}

/** Whether any symbol of the project has the name. */
export function isDeclaredName(index: ProgramIndex, name: string): boolean {
  return (index.counts[index.intern(name)] ?? 0) > 0;
}
