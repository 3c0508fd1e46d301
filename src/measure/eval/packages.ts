/**
 * Published packages as repositories to search: fetched with npm by version, kept in a folder that git ignores, without the doc comments that queries
 * were made of.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../base/package.js";
import { fillOnce, withPackage } from "../published-package.js";

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

const CACHE = fileURLToPath(packageFile(".cache/eval"));

/** The folder of a package as a set requires it; fetches a missing one. Throws where it differs from the pinned one. */
export async function preparePackage(stripped: Stripped): Promise<string> {
  const { package: name, version, integrity } = stripped;
  const digest = createHash("sha256").update(JSON.stringify(stripped)).digest("hex").slice(0, 8);
  const folder = join(CACHE, `${name.replaceAll("/", "+")}@${version}-${digest}`);
  await fillOnce(folder, async (partial) => {
    const only = stripped.index_only.replace(/\/$/, "");
    await withPackage({ name, version, integrity }, (unpacked) =>
      cp(join(unpacked, only), join(partial, only), { recursive: true }),
    );
    for (const [file, ranges] of Object.entries(stripped.remove_lines)) {
      const path = join(partial, file);
      // Read as bytes, not letters, so that the rest of the file does not change.
      writeFileSync(path, withoutLines(readFileSync(path, "latin1"), ranges), "latin1");
    }
  });
  return folder;
}

/** A text without some of its lines. */
export function withoutLines(text: string, ranges: readonly (readonly [number, number])[]): string {
  const isRemoved = (line: number) => ranges.some(([first, last]) => first <= line && line <= last);
  return text
    .split("\n")
    .filter((_, index) => !isRemoved(index + 1))
    .join("\n");
}
