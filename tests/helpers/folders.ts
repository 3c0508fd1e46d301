/** Folders for tests of what touches the disk. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, TestRunner } from "vitest";

type Files = Record<string, string | Buffer>;

const ofFile: string[] = [];

/** Makes a folder with the given files. It is removed when the test is over; one that is made outside of a test, when the tests of the file are. */
export function temporaryFolder(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-")));
  if (TestRunner.getCurrentTest()) onTestFinished(() => remove(folder));
  else ofFile.push(folder);
  writeFiles(folder, files);
  return folder;
}

/** Removes the folders that the tests of a file share; the set-up of each file calls it behind all of its hooks. */
export function removeFolders(): void {
  for (const folder of ofFile.splice(0)) remove(folder);
}

/** Writes files below a folder, and makes the folders that they need. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Makes files old: one that was written a moment ago is read again by the next build, changed or not. */
export function makeOld(root: string, paths: Iterable<string>): void {
  for (const path of paths) utimesSync(join(root, path), 1, 1);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
