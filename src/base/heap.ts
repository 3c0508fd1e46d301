/**
 * V8's settings for many small heaps, one per thread. The entry file of a process imports this module first, for its effect.
 *
 * V8's helper threads that collect one heap together mostly wait for each other (a quarter of an index's CPU), and a heap that may grow to several
 * times its live data costs memory for nothing.
 *
 * A function is optimised once it has run for longer than by default: half of what V8 optimised in the indexing of a small repository was of no use
 * any more when it was ready, and that was a third of the CPU. The database is WebAssembly, which has a budget of its own.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--no-parallel-scavenge");
setFlagsFromString("--heap-growing-percent=40");
setFlagsFromString("--wasm-tiering-budget=50000000");
setFlagsFromString("--interrupt-budget=1000000");
