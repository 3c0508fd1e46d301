/** Symbol: a declaration with its callers and callees, as lists and as a picture to walk through. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, callTool, type Project } from "../api.js";
import { History } from "../code/history.js";
import { codeLink, stateOf } from "../kit/code-links.js";
import { projects, projectsError } from "../kit/projects.js";
import { useAnswer } from "../kit/use-answer.js";
import { isCallable, LISTED, noUsersInWords, otherUsers, placesBeside, type UserList, useUsers } from "../kit/users.js";
import { useListWalk } from "../kit/walk-list.js";
import type { PageProps } from "../pages.js";
import { HighlightedCode } from "../parts/highlighted.js";
import { Standing } from "../parts/standing.js";
import { ErrorState, Loading, NotBuilt } from "../parts/states.js";
import { SymbolGraph } from "../symbol/graph.js";
import { PlaceList, RelationList } from "../symbol/relations.js";
import { TestList } from "../symbol/tests.js";
import { WaysUp } from "../symbol/ways.js";

const IMPLEMENTED = /^(class|interface|struct|record|type|enum|method|property)$/;

export default function SymbolPage({ params: { project: id = "", node = "" } }: PageProps) {
  const project = projects.value?.find((one) => one.id === id);
  if (project?.generation === 0) return <NotBuilt project={project} />;
  if (project) return <Declared key={`${id} ${node}`} project={project} node={node} />;
  if (projectsError.value) return <ErrorState error={projectsError.value} />;
  return projects.value ? (
    <ErrorState error={new ApiError("project_not_found", "There is no such project.")} />
  ) : (
    <Loading />
  );
}

function Declared({ project, node }: { project: Project; node: string }) {
  const holder = useRef<HTMLDivElement>(null);
  useListWalk(holder);
  const { id, generation } = project;
  const {
    answer: symbol,
    error,
    again,
  } = useAnswer((signal) => callTool("get_symbol", { node_id: node }, { project: id, signal }), [id, node, generation]);
  useEffect(() => {
    if (symbol) document.title = `${symbol.name} · codeindex`;
  }, [symbol?.name]);
  if (error) return <ErrorState error={error} again={again} />;
  if (!symbol) return <Loading lines={10} />;
  const place = {
    project: id,
    path: symbol.file_path,
    first: symbol.line_start,
    last: symbol.line_end,
    at: stateOf(project),
  };
  const signature = `${symbol.name}${symbol.parameter_signature ?? ""}${symbol.return_type ? `: ${symbol.return_type}` : ""}`;
  const words = [
    symbol.language,
    symbol.is_public_api && "public API",
    symbol.is_static && "static",
    symbol.is_abstract && "abstract",
    symbol.is_async && "async",
    symbol.is_override && "override",
    symbol.is_deprecated && "deprecated",
    symbol.spans > 1 && `declared in ${symbol.spans} places`,
    symbol.by === "shape" && "found by the shape of its declaration: its uses are not read",
  ].filter(Boolean);
  return (
    <div class="symbol-page" ref={holder}>
      <header>
        <p class="dim">
          {symbol.node_type}
          {symbol.parent && symbol.parent.node_type !== "file" && symbol.parent.node_type !== "module" && (
            <>
              {" "}
              of{" "}
              <a href={`ui/symbol/${encodeURIComponent(id)}/${encodeURIComponent(symbol.parent.node_id)}`}>
                {symbol.parent.name}
              </a>
            </>
          )}
        </p>
        <h1>{symbol.qualified_name}</h1>
        <p>
          <a data-result href={codeLink(place)}>
            {symbol.file_path}:{symbol.line_start}
          </a>
          <span class="dim"> · {words.join(" · ")}</span>
        </p>
        <Standing project={project} />
      </header>
      <HighlightedCode path={symbol.file_path} text={signature} label="Signature" />
      {symbol.doc_comment && <DocComment text={symbol.doc_comment} />}
      <Relations project={project} node={node} kind={symbol.node_type} path={symbol.file_path} name={symbol.name} />
      <SymbolHistory
        key={`${generation}`}
        project={id}
        path={symbol.file_path}
        lines={{ first: symbol.line_start, last: symbol.line_end }}
      />
    </div>
  );
}

/** As much of a doc comment is shown at first: who calls the symbol is to be seen without scrolling. */
const FIRST = { lines: 8, letters: 900 };

function DocComment({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const first = text.split("\n").slice(0, FIRST.lines).join("\n").slice(0, FIRST.letters);
  if (first.length === text.length) return <p class="doc">{text}</p>;
  return (
    <div>
      <p class="doc">{isWhole ? text : `${first}…`}</p>
      <button type="button" class="quiet small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? "Show its beginning alone" : "Show the whole comment"}
      </button>
    </div>
  );
}

/** The commits that changed the lines of a symbol. Git follows them through all commits, so it is asked when somebody wants to know. */
function SymbolHistory({
  project,
  path,
  lines,
}: {
  project: string;
  path: string;
  lines: { first: number; last: number };
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="symbol-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>History</h2>
      </summary>
      {isOpen && <History project={project} path={path} lines={lines} />}
    </details>
  );
}

const listOf = (results: UserList["results"]): UserList => ({ results, total: results.length, capped: false });

interface About {
  project: Project;
  node: string;
  kind: string;
  path: string;
  name: string;
}

function Relations({ project, node, kind, path, name }: About) {
  const { id, generation } = project;
  const isCalled = isCallable(kind);
  const parts = [id, node, generation];
  const input = { node_id: node, ...LISTED };
  const { answer: users, error } = useUsers(id, node, kind, generation);
  const callees = useAnswer<UserList>(
    isCalled ? (signal) => callTool("get_callees", input, { project: id, signal }) : null,
    parts,
  );
  const implementations = useAnswer<UserList>(
    IMPLEMENTED.test(kind) ? (signal) => callTool("get_implementations", input, { project: id, signal }) : null,
    parts,
  );
  const tests = useAnswer(
    (signal) => callTool("get_tests", { symbols: [node], limit: 50, depth: 6 }, { project: id, signal }),
    parts,
  );
  return (
    <>
      <div class="symbol-lists">
        <div class="symbol-users">
          <RelationList
            title={isCalled ? "Callers" : "References"}
            project={id}
            asked={{ answer: users?.code, error }}
            linesIn={null}
            empty={users ? noUsersInWords(kind, users) : ""}
          />
          {users &&
            otherUsers(users.code).map(({ title, relations }) => (
              <RelationList
                key={title}
                title={title}
                project={id}
                asked={{ answer: listOf(relations), error: undefined }}
                linesIn={null}
                empty=""
              />
            ))}
          {users && (
            <PlaceList title="Handed on, registered or sent to" project={id} places={placesBeside(users.code)} />
          )}
          {users && users.tests.total > 0 && (
            <RelationList
              title={isCalled ? "Callers in tests" : "References in tests"}
              project={id}
              asked={{ answer: users.tests, error }}
              linesIn={null}
              empty=""
            />
          )}
        </div>
        {isCalled && (
          <RelationList
            title="Callees"
            project={id}
            asked={callees}
            linesIn={path}
            empty="It calls nothing that is known."
          />
        )}
        {(implementations.answer?.results.length ?? 0) > 0 && (
          <RelationList title="Implementations" project={id} asked={implementations} linesIn={null} empty="" />
        )}
        <TestList project={id} asked={tests} />
      </div>
      {isCalled && <WaysUp project={project} node={node} name={name} />}
      <section>
        <h2>Around it</h2>
        <SymbolGraph project={id} node={node} />
      </section>
    </>
  );
}
