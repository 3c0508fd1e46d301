/** `bench`: measures this build on a repository, and prints the figures next to their targets. */
import { CodeindexError } from "../base/errors.js";
import { type BenchOptions, runBench } from "../measure/bench/bench.js";
import { ONLY_NAMED, SECTIONS, type SectionName } from "../measure/bench/section-names.js";
import { renderReport } from "../measure/bench/table.js";
import { stopSignal } from "./stop.js";

export interface BenchFlags {
  only?: string;
  calls?: string;
  edits?: string;
  seed?: string;
  soak?: boolean;
  databaseUrl?: string;
  chunks?: string;
  json?: boolean;
}

/** Returns the exit code: 1 where a section failed. Throws `configuration` for an invalid flag. */
export async function bench(dir: string, flags: BenchFlags): Promise<number> {
  const options: BenchOptions = {
    dir,
    only: sectionsOf(flags.only),
    calls: wholeNumber("--calls", flags.calls, 100),
    edits: wholeNumber("--edits", flags.edits, 50),
    seed: wholeNumber("--seed", flags.seed, 1),
    soak: flags.soak === true,
    databaseUrl: flags.databaseUrl ?? null,
    chunks: (flags.chunks ?? "100000").split(",").map((count) => wholeNumber("--chunks", count.trim(), 1)),
  };
  if (flags.only?.split(",").some((name) => name.trim() === "scale") && options.databaseUrl === null)
    throw new CodeindexError("configuration", "--only scale: needs a PostgreSQL server, as --database-url URL.");
  const onSection = (name: string) => console.error(`bench: ${name}`);
  const report = await runBench(options, { signal: stopSignal(), onSection });
  console.log(flags.json ? JSON.stringify(report, null, 2) : renderReport(report));
  return report.sections.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

function sectionsOf(list: string | undefined): readonly SectionName[] {
  if (list === undefined) return SECTIONS.filter((section) => !ONLY_NAMED.includes(section));
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !SECTIONS.some((section) => section === name));
  if (unknown === undefined) return SECTIONS.filter((section) => names.includes(section));
  throw new CodeindexError("configuration", `--only: ${JSON.stringify(unknown)} is not one of ${SECTIONS.join(", ")}.`);
}

function wholeNumber(flag: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value > 0) return value;
  throw new CodeindexError("configuration", `${flag}: ${JSON.stringify(text)} is not a whole number above 0.`);
}
