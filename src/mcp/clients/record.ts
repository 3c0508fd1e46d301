/** The record of our changes in clients' files, kept in the data folder, so that they can be reverted byte for byte. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CodeindexError } from "../../base/errors.js";
import { systemCode } from "../../base/system-code.js";
import { replaceFile } from "./files.js";
import type { FileRecord } from "./plan.js";

/** A file's record, with the folders that were made for it, and the root of its project; a null root is the user's. */
export type StoredRecord = FileRecord & { folders: string[]; root: string | null };

export type Records = Record<string, StoredRecord>;

/** Increased when the form of a record changes. */
const VERSION = 1;

/** The records by path. Throws `configuration` where the file cannot be read. */
export function readRecords(dataDir: string): Records {
  const file = fileOf(dataDir);
  try {
    const { version, files } = JSON.parse(readFileSync(file, "utf8")) as { version: number; files: Records };
    if (version === VERSION) return files;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return {};
  }
  throw new CodeindexError("configuration", `${file} cannot be read.`, {}, [
    "It says what codeindex wrote into files of MCP clients. Delete it to go on without: --remove then takes out what it knows as its own.",
  ]);
}

/** Writes the records; removes the file when there are none. */
export function writeRecords(dataDir: string, files: Records): void {
  if (Object.keys(files).length === 0) rmSync(fileOf(dataDir), { force: true });
  else replaceFile(fileOf(dataDir), `${JSON.stringify({ version: VERSION, files })}\n`, 0o600);
}

const fileOf = (dataDir: string): string => join(dataDir, "clients.json");
