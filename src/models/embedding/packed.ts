/** Stored vectors: a signed byte for each dimension, and separately one sign bit for each, for a quick first pass. */
import { float32At, uint8At } from "../../base/numbers.js";

/** The bytes of a vector, scaled so that the largest is 127: only its direction counts. NaN becomes 0. */
export function packVector(vector: Float32Array): Buffer {
  let most = 0;
  for (const value of vector) if (Math.abs(value) > most && Number.isFinite(value)) most = Math.abs(value);
  const data = Buffer.alloc(vector.length);
  if (most > 0)
    for (let index = 0; index < vector.length; index++) {
      const value = float32At(vector, index);
      if (Number.isFinite(value)) data.writeInt8(Math.round((127 * value) / most), index);
    }
  return data;
}

/** Unpacks a vector: its direction is kept, its length is not. */
export function unpackVector(data: Uint8Array): Float32Array {
  return Float32Array.from(new Int8Array(data.buffer, data.byteOffset, data.length));
}

/** The size in bytes of the signs of a vector: whole words of 32 bits. */
export function codeBytes(dimensions: number): number {
  return 4 * Math.ceil(dimensions / 32);
}

/** Writes the signs of a packed vector at an offset of `codes`. */
export function writeCode(data: Uint8Array, codes: Buffer, offset: number): void {
  for (let dimension = 0; dimension < data.length; dimension++)
    // The bytes are signed: those below 128 are not negative.
    if (uint8At(data, dimension) > 0 && uint8At(data, dimension) < 128)
      setBit(codes, offset + (dimension >> 3), dimension & 7);
}

/** The signs of a vector as bits, in the order in which codes have them: `0110…`. */
export function writeSigns(vector: Float32Array): string {
  const codes = Buffer.alloc(codeBytes(vector.length));
  writeCode(packVector(vector), codes, 0);
  let bits = "";
  for (const byte of codes) bits += byte.toString(2).padStart(8, "0");
  return bits;
}

/** The cosine of a vector and a packed one, −1 to 1; 0 where either is all zeros. */
export function cosine(vector: Float32Array, data: Uint8Array): number {
  let product = 0;
  let own = 0;
  let other = 0;
  for (let index = 0; index < vector.length; index++) {
    const value = (uint8At(data, index) << 24) >> 24;
    product += float32At(vector, index) * value;
    own += float32At(vector, index) * float32At(vector, index);
    other += value * value;
  }
  return own > 0 && other > 0 ? product / Math.sqrt(own * other) : 0;
}

function setBit(codes: Buffer, index: number, bit: number): void {
  codes[index] = uint8At(codes, index) | (1 << bit);
}
