/** The files of a snapshot, as they were read: column by column, which takes a third of the memory of an object for each. */
import { nth } from "../base/need.js";
import { int32At } from "../base/numbers.js";
import { FILE_NUMBERS, type FileColumns } from "../store/live-files.js";

/** A file of a snapshot. */
export interface SnapshotFile {
  readonly path: string;
  readonly language: string | null;
  readonly versionId: number;
  readonly contentHash: Buffer;
  readonly lineCount: number;
  /** Whether its text is searched: no person wrote the others. */
  readonly isSearched: boolean;
  /** Whether some of its lines did not parse. */
  readonly isPartial: boolean;
  readonly firstChunk: number;
  readonly chunkCount: number;
  readonly firstSymbol: number;
  readonly symbolCount: number;
}

const SEARCHED = 1;
const PARTIAL = 2;

/** Columns of some files. */
interface Packed {
  paths: readonly string[];
  /** Few different ones: each is the same string in all files. */
  languages: (string | null)[];
  /** The FILE_NUMBERS of all files. */
  numbers: Int32Array;
  hashes: Buffer;
  /** Where the hash of each file begins; one more says where the last ends. */
  hashStarts: Int32Array;
}

const STRIDE = FILE_NUMBERS.length;
const AT = Object.fromEntries(FILE_NUMBERS.map((name, index) => [name, index])) as Record<
  (typeof FILE_NUMBERS)[number],
  number
>;

/** A place in the columns. A file is asked about many times less often than it is kept. */
class PackedFile implements SnapshotFile {
  constructor(
    private readonly packed: Packed,
    private readonly index: number,
  ) {}

  get path(): string {
    return nth(this.packed.paths, this.index);
  }
  get language(): string | null {
    return this.packed.languages[this.index] ?? null;
  }
  get versionId(): number {
    return this.number(AT.versionId);
  }
  get contentHash(): Buffer {
    const { hashes, hashStarts } = this.packed;
    return hashes.subarray(int32At(hashStarts, this.index), int32At(hashStarts, this.index + 1));
  }
  get lineCount(): number {
    return this.number(AT.lineCount);
  }
  get isSearched(): boolean {
    return (this.number(AT.flags) & SEARCHED) !== 0;
  }
  get isPartial(): boolean {
    return (this.number(AT.flags) & PARTIAL) !== 0;
  }
  get firstChunk(): number {
    return this.number(AT.firstChunk);
  }
  get chunkCount(): number {
    return this.number(AT.chunkCount);
  }
  get firstSymbol(): number {
    return this.number(AT.firstSymbol);
  }
  get symbolCount(): number {
    return this.number(AT.symbolCount);
  }

  private number(place: number): number {
    return int32At(this.packed.numbers, STRIDE * this.index + place);
  }
}

const known = new Map<string, string>();

/** One string for all files of a language. */
function shared(language: string | null): string | null {
  if (language === null) return null;
  const one = known.get(language) ?? language;
  known.set(one, one);
  return one;
}

/** The files of some columns; `null` stands for a path that is in the index no more. */
export function filesOf({ path, language, numbers, hashes }: FileColumns): (SnapshotFile | null)[] {
  const hashStarts = new Int32Array(path.length + 1);
  for (let index = 0; index < path.length; index++)
    hashStarts[index + 1] = int32At(hashStarts, index) + int32At(numbers, STRIDE * index + AT.hashSize);
  const packed: Packed = { paths: path, languages: language.map(shared), numbers, hashes, hashStarts };
  return path.map((_, index) => {
    const isLive =
      int32At(numbers, STRIDE * index + AT.versionId) > 0 && int32At(numbers, STRIDE * index + AT.hashSize) > 0;
    return isLive ? new PackedFile(packed, index) : null;
  });
}

/** Memory of a file in addition to its path: its columns, its object and its place in the list. */
const BYTES_PER_FILE = 32 + 4 + 4 * STRIDE + 8 + 8 + 32 + 8;
/** Memory of a path in addition to its letters. */
const BYTES_PER_PATH = 20;

/** The memory that files take. */
export function bytesOfFiles(files: readonly SnapshotFile[]): number {
  return files.reduce((bytes, { path }) => bytes + path.length + BYTES_PER_PATH + BYTES_PER_FILE, 0);
}
