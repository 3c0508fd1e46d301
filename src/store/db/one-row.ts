/** The row of a query that always gives one: a count, a sum, a row that was just written. */
import { nth } from "../../base/need.js";

/** The row of a query. */
export async function oneRow<Row extends object>(query: Promise<readonly Row[]>): Promise<Row> {
  return nth(await query, 0);
}
