/**
 * The second pass: uses of names. Each is bound as far as the file itself can tell; see `Root`.
 *
 * A use starts at the innermost name of an expression (`a` of `a.b.c()`) and climbs to the outermost member access; an expression that has
 * no name (`f().b()`) starts at its member access.
 */

import {
  CALLED,
  type Reference,
  type ReferenceKind,
  type Root,
  type TypeName,
  VALUE,
} from "../../model/parse-result.js";
import { type Analysis, type Region, type Resolved, type Standpoint, selfOf } from "./analysis.js";
import { jsdocImplements } from "./jsdoc.js";
import { jsdocTypeName } from "./jsdoc-types.js";
import { resolveName, valueOfPattern } from "./names.js";
import { lookUpValue } from "./scope.js";
import {
  argumentCount,
  firstNamed,
  PARENTHESES,
  patternNames,
  stepsTo,
  stringText,
  unwrapped,
} from "./syntax-helpers.js";
import { stepped, typeOfWalk } from "./type-names.js";
import { keysOf, typeNameOf } from "./types.js";
import { typeOfValue } from "./values.js";

const NO_REFERENCE = new Set([
  ..."undefined NaN Infinity arguments".split(" "),
  // Keywords that an error turned into names.
  ..."break case class const default else enum export extends finally for function if import in new return super switch this throw try var while".split(
    " ",
  ),
]);
const PRIMITIVES = new Set(["String", "Number", "Boolean", "Symbol", "BigInt", "Array", "RegExp"]);
const COMPONENT_TYPES =
  /^(?:React\.)?(?:FC|FunctionComponent|VFC|ComponentType|Component|PureComponent|ForwardRefExoticComponent)$/;

/** What the second pass knows of where it is. */
interface Position {
  region: Region;
  /** Type names before this node are those of a parameter of the region's symbol. */
  acceptsUntil: number;
}

/** Adds the references of the whole tree to the analysis. */
export function referAll(a: Analysis): void {
  const { tree, regions } = a;
  const open: Region[] = [regions[0]!];
  const at: Position = { region: regions[0]!, acceptsUntil: 0 };
  let next = 1;
  for (let node = 1; node < tree.size; node++) {
    while (open.length > 1 && node >= open.at(-1)!.end) open.pop();
    while (next < regions.length && regions[next]!.start === node) open.push(regions[next++]!);
    at.region = open.at(-1)!;
    switch (tree.type(node)) {
      case "identifier":
        if (a.isName[node] === 0) identifier(a, at, node);
        break;
      case "type_identifier":
        if (a.isName[node] === 0) typeIdentifier(a, at, node);
        break;
      case "shorthand_property_identifier":
        if (a.isName[node] === 0) use(a, at, node, resolveName(a, at.region.scope, tree.text(node), "value"));
        break;
      case "shorthand_property_identifier_pattern":
        if (a.isName[node] === 0) use(a, at, node, resolveName(a, at.region.scope, tree.text(node), "value"));
        else taken(a, at, node, node, []);
        break;
      case "pair_pattern":
        takenPair(a, at, node);
        break;
      case "this":
        thisUse(a, at, node);
        break;
      case "super":
        superUse(a, at, node);
        break;
      case "member_expression":
        nameless(a, at, node);
        break;
      case "subscript_expression":
        if (isNamedSubscript(a, node)) nameless(a, at, node);
        break;
      case "call_expression":
        if (a.importAt.has(node)) moduleUse(a, at, node);
        else if (isOfNoName(a, node, "function")) namelessCall(a, at, tree.child(node, "arguments"));
        break;
      case "new_expression":
        if (isOfNoName(a, node, "constructor")) namelessCall(a, at, node);
        break;
      case "class":
      case "class_declaration":
        documentedInterfaces(a, at, node);
        break;
      case "type_annotation":
        if (isParameterOfSymbol(a, at, node)) at.acceptsUntil = Math.max(at.acceptsUntil, tree.subtreeEnd(node));
        break;
      case "type_arguments":
        if (isPropsOfComponent(a, at, node)) at.acceptsUntil = Math.max(at.acceptsUntil, tree.subtreeEnd(node));
        break;
    }
  }
}

/** Whether an annotation is that of a parameter of the function-like symbol around. */
function isParameterOfSymbol(a: Analysis, at: Position, node: number): boolean {
  const { tree } = a;
  const parameter = tree.parent(node);
  if (tree.type(parameter) !== "required_parameter" && tree.type(parameter) !== "optional_parameter") return false;
  const owner = tree.parent(tree.parent(parameter));
  return a.symbolAt.get(owner) === at.region.symbol && at.region.symbol !== 0;
}

