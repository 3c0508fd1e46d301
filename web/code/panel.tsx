/** Beside a file: its outline, and who uses a symbol of it. */
import { type Answer, ApiError, callTool } from "../api.js";
import { codeLink, symbolLink } from "../kit/code-links.js";
import { useAnswer } from "../kit/use-answer.js";
import {
  isCallable,
  LISTED,
  noUsersInWords,
  otherUsers,
  partsInWords,
  type Relation,
  type UserList,
  useUsers,
} from "../kit/users.js";
import { lowerFirst } from "../kit/words.js";
import { Loading } from "../parts/states.js";
import { DoubtBadge } from "../parts/tier-badge.js";
import type { Target } from "./links.js";

export interface Where {
  project: string;
  path: string;
  at: string;
}

export function Outline({
  outline,
  project,
  path,
  at,
}: Where & { outline: Answer<"get_file_outline"> | ApiError | undefined }) {
  if (!outline) return <Loading lines={8} />;
  if (outline instanceof ApiError) return <p class="dim">There is no outline: {lowerFirst(outline.message)}</p>;
  if (outline.results.length === 0)
    return (
      <p class="dim">
        {outline.language === null ? "Files of this kind have no symbols." : "This file declares nothing."}
      </p>
    );
  return (
    <>
      {outline.error_ranges.length > 0 && (
        <p class="small problem">
          Some lines did not parse, from line {outline.error_ranges[0]?.line_start}: what they declare may be missing.
        </p>
      )}
      <ol class="code-outline">
        {outline.results.map((symbol) => (
          <li key={symbol.node_id} style={{ paddingLeft: `${symbol.depth * 12}px` }}>
            <a
              href={codeLink({ project, path, first: symbol.line_start, last: symbol.line_end, at })}
              title={`${symbol.node_type} ${symbol.qualified_name}${symbol.parameter_signature ?? ""}`}
            >
              <span class={`code-kind code-kind-${symbol.node_type}`} aria-hidden="true">
                {symbol.node_type.slice(0, 1)}
              </span>
              {symbol.name}
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}

const MAY_BE_IMPLEMENTED = /^(class|interface|struct|record|type|method|property|enum)$/;

export function Uses({ target, project, at }: Omit<Where, "path"> & { target: Target }) {
  const { node, kind } = target;
  const { answer: users, error } = useUsers(project, node, kind);
  const { answer: beside } = useAnswer(
    node
      ? async (signal) => {
          const input = { node_id: node, ...LISTED };
          const [references, implementations] = await Promise.all([
            isCallable(kind) ? callTool("get_references", input, { project, signal }) : null,
            MAY_BE_IMPLEMENTED.test(kind) ? callTool("get_implementations", input, { project, signal }) : null,
          ]);
          return { references: references?.results ?? [], implementations: implementations?.results ?? [] };
        }
      : null,
    [project, node],
  );
  const what = isCallable(kind) ? "Callers" : "References";
  const references = isCallable(kind) ? beside?.references : users && [...users.code.results, ...users.tests.results];
  const isOther = ({ edge_type: edge }: Relation) => edge !== "calls" && edge !== "imports";
  return (
    <section class="uses">
      <h3>{node ? <a href={symbolLink(project, node)}>{target.qualifiedName}</a> : target.qualifiedName}</h3>
      {error && <p class="problem">{error.message}</p>}
      {!users && !error && <Loading lines={6} />}
      <Group title="Implementations" relations={beside?.implementations} {...{ project, at }} ofDeclarations />
      {users && (
        <>
          <h4>{headingOf(what, users.code.results.filter(isNoImport).length, users.code)}</h4>
          {users.code.results.every(({ edge_type: edge }) => edge === "imports") && (
            <p class="dim">{noUsersInWords(kind, users)}</p>
          )}
          <ByFile relations={users.code.results.filter(isNoImport)} project={project} at={at} />
          {otherUsers(users.code).map(({ title, relations }) => (
            <Group key={title} title={title} relations={relations} project={project} at={at} />
          ))}
          <Group title={`${what} in tests`} relations={users.tests.results.filter(isNoImport)} {...{ project, at }} />
          {isCallable(kind) && (
            <Group title="Other uses" relations={references?.filter(isOther)} {...{ project, at }} />
          )}
          <Group title="Imports" relations={references?.filter((one) => !isNoImport(one))} {...{ project, at }} />
          <Unresolved list={users.code} project={project} at={at} />
        </>
      )}
    </section>
  );
}

const isNoImport = ({ edge_type: edge }: Relation) => edge !== "imports";

/** A list of as many as are shown, and of more where the answer has not all. */
const headingOf = (title: string, shown: number, { results, total, capped }: UserList): string =>
  `${title} (${shown}${capped || total > results.length ? " and more" : ""})`;

interface GroupProps extends Omit<Where, "path"> {
  title: string;
  relations: readonly Relation[] | undefined;
  ofDeclarations?: boolean;
}

/** Relations under a heading; nothing where there is none. */
function Group({ title, relations = [], ...where }: GroupProps) {
  if (relations.length === 0) return null;
  return (
    <>
      <h4>
        {title} ({relations.length})
      </h4>
      <ByFile relations={relations} {...where} />
    </>
  );
}

/** Calls of the name of which nobody knows where they lead. */
function Unresolved({ list: { unresolved }, project, at }: Omit<Where, "path"> & { list: UserList }) {
  if (!unresolved || unresolved.count === 0) return null;
  return (
    <p class="small dim">
      {unresolved.count} more of this name lead where nobody knows:{" "}
      {unresolved.locations.slice(0, 3).map(({ file_path, line }, order) => (
        <span key={`${file_path}:${line}`}>
          {order > 0 && ", "}
          <a href={codeLink({ project, path: file_path, first: line, at })}>
            {file_path}:{line}
          </a>
        </span>
      ))}
    </p>
  );
}

/** Lines of a file that are listed. */
const MOST_LINES = 8;

function ByFile({
  relations,
  project,
  at,
  ofDeclarations = false,
}: {
  relations: readonly Relation[];
  project: string;
  at: string;
  ofDeclarations?: boolean;
}) {
  const files = new Map<string, Relation[]>();
  for (const relation of relations) {
    const path = relation.file_path ?? "";
    files.set(path, [...(files.get(path) ?? []), relation]);
  }
  return (
    <ul class="code-by-file">
      {[...files].map(([path, list]) => (
        <li key={path}>
          <p class="path" title={path}>
            {path}
          </p>
          <ul>
            {list.map((relation) => {
              const lines = ofDeclarations ? [relation.line_start ?? relation.line] : relation.lines;
              return (
                <li key={`${relation.node_id} ${relation.edge_type}`}>
                  {lines.slice(0, MOST_LINES).map((line) => (
                    <a key={line} class="line-link" href={codeLink({ project, path, first: line, at })}>
                      {line}
                    </a>
                  ))}
                  {relation.qualified_name === path ? (
                    <span class="dim">{relation.edge_type === "imports" ? "import" : partsInWords(relation)}</span>
                  ) : (
                    <a class="dim" href={symbolLink(project, relation.node_id)}>
                      {relation.name}
                    </a>
                  )}{" "}
                  <DoubtBadge tier={relation.confidence} />
                  {relation.text && !ofDeclarations && (
                    <code class="source-line" title={relation.text}>
                      {relation.text.trim()}
                    </code>
                  )}
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
}
