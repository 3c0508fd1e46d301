/** The best of many documents, by a heap. */
import { nth } from "../../base/need.js";
import { float32At, int32At } from "../../base/numbers.js";

/** The `limit` documents of the highest score, best first; equal ones by their number. `scores` are by position. */
export function top(documents: Int32Array, scores: Float32Array, limit: number): number[] {
  const heap: number[] = [];
  const isWorse = (a: number, b: number): boolean =>
    float32At(scores, a) < float32At(scores, b) ||
    (float32At(scores, a) === float32At(scores, b) && int32At(documents, a) > int32At(documents, b));
  const sink = (from: number): void => {
    const sinking = nth(heap, from);
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && isWorse(nth(heap, child + 1), nth(heap, child))) child++;
      if (child >= heap.length || !isWorse(nth(heap, child), sinking)) break;
      heap[at] = nth(heap, child);
      at = child;
    }
    heap[at] = sinking;
  };
  for (let position = 0; position < documents.length; position++) {
    if (heap.length < limit) {
      heap.push(position);
      if (heap.length === limit) for (let at = limit >> 1; at >= 0; at--) sink(at);
    } else if (isWorse(nth(heap, 0), position)) {
      heap[0] = position;
      sink(0);
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1)).map((position) => int32At(documents, position));
}
