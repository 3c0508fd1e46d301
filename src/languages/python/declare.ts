/** The first pass over a file: its scopes, the names bound in them, and its symbols and imports. */
import { nth } from "../../base/need.js";
import type { Step } from "../../model/parse-result.js";
import { AWAITED, CALLED, EACH, itemStep } from "../../model/steps.js";
import { type Analysis, type Binding, type Scope, type Source, textOf } from "./analysis.js";
import { declareClass } from "./classes.js";
import { noteAdded, noteSet } from "./fills.js";
import { declareFunction, declareLambda } from "./functions.js";
import { declareFromImport, declareImport } from "./imports.js";
import { classOfPattern, narrow, narrowByGuard, narrowByPattern, narrowByType } from "./narrowings.js";
import { bind, blockAround, createScope, targetScope } from "./scopes.js";
import { declareTypeAlias, declareVariable, readAll } from "./variables.js";

/** Reads the declarations of the whole file. */
export function declare(a: Analysis): void {
  const { tree } = a;
  const stack: Scope[] = [a.module];
  for (let node = 1; node < tree.size; node++) {
    let scope = nth(stack, stack.length - 1);
    while (node >= scope.end && stack.length > 1) {
      stack.pop();
      scope = nth(stack, stack.length - 1);
    }
    const opened = declareNode(a, scope, node);
    if (opened !== null) {
      a.scopes.set(node, opened);
      stack.push(opened);
    }
  }
}

/** Declares what a node declares; answers the scope that it opens, if any. */
function declareNode(a: Analysis, scope: Scope, node: number): Scope | null {
  const { tree } = a;
  switch (tree.type(node)) {
    case "class_definition":
      return declareClass(a, scope, node);
    case "function_definition":
      return declareFunction(a, scope, node);
    case "lambda":
      return declareLambda(a, scope, node);
    case "list_comprehension":
    case "set_comprehension":
    case "dictionary_comprehension":
    case "generator_expression":
      return declareComprehension(a, scope, node);
    case "assignment":
      declareAssignment(a, scope, node);
      return null;
    case "augmented_assignment":
      readAll(a, scope, node);
      return null;
    case "named_expression":
      declareTargets(a, valueScope(scope), tree.child(node, "name"), {
        node: tree.child(node, "value"),
        scope,
        steps: [],
        reach: { from: tree.subtreeEnd(node), block: blockAround(a, node) },
      });
      return null;
    case "for_statement":
      declareFor(a, scope, node);
      return null;
    case "with_item":
      declareWith(a, scope, node);
      return null;
    case "except_clause":
    case "except_group_clause":
      declareExcept(a, scope, node);
      return null;
    case "case_clause":
      declareCase(a, scope, node);
      return null;
    case "import_statement":
      declareImport(a, scope, node);
      return null;
    case "import_from_statement":
    case "future_import_statement":
      declareFromImport(a, scope, node);
      return null;
    case "global_statement":
    case "nonlocal_statement":
      declareElsewhere(a, scope, node);
      return null;
    case "type_alias_statement":
      declareTypeAlias(a, scope, node);
      return null;
    case "return_statement":
    case "yield":
      noteResult(a, scope, node);
      return null;
    case "call":
      if (textOf(tree, tree.child(node, "function")) === "isinstance") narrow(a, node, scope);
      else {
        noteAdded(a, scope, node);
        narrowByGuard(a, node, scope);
      }
      return null;
    case "comparison_operator":
      narrowByType(a, node, scope);
      return null;
    default:
      return null;
  }
}

/** The scope in which `:=` binds: comprehensions have none of their own for it. */
function valueScope(scope: Scope): Scope {
  let current = scope;
  while (current.kind === "comprehension" && current.parent !== null) current = current.parent;
  return current;
}

function declareElsewhere(a: Analysis, scope: Scope, node: number): void {
  const kind = a.tree.type(node) === "global_statement" ? "global" : "nonlocal";
  const around = valueScope(scope);
  around.elsewhere ??= new Map();
  for (const name of a.tree.namedChildren(node)) around.elsewhere.set(a.tree.text(name), kind);
}

function declareComprehension(a: Analysis, scope: Scope, node: number): Scope {
  const { tree } = a;
  const own = createScope("comprehension", node, tree.subtreeEnd(node), scope, scope.symbol);
  for (const clause of tree.namedChildren(node)) {
    if (tree.type(clause) !== "for_in_clause") continue;
    const source = { node: tree.child(clause, "right"), scope: own, steps: [EACH] };
    declareTargets(a, own, tree.child(clause, "left"), { ...source, reach: { from: node, block: node } });
  }
  return own;
}

