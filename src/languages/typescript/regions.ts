/** Opens and finds regions: stretches of nodes with one scope, one symbol and one meaning of `this`. */
import { nth } from "../../base/need.js";
import type { Root } from "../../model/parse-result.js";
import type { Analysis, Region } from "./analysis.js";

/** Opens a region that starts at `node`. Fields that are not given are those of the region around. */
export function openRegion(a: Analysis, node: number, given: Partial<Region>): Region {
  const { current } = a;
  const region: Region = {
    start: node,
    end: Math.min(a.tree.subtreeEnd(node), current.end),
    scope: current.scope,
    symbol: current.symbol,
    thisHolder: current.thisHolder ?? current,
    self: null,
    classSymbol: current.classSymbol,
    isContainer: false,
    isAmbient: current.isAmbient,
    ...given,
  };
  a.regions.push(region);
  a.open.push(region);
  a.current = region;
  return region;
}

/** Opens a region with its own `this`. */
export function openThisRegion(a: Analysis, node: number, self: Root | null, given: Partial<Region>): Region {
  return openRegion(a, node, { self, ...given, thisHolder: null });
}

/** The innermost region around a node. */
export function regionAt({ regions }: Analysis, node: number): Region {
  let low = 0;
  let high = regions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (nth(regions, middle).start <= node) low = middle;
    else high = middle - 1;
  }
  while (low > 0 && nth(regions, low).end <= node) low--;
  return nth(regions, low);
}
