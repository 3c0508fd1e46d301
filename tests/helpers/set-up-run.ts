/** The set-up of a run: what its processes find around them, and an end of what they leave. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONFIG_KEYS, type ConfigKey } from "../../src/config/keys.js";

/**
 * Makes a folder for all that the tests write to the system's temporary folder, also by processes that were killed, names it in TMPDIR, and gives what
 * removes it. Settings of the caller's own service go: with its DATABASE_URL the services of the tests would write into its database.
 */
export default function setUpRun(): () => void {
  for (const { environment, fileVariable = environment } of Object.values(CONFIG_KEYS) as ConfigKey[]) {
    delete process.env[environment];
    delete process.env[fileVariable];
  }
  const root = mkdtempSync(join(tmpdir(), "codeindex-tests-"));
  // Tests that act as another user must get to the folders in it.
  chmodSync(root, 0o755);
  process.env.TMPDIR = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}
