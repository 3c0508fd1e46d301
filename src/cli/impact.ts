/** The command `impact`: its options, and what they mean. */
import { type Command, Option } from "commander";

const FORMATS = ["text", "json", "sarif", "markdown"] as const;
/** Findings that end with exit code 2. */
const FAILURES = ["breaks", "likely", "never"] as const;

export interface ImpactFlags {
  staged?: boolean;
  format: (typeof FORMATS)[number];
  failOn: (typeof FAILURES)[number];
  depth?: string;
  minConfidence?: string;
  limit?: string;
  maxTokens?: string;
  project?: string;
  url?: string;
}

/** Adds the command. */
export function addImpactCommand(program: Command): void {
  program
    .command("impact")
    .alias("diff_impact")
    .summary("tell what a diff breaks, and which tests to run")
    .description(
      "Tells which places will not compile after a change, who uses what changed, and which tests to run. Ends with 0 where nothing is known to break, 2 where something will not compile, and 1 after an error.",
    )
    .argument("[change]", "BASE..HEAD, one revision (compared with HEAD), the file of a diff, or - for standard input")
    .option("--staged", "what is staged in git")
    .addOption(new Option("--format <format>", "how to print it").choices(FORMATS).default("text"))
    .addOption(
      new Option(
        "--fail-on <what>",
        "what ends with 2: places that will not compile, those that may not as well, or nothing",
      )
        .choices(FAILURES)
        .default("breaks"),
    )
    .option("--depth <number>", "steps of callers of callers; 1 to 5; default: 2")
    .option("--min-confidence <text>", "the least sure references that count: exact, import, unique or candidate")
    .option("--limit <number>", "test files at most; default: 20")
    .option(
      "--max-tokens <number>",
      "how long the answer may be, in tokens (default of other formats than text: the most)",
    )
    .option("--project <id>", "which project (default: the one of the current folder, or the only one)")
    .option("--url <url>", "the service (default: CODEINDEX_API_BASE, or this machine)")
    .action(async (change: string | undefined, flags: ImpactFlags) => {
      const { impact } = await import("./impact/impact.js");
      process.exitCode = await impact(change, flags);
    });
}
