/** Notices that the system may have dropped events of this process, and has all that is watched scanned then. */
import { readFileSync } from "node:fs";
import { systemCode } from "../base/system-code.js";

/**
 * Linux queues a limited number of events for a process, for all its watches together, and drops the rest without a word that reaches us. A reader of
 * the queue reads all that is in it in one turn, so that a turn with few events has lost none. Half, because not all events are told to us.
 */
const MANY_EVENTS = maxQueuedEvents() / 2;
/** How to have each repository that is watched scanned. */
export const openWatchers = new Set<() => void>();
let eventsInTurn = 0;

/** Counts an event of the turn: to be called for every one. */
export function countEvent(): void {
  if (eventsInTurn++ > 0) return;
  setImmediate(() => {
    if (eventsInTurn >= MANY_EVENTS) for (const rescan of openWatchers) rescan();
    eventsInTurn = 0;
  });
}

function maxQueuedEvents(): number {
  if (process.platform !== "linux") return Number.POSITIVE_INFINITY;
  try {
    return Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return 16_384;
  }
}
