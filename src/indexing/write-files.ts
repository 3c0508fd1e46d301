/**
 * Reads, parses and stores the files of a change set, in batches; what comes back is what a publish needs to know of each.
 *
 *     batchesOf ─▶ write-here.ts, or write-elsewhere.ts in other processes ─▶ onWritten, in path order
 */
import { fileSystemFault } from "../base/faults.js";
import { lastOf, present } from "../base/need.js";
import { letFail } from "../base/promises.js";
import { isDying } from "../repository/read-despite.js";
import { batchesOf, FIRST_BATCH, ONE_THREAD } from "./batches.js";
import type { BuildContext } from "./build-context.js";
import type { NotWritten, PartFile } from "./build-part.js";
import { beginElsewhere } from "./write-elsewhere.js";
import { beginHere } from "./write-here.js";
import type { InTurn, WriteRequest } from "./write-request.js";

/** Batches under way beyond what this process can do itself: enough for many workers, and no more than the queue and the memory should hold. */
const SPREAD_BATCHES = 16;

/** Parses several batches side by side, in threads here or in other processes, and tells of their files in path order. */
export async function writeFiles(context: BuildContext, request: WriteRequest): Promise<NotWritten> {
  const { signal, onParsed, spread } = request;
  const result: NotWritten = { leftOut: [], vanished: [], rest: [] };
  const elsewhere = spread && { spread, carries: false };
  const begin = elsewhere
    ? (files: PartFile[]) => beginElsewhere(context, request, files, elsewhere, result)
    : (files: PartFile[]) => beginHere(context, request, files, result);
  const isSmall = !spread && request.files.reduce((bytes, { size }) => bytes + size, 0) < ONE_THREAD;
  const atOnce = spread ? SPREAD_BATCHES : isSmall ? 1 : context.pool.threads;
  const underWay: { size: number; last: string; batch: Promise<InTurn> }[] = [];
  let done = 0;
  const finishFirst = async (): Promise<void> => {
    const { size, last, batch } = present(underWay.shift());
    await (await batch)();
    if (isDying(result.leftOut)) throw fileSystemFault("EIO");
    done += size;
    onParsed(done, last);
    await request.onBatch?.();
  };
  try {
    for (const files of batchesOf(request.files, request.onBatch && FIRST_BATCH)) {
      // The pool would start a thread for a batch that waits. So one is parsed, while the one before it is stored.
      if (isSmall) await underWay.at(-1)?.batch.catch(() => undefined);
      signal.throwIfAborted();
      const batch = begin(files);
      // A failure is met where the batch is awaited, in its turn.
      letFail(batch);
      underWay.push({ size: files.length, last: lastOf(files).path, batch });
      while (underWay.length > request.share(atOnce)) await finishFirst();
    }
    while (underWay.length > 0) await finishFirst();
    return result;
  } finally {
    await Promise.allSettled(underWay.map(({ batch }) => batch));
  }
}
