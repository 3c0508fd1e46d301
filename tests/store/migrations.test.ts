/** The list of migrations: of two that share a number only the first would be applied. A number that was never used does no harm. */
import { expect, test } from "vitest";
import { readMigrations } from "../../src/store/db/migrate.js";

test("every migration has a number of its own", () => {
  const numbers = readMigrations().map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});
