/** A syntax tree in another shape, where a grammar reads something otherwise than its language does. The text and the order of the leaves stay. */
import { SyntaxTree } from "./syntax.js";

/** The reach of a node: the first node behind it, and where its text ends. */
export interface Span {
  until: number;
  end: number;
}

/** The differences between two shapes of a tree, by the numbers of the first. */
export interface Shape {
  /** Nodes whose children take their place. */
  dropped: Set<number>;
  /** Nodes that begin where another one begins and stand around it, the outermost first. */
  added: Map<number, ({ type: string } & Span)[]>;
  renamed: Map<number, string>;
  /** The reach of nodes that end later than before. */
  longer: Map<number, Span>;
}

/** The tree in another shape. An added node fills the field of the node that it stands around, or of a node that is dropped there. */
export function reshape(tree: SyntaxTree, { dropped, added, renamed, longer }: Shape): SyntaxTree {
  let most = tree.size - dropped.size;
  for (const nodes of added.values()) most += nodes.length;
  const typeIds = new Uint16Array(most);
  const fieldIds = new Uint16Array(most);
  const starts = new Uint32Array(most);
  const ends = new Uint32Array(most);
  const parents = new Int32Array(most);
  const nexts = new Int32Array(most);
  const missing = new Set<number>();
  const open: { node: number; until: number }[] = [];
  let size = 0;
  let field = 0;
  const push = (typeId: number, start: number, { until, end }: Span): void => {
    const node = size++;
    typeIds[node] = typeId;
    fieldIds[node] = field;
    field = 0;
    starts[node] = start;
    ends[node] = end;
    parents[node] = open.at(-1)?.node ?? -1;
    open.push({ node, until });
  };
  const closeUntil = (node: number): void => {
    for (let last = open.at(-1); last !== undefined && last.until <= node; last = open.at(-1)) {
      nexts[last.node] = size;
      open.pop();
    }
  };
  for (let node = 0; node < tree.size; node++) {
    closeUntil(node);
    // The first child of a node that is dropped fills its field; the fields of others within it mean nothing.
    if (!dropped.has(tree.parent(node))) field = tree.fieldId(node);
    const start = tree.start(node);
    for (const { type, ...span } of added.get(node) ?? []) push(tree.grammar.idOf(type), start, span);
    if (dropped.has(node)) continue;
    if (tree.isMissing(node)) missing.add(size);
    const type = renamed.get(node);
    const span = longer.get(node) ?? { until: tree.subtreeEnd(node), end: tree.end(node) };
    push(type === undefined ? tree.typeId(node) : tree.grammar.idOf(type), start, span);
  }
  closeUntil(tree.size);
  const nodes = { size, typeIds, fieldIds, starts, ends, parents, nexts, missing };
  return new SyntaxTree(tree.source, tree.grammar, nodes);
}
