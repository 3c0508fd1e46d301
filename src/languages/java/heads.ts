/** The head of a Java declaration: its modifiers and annotations, and where it begins without the annotations. */
import type { SyntaxTree } from "../syntax.js";

export interface Head {
  /** `public`, `static`, `final` and the like. */
  words: ReadonlySet<string>;
  /** The last names of its annotations. */
  annotations: ReadonlySet<string>;
  /** The offset of the declaration behind its annotations. */
  start: number;
}

const NONE: ReadonlySet<string> = new Set();

/** Reads the head of a declaration. */
export function readHead(tree: SyntaxTree, node: number): Head {
  const modifiers = tree.childOfType(node, "modifiers");
  if (modifiers === -1) return { words: NONE, annotations: NONE, start: tree.start(node) };
  const words = new Set<string>();
  const annotations = new Set<string>();
  let start = -1;
  for (const child of tree.children(modifiers)) {
    const type = tree.type(child);
    if (type === "marker_annotation" || type === "annotation") {
      const name = tree.child(child, "name");
      if (name !== -1) annotations.add(tree.text(name).replace(/^.*\./s, ""));
    } else if (!type.endsWith("comment")) {
      words.add(type);
      if (start === -1) start = tree.start(child);
    }
  }
  const next = tree.nextSibling(modifiers);
  return { words, annotations, start: start !== -1 ? start : next === -1 ? tree.start(node) : tree.start(next) };
}
