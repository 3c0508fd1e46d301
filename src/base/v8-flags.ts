/**
 * V8's settings for many small heaps, one per thread, and for work that is over before V8 has optimised it.
 *
 * V8's helper threads that collect one heap together mostly wait for each other (a quarter of an index's CPU), and a heap that may grow to several
 * times its live data costs memory for nothing.
 *
 * A function is optimised once it has run for longer than by default: half of what V8 optimised in the indexing of a small repository was of no use
 * any more when it was ready, and that was a third of the CPU. The database is WebAssembly, which has a budget of its own.
 */

/** V8 counts calls from Node 21 on, and counted the bytes of code that ran before. It reports an unknown flag as an error. */
const FIRST_NODE_THAT_COUNTS_CALLS = 21;

/** The budget of a function of WebAssembly, in bytes of code that it passes (store/pglite/tiering.ts). */
export const WASM_BUDGET = 200_000_000;

/** The flags that put off optimising, for a version of Node such as 22.19.0. */
export function optimisingFlags(node: string = process.versions.node): string[] {
  const countsCalls = Number.parseInt(node, 10) >= FIRST_NODE_THAT_COUNTS_CALLS;
  return [
    `--wasm-tiering-budget=${WASM_BUDGET}`,
    countsCalls ? "--invocation-count-for-turbofan=20000" : "--interrupt-budget=1000000",
  ];
}

/** The flags that keep heaps small. */
export const HEAP_FLAGS = ["--no-parallel-scavenge", "--heap-growing-percent=40"];
