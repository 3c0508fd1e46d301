/** Names of a chunk by its breadcrumb: its own declaration and the one around it. Pure. */
import { lastOf } from "../base/need.js";
import type { Chunk } from "../store/chunks.js";

export interface ChunkNames {
  /** The one declaration of the chunk, whole or its head; null for several, for a part of one, and for none. */
  own: string | null;
  /** The declaration around it, or the one that it is a part of. */
  around: string | null;
}

/**
 * A breadcrumb ends with the declaration itself. Of joined declarations it ends with the symbol around them: `Orders › OrderService` for two small methods.
 * Two constructors have the name of their class; one has its parameters as its signature.
 */
export function namesOfChunk({
  kind,
  breadcrumb,
  signature,
  symbolNames,
}: Pick<Chunk, "kind" | "breadcrumb" | "signature" | "symbolNames">): ChunkNames {
  const names = (breadcrumb ?? "").split(" › ");
  const last = lastOf(names);
  const isOne = signature !== null || (kind !== "constructor" && symbolNames.includes(last));
  return isOne ? { own: last || null, around: names.at(-2) || null } : { own: null, around: last || null };
}
