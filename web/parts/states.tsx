/** States that a page shows in the place of its content: loading, an error, nothing found, and a project that cannot answer yet. */
import type { ComponentChildren } from "preact";
import type { ApiError, Project } from "../api.js";
import { type BuildProgress, isFollowing, progress } from "../kit/follow.js";
import { hasFolder } from "../kit/projects.js";
import { to } from "../kit/router.js";
import { useCaller } from "../kit/use-caller.js";

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
  index_not_built: "There is no whole index yet",
  not_found: "It is not there",
  rate_limited: "Too many questions at once",
  index_timeout: "That took too long",
};

/** The step of a build, in words. */
const STEPS: Record<string, string> = {
  scan: "Looking for files",
  parse: "Reading files",
  resolve: "Finding where names lead",
  publish: "Publishing",
};

/** How far the build of the project is. */
export function BuildBar({ progress: { phase, done, total } }: { progress: BuildProgress }) {
  return (
    <p class="progress">
      <progress max={total || 1} value={done} aria-label="Build" />
      <span class="dim">
        {STEPS[phase] ?? "Beginning"}
        {total > 0 && `: ${done.toLocaleString()} of ${total.toLocaleString()}`}
      </span>
    </p>
  );
}

/** In the place of a project's content while it has no index: why, and how far the build is, live. The page goes on by itself when there is one. */
export function NotBuilt({ project, children }: { project: Project; children?: ComponentChildren }) {
  const { id, name, state, fetch_problem } = project;
  const isBuilding = state === "building" || progress.value !== null;
  const link = <a href={to(`ui/index/${encodeURIComponent(id)}`)}>How its index stands</a>;
  if (isBuilding)
    return (
      <Message title={`${name} is being indexed`}>
        {progress.value && <BuildBar progress={progress.value} />}
        <p class="dim">
          {progress.value
            ? "This page goes on by itself when it is done. "
            : isFollowing.value && "The build waits until a worker takes it up. "}
          {link}
        </p>
        {children}
      </Message>
    );
  if (hasFolder(project))
    return (
      <Message title={`${name} has no index yet`}>
        <p class="dim">No build of it runs. {link}</p>
      </Message>
    );
  return (
    <Message title={fetch_problem === null ? `${name} is being cloned` : `${name} could not be cloned`}>
      <p class="dim">{fetch_problem ?? "Its first index comes after that."}</p>
    </Message>
  );
}

/** In the place of everything, where the caller sees no project. */
export function NoProjects() {
  const { caller } = useCaller();
  const meant = caller?.projects ?? null;
  if (meant !== null)
    return (
      <Message title="Your token sees no project">
        <p>
          It is for {meant.length === 0 ? "no project at all" : <code>{meant.join(", ")}</code>}, and nothing here has
          such an id{meant.length > 0 && " yet"}.
        </p>
        <p>Ask an administrator for a token with the right id, or to add that project.</p>
      </Message>
    );
  if (!caller) return <Loading />;
  return (
    <Message title="Nothing is indexed yet">
      <p>
        <code>codeindex serve FOLDER</code> serves a repository; an administrator adds others by{" "}
        <code>codeindex project add</code>.
      </p>
    </Message>
  );
}
