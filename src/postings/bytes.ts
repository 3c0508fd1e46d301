/**
 * LEB128 varints of 32 bits, and postings, written into growing bytes and read from them. `base/varint.ts` has the same form up to 2^53, with strings.
 */
import { uint8At } from "../base/numbers.js";

/** Bytes that grow as they are written. */
interface ByteWriter {
  bytes: Buffer;
  size: number;
}

/** An empty writer with room for `capacity` bytes. */
export function writer(capacity: number): ByteWriter {
  return { bytes: Buffer.allocUnsafe(capacity), size: 0 };
}

/** Makes room for a number of further bytes. */
export function reserve(out: ByteWriter, more: number): void {
  if (out.size + more <= out.bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(out.bytes.length * 2, out.size + more));
  out.bytes.copy(larger, 0, 0, out.size);
  out.bytes = larger;
}

/** Writes an unsigned number of 32 bits, seven bits a byte. */
export function writeVarint(out: ByteWriter, value: number): void {
  reserve(out, 5);
  let rest = value >>> 0;
  while (rest >= 128) {
    out.bytes[out.size++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  out.bytes[out.size++] = rest;
}

/** Writes a document, as its distance from the one before it, and the count of the term in it. */
export function writePosting(out: ByteWriter, distance: number, count: number): void {
  if (count === 1) {
    writeVarint(out, distance * 2);
  } else {
    writeVarint(out, distance * 2 + 1);
    writeVarint(out, count);
  }
}

/** Where reading stands in a block or list. */
interface ByteReader {
  bytes: Uint8Array;
  offset: number;
}

/** Reads the number that `writeVarint` wrote. */
export function readVarint(reader: ByteReader): number {
  const { bytes } = reader;
  let byte = uint8At(bytes, reader.offset++);
  if (byte < 128) return byte;
  let value = byte & 127;
  for (let shift = 7; shift < 35; shift += 7) {
    byte = uint8At(bytes, reader.offset++);
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return value >>> 0;
}
