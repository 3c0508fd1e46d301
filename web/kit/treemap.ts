/** A squarified treemap: areas by weight, with sides that are as even as may be (Bruls, Huizing and van Wijk 2000). Pure. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Boxes for weights, which must be sorted from the largest down, within a box. Weights of 0 get a box without an area. */
export function treemap(weights: readonly number[], within: Box): Box[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const boxes: Box[] = [];
  if (total <= 0) return weights.map(() => ({ ...within, width: 0, height: 0 }));
  const scale = (within.width * within.height) / total;
  let left = within;
  for (let index = 0; index < weights.length; ) {
    const side = Math.min(left.width, left.height);
    let end = index + 1;
    let sum = (weights[index] ?? 0) * scale;
    let worst = worstRatio(weights, index, end, { sum, side, scale });
    for (; end < weights.length; end++) {
      const next = sum + (weights[end] ?? 0) * scale;
      const ratio = worstRatio(weights, index, end + 1, { sum: next, side, scale });
      if (ratio > worst) break;
      worst = ratio;
      sum = next;
    }
    left = layRow(weights.slice(index, end), sum, { left, scale, boxes });
    index = end;
  }
  return boxes;
}

/** The worst ratio of sides in a row from `start` to `end` along a side. */
function worstRatio(
  weights: readonly number[],
  start: number,
  end: number,
  { sum, side, scale }: { sum: number; side: number; scale: number },
): number {
  const largest = (weights[start] ?? 0) * scale;
  const smallest = Math.max((weights[end - 1] ?? 0) * scale, Number.MIN_VALUE);
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}

/** Adds a row of boxes along the shorter side, and gives what is left. */
function layRow(
  row: readonly number[],
  sum: number,
  { left, scale, boxes }: { left: Box; scale: number; boxes: Box[] },
): Box {
  const isWide = left.width >= left.height;
  const side = isWide ? left.height : left.width;
  const thick = side > 0 ? sum / side : 0;
  let along = 0;
  for (const weight of row) {
    const long = thick > 0 ? (weight * scale) / thick : 0;
    boxes.push(
      isWide
        ? { x: left.x, y: left.y + along, width: thick, height: long }
        : { x: left.x + along, y: left.y, width: long, height: thick },
    );
    along += long;
  }
  return isWide
    ? { ...left, x: left.x + thick, width: Math.max(0, left.width - thick) }
    : { ...left, y: left.y + thick, height: Math.max(0, left.height - thick) };
}
