/** Go's doc comments: the comment directly above a declaration. */
import { nth } from "../../base/need.js";
import { cutBeforeSecret } from "../../masking/secrets.js";
import type { SyntaxTree } from "../syntax.js";

const LONGEST_DOC = 2000;

/** Comments for tools: `//go:noinline`, `//nolint`, `//export name`, `// +build`. */
const DIRECTIVE = /^\/\/(?:[a-z]+:[a-z0-9]|nolint\b|export \S|line \S|\s*\+build\b|#)/;

export interface Doc {
  text: string | null;
  isDeprecated: boolean;
}

/** The comment that ends on the line above a line, or right before it. `comments`: the nodes of all comments, in source order. */
export function docAbove(tree: SyntaxTree, comments: readonly number[], start: number): Doc {
  let low = 0;
  for (let high = comments.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (tree.start(nth(comments, middle)) < start) low = middle + 1;
    else high = middle;
  }
  const lines: string[] = [];
  let below = start;
  for (let index = low - 1; index >= 0; index--) {
    const comment = nth(comments, index);
    const between = tree.source.slice(tree.end(comment), below);
    if (/\S/.test(between) || between.split("\n").length > 2) break;
    const text = tree.text(comment);
    const lineStart = tree.source.lastIndexOf("\n", tree.start(comment)) + 1;
    // A comment behind other code is about that code.
    if (/\S/.test(tree.source.slice(lineStart, tree.start(comment)))) break;
    if (text.startsWith("/*")) {
      if (lines.length === 0) lines.push(text.slice(2, -2).replace(/^[^\S\n]*\*[^\S\n]?/gm, ""));
      break;
    }
    if (!DIRECTIVE.test(text)) lines.push(text.replace(/^\/\/ ?/, "").trimEnd());
    below = tree.start(comment);
  }
  const text = lines.reverse().join("\n").replace(/\r/g, "").trim();
  if (text === "") return { text: null, isDeprecated: false };
  return { text: cutBeforeSecret(text, LONGEST_DOC), isDeprecated: /^Deprecated:/m.test(text) };
}
