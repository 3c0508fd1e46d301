/**
 * The contents of a part's files on their way to a process that does not see their folder: read and packed in a thread of the builder, unpacked by
 * the worker. They go through the queue, and not through the database: they are bytes of a single use, not yet decoded or judged, and the worker of
 * the part stores the lasting ones. Of a part they are a few hundred KB, sixteen parts at most are under way, and a part goes from the queue when its
 * result is read.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { readDespiteErrors } from "../repository/read-despite.js";
import type { FileSnapshot, ReadFailure } from "../repository/read-file.js";

/** Bytes of contents that a part carries at most. A file that is larger is done by the process that builds. */
const MOST_CARRIED = 4_000_000;
/** With their paths. */
const MOST_UNPACKED = 2 * MOST_CARRIED;

/** The files of a part, packed, and the paths of those that it has no room for. */
export interface CarriedFiles {
  contents: Uint8Array;
  left: string[];
  /** The system's code where the disk is broken or away: nothing is to be made of the files then. */
  fault?: string;
}

/** The head of the contents: of each file its length, or why it could not be read. */
interface CarriedFile {
  path: string;
  length?: number;
  modifiedNs?: string;
  inode?: string;
  failure?: ReadFailure;
}

/** The work of a thread: reads files and packs them. */
export function carryFiles({
  root,
  maxFileSize,
  paths,
}: {
  root: string;
  maxFileSize: number;
  paths: readonly string[];
}): CarriedFiles {
  const entries: CarriedFile[] = [];
  const blocks: Buffer[] = [];
  const left: string[] = [];
  let total = 0;
  for (const path of paths) {
    const read = readDespiteErrors(root, path, maxFileSize);
    if ("code" in read) {
      if (read.code === "fault") return { contents: new Uint8Array(), left: [], fault: read.message };
      entries.push({ path, failure: read });
      continue;
    }
    const { bytes, modifiedNs, inode } = read;
    if (total + bytes.length > MOST_CARRIED) {
      left.push(path);
      continue;
    }
    total += bytes.length;
    entries.push({ path, length: bytes.length, modifiedNs: modifiedNs.toString(), inode: inode.toString() });
    blocks.push(bytes);
  }
  const head = Buffer.from(JSON.stringify(entries));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  // A copy of its own: a view would travel with the whole of zlib's block.
  return { contents: new Uint8Array(deflateRawSync(Buffer.concat([size, head, ...blocks]), { level: 1 })), left };
}

/** The files as they were read, by path. */
export function unpackFiles(contents: Buffer): Map<string, FileSnapshot | ReadFailure> {
  const block = inflateRawSync(contents, { maxOutputLength: MOST_UNPACKED });
  const headEnd = 4 + block.readUInt32LE(0);
  const entries: CarriedFile[] = JSON.parse(block.toString("utf8", 4, headEnd));
  const files = new Map<string, FileSnapshot | ReadFailure>();
  let offset = headEnd;
  for (const { path, length = 0, modifiedNs = "0", inode = "0", failure } of entries) {
    if (failure) {
      files.set(path, failure);
      continue;
    }
    files.set(path, {
      bytes: block.subarray(offset, offset + length),
      modifiedNs: BigInt(modifiedNs),
      inode: BigInt(inode),
    });
    offset += length;
  }
  return files;
}
