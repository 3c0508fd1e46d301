/** The set-up of a run: what its processes find around them, and an end of what they leave. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONFIG_KEYS, type ConfigKey } from "../../src/config/keys.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { databasesOfRun, dropDatabase } from "./store.js";

/**
 * Makes a folder for the temporary files of all tests, also of processes that are killed, and names it in TMPDIR. The result removes it. Settings of
 * the caller's own service go: with its DATABASE_URL the services of the tests would write into its database.
 */
export default function setUpRun(): () => Promise<void> {
  // Each project of the configuration asks; folders in folders would make paths too long for a socket.
  const { CODEINDEX_TEST_PROCESS: owner } = process.env;
  if (owner === String(process.pid)) return async () => undefined;
  process.env.CODEINDEX_TEST_PROCESS = String(process.pid);
  for (const { environment, fileVariable = environment } of Object.values(CONFIG_KEYS) as ConfigKey[]) {
    delete process.env[environment];
    delete process.env[fileVariable];
  }
  process.env.CODEINDEX_TEST_RUN = randomBytes(6).toString("hex");
  const root = mkdtempSync(join(tmpdir(), "codeindex-tests-"));
  // Tests that act as another user must get to the folders in it.
  chmodSync(root, 0o755);
  process.env.TMPDIR = root;
  return async () => {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    await dropDatabasesOfRun();
  };
}

async function dropDatabasesOfRun(): Promise<void> {
  const { TEST_DATABASE_URL: server } = process.env;
  if (!server) return;
  const admin = createPostgres(server, { max: 1 });
  const left = await admin.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [databasesOfRun()],
  );
  for (const { name } of left) await dropDatabase(admin, name);
  await admin.close();
}
