/** Pages of a list: an offset that clients see as an opaque cursor. */
import { invalidParameter } from "../base/errors.js";

const PREFIX = "o";

/** The cursor of the results from `offset` on (counted from 0). */
export function encodeCursor(offset: number): string {
  return Buffer.from(`${PREFIX}${offset}`).toString("base64url");
}

/** The offset that a cursor stands for; 0 without one, or with an empty one. Throws `invalid_parameter` for a cursor we did not make. */
export function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined || cursor === "") return 0;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const digits = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !/^\d{1,9}$/.test(digits))
    throw invalidParameter(
      "cursor",
      "is not a next_cursor of an earlier answer; leave it out to start at the first result",
    );
  return Number(digits);
}

/** Whether an answer has a next page. */
export const hasMore = (answer: object) => "next_cursor" in answer;

/**
 * The page of `items` that starts at `cursor`. `truncated` and `next_cursor` are there only when items follow: spread them into the answer.
 * Give all items (or at least offset + limit + 1 of them), in an order that stays the same between calls.
 */
export function pageOf<Item>(
  items: readonly Item[],
  limit: number,
  cursor: string | undefined,
): { results: Item[]; truncated?: true; next_cursor?: string } {
  const offset = decodeCursor(cursor);
  const end = offset + limit;
  const results = items.slice(offset, end);
  return items.length > end ? { results, truncated: true, next_cursor: encodeCursor(end) } : { results };
}
