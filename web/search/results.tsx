/** The results of a search, drawn by kind. */
import type { ComponentChildren } from "preact";
import type { Answer } from "../api.js";
import { codeLink, stateOf, symbolLink } from "../kit/code-links.js";
import { chosenProject, projects } from "../kit/projects.js";
import { withFilter } from "../kit/query-words.js";
import { to } from "../kit/router.js";
import { useBeginning } from "../kit/use-beginning.js";
import { count } from "../kit/words.js";
import { HighlightedCode } from "../parts/highlighted.js";
import type { FileHit, Found, Wanted } from "./ask.js";
import { Why } from "./why.js";

/** Of a line that matches, what is shown. */
const LONGEST_TEXT = 240;

/** Results that a tall screen has in view, drawn before the others. */
const FIRST_PIECES = 6;
const FIRST_ROWS = 20;

export function Results({ found, project }: { found: Found; project: string }) {
  switch (found.kind) {
    case "code":
      return (
        <Listed
          results={found.answer.results}
          keyOf={(hit) => `${projectOf(hit, project)} ${hit.path}:${hit.start_line}`}
          draw={(hit) => <CodeResult hit={hit} project={projectOf(hit, project)} />}
        />
      );
    case "symbols":
      return (
        <Listed
          areRows
          results={found.answer.results}
          keyOf={(hit) => `${projectOf(hit, project)} ${hit.node_id}`}
          draw={(hit) => <SymbolResult hit={hit} project={projectOf(hit, project)} />}
        />
      );
    case "files":
      return (
        <Listed
          areRows
          results={found.answer.results}
          keyOf={(hit) => `${projectOf(hit, project)} ${hit.path}`}
          draw={(hit) => <FileResult hit={hit} project={projectOf(hit, project)} />}
        />
      );
    case "text":
      return <TextResults {...found} project={project} />;
    case "docs":
      return (
        <Listed
          results={found.answer.results}
          keyOf={(hit) => `${projectOf(hit, project)} ${hit.path}:${hit.start_line}`}
          draw={(hit) => <DocResult hit={hit} project={projectOf(hit, project)} />}
        />
      );
  }
}

interface ListedProps<Hit> {
  results: readonly Hit[];
  keyOf(hit: Hit): string;
  draw(hit: Hit): ComponentChildren;
  /** Whether each takes a line or two. */
  areRows?: boolean;
}

function Listed<Hit>({ results, keyOf, draw, areRows = false }: ListedProps<Hit>) {
  const shown = useBeginning(results, areRows ? FIRST_ROWS : FIRST_PIECES);
  return (
    <ol class={areRows ? "results rows" : "results"}>
      {shown.map((hit) => (
        <li key={keyOf(hit)}>{draw(hit)}</li>
      ))}
    </ol>
  );
}

/** Answers over several projects say of each result which one it is of. */
function projectOf(hit: object, fallback: string): string {
  return "project" in hit && typeof hit.project === "string" ? hit.project : fallback;
}

/** The state that links of a project are of. */
function at(project: string): string | null {
  const found = projects.value?.find(({ id }) => id === project);
  return found ? stateOf(found) : null;
}

/** Where several projects are asked, a result says of which it is. */
function Of({ project }: { project: string }) {
  return (projects.value?.length ?? 0) > 1 && chosenProject.value === undefined ? (
    <span class="search-of dim">{project}</span>
  ) : null;
}

interface Place {
  project: string;
  path: string;
  first?: number;
  last?: number;
}

function PlaceLink({ project, path, first, last }: Place) {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return (
    <a data-result href={codeLink({ project, path, first, last, at: at(project) })}>
      <span class="dim">{folder}</span>
      {path.slice(folder.length)}
      {first !== undefined && <span class="dim">:{first}</span>}
    </a>
  );
}

function CodeResult({ hit, project }: { hit: Answer<"search_code">["results"][number]; project: string }) {
  return (
    <article>
      <h2>
        <PlaceLink project={project} path={hit.path} first={hit.start_line} last={hit.end_line} />
        <SymbolsOf hit={hit} project={project} />
        <Of project={project} />
        <span class="score">{Math.round(hit.relevance_percent)} %</span>
      </h2>
      <HighlightedCode path={hit.path} {...stretchOf(hit)} label={`${hit.path}, line ${hit.start_line}`} />
      <Why reason={hit.reason} explanation={hit.explanation} />
      {hit.also_in.length > 0 && <p class="dim small">The same in {hit.also_in.slice(0, 5).join(", ")}</p>}
    </article>
  );
}

