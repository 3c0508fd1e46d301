/**
 * Preloaded (`node --import`): the wall clock of this process, and of its threads, is ahead by as many milliseconds as the file CODEINDEX_TEST_CLOCK
 * says. Other clocks (timers, performance.now()) go on as ever, as it is on a machine whose clock is set.
 *
 * A library that stands between a process and the system's calls (libfaketime) would be no more: JavaScript sees the wall clock through Date alone.
 */
import { readFileSync } from "node:fs";

const file = process.env.CODEINDEX_TEST_CLOCK;
const LOOK_EVERY = 20;
const realNow = Date.now;
let ahead = 0;
let nextLook = 0;

function now() {
  if (performance.now() >= nextLook) {
    nextLook = performance.now() + LOOK_EVERY;
    try {
      ahead = Number(readFileSync(file, "utf8"));
    } catch {
      // Nobody has set it yet.
    }
  }
  return realNow() + ahead;
}

Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: (target) => new target(now()).toString(),
});
