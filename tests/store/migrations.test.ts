/** The list of migrations. */
import { expect, test } from "vitest";
import { readMigrations } from "../../src/store/migrate.js";

test("every migration has a number of its own, and none is left out", () => {
  const numbers = readMigrations().map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});
