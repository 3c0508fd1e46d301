/** Fields of chunks that ranking reads, kept in memory once read. A chunk never changes: code that is indexed anew has another number. */
import { type ChunkHead, chunkHeads } from "../../store/chunks.js";
import type { Db } from "../../store/db/db.js";
import { namePartsOf } from "./rank.js";

/** A head, and its names in their parts. */
export interface KeptHead {
  head: ChunkHead;
  nameParts: readonly (readonly string[])[];
}

export interface Heads {
  /** Heads of chunks by their ids; those that are gone are left out. */
  get(projectId: string, chunkIds: readonly number[]): Promise<ReadonlyMap<number, KeptHead>>;
  forget(projectId: string): void;
}

/** Memory of a head, and of each of its names in addition to its letters, as measured on 100,000 chunks. */
const BYTES_PER_HEAD = 260;
const BYTES_PER_NAME = 170;

/** Heads of about `maxBytes` are kept. Those beyond are dropped, first of projects that were asked least recently, and of one the oldest. */
export function createHeads(db: Db, maxBytes: number): Heads {
  const projects = new Map<string, Map<number, KeptHead>>();
  let bytes = 0;

  function ofProject(projectId: string): Map<number, KeptHead> {
    const own = projects.get(projectId) ?? new Map<number, KeptHead>();
    projects.delete(projectId);
    projects.set(projectId, own);
    return own;
  }

  function dropBeyond(): void {
    for (const [projectId, heads] of projects) {
      for (const [chunkId, one] of heads) {
        if (bytes <= maxBytes) return;
        heads.delete(chunkId);
        bytes -= sizeOf(one);
      }
      projects.delete(projectId);
    }
  }

  return {
    async get(projectId, chunkIds) {
      const own = ofProject(projectId);
      const found = new Map<number, KeptHead>();
      const missing: number[] = [];
      for (const chunkId of chunkIds) {
        const known = own.get(chunkId);
        if (known === undefined) missing.push(chunkId);
        else found.set(chunkId, known);
      }
      if (missing.length === 0) return found;
      const read = await chunkHeads(db, projectId, missing);
      const kept = ofProject(projectId);
      for (const head of read) {
        const one = compact(head);
        found.set(head.chunkId, one);
        if (kept.has(head.chunkId)) continue;
        kept.set(head.chunkId, one);
        bytes += sizeOf(one);
      }
      dropBeyond();
      return found;
    },
    forget(projectId) {
      for (const one of projects.get(projectId)?.values() ?? []) bytes -= sizeOf(one);
      projects.delete(projectId);
    },
  };
}

/** A head without what reading it left around it. */
function compact({ chunkId, kind, startLine, tokenCount, codeTokens, symbolNames }: ChunkHead): KeptHead {
  const known = kinds.get(kind) ?? kind;
  kinds.set(known, known);
  // A list that was filled one by one has room for more.
  const names = symbolNames.slice();
  const nameParts = namePartsOf(names).map((parts) => parts.slice());
  return { head: { chunkId, kind: known, startLine, tokenCount, codeTokens, symbolNames: names }, nameParts };
}

/** A few, which nearly all chunks are of. */
const kinds = new Map<string, string>();

function sizeOf({ head }: KeptHead): number {
  return head.symbolNames.reduce((bytes, name) => bytes + BYTES_PER_NAME + 3 * name.length, BYTES_PER_HEAD);
}