/** `FC<Props>` of a component's annotation, `Component<Props>` of its heritage. */
function isPropsOfComponent(a: Analysis, at: Position, node: number): boolean {
  const { tree } = a;
  if (!a.hasJsx || a.symbols[at.region.symbol]!.kind !== "component") return false;
  const parent = tree.parent(node);
  const parentType = tree.type(parent);
  if (parentType === "generic_type") {
    const name = firstNamed(tree, parent);
    return tree.type(tree.parent(parent)) === "type_annotation" && COMPONENT_TYPES.test(tree.text(name));
  }
  if (parentType !== "extends_clause") return false;
  const value = tree.child(parent, "value");
  return value !== -1 && COMPONENT_TYPES.test(tree.text(value));
}

/** JavaScript: what a class says it implements in its comment. */
function documentedInterfaces(a: Analysis, at: Position, node: number): void {
  const from = a.symbolAt.get(node);
  if (from === undefined) return;
  for (const { type, at: offset } of jsdocImplements(a, node)) {
    const named = jsdocTypeName(a, type, at.region.scope);
    if (named === null) continue;
    const { root, path, args } = named;
    const line = a.tree.lineAt(offset);
    const typeArguments = args === undefined ? {} : { typeArguments: args };
    a.references.push({ kind: "implements", from, line, root, path, argumentCount: null, ...typeArguments });
  }
}

function identifier(a: Analysis, at: Position, node: number): void {
  const { tree } = a;
  const name = tree.text(node);
  const parentType = tree.type(tree.parent(node));
  // `<this.Row/>`: the grammar takes `this` for a name there.
  if (name === "this" && parentType === "member_expression" && !isClosingName(a, node)) thisUse(a, at, node);
  if (NO_REFERENCE.has(name)) return;
  switch (parentType) {
    case "nested_type_identifier":
    case "nested_identifier":
      namespaceUse(a, at, node, name);
      return;
    case "jsx_opening_element":
    case "jsx_self_closing_element":
      if (tree.field(node) === "name" && /^[a-z]/.test(name)) return;
      break;
    case "jsx_closing_element":
    case "jsx_namespace_name":
    case "jsx_attribute":
    case "property_signature":
    case "enum_body":
      return;
    case "member_expression":
      if (tree.field(node) === "property") return;
      if (isClosingName(a, node)) return;
      break;
  }
  const resolved = resolveName(a, at.region.scope, name, "value");
  if (resolved === null) return;
  if (resolved.taken !== undefined) takenUse(a, at, node, resolved.taken, name);
  climb(a, at, node, resolved, hiddenNames(resolved, name));
}

/**
 * How many of the names that a pattern took a local by do not stand where it is used: all but the last, and that one too where the local has
 * another name.
 */
function hiddenNames({ path }: Resolved, name: string): number {
  if (path.length < 2 || path[0] !== VALUE) return 0;
  if (path.at(-1) !== name) return path.length;
  return path.length > 2 ? path.length - 1 : 0;
}

/** A local of which a condition says more is still a use of the property that a pattern took it from. */
function takenUse(a: Analysis, at: Position, node: number, { root, path }: Resolved, name: string): void {
  const hidden = hiddenNames({ root, path }, name);
  if (hidden === path.length) return;
  const type = hidden === 0 ? null : typeOfWalk({ root, path: path.slice(0, hidden) });
  const of: Root = type === null ? root : { in: "instance", type };
  addUse(a, at, { kind: "value", last: node, root: of, path: path.slice(type === null ? 0 : hidden) });
}

/** `key: name` and `key: { inner }` of a pattern: a use of the property `key`. */
function takenPair(a: Analysis, at: Position, node: number): void {
  const { tree } = a;
  const key = tree.child(node, "key");
  const value = tree.child(node, "value");
  const name = value === -1 ? undefined : patternNames(a, value)[0];
  if (key === -1 || name === undefined || a.isName[name] === 0) return;
  const inner = stepsTo(a, name, value);
  if (inner !== null) taken(a, at, key, name, inner);
}

