/**
 * Neighbours of a piece of code, a line each. Brackets name the callee of a doubtful caller: `called by: Cart.pay src/cart.ts:12,
 * take :40; likely Till.pay src/till.ts:9; 3 more (pay)`. Pure.
 */
import type { Neighbour, Neighbours } from "../graph/neighbours.js";

const MOST = 4;
const MOST_LINES = 3;
/** Of `A.B.C.D`, what says most. */
const PARTS = 2;

export interface NeighbourLines {
  called_by?: string;
  used_by?: string;
  calls?: string;
}

/** The lines, those that would be empty left out. Places in the file at `path` are their lines alone. */
export function neighbourLines({ of, isCalled, callers, isCapped, callees }: Neighbours, path: string): NeighbourLines {
  const by = `${listed(callers, path, isCapped)}${of !== null && callers.length > 0 ? ` (${of})` : ""}`;
  const calls = listed(callees, path);
  return {
    ...(by !== "" && (isCalled ? { called_by: by } : { used_by: by })),
    ...(calls !== "" && { calls }),
  };
}

/** The same as an answer shows them, behind the code. */
export function neighbourText({ called_by, used_by, calls }: NeighbourLines): string[] {
  return [
    ...(called_by ? [`called by: ${called_by}`] : []),
    ...(used_by ? [`used by: ${used_by}`] : []),
    ...(calls ? [`calls: ${calls}`] : []),
  ];
}

function listed(neighbours: readonly Neighbour[], path: string, isCapped = false): string {
  const shown = neighbours.slice(0, MOST);
  const words = (wanted: boolean) =>
    shown.filter(({ isLikely }) => isLikely === wanted).map((one) => inWords(one, path));
  const sure = words(false);
  const likely = words(true);
  const more = neighbours.length - shown.length;
  return [
    ...(sure.length > 0 ? [sure.join(", ")] : []),
    ...(likely.length > 0 ? [`likely ${likely.join(", ")}`] : []),
    ...(more > 0 ? [`${more}${isCapped ? "+" : ""} more`] : []),
  ].join("; ");
}

function inWords({ name, path, lines }: Neighbour, here: string): string {
  const parts = name.split(".");
  // A constructor is called as its class is.
  const isTwice = parts.at(-1) === parts.at(-2);
  const short = parts.slice(path === here || isTwice ? -1 : -PARTS).join(".");
  const more = lines.length > MOST_LINES ? ",…" : "";
  const place = `${path === here ? "" : path}:${lines.slice(0, MOST_LINES).join(",")}${more}`;
  return short === "" ? place : `${short} ${place}`;
}
