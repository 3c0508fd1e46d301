/**
 * One bound for all that a process keeps in memory to answer sooner. Caches say how many bytes each entry takes; where all of them together take
 * more than the bound, the entry goes that was used least recently, whichever cache it is in.
 */

/** The contents of one cache, and how often it helped, since the budget was made. */
export interface CacheFigures {
  name: string;
  bytes: number;
  entries: number;
  hits: number;
  misses: number;
  /** Entries that had to go, as there was no room for them. */
  evictions: number;
}

/** Entries of one kind. A key belongs to one project for good. */
export interface BudgetedCache<Value> {
  /** The entry, which counts as used now; the question counts as a hit or a miss. */
  get(key: string): Value | undefined;
  /** The same, and it counts as nothing. */
  peek(key: string): Value | undefined;
  /** Keeps an entry in place of the one before. One that is larger than the whole budget is not kept. */
  set(projectId: string, key: string, value: Value, bytes: number): void;
  /** Adds a number of bytes to an entry's size (or takes them off); does nothing for an entry that is not kept (any more). */
  grow(key: string, value: Value, more: number): void;
  /** Marks an entry as used now. */
  touch(key: string): void;
  /** Counts questions that `get` did not see. */
  count(hits: number, misses: number): void;
  /** Drops the entries of a project; of all of them: null. */
  forget(projectId: string | null): void;
}

export interface CacheOptions<Value> {
  /** Bytes that this cache takes at most, however much room there is. */
  most?: number;
  /**
   * An entry is the only one of its view: where it has to go for another of the same project, the project does not fit into the budget.
   * Default: false.
   */
  isWhole?: boolean;
  /** Called when an entry has to go or is forgotten, but not when another takes its place. */
  dropped?: (value: Value) => void;
}

export interface MemoryBudget {
  readonly limit: number;
  /** The bytes of all caches. */
  readonly bytes: number;
  /** Another cache, or more entries of the one with that name. */
  cache<Value>(name: string, options?: CacheOptions<Value>): BudgetedCache<Value>;
  /** By cache. */
  figures(): CacheFigures[];
  /** The bytes of one project. */
  bytesOf(projectId: string): number;
  /** Whether a number of bytes of one view may be kept at once, with half of the budget left to all else. */
  hasRoom(bytes: number): boolean;
  /** Notes that a number of bytes of a project are not kept, as the budget has no room for them. */
  refuse(projectId: string, cache: string, bytes: number): void;
  /** Drops all that is kept of a project. */
  forget(projectId: string): void;
}

/** Hears of a project that does not fit into a budget: which cache had no room, and how much there would have to be for it. */
export type TooLarge = (about: { projectId: string; cache: string; bytes: number; limit: number }) => void;

interface KeptValue {
  projectId: string;
  value: unknown;
  bytes: number;
  /** A count that rises with every use of any entry. */
  used: number;
}

interface Cache extends CacheFigures {
  /** In the order of their last use. */
  kept: Map<string, KeptValue>;
  most: number;
  isWhole: boolean;
  dropped: ((value: unknown) => void) | undefined;
}

interface Budget {
  limit: number;
  bytes: number;
  uses: number;
  caches: Cache[];
  /** Bytes by project. */
  ofProjects: Map<string, number>;
  /** Projects that `tooLarge` heard of. */
  said: Set<string>;
  tooLarge: TooLarge;
}

/** Bytes of an entry in addition to its value, its key among them. */
const OVERHEAD = 200;

/** A budget of `limit` bytes. `tooLarge` is told of a project that does not fit into it, once for each project. */
export function createMemoryBudget(limit: number, tooLarge: TooLarge = () => undefined): MemoryBudget {
  const budget: Budget = { limit, bytes: 0, uses: 0, caches: [], ofProjects: new Map(), said: new Set(), tooLarge };
  return {
    limit,
    get bytes() {
      return budget.bytes;
    },
    cache: (name, options = {}) => createCache(budget, name, options),
    figures: () => figuresOf(budget),
    bytesOf: (projectId) => budget.ofProjects.get(projectId) ?? 0,
    hasRoom: (wanted) => wanted <= limit / 2,
    refuse: (projectId, cache, bytes) => say(budget, cache, projectId, bytes),
    forget(projectId) {
      budget.said.delete(projectId);
      for (const cache of budget.caches) forget(budget, cache, projectId);
    },
  };
}

