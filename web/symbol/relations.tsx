/** Lists of a symbol's relations: callers, callees and implementations. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { codeLink, symbolLink } from "../kit/code-links.js";
import type { Asked } from "../kit/use-answer.js";
import { partsInWords, type Relation, type UserList } from "../kit/users.js";
import { Loading } from "../parts/states.js";
import { DoubtBadge } from "../parts/tier-badge.js";

/** Rows that are drawn at first, and at most. */
const FIRST_ROWS = 7;
const MOST_ROWS = 100;
const MOST_LINES = 6;

export interface ListProps {
  title: string;
  project: string;
  asked: Pick<Asked<UserList>, "answer" | "error">;
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
        <Rows
          rows={answer.results}
          keyOf={({ node_id, edge_type }) => `${node_id} ${edge_type}`}
          draw={(relation) => <Row {...{ relation, project, linesIn }} />}
        />
      )}
      {answer?.unresolved && answer.unresolved.count > 0 && (
        <p class="small dim">
          {answer.unresolved.count === 1
            ? "1 call leads where nobody knows: "
            : `${answer.unresolved.count.toLocaleString()} calls lead where nobody knows: `}
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

interface RowsProps<One> {
  rows: readonly One[];
  keyOf(one: One): string;
  draw(one: One): ComponentChildren;
}

/** The first rows of a list; a button brings the others. */
export function Rows<One>({ rows, keyOf, draw }: RowsProps<One>) {
  const [isWhole, setWhole] = useState(false);
  const isLong = rows.length > FIRST_ROWS + 1;
  const shown = isLong && !isWhole ? rows.slice(0, FIRST_ROWS) : rows.slice(0, MOST_ROWS);
  return (
    <>
      <ul>
        {shown.map((one) => (
          <li key={keyOf(one)}>{draw(one)}</li>
        ))}
      </ul>
      {isLong && (
        <button type="button" class="quiet small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show the first alone" : `Show ${Math.min(rows.length, MOST_ROWS) - FIRST_ROWS} more`}
        </button>
      )}
      {isWhole && rows.length > MOST_ROWS && <p class="dim">{rows.length - MOST_ROWS} more are not shown.</p>}
    </>
  );
}

function Row({ relation, project, linesIn }: { relation: Relation; project: string; linesIn: string | null }) {
  const { node_id: node, qualified_name: name, file_path: path, lines, module } = relation;
  const file = linesIn ?? path;
  const isFile = name === path;
  return (
    <>
      <span class="symbol-row-head">
        {path === null ? (
          <span>{name}</span>
        ) : (
          <a data-result href={symbolLink(project, node)}>
            {name}
          </a>
        )}
        <DoubtBadge tier={relation.confidence} />
        {relation.edge_type !== "calls" && <span class="small dim">{relation.edge_type}</span>}
      </span>
      <span class="small">
        {path === null ? (
          <span class="dim">{module ? `of ${module}` : "outside the project"}</span>
        ) : isFile ? (
          <span class="dim">{partsInWords(relation)}</span>
        ) : (
          <a class="dim" href={codeLink({ project, path, first: relation.line_start, last: relation.line_end })}>
            {path}
          </a>
        )}
        {linesIn !== null && <span class="dim"> called in line{lines.length > 1 && "s"} </span>}
        {file !== null &&
          lines.slice(0, MOST_LINES).map((line) => (
            <a key={line} class="line-link" href={codeLink({ project, path: file, first: line })}>
              {line}
            </a>
          ))}
        {lines.length > MOST_LINES && <span class="dim"> and {lines.length - MOST_LINES} more</span>}
      </span>
      {relation.text && linesIn === null && (
        <code class="source-line" title={relation.text}>
          {relation.text.trim()}
        </code>
      )}
    </>
  );
}

/** Places in words, each with a link to its line: `src/a.ts:12  boot: listen(it)`. */
export function PlaceList({ title, project, places }: { title: string; project: string; places: readonly string[] }) {
  if (places.length === 0) return null;
  return (
    <section class="symbol-relations">
      <h2>
        {title} <span class="dim">{places.length}</span>
      </h2>
      <Rows
        rows={places}
        keyOf={(place) => place}
        draw={(place) => {
          const [, path, line, words] = /^(\S+):(\d+) +(.*)$/s.exec(place) ?? [];
          if (path === undefined) return <span class="small">{place}</span>;
          return (
            <>
              <a data-result href={codeLink({ project, path, first: Number(line) })}>
                {path}:{line}
              </a>
              <code class="source-line" title={words}>
                {words}
              </code>
            </>
          );
        }}
      />
    </section>
  );
}
