/** How the length of a chunk and of a file weighs in BM25, kept by snapshot. */
import { float32At, int32At } from "../../base/numbers.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";

const K1 = 1.2;
const B = 0.75;

/** The term that BM25 adds to the times that a word stands in a text of this length. */
export const normOf = (length: number, mean: number): number => K1 * (1 - B + (B * length) / mean);

/** Terms that BM25 adds to the times that a word stands in a text, by the text's length. */
export interface Norms {
  /** By dense number. */
  ofChunks: Float32Array;
  ofFiles: Float32Array;
}

const normsOfSnapshots = new WeakMap<ViewSnapshot, Norms>();

export async function normsOf(snapshot: ViewSnapshot, lists: PostingLists): Promise<Norms> {
  const known = normsOfSnapshots.get(snapshot);
  if (known !== undefined) return known;
  const { lengths, mean } = await lists.lengths(snapshot, "word");
  const { files, bases, total } = snapshot.ranges.word;
  const byFile = new Float32Array(snapshot.files.length);
  let sum = 0;
  for (let range = 0; range < files.length; range++) {
    const end = bases[range + 1] ?? total;
    const file = int32At(files, range);
    let length = float32At(byFile, file);
    for (let dense = int32At(bases, range); dense < end; dense++) length += float32At(lengths, dense);
    byFile[file] = length;
    sum += float32At(byFile, file);
  }
  const meanOfFiles = Math.max(1, sum / Math.max(1, files.length));
  const norms = {
    ofChunks: lengths.map((length) => normOf(length, mean)),
    ofFiles: byFile.map((length) => normOf(length, meanOfFiles)),
  };
  normsOfSnapshots.set(snapshot, norms);
  return norms;
}
