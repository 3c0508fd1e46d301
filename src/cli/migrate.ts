/** `migrate`: migrates the database to this version, and ends. */
import { type Flags, readConfig } from "../config/config.js";
import { migrate } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";

/** Runs the migrations that are missing, and says so. */
export async function migrateOnce(flags: Flags): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = readConfig(flags);
  if (databaseUrl === null) {
    console.log("The embedded database is brought up to date by each start; there is nothing to do.");
    return;
  }
  const db = createPostgres(databaseDirectUrl ?? databaseUrl, { max: 1 });
  try {
    const ran = await migrate(db);
    console.log(ran.length > 0 ? `Ran ${ran.join(", ")}.` : "The database is up to date.");
  } finally {
    await db.close();
  }
}
