/** The state of the indexing service: parts that it is given, and records that several of its steps change. */
import type { EventEmitter } from "node:events";
import type { Logger } from "../../base/log.js";
import type { JobQueue } from "../../queue/queue-types.js";
import type { TurnOptions } from "../../queue/rules.js";
import type { Db } from "../../store/db/db.js";
import type { Indexer } from "../indexer.js";
import type { ProjectWatcher } from "../indexing-types.js";

export interface IndexingServiceParts {
  db: Db;
  queue: JobQueue;
  /** null: jobs are only queued here, and run elsewhere. */
  indexer: Indexer | null;
  log: Logger;
  /** Parts of other processes' jobs that this one does at once; 0: none. */
  partsAtOnce?: number;
  /** The number of the format of rows that this process writes; absent: this version's. */
  rowFormat?: number;
  /** How jobs take turns; absent: as the queue has it. */
  turns?: TurnOptions;
}

/** A project that lost changes because the database failed: it is built again, until that succeeds. */
export interface Behind {
  problem: string;
  /** Milliseconds until the next build. */
  delay: number;
  timer: NodeJS.Timeout;
}

export interface JobsState extends Pick<IndexingServiceParts, "db" | "queue" | "indexer" | "log"> {
  /** Emits the id of each job that ends in this process. */
  ended: EventEmitter;
  /** The controllers that stop the jobs of this process, by job id. */
  running: Map<string, AbortController>;
  rowFormat: number;
  /** Projects that a job of this process is at work on: a living process keeps them, whatever the clock says. */
  taken: Set<string>;
  /** Projects whose build had no room next to the jobs that ran then, with the ids of these: it has none until one of them ends. */
  crowded: Map<string, string[]>;
  /** Jobs whose project's folder this process does not see, by id, with the time (performance.now()) of the first look. */
  unseen: Map<string, number>;
  /** Why changes are missing that other processes were to bring in, by project. */
  problems: ReadonlyMap<string, string>;
  /** Why changes of all projects are missing. */
  problemOfAll: string | undefined;
  /** Projects whose lost changes this process has built again. */
  behind: Map<string, Behind>;
  watchers: Map<string, ProjectWatcher>;
  /** The look at the folders of waiting projects, while it goes on. */
  looking: Promise<void> | undefined;
  /** Jobs left to a newer version that the log has mentioned. */
  leftToNewer: Set<string>;
  /** The deletion of what removed projects left, while it goes on. */
  purging: Promise<void> | undefined;
  /** Ends that deletion. */
  stopPurging: AbortController;
  /** The service is closed: failures are not news any more. */
  isClosed: boolean;
}
