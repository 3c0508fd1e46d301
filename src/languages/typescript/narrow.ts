/** Locals that a condition shows to be instances of a class: `if (x instanceof Foo) { … }`, `if (!(x instanceof Foo)) return; …`. */
import { type Analysis, firstNamed, type Narrowing, unwrapped } from "./analysis.js";
import { openRegion } from "./regions.js";
import { createScope, declareValue, lookUpValue } from "./scope.js";

/** Notes what a condition says, by the nodes where it holds. */
export function condition(a: Analysis, node: number): void {
  const { tree } = a;
  switch (tree.type(node)) {
    case "binary_expression": {
      const operator = tree.child(node, "operator");
      const text = operator === -1 ? "" : tree.text(operator);
      if (text !== "&&" && text !== "||") return;
      note(a, tree.child(node, "right"), factsOf(a, tree.child(node, "left"), text === "&&", 0));
      return;
    }
    case "while_statement":
      note(a, tree.child(node, "body"), factsOf(a, tree.child(node, "condition"), true, 0));
      return;
    default: {
      const test = tree.child(node, "condition");
      const consequence = tree.child(node, "consequence");
      note(a, consequence, factsOf(a, test, true, 0));
      const otherwise = factsOf(a, test, false, 0);
      if (otherwise.length === 0) return;
      note(a, tree.child(node, "alternative"), otherwise);
      // At the top of a file what follows is declared there.
      const next = tree.nextSibling(node);
      if (next === -1 || a.current.isContainer || !isExit(a, consequence)) return;
      note(a, next, otherwise, tree.subtreeEnd(tree.parent(node)));
    }
  }
}

type Fact = Pick<Narrowing, "name" | "type">;

function note(a: Analysis, node: number, facts: Fact[], end = -1): void {
  if (node === -1 || facts.length === 0) return;
  const narrowings = facts.map((fact) => ({ ...fact, end: end === -1 ? a.tree.subtreeEnd(node) : end }));
  a.narrowings.set(node, [...(a.narrowings.get(node) ?? []), ...narrowings]);
}

/** What a condition says of names where it is true, or where it is false. */
function factsOf(a: Analysis, node: number, isTrue: boolean, depth: number): Fact[] {
  const { tree } = a;
  const at = unwrapped(tree, node);
  if (at === -1 || depth > 8) return [];
  if (tree.type(at) === "unary_expression") {
    const operator = tree.child(at, "operator");
    if (operator === -1 || tree.text(operator) !== "!") return [];
    return factsOf(a, tree.child(at, "argument"), !isTrue, depth + 1);
  }
  if (tree.type(at) !== "binary_expression") return [];
  const operator = tree.child(at, "operator");
  const left = unwrapped(tree, tree.child(at, "left"));
  const right = tree.child(at, "right");
  switch (operator === -1 ? "" : tree.text(operator)) {
    case isTrue ? "&&" : "||":
      return [...factsOf(a, left, isTrue, depth + 1), ...factsOf(a, right, isTrue, depth + 1)];
    case "instanceof": {
      const isNamed = right !== -1 && /^(?:identifier|member_expression)$/.test(tree.type(right));
      return isTrue && isNamed && tree.type(left) === "identifier" ? [{ name: tree.text(left), type: right }] : [];
    }
    default:
      return [];
  }
}

/** Whether a branch leaves what is around it. */
function isExit(a: Analysis, branch: number): boolean {
  const { tree } = a;
  if (branch === -1) return false;
  const last = tree.type(branch) === "statement_block" ? lastStatement(a, branch) : branch;
  return last !== -1 && /^(?:return|throw|continue|break)_statement$/.test(tree.type(last));
}

function lastStatement(a: Analysis, block: number): number {
  if (firstNamed(a.tree, block) === -1) return -1;
  return a.tree.namedChildren(block).findLast((child) => a.tree.type(child) !== "comment") ?? -1;
}

/** Opens the region of what was noted for a node. */
export function narrow(a: Analysis, node: number): void {
  const { scope: outer, classSymbol } = a.current;
  // Only locals: what is a symbol keeps its name.
  const facts = a.narrowings.get(node)!.filter(({ name }) => lookUpValue(outer, name)?.is === "local");
  if (facts.length === 0) return;
  const scope = createScope(outer, false);
  openRegion(a, node, { scope, end: Math.min(Math.max(...facts.map(({ end }) => end)), a.current.end) });
  for (const { name, type } of facts) {
    declareValue(scope, name, {
      is: "local",
      scope: outer,
      type,
      value: -1,
      steps: [],
      self: null,
      classSymbol,
      of: null,
    });
  }
}
