/** The sample graph in a database of its own, for the tests of one file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Db } from "../../src/store/db.js";
import { migrate } from "../../src/store/migrate.js";
import { createPglite } from "../../src/store/pglite.js";
import type { View } from "../../src/store/views.js";
import { seedSample } from "./fixture.js";

/** Opens the database before the tests of the file and closes it after them; the fields are there while tests run. */
export function useSample(): { db: Db; view: View } {
  const sample = {} as { db: Db; view: View };
  const folder = mkdtempSync(join(tmpdir(), "codeindex-graph-"));
  beforeAll(async () => {
    sample.db = await createPglite(folder);
    await migrate(sample.db);
    sample.view = await seedSample(sample.db);
  });
  afterAll(async () => {
    await sample.db?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return sample;
}
