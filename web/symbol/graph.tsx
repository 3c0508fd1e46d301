/** The picture around a symbol, to walk: a click or Enter on a node brings what is around it, until a hundred are there. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Answer, ApiError, callTool } from "../api.js";
import { codeLink, symbolLink } from "../kit/code-links.js";
import { go } from "../kit/router.js";
import { Loading } from "../parts/states.js";
import { type GraphEdge, type GraphNode, layOut, NODE_HEIGHT, NODE_WIDTH, type Placed } from "./layout.js";

/** More are not drawn: a picture of more is not read. */
const MOST_NODES = 100;
/** How many one step brings. */
const STEP = 30;
const TIERS: readonly string[] = ["exact", "import", "unique", "candidate"];
/** Letters that fit into a node. */
const LONGEST_NAME = 20;
/** Letters of the beginning that a cut name keeps. */
const LONGEST_HEAD = 6;

interface Walked {
  nodes: Map<string, GraphNode>;
  edges: Map<string, GraphEdge>;
  opened: Set<string>;
  unresolved: number;
  capped: boolean;
}

export function SymbolGraph({ project, node }: { project: string; node: string }) {
  const [walked, setWalked] = useState<Walked | null>(null);
  const [chosen, setChosen] = useState(node);
  const [problem, setProblem] = useState<string | null>(null);
  const gone = useRef(new AbortController());
  const open = async (from: string, before: Walked | null) => {
    const room = MOST_NODES - (before?.nodes.size ?? 0);
    if (before && (room <= 0 || before.opened.has(from))) return;
    try {
      const around = await callTool("trace", asked(from, room), { project, signal: gone.current.signal });
      setWalked(joined(before, around, from));
      setProblem(null);
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message);
      else if (!gone.current.signal.aborted) throw error;
    }
  };
  useEffect(() => {
    gone.current = new AbortController();
    setWalked(null);
    setChosen(node);
    void open(node, null);
    return () => gone.current.abort();
  }, [project, node]);
  const placed = useMemo(() => walked && layOut([...walked.nodes.values()], surestFirst(walked), node), [walked, node]);
  if (problem !== null && !walked) return <p class="problem">{problem}</p>;
  if (!walked || !placed) return <Loading lines={5} />;
  const shown = walked.nodes.get(chosen);
  const choose = (id: string) => {
    setChosen(id);
    void open(id, walked);
  };
  return (
    <div class="symbol-graph">
      <Picture placed={placed} walked={walked} start={node} chosen={chosen} project={project} choose={choose} />
      <p class="symbol-about" role="status">
        {shown && (
          <>
            <strong>{shown.name}</strong> <span class="dim">{shown.kind}</span>{" "}
            {shown.path && (
              <a href={codeLink({ project, path: shown.path, first: shown.line })}>
                {shown.path}:{shown.line}
              </a>
            )}{" "}
            {shown.id !== node && shown.path && <a href={symbolLink(project, shown.id)}>Go to this symbol</a>}
          </>
        )}
      </p>
      <Legend walked={walked} />
    </div>
  );
}

const asked = (from: string, room: number) => ({
  from,
  hops: 1,
  direction: "both" as const,
  min_confidence: "candidate" as const,
  edge_kinds: ["calls" as const, "inherits" as const, "implements" as const, "extends" as const, "overrides" as const],
  max_nodes: Math.max(2, Math.min(STEP, room)),
  max_edges: 200,
});

const surestFirst = ({ edges }: Walked): GraphEdge[] =>
  [...edges.values()].sort((a, b) => tierAt(a.confidence) - tierAt(b.confidence));

function tierAt(confidence: string): number {
  const placedNode = TIERS.indexOf(confidence);
  return placedNode < 0 ? TIERS.length : placedNode;
}

/** The graph so far with what is around one more node. */
function joined(before: Walked | null, around: Answer<"trace">, from: string): Walked {
  const nodes = new Map(before?.nodes);
  const edges = new Map(before?.edges);
  let isCut = around.capped;
  for (const { id, kind, name, file_path: path, span } of around.nodes) {
    if (nodes.size >= MOST_NODES && !nodes.has(id)) isCut = true;
    else nodes.set(id, { id, kind, name, path, line: span?.start_line ?? null });
  }
  for (const edge of around.edges) edges.set(`${edge.source} ${edge.target} ${edge.kind}`, edge);
  return {
    nodes,
    edges,
    opened: new Set(before?.opened).add(from),
    unresolved: (before?.unresolved ?? 0) + around.unresolved.count,
    capped: (before?.capped ?? false) || isCut,
  };
}

interface PictureProps {
  placed: Placed;
  walked: Walked;
  start: string;
  chosen: string;
  project: string;
  choose(id: string): void;
}

