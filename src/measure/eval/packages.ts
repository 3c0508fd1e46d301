/**
 * Published packages as repositories to search: fetched with npm by version, kept in a folder that git ignores, without the doc comments that queries
 * were made of.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { present } from "../../base/need.js";
import { packageFile } from "../../base/package.js";

/** A file of `strip/` of a set: a package, its indexed part, and the lines to remove. */
export interface Stripped {
  package: string;
  version: string;
  integrity?: string;
  /** The folder of the package to index; "" for all of it. */
  index_only: string;
  /** By file: ranges of lines from 1, both ends included, numbered before any removal. */
  remove_lines: Record<string, [number, number][]>;
}

export const CACHE = fileURLToPath(packageFile(".cache/eval"));

/** The folder of a package as a set requires it; fetches a missing one. Throws where it differs from the pinned one. */
export async function preparePackage(stripped: Stripped): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify(stripped)).digest("hex").slice(0, 8);
  const folder = join(CACHE, `${stripped.package.replaceAll("/", "+")}@${stripped.version}-${digest}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const partial = mkdtempSync(join(CACHE, "partial-"));
  try {
    const unpacked = await fetchPackage(stripped);
    const only = stripped.index_only.replace(/\/$/, "");
    await cp(join(unpacked, only), join(partial, only), { recursive: true });
    rmSync(dirname(unpacked), { recursive: true });
    for (const [file, ranges] of Object.entries(stripped.remove_lines)) {
      const path = join(partial, file);
      // Read as bytes, not letters, so that the rest of the file does not change.
      writeFileSync(path, withoutLines(readFileSync(path, "latin1"), ranges), "latin1");
    }
    renameSync(partial, folder);
    return folder;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** A text without some of its lines. */
export function withoutLines(text: string, ranges: readonly (readonly [number, number])[]): string {
  const isRemoved = (line: number) => ranges.some(([first, last]) => first <= line && line <= last);
  return text
    .split("\n")
    .filter((_, index) => !isRemoved(index + 1))
    .join("\n");
}

/** Fetches and unpacks a package into a new temporary folder; returns the package's root in it. */
export async function fetchPackage({
  package: name,
  version,
  integrity,
}: Pick<Stripped, "package" | "version" | "integrity">): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "codeindex-eval-"));
  const run = promisify(execFile);
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, `${name}@${version}`];
  await run("npm", pack, { cwd: folder });
  const archive = join(folder, present(readdirSync(folder).find((file) => file.endsWith(".tgz"))));
  const actual = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (integrity !== undefined && actual !== integrity)
    throw new Error(`${name}@${version} is not what was pinned: ${actual}`);
  const unpacked = join(folder, "package-root");
  mkdirSync(unpacked);
  await run("tar", ["-xzf", archive, "-C", unpacked, "--strip-components=1", "--no-same-owner"]);
  return unpacked;
}
