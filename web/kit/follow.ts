/** The events of the project that the page is about: how far its build is, and that something of it changed. One stream serves all windows. */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, ask, comeback, events, type Job, ofProject } from "../api.js";
import { isLoggedOut } from "../session.js";
import { chosenProject, hasFolder, isMoving, projects, readProjects } from "./projects.js";
import { place } from "./router.js";
import { isPassing } from "./use-answer.js";

export interface BuildProgress {
  phase: string;
  done: number;
  total: number;
}

/** The build of the project; null while none runs. */
export const progress = signal<BuildProgress | null>(null);
/** Whether the service has told yet if a build runs. */
export const isFollowing = signal(false);
/** Counts up when a job of the project began or ended, and when something was published. */
export const changes = signal(0);
/** Whether the person sees the page: it may lie behind another one. */
export const isSeen = signal(!document.hidden);
document.addEventListener("visibilitychange", () => {
  isSeen.value = !document.hidden;
});

const RETRY_MS = 1000;
/** The name of the lock that the window with the stream holds. */
const STREAM_LOCK = "codeindex-events";
const LOOK_MS = 3000;
/** A lock that is free is given before the first look. */
const FIRST_LOOK_MS = 200;
/** The newest jobs, which a look reads. */
const NEWEST = 10;

/**
 * Follows the project while the page is seen; the list of projects is read anew when something of it was published, and when it is gone. A browser has six
 * connections for a service, and a stream takes one: one window has it, and pages that nobody sees have none.
 */
export function useProjectEvents(): void {
  const chosen = chosenProject.value;
  const id = chosen?.id;
  const turn = comeback.value;
  const isFollowed = id !== undefined && isSeen.value;
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isFollowed) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    follow(id, gone.signal).catch((error: unknown) => {
      if (gone.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      // It was removed while nobody looked. A service that is away is asked anew when it is back.
      if (error.code === "project_not_found") void readProjects();
      // As a service that is about to stop answers.
      else if (!isPassing(error)) timer = setTimeout(() => setTries((before) => before + 1), LOOK_MS);
    });
    return () => {
      clearTimeout(timer);
      gone.abort();
      progress.value = null;
      isFollowing.value = false;
    };
  }, [id, isFollowed, turn, tries]);
  // Events tell of the jobs of one project, but not of its clone, its vectors and the changes that wait for a job; the list tells of all.
  const isAwaited = chosen ? !hasFolder(chosen) || isMoving(chosen) : projects.value?.some(isMoving);
  const isWaiting = isAwaited && isSeen.value && !isLoggedOut.value;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(readProjects, LIST_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  // A list at rest is read anew when somebody looks: a timer would keep a session going that nobody uses.
  const { path } = place.value;
  const isKnown = useRef(false);
  useEffect(() => {
    if (isKnown.current && isSeen.value && !isLoggedOut.value) void readProjects();
    isKnown.current = true;
  }, [path, isSeen.value]);
}

const LIST_MS = 5000;

/**
 * Follows the project by the stream, or by looks until the window that has the stream gives it away. Where there are no locks (plain HTTP, but for the own
 * machine), nobody can tell whether another window has a stream: all windows look.
 */
async function follow(project: string, gone: AbortSignal): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return look(project, gone);
  const looking = new AbortController();
  const stopLooking = () => looking.abort();
  gone.addEventListener("abort", stopLooking, { once: true });
  await Promise.all([
    look(project, looking.signal),
    locks.request(STREAM_LOCK, { signal: gone }, () => {
      stopLooking();
      // A stream begins with the build that runs, if one does.
      progress.value = null;
      return stream(project, gone);
    }),
  ]);
}

async function stream(project: string, gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    for await (const { name, data } of events(project, gone)) {
      isFollowing.value = true;
      // A stream begins with the state, which is mostly known.
      if (name === "generation" && data.generation === chosenProject.value?.generation) continue;
      if (name === "job" || name === "progress") progress.value = progressOf(data);
      if (name !== "progress") void readProjects();
      if (name !== "progress") changes.value += 1;
      if (name === "removed") return;
    }
    await pause(RETRY_MS);
  }
}

/** Reads every few seconds how the jobs of the project stand, until `stopped` is raised. Throws as `ask`. */
async function look(project: string, stopped: AbortSignal): Promise<void> {
  let before: string | undefined;
  await pause(FIRST_LOOK_MS);
  while (!stopped.aborted) {
    const answer = await jobsOf(project, stopped);
    if (answer === null) return;
    const running = answer.results.find(({ status }) => status === "running");
    progress.value = running ? progressOf({ ...running }) : null;
    isFollowing.value = true;
    const state = answer.results.map(({ job_id, status }) => `${job_id} ${status}`).join();
    // The first look as well: a job may have run since the page was read.
    if (state !== before) {
      void readProjects();
      changes.value += 1;
    }
    before = state;
    await pause(LOOK_MS);
  }
}

/** The newest jobs of the project; null where `stopped` was raised meanwhile. */
async function jobsOf(project: string, stopped: AbortSignal): Promise<{ results: Job[] } | null> {
  try {
    return await ask("GET", ofProject(project, "jobs", { limit: NEWEST }), { signal: stopped });
  } catch (error) {
    if (stopped.aborted) return null;
    throw error;
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** The progress in an event of a job; null where the job has ended. */
function progressOf({
  status,
  phase,
  files_done: done,
  files_total: total,
}: Record<string, unknown>): BuildProgress | null {
  const isOver = status !== undefined && status !== "running";
  if (isOver || typeof done !== "number" || typeof total !== "number") return null;
  return { phase: String(phase ?? ""), done, total };
}
