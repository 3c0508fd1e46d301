/** Fields of chunks that ranking reads, kept in memory once read. A chunk never changes: code that is indexed anew has another number. */
import type { MemoryBudget } from "../../base/memory-budget.js";
import { nth } from "../../base/need.js";
import { type ChunkHead, chunkHeads } from "../../store/chunks.js";
import type { Db } from "../../store/db/db.js";
import { createChunkPages } from "./chunk-pages.js";
import { namePartsOf } from "./ranking/names.js";

/** A head, and its names in their parts. */
export interface KeptHead {
  head: ChunkHead;
  nameParts: readonly (readonly string[])[];
}

export interface Heads {
  /** Heads of chunks by their ids; those that are gone are left out. */
  get(projectId: string, chunkIds: readonly number[]): Promise<ReadonlyMap<number, KeptHead>>;
}

/** Memory of a head, and of each of its names in addition to its letters, as measured on 100,000 chunks. */
const BYTES_PER_HEAD = 180;
const BYTES_PER_NAME = 115;

/** Heads that were read, as far as the budget has room for them. */
export function createHeads(db: Db, budget: MemoryBudget): Heads {
  const pages = createChunkPages<KeptHead[]>(budget, "heads", () => ({ store: [], bytes: 0 }));
  return {
    async get(projectId, chunkIds) {
      const found = new Map<number, KeptHead>();
      const missing: number[] = [];
      for (const chunkId of chunkIds) {
        const known = pages.find(projectId, chunkId);
        if (known === undefined) missing.push(chunkId);
        else found.set(chunkId, nth(known.store, known.slot));
      }
      pages.count(found.size, missing.length);
      if (missing.length === 0) return found;
      for (const head of await chunkHeads(db, projectId, missing)) {
        const one = compact(head);
        found.set(head.chunkId, one);
        if (pages.find(projectId, head.chunkId)) continue;
        const { store, slot: index } = pages.add(projectId, head.chunkId, sizeOf(one));
        store[index] = one;
      }
      return found;
    },
  };
}

/** A copy of a head, without the memory that its reading left in use. */
function compact({ chunkId, kind, startLine, tokenCount, codeTokens, symbolNames }: ChunkHead): KeptHead {
  const known = kinds.get(kind) ?? kind;
  kinds.set(known, known);
  // A list that was filled one by one has room for more.
  const names = symbolNames.slice();
  const nameParts = namePartsOf(names).map((parts) => parts.slice());
  return { head: { chunkId, kind: known, startLine, tokenCount, codeTokens, symbolNames: names }, nameParts };
}

/** The few values that nearly all chunks have. */
const kinds = new Map<string, string>();

function sizeOf({ head }: KeptHead): number {
  return head.symbolNames.reduce((bytes, name) => bytes + BYTES_PER_NAME + 3 * name.length, BYTES_PER_HEAD);
}
