/** The database as it is right after the migrations, packed at build time: unpacking it takes a tenth of the time of making one. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { gunzipSync } from "node:zlib";
import { packageFile } from "../../base/package.js";
import { readMigrations } from "../db/migrate.js";

/** Raised when scripts/build.js makes the template in another way. */
const FORM = 3;
const BLOCK = 512;
/** More than the 13 MB of the template: pieces would be copied into one. */
const ONE_PIECE = 1 << 24;
/** The type of a folder. */
const FOLDER = "5".charCodeAt(0);

/** The template that belongs to the migrations and the versions of what wrote it. */
export function templateUrl(): URL {
  const hash = createHash("sha256").update(`form ${FORM}`);
  for (const migration of readMigrations()) hash.update(migration.file).update(migration.hash);
  const about = readFileSync(packageFile("package.json"), "utf8");
  const { dependencies } = JSON.parse(about) as { dependencies: Record<string, string> };
  for (const name of ["@electric-sql/pglite", "@electric-sql/pglite-pgvector"]) {
    hash.update(`${name} ${dependencies[name]}`);
  }
  return packageFile(`dist/template-${hash.digest("hex").slice(0, 16)}.tar.gz`);
}

/** Unpacks a .tar.gz of plain files and folders into `directory`, which appears whole or not at all. False when there is no such archive. */
export function unpackTemplate(archive: URL, directory: string): boolean {
  if (!existsSync(archive)) return false;
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  unpack(gunzipSync(readFileSync(archive), { chunkSize: ONE_PIECE }), partial);
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
  // Ends at a block of zeros.
  for (let index = 0; index + BLOCK <= tar.length && tar[index] !== 0; ) {
    const length = Number.parseInt(field(tar, index + 124, 12), 8) || 0;
    const prefix = field(tar, index + 345, 155);
    const path = join(directory, normalize(`/${prefix ? `${prefix}/` : ""}${field(tar, index, 100)}`));
    if (tar[index + 156] === FOLDER) makeFolder(path);
    else {
      makeFolder(dirname(path));
      writeFileSync(path, tar.subarray(index + BLOCK, index + BLOCK + length), { mode: 0o600 });
    }
    index += BLOCK + Math.ceil(length / BLOCK) * BLOCK;
  }
}

function field(tar: Buffer, start: number, length: number): string {
  const text = tar.toString("utf8", start, start + length);
  const end = text.indexOf("\0");
  return (end === -1 ? text : text.slice(0, end)).trim();
}
