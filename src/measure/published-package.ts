/** Published packages, fetched with npm from its configured registry, and folders that keep the data made of them. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { present } from "../base/need.js";

/** A published package; with its integrity it is pinned to the byte. */
export interface Pin {
  name: string;
  version: string;
  integrity?: string;
}

/** Fetches a package and lends the folder with its content. Throws where it differs from the pinned one. */
export async function withPackage<Result>(
  { name, version, integrity }: Pin,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "codeindex-package-"));
  const run = promisify(execFile);
  try {
    const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, `${name}@${version}`];
    await run("npm", pack, { cwd: folder });
    const archive = join(folder, present(readdirSync(folder).find((file) => file.endsWith(".tgz"))));
    const actual = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (integrity !== undefined && actual !== integrity)
      throw new Error(`${name}@${version} is not what was pinned: ${actual}`);
    const unpacked = join(folder, "unpacked");
    mkdirSync(unpacked);
    await run("tar", ["-xzf", archive, "-C", unpacked, "--strip-components=1", "--no-same-owner"]);
    return await work(unpacked);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fills a folder that is missing. It has another name until it is whole, so a run that dies leaves no half of a folder under its name. */
export async function fillOnce(folder: string, fill: (partial: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const cache = dirname(folder);
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, "partial-"));
  try {
    await fill(partial);
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
