/**
 * The places of the nodes in a picture: in columns by their distance from the symbol in the middle, its users on the left, the code it uses on the
 * right. Within a column they stand by the mean place of their neighbours, as in the layered drawings of Sugiyama, Tagawa and Toda (1981). A general
 * layout took half a second for a hundred nodes; this one takes a millisecond, and the symbol stays where the eye looks for it.
 */

export interface GraphNode {
  id: string;
  name: string;
  kind: string;
  path: string | null;
  line: number | null;
}

export interface GraphEdge {
  source: string;
  target: string;
  kind: string;
  confidence: string;
}

interface Point {
  x: number;
  y: number;
}

export interface Placed {
  width: number;
  height: number;
  /** The middle of each node. */
  nodes: (Point & { node: GraphNode })[];
  edges: { edge: GraphEdge; from: Point; to: Point }[];
}

export const NODE_WIDTH = 170;
export const NODE_HEIGHT = 40;
const COLUMN = NODE_WIDTH + 80;
const ROW = NODE_HEIGHT + 10;
const MARGIN = 14;
/** Longer columns are parted in two. */
const MOST_IN_COLUMN = 24;
const SWEEPS = 4;

/** Lays out a graph around `start`. Edges to nodes that are not among `nodes` are left out; of several between two, the first is drawn. */
export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[], start: string): Placed {
  const known = new Set(nodes.map(({ id }) => id));
  const drawn = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const key = `${edge.source} ${edge.target}`;
    const isHere = known.has(edge.source) && known.has(edge.target) && edge.source !== edge.target;
    if (isHere && !drawn.has(key)) drawn.set(key, edge);
  }
  const neighbours = new Map<string, string[]>();
  for (const { source, target } of drawn.values()) {
    neighbours.set(source, [...(neighbours.get(source) ?? []), target]);
    neighbours.set(target, [...(neighbours.get(target) ?? []), source]);
  }
  const columns = ordered(columnsOf(nodes, [...drawn.values()], start), neighbours);
  const height = Math.max(...columns.map((column) => column.length)) * ROW + 2 * MARGIN;
  const places = new Map<string, Point>();
  for (const [index, column] of columns.entries())
    for (const [row, id] of column.entries())
      places.set(id, {
        x: MARGIN + NODE_WIDTH / 2 + index * COLUMN,
        y: height / 2 + (row - (column.length - 1) / 2) * ROW,
      });
  const pointOf = (id: string): Point => places.get(id) ?? { x: 0, y: 0 };
  return {
    width: (columns.length - 1) * COLUMN + NODE_WIDTH + 2 * MARGIN,
    height,
    nodes: nodes.map((node) => ({ node, ...pointOf(node.id) })),
    edges: [...drawn.values()].map((edge) => ({ edge, from: pointOf(edge.source), to: pointOf(edge.target) })),
  };
}

/** The nodes by their signed distance from the start, the least first: each is reached once, by the shortest way. */
function columnsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[], start: string): string[][] {
  const columnAt = new Map<string, number>([[start, 0]]);
  for (let level = [start]; level.length > 0; ) {
    const here = new Set(level);
    const next: string[] = [];
    const reach = (id: string, column: number) => {
      if (columnAt.has(id)) return;
      columnAt.set(id, column);
      next.push(id);
    };
    for (const { source, target } of edges) {
      if (here.has(source)) reach(target, (columnAt.get(source) ?? 0) + 1);
      if (here.has(target)) reach(source, (columnAt.get(target) ?? 0) - 1);
    }
    level = next;
  }
  const byColumn = new Map<number, string[]>();
  for (const { id } of nodes) {
    const column = columnAt.get(id) ?? 1;
    byColumn.set(column, [...(byColumn.get(column) ?? []), id]);
  }
  const sorted = [...byColumn].sort(([a], [b]) => a - b);
  return sorted.flatMap(([, column]) => {
    const parts = Math.ceil(column.length / MOST_IN_COLUMN);
    const size = Math.ceil(column.length / parts);
    return Array.from({ length: parts }, (_, index) => column.slice(index * size, (index + 1) * size));
  });
}

/** The columns with their nodes by the mean place of their neighbours, from the left and back. */
function ordered(columns: readonly string[][], neighbours: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = columns.map((column) => [...column]);
  const heights = new Map<string, number>();
  const note = (column: readonly string[]) => {
    for (const [row, id] of column.entries()) heights.set(id, row - (column.length - 1) / 2);
  };
  order.forEach(note);
  const mean = (id: string): number => {
    const found = (neighbours.get(id) ?? []).map((one) => heights.get(one) ?? 0);
    return found.length === 0 ? 0 : found.reduce((sum, one) => sum + one, 0) / found.length;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const column of sweep % 2 === 0 ? order : [...order].reverse()) {
      const means = new Map(column.map((id) => [id, mean(id)]));
      column.sort((a, b) => (means.get(a) ?? 0) - (means.get(b) ?? 0));
      note(column);
    }
  return order;
}
