/** Search: one field, and what it finds as you type: code, symbols, files, text and docs. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { ApiError, type Project } from "../api.js";
import { chosenProject, namedProject, projects, projectsError, readProjects, sizeOf } from "../kit/projects.js";
import { narrowed, parseQuery } from "../kit/query-words.js";
import { go, place, query, to } from "../kit/router.js";
import { type Asked, useAnswer } from "../kit/use-answer.js";
import { useListWalk } from "../kit/walk-list.js";
import { count } from "../kit/words.js";
import { ErrorState, Loading, NoProjects, NotBuilt } from "../parts/states.js";
import { type Found, find, KINDS, type Kind } from "../search/ask.js";
import { FilterChips } from "../search/filters.js";
import { countOf, notesOf, Results } from "../search/results.js";

/** A pause in typing that is long enough to ask, in milliseconds. */
const PAUSE_MS = 40;

const LABELS: Record<Kind, string> = { code: "Code", symbols: "Symbols", files: "Files", text: "Text", docs: "Docs" };
const HINTS: Record<Kind, string> = {
  code: "A question, a name, an error with its stack trace",
  symbols: "A name, or its beginning: Cart, gUN, Auth* NOT test",
  files: "Parts of a path: router node",
  text: "A text that stands in the code",
  docs: "A question about how to use it",
};

const put = (parts: Record<string, string | undefined>) =>
  go(to(place.value.path, { ...query.value, ...parts }), { replace: true });

export default function SearchPage() {
  const holder = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { q = "", in: given } = query.value;
  const kind = KINDS.find((one) => one === given) ?? "code";
  const words = parseQuery(q);
  const filters = narrowed(words.filters);
  const all = projects.value ?? [];
  const project = chosenProject.value;
  const built = all.filter(({ generation }) => generation > 0);
  const isNowhere = projects.value !== undefined && namedProject.value !== null && !project;
  const canAsk = !isNowhere && (project ? project.generation > 0 : built.length > 0);
  const isAsked = words.text !== "" && canAsk;
  const projectId = project?.id ?? null;
  const asked = useAnswer(
    isAsked
      ? (signal) =>
          find(
            { kind, text: words.text, narrowed: filters, project: projectId, projects: built.map(({ id }) => id) },
            signal,
          )
      : null,
    [kind, words.text, JSON.stringify(filters), projectId, built.length],
    { restWhileAsking: PAUSE_MS },
  );
  useListWalk(holder);
  useEffect(() => field.current?.focus(), []);
  // Results come as one types: Enter leads to the first, where one sees which it is, and a second Enter opens it.
  const goToFirst = (event: Event) => {
    event.preventDefault();
    holder.current?.querySelector<HTMLElement>("[data-result]")?.focus();
  };
  return (
    <div class="search" ref={holder}>
      <search>
        <form onSubmit={goToFirst}>
          <input
            ref={field}
            type="search"
            aria-label="Search code"
            placeholder={HINTS[kind]}
            value={q}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={20_000}
            onInput={(event) => put({ q: event.currentTarget.value })}
          />
        </form>
      </search>
      <nav class="search-tabs" aria-label="Kinds of results">
        {KINDS.map((one) => (
          <a
            key={one}
            href={to(place.value.path, { ...query.value, in: one === "code" ? undefined : one })}
            aria-current={one === kind ? "page" : undefined}
          >
            {LABELS[one]}
          </a>
        ))}
      </nav>
      {q.trim() !== "" && (
        <FilterChips
          query={q}
          words={words}
          kind={kind}
          projects={project ? [project] : built}
          set={(text) => {
            put({ q: text });
            field.current?.focus();
          }}
        />
      )}
      <RefNote wanted={filters.ref} project={project ?? (built.length === 1 ? built[0] : undefined)} />
      {q.trim() !== "" && !project && !isNowhere && <UnbuiltNote all={all} />}
      {isNowhere && <ErrorState error={new ApiError("project_not_found", "There is no such project.")} />}
      {isAsked && (
        <FoundHere {...asked} kind={kind} project={projectId ?? (built.length === 1 ? built[0]?.id : "") ?? ""} />
      )}
      {!isAsked && !isNowhere && <NothingAsked project={project} />}
    </div>
  );
}

/** The index of a project has one state; a filter that asks for another one is answered in words. */
function RefNote({ wanted, project }: { wanted: string | undefined; project: Project | undefined }) {
  if (wanted === undefined || !project) return null;
  if (wanted === "worktree" || wanted === "HEAD" || project.commit?.startsWith(wanted)) return null;
  const has = project.commit ? `commit ${project.commit.slice(0, 12)}` : "what is on disk";
  return (
    <p class="note" role="status">
      {project.name} is indexed at {has} alone, whatever is called {wanted}. These results are from there.
    </p>
  );
}

