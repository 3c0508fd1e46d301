/** Small WebAssembly modules, assembled by hand: short loops over bytes for which typed arrays are too slow. */

/** The used part of the interface; TypeScript declares it only with the types of browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => Memory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

export interface Memory {
  buffer: ArrayBuffer;
}

/** Memory of at least `bytes` bytes. */
export function createMemory(bytes: number): Memory {
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) });
}

export const I32 = 0x7f;
export const I64 = 0x7e;
export const V128 = 0x7b;

export interface WasmFunction {
  /** The number of 32-bit integer parameters. The locals after them are listed as [count, type]. */
  parameters: number;
  /** Whether it returns a 32-bit integer. */
  hasResult?: boolean;
  locals: readonly (readonly [count: number, type: number])[];
  code: readonly number[];
}

/** Puts a local on the stack. */
export const get = (local: number) => [0x20, local];
/** Sets a local from the stack. */
export const set = (local: number) => [0x21, local];
/** Sets a local and keeps the value on the stack. */
export const tee = (local: number) => [0x22, local];
/** Puts a number from 0 to 63 on the stack. */
export const constant = (value: number) => [0x41, value];
export const ADD = [0x6a];
export const MULTIPLY = [0x6c];

/** Repeats `body` while it leaves `local` below `end`; it runs at least once. `body` leaves the value of `local` on the stack. */
export const loopBelow = (end: number, body: readonly number[]) => [
  0x03,
  0x40,
  ...body,
  ...get(end),
  0x49,
  0x0d,
  0,
  0x0b,
];

/** A number below 2^28 as LEB128. */
export function leb(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** The functions, by name, over one memory. */
export function instantiate<Name extends string>(
  memory: Memory,
  functions: Readonly<Record<Name, WasmFunction>>,
): Record<Name, (...parameters: number[]) => number> {
  const all = Object.entries<WasmFunction>(functions);
  const withLength = (bytes: readonly number[]) => [...leb(bytes.length), ...bytes];
  const list = (items: readonly (readonly number[])[]) => [items.length, ...items.flat()];
  const section = (id: number, items: readonly (readonly number[])[]) => [id, ...withLength(list(items))];
  const name = (text: string) => withLength([...Buffer.from(text)]);
  const types = all.map(([, { parameters, hasResult }]) => [
    0x60,
    ...list(Array.from({ length: parameters }, () => [I32])),
    ...list(hasResult ? [[I32]] : []),
  ]);
  const bodies = all.map(([, { locals, code }]) => withLength([...list(locals), ...code, 0x0b]));
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [[...name("env"), ...name("memory"), 2, 0, 1]]),
    ...section(
      3,
      all.map((_, index) => [index]),
    ),
    ...section(
      7,
      all.map(([exported], index) => [...name(exported), 0, index]),
    ),
    ...section(10, bodies),
  ]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return exports as Record<Name, (...parameters: number[]) => number>;
}
