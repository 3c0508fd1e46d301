/** The values of literals and comprehensions of collections, with the types of their elements. */
import type { TypeExpr } from "../../model/parse-result.js";
import { EACH } from "../../model/steps.js";
import { freeNamed, tuple, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { MOST_ALTERNATIVES } from "./alternatives.js";
import type { Analysis, Scope, Walk } from "./analysis.js";
import { tellingType } from "./call-values.js";
import { unionOf } from "./names.js";
import { recordOf } from "./records.js";
import { after, instanceOf, typeOfWalk } from "./walks.js";

/** The value of a list, set, dictionary, tuple or generator. */
export function valueOfCollection(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const type = tree.type(node);
  const own = a.scopes.get(node) ?? scope;
  const parts = tree.namedChildren(node).filter((each) => tree.type(each) !== "comment");
  const elements = (nodes: readonly number[]) =>
    unionOf(nodes.slice(0, MOST_ALTERNATIVES).map((each) => elementAt(a, own, each))) ?? UNKNOWN_TYPE;
  if (type === "tuple" || type === "expression_list") {
    return parts.length > 12 || parts.some((each) => tree.type(each) === "list_splat")
      ? instanceOf(freeNamed("list", [elements(parts)]))
      : instanceOf(tuple(parts.map((each) => a.resolve.typeOf(a, own, each) ?? UNKNOWN_TYPE)));
  }
  if (type === "dictionary") {
    const pairs = parts.filter((each) => tree.type(each) === "pair");
    const values = pairs.map((pair) => tree.child(pair, "value"));
    const keys = elements(pairs.map((pair) => tree.child(pair, "key")));
    return instanceOf(
      freeNamed("dict", [keys, elements(values), ...recordOf(a, pairs, (value) => tellingType(a, own, value))]),
    );
  }
  const body = tree.child(node, "body");
  if (type === "dictionary_comprehension") {
    const args = [tree.child(body, "key"), tree.child(body, "value")].map(
      (each) => a.resolve.typeOf(a, own, each) ?? UNKNOWN_TYPE,
    );
    return instanceOf(freeNamed("dict", args));
  }
  const name = type.startsWith("set") ? "set" : type.startsWith("generator") ? "Generator" : "list";
  if (body >= 0 && name !== "list")
    return instanceOf(freeNamed(name, [a.resolve.typeOf(a, own, body) ?? UNKNOWN_TYPE]));
  if (type === "list_comprehension")
    return instanceOf(freeNamed("list", [a.resolve.typeOf(a, own, body) ?? UNKNOWN_TYPE]));
  return instanceOf(freeNamed(name, [elements(parts)]));
}

function elementAt(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  const { tree } = a;
  if (node < 0) return null;
  if (tree.type(node) !== "list_splat") return a.resolve.typeOf(a, scope, node);
  return typeOfWalk(after(a.resolve.walkAt(a, scope, tree.namedChildren(node)[0] ?? -1), EACH));
}