function Picture({ placed, walked, start, chosen, project, choose }: PictureProps) {
  const holder = useRef<HTMLElement>(null);
  useEffect(() => {
    const placedNode = placed.nodes.find(({ node }) => node.id === chosen);
    const view = holder.current;
    if (!placedNode || !view) return;
    view.scrollTo({ left: placedNode.x - view.clientWidth / 2, top: placedNode.y - view.clientHeight / 2 });
  }, [placed]);
  const near = new Set(
    placed.edges.flatMap(({ edge }) =>
      edge.source === chosen ? [edge.target] : edge.target === chosen ? [edge.source] : [],
    ),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section ref={holder} class="symbol-picture" aria-label="Graph" tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG has no fieldset. */}
      <svg width={placed.width} height={placed.height} role="group" aria-label={`${placed.nodes.length} symbols`}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" fill="context-stroke" />
          </marker>
          <marker id="hollow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="10" markerHeight="10" orient="auto">
            <path class="symbol-hollow" d="M1 1 9 5 1 9z" stroke="context-stroke" />
          </marker>
        </defs>
        {placed.edges.map(({ edge, from, to }) => (
          <path
            key={`${edge.source} ${edge.target}`}
            class={`symbol-edge symbol-edge-${edge.confidence}${edge.source === chosen || edge.target === chosen ? " near" : ""}`}
            d={curve(from, to)}
            marker-end={edge.kind === "calls" ? "url(#arrow)" : "url(#hollow)"}
          >
            <title>{`${walked.nodes.get(edge.source)?.name} ${edge.kind} ${walked.nodes.get(edge.target)?.name} (${edge.confidence})`}</title>
          </path>
        ))}
        {placed.nodes.map(({ node, x, y }) => (
          // biome-ignore lint/a11y/useSemanticElements: an SVG has no button.
          <g
            key={node.id}
            class={`symbol-node${node.id === start ? " start" : ""}${node.id === chosen ? " chosen" : ""}${near.has(node.id) ? " near" : ""}`}
            transform={`translate(${x - NODE_WIDTH / 2} ${y - NODE_HEIGHT / 2})`}
            role="button"
            // In an SVG the name of an attribute has its own case.
            tabindex={0}
            onClick={() => choose(node.id)}
            onDblClick={() => node.path && go(symbolLink(project, node.id))}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              if (event.shiftKey && node.path) go(symbolLink(project, node.id));
              else choose(node.id);
            }}
          >
            <title>{`${node.kind} ${node.name}${node.path ? `\n${node.path}:${node.line}` : ""}`}</title>
            <rect width={NODE_WIDTH} height={NODE_HEIGHT} rx="6" />
            <text x="10" y="17">
              {short(wordsOf(node).name)}
            </text>
            <text x="10" y="32" class="symbol-below">
              {short(wordsOf(node).below)}
            </text>
            {!walked.opened.has(node.id) && (
              <text x={NODE_WIDTH - 14} y="24" class="symbol-more">
                +
              </text>
            )}
          </g>
        ))}
      </svg>
    </section>
  );
}

/** The words of a node: the name and the file of a symbol, the file and the folder of what stands at the top of a file. */
function wordsOf({ name, path, kind }: GraphNode): { name: string; below: string } {
  if (path === null) return { name, below: kind };
  const cut = path.lastIndexOf("/") + 1;
  return name === path
    ? { name: path.slice(cut), below: path.slice(0, cut) || kind }
    : { name, below: path.slice(cut) };
}

/** The end of a qualified name says most, and its beginning tells it from others. */
const short = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_HEAD)}…${name.slice(1 + LONGEST_HEAD - LONGEST_NAME)}` : name;

/** From the side of one node to that of another; between nodes of one column around their right. */
function curve(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const half = NODE_WIDTH / 2;
  if (from.x === to.x) {
    const x = from.x + half;
    return `M${x} ${from.y}C${x + 46} ${from.y} ${x + 46} ${to.y} ${x + 4} ${to.y}`;
  }
  const side = to.x > from.x ? 1 : -1;
  const start = from.x + side * half;
  const end = to.x - side * (half + 2);
  const bend = (end - start) / 2;
  return `M${start} ${from.y}C${start + bend} ${from.y} ${end - bend} ${to.y} ${end} ${to.y}`;
}

function Legend({ walked }: { walked: Walked }) {
  return (
    <ul class="symbol-legend" aria-label="Legend">
      {TIERS.map((tier) => (
        <li key={tier}>
          <svg width="34" height="10" aria-hidden="true">
            <path class={`symbol-edge symbol-edge-${tier}`} d="M0 5h34" />
          </svg>
          {tier}
        </li>
      ))}
      <li>
        <svg width="34" height="10" aria-hidden="true">
          <path class="symbol-edge" d="M0 5h24" />
          <path class="symbol-edge symbol-hollow" d="M24 1 33 5 24 9z" />
        </svg>
        implements, extends, overrides
      </li>
      <li class="dim">
        {walked.nodes.size} of at most {MOST_NODES} symbols
        {walked.capped && "; there are more around"}
        {walked.unresolved > 0 &&
          `; ${walked.unresolved.toLocaleString()} calls in these symbols lead where nobody knows`}
      </li>
    </ul>
  );
}
