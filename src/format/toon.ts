/** Answers in TOON (toonformat.dev): the names of the fields once, then a row for each result. */
import { encode } from "@toon-format/toon";

type Value = string | number | boolean | null;
export type ToonRow = Record<string, Value>;

/** Fields beside the results, then the results as one table. A column that is empty in all rows is left out. */
export function toToon(rows: readonly ToonRow[], beside: Record<string, Value | readonly string[]> = {}): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const told = names.filter((name) => rows.some((row) => saysSomething(row[name])));
  const results = rows.map((row) => Object.fromEntries(told.map((name) => [name, wellFormed(row[name] ?? null)])));
  const rest = Object.entries(beside).filter(([, value]) => saysSomething(value));
  return encode({
    ...Object.fromEntries(rest.map(([name, value]) => [name, Array.isArray(value) ? value.map(wellFormed) : value])),
    results,
  });
}

function saysSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Makes text well-formed for the encoder, which refuses one that was cut within a character. */
function wellFormed(value: Value): Value {
  return typeof value === "string" ? value.replaceAll(/\p{Surrogate}/gu, "\uFFFD") : value;
}
