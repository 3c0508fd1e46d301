/** The sample graph in a database of its own, for the tests of one file: on PostgreSQL where TEST_DATABASE_URL names a server, else on PGlite. */
import { afterAll, beforeAll } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import type { View } from "../../src/store/views.js";
import { openPglite, openPostgres } from "../helpers/store.js";
import { seedSample } from "./fixture.js";

/** Opens the database before the tests of the file and closes it after them; the fields are there while tests run. */
export function useSample(): { db: Db; view: View } {
  const sample = {} as { db: Db; view: View };
  let remove: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const server = process.env.TEST_DATABASE_URL;
    const store = server ? await openPostgres(server) : await openPglite();
    remove = store.remove;
    sample.db = store.db;
    sample.view = await seedSample(sample.db);
  });
  afterAll(() => remove?.());
  return sample;
}
