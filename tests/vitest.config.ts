import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { optimisingFlags } from "../src/base/v8-flags.js";
import { compiledSources } from "./helpers/compiled.js";
import { LongestFirst } from "./helpers/longest-first.js";

/** Those with commands of their own: npm run test:faults, test:conformance, test:containers and test:package. */
const ASIDE = process.env.CODEINDEX_TEST_ALL ? [] : ["faults/**", "conformance/**", "containers/**", "package/**"];
/** Folders whose tests start processes. */
const SYSTEMS = folders("cli", "conformance", "containers", "faults", "package", "system", "web");
/** Tests whose process is itself what they test: each file has one of its own. */
const ALONE = [...folders("hostile", "queue"), "system/purge.test.ts"];
const NEVER = ["**/node_modules/**", "fixtures/**"];

const { alias, external } = compiledSources();

/** Tests run against real databases. */
export default defineConfig({
  resolve: { alias },
  test: {
    root: "tests",
    pool: "forks",
    // As the product's own processes: much of what V8 would optimise, of the embedded database above all, is over before it is done.
    execArgv: optimisingFlags(),
    // Many of them wait more than they work. VITEST_MAX_WORKERS sets another number; --maxWorkers reaches no project.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    globalSetup: ["./helpers/set-up-run.ts"],
    setupFiles: ["./helpers/setup.ts"],
    server: { deps: { external } },
    projects: [
      {
        extends: true,
        // A process takes one file after the other. Loading the sources and native parsers for each file was a third of the work of tests/tools.
        test: { name: "rooms", include: ["**/*.test.ts"], exclude: [...NEVER, ...SYSTEMS, ...ALONE], isolate: false },
      },
      {
        extends: true,
        test: { name: "systems", include: SYSTEMS, exclude: [...NEVER, ...ASIDE, ...ALONE], isolate: false },
      },
      { extends: true, test: { name: "alone", include: ALONE, exclude: NEVER } },
    ],
  },
});

function folders(...names: string[]): string[] {
  return names.map((name) => `${name}/**/*.test.ts`);
}
