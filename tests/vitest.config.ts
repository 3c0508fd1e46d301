import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests run the sources against real databases; a file is one process, so that native parsers and databases stay apart. */
export default defineConfig({
  test: {
    root: "tests",
    include: ["**/*.test.ts"],
    // Those with commands of their own: npm run test:faults, test:conformance and test:containers.
    exclude: [
      "**/node_modules/**",
      "fixtures/**",
      ...(process.env.CODEINDEX_TEST_ALL ? [] : ["faults/**", "conformance/**", "containers/**"]),
    ],
    pool: "forks",
    // Many of them wait more than they work.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: ["./helpers/temporary-root.ts"],
    setupFiles: ["./helpers/setup.ts"],
  },
});
