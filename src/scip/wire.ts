/**
 * An index file as a stream of its documents. A SCIP index is one protobuf message, `Index`, whose documents are length-delimited fields: each is
 * given as soon as its bytes are there, and nothing but it is held. Field numbers are those of sourcegraph/scip's scip.proto.
 */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { CodeindexError } from "../base/errors.js";

/** The header of an index, and its documents in their order. A document that is too large is passed over without being held. */
export type IndexPart =
  | { is: "metadata"; metadata: ScipMetadata }
  | { is: "document"; bytes: Uint8Array }
  | { is: "too large"; size: number };

export interface ScipMetadata {
  tool: string;
  /** Where the indexer ran, as it saw it: a file URL. */
  projectRoot: string;
}

const INDEX = { metadata: 1, documents: 2, externalSymbols: 3 };
/** A tag and a length take five bytes each at most; more is not protobuf. */
const MOST_HEAD_BYTES = 10;
/** Metadata is a few names and the indexer's arguments. */
const MOST_METADATA_BYTES = 1_000_000;

/** Reads an index as its bytes arrive. Throws `scip_invalid` for what is not a SCIP index or is cut off. */
export async function* readIndex(
  chunks: AsyncIterable<Uint8Array>,
  { mostDocumentBytes }: { mostDocumentBytes: number },
): AsyncGenerator<IndexPart> {
  const source = createSource(chunks);
  for (let isFirst = true; ; isFirst = false) {
    const head = await readHead(source, isFirst);
    if (head === null) {
      if (isFirst) throw invalid("The file is empty.");
      return;
    }
    const { field, length } = head;
    // The metadata come first: so something else is told at once, and not after a gigabyte of it.
    if (isFirst && field !== INDEX.metadata) throw invalid("It does not begin with the metadata of a SCIP index.");
    if (field === INDEX.metadata) {
      if (length > MOST_METADATA_BYTES) throw invalid("Its metadata are larger than those of any indexer.");
      yield { is: "metadata", metadata: readMetadata(await source.take(length)) };
    } else if (field === INDEX.documents) {
      if (length > mostDocumentBytes) {
        await source.skip(length);
        yield { is: "too large", size: length };
      } else yield { is: "document", bytes: await source.take(length) };
    } else if (field === INDEX.externalSymbols) await source.skip(length);
    else throw invalid(`It has a field ${field}, which no SCIP index has.`);
  }
}

/** Number and length of the next field; null at the end. */
async function readHead(source: Source, isFirst: boolean): Promise<{ field: number; length: number } | null> {
  const bytes = await source.peek(MOST_HEAD_BYTES);
  if (bytes.length === 0) return null;
  const reader = new BinaryReader(bytes);
  try {
    const [field, type] = reader.tag();
    if (type !== WireType.LengthDelimited) throw new RangeError("another wire type");
    const length = reader.uint32();
    await source.skip(reader.pos);
    return { field, length };
  } catch {
    throw isFirst || bytes.length === MOST_HEAD_BYTES ? invalid("It is not a SCIP index.") : truncated();
  }
}

function readMetadata(bytes: Uint8Array): ScipMetadata {
  const metadata: ScipMetadata = { tool: "", projectRoot: "" };
  readFields(bytes, (field, reader) => {
    if (field === 2) {
      readFields(reader.bytes(), (tool, names) => {
        if (tool !== 1) return false;
        metadata.tool = names.string();
        return true;
      });
    } else if (field === 3) metadata.projectRoot = reader.string();
    else return false;
    return true;
  });
  return metadata;
}

/** Reads a message field by field; what `read` does not take (false) is passed over. Throws `scip_invalid` for what is not a message. */
export function readFields(
  bytes: Uint8Array,
  read: (field: number, reader: BinaryReader, type: WireType) => boolean,
): void {
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      if (!read(field, reader, type)) reader.skip(type, field);
    }
  } catch (error) {
    if (error instanceof CodeindexError) throw error;
    throw invalid("A message in it is broken.");
  }
}

/** The error for what is not a SCIP index. */
export function invalid(problem: string): CodeindexError {
  return new CodeindexError("scip_invalid", `This cannot be imported. ${problem}`);
}

const truncated = () => invalid("It ends in the middle of a document: the file or the upload is cut off.");

/** Bytes in the order in which they arrive. */
interface Source {
  /** The next `count` bytes, or those that are left. They stay. */
  peek(count: number): Promise<Uint8Array>;
  take(count: number): Promise<Uint8Array>;
  skip(count: number): Promise<void>;
}

function createSource(chunks: AsyncIterable<Uint8Array>): Source {
  const iterator = chunks[Symbol.asyncIterator]();
  let pending: Uint8Array[] = [];
  let size = 0;

  /** Reads on until at least `count` bytes are pending, or the end. */
  async function fill(count: number): Promise<void> {
    while (size < count) {
      const { value, done } = await iterator.next();
      if (done) return;
      if (value.length === 0) continue;
      pending.push(value);
      size += value.length;
    }
  }

  /** The pending bytes in one piece. */
  function join(): Uint8Array {
    const [first] = pending;
    return first !== undefined && pending.length === 1 ? first : Buffer.concat(pending);
  }

  /** Takes the pending bytes, at most `count`. */
  function cut(count: number): Uint8Array {
    const all = join();
    const rest = all.subarray(count);
    pending = rest.length > 0 ? [rest] : [];
    size = rest.length;
    return all.subarray(0, count);
  }

  return {
    async peek(count) {
      await fill(count);
      const all = join();
      pending = size > 0 ? [all] : [];
      return all.subarray(0, count);
    },
    async take(count) {
      await fill(count);
      if (size < count) throw truncated();
      return cut(count);
    },
    async skip(count) {
      let left = count;
      for (;;) {
        left -= cut(Math.min(left, size)).length;
        if (left === 0) return;
        await fill(1);
        if (size === 0) throw truncated();
      }
    },
  };
}
