/** The codeindex command. Errors meant for people are told in a line or two; any other comes with its stack. */
import "./base/heap.js";

import { CodeindexError } from "./base/errors.js";
import { adviceOn } from "./cli/advice.js";
import { withNodeIds } from "./cli/node-ids.js";
import { createProgram } from "./cli/program.js";
import { shown } from "./masking/clean.js";

// Names of files and projects, and words of services, are printed: control sequences in them must not reach the terminal.
for (const name of ["log", "error"] as const) {
  const print = console[name];
  console[name] = (...values: unknown[]) => print(...values.map(shown));
}

try {
  const program = createProgram();
  // Reading the tools' definitions is half of a second and a quarter of the memory of a command that asks nothing.
  if (!program.commands.some((command) => command.name() === process.argv[2])) {
    const { addToolCommands } = await import("./cli/tool-commands.js");
    addToolCommands(program, (await import("./tools/index.js")).TOOLS);
  }
  await program.parseAsync(withNodeIds(process.argv));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof CodeindexError) {
    console.error([`codeindex: ${error.message}`, ...adviceOn(error).map((each) => `  ${each}`)].join("\n"));
  } else console.error(error);
}
