/** Settings that were changed at run time, of the whole installation. */
import type { Db } from "./db/db.js";

/** Hears that settings have changed. */
export const SETTINGS_CHANNEL = "codeindex_settings";

/** The stored values by the name of their key. */
export async function readSettings(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.query<{ name: string; value: unknown }>("select name, value from settings");
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Stores the values, takes back those that are null, and tells all processes. */
export async function writeSettings(db: Db, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values);
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  await db.transaction(async (tx) => {
    await tx.query("delete from settings where name = any($1)", [names]);
    await tx.query("insert into settings (name, value) select key, value from jsonb_each($1::jsonb)", [set]);
    await tx.query("select pg_notify($1, '')", [SETTINGS_CHANNEL]);
  });
}
