/** Extensions of PostgreSQL, where the server or an administrator refuses to create them. */
import { CodeindexError } from "../../base/errors.js";

/** Extensions that the schema does without. */
const OPTIONAL = /create extension if not exists (vector);/g;

/**
 * The text of a migration in which an optional extension is left out where it cannot be created: most users may not, and managed servers have a list.
 * These statements stand in blocks of PL/pgSQL. A migration is never edited, so it is done here.
 */
export function withoutRefused(sql: string): string {
  return sql.replace(
    OPTIONAL,
    "begin create extension if not exists $1; exception when others then raise notice 'without $1: %', sqlerrm; end;",
  );
}

/** The error as users may see it, where the database's user lacks a right that the tables need; otherwise itself. `grant` is what gives the right. */
export function refusal(error: unknown, grant: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const extension = /extension "(\w+)"/.exec(message ?? "")?.[1];
  // 42501: no permission; 0A000, 22023: not on this server, or not on its list.
  if (code !== "42501" && !(extension && ["0A000", "22023"].includes(code ?? ""))) return error;
  const told = new CodeindexError("configuration", `The database refuses what its tables need: ${message}.`, {}, [
    extension
      ? `Have an administrator of the server run, in this database: create extension ${extension};`
      : `Have an administrator of the server run: ${grant};`,
  ]);
  told.cause = error;
  return told;
}
