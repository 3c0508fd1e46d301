/** How the length of a chunk and of a file weighs in BM25, kept by snapshot. */
import { float32At, int32At } from "../../base/numbers.js";
import { createTurns } from "../../base/turns.js";
import type { PostingLists } from "../posting-lists.js";
import { keepWith, type ViewSnapshot } from "../snapshot.js";

const K1 = 1.2;
const B = 0.75;
/** The term that BM25 adds to the times that a word stands in a text of this length. */
export const normOf = (length: number, mean: number): number => K1 * (1 - B + (B * length) / mean);

/** Chunks that are gone through between two looks at the clock. */
const AT_ONCE = 65_536;

/** Terms that BM25 adds to the times that a word stands in a text, by the text's length. */
export interface Norms {
  /** By dense number. */
  ofChunks: Float32Array;
  ofFiles: Float32Array;
}

const normsOfSnapshots = new WeakMap<ViewSnapshot, Promise<Norms>>();

/** The norms of a snapshot, read once. */
export function normsOf(snapshot: ViewSnapshot, lists: PostingLists): Promise<Norms> {
  const known = normsOfSnapshots.get(snapshot);
  if (known !== undefined) return known;
  const norms = readNorms(snapshot, lists);
  normsOfSnapshots.set(snapshot, norms);
  norms.then(
    ({ ofChunks, ofFiles }) => keepWith(snapshot, ofChunks.byteLength + ofFiles.byteLength),
    () => normsOfSnapshots.delete(snapshot),
  );
  return norms;
}

async function readNorms(snapshot: ViewSnapshot, lists: PostingLists): Promise<Norms> {
  const { lengths, mean } = await lists.readLengths(snapshot, "word");
  const { files, bases, total } = snapshot.ranges.word;
  const turns = createTurns();
  const byFile = new Float32Array(snapshot.files.length);
  let sum = 0;
  for (let range = 0; range < files.length; range++) {
    const end = bases[range + 1] ?? total;
    const file = int32At(files, range);
    let length = float32At(byFile, file);
    for (let dense = int32At(bases, range); dense < end; dense++) length += float32At(lengths, dense);
    byFile[file] = length;
    sum += float32At(byFile, file);
    if (range % 4096 === 4095 && turns.isOver()) await turns.next();
  }
  const meanOfFiles = Math.max(1, sum / Math.max(1, files.length));
  // In place of the lengths, which nobody needs any more.
  for (let from = 0; from < total; from += AT_ONCE) {
    const end = Math.min(total, from + AT_ONCE);
    for (let dense = from; dense < end; dense++) lengths[dense] = normOf(float32At(lengths, dense), mean);
    if (turns.isOver()) await turns.next();
  }
  return {
    ofChunks: lengths,
    ofFiles: byFile.map((length) => normOf(length, meanOfFiles)),
  };
}
