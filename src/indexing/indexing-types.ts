/** Builds and jobs as other rooms ask for them: by tools (`Indexing`), and by the process that runs them (`IndexingService`). */
import type { QueueDepth } from "../queue/queue-types.js";
import type { Job, JobRequest } from "../store/jobs.js";
import type { Project } from "../store/projects.js";

/** Methods of the indexer for tools. */
export interface Indexing {
  /**
   * Queues a build of the whole project (`paths` absent) or of some paths; answers with the job at once, and it is held for the caller. A new one gets
   * the id, if one is given.
   */
  start(project: Project, request: JobRequest, jobId?: string): Promise<Job>;
  /** Resolves when the job has ended, whichever way, or with its present state when `signal` aborts. */
  wait(jobId: string, signal: AbortSignal): Promise<Job>;
  cancel(jobId: string): Promise<Job>;
  /** Holds a job for one more who waits for it. */
  hold(jobId: string): Promise<void>;
  /** Takes back what `start` or `hold` held: the caller went away. The job is cancelled where it was held for nobody else. */
  letGo(jobId: string): Promise<void>;
  /** From now on no job ends with its caller: the process stops, and cuts off callers that go on with their jobs elsewhere. */
  keepJobs(): void;
  keepsJobs(): boolean;
  /** Queues a failed job again. Throws `invalid_parameter` for one that has not failed. */
  retry(jobId: string): Promise<Job>;
  /** The job, or null where there is none of this id. */
  get(jobId: string): Promise<Job | null>;
  /** The job of the project that is running or waiting, or null. */
  current(projectId: string): Promise<Job | null>;
  /** Resolves when the queue answers. */
  check(): Promise<void>;
  /** Numbers of jobs in the queue, by lane. */
  depth(): Promise<QueueDepth[]>;
  /** Whether anybody runs what waits: this process, or one that is connected to the queue. */
  isWorkedOff(): Promise<boolean>;
  /**
   * State of the project's watcher in this process: whether there is one, its changes that are not yet queued, and its limits in words. `problem`: why
   * changes are missing that nobody is bringing in at the moment, here or elsewhere; the build is tried again.
   */
  watched(projectId: string): { watching: boolean; changes: number; note: string | null; problem?: string };
}

/** The watcher of a project, as far as answers tell of it. */
export interface ProjectWatcher {
  /** Changes that it has seen and not yet handed on. */
  pending(): number;
  /** Its limits, in words; null: it has none. */
  note(): string | null;
}

export interface IndexingService extends Indexing {
  /**
   * Starts to run jobs, or to watch those of other processes. `alone`: other processes run none, so running ones are those of a dead process.
   */
  begin(options: { alone: boolean }): Promise<void>;
  /** Sets the watcher of a project; null: it has none any more. */
  setWatcher(projectId: string, watcher: ProjectWatcher | null): void;
  /** Stops trying again. */
  close(): Promise<void>;
}
