/** Expressions that do not start with a name: `make().run()`, `handlers[0]()`, `require("m").f()`. */
import { nth } from "../../../base/need.js";
import type { Root } from "../../../model/parse-result.js";
import type { Analysis } from "../analysis.js";
import { firstNamed, stringText, unwrap } from "../syntax-helpers.js";
import { typeOfValue } from "../values.js";
import { addChain } from "./chain.js";
import { addReference, type Pass, standpointOf } from "./emit.js";
import { kindOfTypeUse } from "./type-uses.js";

/** Adds the reference of a member access on an expression without a name: on the result of a call, a `new`, a cast, a literal. */
export function visitNamelessMember(a: Analysis, pass: Pass, node: number): void {
  const { tree } = a;
  const object = unwrap(tree, tree.child(node, "object"));
  if (object === -1) return;
  switch (tree.type(object)) {
    case "identifier":
    case "this":
    case "super":
    case "member_expression":
    case "import":
    case "nested_identifier":
      return;
    case "call_expression":
      if (a.importAt.has(object)) return;
      break;
    case "await_expression":
      if (a.importAt.has(unwrap(tree, firstNamed(tree, object)))) return;
      break;
    case "subscript_expression":
      if (isNamedSubscript(a, object)) return;
  }
  const type = typeOfValue(a, object, standpointOf(pass));
  const root: Root = type === null ? { in: "unknown" } : { in: "instance", type };
  addChain(a, pass, tree.child(node, "object"), { root, path: [] });
}

/** Callees without a name. */
const NAMELESS = new Set(["call_expression", "subscript_expression"]);

/** Callees without a name inside parentheses. */
const NAMELESS_INSIDE = new Set([...NAMELESS, "ternary_expression", "binary_expression", "await_expression"]);

/** Whether the callee in `field` of a call or `new` has no name: `make()()`, `handlers[key]()`, `(a ?? b)()`. */
export function isNamelessCallee(a: Analysis, node: number, field: string): boolean {
  const { tree } = a;
  const written = tree.child(node, field);
  const callee = written === -1 ? -1 : unwrap(tree, written, true);
  if (callee === -1 || a.importAt.has(callee)) return false;
  const type = tree.type(callee);
  if (!(callee === written ? NAMELESS : NAMELESS_INSIDE).has(type)) return false;
  if (type === "subscript_expression") return !isNamedSubscript(a, callee);
  if (type === "await_expression") return !a.importAt.has(unwrap(tree, firstNamed(tree, callee)));
  // `f.bind(this)()` calls `f`: the reference stands where `f` is.
  const called = type === "call_expression" ? unwrap(tree, tree.child(callee, "function")) : -1;
  const member = called !== -1 && tree.type(called) === "member_expression" ? tree.child(called, "property") : -1;
  return member === -1 || tree.text(member) !== "bind";
}

/** Records an unnamed call; its target stays unknown. */
export function addNamelessCall(a: Analysis, pass: Pass, last: number): void {
  if (last !== -1) addReference(a, pass, { kind: "call", last, root: { in: "unknown" }, path: [] });
}

/** Whether a subscript is a member access by name: `a["b"]`, which is `a.b`. */
export function isNamedSubscript(a: Analysis, node: number): boolean {
  const index = a.tree.child(node, "index");
  return index !== -1 && stringText(a.tree, index) !== null;
}

/** Adds the reference of `require("m").f()` and `(await import("m")).f()`, whose root is the import; also of the type `import("m").T`. */
export function visitModuleRequest(a: Analysis, pass: Pass, node: number, index: number): void {
  const { tree } = a;
  const imported = nth(a.imports, index);
  if (imported.local !== "" || imported.imported === "") return;
  let top = node;
  const isDynamic = tree.type(tree.child(node, "function")) === "import";
  if (imported.isTypeOnly) {
    const isMember = imported.imported !== "*";
    const last = isMember ? tree.child(tree.parent(node), "property") : node;
    let outer = isMember ? tree.parent(node) : node;
    const path: string[] = [];
    while (tree.type(tree.parent(outer)) === "member_expression") {
      outer = tree.parent(outer);
      const property = tree.child(outer, "property");
      if (property !== -1) path.push(tree.text(property));
    }
    if (isMember)
      addReference(a, pass, { kind: kindOfTypeUse(a, pass, outer), last, root: { in: "import", import: index }, path });
    return;
  }
  if (isDynamic) {
    while (tree.type(tree.parent(top)) === "parenthesized_expression") top = tree.parent(top);
    if (tree.type(tree.parent(top)) !== "await_expression") return;
    top = tree.parent(top);
  }
  addChain(a, pass, top, { root: { in: "import", import: index }, path: [] });
}
