/** A database that takes no writes, as a replica under DATABASE_URL or one that an operator has made read-only. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../src/store/db/migrate.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { checkWritable } from "../../src/store/db/server.js";
import { createEmptyDatabase } from "../helpers/store.js";

const { TEST_DATABASE_URL: postgres } = process.env;
const SAID = {
  code: "engine_unavailable",
  message: "The database takes no writes.",
  suggestions: [expect.stringContaining("DATABASE_URL must lead to the primary"), expect.any(String)],
};

describe.runIf(postgres)("a database that only reads", () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeAll(async () => {
    database = await createEmptyDatabase(postgres!);
    const db = createPostgres(database.url, { max: 1 });
    await db.query(`alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
    await db.close();
  });
  afterAll(() => database?.remove());

  test("refuses migrations and is not a place for writes, and the error says which database is needed", async () => {
    const db = createPostgres(database.url, { max: 1 });
    try {
      await expect(checkWritable(db, AbortSignal.timeout(5000))).rejects.toMatchObject(SAID);
      await expect(migrate(db)).rejects.toMatchObject(SAID);
    } finally {
      await db.close();
    }
  });
});
