/** What a page shows in the place of its content: loading, an error, nothing found, and a project that cannot answer yet. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError, comeback, events, type Project } from "../api.js";
import { readProjects } from "../kit/projects.js";
import { to } from "../kit/router.js";

/** A heading with words below it, in the middle of the page. */
export function Message({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <section class="message">
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** Grey lines where content will be. It appears after a moment only, so that quick answers do not flicker. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div class="loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** An error in words, with what to do next. `again` adds a button that tries once more. */
export function ErrorState({ error, again }: { error: ApiError; again?: () => void }) {
  if (error.code === "unreachable")
    return <Message title="The service does not answer">This page goes on by itself when it is back.</Message>;
  if (error.code === "unauthorized") return <Message title="You are not logged in">Give a token to go on.</Message>;
  if (error.code === "project_not_found")
    return (
      <Message title="This project is not here">
        <p>It was removed, or it is not one that you may see.</p>
        <p>
          <a href={to("")}>See the others</a>
        </p>
      </Message>
    );
  return (
    <Message title={TITLES[error.code] ?? "That did not work"}>
      <p>{error.message}</p>
      {error.suggestions.map((suggestion) => (
        <p key={suggestion} class="dim">
          {suggestion}
        </p>
      ))}
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </Message>
  );
}

const TITLES: Partial<Record<ApiError["code"], string>> = {
  forbidden: "Your token does not allow this",
  index_not_built: "The first index is being built",
  not_found: "It is not there",
  rate_limited: "Too many questions at once",
  index_timeout: "That took too long",
};

/** In the place of a project's content while it has no index: how far the build is, live. The page goes on by itself when it is done. */
export function NotBuilt({ project }: { project: Project }) {
  const progress = useBuildProgress(project.id);
  return (
    <Message
      title={project.state === "building" ? `${project.name} is being indexed` : `${project.name} has no index yet`}
    >
      {progress ? (
        <>
          <progress max={progress.total || 1} value={progress.done} aria-label="Build" />
          <p class="dim">
            {progress.phase} · {progress.done.toLocaleString()} of {progress.total.toLocaleString()} files
          </p>
        </>
      ) : (
        <p class="dim">Progress appears here as soon as a worker has taken it up.</p>
      )}
    </Message>
  );
}

const RETRY_MS = 1000;

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

export interface BuildProgress {
  phase: string;
  done: number;
  total: number;
}

/**
 * The progress of a project's build, as its events say; null while none runs. When one is published, the list of projects is read anew. `changed` is called when a
 * job began or ended, and when something was published.
 */
export function useBuildProgress(project: string, changed?: () => void): BuildProgress | null {
  const [progress, setProgress] = useState<BuildProgress | null>(null);
  const turn = comeback.value;
  useEffect(() => {
    const gone = new AbortController();
    const follow = async () => {
      for (let isThere = true; isThere && !gone.signal.aborted; ) {
        for await (const { name, data } of events(project, gone.signal)) {
          if (name === "job" || name === "progress") setProgress(progressOf(data));
          if (name === "generation" || name === "removed") void readProjects();
          if (name !== "progress") changed?.();
          isThere &&= name !== "removed";
        }
        // A service that stops ends its streams in good order.
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    };
    // One that is away is asked anew when it is back.
    follow().catch((error: unknown) => {
      if (!(error instanceof ApiError || gone.signal.aborted)) throw error;
    });
    return () => gone.abort();
  }, [project, turn]);
  return progress;
}
