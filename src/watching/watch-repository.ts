/**
 * File changes to batches of paths: those that changed, once nobody is writing any more, or "scan again" when that is quicker to say.
 *
 * A batch is sent when it has been quiet for a moment, and no later than a limit that is short for a few changes (a save must be searchable at
 * once) and long for many. Changes that git makes to the working tree are one batch: while it holds its index lock, or is between two steps of a
 * rebase, it is still writing.
 *
 * Nothing is lost. Moved folders, about which the system tells little, and new folders whose first files came before their watch are examined whole
 * (`scanPaths` walks them). Where events may have been dropped all is scanned. Where the system does not tell of changes the repository is looked
 * through at intervals.
 */
import { realpathSync } from "node:fs";
import type { SkipRules } from "../repository/skip/rules.js";
import { openWatchers } from "./dropped-events.js";
import { hasHeadChanged, isGitWriting } from "./git-writing.js";
import { noteRescan, QUIET, takeBatch } from "./pending.js";
import { eventlessFileSystemOf } from "./poll.js";
import { closeSources, noteOf, openSources, reopen } from "./sources.js";
import type { ChangeBatch, Watcher, WatchOptions, WatchState } from "./watch-state.js";

/** Milliseconds. */
const POLL_INTERVAL = 10_000;
/** Delay before watches are tried again: another process may have given up its own, or the limit may have been raised. */
const REGAIN_EVERY = 5 * 60_000;

/** Watches a repository until `close`. `rules` are told to forget when an ignore file changes. Throws where the folder is not there. */
export function watch(repository: string, rules: SkipRules, options: WatchOptions): Watcher {
  const { polling = "auto", pollInterval = POLL_INTERVAL, regainInterval = REGAIN_EVERY } = options;
  const root = realpathSync(repository);
  const state: WatchState = {
    root,
    rules,
    options: { ...options, polling, pollInterval, regainInterval },
    eventless: polling === "auto" ? eventlessFileSystemOf(root) : null,
    pending: {
      changed: new Set(),
      isRescanDue: false,
      isHeadDue: false,
      areRulesNew: false,
      firstChange: null,
      lastChange: 0,
      timer: undefined,
      due: () => flush(state),
    },
    git: {
      folders: null,
      watcher: undefined,
      lastEvent: 0,
      lock: null,
      head: undefined,
      reading: Promise.resolve(),
    },
    sources: {
      isWatching: polling !== "always",
      outOfWatches: null,
      folders: undefined,
      poller: undefined,
      appeared: new Set(),
      secondLook: undefined,
      reopening: undefined,
      regaining: undefined,
    },
    isClosed: false,
  };
  const { pending, git, sources } = state;
  git.reading = hasHeadChanged(state);
  const watchingGit = openSources(state);
  const ready = Promise.all([sources.folders?.ready, sources.poller?.ready, watchingGit, git.reading]).then(
    () => undefined,
  );
  const rescan = () => noteRescan(state);
  openWatchers.add(rescan);
  return {
    ready,
    note: () => noteOf(state),
    pending: () => (pending.isRescanDue ? 1 : pending.changed.size),
    rescan,
    close() {
      state.isClosed = true;
      openWatchers.delete(rescan);
      clearTimeout(pending.timer);
      closeSources(state);
    },
  };
}

/** Sends what is pending, unless git is still writing. */
function flush(state: WatchState): void {
  const { pending, git, sources, options } = state;
  if (isGitWriting(state)) {
    pending.timer = setTimeout(pending.due, QUIET);
    return;
  }
  const { isHeadDue, areRulesNew, ...batch } = takeBatch(state);
  if (areRulesNew && sources.isWatching) reopen(state);
  if (!isHeadDue) sendBatch(state, { ...batch, headChanged: false });
  else
    git.reading = git.reading
      .then(() => hasHeadChanged(state))
      .then((headChanged) => sendBatch(state, { ...batch, headChanged }), options.onError);
}

function sendBatch({ isClosed, options }: WatchState, batch: ChangeBatch): void {
  if (!isClosed && (batch.rescan || batch.headChanged || batch.paths.length > 0)) options.onBatch(batch);
}
