/** Garbage, collected when a test wants it. */
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Collects everything that nobody holds, and waits for the finalizers. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    // Objects that were looked at in a turn of the loop are held until its end.
    await setTimeout(1);
    collect();
  }
}
