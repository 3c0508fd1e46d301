/**
 * File changes to batches of paths: what changed while nobody was writing any more, or "scan again" when that is quicker to say.
 *
 * chokidar keeps one native watch for each folder that is taken in, and none for files: its raw events name the entry of the folder that
 * changed. A batch is sent when it has been quiet for a moment, and no later than a limit that is short for a few changes (a save must be
 * searchable at once) and long for many (a branch switch is one change). While git holds its index lock it is still writing.
 *
 * A moved folder of which the system tells little, new folders whose first files came before their watch, and lost events are covered by
 * examining folders whole: `scanPaths` walks them.
 */
import { lstatSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type FSWatcher, watch as watchFolders } from "chokidar";
import { gitFolders, readGitHead } from "./git.js";
import type { SkipRules } from "./skip.js";

export interface ChangeBatch {
  /** What changed, for `scanPaths`; empty when all is to be scanned again or only the commit changed. */
  paths: string[];
  /** Scan the whole repository: too many changes, new rules, or no watch. */
  rescan: boolean;
  /** The checked-out commit or branch is another than at the last batch. */
  headChanged: boolean;
}

export interface Watcher {
  /** Resolves when all folders are watched, or cannot be. */
  ready: Promise<void>;
  /** "polling": the system grants no more watches; the repository is scanned at intervals. */
  mode(): "watching" | "polling";
  /** Changes seen and not yet sent; 1 for a rescan. */
  pending(): number;
  /** Sends a rescan as soon as it is quiet. */
  rescan(): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  onBatch: (batch: ChangeBatch) => void;
  /** Told once when watching fails and polling takes over, and of other errors of the watcher. */
  onError: (error: Error) => void;
  /** Milliseconds between scans when polling. */
  pollInterval?: number;
}

/** Milliseconds. */
const QUIET = 60;
const LONGEST_WAIT = 250;
const LONGEST_STORM = 2000;
/** From this many changed paths on it is a storm, and from that many a rescan. */
const STORM = 50;
const RESCAN = 500;
/** A lock file older than this was left behind by a git that died. */
const STALE_LOCK = 10_000;
/** Folders that appeared are examined once more after this long, for files that came before their watch. */
const SECOND_LOOK = 1000;
const POLL_INTERVAL = 10_000;

/** What systems say when they grant no more watches. */
const OUT_OF_WATCHES = new Set(["ENOSPC", "EMFILE", "ENFILE"]);

