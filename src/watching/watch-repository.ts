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
import { type FSWatcher, lstatSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { type GitFolders, gitFolders, readGitHead } from "../repository/git/head.js";
import type { SkipRules } from "../repository/skip/rules.js";
import { type EntryEvent, watchFolders, watchOne } from "./folder-watches.js";
import { createPoller, eventlessFileSystemOf, type Poller } from "./poll.js";

export interface ChangeBatch {
  /** Changed paths, for `scanPaths`; empty when all is to be scanned again or only the commit changed. */
  paths: string[];
  /** Scan the whole repository: too many changes, new rules, or no watch. */
  rescan: boolean;
  /** The checked-out commit or branch is another than at the last batch. */
  headChanged: boolean;
}

export interface Watcher {
  /** Resolves when all folders are watched, or cannot be: what changed before is to be found by a scan. */
  ready: Promise<void>;
  /** The limits of this watch, for people; null: it has none. */
  note(): string | null;
  /** Changes seen and not yet sent; 1 for a rescan. */
  pending(): number;
  /** Sends a rescan as soon as it is quiet. */
  rescan(): void;
  close(): void;
}

/** Whether a repository is looked through at intervals: where changes may go unheard, always (and nothing is watched), never. */
export type Polling = "auto" | "always" | "never";

export interface WatchOptions {
  onBatch: (batch: ChangeBatch) => void;
  /** Told of errors of the watcher, and when polling takes over. */
  onError: (error: Error) => void;
  polling?: Polling;
  /** Milliseconds between looks when polling. */
  pollInterval?: number;
  /** Milliseconds until watches that the system refused are asked for again. */
  regainInterval?: number;
}

/** Milliseconds. */
const QUIET = 60;
const LONGEST_WAIT = 250;
const LONGEST_STORM = 2000;
/** From this many changed paths on it is a storm, and from that many a rescan. */
const STORM = 50;
const RESCAN = 500;
/** A lock file that is there for longer than this was left behind by a git that died, unless files still change. */
const STALE_LOCK = 10_000;
const STILL_WRITING = 1000;
/** Between two steps of a rebase. */
const BETWEEN_STEPS = 500;
/** Git is not waited for longer than that. */
const LONGEST_GIT = 60_000;
/** Folders that git keeps next to the index while it applies one commit after the other. */
const GIT_SEQUENCES = ["rebase-merge", "rebase-apply", "sequencer"];
/** Folders that appeared are examined once more after this long, for files that came before their watch. */
const SECOND_LOOK = 1000;
const POLL_INTERVAL = 10_000;
/** After an error of the system all folders are watched anew, but not more often than this. */
const REOPEN_EVERY = 30_000;
/** Delay before watches are tried again: another process may have given up its own, or the limit may have been raised. */
const REGAIN_EVERY = 5 * 60_000;

/** Error codes of systems that grant no more watches. */
const OUT_OF_WATCHES = new Set(["ENOSPC", "EMFILE", "ENFILE"]);

/** Watches a repository until `close`. `rules` are told to forget when an ignore file changes. Throws where the folder is not there. */
export function watch(repository: string, rules: SkipRules, options: WatchOptions): Watcher {
  const { polling = "auto", pollInterval = POLL_INTERVAL, regainInterval = REGAIN_EVERY } = options;
  // Native watches of a root that is itself a link would be of the link.
  const root = realpathSync(repository);
  const eventless = polling === "auto" ? eventlessFileSystemOf(root) : null;
  const changed = new Set<string>();
  const appeared = new Set<string>();
  let isWatching = polling !== "always";
  let outOfWatches: string | null = null;
  let isRescanDue = false;
  let isHeadDue = false;
  let areRulesNew = false;
  let isClosed = false;
  /** Times are those of performance.now(), which no change of the clock moves. */
  let firstChange: number | null = null;
  let lastChange = 0;
  let lastGitEvent = 0;
  let lock: { id: string; since: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let secondLook: NodeJS.Timeout | undefined;
  let reopening: NodeJS.Timeout | undefined;
  let regaining: NodeJS.Timeout | undefined;
  let poller: Poller | undefined;
  let git: GitFolders | null = null;
  let gitWatcher: FSWatcher | undefined;
  let head: string | undefined;
  /** Looks at HEAD one after the other; the first one is what later ones are compared with. */
  let looking: Promise<unknown> = hasHeadChanged();
  if (polling === "always" || eventless !== null) poller = openPoller();
  let folders = isWatching ? open() : undefined;
  const watchingGit = isWatching ? watchGit() : undefined;
  const ready = Promise.all([folders?.ready, poller?.ready, watchingGit, looking]).then(() => undefined);
  openWatchers.add(rescan);

  function open(refused?: () => void) {
    const opened = watchFolders(root, {
      isIgnored: async (path) => (await rules.judge(path, "directory", null)) !== null,
      hear: (event, path) => opened === folders && hear(event, path),
      appeared: (path) => opened === folders && hearFolder(path),
      failed: (error) => (opened === folders ? fail(error) : refused?.()),
    });
    return opened;
  }

  /** Git's own folder, which is left out otherwise, and in a linked worktree is elsewhere. */
  async function watchGit(): Promise<void> {
    gitWatcher?.close();
    gitWatcher = undefined;
    try {
      git = await gitFolders(root);
      // Meanwhile it was closed, or its folder is watched already.
      if (isClosed || !isWatching || gitWatcher) return;
      gitWatcher = git ? watchOne(git.own, false, hearGit) : undefined;
      gitWatcher?.on("error", fail);
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
  }

  function openPoller(): Poller {
    return createPoller(root, rules, {
      interval: pollInterval,
      onLook(paths) {
        isHeadDue = true;
        if (paths.some((path) => rules.decides(path) !== null)) isRescanDue = true;
        for (const path of paths) note(path);
        schedule();
      },
      onError: options.onError,
    });
  }

  function hearGit(): void {
    countEvent();
    if (isClosed) return;
    lastGitEvent = performance.now();
    // Its index may be another, and what it tracks is not left out.
    rules.forget(".git/index");
    isHeadDue = true;
    schedule();
  }

  function hear(event: EntryEvent, path: string): void {
    countEvent();
    if (isClosed) return;
    if (path === "") {
      rescan();
      return;
    }
    if (path.startsWith(".git/")) return;
    if (path === ".git" && event === "rename") void watchGit();
    const decides = rules.decides(path);
    if (decides === "content" || (decides === "existence" && event === "rename")) {
      rules.forget(path);
      areRulesNew = true;
      isRescanDue = true;
    }
    if (event === "change") void noteUnlessLeftOut(path);
    else note(path);
  }

  /** A log that is written all day is no change: that it is left out was said when it appeared. */
  async function noteUnlessLeftOut(path: string): Promise<void> {
    const skip = await rules.judge(path, "file", null);
    if (skip?.reason !== "ignored" && skip?.reason !== "excluded" && !isClosed) note(path);
  }

  function hearFolder(path: string): void {
    if (appeared.size < RESCAN) appeared.add(path);
    note(path);
    secondLook ??= setTimeout(() => {
      secondLook = undefined;
      for (const folder of appeared) note(folder);
      appeared.clear();
    }, SECOND_LOOK);
  }

  function note(path: string): void {
    lastChange = performance.now();
    if (!isRescanDue) changed.add(path);
    if (changed.size > RESCAN) isRescanDue = true;
    if (isRescanDue) changed.clear();
    schedule();
  }

  function schedule(): void {
    if (isClosed) return;
    const now = performance.now();
    firstChange ??= now;
    const longest = isRescanDue || changed.size >= STORM ? LONGEST_STORM : LONGEST_WAIT;
    clearTimeout(timer);
    timer = setTimeout(flush, Math.max(0, Math.min(QUIET, firstChange + longest - now)));
  }

  function flush(): void {
    if (isGitWriting()) {
      timer = setTimeout(flush, QUIET);
      return;
    }
    firstChange = null;
    const batch = { paths: [...changed], rescan: isRescanDue };
    const isLookDue = isHeadDue;
    changed.clear();
    isRescanDue = false;
    isHeadDue = false;
    if (areRulesNew && isWatching) reopen();
    areRulesNew = false;
    if (!isLookDue) hand({ ...batch, headChanged: false });
    else looking = looking.then(hasHeadChanged).then((headChanged) => hand({ ...batch, headChanged }), options.onError);
  }

  function hand(batch: ChangeBatch): void {
    if (!isClosed && (batch.rescan || batch.headChanged || batch.paths.length > 0)) options.onBatch(batch);
  }

  /** Reads HEAD, and tells whether it is another one than at the last look. */
  async function hasHeadChanged(): Promise<boolean> {
    const before = head;
    head = JSON.stringify(await readGitHead(root));
    return before !== undefined && head !== before;
  }

  function isGitWriting(): boolean {
    const now = performance.now();
    if (!git || (firstChange !== null && now - firstChange > LONGEST_GIT)) return false;
    const file = statusOf(join(git.own, "index.lock"));
    if (!file) {
      lock = null;
      return now - lastGitEvent < BETWEEN_STEPS && GIT_SEQUENCES.some((name) => statusOf(join(git!.own, name)));
    }
    const id = `${file.ino} ${file.mtimeMs}`;
    if (lock?.id !== id) lock = { id, since: now };
    return now - lock.since < STALE_LOCK || now - lastChange < STILL_WRITING;
  }

  /** Other folders are taken in now, or a watch broke: a new set of watches, before the old one goes. */
  function reopen(): void {
    const old = folders;
    folders = open();
    // A second scan finds changes that came while the new watches were set up.
    folders.ready.then(() => {
      if (!isClosed) rescan();
    });
    old?.close();
  }

  function fail(error: NodeJS.ErrnoException): void {
    if (isClosed || !isWatching || outOfWatches !== null) return;
    if (OUT_OF_WATCHES.has(error.code ?? "")) {
      runOut(error.code!);
      return;
    }
    options.onError(error);
    rescan();
    reopening ??= setTimeout(() => {
      reopening = undefined;
      if (!isWatching) return;
      void watchGit();
      reopen();
    }, REOPEN_EVERY);
  }

  function runOut(code: string): void {
    outOfWatches = code;
    if (polling !== "never") {
      isWatching = false;
      folders?.close();
      gitWatcher?.close();
      poller ??= openPoller();
      void poller.ready.then(rescan);
    }
    options.onError(new Error(noteNow()!));
    regaining = setTimeout(regain, regainInterval);
  }

  /** Asks for the watches again that were refused. Polling ends when all folders are watched. */
  async function regain(): Promise<void> {
    let isRefused = false;
    const tried = open(() => {
      isRefused = true;
    });
    await tried.ready;
    if (isClosed || isRefused) {
      tried.close();
      if (!isClosed) regaining = setTimeout(regain, regainInterval);
      return;
    }
    folders?.close();
    folders = tried;
    isWatching = true;
    outOfWatches = null;
    if (eventless === null) {
      poller?.close();
      poller = undefined;
    }
    void watchGit();
    // It finds changes that came before the last folder was watched.
    rescan();
  }

  function noteNow(): string | null {
    const looks = `looked through every ${pollInterval / 1000} s`;
    if (outOfWatches !== null) {
      const instead = polling === "never" ? "changes in some folders go unheard" : `the repository is ${looks} instead`;
      return `The system grants no more file watches (${outOfWatches}); ${instead}. On Linux, fs.inotify.max_user_watches raises the limit; they are asked for again every few minutes.`;
    }
    if (polling === "always") return `The repository is ${looks}, as configured.`;
    if (eventless === null) return null;
    return `The repository is on a file system (${eventless}) that may not tell of changes; it is ${looks} as well.`;
  }

  function rescan(): void {
    isRescanDue = true;
    changed.clear();
    schedule();
  }

  return {
    ready,
    note: noteNow,
    pending: () => (isRescanDue ? 1 : changed.size),
    rescan,
    close() {
      isClosed = true;
      openWatchers.delete(rescan);
      for (const each of [timer, secondLook, reopening, regaining]) clearTimeout(each);
      poller?.close();
      folders?.close();
      gitWatcher?.close();
    },
  };
}

/** null where it is not there, or cannot be looked at. */
function statusOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

/**
 * Linux queues a limited number of events for a process, for all its watches together, and drops the rest without a word that reaches us. A reader of
 * the queue reads all that is in it in one turn, so that a turn with few events has lost none. Half, because not all events are told to us.
 */
const MANY_EVENTS = maxQueuedEvents() / 2;
/** How to have each repository that is watched scanned. */
const openWatchers = new Set<() => void>();
let eventsInTurn = 0;

function countEvent(): void {
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
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return 16_384;
  }
}
