/**
 * Events of projects for their followers: progress and ends of jobs, and published generations, on any replica or worker. One query a second serves
 * all followers; a publication triggers one at once.
 */
import type { Logger } from "../base/log.js";
import { present } from "../base/need.js";
import type { Db } from "../store/db/db.js";
import { type Job, listLiveJobs } from "../store/jobs.js";
import { GENERATION_CHANNEL, type Published, readPublished } from "../store/views.js";
import { describeJob } from "../tools/shared/jobs.js";

const LOOK_EVERY = 1000;

export interface ProjectEvent {
  name: "generation" | "job" | "progress" | "removed";
  /** The event's id; only a generation has one. */
  id?: string;
  data: Record<string, unknown>;
}

/** A follower of a project. */
export interface Follower {
  send(event: ProjectEvent): void;
  /** Called when the service stops, or the project is gone. */
  end(): void;
}

export interface ProjectEvents {
  /** Sends the project's state, then all changes, until the returned function is called. */
  follow(projectId: string, follower: Follower): () => void;
  /** Ends all followers. */
  close(): Promise<void>;
}

interface Followed {
  followers: Set<Follower>;
  /** The published state at the last look; undefined before the first one. */
  published?: Published;
  /** Jobs that run, or have ended lately. */
  jobs: Map<string, Job>;
}

const isOpen = ({ finishedAt }: Job) => finishedAt === null;

/** The followed projects of this process: one look at the database serves all streams. Must be closed. */
export function createProjectEvents(db: Db, log: Logger): ProjectEvents {
  const projects = new Map<string, Followed>();
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<() => Promise<void>> | undefined;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;

  /** Looks now; a look that has begun already is followed by another one. */
  function look(): Promise<void> {
    if (looking) isAskedAgain = true;
    looking ??= lookOnce()
      // The followers stay, and get what they missed when the database is back.
      .catch((error) => log.debug({ err: error }, "failed to read events of projects"))
      .finally(() => {
        looking = undefined;
        if (isAskedAgain && projects.size > 0) void look();
        isAskedAgain = false;
      });
    return looking;
  }

  async function lookOnce(): Promise<void> {
    const ids = [...projects.keys()];
    if (ids.length === 0) return;
    listening ??= db.listen(GENERATION_CHANNEL, (projectId) => {
      if (projectId === "" || projects.has(projectId)) void look();
    });
    await listening.catch(() => {
      listening = undefined;
    });
    const published = new Map((await readPublished(db, ids)).map((each) => [each.projectId, each]));
    const open = [...projects.values()].flatMap(({ jobs }) => [...jobs.values()].filter(isOpen));
    const jobs = await listLiveJobs(
      db,
      ids,
      open.map(({ jobId }) => jobId),
    );
    for (const id of ids)
      update(
        id,
        published.get(id),
        jobs.filter(({ projectId }) => projectId === id),
      );
  }

  function update(projectId: string, published: Published | undefined, jobs: Job[]): void {
    const followed = projects.get(projectId);
    if (!followed) return;
    const tell = (event: ProjectEvent) => {
      for (const follower of followed.followers) follower.send(event);
    };
    if (!published) {
      tell({ name: "removed", data: { project: projectId } });
      for (const follower of followed.followers) follower.end();
      return;
    }
    const isFirst = followed.published === undefined;
    if (followed.published?.generation !== published.generation) tell(generationEvent(published));
    for (const job of jobs) {
      const before = followed.jobs.get(job.jobId);
      const event = jobEvent(job, before);
      // A job that had ended before the first follower came is not news.
      if (event && (before !== undefined || isOpen(job) || !isFirst)) tell(event);
    }
    followed.published = published;
    followed.jobs = new Map(jobs.map((job) => [job.jobId, job]));
  }

  return {
    follow(projectId, follower) {
      const followed: Followed = projects.get(projectId) ?? { followers: new Set(), jobs: new Map() };
      projects.set(projectId, followed);
      followed.followers.add(follower);
      if (followed.published) {
        follower.send(generationEvent(followed.published));
        for (const job of followed.jobs.values()) if (isOpen(job)) follower.send(present(jobEvent(job, undefined)));
      } else void look();
      timer ??= setInterval(look, LOOK_EVERY);
      return () => {
        followed.followers.delete(follower);
        if (followed.followers.size === 0 && projects.get(projectId) === followed) projects.delete(projectId);
        if (projects.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    async close() {
      clearInterval(timer);
      for (const { followers } of projects.values()) for (const follower of followers) follower.end();
      projects.clear();
      await looking;
      const stop = await listening?.catch(() => undefined);
      await stop?.().catch(() => undefined);
    },
  };
}

function generationEvent({ projectId, generation, commit, indexedAt, files, symbols }: Published): ProjectEvent {
  return {
    name: "generation",
    id: String(generation),
    data: { project: projectId, generation, commit, indexed_at: indexedAt, files, symbols },
  };
}

/** `job` for a new status, `progress` for progress; nothing where nothing changed. */
function jobEvent(job: Job, before: Job | undefined): ProjectEvent | undefined {
  if (before?.status !== job.status) return { name: "job", data: describeJob(job) };
  const isFurther =
    before.phase !== job.phase || before.filesDone !== job.filesDone || before.filesTotal !== job.filesTotal;
  if (!isFurther) return undefined;
  const { job_id, project, kind, phase, progress, files_done, files_total } = describeJob(job);
  return { name: "progress", data: { job_id, project, kind, phase, progress, files_done, files_total } };
}
