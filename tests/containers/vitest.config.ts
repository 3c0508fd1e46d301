import { defineConfig } from "vitest/config";

/** The image and the compose files on a real Docker engine: slow, so apart from the other tests; `npm run test:containers` runs them. */
export default defineConfig({
  test: {
    root: "tests/containers",
    fileParallelism: false,
    reporters: ["verbose"],
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
