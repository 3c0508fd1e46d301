/** The best of many documents, by a heap. */
import { float32At, int32At } from "../../base/numbers.js";

/** The `limit` documents of the highest score, best first; equal ones by their number. `scores` are by position. */
export function top(documents: Int32Array, scores: Float32Array, limit: number): number[] {
  /** Positions; the worst of them comes first as soon as there are `limit`. */
  const heap = new Int32Array(Math.min(limit, documents.length));
  const isWorse = (a: number, b: number): boolean => {
    const one = float32At(scores, a);
    const other = float32At(scores, b);
    return one < other || (one === other && int32At(documents, a) > int32At(documents, b));
  };
  const sink = (from: number): void => {
    const sinking = int32At(heap, from);
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child + 1 < heap.length && isWorse(int32At(heap, child + 1), int32At(heap, child))) child++;
      if (child >= heap.length || !isWorse(int32At(heap, child), sinking)) break;
      heap[index] = int32At(heap, child);
      index = child;
    }
    heap[index] = sinking;
  };
  for (let position = 0; position < documents.length; position++) {
    if (position < limit) {
      heap[position] = position;
      if (position === limit - 1) for (let index = limit >> 1; index >= 0; index--) sink(index);
    } else if (isWorse(int32At(heap, 0), position)) {
      heap[0] = position;
      sink(0);
    }
  }
  return [...heap].sort((a, b) => (isWorse(a, b) ? 1 : -1)).map((position) => int32At(documents, position));
}
