/** The state of a repository's watch, and who reads and changes each part of it. */
import type { FSWatcher } from "node:fs";
import type { GitFolders } from "../repository/git/head.js";
import type { SkipRules } from "../repository/skip/rules.js";
import type { FolderWatches } from "./folder-watches.js";
import type { Poller } from "./poll.js";

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

export interface WatchState {
  /** A real path: native watches of a root that is itself a link would be of the link. */
  readonly root: string;
  readonly rules: SkipRules;
  readonly options: Required<WatchOptions>;
  /** The kind of file system that may not tell of changes; null: it tells, or polling is set. */
  readonly eventless: string | null;
  readonly pending: Pending;
  readonly git: GitState;
  readonly sources: Sources;
  isClosed: boolean;
}

/** Changes that are not sent yet (pending.ts). Times are those of performance.now(), which no change of the clock moves. */
export interface Pending {
  /** Changed paths; none while a rescan is due. */
  changed: Set<string>;
  isRescanDue: boolean;
  /** HEAD is to be read again: it may be another one. */
  isHeadDue: boolean;
  /** An ignore file changed: other folders may have to be watched. */
  areRulesNew: boolean;
  /** The first change of the batch; null: there is none. */
  firstChange: number | null;
  lastChange: number;
  /** Until the batch is due. */
  timer: NodeJS.Timeout | undefined;
  /** Called when it is. */
  due: () => void;
}

/** How git is seen to write, and what is checked out (git-writing.ts). */
export interface GitState {
  /** null: the root is not a working tree, or was not looked at yet. */
  folders: GitFolders | null;
  watcher: FSWatcher | undefined;
  lastEvent: number;
  /** The lock of the index as it was last seen, and when it was first seen so. */
  lock: { id: string; since: number } | null;
  /** HEAD as it was read last. */
  head: string | undefined;
  /** Readings of HEAD, one after the other; the first one is what later ones are compared with. */
  reading: Promise<unknown>;
}

/** Where changes are heard of (sources.ts): native watches, looks at intervals, or both. */
export interface Sources {
  /** The system's watches are in use. */
  isWatching: boolean;
  /** The system's code where it grants no more watches. */
  outOfWatches: string | null;
  folders: FolderWatches | undefined;
  poller: Poller | undefined;
  /** Folders that appeared, until they are examined once more. */
  appeared: Set<string>;
  secondLook: NodeJS.Timeout | undefined;
  /** Until all folders are watched anew after an error. */
  reopening: NodeJS.Timeout | undefined;
  /** Until watches are asked for again that the system refused. */
  regaining: NodeJS.Timeout | undefined;
}
