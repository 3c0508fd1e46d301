/** The codeindex command. Errors meant for people are told in a line or two; any other comes with its stack. */
import "./base/heap.js";

import { CodeindexError } from "./base/errors.js";
import { adviceOn } from "./cli/advice.js";
import { withNodeIds } from "./cli/node-ids.js";
import { createProgram } from "./cli/program.js";
import { shown } from "./masking/clean.js";

// Names of files and projects are printed, and what services say: a terminal is to obey none of it.
for (const name of ["log", "error"] as const) {
  const print = console[name];
  console[name] = (...values: unknown[]) => print(...values.map(shown));
}

/** Commands of processes that answer no question: the tools would be a tenth of their memory. */
const BUILDERS = new Set(["index", "worker", "watch"]);

try {
  const hasTools = !BUILDERS.has(process.argv[2] ?? "");
  await createProgram(hasTools ? (await import("./tools/index.js")).TOOLS : []).parseAsync(withNodeIds(process.argv));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof CodeindexError) {
    console.error([`codeindex: ${error.message}`, ...adviceOn(error).map((each) => `  ${each}`)].join("\n"));
  } else console.error(error);
}