/** A value that targets are bound to. */
interface Bound {
  node: number;
  scope: Scope;
  steps: readonly Step[];
  annotation?: number;
  reach: Binding["reach"];
}

/** Binds the names in a target, which may be a pattern of several. */
export function declareTargets(a: Analysis, scope: Scope, target: number, bound: Bound, depth = 0): void {
  if (target < 0 || depth > DEEPEST_TARGET) return;
  const { tree } = a;
  switch (tree.type(target)) {
    case "identifier":
      bindName(a, scope, target, bound);
      return;
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "tuple":
    case "list":
      for (const [part, steps] of partsOf(a, target, bound.steps))
        declareTargets(a, scope, part, { ...bound, steps }, depth + 1);
      return;
    case "as_pattern_target":
    case "parenthesized_expression":
    case "list_splat_pattern":
      for (const part of tree.namedChildren(target)) declareTargets(a, scope, part, bound, depth + 1);
      return;
    default:
      return;
  }
}

const DEEPEST_TARGET = 6;

function bindName(a: Analysis, scope: Scope, target: number, bound: Bound): void {
  const name = a.tree.text(target);
  const { node, steps, annotation = -1, reach } = bound;
  const source: Source | null = node < 0 && annotation < 0 ? null : { node, scope: bound.scope, steps, annotation };
  bind(a, scope, name, { kind: "value", source, reach });
}

function declareAssignment(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  const target = tree.child(node, "left");
  const annotation = tree.child(node, "type");
  let value = tree.child(node, "right");
  // `a = b = f()`: both have the value of the last.
  while (value >= 0 && tree.type(value) === "assignment") value = tree.child(value, "right");
  const type = tree.type(target);
  const statement = statementOf(a, node);
  const reach = { from: tree.subtreeEnd(statement), block: blockAround(a, statement) };
  readAll(a, scope, node);
  if (type === "identifier") {
    const source: Source = { node: value, scope, steps: [], annotation, holder: tree.text(target) };
    declareName(a, scope, target, source, { statement, reach });
  } else if (type === "attribute") {
    declareVariable(
      a,
      scope,
      target,
      { node: value, scope, steps: [], annotation, holder: tree.text(target) },
      statement,
    );
  } else if (type === "subscript") {
    noteSet(a, scope, target, value);
  } else {
    eachTarget(a, target, [], (part, steps) => {
      const source: Source = { node: value, scope, steps, annotation: -1 };
      if (tree.type(part) === "identifier") declareName(a, scope, part, source, { statement, reach });
      else if (tree.type(part) === "attribute") declareVariable(a, scope, part, source, statement);
    });
  }
}

/** Visits the names and attributes in a pattern, each with the steps that lead to its part of the value. */
function eachTarget(a: Analysis, target: number, steps: Step[], visit: (part: number, steps: Step[]) => void): void {
  const { tree } = a;
  const type = tree.type(target);
  if (type === "identifier" || type === "attribute") visit(target, steps);
  else if (/^(?:pattern_list|tuple_pattern|list_pattern)$/.test(type) && steps.length < 5)
    for (const [part, own] of partsOf(a, target, steps)) eachTarget(a, part, own, visit);
  else if (type === "list_splat_pattern")
    for (const part of tree.namedChildren(target)) eachTarget(a, part, steps, visit);
}

/** The parts of a pattern with the steps to the value of each. `*rest` has elements as the whole has them; those behind it count from the end. */
function partsOf({ tree }: Analysis, target: number, steps: readonly Step[]): [part: number, steps: Step[]][] {
  const parts = tree.namedChildren(target);
  const splat = parts.findIndex((part) => tree.type(part) === "list_splat_pattern");
  return parts.map((part, index) => {
    if (index === splat) return [part, [...steps]];
    return [part, [...steps, splat !== -1 && index > splat ? EACH : itemStep(index)]];
  });
}

/** The statement of an assignment, and the code in which the names that it declares are known. */
interface Assignment {
  statement: number;
  reach: Binding["reach"];
}

/** A name is a symbol in a module and in a class; in a function it is local. */
function declareName(a: Analysis, scope: Scope, target: number, source: Source, within: Assignment): void {
  const { statement, reach } = within;
  const around = targetScope(a, scope, a.tree.text(target));
  if (around.kind === "module" || around.kind === "class") declareVariable(a, around, target, source, statement);
  else {
    const isKnown = source.node >= 0 || source.annotation >= 0;
    bind(a, scope, a.tree.text(target), { kind: "value", source: isKnown ? source : null, reach });
  }
}

