/**
 * References of expressions: from the innermost name (`a` of `a.b.c()`) up to the outermost member access. The node around that says whether the
 * expression is called, constructed, extended or read.
 */
import type { ReferenceKind, Root, Step } from "../../../model/parse-result.js";
import { CALLED } from "../../../model/steps.js";
import type { Analysis, Resolved } from "../analysis.js";
import { type Binding, lookUpValue, type Scope } from "../scope.js";
import { argumentCount, firstNamed, PARENTHESES, stringText, unwrap } from "../syntax-helpers.js";
import { typeOfWalk } from "../type-names.js";
import { walkOf } from "../values.js";
import { addValueUse, type Pass } from "./emit.js";

/** Adds the reference of an expression that starts with this name, unless the name has no meaning. */
export function addResolvedChain(a: Analysis, pass: Pass, node: number, resolved: Resolved | null): void {
  if (resolved !== null) addChain(a, pass, node, resolved.taken ?? resolved);
}

/**
 * Climbs from the root of an expression to its outermost member access and adds the reference. `hidden` is the number of names in `resolved.path`
 * that the source does not write here, because a pattern took the local by them.
 */
export function addChain(a: Analysis, pass: Pass, node: number, resolved: Resolved, hidden = 0): void {
  const { tree } = a;
  const path = resolved.path.slice();
  const lines = Array.from({ length: path.length + 1 }, () => tree.startLine(node));
  let top = node;
  let last = node;
  let parent = tree.parent(top);
  climbing: for (; ; parent = tree.parent(top)) {
    switch (tree.type(parent)) {
      case "member_expression": {
        if (tree.field(top) !== "object") break climbing;
        const property = tree.child(parent, "property");
        if (property === -1) break climbing;
        path.push(tree.text(property));
        last = property;
        lines.push(tree.startLine(last));
        break;
      }
      case "subscript_expression": {
        const name = tree.field(top) === "object" ? stringText(tree, tree.child(parent, "index")) : null;
        if (name === null) break climbing;
        path.push(name);
        last = tree.child(parent, "index");
        lines.push(tree.startLine(last));
        break;
      }
      case "parenthesized_expression":
      case "non_null_expression":
        break;
      case "instantiation_expression":
        if (firstNamed(tree, parent) !== top) break climbing;
        break;
      case "call_expression":
        // `f.bind(this)(x)` calls `f`: the reference stands where `f` is.
        if (path.at(-1) !== "bind" || tree.field(top) !== "function" || tree.field(parent) !== "function")
          break climbing;
        if (tree.type(tree.parent(parent)) !== "call_expression") break climbing;
        path.push(CALLED);
        break;
      default: {
        const callee = findCastCallee(a, top);
        const inner = callee === top ? findMisreadCallee(a, top) : callee;
        if (inner === top) break climbing;
        parent = inner;
      }
    }
    top = parent;
  }
  const kind = kindOfUse(a, top, parent);
  if (kind === null) return;
  const count = isGivenArguments(a, kind, parent) ? argumentCount(tree, tree.child(parent, "arguments")) : null;
  const behind = path.slice(Math.max(hidden, resolved.path.length));
  // A call of `f.call` calls f.
  const isWhole = behind.length === 0 || (kind === "call" && behind.length === 1 && OF_FUNCTIONS.has(behind[0]));
  if (hidden === 0 && isWhole) {
    const local = plainLocal(a, pass.region.scope, node);
    // `const app = server; run(app)` names the server in its first part alone.
    if (kind === "value" && local !== null && tree.type(unwrap(tree, local.value)) === "identifier") return;
    const held = kind === "value" || local === null ? null : heldMember(a, local);
    if (held !== null) {
      addValueUse(a, pass, { kind, last, root: held.root, path: [...held.path, ...behind], count });
      return;
    }
  }
  if (hidden === 0) {
    const isSure = path.length > 0 || resolved.root.in !== "instance" || keepsValue(a, pass.region.scope, node);
    addValueUse(a, pass, { kind, last, root: isSure ? resolved.root : { in: "unknown" }, path, count, lines });
    return;
  }
  // The hidden names go into the type of the root, since they have no place in this expression.
  if (behind.length === 0 && kind === "value") return;
  const own = isWhole ? hidden - 1 : hidden;
  const type = typeOfWalk({ root: resolved.root, path: path.slice(0, own) });
  const root: Root = type === null ? { in: "unknown" } : { in: "instance", type };
  addValueUse(a, pass, { kind, last, root, path: path.slice(own), count, lines: lines.slice(own) });
}

/** Whether a name is a local that keeps its first value: not a parameter with a default, and not a variable that is assigned again. */
function keepsValue(a: Analysis, scope: Scope, node: number): boolean {
  const binding = a.tree.type(node) === "identifier" ? lookUpValue(scope, a.tree.text(node)) : null;
  if (binding?.is !== "local" || binding.isAssigned === true) return false;
  return binding.value === -1 || a.tree.type(a.tree.parent(binding.value)) === "variable_declarator";
}

/** The local that a name means, if it keeps its first value and has no type of its own; null for any other name. */
function plainLocal(a: Analysis, scope: Scope, node: number): Extract<Binding, { is: "local" }> | null {
  if (!/^(?:shorthand_property_)?identifier$/.test(a.tree.type(node))) return null;
  let binding = lookUpValue(scope, a.tree.text(node));
  if (binding?.is === "narrowed") binding = lookUpValue(binding.scope, binding.name);
  if (binding?.is !== "local" || binding.isAssigned === true) return null;
  const { value, type, steps } = binding;
  return value === -1 || type !== -1 || steps.length > 0 ? null : binding;
}