/** Watches a repository until `close`. `rules` are told to forget when an ignore file changes. */
export function watch(repository: string, rules: SkipRules, options: WatchOptions): Watcher {
  // chokidar does not enter a root that is itself a link.
  const root = realpathSync(repository);
  const changed = new Set<string>();
  const appeared = new Set<string>();
  let mode: "watching" | "polling" = "watching";
  let isRescanDue = false;
  let isHeadDue = false;
  let areRulesNew = false;
  let isClosed = false;
  let firstChange = 0;
  let timer: NodeJS.Timeout | undefined;
  let secondLook: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  let git = gitFolders(root);
  let head = JSON.stringify(readGitHead(root));
  /** Aborted when there is nothing to wait for any more: no more watches, or closed. */
  const giveUp = new AbortController();
  let folders = open();

  function open(): { watcher: FSWatcher; ready: Promise<void> } {
    const watcher = watchFolders(root, {
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ignored: (absolute, stats) => stats !== undefined && (!stats.isDirectory() || isFolderIgnored(absolute)),
    });
    if (git) watcher.add(git.own);
    watcher.on("raw", (event, name, details) => {
      const folder = (details as { watchedPath?: string } | undefined)?.watchedPath;
      if (watcher === folders.watcher && folder !== undefined) hear(event, name, folder);
    });
    watcher.on("addDir", (absolute) => {
      const path = pathOf(absolute);
      if (path !== null && path !== "" && watcher === folders.watcher) hearFolder(path);
    });
    watcher.on("error", (error) => fail(error as NodeJS.ErrnoException));
    const ready = new Promise<void>((resolve) => {
      watcher.once("ready", resolve);
      giveUp.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    return { watcher, ready };
  }

  function isFolderIgnored(absolute: string): boolean {
    if (absolute === root || absolute === git?.own) return false;
    if (git && absolute.startsWith(git.own + sep)) return true;
    const path = pathOf(absolute);
    return path === null || rules.judge(path, "directory", null) !== null;
  }

  function pathOf(absolute: string): string | null {
    const path = relative(root, absolute);
    return path === ".." || path.startsWith(`..${sep}`) ? null : path.split(sep).join("/");
  }

  function hear(event: string, name: unknown, folder: string): void {
    if (isClosed) return;
    if (folder === git?.own) {
      if (name === "HEAD" || name === "index" || name === "packed-refs") {
        isHeadDue = true;
        schedule();
      }
      return;
    }
    const path = pathOf(typeof name === "string" ? join(folder, name) : folder);
    if (path === null || path === "") return;
    if (path === ".git") git = gitFolders(root);
    const decides = rules.decides(path);
    if (decides === "content" || (decides === "existence" && event === "rename")) {
      rules.forget(path);
      areRulesNew = true;
      isRescanDue = true;
    }
    // A log that is written all day is no change: that it is left out was said when it appeared.
    if (event === "change" && isLeftOut(path)) return;
    note(path);
  }

  function isLeftOut(path: string): boolean {
    const reason = rules.judge(path, "file", null)?.reason;
    return reason === "ignored" || reason === "excluded";
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
    if (!isRescanDue) changed.add(path);
    if (changed.size > RESCAN) isRescanDue = true;
    if (isRescanDue) changed.clear();
    schedule();
  }

  function schedule(): void {
    if (isClosed) return;
    const now = Date.now();
    if (firstChange === 0) firstChange = now;
    const longest = isRescanDue || changed.size >= STORM ? LONGEST_STORM : LONGEST_WAIT;
    clearTimeout(timer);
    timer = setTimeout(flush, Math.max(0, Math.min(QUIET, firstChange + longest - now)));
  }

  function flush(): void {
    if (isGitWriting()) {
      timer = setTimeout(flush, QUIET);
      return;
    }
    firstChange = 0;
    const batch: ChangeBatch = { paths: [...changed], rescan: isRescanDue, headChanged: isHeadChanged() };
    changed.clear();
    isRescanDue = false;
    if (areRulesNew && mode === "watching") reopen();
    areRulesNew = false;
    if (batch.rescan || batch.headChanged || batch.paths.length > 0) options.onBatch(batch);
  }

  function isHeadChanged(): boolean {
    if (!isHeadDue && mode === "watching") return false;
    isHeadDue = false;
    const before = head;
    head = JSON.stringify(readGitHead(root));
    return head !== before;
  }

  function isGitWriting(): boolean {
    const lock = git && lstatSync(join(git.own, "index.lock"), { throwIfNoEntry: false });
    return lock ? Date.now() - lock.mtimeMs < STALE_LOCK : false;
  }

  /** Other folders are taken in now: a new set of watches, before the old one goes. */
  function reopen(): void {
    const old = folders.watcher;
    folders = open();
    // What changed while the new watches were set up is found by a second scan.
    folders.ready.then(() => {
      if (!isClosed) rescan();
    });
    close(old);
  }

  function fail(error: NodeJS.ErrnoException): void {
    if (isClosed || mode === "polling") return;
    if (!OUT_OF_WATCHES.has(error.code ?? "")) {
      options.onError(error);
      return;
    }
    mode = "polling";
    giveUp.abort();
    const interval = options.pollInterval ?? POLL_INTERVAL;
    options.onError(
      new Error(
        `The system grants no more file watches (${error.code}); the repository is scanned every ${interval / 1000} s instead.` +
          " On Linux, fs.inotify.max_user_watches raises the limit.",
      ),
    );
    close(folders.watcher);
    poll = setInterval(rescan, interval);
    rescan();
  }

  function close(watcher: FSWatcher): void {
    watcher.close().catch((error: Error) => options.onError(error));
  }

  function rescan(): void {
    isRescanDue = true;
    changed.clear();
    schedule();
  }

  return {
    ready: folders.ready,
    mode: () => mode,
    pending: () => (isRescanDue ? 1 : changed.size),
    rescan,
    async close() {
      isClosed = true;
      giveUp.abort();
      clearTimeout(timer);
      clearTimeout(secondLook);
      clearInterval(poll);
      await folders.watcher.close();
    },
  };
}
