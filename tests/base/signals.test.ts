/** Abort signals that are put together, by src/base/signals.ts. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { anySignal } from "../../src/base/signals.js";
import { collectGarbage } from "../helpers/garbage.js";

const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));

test("a timeout that nobody else holds is not lost when garbage is collected", async () => {
  const { signal: caller } = new AbortController();
  const signals = {
    plain: () => anySignal(caller, AbortSignal.timeout(200)),
    nested: () => anySignal(new AbortController().signal, anySignal(caller, AbortSignal.timeout(200))),
  };
  const heard: string[] = [];
  for (const [name, make] of Object.entries(signals)) void once(make(), "abort").then(() => heard.push(name));
  await collectGarbage();
  await expect.poll(() => heard.sort(), { timeout: 5000 }).toEqual(["nested", "plain"]);
});

test("the first to abort says why", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const signal = anySignal(first.signal, second.signal);
  second.abort(new Error("enough"));
  first.abort(new Error("too late"));
  expect(signal.reason).toEqual(new Error("enough"));
});

test("signals are put together nowhere else", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const others = files.filter((file) => readFileSync(join(SOURCES, file), "utf8").includes("AbortSignal.any("));
  expect(others).toEqual(["base/signals.ts"]);
});
