/** Names of code that is not in the index, as numbers: how they are packed, and which files have one of some names. Pure. */
import { ByteReader, ByteWriter } from "../varint.js";

export interface UnreadNames {
  /** Files that were looked into, with the numbers of their distinct names, ascending. `path` is relative to the row's; "" for the row's own. */
  files: readonly { path: string; numbers: Uint32Array }[];
  /** How many files could not be looked into. */
  unread: number;
}

/** Distinct names beyond so many are those of data. */
const MOST_NAMES = 50_000;
/** Names up to this length are a minifier's. */
const GIVEN_BY_MINIFIER = 2;
const IDENTIFIER = /[\p{L}\p{N}_$]+/gu;

/** The numbers of the identifiers of a text, ascending. */
export function identifierNumbers(text: string, isMinified = false): Uint32Array {
  const shortest = isMinified ? GIVEN_BY_MINIFIER + 1 : 1;
  const numbers = new Set<number>();
  for (const [name] of text.matchAll(IDENTIFIER)) {
    if (name.length < shortest || isDigit(name.charCodeAt(0))) continue;
    numbers.add(numberOf(name));
    if (numbers.size === MOST_NAMES) break;
  }
  return Uint32Array.from(numbers).sort();
}

const isDigit = (code: number) => code >= 48 && code <= 57;

/** FNV-1a over UTF-16 units: of 50,000 names one in 86,000 others has the number of one of them. */
function numberOf(name: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) number = Math.imul(number ^ name.charCodeAt(at), 0x01000193);
  return number >>> 0;
}

export function packUnreadNames({ files, unread }: UnreadNames): Buffer {
  const writer = new ByteWriter();
  writer.unsigned(unread);
  writer.unsigned(files.length);
  for (const { path, numbers } of files) {
    writer.string(path);
    writer.unsigned(numbers.length);
    let before = 0;
    for (const number of numbers) {
      writer.unsigned(number - before);
      before = number;
    }
  }
  return Buffer.from(writer.done());
}

/** The files of a packed row that have one of the names, and how many of its files could not be looked into. */
export function filesWithName(packed: Buffer, names: readonly string[]): { paths: string[]; unread: number } {
  const wanted = new Set(names.map(numberOf));
  const reader = new ByteReader(packed);
  const unread = reader.unsigned();
  const paths: string[] = [];
  for (let files = reader.unsigned(); files > 0; files--) {
    const path = reader.string();
    let number = 0;
    let has = false;
    for (let left = reader.unsigned(); left > 0; left--) {
      number += reader.unsigned();
      has ||= wanted.has(number);
    }
    if (has) paths.push(path);
  }
  return { paths, unread };
}