/** A property that a pattern takes: `name` is a local that it or, by the steps `inner`, what is in it is bound to. */
function taken(a: Analysis, at: Position, property: number, name: number, inner: string[]): void {
  const { tree } = a;
  const binding = lookUpValue(at.region.scope, tree.text(name));
  let type: TypeName | null = null;
  let steps: readonly string[] = [];
  if (binding?.is === "local") {
    steps = binding.steps;
    type = steps.length === 0 ? null : valueOfPattern(a, binding);
  } else if (binding?.is === "symbol" && at.region.symbol === a.symbols[binding.symbol]!.parent) {
    const source = a.typeSources.get(binding.symbol);
    steps = source?.steps ?? [];
    if (source !== undefined && steps.length > 0) {
      const from = { scope: source.scope, self: selfOf(at.region), classSymbol: source.classSymbol };
      type = source.type === -1 ? typeOfValue(a, source.value, from) : typeNameOf(a, source.type, source.scope);
    }
  }
  const kept = steps.slice(0, steps.length - inner.length);
  const last = kept.at(-1);
  if (type === null || last === undefined || last.startsWith("(")) return;
  const root: Root = { in: "instance", type: stepped(type, ...kept.slice(0, -1)) };
  add(a, at, { kind: "value", last: property, root, path: [last] });
}

/** Whether a member expression's name stands in `</a.b>`. */
function isClosingName(a: Analysis, node: number): boolean {
  const { tree } = a;
  let top = tree.parent(node);
  while (tree.type(top) === "member_expression") top = tree.parent(top);
  return tree.type(top) === "jsx_closing_element";
}

/** `NS` of the type `NS.Inner.T`, and of `<NS.Inner/>` or `import X = NS.Inner`. */
function namespaceUse(a: Analysis, at: Position, node: number, name: string): void {
  const { tree } = a;
  let top = node;
  let last = node;
  const path: string[] = [];
  for (;;) {
    const parent = tree.parent(top);
    const type = tree.type(parent);
    if (type !== "nested_identifier" && type !== "nested_type_identifier") break;
    const property = tree.child(parent, type === "nested_identifier" ? "property" : "name");
    if (property === top) return;
    if (property !== -1) {
      path.push(tree.text(property));
      last = property;
    }
    top = parent;
  }
  const resolved = resolveName(a, at.region.scope, name, "namespace");
  if (resolved === null || resolved.root.in === "unknown" || resolved.root.in === "instance") return;
  const container = tree.type(tree.parent(top));
  if (container === "jsx_closing_element") return;
  const isJsx = container === "jsx_opening_element" || container === "jsx_self_closing_element";
  const kind = isJsx ? "jsx" : tree.type(top) === "nested_identifier" ? "value" : typeKind(a, at, top);
  const named = { last, root: resolved.root, path: [...resolved.path, ...path] };
  add(a, at, { kind, ...named });
  if (kind === "type") literalUse(a, at, top, named);
}

function typeIdentifier(a: Analysis, at: Position, node: number): void {
  const { tree } = a;
  const parentType = tree.type(tree.parent(node));
  if (parentType === "nested_type_identifier") return;
  const resolved = resolveName(a, at.region.scope, tree.text(node), "type");
  if (resolved === null || resolved.root.in === "unknown" || resolved.root.in === "instance") return;
  const named = { last: node, ...resolved };
  const kind = typeKind(a, at, node);
  add(a, at, { kind, ...named });
  if (kind === "type") literalUse(a, at, node, named);
}

/** T of `const x: T = { … }` and `const x = { … } satisfies T`: the object implements it, as a class would. */
function literalUse(a: Analysis, at: Position, node: number, named: Pick<Use, "last" | "root" | "path">): void {
  const { tree } = a;
  const isGeneric = tree.type(tree.parent(node)) === "generic_type";
  const above = tree.parent(isGeneric ? tree.parent(node) : node);
  let value = -1;
  if (tree.type(above) === "satisfies_expression") value = firstNamed(tree, above);
  else if (tree.type(above) === "type_annotation") value = tree.child(tree.parent(above), "value");
  const owner = value === -1 ? undefined : a.valueOf.get(literalIn(a, value));
  if (owner === undefined || !/^(?:constant|variable)$/.test(a.symbols[owner]!.kind)) return;
  add(a, at, { kind: "implements", ...named, from: owner });
}

/** The object literal that a value is; -1 where it is none, or is said to be of another type. */
function literalIn({ tree }: Analysis, value: number): number {
  let at = value;
  for (;;) {
    const inner = at === -1 ? [] : tree.namedChildren(at).filter((child) => tree.type(child) !== "comment");
    const type = at === -1 ? "" : tree.type(at);
    if (type === "object") return at;
    // `as const` has no type.
    const isPassed =
      /^(?:parenthesized|satisfies)_expression$/.test(type) || (type === "as_expression" && inner.length === 1);
    if (!isPassed) return -1;
    at = inner[0] ?? -1;
  }
}

