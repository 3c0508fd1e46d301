/** Members named in property patterns. */
import type { Chain } from "../../chain.js";
import { simpleName } from "../names/syntax.js";
import { emit } from "./emit.js";
import type { Pass } from "./pass.js";

/** Adds a use for each member that a property pattern reads. `matched` is the value that the pattern is held against. */
export function referPattern(p: Pass, pattern: number, matched: Chain): void {
  const { tree, claimed } = p;
  const clause = tree.childOfType(pattern, "property_pattern_clause");
  if (clause === -1 || matched.root.in === "unknown") return;
  for (const child of tree.children(clause)) {
    const member = tree.type(child) === "subpattern" ? tree.firstChild(child) : -1;
    if (member === -1 || tree.type(member) !== "identifier" || claimed[member] === 1) continue;
    claimed[member] = 1;
    emit(p, "value", member, { root: matched.root, path: [...matched.path, simpleName(tree, member)] });
  }
}

/** Claims the name before the colon of a subpattern. It is a member of the matched value, not a name in scope. */
export function claimMemberName({ tree, claimed }: Pass, node: number): void {
  const first = tree.firstChild(node);
  if (first === -1) return;
  const after = tree.nextSibling(first);
  if (after !== -1 && tree.type(after) === ":") claimed.fill(1, first, tree.subtreeEnd(first));
}
