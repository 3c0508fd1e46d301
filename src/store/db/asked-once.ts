/**
 * A database for one call of a tool: a statement that was asked already is not asked again with the same values. A list of callers is made by parts that know
 * nothing of each other; a third of their thirty statements were the same ones, and on PGlite each is over a millisecond.
 */
import type { Db } from "./db.js";

/** Lists with more values are asked each time: to compare them costs what a statement does. */
const MOST_VALUES = 500;

/** The database, whose rows stay as they were first read. Only for what reads alone, and is over soon. */
export function askedOnce(db: Db): Db {
  const asked = new Map<string, Promise<object[]>>();
  return {
    ...db,
    async query<Row extends object>(text: string, values: readonly unknown[] = [], signal?: AbortSignal) {
      // One caller's signal must not end the question of another.
      if (signal || values.some((value) => Array.isArray(value) && value.length > MOST_VALUES))
        return db.query<Row>(text, values, signal);
      const key = `${text}\0${values.map(keyOf).join("\0")}`;
      const known = asked.get(key);
      const rows = known ?? db.query<Row>(text, values);
      if (!known) {
        asked.set(key, rows);
        rows.catch(() => asked.delete(key));
      }
      return (await rows).map(copyOf) as Row[];
    },
  };
}

function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return typeof value === "bigint" ? `${value}n` : `${JSON.stringify(value)}`;
}

/** A row of one's own, as some callers change theirs. */
function copyOf(row: object): object {
  const copy: Record<string, unknown> = { ...row };
  for (const name in copy) if (Array.isArray(copy[name])) copy[name] = [...(copy[name] as unknown[])];
  return copy;
}