/** What a type name does where it stands. */
function typeKind(a: Analysis, at: Position, node: number): ReferenceKind {
  const { tree } = a;
  let top = node;
  if (tree.type(tree.parent(top)) === "generic_type") top = tree.parent(top);
  const parentType = tree.type(tree.parent(top));
  if (parentType === "extends_type_clause") return "extends";
  if (parentType === "implements_clause") return "implements";
  return node < at.acceptsUntil ? "accepts" : "type";
}

function thisUse(a: Analysis, at: Position, node: number): void {
  const { tree } = a;
  const parentType = tree.type(tree.parent(node));
  if (parentType === "required_parameter" || parentType === "type_predicate" || !tree.isNamed(node)) return;
  use(a, at, node, { root: selfOf(at.region) ?? { in: "unknown" }, path: [] });
}

function superUse(a: Analysis, at: Position, node: number): void {
  const { classSymbol } = at.region;
  const root: Root = classSymbol === -1 ? { in: "unknown" } : { in: "super", type: classSymbol };
  use(a, at, node, { root, path: [] });
}

/** A member access on an expression without a name: on a call's result, a `new`, a cast, a literal. */
function nameless(a: Analysis, at: Position, node: number): void {
  const { tree } = a;
  const object = unwrapped(tree, tree.child(node, "object"));
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
      if (a.importAt.has(unwrapped(tree, firstNamed(tree, object)))) return;
      break;
    case "subscript_expression":
      if (isNamedSubscript(a, object)) return;
  }
  const type = typeOfValue(a, object, standpoint(at));
  const root: Root = type === null ? { in: "unknown" } : { in: "instance", type };
  climb(a, at, tree.child(node, "object"), { root, path: [] });
}

/** What gives a function that no name leads to. */
const NAMELESS = new Set(["call_expression", "subscript_expression"]);
/** The same where it stands in parentheses. */
const NAMELESS_INSIDE = new Set([...NAMELESS, "ternary_expression", "binary_expression", "await_expression"]);

/** Whether what is called has no name: `make()()`, `handlers[key]()`, `(a ?? b)()`. */
function isOfNoName(a: Analysis, node: number, field: string): boolean {
  const { tree } = a;
  const written = tree.child(node, field);
  const callee = written === -1 ? -1 : unwrapped(tree, written, true);
  if (callee === -1 || a.importAt.has(callee)) return false;
  const type = tree.type(callee);
  if (!(callee === written ? NAMELESS : NAMELESS_INSIDE).has(type)) return false;
  if (type === "subscript_expression") return !isNamedSubscript(a, callee);
  if (type === "await_expression") return !a.importAt.has(unwrapped(tree, firstNamed(tree, callee)));
  // What `f.bind(this)()` calls is found where `f` is.
  const called = type === "call_expression" ? unwrapped(tree, tree.child(callee, "function")) : -1;
  const member = called !== -1 && tree.type(called) === "member_expression" ? tree.child(called, "property") : -1;
  return member === -1 || tree.text(member) !== "bind";
}

/** That a call stands there is told, not of what. */
function namelessCall(a: Analysis, at: Position, last: number): void {
  if (last !== -1) add(a, at, { kind: "call", last, root: { in: "unknown" }, path: [] });
}

function standpoint({ region }: Position): Standpoint {
  return { scope: region.scope, self: selfOf(region), classSymbol: region.classSymbol };
}

/** `a["b"]`, which is `a.b`. */
function isNamedSubscript(a: Analysis, node: number): boolean {
  const index = a.tree.child(node, "index");
  return index !== -1 && stringText(a.tree, index) !== null;
}

/** `require("m").f()`, `(await import("m")).f()`: the import is the root. */
function moduleUse(a: Analysis, at: Position, node: number): void {
  const { tree } = a;
  const index = a.importAt.get(node)!;
  const imported = a.imports[index]!;
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
    if (isMember) add(a, at, { kind: typeKind(a, at, outer), last, root: { in: "import", import: index }, path });
    return;
  }
  if (isDynamic) {
    while (tree.type(tree.parent(top)) === "parenthesized_expression") top = tree.parent(top);
    if (tree.type(tree.parent(top)) !== "await_expression") return;
    top = tree.parent(top);
  }
  climb(a, at, top, { root: { in: "import", import: index }, path: [] });
}

