/**
 * How watchers share the projects: which ones a watcher claims, asks for and gives up in a round. Pure.
 *
 *     nobody's ─▶ claimed: its share at once, the rest bit by bit, as the others may not see the folder or may have just ended
 *     of a watcher with more ─▶ asked for ─▶ given up ─▶ claimed by the asking watcher
 *
 * An asking watcher sees the folder, so no project goes to one that does not. A watcher that gets a project scans all of it, so small differences are
 * left alone.
 */
import type { WatchShare } from "../store/watch-lease.js";

export interface Round {
  /** This watcher, and all that live. */
  watcher: string;
  watchers: readonly string[];
  /** The projects whose folders this watcher sees. */
  seen: readonly string[];
  held: ReadonlySet<string>;
  shares: readonly WatchShare[];
}

export interface Moves {
  /** Held here, and asked for by another. */
  release: string[];
  /** To be claimed where they are nobody's, and how many of them at most. */
  claim: string[];
  mostClaims: number;
  /** To be asked for. */
  ask: string[];
}

/** The share by which watchers must differ before one of them asks. */
const UNEVEN = 0.1;

/** The moves of a watcher in a round. */
export function shareProjects({ watcher, watchers, seen, held, shares }: Round): Moves {
  const others = new Set(watchers.filter((each) => each !== watcher));
  const share = Math.ceil(seen.length / (others.size + 1));
  const byId = new Map(shares.map((each) => [each.projectId, each]));
  const wantedByOther = (projectId: string): boolean => others.has(byId.get(projectId)?.wantedBy ?? "");
  const release = [...held].filter(wantedByOther);
  const left = held.size - release.length;
  const claim = seen.filter((projectId) => !held.has(projectId) && !wantedByOther(projectId));
  // A project that is nobody's is taken first.
  const isFree = (projectId: string): boolean => !others.has(byId.get(projectId)?.watchedBy ?? "");
  return {
    release,
    claim,
    mostClaims: Math.max(share - left, Math.ceil(share / 2)),
    ask: claim.some(isFree) ? [] : askedFor({ watcher, others, seen, held, byId, share, own: left }),
  };
}

/** The projects to be asked for: of the watcher that has the most, as many as make the two even, and no more than a share. */
function askedFor({
  watcher,
  others,
  seen,
  held,
  byId,
  share,
  own,
}: Pick<Round, "watcher" | "seen" | "held"> & {
  others: ReadonlySet<string>;
  byId: ReadonlyMap<string, WatchShare>;
  share: number;
  own: number;
}): string[] {
  // A project that is asked for counts as moved.
  const ownerOf = ({ watchedBy, wantedBy }: WatchShare): string | null =>
    wantedBy !== null && (wantedBy === watcher || others.has(wantedBy)) ? wantedBy : watchedBy;
  const loads = new Map<string, number>();
  let coming = 0;
  for (const each of byId.values()) {
    const owner = ownerOf(each);
    if (owner === watcher && !held.has(each.projectId)) coming++;
    else if (owner !== null && others.has(owner)) loads.set(owner, (loads.get(owner) ?? 0) + 1);
  }
  const mine = own + coming;
  const [fullest, most] = [...loads].reduce((top, each) => (each[1] > top[1] ? each : top), ["", 0]);
  const difference = most - mine;
  const isUneven = difference >= 2 && (mine < share - 1 || difference > share * UNEVEN);
  if (!isUneven) return [];
  const wanted = Math.min(Math.floor(difference / 2), Math.max(1, share - mine));
  return seen
    .filter((projectId) => {
      const found = byId.get(projectId);
      return found !== undefined && !held.has(projectId) && ownerOf(found) === fullest;
    })
    .slice(0, wanted);
}
