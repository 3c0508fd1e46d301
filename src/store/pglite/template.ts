/** The database as it is right after the migrations, packed at build time: unpacking it takes a tenth of the time of making one. */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { gunzipSync } from "node:zlib";
import { packageFile } from "../../base/package.js";
import { readMigrations } from "../db/migrate.js";

const BLOCK = 512;

/** The template that belongs to the migrations and the versions of what wrote it. */
export function templateUrl(): URL {
  const hash = createHash("sha256");
  for (const migration of readMigrations()) hash.update(migration.file).update(migration.hash);
  const about = readFileSync(packageFile("package.json"), "utf8");
  const { dependencies } = JSON.parse(about) as { dependencies: Record<string, string> };
  for (const name of ["@electric-sql/pglite", "@electric-sql/pglite-pgvector", "bullmq"]) {
    hash.update(`${name} ${dependencies[name]}`);
  }
  return packageFile(`dist/template-${hash.digest("hex").slice(0, 16)}.tar.gz`);
}

/** Unpacks a .tar.gz of plain files and folders into `directory`, which appears whole or not at all. False when there is no such archive. */
export function unpackTemplate(archive: URL, directory: string): boolean {
  let packed: Buffer;
  try {
    packed = readFileSync(archive);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  unpack(gunzipSync(packed), partial);
  renameSync(partial, directory);
  return true;
}

function unpack(tar: Buffer, directory: string): void {
  const made = new Set<string>();
  const makeFolder = (path: string) => {
    if (made.has(path)) return;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    made.add(path);
  };
  for (let offset = 0; offset + BLOCK <= tar.length && tar[offset] !== 0; ) {
    const name = field(tar, offset, 100);
    const prefix = field(tar, offset + 345, 155);
    const size = Number.parseInt(field(tar, offset + 124, 12), 8) || 0;
    const isFolder = tar[offset + 156] === "5".charCodeAt(0);
    const path = join(directory, normalize(`/${prefix ? `${prefix}/` : ""}${name}`));
    if (isFolder) {
      makeFolder(path);
    } else {
      makeFolder(dirname(path));
      writeFileSync(path, tar.subarray(offset + BLOCK, offset + BLOCK + size), { mode: 0o600 });
    }
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function field(tar: Buffer, start: number, length: number): string {
  const text = tar.toString("utf8", start, start + length);
  const end = text.indexOf("\0");
  return (end === -1 ? text : text.slice(0, end)).trim();
}
