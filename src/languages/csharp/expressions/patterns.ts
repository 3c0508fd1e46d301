/** The values that patterns are held against. */
import type { Step } from "../../../model/parse-result.js";
import { itemStep } from "../../../model/steps.js";
import { type Chain, ofType, UNKNOWN } from "../../chain.js";
import type { SyntaxTree } from "../../syntax.js";
import { simpleName } from "../names/syntax.js";
import { typeName } from "../names/type-names.js";
import { chainOf } from "./chains.js";
import { LONGEST_CHAIN, type Standpoint } from "./standpoint.js";

/** The value that a pattern is held against. */
export function matchedBy(p: Standpoint, start: number): Chain {
  const { tree } = p;
  const path: Step[] = [];
  const from_ = (chain: Chain): Chain =>
    chain.root.in === "unknown" ? UNKNOWN : { root: chain.root, path: [...chain.path, ...path.reverse()] };
  let node = start;
  for (let depth = 0; depth < LONGEST_CHAIN; depth++) {
    const parent = tree.parent(node);
    if (parent === -1) return UNKNOWN;
    switch (tree.type(parent)) {
      case "is_pattern_expression": {
        const value = tree.firstChild(parent);
        return value === -1 || value === node ? UNKNOWN : from_(chainOf(p, value));
      }
      case "switch_expression_arm":
        return from_(chainOf(p, tree.firstChild(tree.parent(parent))));
      case "case_pattern_switch_label":
      case "switch_section": {
        let statement = parent;
        while (statement !== -1 && tree.type(statement) !== "switch_statement") statement = tree.parent(statement);
        const value = statement === -1 ? undefined : tree.namedChildren(statement)[0];
        return value === undefined ? UNKNOWN : from_(chainOf(p, value));
      }
      case "subpattern": {
        const clause = tree.parent(parent);
        const outer = tree.parent(clause);
        const written = tree.child(outer, "type");
        if (tree.type(clause) === "property_pattern_clause") {
          const member = tree.firstChild(parent);
          if (member === -1 || member === node) return UNKNOWN;
          path.push(...memberPath(tree, member).reverse());
        } else {
          path.push(itemStep(tree.namedChildren(clause).indexOf(parent)));
        }
        if (written !== -1) return from_(ofType(typeName(p.names, written, p.from)));
        node = outer;
        continue;
      }
      case "parenthesized_pattern":
      case "and_pattern":
      case "or_pattern":
      case "negated_pattern":
        node = parent;
        continue;
      default:
        return UNKNOWN;
    }
  }
  return UNKNOWN;
}

/** `A` or `A.B` before the colon of a subpattern. */
function memberPath(tree: SyntaxTree, node: number): string[] {
  if (tree.type(node) === "identifier") return [simpleName(tree, node)];
  const target = tree.child(node, "expression");
  const name = tree.child(node, "name");
  return target === -1 || name === -1 ? [] : [...memberPath(tree, target), simpleName(tree, name)];
}
