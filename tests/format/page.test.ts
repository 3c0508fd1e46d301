/** Pages of results and their cursors, by src/format/page.ts. */
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor, pageOf } from "../../src/format/page.js";

test("pages follow one another without a gap, and the last has no cursor", () => {
  const items = Array.from({ length: 7 }, (_, index) => index);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = pageOf(items, 3, cursor);
    expect(page.truncated === true).toBe(page.next_cursor !== undefined);
    seen.push(...page.results);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(items);
});

test("a page beyond the end is empty", () => {
  expect(pageOf([1, 2], 5, encodeCursor(10))).toEqual({ results: [] });
});

test.each(["abc", "bzEtMQ", "o12", encodeCursor(3).slice(1), "bzk5OTk5OTk5OTk5OQ"])("%j is no cursor", (cursor) => {
  expect(() => decodeCursor(cursor)).toThrow(/^cursor: is not a next_cursor/);
});