/** The member that a local holds, as `parse` does in `const parse = codec.parse`: a call of the local calls it. Null for other values. */
function heldMember(a: Analysis, local: Extract<Binding, { is: "local" }>): Resolved | null {
  const { tree } = a;
  const { value } = local;
  // A parameter may have been given another value than its default.
  if (tree.type(tree.parent(value)) !== "variable_declarator") return null;
  const walk = tree.type(unwrap(tree, value)) === "member_expression" ? walkOf(a, value, local) : null;
  const member = walk?.path.at(-1);
  if (walk === null || typeof member !== "string") return null;
  if (walk.root.in === "free") return walk;
  // The names before the member stand elsewhere.
  const owner = typeOfWalk({ root: walk.root, path: walk.path.slice(0, -1) });
  return owner === null ? null : { root: { in: "instance", type: owner }, path: [member] };
}

/** The methods of functions that call them. */
const OF_FUNCTIONS = new Set<Step | undefined>(["call", "apply"]);

const CASTS = new Set(["as_expression", "satisfies_expression", "type_assertion"]);

/** The cast around `f` in `(f as T)()` and `new (f as T)()`, which call `f`. The answer is `node` itself if it is not in such a callee. */
function findCastCallee(a: Analysis, node: number): number {
  const { tree } = a;
  let ancestor = node;
  for (let parent = tree.parent(ancestor); CASTS.has(tree.type(parent)); parent = tree.parent(ancestor)) {
    const isValue =
      tree.type(parent) === "type_assertion"
        ? tree.nextSibling(ancestor) === -1
        : firstNamed(tree, parent) === ancestor;
    if (!isValue) return node;
    ancestor = parent;
    while (PARENTHESES.has(tree.type(tree.parent(ancestor)))) ancestor = tree.parent(ancestor);
  }
  return isCallee(a, ancestor) ? ancestor : node;
}

/** Whether a node is the callee of a call or of `new`. */
function isCallee({ tree }: Analysis, node: number): boolean {
  const parentType = tree.type(tree.parent(node));
  const field = parentType === "call_expression" ? "function" : "constructor";
  return (parentType === "call_expression" || parentType === "new_expression") && tree.field(node) === field;
}

const OPERATORS = new Set(["await_expression", "unary_expression", "binary_expression", "arrow_function"]);

/**
 * Finds the callee of a call that the grammar misread, if `node` is the last operand of that callee; answers `node` otherwise. The grammar reads
 * `await f<T>()`, `!f<T>()`, `a + f<T>()` and ``() => f<T>`…` `` as calls of `await f`, `!f`, `a + f` and `() => f`. It reads ``await f<T>`…` `` as
 * a comparison of `await f`.
 */
function findMisreadCallee(a: Analysis, node: number): number {
  const { tree } = a;
  let ancestor = node;
  while (OPERATORS.has(tree.type(tree.parent(ancestor))) && tree.nextSibling(ancestor) === -1)
    ancestor = tree.parent(ancestor);
  if (ancestor === node) return node;
  const parentType = tree.type(tree.parent(ancestor));
  if (parentType === "call_expression") return tree.field(ancestor) === "function" ? ancestor : node;
  return parentType === "binary_expression" && tree.field(ancestor) === "left" && isGenericCall(a, ancestor)
    ? ancestor
    : node;
}

/** Whether a use is a call with its own list of arguments: `@f()` is, `@f` and `<f/>` are not. */
function isGivenArguments({ tree }: Analysis, kind: ReferenceKind, parent: number): boolean {
  if (tree.type(parent) === "binary_expression") return false;
  return kind === "call" || kind === "new" || (kind === "decorator" && tree.type(parent) === "call_expression");
}

/** The kind of reference that an expression makes, by the node around it; null for a closing tag, which is not a reference. */
function kindOfUse(a: Analysis, top: number, parent: number): ReferenceKind | null {
  const { tree } = a;
  switch (tree.type(parent)) {
    case "call_expression":
      if (tree.field(top) !== "function") return "value";
      return tree.type(tree.parent(parent)) === "decorator" ? "decorator" : "call";
    case "new_expression":
      return tree.field(top) === "constructor" ? "new" : "value";
    case "extends_clause":
    case "class_heritage":
      return "extends";
    case "decorator":
      return "decorator";
    case "jsx_opening_element":
    case "jsx_self_closing_element":
      return tree.field(top) === "name" ? "jsx" : "value";
    case "jsx_closing_element":
      return null;
    case "binary_expression":
      return tree.field(top) === "left" && isGenericCall(a, top) ? "call" : "value";
    default:
      return "value";
  }
}

/** Longer type arguments are not followed. */
const LONGEST_TYPE_ARGUMENTS = 1_000;

/**
 * Whether type arguments and then a call or a template follow an expression directly. The grammar reads some of these as comparisons, such as
 * ``sql<Row>`select 1` `` and `f(g<A, B>(x))`. Nobody writes a comparison in this form.
 */
function isGenericCall({ tree, isJavaScript }: Analysis, callee: number): boolean {
  const { source } = tree;
  const start = tree.end(callee);
  if (isJavaScript || source[start] !== "<" || !/^<(?:\s*\n\s*)?[\w$"'`[{(]/.test(source.slice(start, start + 200)))
    return false;
  let depth = 0;
  let braces = 0;
  for (let offset = start; offset < source.length && offset < start + LONGEST_TYPE_ARGUMENTS; offset++) {
    const char = source.charAt(offset);
    if ((char === ";" && braces === 0) || ((char === "&" || char === "|") && source[offset + 1] === char)) return false;
    if (char === "{") braces++;
    else if (char === "}") braces--;
    if ("<([{".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && source[offset - 1] !== "=")) {
      if (--depth === 0) return char === ">" && /[(`]/.test(source[offset + 1] ?? "");
    }
  }
  return false;
}
