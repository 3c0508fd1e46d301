/** Temporary repositories for tests of what touches the disk. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder with the given files, removed when the test is over. */
export function temporaryRepository(files: Record<string, string | Buffer> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-files-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Makes files old: one that was written a moment ago is read again by the next build, changed or not. */
export function makeOld(root: string, paths: Iterable<string>): void {
  for (const path of paths) utimesSync(join(root, path), 1, 1);
}
