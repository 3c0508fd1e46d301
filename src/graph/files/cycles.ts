/** Cycles of a directed graph: the components that hold them, and the shortest way round in one. */

/**
 * The strongly connected components of a graph: nodes that all lead to each other. A component comes before those that lead to it, and its nodes
 * stand as `nodes` has them; a node without a cycle is a component of its own.
 *
 * `nodes` are distinct; `edgesOf` gives the nodes that one leads to, of which those outside `nodes` are passed over. It takes time linear in nodes
 * and edges, and no recursion, so that a chain of a million is no deeper than one.
 *
 * R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972), 146–160.
 */
export function stronglyConnected<Node>(nodes: readonly Node[], edgesOf: (node: Node) => Iterable<Node>): Node[][] {
  const place = new Map(nodes.map((node, index) => [node, index]));
  /** When a node was met; those of finished components count as never. */
  const met = new Map<Node, number>();
  const isOpen = new Set<Node>();
  const open: Node[] = [];
  const components: Node[][] = [];
  for (const start of nodes) {
    if (met.has(start)) continue;
    const path = [enter(start)];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.edges.next();
      if (next.done !== true) {
        if (!place.has(next.value)) continue;
        const seen = met.get(next.value);
        if (seen === undefined) path.push(enter(next.value));
        else if (isOpen.has(next.value)) step.low = Math.min(step.low, seen);
        continue;
      }
      path.pop();
      const below = path.at(-1);
      if (below) below.low = Math.min(below.low, step.low);
      if (step.low === met.get(step.node)) components.push(close(step.node));
    }
  }
  return components;

  function enter(node: Node): { node: Node; low: number; edges: Iterator<Node> } {
    const low = met.size;
    met.set(node, low);
    open.push(node);
    isOpen.add(node);
    return { node, low, edges: edgesOf(node)[Symbol.iterator]() };
  }

  function close(node: Node): Node[] {
    const component = open.splice(open.lastIndexOf(node));
    for (const member of component) isOpen.delete(member);
    return component.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  }
}

/**
 * A shortest cycle among `nodes`, as the nodes in the order of its edges, beginning with the first of them in `nodes`; of equals the one met first.
 * null: there is none. A node that leads to itself is a cycle of one. It takes a breadth-first search from each node that is looked at, at most
 * `maxStarts` of them (default: all).
 */
export function shortestCycle<Node>(
  nodes: readonly Node[],
  edgesOf: (node: Node) => Iterable<Node>,
  { maxStarts = nodes.length }: { maxStarts?: number } = {},
): Node[] | null {
  const within = new Set(nodes);
  let best: Node[] | null = null;
  for (const start of nodes.slice(0, maxStarts)) {
    const found: Node[] | null = wayBack(start, within, edgesOf, best ? best.length - 1 : nodes.length);
    if (found) best = found;
    if (best && best.length <= 1) break;
  }
  return best;
}

/** The shortest way from `start` back to it of at most `longest` edges. */
function wayBack<Node>(
  start: Node,
  within: ReadonlySet<Node>,
  edgesOf: (node: Node) => Iterable<Node>,
  longest: number,
): Node[] | null {
  const from = new Map<Node, Node>();
  let level = [start];
  for (let length = 1; length <= longest && level.length > 0; length++) {
    const next: Node[] = [];
    for (const node of level)
      for (const to of edgesOf(node)) {
        if (to === start) return wayTo(node, from);
        if (!within.has(to) || from.has(to)) continue;
        from.set(to, node);
        next.push(to);
      }
    level = next;
  }
  return null;
}

/** The way that a walk took to a node. `from`: the node before each that it came to, but for its start. */
function wayTo<Node>(node: Node, from: ReadonlyMap<Node, Node>): Node[] {
  const way = [node];
  for (let before = from.get(node); before !== undefined; before = from.get(before)) way.push(before);
  return way.reverse();
}
