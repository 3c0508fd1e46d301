/** Search: one field, and what it finds as you type. */
import { useEffect, useRef } from "preact/hooks";
import { type Answer, ApiError, callTool, type Project } from "../api.js";
import { chosenProject, namedProject, projects, projectsError, readProjects } from "../kit/projects.js";
import { go, place, query, segments, to } from "../kit/router.js";
import { type Asked, useAnswer } from "../kit/use-answer.js";
import { useListWalk } from "../kit/walk-list.js";
import { CodeBlock } from "../parts/code-block.js";
import { ErrorState, Loading, Message, NotBuilt } from "../parts/states.js";

/** A pause in typing that is long enough to ask, in milliseconds. */
const PAUSE_MS = 40;
const SHOWN = 20;

type Hit = Answer<"search_code">["results"][number];

export default function SearchPage() {
  const holder = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { q = "" } = query.value;
  const project = chosenProject.value;
  const canAsk = project ? project.generation > 0 : (projects.value ?? []).some(({ generation }) => generation > 0);
  const isAsked = q.trim() !== "" && canAsk;
  const asked = useAnswer(
    isAsked ? (signal) => search(q, project?.id ?? null, signal) : null,
    [q, project?.id],
    PAUSE_MS,
  );
  useListWalk(holder);
  useEffect(() => field.current?.focus(), []);
  return (
    <div class="search" ref={holder}>
      <search>
        <form onSubmit={(event) => event.preventDefault()}>
          <input
            ref={field}
            type="search"
            aria-label="Search code"
            placeholder="A question, a name, an error with its stack trace"
            value={q}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) =>
              go(to(place.value.path, { ...query.value, q: event.currentTarget.value }), { replace: true })
            }
          />
        </form>
      </search>
      {isAsked ? <Found {...asked} project={project?.id} /> : <NothingAsked project={project} />}
    </div>
  );
}

/** The state of the projects, and those there are, while nothing is asked. */
function NothingAsked({ project }: { project: Project | undefined }) {
  const all = projects.value;
  if (!all && projectsError.value) return <ErrorState error={projectsError.value} again={readProjects} />;
  if (!all) return <Loading />;
  if (all.length === 0)
    return (
      <Message title="Nothing is indexed yet">
        <p>
          <code>codeindex serve FOLDER</code> serves a repository; an administrator adds others by{" "}
          <code>POST /projects</code>.
        </p>
      </Message>
    );
  if (namedProject.value !== null && !project)
    return <ErrorState error={new ApiError("project_not_found", "There is no such project.")} />;
  const waiting = project ?? (all.length === 1 ? all[0] : undefined);
  if (waiting && waiting.generation === 0) return <NotBuilt project={waiting} />;
  return <Beginning />;
}

function Found({
  answer,
  error,
  isAsking,
  again,
  project,
}: Asked<Answer<"search_code">> & { project: string | undefined }) {
  if (error) return <ErrorState error={error} again={again} />;
  if (!answer) return <Loading />;
  const { results, metadata } = answer;
  return (
    <>
      <h1 class="unseen">Results</h1>
      <p class="summary dim" role="status" aria-busy={isAsking}>
        {metadata.totalResults.toLocaleString()} places in {Math.round(metadata.executionTime)} ms
      </p>
      {results.length === 0 && <p>Nothing was found. Other words may do, or fewer.</p>}
      <ol class="results">
        {results.map((hit) => (
          <li key={`${projectOf(hit)} ${hit.path}:${hit.start_line}`}>
            <Result hit={hit} project={project ?? projectOf(hit)} />
          </li>
        ))}
      </ol>
    </>
  );
}

function search(q: string, project: string | null, signal: AbortSignal): Promise<Answer<"search_code">> {
  const isOfAll = project === null && (projects.value?.length ?? 0) > 1;
  return callTool("search_code", { query: q, limit: SHOWN, ...(isOfAll && { project_id: "*" }) }, { project, signal });
}

/** Answers over several projects say of each result which one it is of. */
const projectOf = (hit: Hit): string =>
  "project_id" in hit && typeof hit.project_id === "string" ? hit.project_id : "";

function Result({ hit, project }: { hit: Hit; project: string }) {
  const link = to(
    `ui/code/${encodeURIComponent(project)}/${segments(hit.path)}`,
    {},
    `L${hit.start_line}-L${hit.end_line}`,
  );
  return (
    <article>
      <h2>
        <a data-result href={link}>
          {hit.path}
          <span class="dim">:{hit.start_line}</span>
        </a>
        <span class="kind">
          {hit.kind} {hit.symbols[0] ?? ""}
        </span>
        <span class="score" title={hit.reason}>
          {Math.round(hit.relevance_percent)} %
        </span>
      </h2>
      <CodeBlock text={hit.content} firstLine={hit.start_line} label={`${hit.path}, line ${hit.start_line}`} />
    </article>
  );
}

function Beginning() {
  return (
    <section class="beginning">
      <h1>Search {chosenProject.value?.name ?? "all projects"}</h1>
      <ul class="tiles">
        {projects.value?.map(({ id, name, files, symbols, languages, state }) => (
          <li key={id}>
            <a class="tile" href={to("", { project: id })}>
              <strong>{name}</strong>
              <span class="dim">
                {state === "ready"
                  ? `${files.toLocaleString()} files, ${symbols.toLocaleString()} symbols`
                  : "no index yet"}
              </span>
              <span class="dim">{languages.slice(0, 4).join(", ")}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
