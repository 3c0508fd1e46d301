/**
 * V8's settings for many small heaps, one per thread. The entry file of a process imports this module first, for its effect.
 *
 * V8's helper threads that collect one heap together mostly wait for each other (a quarter of an index's CPU), and a heap that may grow to several
 * times its live data costs memory for nothing.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--no-parallel-scavenge");
setFlagsFromString("--heap-growing-percent=40");
