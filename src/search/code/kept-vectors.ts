/** Vectors of chunks that were read, kept in memory side by side. */
import type { MemoryBudget } from "../../base/memory-budget.js";
import { createChunkPages } from "./chunk-pages.js";

/** Vectors of one project. */
export interface ProjectVectors {
  /** As it was stored; undefined where it is not kept. */
  get(chunkId: number): Uint8Array | undefined;
  add(chunkId: number, data: Uint8Array): void;
}

export interface KeptVectors {
  /** Those of a project; what is added to them after the project was forgotten is lost. */
  of(projectId: string): ProjectVectors;
  /** null: all of them. */
  forget(projectId: string | null): void;
}

/** Keeps vectors of `dimensions` numbers. */
export function createKeptVectors(budget: MemoryBudget, dimensions: number): KeptVectors {
  const pages = createChunkPages<Uint8Array>(budget, "vectors", (size) => ({
    store: new Uint8Array(size * dimensions),
    bytes: size * dimensions,
  }));
  /** An object stands for a project until that is forgotten. */
  const alive = new Map<string, object>();
  return {
    of(projectId) {
      const own = alive.get(projectId) ?? {};
      alive.set(projectId, own);
      return {
        get(chunkId) {
          const place = pages.find(projectId, chunkId);
          pages.count(place ? 1 : 0, place ? 0 : 1);
          return place?.store.subarray(place.slot * dimensions, (place.slot + 1) * dimensions);
        },
        add(chunkId, data) {
          if (data.length !== dimensions || alive.get(projectId) !== own || pages.find(projectId, chunkId)) return;
          const { store, slot } = pages.add(projectId, chunkId, 0);
          store.set(data, slot * dimensions);
        },
      };
    },
    forget(projectId) {
      if (projectId === null) alive.clear();
      else alive.delete(projectId);
      pages.forget(projectId);
    },
  };
}