/** The statement around an assignment: of `a = b = 1` the whole. */
function statementOf({ tree }: Analysis, node: number): number {
  let inner = node;
  for (let parent = tree.parent(inner); tree.type(parent) === "assignment"; parent = tree.parent(inner)) inner = parent;
  return inner;
}

function declareFor(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  const body = tree.child(node, "body");
  const right = tree.child(node, "right");
  const reach = { from: tree.subtreeEnd(right), block: body < 0 ? node : body };
  declareTargets(a, scope, tree.child(node, "left"), { node: right, scope, steps: [EACH], reach });
}

function declareWith(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  const pattern = tree.child(node, "value");
  if (pattern < 0 || tree.type(pattern) !== "as_pattern") return;
  const [value = -1] = tree.namedChildren(pattern);
  const statement = tree.parent(tree.parent(node));
  const isAsync = tree.hasChildOfType(statement, "async");
  const steps: Step[] = isAsync ? ["__aenter__", CALLED, AWAITED] : ["__enter__", CALLED];
  const reach = { from: tree.subtreeEnd(pattern), block: blockAround(a, statement) };
  declareTargets(a, scope, tree.child(pattern, "alias"), { node: value, scope, steps, reach });
}

function declareExcept(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  const pattern = tree.childOfType(node, "as_pattern");
  if (pattern < 0) return;
  const [type = -1] = tree.namedChildren(pattern);
  const [name = -1] = tree.namedChildren(tree.child(pattern, "alias"));
  if (type < 0 || name < 0) return;
  const source: Source = { node: type, scope, steps: [], annotation: -1, isInstance: true };
  const block = tree.childOfType(node, "block");
  const reach = { from: tree.subtreeEnd(pattern), block: block < 0 ? node : block };
  bind(a, scope, tree.text(name), { kind: "value", source, reach });
}

/** The names that a pattern captures. The class is known where a pattern names one: `case Circle() as circle`. */
function declareCase(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  narrowByPattern(a, node, scope);
  const body = tree.child(node, "consequence");
  const reach = { from: node, block: node };
  for (let inner = node + 1; inner < (body < 0 ? tree.subtreeEnd(node) : body); inner++) {
    const type = tree.type(inner);
    if (type === "as_pattern") {
      const parts = tree.namedChildren(inner);
      const name = nth(parts, parts.length - 1);
      const classNode = parts[0] === undefined ? -1 : classOfPattern(a, parts[0]);
      const source: Source | null =
        classNode < 0 ? null : { node: classNode, scope, steps: [], annotation: -1, isInstance: true };
      if (tree.type(name) === "identifier") bind(a, scope, tree.text(name), { kind: "value", source, reach });
    } else if (type === "case_pattern" || type === "splat_pattern") {
      const [name = -1, more] = tree.namedChildren(inner);
      const isName = name >= 0 && more === undefined && /^(?:dotted_name|identifier)$/.test(tree.type(name));
      if (isName && !tree.text(name).includes("."))
        bind(a, scope, tree.text(name), { kind: "value", source: null, reach });
    } else if (type === "keyword_pattern") {
      const [field = -1, name = -1] = tree.namedChildren(inner);
      const [classNode = -1] = tree.namedChildren(classPatternAround(a, inner));
      if (classNode < 0 || !/^(?:dotted_name|identifier)$/.test(tree.type(name)) || tree.text(name).includes("."))
        continue;
      const source = { node: classNode, scope, steps: [tree.text(field)], annotation: -1, isInstance: true };
      bind(a, scope, tree.text(name), { kind: "value", source, reach });
    }
  }
}

/** The pattern of a class that a pattern of one of its attributes stands in. */
function classPatternAround({ tree }: Analysis, node: number): number {
  let around = tree.parent(node);
  while (around >= 0 && tree.type(around) === "case_pattern") around = tree.parent(around);
  return around;
}

/** Notes what a function gives. */
function noteResult(a: Analysis, scope: Scope, node: number): void {
  let current: Scope | null = scope;
  while (current !== null && current.kind === "comprehension") current = current.parent;
  if (current?.kind !== "function") return;
  const info = a.functions.get(current.symbol);
  if (info === undefined) return;
  const { tree } = a;
  const isYield = tree.type(node) === "yield";
  const [value = -1] = tree.namedChildren(node);
  if (isYield) {
    info.isGenerator = true;
    if (!tree.hasChildOfType(node, "from")) info.yields.push(value);
  } else if (value >= 0) info.returns.push(value);
}
