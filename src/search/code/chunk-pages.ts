/**
 * Small things of chunks, kept side by side: a page of them is an entry of the memory budget, since one for each would cost more than the thing
 * itself. A page fills up in the order in which its chunks were read, and goes as a whole.
 */
import type { MemoryBudget } from "../../base/memory-budget.js";
import { need } from "../../base/need.js";

/** Things of a page, at least: a project with few of them pays for no more. */
const ON_PAGE = 64;
/** Bytes of a thing's place: what finds it by its chunk. */
const BYTES_OF_PLACE = 48;

/** A page, and the chunks of its things in their order. */
interface Page<Store> {
  projectId: string;
  number: number;
  chunkIds: number[];
  store: Store;
}

/** Where a thing stands. */
interface Slot<Store> {
  store: Store;
  slot: number;
}

export interface ChunkPages<Store> {
  /** Where the thing of a chunk stands; undefined where it is not kept. Its page counts as used. */
  find(projectId: string, chunkId: number): Slot<Store> | undefined;
  /** Makes a place for the thing of a chunk that is not kept yet, and counts its bytes. */
  add(projectId: string, chunkId: number, bytes: number): Slot<Store>;
  /** Drops the pages of a project; of all of them: null. */
  forget(projectId: string | null): void;
  /** Counts the questions with an answer, and the others. */
  count(hits: number, misses: number): void;
}

/** The things of a project by their chunks. */
interface OfProject<Store> {
  /** The number of the page, times ON_PAGE, and the position on it. */
  places: Map<number, number>;
  pages: Map<number, Page<Store>>;
  /** The page that is not full yet. */
  open: Page<Store> | undefined;
}

/** Pages of the cache `name`; `createStore` makes what holds up to `size` things, and says how many bytes it takes while it is empty. */
export function createChunkPages<Store>(
  budget: MemoryBudget,
  name: string,
  createStore: (size: number) => { store: Store; bytes: number },
): ChunkPages<Store> {
  const projects = new Map<string, OfProject<Store>>();
  let numbers = 0;
  const cache = budget.cache<Page<Store>>(name, {
    dropped({ projectId, number, chunkIds }) {
      const own = projects.get(projectId);
      if (own === undefined) return;
      own.pages.delete(number);
      for (const chunkId of chunkIds)
        if (Math.floor((own.places.get(chunkId) ?? 0) / ON_PAGE) === number) own.places.delete(chunkId);
      if (own.open?.number === number) own.open = undefined;
      if (own.pages.size === 0) projects.delete(projectId);
    },
  });

  const keyOf = (page: Page<Store>) => `${page.number}`;

  function openPage(projectId: string): Page<Store> {
    const { store, bytes } = createStore(ON_PAGE);
    const page: Page<Store> = { projectId, number: ++numbers, chunkIds: [], store };
    const own = projects.get(projectId) ?? { places: new Map(), pages: new Map(), open: undefined };
    projects.set(projectId, own);
    own.pages.set(page.number, page);
    own.open = page;
    cache.set(projectId, keyOf(page), page, bytes);
    // Where it is larger than the budget, nobody finds it again.
    if (cache.peek(keyOf(page)) === undefined) {
      own.pages.delete(page.number);
      own.open = undefined;
      if (own.pages.size === 0) projects.delete(projectId);
    }
    return page;
  }

  return {
    find(projectId, chunkId) {
      const own = projects.get(projectId);
      const place = own?.places.get(chunkId);
      if (own === undefined || place === undefined) return undefined;
      const page = need(own.pages, Math.floor(place / ON_PAGE));
      cache.touch(keyOf(page));
      return { store: page.store, slot: place % ON_PAGE };
    },
    add(projectId, chunkId, bytes) {
      const open = projects.get(projectId)?.open;
      const page = open === undefined || open.chunkIds.length === ON_PAGE ? openPage(projectId) : open;
      const slot = page.chunkIds.length;
      page.chunkIds.push(chunkId);
      const own = projects.get(projectId);
      if (own?.pages.has(page.number)) own.places.set(chunkId, page.number * ON_PAGE + slot);
      cache.touch(keyOf(page));
      cache.grow(keyOf(page), page, bytes + BYTES_OF_PLACE);
      return { store: page.store, slot: slot };
    },
    forget: (projectId) => cache.forget(projectId),
    count: (hits, misses) => cache.count(hits, misses),
  };
}