/** The kind of a place, and its first symbol, or the one that it is a part of, which leads to the symbols of this name in its file: a way to its callers. */
function SymbolsOf({
  hit: { kind, symbols, path, breadcrumb },
  project,
}: {
  hit: Answer<"search_code">["results"][number];
  project: string;
}) {
  const around = kind === "block" ? breadcrumb?.split(" › ").at(-1) : undefined;
  const name = symbols[0] ?? around;
  if (name === undefined) return <span class="kind">{kind}</span>;
  // In a filter these letters of a path would mean others.
  const q = /[*?[\]{}!,"]/.test(path) ? name : withFilter(name, "path", path);
  return (
    <span class="kind">
      {symbols[0] === undefined ? "in" : kind}{" "}
      <a class="dim" href={to("", { q, in: "symbols", project })} title={`Find the symbol ${name}`}>
        {name}
      </a>
    </span>
  );
}

/** The lines of a hit that its content shows, with their numbers and the colours that the lines before them give. */
function stretchOf({ content, chunk: { text, startLine } }: Answer<"search_code">["results"][number]) {
  const shown = content.replace(/^…\n/, "").replace(/\n?…$/, "");
  const offset = text.indexOf(shown);
  // An answer with little room has the content alone, and where its lines stand is not known.
  if (offset < 0 || text === content)
    return content.startsWith("…") ? { text: content } : { text: content, firstLine: startLine };
  const first = text.slice(0, offset).split("\n").length - 1;
  return { text, firstLine: startLine, drawn: [first, first + shown.split("\n").length] as const };
}

function SymbolResult({ hit, project }: { hit: Answer<"search_symbols">["results"][number]; project: string }) {
  return (
    <article>
      <h2>
        <a data-result href={symbolLink(project, hit.node_id)}>
          {hit.qualified_name}
        </a>
        {(hit.parameter_signature || hit.return_type) && (
          <code class="signature">
            {hit.parameter_signature ?? ""}
            {hit.return_type && `: ${hit.return_type}`}
          </code>
        )}
        <span class="kind">{hit.node_type}</span>
        <Of project={project} />
      </h2>
      <p class="small">
        <a
          class="dim"
          href={codeLink({ project, path: hit.file_path, first: hit.line_start, last: hit.line_end, at: at(project) })}
        >
          {hit.file_path}:{hit.line_start}
        </a>
      </p>
    </article>
  );
}

function FileResult({ hit, project }: { hit: FileHit; project: string }) {
  return (
    <article>
      <h2>
        <PlaceLink project={project} path={hit.path} />
        <span class="kind">
          {hit.language ?? "text"}, {hit.lines.toLocaleString()} lines
        </span>
        <Of project={project} />
      </h2>
    </article>
  );
}

function DocResult({ hit, project }: { hit: Answer<"search_docs">["results"][number]; project: string }) {
  return (
    <article>
      <h2>
        <PlaceLink project={project} path={hit.path} first={hit.start_line} last={hit.end_line} />
        <span class="kind">{hit.kind === "doc_comment" ? `comment of ${hit.breadcrumb ?? ""}` : hit.breadcrumb}</span>
        <Of project={project} />
        <span class="score">{Math.round(hit.relevance_percent)} %</span>
      </h2>
      <p class="doc">{hit.content}</p>
      <Why reason={hit.reason} />
    </article>
  );
}

/** Lines that match, by file. */
function TextResults({ answer, wanted, project }: Extract<Found, { kind: "text" }> & { project: string }) {
  const files = new Map<string, Answer<"search_text">["results"]>();
  for (const hit of answer.results) {
    const key = `${projectOf(hit, project)} ${hit.path}`;
    files.set(key, [...(files.get(key) ?? []), hit]);
  }
  return (
    <ol class="results">
      {[...files].map(([key, hits]) => {
        const [first] = hits;
        if (!first) return null;
        const { path } = first;
        const of = projectOf(first, project);
        return (
          <li key={key}>
            <article>
              <h2>
                <PlaceLink project={of} path={path} first={first.line} />
                <Of project={of} />
              </h2>
              <ul class="search-matches">
                {hits.map((hit) => (
                  <li key={hit.line}>
                    <a href={codeLink({ project: of, path, first: hit.line, at: at(of) })}>
                      <span class="number">{hit.line}</span>
                      <code>{marked(hit.text.slice(0, LONGEST_TEXT), wanted)}</code>
                    </a>
                  </li>
                ))}
              </ul>
            </article>
          </li>
        );
      })}
    </ol>
  );
}

/** A line with the places marked where the text that was looked for stands. */
function marked(line: string, wanted: Wanted): ComponentChildren {
  if (!wanted) return line;
  const within = wanted.isExact ? line : line.toLowerCase();
  const text = wanted.isExact ? wanted.text : wanted.text.toLowerCase();
  // Of some letters the small form has another length.
  if (text === "" || within.length !== line.length) return line;
  const parts: ComponentChildren[] = [];
  let done = 0;
  for (let at = within.indexOf(text); at >= 0; at = within.indexOf(text, done)) {
    parts.push(line.slice(done, at), <mark key={at}>{line.slice(at, at + text.length)}</mark>);
    done = at + text.length;
  }
  return [...parts, line.slice(done)];
}

/** How many there are, in words. */
export function countOf(found: Found): ComponentChildren {
  const shown = found.answer.results.length;
  switch (found.kind) {
    case "code":
      return count(found.answer.metadata.totalResults, "place");
    case "files":
      return count(found.answer.total, "file");
    case "text": {
      const [total] = found.answer.totals;
      if (!total) return count(shown, "line");
      const least = total.at_least ? "at least " : "";
      return `${least}${count(total.lines, "line")} in ${count(total.files, "file")}`;
    }
    case "symbols":
      return `${found.answer.truncated ? "more than " : ""}${count(shown, "symbol")}`;
    case "docs":
      return `${found.answer.truncated ? "more than " : ""}${count(shown, "place")}`;
  }
}

/** The notes of an answer beside its results. */
export function notesOf(found: Found): readonly string[] {
  if (found.kind === "code" || found.kind === "docs") return found.answer.notes;
  if (found.kind !== "text") return [];
  return [found.answer.note ?? "", found.answer.timed_out ? "Time was up before all files were searched." : ""].filter(
    (note) => note !== "" && !/^More results follow/.test(note),
  );
}
