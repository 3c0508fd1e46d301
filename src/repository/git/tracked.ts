/**
 * The paths that git tracks, read from its index: to git no ignore file applies to these. Formats 2 to 4, with SHA-1 and SHA-256. Of a split
 * index only what is in the file itself is read, so fewer paths count as tracked, never more.
 */
import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { firstIndex } from "../../base/first-index.js";
import { nth } from "../../base/need.js";
import { isFileSystemError, readRegular } from "../read-small-file.js";
import { GIT_CONFIG, gitFolders } from "./head.js";

/** The paths that git tracked in a working tree when its index was read. */
export interface TrackedPaths {
  /** Whether the folder is a working tree of git. */
  isGit: boolean;
  /** Changes when the index does. */
  stamp: string;
  /** Whether git tracks the file. */
  has(path: string): boolean;
  /** Whether git tracks a file below the folder. */
  hasBelow(folder: string): boolean;
  /** The files that git tracks below the folder, in order. */
  below(folder: string): string[];
}

/** The index of a million paths has about 100 MB. Of a larger one no path counts as tracked. */
const INDEX = { most: 256_000_000 };

/** Reads the tracked paths of a working tree. `before` is what was read earlier: the index is read again only if it has changed. */
export async function readTrackedPaths(root: string, before: TrackedPaths | null = null): Promise<TrackedPaths> {
  const folders = await gitFolders(root);
  if (folders === null) return trackedPaths(false, "", []);
  const file = join(folders.own, "index");
  const stats = await statusOf(file);
  const stamp = stats?.isFile() ? `${stats.mtimeNs} ${stats.size} ${stats.ino}` : "";
  if (before?.isGit && before.stamp === stamp) return before;
  const bytes = stamp === "" ? null : await readRegular(file, [folders.own], INDEX);
  if (bytes === null) return trackedPaths(true, stamp, []);
  const config = await readRegular(join(folders.common, "config"), [folders.common], GIT_CONFIG);
  const isSha256 = /objectformat\s*=\s*sha256/i.test(config?.toString("utf8") ?? "");
  return trackedPaths(true, stamp, readIndex(bytes, isSha256 ? 32 : 20).sort());
}

function trackedPaths(isGit: boolean, stamp: string, sorted: readonly string[]): TrackedPaths {
  const paths = new Set(sorted);
  return {
    isGit,
    stamp,
    has: (path) => paths.has(path),
    hasBelow: (folder) => sorted[firstFrom(sorted, `${folder}/`)]?.startsWith(`${folder}/`) ?? false,
    // '0' follows '/'.
    below: (folder) => sorted.slice(firstFrom(sorted, `${folder}/`), firstFrom(sorted, `${folder}0`)),
  };
}

/** null where nothing is there that can be looked at. */
async function statusOf(file: string): Promise<BigIntStats | null> {
  try {
    return await stat(file, { bigint: true });
  } catch (error) {
    if (isFileSystemError(error)) return null;
    throw error;
  }
}

/** The position of the first path that is not before `least`. */
const firstFrom = (sorted: readonly string[], least: string): number =>
  firstIndex(0, sorted.length, (position) => nth(sorted, position) >= least);

/** Bytes before the hash in an entry: times, device, inode, mode, owner, size. */
const STAT_BYTES = 40;
const GITLINK = 0o160000;

/** The paths of an index file; what is cut off or makes no sense ends the list. */
export function readIndex(bytes: Buffer, hashBytes: number): string[] {
  const paths: string[] = [];
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return paths;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return paths;
  const count = bytes.readUInt32BE(8);
  let previous: Buffer = Buffer.alloc(0);
  let offset = 12;
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = offset + STAT_BYTES + hashBytes;
    if (flagsAt + 2 > bytes.length) return paths;
    const mode = bytes.readUInt32BE(offset + 24);
    const isExtended = version > 2 && (bytes.readUInt16BE(flagsAt) & 0x4000) !== 0;
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      // How much of the previous name to drop: seven bits a byte, where each further byte adds one.
      let dropped = bytes[nameAt]! & 0x7f;
      while (nameAt < bytes.length && bytes[nameAt]! & 0x80) dropped = (dropped + 1) * 128 + (bytes[++nameAt]! & 0x7f);
      nameAt++;
      kept = previous.length - dropped;
      if (!(kept >= 0)) return paths;
    }
    const end = bytes.indexOf(0, nameAt);
    if (end === -1) return paths;
    const rest = bytes.subarray(nameAt, end);
    const name = kept === 0 ? rest : Buffer.concat([previous.subarray(0, kept), rest]);
    if (mode !== GITLINK) paths.push(name.toString("utf8"));
    previous = name;
    // Up to version 3 entries are padded with one to eight zeros.
    offset = version === 4 ? end + 1 : offset + Math.ceil((end - offset + 1) / 8) * 8;
  }
  return paths;
}
