/**
 * V8's settings for many small heaps, one a thread: imported for its effect, first, by what starts a process.
 *
 * Helpers that collect one heap together mostly wait for each other (a quarter of an index's CPU), and a heap that may grow to several times
 * what lives in it costs memory for nothing.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--no-parallel-scavenge");
setFlagsFromString("--heap-growing-percent=40");