/** The projects that a search over all of them leaves out, because they have no index yet. */
function UnbuiltNote({ all }: { all: readonly Project[] }) {
  const unbuilt = all.filter(({ generation }) => generation === 0).map(({ name }) => name);
  if (unbuilt.length === 0) return null;
  const more = unbuilt.length > MOST_NAMED ? ` and ${count(unbuilt.length - MOST_NAMED, "other")}` : "";
  return (
    <p class="note" role="status">
      Not searched, without an index yet: {unbuilt.slice(0, MOST_NAMED).join(", ")}
      {more}. <a href={to("ui/index")}>How the indexes stand</a>
    </p>
  );
}

const MOST_NAMED = 5;

/** The state of the projects, and those there are, while nothing is asked. */
function NothingAsked({ project }: { project: Project | undefined }) {
  const all = projects.value;
  if (!all && projectsError.value) return <ErrorState error={projectsError.value} again={readProjects} />;
  if (!all) return <Loading />;
  if (all.length === 0) return <NoProjects />;
  const waiting = project ?? (all.length === 1 ? all[0] : undefined);
  if (waiting && waiting.generation === 0) return <NotBuilt project={waiting} />;
  return <Beginning />;
}

function FoundHere({ answer, error, isAsking, again, kind, project }: Asked<Found> & { kind: Kind; project: string }) {
  // The list stays as it was drawn while the next question is typed.
  const results = useMemo(() => answer && <Results found={answer} project={project} />, [answer, project]);
  if (error?.code === "invalid_parameter" || error?.code === "not_found")
    return (
      <section class="note" role="alert">
        <h1 class="unseen">Results</h1>
        <p>{error.message}</p>
        {error.suggestions.slice(0, 2).map((suggestion) => (
          <p key={suggestion} class="dim">
            {suggestion}
          </p>
        ))}
      </section>
    );
  if (error) return <ErrorState error={error} again={again} />;
  // The last answer stays while one of the same kind is on its way.
  if (!answer || answer.kind !== kind) return <Loading />;
  return (
    <>
      <h1 class="unseen">Results</h1>
      <p class="summary dim" role="status" aria-busy={isAsking}>
        {countOf(answer)}
      </p>
      {notesOf(answer).map((note) => (
        <p key={note} class="small dim">
          {note}
        </p>
      ))}
      {answer.answer.results.length === 0 && <Nothing kind={kind} />}
      {results}
    </>
  );
}

const OTHERS: Record<Kind, string> = {
  code: "Other words may do, or fewer; Text finds what stands there letter by letter.",
  symbols: "Code finds things by what they do.",
  files: "A file that is not in the index was left out by a rule.",
  text: "Capitals in the text count; Code finds things by what they mean.",
  docs: "Code may know what the documentation does not say.",
};

function Nothing({ kind }: { kind: Kind }) {
  const chosen = chosenProject.value;
  const { text } = parseQuery(query.value.q ?? "");
  return (
    <>
      <p>
        Nothing was found. <span class="dim">{OTHERS[kind]}</span>
      </p>
      {kind === "files" && (
        <p>
          <a href={to(chosen ? `ui/index/${encodeURIComponent(chosen.id)}` : "ui/index", { path: text })}>
            Why a file is not in the index
          </a>
        </p>
      )}
    </>
  );
}

function Beginning() {
  return (
    <section class="beginning">
      <h1>Search {chosenProject.value?.name ?? "all projects"}</h1>
      <ul class="tiles">
        {projects.value?.map((project) => (
          <li key={project.id} class="tile">
            <a href={to("", { project: project.id })}>
              <strong>{project.name}</strong>
            </a>
            <span class="dim">{sizeOf(project)}</span>
            <span class="dim">{project.languages.slice(0, 4).join(", ")}</span>
            <a class="small" href={to(`ui/code/${encodeURIComponent(project.id)}`)}>
              Browse files
            </a>
          </li>
        ))}
      </ul>
      <p class="dim small">
        Filters are words in the field: <code>lang:go</code> <code>path:src/</code> <code>-path:**/*test*</code>{" "}
        <code>kind:class</code> <code>project:NAME</code>. Enter or the arrows lead to the results, Enter opens one,{" "}
        <kbd>/</kbd> leads back to the field.
      </p>
    </section>
  );
}
