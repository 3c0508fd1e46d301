/**
 * The embedded database's code, kept compiled as long as a process runs. V8 has one copy of a WebAssembly module for all threads and forgets it with the
 * last of them: without this, each database that a test opens compiles the functions that it calls again (0.3 s of CPU).
 */
import { readFileSync } from "node:fs";

/** The part of the global that Node's types leave out. */
const { WebAssembly: engine } = globalThis as unknown as {
  WebAssembly: { compile: (bytes: Uint8Array) => Promise<unknown> };
};

let kept: Promise<unknown> | undefined;

/** Keeps it from here on. */
export async function keepEngine(): Promise<void> {
  kept ??= engine.compile(readFileSync(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"))));
  await kept;
}
