/**
 * A syntax tree as flat arrays.
 *
 * Reading a native tree node by node costs a call into C++ for each property (1.2 to 2.0 µs a node); a single pass with a cursor costs 0.5 µs a node.
 * So a tree is copied once, in preorder, and later steps only do arithmetic on typed arrays. A node is a number: its position in preorder. The root is
 * 0, and -1 is not a node.
 */
import { lineStartsOf } from "../base/line-starts.js";
import { enlarged, int32At, uint16At, uint32At } from "../base/numbers.js";
import type { RewrittenSource } from "./rewritten.js";

/** The part of tree-sitter's cursor that the copy uses. */
export interface NativeCursor {
  nodeType: string;
  nodeTypeId: number;
  nodeIsNamed: boolean;
  nodeIsMissing: boolean;
  startIndex: number;
  endIndex: number;
  currentFieldId: number;
  currentFieldName: string;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

/** The names of a grammar's node types and fields by id. A thread has one per grammar and fills it as it meets them. */
export class GrammarNames {
  readonly types: string[] = [];
  readonly named: boolean[] = [];
  readonly fields: string[] = [];

  /** The id of a type of named nodes, which trees of the thread need not have had before. */
  idOf(type: string): number {
    const known = this.types.findIndex((each, id) => each === type && this.named[id] === true);
    if (known !== -1) return known;
    const id = Math.max(OWN_TYPES, this.types.length);
    this.types[id] = type;
    this.named[id] = true;
    return id;
  }
}

/** Types that no tree has had yet have ids from here on: grammars have fewer types. */
const OWN_TYPES = 1000;

/** The nodes of a tree in preorder, column by column. */
export interface NodeColumns {
  /** The number of nodes. */
  size: number;
  typeIds: Uint16Array;
  fieldIds: Uint16Array;
  starts: Uint32Array;
  ends: Uint32Array;
  parents: Int32Array;
  /** The first node after the subtree. */
  nexts: Int32Array;
  missing: ReadonlySet<number>;
}

export class SyntaxTree {
  readonly size: number;
  private readonly typeIds: Uint16Array;
  private readonly fieldIds: Uint16Array;
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;
  private readonly parents: Int32Array;
  private readonly nexts: Int32Array;
  private readonly missing: ReadonlySet<number>;
  private readonly lineStarts: Uint32Array;

  constructor(
    readonly source: string,
    readonly grammar: GrammarNames,
    nodes: NodeColumns,
    /** The source that `source` was made of, which has the lines; absent: itself. */
    readonly rewritten?: RewrittenSource,
  ) {
    this.size = nodes.size;
    this.typeIds = nodes.typeIds;
    this.fieldIds = nodes.fieldIds;
    this.starts = nodes.starts;
    this.ends = nodes.ends;
    this.parents = nodes.parents;
    this.nexts = nodes.nexts;
    this.missing = nodes.missing;
    this.lineStarts = rewritten?.lineStarts ?? Uint32Array.from(lineStartsOf(source));
  }

  /** The node type, as the grammar names it: "class_declaration", "ERROR", or punctuation itself: "(". */
  type(node: number): string {
    return this.grammar.types[uint16At(this.typeIds, node)]!;
  }

  /** The id of the node type in the grammar's names. */
  typeId(node: number): number {
    return uint16At(this.typeIds, node);
  }

  isNamed(node: number): boolean {
    return this.grammar.named[uint16At(this.typeIds, node)] === true;
  }

  /** Whether the node is empty: the parser inserted it to go on. */
  isMissing(node: number): boolean {
    return this.missing.has(node);
  }

  isError(node: number): boolean {
    return this.typeIds[node] === 65535;
  }

  /** The name of the field that the node fills in its parent; "" for none. */
  field(node: number): string {
    return this.grammar.fields[uint16At(this.fieldIds, node)] ?? "";
  }

  /** The id of that field in the grammar's names; 0 for none. */
  fieldId(node: number): number {
    return uint16At(this.fieldIds, node);
  }

  /** Offset in UTF-16 units. */
  start(node: number): number {
    return uint32At(this.starts, node);
  }

  /** Offset in UTF-16 units, exclusive. */
  end(node: number): number {
    return uint32At(this.ends, node);
  }

  text(node: number): string {
    return this.source.slice(this.start(node), this.end(node));
  }

  parent(node: number): number {
    return int32At(this.parents, node);
  }

  /** The first node in preorder that is not in the subtree of `node`: `for (let n = node + 1; n < tree.subtreeEnd(node); n++)` visits all below. */
  subtreeEnd(node: number): number {
    return int32At(this.nexts, node);
  }

