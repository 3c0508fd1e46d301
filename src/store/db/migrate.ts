/**
 * Runs migrations/NNNN_*.sql in order, each once, each in a transaction.
 *
 * A migration whose first line is `-- beside: N` only adds to the schema: versions that know the migrations up to N run on beside it, and start again,
 * as in a rolling update. Without that line they go on as long as they run, and do not start.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";
import { packageFile } from "../../base/package.js";
import type { Db } from "./db.js";
import { refusal, withoutRefused } from "./extensions.js";

const FOLDER = packageFile("migrations/");
/** Replicas that start at once take turns: the first migrates, the others find nothing to do. */
const ADVISORY_LOCK = 8400_0001;

interface Migration {
  number: number;
  file: string;
  sql: string;
  hash: string;
  beside: number | null;
}

/**
 * Brings the database to this version; gives the names of the files that were run. Throws `configuration` when the database is of a newer version that
 * this one does not run beside, or refuses this user what the tables need.
 */
export async function migrate(db: Db): Promise<string[]> {
  try {
    return await runMissing(db);
  } catch (error) {
    throw refusal(error, "grant create on schema public to USER");
  }
}

async function runMissing(db: Db): Promise<string[]> {
  const migrations = readMigrations();
  const known = await readApplied(db);
  if (isUpToDate(known, migrations)) return [];
  const ran: string[] = [];
  for (const migration of migrations) {
    const applied = await db.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
      await tx.query(
        `create table if not exists migrations (
           number integer primary key,
           file text not null,
           hash text not null,
           applied_at timestamptz not null default now(),
           beside integer
         )`,
      );
      // Looked at again, now that nobody else migrates.
      isUpToDate(await readApplied(tx), migrations);
      const rows = await tx.query("select 1 from migrations where number = $1", [migration.number]);
      if (rows.length > 0) return false;
      await tx.query(withoutRefused(migration.sql));
      const { number, file, hash, beside } = migration;
      await tx.query("insert into migrations (number, file, hash, beside) values ($1, $2, $3, $4)", [
        number,
        file,
        hash,
        beside,
      ]);
      return true;
    });
    if (applied) ran.push(migration.file);
  }
  return ran;
}

/** Resolves when another process has brought the database to this version; looks every second. */
export async function waitForMigrations(db: Db): Promise<void> {
  while (!isUpToDate(await readApplied(db), readMigrations())) await sleep(1000);
}

/** The files of this version that the database lacks. Nothing is said of those of newer versions. */
export async function missingMigrations(db: Db, signal?: AbortSignal): Promise<string[]> {
  const applied = new Set((await readApplied(db, signal)).map(({ number }) => number));
  return readMigrations().flatMap(({ number, file }) => (applied.has(number) ? [] : [file]));
}

/** The migrations of this version, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_.*\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, FOLDER), "utf8");
      const [, beside] = /^-- beside: (\d+)\n/.exec(sql) ?? [];
      return {
        number: Number(file.slice(0, 4)),
        file,
        sql,
        hash: createHash("sha256").update(sql).digest("hex"),
        beside: beside === undefined ? null : Number(beside),
      };
    });
}

type Applied = Omit<Migration, "sql">;

async function readApplied(db: Db, signal?: AbortSignal): Promise<Applied[]> {
  const [table] = await db.query<{ found: boolean }>(
    "select to_regclass('migrations') is not null as found",
    [],
    signal,
  );
  if (!table?.found) return [];
  // Older versions made the table without this column.
  return db.query<Applied>(
    "select number, file, hash, (to_jsonb(m)->>'beside')::integer as beside from migrations as m order by number",
    [],
    signal,
  );
}

/** Throws when the database was migrated by other files than these, but for newer ones that this version runs beside. */
function isUpToDate(applied: Applied[], migrations: Migration[]): boolean {
  const newest = Math.max(...migrations.map(({ number }) => number));
  let missing = migrations.length;
  for (const { number, file, hash, beside } of applied) {
    const own = migrations.find((migration) => migration.number === number);
    if (!own) {
      if (beside !== null && beside <= newest) continue;
      throw new CodeindexError(
        "configuration",
        `The database was migrated by a newer version of codeindex (${file}).`,
        { migration: file },
        ["Start the newer version again, or use another database or data folder."],
      );
    }
    missing--;
    if (own.hash !== hash) {
      throw new CodeindexError(
        "configuration",
        `The database was migrated by another version of ${own.file}.`,
        { migration: own.file },
        ["Use another database or data folder: the index is built again from the sources."],
      );
    }
  }
  return missing === 0;
}
