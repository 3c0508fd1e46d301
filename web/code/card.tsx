/** The meaning of a name: its signature, its doc comment, how sure that is, and where to go from there. */
import { callTool } from "../api.js";
import { codeLink, symbolLink } from "../kit/code-links.js";
import { useAnswer } from "../kit/use-answer.js";
import { TierBadge } from "../parts/tier-badge.js";
import type { Link, Target } from "./links.js";

/** Of one name that may mean many things, what is shown. */
const MOST_TARGETS = 5;
const LONGEST_DOC = 600;
/** Symbols among which those of exactly a name are looked for. */
const MOST_LOOKED_AT = 20;

export interface CardProps {
  project: string;
  at: string;
  link: Link;
  /** Where it stands, in pixels from the corner of what holds it. */
  x: number;
  y: number;
  /** Shows who uses it. */
  showUses(target: Target): void;
  /** Finds a text in the file. */
  find(text: string): void;
  stay(isOver: boolean): void;
}

export function Card({ project, at, link, x, y, showUses, find, stay }: CardProps) {
  const shown = link.targets.slice(0, MOST_TARGETS);
  const left = link.targets.length - shown.length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it stays while the mouse is over it.
    <div
      class="code-card"
      style={{ left: `${x}px`, top: `${y}px` }}
      onMouseEnter={() => stay(true)}
      onMouseLeave={() => stay(false)}
    >
      {shown.length === 0 && <Namesakes name={link.name} project={project} at={at} find={find} />}
      {shown.map((target, order) => (
        <section key={`${target.node} ${target.name} ${target.edge}`}>
          <p class="signature">
            <span class="dim">{target.kind}</span>{" "}
            <code>
              {target.qualifiedName}
              {target.signature}
            </code>
          </p>
          {order === 0 && target.node && target.path && <Doc project={project} node={target.node} />}
          <p class="code-where">
            {target.confidence && <TierBadge tier={target.confidence} />}
            <Where target={target} project={project} at={at} />
            {target.node && (
              <>
                <button type="button" class="quiet small" onClick={() => showUses(target)}>
                  Uses
                </button>
                <a class="small" href={symbolLink(project, target.node)}>
                  Symbol
                </a>
              </>
            )}
          </p>
        </section>
      ))}
      {left > 0 && <p class="dim small">and {left} more that it may be</p>}
    </div>
  );
}

function Where({ target, project, at }: { target: Target; project: string; at: string }) {
  const { path, first, last, module, confidence } = target;
  if (path)
    return (
      <a class="small" href={codeLink({ project, path, first, last, at })}>
        {path}:{first}
      </a>
    );
  if (confidence === "unresolved") return <span class="small dim">where it leads is not known</span>;
  return <span class="small dim">{module ? `of ${module}` : "outside the project"}</span>;
}

/** Of a name from which no edge of the index leads: what is called so. */
function Namesakes({ name, project, at, find }: { name: string } & Pick<CardProps, "project" | "at" | "find">) {
  const { answer, error } = useAnswer(
    (signal) => callTool("search_symbols", { query: `name:"${name}"`, limit: MOST_LOOKED_AT }, { project, signal }),
    [project, name],
  );
  const same = answer?.results.filter((symbol) => symbol.name === name) ?? [];
  return (
    <section>
      <p class="signature">
        <code>{name}</code>
      </p>
      <p class="dim small" role="status">
        {error
          ? error.message
          : answer === undefined
            ? "Looking for what is called so."
            : same.length === 0
              ? "The index knows nothing of it: no symbol of the project has this name. It may be a name within its function, or of a library."
              : "The index does not know where it leads from here: it may be a name within its function. Symbols of this name:"}
      </p>
      <ul>
        {same
          .slice(0, MOST_TARGETS)
          .map(({ node_id, node_type, qualified_name, file_path: path, line_start: first }) => (
            <li key={node_id} class="code-where">
              <span class="small dim">{node_type}</span>
              <a class="small" href={symbolLink(project, node_id)}>
                {qualified_name}
              </a>
              <a class="small dim" href={codeLink({ project, path, first, at })}>
                {path}:{first}
              </a>
            </li>
          ))}
      </ul>
      <button type="button" class="quiet small" onClick={() => find(name)}>
        Find it in this file
      </button>
    </section>
  );
}

function Doc({ project, node }: { project: string; node: string }) {
  const { answer } = useAnswer(
    (signal) => callTool("get_symbol", { node_id: node }, { project, signal }),
    [project, node],
  );
  if (!answer?.doc_comment) return null;
  const { doc_comment: doc } = answer;
  return <p class="doc">{doc.length > LONGEST_DOC ? `${doc.slice(0, LONGEST_DOC)}…` : doc}</p>;
}
