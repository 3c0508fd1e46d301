/** Lists of a symbol's relations: callers, callees, implementations and tests. */
import type { Answer } from "../api.js";
import { codeLink, symbolLink } from "../kit/code-links.js";
import type { Asked } from "../kit/use-answer.js";
import { Loading } from "../parts/states.js";
import { TierBadge } from "../parts/tier-badge.js";

type Relation = Answer<"get_callers">["results"][number];

/** Rows that are drawn. */
const MOST_ROWS = 100;
const MOST_LINES = 6;

/** The fields that the lists share. */
export interface Listed {
  results: Relation[];
  total: number;
  capped: boolean;
  unresolved?: { count: number; locations: { file_path: string; line: number }[] };
}

export interface ListProps {
  title: string;
  project: string;
  asked: Pick<Asked<Listed>, "answer" | "error">;
  /** Where the lines of a relation stand: in the other symbol's file, or in this one. */
  linesIn: string | null;
  empty: string;
}

export function RelationList({ title, project, asked: { answer, error }, linesIn, empty }: ListProps) {
  return (
    <section class="symbol-relations">
      <h2>
        {title}
        {answer && <span class="dim"> {answer.capped ? `more than ${answer.total}` : answer.total}</span>}
      </h2>
      {error && <p class="problem">{error.message}</p>}
      {!answer && !error && <Loading lines={3} />}
      {answer?.results.length === 0 && <p class="dim">{empty}</p>}
      {answer && (
        <ul>
          {answer.results.slice(0, MOST_ROWS).map((relation) => (
            <Row key={`${relation.node_id} ${relation.edge_type}`} {...{ relation, project, linesIn }} />
          ))}
        </ul>
      )}
      {answer && answer.results.length > MOST_ROWS && (
        <p class="dim">{answer.results.length - MOST_ROWS} more are not shown.</p>
      )}
      {answer?.unresolved && answer.unresolved.count > 0 && (
        <p class="small dim">
          {answer.unresolved.count.toLocaleString()} calls lead where nobody knows:{" "}
          {answer.unresolved.locations.slice(0, 3).map(({ file_path: path, line }, index) => (
            <span key={`${path}:${line}`}>
              {index > 0 && ", "}
              <a href={codeLink({ project, path, first: line })}>
                {path}:{line}
              </a>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function Row({ relation, project, linesIn }: { relation: Relation; project: string; linesIn: string | null }) {
  const { node_id: node, qualified_name: name, file_path: path, lines, module } = relation;
  const file = linesIn ?? path;
  return (
    <li>
      <span class="symbol-row-head">
        {path === null ? (
          <span>{name}</span>
        ) : (
          <a data-result href={symbolLink(project, node)}>
            {name}
          </a>
        )}
        <TierBadge tier={relation.confidence} />
        {relation.edge_type !== "calls" && <span class="small dim">{relation.edge_type}</span>}
      </span>
      <span class="small">
        {path === null ? (
          <span class="dim">{module ? `of ${module}` : "outside the project"}</span>
        ) : (
          <a class="dim" href={codeLink({ project, path, first: relation.line_start, last: relation.line_end })}>
            {path}
          </a>
        )}
        {file !== null &&
          lines.slice(0, MOST_LINES).map((line) => (
            <a key={line} class="line-link" href={codeLink({ project, path: file, first: line })}>
              {line}
            </a>
          ))}
        {lines.length > MOST_LINES && <span class="dim"> and {lines.length - MOST_LINES} more</span>}
      </span>
      {relation.text && linesIn === null && <code class="source-line">{relation.text.trim()}</code>}
    </li>
  );
}

/** Test files that reach it, and what runs them. */
export function TestList({
  project,
  asked: { answer, error },
}: {
  project: string;
  asked: Pick<Asked<Answer<"get_tests">>, "answer" | "error">;
}) {
  return (
    <section class="symbol-relations">
      <h2>Tests {answer && <span class="dim">{answer.capped ? `more than ${answer.total}` : answer.total}</span>}</h2>
      {error && <p class="problem">{error.message}</p>}
      {!answer && !error && <Loading lines={2} />}
      {answer?.results.length === 0 && <p class="dim">No test is known that reaches it.</p>}
      <ul>
        {answer?.results.map((file) => (
          <li key={file.file_path}>
            <a data-result href={codeLink({ project, path: file.file_path })}>
              {file.file_path}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
