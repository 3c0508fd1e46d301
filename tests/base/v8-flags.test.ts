/** Flags of V8 that this Node would report as errors were they not of its version; those of the Node of the image: tests/containers/image.test.ts. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { HEAP_FLAGS, optimisingFlags } from "../../src/base/v8-flags.js";

test.each([
  { node: "20.19.0", counts: "--interrupt-budget" },
  { node: "22.19.0", counts: "--invocation-count-for-turbofan" },
  { node: "24.0.1", counts: "--invocation-count-for-turbofan" },
])("Node $node puts off optimising by $counts", ({ node, counts }) => {
  const names = optimisingFlags(node).map((flag) => flag.split("=")[0]);
  expect(names).toEqual(["--wasm-tiering-budget", counts]);
});

test("this Node knows each of them", () => {
  const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  for (const flag of [...HEAP_FLAGS, ...optimisingFlags()])
    expect(known).toContain(`  --${flag.replace(/^--(no-)?|=.*$/g, "")} (`);
});
