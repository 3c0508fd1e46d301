/** A folder for all that a run of the tests writes to the system's temporary folder, also by processes that were killed. It is removed behind the run. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes the folder, names it in TMPDIR, and gives what removes it. */
export default function makeTemporaryRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), "codeindex-tests-"));
  // Tests that act as another user must get to the folders in it.
  chmodSync(root, 0o755);
  process.env.TMPDIR = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}
