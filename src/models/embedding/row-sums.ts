/**
 * Weighted sums and dot products of rows of bytes in WebAssembly SIMD: 5 times as fast as typed arrays, and short enough to write by hand.
 *
 * The table lies in the module's memory, followed by a list of the rows to sum: the address of a row and its 16-bit weight, 8 bytes an entry. One
 * call sums 32 columns of all listed rows in eight vectors of four 32-bit integers. Another multiplies two rows, 8 columns at a time.
 */
import { float32At, int32At } from "../../base/numbers.js";
import { ADD, constant, createMemory, get, I32, instantiate, loopBelow, MULTIPLY, set, tee, V128 } from "./wasm.js";

const COLUMNS = 32;
const ENTRY = 8;
const MOST_SUM = 2 ** 31 - 1;
const MOST_WEIGHT = 32767;

/** Sums rows; overlapping calls must not share it. */
export interface RowSums {
  /** The rows, zeros at first: a view of the module's memory, for its maker to fill. */
  readonly table: Int8Array;
  /** The sum of `weights[i]` (none negative) × row `rows[i]`, for the first `count` of them, scaled to length 1; zeros where they cancel out. */
  sum(rows: Int32Array, weights: Float32Array, count: number): Float32Array;
  /** The cosines of `row` with every row of the table. */
  cosines(row: number): Float32Array;
}

/** Makes a table of `rowCount` rows of `dimensions` bytes each, a multiple of 32. */
export function createRowSums(rowCount: number, dimensions: number): RowSums {
  const entriesAt = rowCount * dimensions;
  const sumsAt = entriesAt + rowCount * ENTRY;
  const memory = createMemory(sumsAt + dimensions * 4);
  const entries = new Int32Array(memory.buffer, entriesAt, rowCount * 2);
  const sums = new Int32Array(memory.buffer, sumsAt, dimensions);
  const { sumColumns, multiply } = instantiate(memory, { sumColumns: SUM_COLUMNS, multiply: MULTIPLY_ROWS });
  const product = (row: number, other: number) =>
    multiply(row * dimensions, (row + 1) * dimensions, other * dimensions);
  let lengths: Float32Array | undefined;

  return {
    table: new Int8Array(memory.buffer, 0, entriesAt),
    cosines(row) {
      lengths ??= Float32Array.from({ length: rowCount }, (_, other) => Math.sqrt(product(other, other)) || 1);
      const out = new Float32Array(rowCount);
      for (let other = 0; other < rowCount; other++) {
        out[other] = product(row, other) / (float32At(lengths, row) * float32At(lengths, other));
      }
      return out;
    },
    sum(rows, weights, count) {
      const out = new Float32Array(dimensions);
      let largest = 0;
      let total = 0;
      for (let index = 0; index < count; index++) {
        const weight = float32At(weights, index);
        total += weight;
        if (weight > largest) largest = weight;
      }
      if (!(largest > 0)) return out;
      // As fine as 16 bits allow without overflow of a sum, for any rows.
      const scale = Math.min(MOST_WEIGHT / largest, (MOST_SUM / 128 - count) / total);
      for (let index = 0; index < count; index++) {
        entries[2 * index] = int32At(rows, index) * dimensions;
        entries[2 * index + 1] = Math.round(float32At(weights, index) * scale);
      }
      for (let column = 0; column < dimensions; column += COLUMNS) {
        sumColumns(entriesAt, entriesAt + count * ENTRY, column, sumsAt);
      }
      let square = 0;
      for (let index = 0; index < dimensions; index++) square += int32At(sums, index) * int32At(sums, index);
      const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
      for (let index = 0; index < dimensions; index++) out[index] = int32At(sums, index) * factor;
      return out;
    },
  };
}

const LIST = 0;
const END = 1;
const COLUMN = 2;
const SUMS = 3;
const ROW = 4;
const WEIGHT = 5;
const FIRST_SUM = 6;

const load = (offset: number) => [0x28, 2, offset];
const loadEightBytes = (offset: number) => [0xfd, 0x01, 0, offset];
const loadWeight = (offset: number) => [0xfd, 0x08, 1, offset];
const store = (offset: number) => [0xfd, 0x0b, 4, offset];
const MULTIPLY_LOW = [0xfd, 0xbc, 0x01];
const MULTIPLY_HIGH = [0xfd, 0xbd, 0x01];
const ADD_FOUR = [0xfd, 0xae, 0x01];
const MULTIPLY_PAIRS = [0xfd, 0xba, 0x01];
const extract = (lane: number) => [0xfd, 0x1b, lane];
const advance = (local: number, bytes: number) => [...get(local), ...constant(bytes), ...ADD];

/** `(list, end, column, sums)`: for each entry, row bytes `column` to `column + 31` times its weight; written to `sums` at that column. */
const SUM_COLUMNS = {
  parameters: 4,
  locals: [
    [1, I32],
    [9, V128],
  ],
  code: sumCode(),
} as const;

function sumCode(): number[] {
  const eights = [0, 1, 2, 3];
  const addEight = (eight: number) => {
    const low = FIRST_SUM + 2 * eight;
    const product = (multiply: number[]) => [...get(ROW), ...loadEightBytes(8 * eight), ...get(WEIGHT), ...multiply];
    return [
      ...[...get(low), ...product(MULTIPLY_LOW), ...ADD_FOUR, ...set(low)],
      ...[...get(low + 1), ...product(MULTIPLY_HIGH), ...ADD_FOUR, ...set(low + 1)],
    ];
  };
  const column = [...get(SUMS), ...get(COLUMN), ...constant(4), ...MULTIPLY, ...ADD];
  return [
    ...loopBelow(END, [
      ...[...get(LIST), ...load(0), ...get(COLUMN), ...ADD, ...set(ROW)],
      ...[...get(LIST), ...loadWeight(4), ...set(WEIGHT)],
      ...eights.flatMap(addEight),
      ...[...advance(LIST, ENTRY), ...tee(LIST)],
    ]),
    ...[...eights, 4, 5, 6, 7].flatMap((vector) => [...column, ...get(FIRST_SUM + vector), ...store(16 * vector)]),
  ];
}

/** `(start, end, other)`: the dot product of the bytes from `start` to `end` and as many from `other`. */
const MULTIPLY_ROWS = { parameters: 3, hasResult: true, locals: [[1, V128]], code: multiplyCode() } as const;

function multiplyCode(): number[] {
  const [start, end, other, sum] = [0, 1, 2, 3];
  return [
    ...loopBelow(end, [
      ...[...get(start), ...loadEightBytes(0), ...get(other), ...loadEightBytes(0), ...MULTIPLY_PAIRS],
      ...[...get(sum), ...ADD_FOUR, ...set(sum), ...advance(other, 8), ...set(other)],
      ...[...advance(start, 8), ...tee(start)],
    ]),
    ...[...get(sum), ...extract(0)],
    ...[1, 2, 3].flatMap((lane) => [...get(sum), ...extract(lane), ...ADD]),
  ];
}
