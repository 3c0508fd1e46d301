/**
 * Elements of flat arrays at positions that are known to lie inside. There is an accessor for each kind of array, because V8 inlines one that sees a
 * single kind: it costs what `array[index]` costs (1.3 ns), while one for all kinds costs 19 ns.
 *
 * A position outside gives undefined, as with `array[index]`; `nth` (need.ts) checks, for lists outside hot loops.
 */

/** The number at a position of an array. */
export function int32At(array: Int32Array, index: number): number {
  return array[index] as number;
}

/** As `int32At`, of unsigned numbers of 32 bits. */
export function uint32At(array: Uint32Array, index: number): number {
  return array[index] as number;
}

/** As `int32At`, of unsigned numbers of 16 bits. */
export function uint16At(array: Uint16Array, index: number): number {
  return array[index] as number;
}

/** As `int32At`, of bytes. */
export function uint8At(array: Uint8Array, index: number): number {
  return array[index] as number;
}

/** As `int32At`, of floating-point numbers of 32 bits. */
export function float32At(array: Float32Array, index: number): number {
  return array[index] as number;
}

/** As `int32At`, of floating-point numbers of 64 bits. */
export function float64At(array: Float64Array, index: number): number {
  return array[index] as number;
}

/** A copy of an array with room for `capacity` numbers. */
export function enlarged<Numbers extends Uint16Array | Uint32Array | Int32Array>(
  array: Numbers,
  capacity: number,
): Numbers {
  const larger = new (array.constructor as new (length: number) => Numbers)(capacity);
  larger.set(array);
  return larger;
}
