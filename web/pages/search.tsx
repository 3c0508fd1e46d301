/** Search: one field, and what it finds as you type: code, symbols, files, text and docs. */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { RefsAnswer } from "../../src/http/routes/history.js";
import { ApiError, ask, comeback, ofProject, type Project } from "../api.js";
import { SHORT_COMMIT } from "../kit/code-links.js";
import { progress } from "../kit/follow.js";
import {
  chosenProject,
  isBegun,
  isBehind,
  namedProject,
  projects,
  projectsError,
  readProjects,
} from "../kit/projects.js";
import { narrowed, parseQuery } from "../kit/query-words.js";
import { go, place, query, to } from "../kit/router.js";
import { type Asked, useAnswer } from "../kit/use-answer.js";
import { useListWalk } from "../kit/walk-list.js";
import { count } from "../kit/words.js";
import { FirstBuild, SizeAndState, Standing } from "../parts/standing.js";
import { ErrorState, Loading, NoProjects, NotBuilt } from "../parts/states.js";
import { type Found, find, KINDS, type Kind, mostOf, type Question } from "../search/ask.js";
import { FilterChips } from "../search/filters.js";
import { More } from "../search/more.js";
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
  const isNowhere = projects.value !== undefined && namedProject.value !== null && !project;
  const askable = (project ? [project] : all).filter((one) => isSearched(one, kind));
  const isAsked = words.text !== "" && askable.length > 0 && !isNowhere;
  const only = askable.length === 1 ? askable[0] : undefined;
  const ids = askable.map(({ id }) => id);
  const asked = useAnswer(
    isAsked
      ? async (signal) => {
          const question = { kind, text: words.text, narrowed: filters, projects: ids };
          return { question, found: await find(question, signal) };
        }
      : null,
    [kind, words.text, JSON.stringify(filters), ids.join(), only && stepOf(only)],
    { restWhileAsking: PAUSE_MS },
  );
  useListWalk(holder);
  useLayoutEffect(() => field.current?.focus(), []);
  // Behind the dialog that asked for a token it could not have the focus.
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus();
  }, [comeback.value]);
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
          projects={project ? [project] : all}
          set={(text) => {
            put({ q: text });
            field.current?.focus();
          }}
        />
      )}
      <RefNote wanted={filters.ref} project={only} />
      {q.trim() !== "" && !project && !isNowhere && <StandingOfAll all={all} kind={kind} />}
      {isNowhere && <ErrorState error={new ApiError("project_not_found", "There is no such project.")} />}
      {isAsked && <FoundHere {...asked} kind={kind} only={only} isChosen={project !== undefined} />}
      {!isAsked && !isNowhere && <NothingAsked project={project} />}
    </div>
  );
}

/** Whether there is something to search. A first build shows what it has read so far, but for the names of files. */
const isSearched = (project: Project, kind: Kind): boolean =>
  project.generation > 0 || (isBegun(project) && kind !== "files");

/** The index of a project has one state; a filter that asks for another one is answered in words. */
function RefNote({ wanted, project }: { wanted: string | undefined; project: Project | undefined }) {
  if (wanted === undefined || !project) return null;
  if (wanted === "worktree" || wanted === "HEAD" || project.commit?.startsWith(wanted)) return null;
  return <OtherRef wanted={wanted} project={project} />;
}

/** Nothing where the branch or tag leads to the commit that is indexed. */
function OtherRef({ wanted, project }: { wanted: string; project: Project }) {
  const { answer, error } = useAnswer(
    (signal) => ask<RefsAnswer>("GET", ofProject(project.id, "refs", { limit: MOST_REFS }), { signal }),
    [project.id, project.generation],
  );
  if (!answer && !error) return null;
  const commit = answer?.results.find(({ name }) => name === wanted)?.commit;
  if (commit !== undefined && commit === project.commit) return null;
  const has = project.commit ? `commit ${project.commit.slice(0, SHORT_COMMIT)}` : "what is on disk";
  return (
    <p class="note" role="status">
      {project.name} is indexed at {has} alone,{" "}
      {commit === undefined
        ? `whatever is called ${wanted}`
        : `and ${wanted} is at commit ${commit.slice(0, SHORT_COMMIT)}`}
      . The results are of the state that is indexed.
    </p>
  );
}

