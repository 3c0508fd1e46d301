/** Names of code that is not in the index, as numbers: how they are packed, and which files have one of some names. Pure. */
export interface UnreadNames {
  /** Files that were looked into, with the numbers of their distinct names, ascending. `path` is relative to the row's; "" for the row's own. */
  files: readonly { path: string; numbers: Uint32Array }[];
  /** How many files could not be looked into. */
  unread: number;
}

/** Names of a file that are kept at most: one with more distinct names is data. */
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
  for (let offset = 0; offset < name.length; offset++) number = Math.imul(number ^ name.charCodeAt(offset), 0x01000193);
  return number >>> 0;
}

/** Names as bytes: numbers of 32 bits throughout, so that one is found by halving. */
export function packUnreadNames({ files, unread }: UnreadNames): Buffer {
  const parts: Buffer[] = [uint32s([unread, files.length])];
  for (const { path, numbers } of files) {
    const name = Buffer.from(path);
    parts.push(uint32s([name.length]), name, uint32s([numbers.length]), uint32s(numbers));
  }
  return Buffer.concat(parts);
}

function uint32s(numbers: Iterable<number> & { length: number }): Buffer {
  const bytes = Buffer.allocUnsafe(4 * numbers.length);
  let offset = 0;
  for (const number of numbers) offset = bytes.writeUInt32LE(number, offset);
  return bytes;
}

/** The files of a packed row that have one of the names, and how many of its files could not be looked into. */
export function filesWithName(packed: Buffer, names: readonly string[]): { paths: string[]; unread: number } {
  const wanted = names.map(numberOf);
  const unread = packed.readUInt32LE(0);
  const paths: string[] = [];
  let offset = 8;
  for (let left = packed.readUInt32LE(4); left > 0; left--) {
    const nameAt = offset + 4;
    const countAt = nameAt + packed.readUInt32LE(offset);
    const count = packed.readUInt32LE(countAt);
    const numbersAt = countAt + 4;
    offset = numbersAt + 4 * count;
    const has = (number: number) => hasNumber(packed, { start: numbersAt, count }, number);
    if (wanted.some(has)) paths.push(packed.toString("utf8", nameAt, countAt));
  }
  return { paths, unread };
}

function hasNumber(packed: Buffer, { start, count }: { start: number; count: number }, number: number): boolean {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (packed.readUInt32LE(start + 4 * middle) < number) low = middle + 1;
    else high = middle;
  }
  return low < count && packed.readUInt32LE(start + 4 * low) === number;
}
