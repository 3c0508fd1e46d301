/** The database as it is right after the migrations, packed at build time: unpacking it takes a tenth of the time of making one. */

import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { packageFile } from "../../base/package.js";
import { readMigrations } from "../db/migrate.js";

/** Raised when scripts/build.js makes the template in another way. */
const FORM = 2;
const BLOCK = 512;
/** The type of a folder. */
const FOLDER = "5".charCodeAt(0);

/** The template that belongs to the migrations and the versions of what wrote it. */
export function templateUrl(): URL {
  const hash = createHash("sha256").update(`form ${FORM}`);
  for (const migration of readMigrations()) hash.update(migration.file).update(migration.hash);
  const about = readFileSync(packageFile("package.json"), "utf8");
  const { dependencies } = JSON.parse(about) as { dependencies: Record<string, string> };
  for (const name of ["@electric-sql/pglite", "@electric-sql/pglite-pgvector", "bullmq"]) {
    hash.update(`${name} ${dependencies[name]}`);
  }
  return packageFile(`dist/template-${hash.digest("hex").slice(0, 16)}.tar.gz`);
}

/** Unpacks a .tar.gz of plain files and folders into `directory`, which appears whole or not at all. False when there is no such archive. */
export async function unpackTemplate(archive: URL, directory: string): Promise<boolean> {
  if (!existsSync(archive)) return false;
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(archive), createGunzip(), (tar) => unpack(tar, partial));
  renameSync(partial, directory);
  return true;
}

/** Writes the files of an archive as they come: all of them together are some 13 MB. */
async function unpack(tar: AsyncIterable<Buffer>, directory: string): Promise<void> {
  const made = new Set<string>();
  const makeFolder = (path: string) => {
    if (made.has(path)) return;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    made.add(path);
  };
  let parts: Buffer[] = [];
  let [size, wanted] = [0, BLOCK];
  for await (const part of tar) {
    parts.push(part);
    size += part.length;
    if (size < wanted) continue;
    const bytes = Buffer.concat(parts);
    let index = 0;
    wanted = BLOCK;
    // Ends at a block of zeros, or at an entry that is not whole yet.
    while (index + BLOCK <= size && bytes[index] !== 0) {
      const length = Number.parseInt(field(bytes, index + 124, 12), 8) || 0;
      const end = index + BLOCK + Math.ceil(length / BLOCK) * BLOCK;
      if (end > size) {
        wanted = end - index;
        break;
      }
      const prefix = field(bytes, index + 345, 155);
      const path = join(directory, normalize(`/${prefix ? `${prefix}/` : ""}${field(bytes, index, 100)}`));
      if (bytes[index + 156] === FOLDER) makeFolder(path);
      else {
        makeFolder(dirname(path));
        writeFileSync(path, bytes.subarray(index + BLOCK, index + BLOCK + length), { mode: 0o600 });
      }
      index = end;
    }
    parts = [bytes.subarray(index)];
    size -= index;
  }
}

function field(tar: Buffer, start: number, length: number): string {
  const text = tar.toString("utf8", start, start + length);
  const end = text.indexOf("\0");
  return (end === -1 ? text : text.slice(0, end)).trim();
}
