/** The batches of a build: files that one thread parses and one transaction stores. */

/** A batch: large enough that a transaction and a message are cheap, small enough that little is lost and held in memory. */
const BATCH = { files: 128, bytes: 1_000_000 };
/** The first batch of a build that somebody waits to see grow: its files answer while the threads are at the second. */
export const FIRST_BATCH = { files: 32, bytes: 250_000 };

/**
 * Builds of fewer bytes are parsed by one thread. Another one would have to load its code and warm up for them, which costs a CPU second and 60 MB; from
 * here on it saves more time than that.
 */
export const ONE_THREAD = 4_000_000;

/** The batches that files are parsed and stored in; the first may be smaller. */
export function* batchesOf<File extends { size: number }>(
  files: Iterable<File>,
  first: typeof BATCH = BATCH,
): Generator<File[]> {
  let batch: File[] = [];
  let bytes = 0;
  let most = first;
  for (const file of files) {
    if (batch.length > 0 && (batch.length === most.files || bytes + file.size > most.bytes)) {
      yield batch;
      most = BATCH;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}
