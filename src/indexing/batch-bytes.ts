/**
 * The bytes of a batch on their way between threads. A Buffer is a view of a larger block (a pool, zlib's output), and cloning a view clones
 * its block: 16 KB and more for a few hundred bytes. So all bytes of a batch move into one block, which changes threads without a copy.
 */
import type { ParsedBatch } from "./parsed-batch.js";

/** Moves the bytes of a batch into one block; gives the block, to be transferred. */
export function packBytes(batch: ParsedBatch): ArrayBuffer {
  let size = 0;
  eachBytes(batch, (bytes) => {
    size += bytes.length;
    return bytes;
  });
  const block = new ArrayBuffer(size);
  let offset = 0;
  eachBytes(batch, (bytes) => {
    const moved = Buffer.from(block, offset, bytes.length);
    moved.set(bytes);
    offset += bytes.length;
    return moved;
  });
  return block;
}

/** Makes Buffers of the plain arrays that arrive in the other thread. */
export function reviveBytes(batch: ParsedBatch): ParsedBatch {
  eachBytes(batch, (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  return batch;
}

/** Replaces every Buffer of a batch. */
function eachBytes({ outcomes, segments }: ParsedBatch, replaced: (bytes: Buffer) => Buffer): void {
  for (const outcome of outcomes) {
    if (outcome.kind === "failed") continue;
    outcome.hash = replaced(outcome.hash);
    if (outcome.kind === "skipped") continue;
    outcome.content = replaced(outcome.content);
    if (outcome.parse) outcome.parse = replaced(outcome.parse);
    for (const chunk of outcome.chunks) chunk.textHash = replaced(chunk.textHash);
  }
  for (const segment of segments) {
    segment.lengths = replaced(segment.lengths);
    for (const block of segment.blocks) block.data = replaced(block.data);
  }
}
