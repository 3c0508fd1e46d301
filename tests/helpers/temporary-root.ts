/** A folder for all that a run of the tests writes to the system's temporary folder, also by processes that were killed. It is removed behind the run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes the folder, names it in TMPDIR, and gives what removes it. */
export default function makeTemporaryRoot(): () => void {
  const root = mkdtempSync(join(tmpdir(), "codeindex-tests-"));
  process.env.TMPDIR = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}
