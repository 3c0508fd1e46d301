/** The list of migrations: of two that share a number only the first would be applied. A number that was never used does no harm. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMigrations } from "../../src/store/db/migrate.js";

/** The migration that brought the rule by which versions run beside each other (docs/operations.md). */
const FIRST_BESIDE = 24;

test("every migration has a number of its own", () => {
  const numbers = readMigrations().map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test("a migration that the version before does not start beside is named in the changelog", () => {
  const changelog = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
  const ruled = readMigrations().filter(({ number }) => number >= FIRST_BESIDE);
  expect(ruled.length).toBeGreaterThan(3);
  const unsaid = ruled.filter(
    ({ number, beside, file }) => (beside === null || beside >= number) && !changelog.includes(file),
  );
  expect(unsaid.map(({ file }) => file)).toEqual([]);
});
