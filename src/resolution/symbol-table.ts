/** Symbols as numbers, and tables of values by symbol. */
import type { Decl, ProgramFile } from "./program-file.js";

/** Symbols of a file at most. */
const MOST_SYMBOLS = 0x400000;

/** A symbol as one number: files by id, symbols by position. */
export function pack(file: ProgramFile, index: number): number {
  return file.id * MOST_SYMBOLS + index;
}

/** The id of the file of a packed symbol. */
export function packedFile(packed: number): number {
  return Math.floor(packed / MOST_SYMBOLS);
}

/** The position of a packed symbol in its file. */
export function packedIndex(packed: number): number {
  return packed % MOST_SYMBOLS;
}

/** A symbol as one number, of use as a key of maps. */
export function keyOf(decl: Decl): number {
  return pack(decl.file, decl.index);
}

/** Values by symbol, in an array for each file: `keyOf` gives numbers that maps are slow to find. */
export class SymbolTable<T> {
  private readonly files = new Map<number, (T | undefined)[]>();

  get({ file, index }: Decl): T | undefined {
    return this.files.get(file.id)?.[index];
  }

  set({ file, index }: Decl, value: T): void {
    let values = this.files.get(file.id);
    if (values === undefined) {
      values = new Array<T | undefined>(file.symbols.length);
      this.files.set(file.id, values);
    }
    values[index] = value;
  }
}
