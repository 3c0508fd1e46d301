/** The program's indexes: names as numbers, and for each family of languages its symbols by their names. */
import { addToList } from "../base/groups.js";
import { present } from "../base/need.js";
import { type NamedType, TYPE_KINDS } from "../model/parse-result.js";
import { freeNamed } from "../model/type-forms.js";
import type { Decl, ProgramFile } from "./program-file.js";
import { pack, packedFile, packedIndex } from "./symbol-table.js";

export interface ProgramIndex {
  /** Names by number. */
  readonly names: string[];
  /** The number of a name, given on first sight. */
  readonly intern: (name: string) => number;
  /** A type that is a plain name, one object for all uses of it: most types are written like this. */
  readonly typeNamed: (name: string) => NamedType;
  readonly filesById: (ProgramFile | undefined)[];
  /** The index of each family, by its name. */
  readonly families: Readonly<Record<string, FamilyIndex>>;
  /** How many symbols of any kind have the name, by name number. */
  readonly counts: number[];
  /** The same of each family, by its number. */
  readonly familyCounts: number[][];
}

/** The symbols of a family by their names. A family has more of its own. */
export interface FamilyIndex {
  /** Members that a call on a receiver of unknown type may mean, by name. */
  readonly members: Map<string, number[]>;
}

/** Empty indexes. `families`: the empty ones of the families, by name. */
export function createIndex(families: Readonly<Record<string, FamilyIndex>>): ProgramIndex {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const types = new Map<string, NamedType>();
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
        type = freeNamed(name);
        types.set(name, type);
      }
      return type;
    },
    filesById: [],
    families,
    counts: [],
    familyCounts: [],
  };
}

/** Whether a symbol of the kind is a type, or extends one. */
export function isTypeKind(kind: string): boolean {
  return TYPE_KINDS.has(kind) || kind === "extension";
}

/** The declarations of an index entry, in a stable order. */
export function declsOf(index: ProgramIndex, packed: readonly number[] | undefined): Decl[] {
  if (packed === undefined) return [];
  const decls = packed.map((number) => {
    const file = index.filesById[packedFile(number)];
    if (file === undefined) throw new Error("program index names a file that is gone");
    return { file, index: packedIndex(number) };
  });
  if (decls.length > 1) {
    decls.sort((a, b) => (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : a.index - b.index));
  }
  return decls;
}

/** Reports the entries of a file: `SummaryRules.indexFile` of its family. */
type IndexFile = (put: (map: Map<string, number[]>, key: string, index: number) => void) => void;

/** Adds a file, whose entries `visit` reports. */
export function addToIndex(index: ProgramIndex, file: ProgramFile, visit: IndexFile): void {
  index.filesById[file.id] = file;
  visit((map, key, position) => {
    addToList(map, key, pack(file, position));
  });
  count(index, file, 1);
}

/** Counts the names of a file's symbols once more, or once less. */
function count({ intern, counts, familyCounts }: ProgramIndex, { symbols, family }: ProgramFile, by: 1 | -1): void {
  familyCounts[family] ??= [];
  const own = present(familyCounts[family]);
  for (const symbol of symbols) {
    const name = intern(symbol.name);
    counts[name] = (counts[name] ?? 0) + by;
    own[name] = (own[name] ?? 0) + by;
  }
}

/** Removes a file, whose entries `visit` reports as it did when the file was added. */
export function removeFromIndex(index: ProgramIndex, file: ProgramFile, visit: IndexFile): void {
  visit((map, key) => {
    const list = map.get(key);
    if (list === undefined) return;
    const rest = list.filter((number) => packedFile(number) !== file.id);
    if (rest.length === 0) map.delete(key);
    else map.set(key, rest);
  });
  count(index, file, -1);
  index.filesById[file.id] = undefined;
}

/** Whether any symbol of the project has the name. */
export function isDeclaredName(index: ProgramIndex, name: string): boolean {
  return (index.counts[index.intern(name)] ?? 0) > 0;
}
