/** Rows in PostgreSQL's binary formats, as `insertRows` sends them: a COPY stream, or an array for each column. Pure. */
import type { Columns, SqlType } from "./columns.js";

const HEADER = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
/** Microseconds between the epochs of Unix and PostgreSQL (2000-01-01). */
const POSTGRES_EPOCH = 946_684_800_000_000n;
/** The numbers of types, which arrays name. */
const OIDS: Record<Exclude<SqlType, "text[]">, number> = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  timestamptz: 1184,
  tsvector: 3614,
  jsonb: 3802,
};

/** Text as PostgreSQL can store it: NUL becomes U+FFFD. (Lone surrogates become U+FFFD when encoded as UTF-8.) */
export function storableText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\u{fffd}") : text;
}

/** JSON that PostgreSQL accepts as jsonb: no NUL and no lone surrogates, which it refuses even when escaped. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "null";
  if (!json.includes("\\u")) return json;
  return json.replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/gi, (found) => (found === "\\\\" ? found : "\\ufffd"));
}

/** The number of rows. Throws a TypeError when the columns differ in length. */
function countRows(columns: Columns): number {
  const list = Object.entries(columns);
  const rows = list[0]?.[1].values.length ?? 0;
  for (const [name, column] of list) {
    if (column.values.length !== rows)
      throw new TypeError(`column ${name} has ${column.values.length} of ${rows} values`);
  }
  return rows;
}

/** Rows as an array for each column, in its binary form. Throws a TypeError when the columns differ in length, or hold arrays themselves. */
export function encodeArrays(columns: Columns): Buffer[] {
  const rows = countRows(columns);
  return Object.entries(columns).map(([name, { type, values }]) => {
    if (type === "text[]") throw new TypeError(`column ${name} holds arrays`);
    const writer = new RowWriter(20 + rows * 16);
    writer.arrayHeader(values, OIDS[type]);
    const write = writerOf(writer, type);
    for (const value of values) {
      if (value === null || value === undefined) writer.int32(-1);
      else write(value);
    }
    return writer.finish();
  });
}

/** Rows as one binary COPY stream. Throws a TypeError when the columns differ in length. */
export function encodeRows(columns: Columns): Buffer {
  const list = Object.entries(columns);
  const rows = countRows(columns);
  const writer = new RowWriter(HEADER.length + 2 + rows * list.length * 16);
  writer.bytes(HEADER);
  const writers = list.map(([, column]) => ({ values: column.values, write: writerOf(writer, column.type) }));
  for (let row = 0; row < rows; row++) {
    writer.int16(writers.length);
    for (const { values, write } of writers) {
      const value = values[row];
      if (value === null || value === undefined) writer.int32(-1);
      else write(value);
    }
  }
  writer.int16(-1);
  return writer.finish();
}

function writerOf(writer: RowWriter, type: SqlType): (value: unknown) => void {
  switch (type) {
    case "text": {
      // Columns such as project_id hold one value many times: it is encoded once and copied.
      let last: string | undefined;
      let start = 0;
      let end = 0;
      return (value) => {
        if (value === last) {
          writer.repeat(start, end);
        } else {
          start = writer.position;
          writer.text(value as string);
          end = writer.position;
          last = value as string;
        }
      };
    }
    case "int4":
      return (value) => {
        writer.int32(4);
        writer.int32(value as number);
      };
    case "int2":
      return (value) => {
        writer.int32(2);
        writer.int16(value as number);
      };
    case "int8":
      return (value) => {
        writer.int32(8);
        writer.int64(BigInt(value as number | bigint));
      };
    case "bool":
      return (value) => {
        writer.int32(1);
        writer.int8(value ? 1 : 0);
      };
    case "bytea":
    case "tsvector":
      return (value) => {
        writer.int32((value as Uint8Array).length);
        writer.bytes(value as Uint8Array);
      };
    case "jsonb":
      return (value) =>
        writer.sized(() => {
          writer.int8(1);
          writer.raw(storableJson(value));
        });
    case "timestamptz":
      return (value) => {
        writer.int32(8);
        writer.int64(BigInt(new Date(value as string | number | Date).getTime()) * 1000n - POSTGRES_EPOCH);
      };
    case "text[]":
      return (value) =>
        writer.sized(() => {
          const items = value as readonly (string | null)[];
          writer.arrayHeader(items, OIDS.text);
          for (const item of items) {
            if (item === null) writer.int32(-1);
            else writer.text(item);
          }
        });
  }
}

/** A buffer that grows, written front to back in network byte order. */
class RowWriter {
  private buffer: Buffer;
  position = 0;

  constructor(capacity: number) {
    this.buffer = Buffer.allocUnsafe(Math.max(capacity, 1024));
  }

  private reserve(length: number): void {
    if (this.position + length <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.position + length));
    this.buffer.copy(grown, 0, 0, this.position);
    this.buffer = grown;
  }

  int8(value: number): void {
    this.reserve(1);
    this.buffer[this.position++] = value;
  }

  int16(value: number): void {
    this.reserve(2);
    this.position = this.buffer.writeInt16BE(value, this.position);
  }

  int32(value: number): void {
    this.reserve(4);
    this.position = this.buffer.writeInt32BE(value, this.position);
  }

  int64(value: bigint): void {
    this.reserve(8);
    this.position = this.buffer.writeBigInt64BE(value, this.position);
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.position);
    this.position += value.length;
  }

  /** UTF-8 without a length. */
  raw(text: string): void {
    this.reserve(text.length * 3);
    this.position += this.buffer.write(text, this.position, "utf8");
  }

  /** A length and UTF-8. */
  text(text: string): void {
    const clean = storableText(text);
    this.reserve(4 + clean.length * 3);
    const length = this.buffer.write(clean, this.position + 4, "utf8");
    this.buffer.writeInt32BE(length, this.position);
    this.position += 4 + length;
  }

  /** The head of an array of one dimension. */
  arrayHeader(items: readonly unknown[], oid: number): void {
    this.int32(items.length === 0 ? 0 : 1);
    this.int32(items.some((item) => item === null || item === undefined) ? 1 : 0);
    this.int32(oid);
    if (items.length === 0) return;
    this.int32(items.length);
    this.int32(1);
  }

  /** The output of `write`, behind its length. */
  sized(write: () => void): void {
    this.int32(0);
    const start = this.position;
    write();
    this.buffer.writeInt32BE(this.position - start, start - 4);
  }

  /** The bytes from `start` to `end`, once more. */
  repeat(start: number, end: number): void {
    this.reserve(end - start);
    this.buffer.copyWithin(this.position, start, end);
    this.position += end - start;
  }

  finish(): Buffer {
    return this.buffer.subarray(0, this.position);
  }
}
