/**
 * Changes until they are sent: `noteChange` and `noteRescan` add to them and put the batch off, `takeBatch` takes them.
 *
 * A batch is due when it has been quiet for a moment, and no later than a limit that is short for a few changes and long for many.
 */
import type { ChangeBatch, WatchState } from "./watch-state.js";

/** Milliseconds. */
export const QUIET = 60;
const LONGEST_WAIT = 250;
const LONGEST_STORM = 2000;
/** From this many changed paths on it is a storm, and from that many a rescan. */
const STORM = 50;
export const RESCAN = 500;

/** A path has changed. */
export function noteChange(watch: WatchState, path: string): void {
  const { pending } = watch;
  pending.lastChange = performance.now();
  if (!pending.isRescanDue) pending.changed.add(path);
  if (pending.changed.size > RESCAN) pending.isRescanDue = true;
  if (pending.isRescanDue) pending.changed.clear();
  schedule(watch);
}

/** All is to be scanned again. */
export function noteRescan(watch: WatchState): void {
  watch.pending.isRescanDue = true;
  watch.pending.changed.clear();
  schedule(watch);
}

/** Sets when the batch is due. */
export function schedule({ pending, isClosed }: WatchState): void {
  if (isClosed) return;
  const now = performance.now();
  pending.firstChange ??= now;
  const longest = pending.isRescanDue || pending.changed.size >= STORM ? LONGEST_STORM : LONGEST_WAIT;
  clearTimeout(pending.timer);
  pending.timer = setTimeout(pending.due, Math.max(0, Math.min(QUIET, pending.firstChange + longest - now)));
}

/** The batch, after which nothing is pending. */
export function takeBatch({ pending }: WatchState): Omit<ChangeBatch, "headChanged"> & {
  isHeadDue: boolean;
  areRulesNew: boolean;
} {
  const { changed, isRescanDue, isHeadDue, areRulesNew } = pending;
  const batch = { paths: [...changed], rescan: isRescanDue, isHeadDue, areRulesNew };
  pending.firstChange = null;
  changed.clear();
  pending.isRescanDue = false;
  pending.isHeadDue = false;
  pending.areRulesNew = false;
  return batch;
}