function use(a: Analysis, at: Position, node: number, resolved: Resolved | null): void {
  if (resolved !== null) climb(a, at, node, resolved.taken ?? resolved);
}

/** Climbs from the root of an expression to its outermost member access and adds the reference. */
function climb(a: Analysis, at: Position, node: number, resolved: Resolved, hidden = 0): void {
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
        // What `f.bind(this)(x)` calls is found where `f` is.
        if (path.at(-1) !== "bind" || tree.field(top) !== "function" || tree.field(parent) !== "function")
          break climbing;
        if (tree.type(tree.parent(parent)) !== "call_expression") break climbing;
        path.push(CALLED);
        break;
      default: {
        const callee = castCallee(a, top);
        const inner = callee === top ? innerCallee(a, top) : callee;
        if (inner === top) break climbing;
        parent = inner;
      }
    }
    top = parent;
  }
  const kind = useKind(a, top, parent);
  if (kind === null) return;
  const count = isGivenArguments(a, kind, parent) ? argumentCount(tree, tree.child(parent, "arguments")) : null;
  if (hidden === 0) {
    addUse(a, at, { kind, last, root: resolved.root, path, count, lines });
    return;
  }
  // What leads to a local by names that do not stand here belongs to its type.
  const isWhole = path.length === hidden;
  if (isWhole && kind === "value") return;
  const own = isWhole ? hidden - 1 : hidden;
  const type = typeOfWalk({ root: resolved.root, path: path.slice(0, own) });
  const root: Root = type === null ? { in: "unknown" } : { in: "instance", type };
  addUse(a, at, { kind, last, root, path: path.slice(own), count, lines: lines.slice(own) });
}

const CASTS = new Set(["as_expression", "satisfies_expression", "type_assertion"]);

/** `(f as T)` of `(f as T)()` and `new (f as T)()`, which call `f`; `node` where it stands in no such callee. */
function castCallee(a: Analysis, node: number): number {
  const { tree } = a;
  let at = node;
  for (let parent = tree.parent(at); CASTS.has(tree.type(parent)); parent = tree.parent(at)) {
    const isValue =
      tree.type(parent) === "type_assertion" ? tree.nextSibling(at) === -1 : firstNamed(tree, parent) === at;
    if (!isValue) return node;
    at = parent;
    while (PARENTHESES.has(tree.type(tree.parent(at)))) at = tree.parent(at);
  }
  return isCallee(a, at) ? at : node;
}

/** Whether a node is what a call or `new` calls. */
function isCallee({ tree }: Analysis, node: number): boolean {
  const parentType = tree.type(tree.parent(node));
  const field = parentType === "call_expression" ? "function" : "constructor";
  return (parentType === "call_expression" || parentType === "new_expression") && tree.field(node) === field;
}

const OPERATORS = new Set(["await_expression", "unary_expression", "binary_expression", "arrow_function"]);

/**
 * The grammar reads `await f<T>()`, `!f<T>()`, `a + f<T>()` and ``() => f<T>`…` `` as calls of `await f`, `!f`, `a + f` and `() => f`, and
 * ``await f<T>`…` `` as a comparison of `await f`: the callee of such a call where `node` is the last operand of it, else `node`.
 */
function innerCallee(a: Analysis, node: number): number {
  const { tree } = a;
  let at = node;
  while (OPERATORS.has(tree.type(tree.parent(at))) && tree.nextSibling(at) === -1) at = tree.parent(at);
  if (at === node) return node;
  const parentType = tree.type(tree.parent(at));
  if (parentType === "call_expression") return tree.field(at) === "function" ? at : node;
  return parentType === "binary_expression" && tree.field(at) === "left" && isGenericCall(a, at) ? at : node;
}

/** Whether a use is a call with arguments of its own: `@f()` is, `@f` and `<f/>` are not. */
function isGivenArguments({ tree }: Analysis, kind: ReferenceKind, parent: number): boolean {
  if (tree.type(parent) === "binary_expression") return false;
  return kind === "call" || kind === "new" || (kind === "decorator" && tree.type(parent) === "call_expression");
}

