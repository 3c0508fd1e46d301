/** The meaning of a name: its signature, its doc comment, how sure that is, and where to go from there. */
import { callTool } from "../api.js";
import { codeLink, symbolLink } from "../kit/code-links.js";
import { useAnswer } from "../kit/use-answer.js";
import { TierBadge } from "../parts/tier-badge.js";
import type { Link, Target } from "./links.js";

/** Of one name that may mean many things, what is shown. */
const MOST_TARGETS = 5;
const MAX_DOC = 600;

export interface CardProps {
  project: string;
  at: string;
  link: Link;
  /** Where it stands, in pixels from the corner of what holds it. */
  x: number;
  y: number;
  /** Shows who uses it. */
  showUses(target: Target): void;
  stay(isOver: boolean): void;
}

export function Card({ project, at, link, x, y, showUses, stay }: CardProps) {
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

function Doc({ project, node }: { project: string; node: string }) {
  const { answer } = useAnswer(
    (signal) => callTool("get_symbol", { node_id: node }, { project, signal }),
    [project, node],
  );
  if (!answer?.doc_comment) return null;
  const { doc_comment: doc } = answer;
  return <p class="doc">{doc.length > MAX_DOC ? `${doc.slice(0, MAX_DOC)}…` : doc}</p>;
}