function createCache<Value>(budget: Budget, name: string, options: CacheOptions<Value>): BudgetedCache<Value> {
  const { most = Number.POSITIVE_INFINITY, isWhole = false, dropped } = options;
  const figures = { name, bytes: 0, entries: 0, hits: 0, misses: 0, evictions: 0 };
  // An entry of this cache, whose values are of this type.
  const cache: Cache = { ...figures, kept: new Map(), most, isWhole, dropped: dropped as Cache["dropped"] };
  const valueIn = (entry: KeptValue | undefined) => entry?.value as Value | undefined;
  budget.caches.push(cache);
  return {
    get(key) {
      const entry = cache.kept.get(key);
      if (entry === undefined) cache.misses++;
      else {
        cache.hits++;
        use(budget, cache, key, entry);
      }
      return valueIn(entry);
    },
    peek: (key) => valueIn(cache.kept.get(key)),
    set(projectId, key, value, bytes) {
      const before = cache.kept.get(key);
      if (before !== undefined) remove(budget, cache, key, before);
      const entry = { projectId, value, bytes: bytes + OVERHEAD, used: ++budget.uses };
      if (entry.bytes > Math.min(budget.limit, most)) {
        if (isWhole) say(budget, name, projectId, entry.bytes);
        return;
      }
      cache.kept.set(key, entry);
      cache.entries++;
      add(budget, cache, projectId, entry.bytes);
      makeRoom(budget, projectId);
    },
    grow(key, value, more) {
      const entry = cache.kept.get(key);
      if (entry?.value !== value) return;
      entry.bytes += more;
      add(budget, cache, entry.projectId, more);
      makeRoom(budget, entry.projectId);
    },
    touch(key) {
      const entry = cache.kept.get(key);
      if (entry !== undefined) use(budget, cache, key, entry);
    },
    count(hits, misses) {
      cache.hits += hits;
      cache.misses += misses;
    },
    forget: (projectId) => forget(budget, cache, projectId),
  };
}

/** The figures of all caches; those of one name are one. */
function figuresOf({ caches }: Budget): CacheFigures[] {
  const byName = new Map<string, CacheFigures>();
  for (const { name, bytes, entries, hits, misses, evictions } of caches) {
    const sum = byName.get(name) ?? { name, bytes: 0, entries: 0, hits: 0, misses: 0, evictions: 0 };
    sum.bytes += bytes;
    sum.entries += entries;
    sum.hits += hits;
    sum.misses += misses;
    sum.evictions += evictions;
    byName.set(name, sum);
  }
  return [...byName.values()];
}

function use(budget: Budget, { kept }: Cache, key: string, entry: KeptValue): void {
  entry.used = ++budget.uses;
  kept.delete(key);
  kept.set(key, entry);
}

function add(budget: Budget, cache: Cache, projectId: string, more: number): void {
  budget.bytes += more;
  cache.bytes += more;
  const own = (budget.ofProjects.get(projectId) ?? 0) + more;
  if (own === 0) budget.ofProjects.delete(projectId);
  else budget.ofProjects.set(projectId, own);
}

function remove(budget: Budget, cache: Cache, key: string, entry: KeptValue): void {
  cache.kept.delete(key);
  cache.entries--;
  add(budget, cache, entry.projectId, -entry.bytes);
}

function drop(budget: Budget, cache: Cache, key: string, entry: KeptValue): void {
  remove(budget, cache, key, entry);
  cache.dropped?.(entry.value);
}

function forget(budget: Budget, cache: Cache, projectId: string | null): void {
  for (const [key, entry] of cache.kept)
    if (projectId === null || entry.projectId === projectId) drop(budget, cache, key, entry);
}

/** Drops entries until there is room for those of a project; the entries that were used least recently first. */
function makeRoom(budget: Budget, projectId: string): void {
  for (const cache of budget.caches) while (cache.bytes > cache.most && evict(budget, cache, projectId));
  while (budget.bytes > budget.limit) {
    let least: Cache | undefined;
    for (const cache of budget.caches) {
      const oldest = firstOf(cache);
      if (oldest && oldest[1].used < (least ? (firstOf(least)?.[1].used ?? 0) : Number.POSITIVE_INFINITY))
        least = cache;
    }
    if (least === undefined || !evict(budget, least, projectId)) return;
  }
}

/** Drops the entry of a cache that was used least recently, for one of a project; false: there is none. */
function evict(budget: Budget, cache: Cache, projectId: string): boolean {
  const oldest = firstOf(cache);
  if (oldest === undefined) return false;
  const [key, entry] = oldest;
  cache.evictions++;
  drop(budget, cache, key, entry);
  if (cache.isWhole && entry.projectId === projectId) say(budget, cache.name, projectId, entry.bytes);
  return true;
}

function firstOf({ kept }: Cache): [key: string, entry: KeptValue] | undefined {
  for (const oldest of kept) return oldest;
  return undefined;
}

function say({ said, ofProjects, limit, tooLarge }: Budget, cache: string, projectId: string, taken: number): void {
  if (said.has(projectId)) return;
  said.add(projectId);
  tooLarge({ projectId, cache, bytes: taken + (ofProjects.get(projectId) ?? 0), limit });
}
