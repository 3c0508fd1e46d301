#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 node
// Says what is missing before anything that needs it is loaded. glibc's malloc gives each thread that allocates an arena of its own, and keeps there
// what was freed; with two arenas, and large pieces apart, a service at rest holds a quarter less (docs/benchmarks.md).
import { existsSync } from "node:fs";

const [major, minor] = process.versions.node.split(".").map(Number);
const compiled = new URL("../dist/bundle/cli.js", import.meta.url);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`codeindex needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else if (!existsSync(compiled)) {
  console.error("codeindex is not built yet. Run: npm run build");
  process.exitCode = 1;
} else if (process.argv[2] === "hook" && process.argv.length === 3) {
  // A client waits for it before each call of a tool: nothing else is loaded.
  const { hook } = await import(new URL("../dist/bundle/hook.js", import.meta.url).href);
  await hook();
} else {
  await import(compiled.href);
}
