/**
 * Counts the signs that differ between many codes and a query's, in WebAssembly: 8 bytes at a time, which typed arrays cannot do. Codes are copied
 * through the module's memory in pieces that stay in the processor's cache, so they may lie anywhere.
 */
import { lastOf, nth } from "../../base/need.js";
import {
  ADD,
  constant,
  createMemory,
  get,
  I64,
  instantiate,
  leb,
  loopBelow,
  set,
  tee,
  type WasmFunction,
} from "./wasm.js";

/** Bytes of codes that are measured at once. */
const PIECE = 131_072;

/** Measures codes piece by piece. Overlapping calls must not share it. */
export interface SignDistances {
  /** Codes that are measured at once. */
  readonly most: number;
  /** Takes over a piece of at most `most` codes. */
  load(codes: Uint32Array): void;
  /** For each of the first `count` codes of the piece, the number of bits that differ from `query`; valid until the next call. */
  measure(query: Uint32Array, count: number): Uint16Array;
}

/** For codes of `width` 32-bit words. */
export function createSignDistances(width: number): SignDistances {
  const bytes = 4 * width;
  const most = Math.max(1, Math.floor(PIECE / bytes));
  const codesAt = 8 * Math.ceil(bytes / 8);
  const distancesAt = codesAt + most * bytes;
  const memory = createMemory(distancesAt + 2 * most);
  const ofQuery = new Uint32Array(memory.buffer, 0, width);
  const ofCodes = new Uint32Array(memory.buffer, codesAt, most * width);
  const measured = new Uint16Array(memory.buffer, distancesAt, most);
  const { measure } = instantiate(memory, { measure: measureFunction(width) });
  return {
    most,
    load: (codes) => ofCodes.set(codes),
    measure(query, count) {
      ofQuery.set(query);
      measure(codesAt, codesAt + count * bytes, distancesAt);
      return measured.subarray(0, count);
    },
  };
}

/** `(code, end, distance)`: for each code up to `end`, the bits that differ from those at address 0, as 16 bits at `distance`. */
function measureFunction(width: number): WasmFunction {
  const [code, end, distance, sum] = [0, 1, 2, 3];
  const LOAD_64 = 0x29;
  const LOAD_32 = 0x35;
  const XOR = 0x85;
  const COUNT = 0x7b;
  const ADD_64 = 0x7c;
  const differing = (load: number, offset: number) => [
    ...[...get(code), load, 2, ...leb(offset)],
    ...[...constant(0), load, 2, ...leb(offset), XOR, COUNT],
  ];
  const offsets = Array.from({ length: width >> 1 }, (_, pair) => 8 * pair);
  const parts = offsets.map((offset) => differing(LOAD_64, offset));
  if (width % 2 === 1) parts.push(differing(LOAD_32, 4 * (width - 1)));
  return {
    parameters: 3,
    locals: [[1, I64]],
    code: loopBelow(end, [
      ...[...nth(parts, 0), ...parts.slice(1).flatMap((part) => [...part, ADD_64]), ...set(sum)],
      ...[...get(distance), ...get(sum), 0x3d, 1, 0], // the lower 16 bits
      ...[...get(distance), ...constant(2), ...ADD, ...set(distance)],
      ...[...get(code), 0x41, ...signed(4 * width), ...ADD, ...tee(code)],
    ]),
  };
}

/** A non-negative number as signed LEB128. */
function signed(value: number): number[] {
  const bytes = leb(value);
  return lastOf(bytes) < 64 ? bytes : [...bytes.slice(0, -1), lastOf(bytes) | 128, 0];
}
