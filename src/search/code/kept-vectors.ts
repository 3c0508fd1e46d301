/**
 * Vectors of chunks that were read, kept in memory side by side. The number of a chunk says where its vector may lie: one that comes to the
 * same place takes it. So there is nothing to keep in order, and no object for each.
 */
import { nth } from "../../base/need.js";

/** Vectors of one project. */
export interface ProjectVectors {
  /** As it was stored, valid until the next is added; undefined where it is not kept. */
  get(chunkId: number): Uint8Array | undefined;
  add(chunkId: number, data: Uint8Array): void;
}

export interface KeptVectors {
  /** Those of a project; what is added to them after the project was forgotten is lost. */
  of(projectId: string): ProjectVectors;
  /** null: all of them. */
  forget(projectId: string | null): void;
}

/** Places whose memory is taken together, when the first of them is needed. */
const PAGE = 4096;
/** Bytes that name the chunk of a vector. */
const BYTES_OF_TAG = 8;
/** Chunks of each project are numbered from 1, and below 2^31: those of several begin in different places. */
const APART = 1_000_003;
const IDS = 2 ** 31;

/** Keeps vectors of `dimensions` numbers in about `maxBytes`. */
export function createKeptVectors(maxBytes: number, dimensions: number): KeptVectors {
  const places = Math.floor(maxBytes / (dimensions + BYTES_OF_TAG));
  const tags = new Float64Array(places);
  const pages: Uint8Array[] = [];
  const numbers = new Map<string, number>();
  let projects = 0;

  return {
    of(projectId) {
      const own = numbers.get(projectId) ?? ++projects;
      numbers.set(projectId, own);
      const slotOf = (chunkId: number) => (chunkId + own * APART) % places;
      return {
        get(chunkId) {
          const place = slotOf(chunkId);
          if (tags[place] !== own * IDS + chunkId) return undefined;
          const start = (place % PAGE) * dimensions;
          return nth(pages, Math.floor(place / PAGE)).subarray(start, start + dimensions);
        },
        add(chunkId, data) {
          if (places === 0 || data.length !== dimensions) return;
          const place = slotOf(chunkId);
          const page = Math.floor(place / PAGE);
          pages[page] ??= new Uint8Array(Math.min(PAGE, places - page * PAGE) * dimensions);
          pages[page].set(data, (place % PAGE) * dimensions);
          tags[place] = own * IDS + chunkId;
        },
      };
    },
    forget(projectId) {
      if (projectId === null) numbers.clear();
      else numbers.delete(projectId);
    },
  };
}
