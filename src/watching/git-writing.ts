/** Git's work on a watched working tree: whether it is writing at the moment, and whether another commit is checked out. */
import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../base/system-code.js";
import { gitFolders, readGitHead } from "../repository/git/head.js";
import { countEvent } from "./dropped-events.js";
import { watchOne } from "./folder-watches.js";
import { schedule } from "./pending.js";
import type { WatchState } from "./watch-state.js";

/** A lock file that is there for longer than this was left behind by a git that died, unless files still change. In milliseconds. */
const STALE_LOCK = 10_000;
const STILL_WRITING = 1000;
/** Between two steps of a rebase. */
const BETWEEN_STEPS = 500;
/** Git is not waited for longer than that. */
const LONGEST_GIT = 60_000;
/** Folders that git keeps next to the index while it applies one commit after the other. */
const GIT_SEQUENCES = ["rebase-merge", "rebase-apply", "sequencer"];

/** Watches git's own folder, which is left out otherwise, and in a linked worktree is elsewhere. */
export async function watchGit(watch: WatchState, failed: (error: NodeJS.ErrnoException) => void): Promise<void> {
  const { git, root, sources } = watch;
  git.watcher?.close();
  git.watcher = undefined;
  try {
    git.folders = await gitFolders(root);
    // Meanwhile it was closed, or its folder is watched already.
    if (watch.isClosed || !sources.isWatching || git.watcher) return;
    git.watcher = git.folders ? watchOne(git.folders.own, false, () => hearGit(watch)) : undefined;
    git.watcher?.on("error", failed);
  } catch (error) {
    failed(error as NodeJS.ErrnoException);
  }
}

function hearGit(watch: WatchState): void {
  countEvent();
  if (watch.isClosed) return;
  watch.git.lastEvent = performance.now();
  // Its index may be another, and what it tracks is not left out.
  watch.rules.forget(".git/index");
  watch.pending.isHeadDue = true;
  schedule(watch);
}

/** Reads HEAD, and tells whether it is another one than it was when it was read last. */
export async function hasHeadChanged({ git, root }: WatchState): Promise<boolean> {
  const before = git.head;
  git.head = JSON.stringify(await readGitHead(root));
  return before !== undefined && git.head !== before;
}

/** Whether git holds the lock of its index, or is between two steps of a rebase. */
export function isGitWriting({ git, pending }: WatchState): boolean {
  const { folders } = git;
  const { firstChange, lastChange } = pending;
  const now = performance.now();
  if (!folders || (firstChange !== null && now - firstChange > LONGEST_GIT)) return false;
  const file = statusOf(join(folders.own, "index.lock"));
  if (!file) {
    git.lock = null;
    return now - git.lastEvent < BETWEEN_STEPS && GIT_SEQUENCES.some((name) => statusOf(join(folders.own, name)));
  }
  const id = `${file.ino} ${file.mtimeMs}`;
  if (git.lock?.id !== id) git.lock = { id, since: now };
  return now - git.lock.since < STALE_LOCK || now - lastChange < STILL_WRITING;
}

/** null where it is not there, or cannot be looked at. */
function statusOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}
