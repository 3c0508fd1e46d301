/** Threads that still load are not ended: in native code that ends the process. */
import { join } from "node:path";
import { Piscina } from "piscina";
import { expect, test } from "vitest";
import { followLoading } from "../../src/base/loading-threads.js";
import { temporaryFolder } from "../helpers/folders.js";

/** Takes a while to load, and counts itself when it has. */
const SLOW = `
import { setTimeout } from "node:timers/promises";
import { workerData } from "node:worker_threads";
const { counter } = workerData;
await setTimeout(300);
if (counter[1] === 1) throw new Error("it cannot start");
Atomics.add(counter, 0, 1);
export default () => "done";
`;

function open() {
  const counter = new Int32Array(new SharedArrayBuffer(8));
  const pool = new Piscina({
    filename: join(temporaryFolder({ "slow.mjs": SLOW }), "slow.mjs"),
    minThreads: 0,
    maxThreads: 2,
    atomics: "disabled",
    workerData: { counter },
  });
  pool.on("error", () => undefined);
  return { pool, counter, whenLoaded: followLoading(pool) };
}

test("a pool waits for the threads that load", async () => {
  const { pool, counter, whenLoaded } = open();
  const tasks = [1, 2].map(() => pool.run(null).catch(() => undefined));
  expect(pool.threads).toHaveLength(2);
  expect(counter[0]).toBe(0);
  await whenLoaded();
  expect(counter[0]).toBe(2);
  await pool.close();
  await Promise.all(tasks);
  // Where no thread is left there is nothing to wait for.
  await whenLoaded();
});

test("a thread that dies while it loads is not waited for", async () => {
  const { pool, counter, whenLoaded } = open();
  counter[1] = 1;
  const task = pool.run(null).catch(() => undefined);
  await whenLoaded();
  await pool.destroy();
  await task;
});