/** What an expression does where it stands; null where it is nothing. */
function useKind(a: Analysis, top: number, parent: number): ReferenceKind | null {
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

const LONGEST_TYPE_ARGUMENTS = 1_000;

/**
 * Whether type arguments and a call, or a template, stand right behind an expression. The grammar reads some of them, ``sql<Row>`select 1` `` and
 * `f(g<A, B>(x))` among others, as comparisons, which nobody writes so.
 */
function isGenericCall({ tree, isJavaScript }: Analysis, callee: number): boolean {
  const { source } = tree;
  const start = tree.end(callee);
  if (isJavaScript || source[start] !== "<" || !/^<(?:\s*\n\s*)?[\w$"'`[{(]/.test(source.slice(start, start + 200)))
    return false;
  let depth = 0;
  let braces = 0;
  for (let at = start; at < source.length && at < start + LONGEST_TYPE_ARGUMENTS; at++) {
    const char = source[at]!;
    if ((char === ";" && braces === 0) || ((char === "&" || char === "|") && source[at + 1] === char)) return false;
    if (char === "{") braces++;
    else if (char === "}") braces--;
    if ("<([{".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && source[at - 1] !== "=")) {
      if (--depth === 0) return char === ">" && /[(`]/.test(source[at + 1] ?? "");
    }
  }
  return false;
}

/** A use of a name: its last node, where it comes from, and how many arguments it is given if it is called. */
interface Use {
  kind: ReferenceKind;
  last: number;
  root: Root;
  path: string[];
  count?: number | null;
  /** The line of the root and of each name. */
  lines?: number[];
  /** The symbol that uses it, where that is not the one around. */
  from?: number;
}

/** The last name of a call's path: `f` of `x.f.bind(x)()`. */
function calledName(path: string[]): string[] {
  return path.at(-1) === CALLED ? path.slice(-3, -2) : path.slice(-1);
}

/** Adds a use of a value, unless it says nothing: a local that is only read, a bare `this`. */
function addUse(a: Analysis, at: Position, given: Use): void {
  const { kind, last, root, path } = given;
  const isCall = kind === "call" || kind === "new" || kind === "decorator" || kind === "jsx";
  switch (root.in) {
    case "unknown":
      if (isCall) add(a, at, { ...given, path: calledName(path), lines: [] });
      return;
    case "instance":
      if (path.length === 0) {
        if (isCall) add(a, at, { ...given, root: { in: "unknown" } });
        return;
      }
      if (!isCall && root.type.root.in === "free" && PRIMITIVES.has(root.type.root.name)) return;
      break;
    case "this":
      if (path.length === 0) return;
      break;
    case "super":
      if (path.length === 0 && kind !== "call") return;
      break;
    case "file":
      if (path.length === 0 && a.tree.type(last) === "this") return;
      break;
  }
  add(a, at, given);
}

function add(a: Analysis, at: Position, { kind, last, root, path, count = null, lines = [], from }: Use): void {
  const line = a.tree.startLine(last);
  const reference: Reference = { kind, from: from ?? at.region.symbol, line, root, path, argumentCount: count };
  if (lines.some((other) => other !== line)) reference.lines = lines.slice(0, path.length);
  if (kind === "extends" || kind === "implements") {
    const args = baseArguments(a, at, last);
    if (args.length > 0) reference.typeArguments = args;
  }
  if (kind === "decorator") reference.from = decorated(a, last, reference.from);
  a.references.push(reference);
}

/** User of `extends Repo<User>` and `implements Store<User>`. */
function baseArguments(a: Analysis, at: Position, name: number): TypeName[] {
  const { tree } = a;
  let top = name;
  while (/^(?:member_expression|nested_type_identifier|nested_identifier)$/.test(tree.type(tree.parent(top))))
    top = tree.parent(top);
  const list = tree.childOfType(tree.parent(top), "type_arguments");
  if (list === -1) return [];
  const { scope, classSymbol } = at.region;
  const ofKeys = /^(?:Omit|Pick)$/.test(tree.text(name));
  return tree
    .namedChildren(list)
    .filter((child) => tree.type(child) !== "comment")
    .map(
      (child) =>
        (ofKeys ? keysOf(a, child) : null) ??
        typeNameOf(a, child, scope, classSymbol) ?? { root: { in: "unknown" }, path: [] },
    );
}

/** The symbol that a decorator around `node` decorates: in a class body decorators stand before the member. */
function decorated(a: Analysis, node: number, from: number): number {
  const { tree } = a;
  let at = node;
  while (at !== -1 && tree.type(at) !== "decorator") at = tree.parent(at);
  for (let next = at; next !== -1; next = tree.nextSibling(next)) {
    const declaration = tree.type(next) === "export_statement" ? tree.child(next, "declaration") : next;
    const symbol = a.symbolAt.get(declaration);
    if (symbol !== undefined) return symbol;
  }
  return from;
}
