/**
 * Where a watched repository's changes are heard of.
 *
 *     native watches ──the system grants no more──▶ looks at intervals ──all folders are watched again──▶ native watches
 *
 * Both run at once where a file system may not tell of changes. The setting for polling can ask for looks alone, or for watches alone.
 */
import { countEvent } from "./dropped-events.js";
import { type EntryEvent, type FolderWatches, watchFolders } from "./folder-watches.js";
import { watchGit } from "./git-writing.js";
import { noteChange, noteRescan, RESCAN, schedule } from "./pending.js";
import { createPoller, type Poller } from "./poll.js";
import type { WatchState } from "./watch-state.js";

/** Folders that appeared are examined once more after this long, for files that came before their watch. In milliseconds. */
const SECOND_LOOK = 1000;
/** After an error of the system all folders are watched anew, but not more often than this. */
const REOPEN_EVERY = 30_000;
/** Error codes of systems that grant no more watches. */
const OUT_OF_WATCHES = new Set(["ENOSPC", "EMFILE", "ENFILE"]);

/** Begins to hear of changes. Resolves when git's own folder is watched, or need not be. */
export async function openSources(watch: WatchState): Promise<void> {
  const { options, eventless, sources } = watch;
  if (options.polling === "always" || eventless !== null) sources.poller = openPoller(watch);
  if (!sources.isWatching) return;
  sources.folders = open(watch);
  await listenToGit(watch);
}

function open(watch: WatchState, refused?: () => void): FolderWatches {
  const { root, rules, sources } = watch;
  const opened = watchFolders(root, {
    isIgnored: async (path) => (await rules.judge(path, "directory", null)) !== null,
    hear: (event, path) => opened === sources.folders && hear(watch, event, path),
    appeared: (path) => opened === sources.folders && hearFolder(watch, path),
    failed: (error) => (opened === sources.folders ? fail(watch, error) : refused?.()),
  });
  return opened;
}

function listenToGit(watch: WatchState): Promise<void> {
  return watchGit(watch, (error) => fail(watch, error));
}

function openPoller(watch: WatchState): Poller {
  const { root, rules, options, pending } = watch;
  return createPoller(root, rules, {
    interval: options.pollInterval,
    onLook(paths) {
      pending.isHeadDue = true;
      if (paths.some((path) => rules.decides(path) !== null)) pending.isRescanDue = true;
      for (const path of paths) noteChange(watch, path);
      schedule(watch);
    },
    onError: options.onError,
  });
}

function hear(watch: WatchState, event: EntryEvent, path: string): void {
  const { rules, pending } = watch;
  countEvent();
  if (watch.isClosed) return;
  if (path === "") {
    noteRescan(watch);
    return;
  }
  if (path.startsWith(".git/")) return;
  if (path === ".git" && event === "rename") void listenToGit(watch);
  const decides = rules.decides(path);
  if (decides === "content" || (decides === "existence" && event === "rename")) {
    rules.forget(path);
    pending.areRulesNew = true;
    pending.isRescanDue = true;
  }
  if (event === "change") void noteUnlessLeftOut(watch, path);
  else noteChange(watch, path);
}

/** A log that is written all day is not a change: that it is left out was said when it appeared. */
async function noteUnlessLeftOut(watch: WatchState, path: string): Promise<void> {
  const skip = await watch.rules.judge(path, "file", null);
  if (skip?.reason !== "ignored" && skip?.reason !== "excluded" && !watch.isClosed) noteChange(watch, path);
}

function hearFolder(watch: WatchState, path: string): void {
  const { sources } = watch;
  const { appeared } = sources;
  if (appeared.size < RESCAN) appeared.add(path);
  noteChange(watch, path);
  sources.secondLook ??= setTimeout(() => {
    sources.secondLook = undefined;
    for (const folder of appeared) noteChange(watch, folder);
    appeared.clear();
  }, SECOND_LOOK);
}

/** Other folders are taken in now, or a watch broke: a new set of watches, before the old one goes. */
export function reopen(watch: WatchState): void {
  const { sources } = watch;
  const old = sources.folders;
  sources.folders = open(watch);
  // A second scan finds changes that came while the new watches were set up.
  sources.folders.ready.then(() => {
    if (!watch.isClosed) noteRescan(watch);
  });
  old?.close();
}

function fail(watch: WatchState, error: NodeJS.ErrnoException): void {
  const { sources, options } = watch;
  const { code = "" } = error;
  if (watch.isClosed || !sources.isWatching || sources.outOfWatches !== null) return;
  if (OUT_OF_WATCHES.has(code)) {
    runOut(watch, code);
    return;
  }
  options.onError(error);
  noteRescan(watch);
  sources.reopening ??= setTimeout(() => {
    sources.reopening = undefined;
    if (!sources.isWatching) return;
    void listenToGit(watch);
    reopen(watch);
  }, REOPEN_EVERY);
}

/** The system grants no more watches: polling takes over, unless it is never to. */
function runOut(watch: WatchState, code: string): void {
  const { sources, options, git } = watch;
  sources.outOfWatches = code;
  if (options.polling !== "never") {
    sources.isWatching = false;
    sources.folders?.close();
    git.watcher?.close();
    sources.poller ??= openPoller(watch);
    void sources.poller.ready.then(() => noteRescan(watch));
  }
  options.onError(new Error(outOfWatchesNote(watch, code)));
  sources.regaining = setTimeout(regain, options.regainInterval, watch);
}

/** Asks for the watches again that were refused. Polling ends when all folders are watched. */
async function regain(watch: WatchState): Promise<void> {
  const { sources, options, eventless } = watch;
  let isRefused = false;
  const tried = open(watch, () => {
    isRefused = true;
  });
  await tried.ready;
  if (watch.isClosed || isRefused) {
    tried.close();
    if (!watch.isClosed) sources.regaining = setTimeout(regain, options.regainInterval, watch);
    return;
  }
  sources.folders?.close();
  sources.folders = tried;
  sources.isWatching = true;
  sources.outOfWatches = null;
  if (eventless === null) {
    sources.poller?.close();
    sources.poller = undefined;
  }
  void listenToGit(watch);
  // It finds changes that came before the last folder was watched.
  noteRescan(watch);
}

/** The limits of the watch as it is now, in words; null: it has none. */
export function noteOf(watch: WatchState): string | null {
  const { options, eventless, sources } = watch;
  if (sources.outOfWatches !== null) return outOfWatchesNote(watch, sources.outOfWatches);
  if (options.polling === "always") return `The repository is ${looksOf(watch)}, as configured.`;
  if (eventless === null) return null;
  return `The repository is on a file system (${eventless}) that may not tell of changes; it is ${looksOf(watch)} as well.`;
}

function outOfWatchesNote(watch: WatchState, code: string): string {
  const isNever = watch.options.polling === "never";
  const instead = isNever ? "changes in some folders go unheard" : `the repository is ${looksOf(watch)} instead`;
  return `The system grants no more file watches (${code}); ${instead}. On Linux, fs.inotify.max_user_watches raises the limit; they are asked for again every few minutes.`;
}

function looksOf({ options }: WatchState): string {
  return `looked through every ${options.pollInterval / 1000} s`;
}

/** Closes all sources of a watch, and forgets the looks that wait. */
export function closeSources({ sources, git }: WatchState): void {
  for (const each of [sources.secondLook, sources.reopening, sources.regaining]) clearTimeout(each);
  sources.poller?.close();
  sources.folders?.close();
  git.watcher?.close();
}
