/** Types as they are written: their parts, and how many of them are looked at for one value. */
import type { TypeExpr } from "../model/parse-result.js";
import { type Place, UNKNOWN, type WrittenType } from "./place.js";
import type { Program } from "./program.js";

/** The part of a written type. The meaning of a type parameter is passed on, not the parameter: otherwise chains of calls would make chains of parameters. */
export function partOf({ file, from, env }: WrittenType, part: TypeExpr): WrittenType {
  if (part.kind === "named" && part.root.in === "parameter" && part.path.length === 0) {
    const meant = env?.get(part.root.name);
    if (meant !== undefined) return meant;
  }
  return { file, from, type: part, env };
}

/** Limits to the types inside a type. */
export interface TypeLimits {
  /** They are followed at most this deep. */
  deepest: number;
  /** At most this many are looked at for one value. */
  most: number;
}

/** A value of a written type by `read`; unknown where the types inside it are too deep or too many. */
export function valueWithin(
  { deepest, most }: TypeLimits,
  program: Program,
  written: WrittenType,
  read: (program: Program, written: WrittenType) => Place,
): Place {
  const { caches } = program;
  if (caches.depth === 0) caches.left = most;
  if (caches.depth >= deepest || caches.left-- <= 0 || caches.work-- <= 0) {
    caches.taint = 0;
    caches.walk.cuts++;
    return UNKNOWN;
  }
  caches.depth++;
  const place = read(program, written);
  caches.depth--;
  return place;
}
