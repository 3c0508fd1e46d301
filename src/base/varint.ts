/**
 * Packs numbers and strings into bytes: LEB128 variable-length integers, and strings as UTF-8 after their length.
 *
 * The package varint does not grow its buffer, and returns the number of bytes in a property of its function. `postings/bytes.ts` writes the same form of
 * 32 bits into a plain record. Git's index has another form, in which each further byte adds one (`repository/git/tracked.ts`).
 */

/** A buffer that grows as it is written to. */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(1024);
  private offset = 0;

  /** An integer from 0 to 2^53. Throws a RangeError below 0: a reader would take its bytes, and all that follow, for other values. */
  unsigned(value: number): void {
    if (value < 0) throw new RangeError(`${value} has no unsigned form`);
    this.reserve(8);
    while (value > 0x7fffffff) {
      this.bytes[this.offset++] = (value % 128) | 128;
      value = Math.floor(value / 128);
    }
    while (value > 127) {
      this.bytes[this.offset++] = (value & 127) | 128;
      value >>>= 7;
    }
    this.bytes[this.offset++] = value;
  }

  string(value: string): void {
    const length = Buffer.byteLength(value);
    this.unsigned(length);
    this.reserve(length);
    this.offset += this.bytes.write(value, this.offset);
  }

  /** The bytes written so far; later writes do not change this view. */
  done(): Buffer {
    return this.bytes.subarray(0, this.offset);
  }

  private reserve(count: number): void {
    if (this.offset + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.offset + count));
    this.bytes.copy(larger, 0, 0, this.offset);
    this.bytes = larger;
  }
}

/** Reads the output of a `ByteWriter`, in the same order. Throws RangeError past the end. */
export class ByteReader {
  private offset = 0;

  constructor(private readonly bytes: Buffer) {}

  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.offset++];
      if (byte === undefined) throw new RangeError("truncated bytes");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  string(): string {
    const length = this.unsigned();
    if (this.offset + length > this.bytes.length) throw new RangeError("truncated bytes");
    this.offset += length;
    return this.bytes.toString("utf8", this.offset - length, this.offset);
  }
}
