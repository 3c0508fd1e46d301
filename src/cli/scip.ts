/** `scip import`: its options, and what they mean. */
import type { Command } from "commander";

export interface ScipFlags {
  project?: string;
  commit?: string;
  folder?: string;
  wait: boolean;
  url?: string;
  json?: boolean;
}

/** Adds the command with its subcommand. */
export function addScipCommands(program: Command): void {
  const scip = program
    .command("scip")
    .summary("import what a compiler knows, as a SCIP index")
    .description("Imports SCIP indexes, as scip-typescript, scip-dotnet and others make them, into a running service.");
  scip
    .command("import")
    .summary("make the index's occurrences exact edges")
    .description(
      "Sends a SCIP index to the service, which makes exact edges of it for the files that hold what was indexed, and waits until that is done.",
    )
    .argument("<file>", "the index, such as index.scip")
    .option("--project <id>", "the project (default: the only one there is)")
    .option("--commit <sha>", "the commit that was indexed (default: documents are matched by where their names stand)")
    .option(
      "--folder <path>",
      "the folder of the repository that the index's paths begin at (default: it is found out)",
    )
    .option("--no-wait", "do not wait for the job")
    .option("--json", "print the answer as JSON")
    .option("--url <url>", "the service (default: CODEINDEX_API_BASE, or this machine)")
    .action(async (file: string, flags: ScipFlags) => {
      const { importIndex } = await import("./scip-import.js");
      process.exitCode = await importIndex(file, flags);
    });
}
