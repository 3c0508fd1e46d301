/** Strings, steps and lists in the bytes of a parse result: each string stands once in a table, and is written as its number. */
import type { ByteReader, ByteWriter } from "../base/varint.js";
import { flattenStep, unflattenStep } from "./flat-types.js";
import type { Root, Step } from "./parse-result.js";

const NO_NAMES: string[] = [];

/** The state of packing one result. */
export interface Writer {
  body: ByteWriter;
  /** The table of strings: the index of each. */
  strings: Map<string, number>;
  /** The numbers of the roots that `AGAIN` may name. */
  roots: Map<Root, number>;
}

/** Writes a string as its number in the table. */
export function writeString({ body, strings }: Writer, value: string): void {
  const index = strings.get(value) ?? strings.size;
  if (index === strings.size) strings.set(value, index);
  body.unsigned(index);
}

/** Writes a string or null. */
export function writeOptionalString(out: Writer, value: string | null): void {
  out.body.unsigned(value === null ? 0 : 1);
  if (value !== null) writeString(out, value);
}

/** Writes a list of names. */
export function writeNames(out: Writer, names: readonly string[]): void {
  out.body.unsigned(names.length);
  for (const name of names) writeString(out, name);
}

/** Writes a path, each step as its text. */
export function writePath(out: Writer, path: readonly Step[]): void {
  out.body.unsigned(path.length);
  for (const step of path) writeString(out, flattenStep(step));
}

/** The state of unpacking one result. */
export interface Reader {
  body: ByteReader;
  strings: string[];
  /** The steps that the strings are, by the index of the string. */
  steps: (Step | undefined)[];
  /** The free roots, by the index of their name: equal roots are one object, because nothing changes a decoded result. */
  free: (Root | undefined)[];
  /** The roots that `AGAIN` may name, by their numbers. */
  roots: Root[];
}

/** The entry of a table by its number. Throws RangeError where the table has none: the bytes are broken. */
export function entryOf<Entry>(table: readonly Entry[], number: number): Entry {
  const entry = table[number];
  if (entry === undefined) throw new RangeError(`no entry ${number} of ${table.length}`);
  return entry;
}

/** Reads the number of an entry, and answers the entry. */
export function readEntry<Entry>({ body }: Reader, table: readonly Entry[]): Entry {
  return entryOf(table, body.unsigned());
}

/** Reads what `writeString` wrote. */
export function readString(from: Reader): string {
  return readEntry(from, from.strings);
}

/** Reads what `writeOptionalString` wrote. */
export function readOptionalString(from: Reader): string | null {
  return from.body.unsigned() === 0 ? null : readString(from);
}

/** Reads what `writeNames` wrote. */
export function readNames(from: Reader): string[] {
  return readFilledList(from, readString) ?? NO_NAMES;
}

/** Reads a step. Each text of the table is taken apart once. */
function readStep({ body, strings, steps }: Reader): Step {
  const index = body.unsigned();
  steps[index] ??= unflattenStep(entryOf(strings, index));
  return steps[index];
}

/** Reads what `writePath` wrote. */
export function readPath(from: Reader): Step[] {
  return readFilledList(from, readStep) ?? NO_NAMES;
}

/** Reads a list, or undefined for an empty one. The field is set in both cases, because objects of one shape are faster to work with. */
export function readFilledList<T>(from: Reader, read: (from: Reader) => T): T[] | undefined {
  const count = from.body.unsigned();
  return count === 0 ? undefined : readItems(from, count, read);
}

/** Reads a list. */
export function readList<T>(from: Reader, read: (from: Reader) => T): T[] {
  return readItems(from, from.body.unsigned(), read);
}

function readItems<T>(from: Reader, count: number, read: (from: Reader) => T): T[] {
  const items: T[] = new Array(count);
  for (let index = 0; index < items.length; index++) items[index] = read(from);
  return items;
}

/** Reads a number. */
export function readNumber({ body }: Reader): number {
  return body.unsigned();
}