/** Branches and tags among which a name is looked for. */
const MOST_REFS = 1000;

/** The projects that a search over all of them leaves out or finds in part, because they have no index yet, and those whose index is outdated. */
function StandingOfAll({ all, kind }: { all: readonly Project[]; kind: Kind }) {
  const searched = all.filter((one) => isSearched(one, kind));
  const most = mostOf(kind);
  const states = [
    { words: "Not searched, without an index yet", of: all.filter((one) => !searched.includes(one)) },
    { words: `Not searched, as a search takes ${most} at most`, of: searched.slice(most) },
    {
      words: "Searched as far as it is read, without a whole index yet",
      of: searched.length > 1 ? searched.filter(isBegun) : [],
    },
    { words: "Not up to date", of: all.filter(isBehind) },
    {
      words: "With files that could not be indexed",
      of: all.filter((one) => one.generation > 0 && one.failed_files > 0 && !isBehind(one)),
    },
  ].filter(({ of }) => of.length > 0);
  if (states.length === 0) return null;
  return (
    <section class="note" aria-label="State of the indexes">
      <p role="status">
        {states.map(({ words, of }) => `${words}: ${namesOf(of)}. `)}
        <a href={to("ui/index")}>How the indexes stand</a>
      </p>
    </section>
  );
}

function namesOf(projects: readonly Project[]): string {
  const more = projects.length > MOST_NAMED ? ` and ${count(projects.length - MOST_NAMED, "other")}` : "";
  return `${projects
    .slice(0, MOST_NAMED)
    .map(({ name }) => name)
    .join(", ")}${more}`;
}

/** Rises while a first build goes on, so that what it has read meanwhile is asked about anew; each step is twice as long as the one before. */
function stepOf(project: Project): number {
  if (!isBegun(project)) return 0;
  const { phase = "", done = 0 } = progress.value ?? {};
  return phase === "parse" ? Math.floor(Math.log2(1 + done)) : phase.length;
}

const MOST_NAMED = 5;

/** The state of the projects, and those there are, while nothing is asked. */
function NothingAsked({ project }: { project: Project | undefined }) {
  const all = projects.value;
  if (!all && projectsError.value) return <ErrorState error={projectsError.value} again={readProjects} />;
  if (!all) return <Loading />;
  if (all.length === 0) return <NoProjects />;
  const waiting = project ?? (all.length === 1 ? all[0] : undefined);
  if (waiting && waiting.generation === 0)
    return (
      <NotBuilt project={waiting}>
        {waiting.state === "building" && <p class="dim">A search finds already what is read of it.</p>}
      </NotBuilt>
    );
  return <Beginning />;
}

interface FoundHereProps extends Asked<{ question: Question; found: Found }> {
  kind: Kind;
  /** The project that all results are of, where there is one. */
  only: Project | undefined;
  /** Whether somebody chose it, or there is no other. */
  isChosen: boolean;
}

function FoundHere({ answer: all, error, isAsking, again, kind, only, isChosen }: FoundHereProps) {
  const project = only?.id ?? "";
  const answer = all?.found;
  // The list stays as it was drawn while the next question is typed.
  const results = useMemo(
    () =>
      all && (
        <>
          <Results found={all.found} project={project} />
          <More first={all.found} question={all.question} project={project} />
        </>
      ),
    [all, project],
  );
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
  if (error?.code === "index_not_built" && only?.generation === 0) return <NotBuilt project={only} />;
  if (error) return <ErrorState error={error} again={again} />;
  // The last answer stays while one of the same kind is on its way.
  if (!answer || answer.kind !== kind) return <Loading />;
  return (
    <>
      <h1 class="unseen">Results</h1>
      {only && isBegun(only) && <FirstBuild project={only} files={readFiles(answer)} />}
      {only && isChosen && <Standing project={only} />}
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

/** Of a first build, how many files are read. */
function readFiles({ answer }: Found): string | undefined {
  const index = "index" in answer ? answer.index : undefined;
  return index?.missing.files;
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
            <SizeAndState project={project} />
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