  /** The first child of any kind, or -1. */
  firstChild(node: number): number {
    return this.subtreeEnd(node) > node + 1 ? node + 1 : -1;
  }

  nextSibling(node: number): number {
    const next = this.subtreeEnd(node);
    return next < this.size && this.parents[next] === this.parents[node] && node !== 0 ? next : -1;
  }

  previousSibling(node: number): number {
    if (node === 0) return -1;
    let previous = -1;
    for (let child = this.firstChild(this.parent(node)); child !== node; child = this.subtreeEnd(child))
      previous = child;
    return previous;
  }

  /** The child that fills `field`, or -1. */
  child(node: number, field: string): number {
    for (let child = this.firstChild(node); child !== -1; child = this.nextSibling(child)) {
      if (this.fieldIds[child] !== 0 && this.field(child) === field) return child;
    }
    return -1;
  }

  /** The first child of the type, or -1. */
  childOfType(node: number, type: string): number {
    for (let child = this.firstChild(node); child !== -1; child = this.nextSibling(child)) {
      if (this.type(child) === type) return child;
    }
    return -1;
  }

  hasChildOfType(node: number, type: string): boolean {
    return this.childOfType(node, type) !== -1;
  }

  /** All children, punctuation included. */
  children(node: number): number[] {
    const children: number[] = [];
    for (let child = this.firstChild(node); child !== -1; child = this.nextSibling(child)) children.push(child);
    return children;
  }

  namedChildren(node: number): number[] {
    return this.children(node).filter((child) => this.isNamed(child));
  }

  /** The line of an offset, from 1. */
  lineAt(offset: number): number {
    const place = this.rewritten?.sourceOf(offset) ?? offset;
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (uint32At(this.lineStarts, middle) <= place) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  startLine(node: number): number {
    return this.lineAt(this.start(node));
  }

  /** The line of the node's last character. */
  endLine(node: number): number {
    return this.lineAt(Math.max(this.start(node), this.end(node) - 1));
  }

  get lineCount(): number {
    return this.lineStarts.length;
  }
}

/**
 * Copies a native tree, with a cursor at its root. There is no recursion, because generated code nests thousands of levels deep. With `hasError`, there
 * may be missing nodes. In a tree without errors, a node whose text is its type is punctuation or a keyword, and has neither children nor another end:
 * that saves two calls for half of all nodes.
 */
export function copyTree(
  cursor: NativeCursor,
  source: string,
  grammar: GrammarNames,
  hasError = true,
  rewritten?: RewrittenSource,
): SyntaxTree {
  let capacity = Math.max(256, source.length >> 1);
  let typeIds = new Uint16Array(capacity);
  let fieldIds = new Uint16Array(capacity);
  let starts = new Uint32Array(capacity);
  let ends = new Uint32Array(capacity);
  let parents = new Int32Array(capacity);
  let nexts = new Int32Array(capacity);
  const missing = new Set<number>();
  let size = 0;
  let parent = -1;
  for (;;) {
    if (size === capacity) {
      capacity *= 2;
      typeIds = enlarged(typeIds, capacity);
      fieldIds = enlarged(fieldIds, capacity);
      starts = enlarged(starts, capacity);
      ends = enlarged(ends, capacity);
      parents = enlarged(parents, capacity);
      nexts = enlarged(nexts, capacity);
    }
    const node = size++;
    const typeId = cursor.nodeTypeId;
    let type = grammar.types[typeId];
    if (type === undefined) {
      type = cursor.nodeType;
      grammar.types[typeId] = type;
      grammar.named[typeId] = cursor.nodeIsNamed;
    }
    const fieldId = cursor.currentFieldId;
    if (fieldId > 0 && grammar.fields[fieldId] === undefined) grammar.fields[fieldId] = cursor.currentFieldName;
    const start = cursor.startIndex;
    const isToken = !hasError && !grammar.named[typeId] && source.startsWith(type, start);
    const end = isToken ? start + type.length : cursor.endIndex;
    typeIds[node] = typeId;
    fieldIds[node] = Math.max(0, fieldId);
    starts[node] = start;
    ends[node] = end;
    parents[node] = parent;
    if (hasError && start === end && cursor.nodeIsMissing) missing.add(node);
    if (!isToken && cursor.gotoFirstChild()) {
      parent = node;
      continue;
    }
    nexts[node] = size;
    let current = node;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        const nodes = { size, typeIds, fieldIds, starts, ends, parents, nexts, missing };
        return new SyntaxTree(source, grammar, nodes, rewritten);
      }
      current = int32At(parents, current);
      nexts[current] = size;
    }
    parent = int32At(parents, current);
  }
}
