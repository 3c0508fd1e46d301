/** Beside a file: its outline, and who uses a symbol of it. */
import { type Answer, ApiError, callTool } from "../api.js";
import { codeLink, symbolLink } from "../kit/code-links.js";
import { useAnswer } from "../kit/use-answer.js";
import { lowerFirst } from "../kit/words.js";
import { Loading } from "../parts/states.js";
import { TierBadge } from "../parts/tier-badge.js";
import type { Target } from "./links.js";

type Relation = Answer<"get_references">["results"][number];

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
  const { answer, error } = useAnswer(
    node
      ? async (signal) => {
          const input = { node_id: node, min_confidence: "candidate" as const, limit: 200 };
          const [references, implementations] = await Promise.all([
            callTool("get_references", input, { project, signal }),
            MAY_BE_IMPLEMENTED.test(kind) ? callTool("get_implementations", input, { project, signal }) : null,
          ]);
          return { references, implementations };
        }
      : null,
    [project, node],
  );
  return (
    <section class="uses">
      <h3>{node ? <a href={symbolLink(project, node)}>{target.qualifiedName}</a> : target.qualifiedName}</h3>
      {error && <p class="problem">{error.message}</p>}
      {!answer && !error && <Loading lines={6} />}
      {answer && (
        <>
          {answer.implementations && answer.implementations.results.length > 0 && (
            <>
              <h4>Implementations ({answer.implementations.total})</h4>
              <ByFile relations={answer.implementations.results} project={project} at={at} ofDeclarations />
            </>
          )}
          <h4>References ({answer.references.total})</h4>
          {answer.references.results.length === 0 && <p class="dim">None is known.</p>}
          <ByFile relations={answer.references.results} project={project} at={at} />
          {answer.references.unresolved.count > 0 && (
            <p class="small dim">
              {answer.references.unresolved.count} more of this name lead where nobody knows:{" "}
              {answer.references.unresolved.locations.slice(0, 3).map(({ file_path, line }, order) => (
                <span key={`${file_path}:${line}`}>
                  {order > 0 && ", "}
                  <a href={codeLink({ project, path: file_path, first: line, at })}>
                    {file_path}:{line}
                  </a>
                </span>
              ))}
            </p>
          )}
        </>
      )}
    </section>
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
                  <a class="dim" href={symbolLink(project, relation.node_id)}>
                    {relation.name}
                  </a>{" "}
                  <TierBadge tier={relation.confidence} />
                  {relation.text && !ofDeclarations && <code class="source-line">{relation.text.trim()}</code>}
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
}
