/**
 * Reads facts about locals from conditions: `if (x instanceof Foo) { … }`, `switch (x.kind) { case "a": … }`, `if (!("name" in x)) return; …`,
 * `isFoo(x) && …`. narrowed.ts applies them to types where the local is used.
 */
import { type Analysis, selfOf } from "./analysis.js";
import { openRegion } from "./regions.js";
import { type Binding, createNarrowing, type Fact, type Test } from "./scope.js";
import { firstNamed, stringText, unwrap } from "./syntax-helpers.js";

/** A test has at most this many values, because all of them are written at each use of the name. */
const MOST_VALUES = 24;

/** Notes the facts of a condition at the nodes where they hold. */
export function visitCondition(a: Analysis, node: number): void {
  const { tree } = a;
  switch (tree.type(node)) {
    case "binary_expression": {
      const operator = tree.child(node, "operator");
      const text = operator === -1 ? "" : tree.text(operator);
      if (text !== "&&" && text !== "||") return;
      noteFacts(a, tree.child(node, "right"), factsOf(a, tree.child(node, "left"), text === "&&", 0));
      return;
    }
    case "while_statement":
      noteFacts(a, tree.child(node, "body"), factsOf(a, tree.child(node, "condition"), true, 0));
      return;
    default: {
      const test = tree.child(node, "condition");
      const consequence = tree.child(node, "consequence");
      noteFacts(a, consequence, factsOf(a, test, true, 0));
      const otherwise = factsOf(a, test, false, 0);
      if (otherwise.length === 0) return;
      noteFacts(a, tree.child(node, "alternative"), otherwise);
      // After an early exit the facts hold to the end of the block. At the top of a file there are no locals.
      const next = tree.nextSibling(node);
      if (next === -1 || a.current.isContainer || !isExit(a, consequence)) return;
      noteFacts(a, next, otherwise, tree.subtreeEnd(tree.parent(node)));
    }
  }
}

/** Notes the facts of `switch (x.kind)` at each case: x.kind is one of the values that lead there. */
export function visitSwitch(a: Analysis, node: number): void {
  const { tree } = a;
  const member = memberOfName(a, tree.child(node, "value"));
  const body = tree.child(node, "body");
  if (member === null || body === -1) return;
  const all = tree.namedChildren(body).filter((inner) => /^switch_(?:case|default)$/.test(tree.type(inner)));
  const valueAt = (inner: number) => tree.child(inner, "value");
  // Cases that fall through to the next one. Too many of them give no fact.
  let before: number[] = [];
  for (const inner of all) {
    const own = [...before, inner];
    const isMany = own.length > MOST_VALUES;
    const isRest = own.some((each) => tree.type(each) === "switch_default");
    // A part of the excluded values is still true.
    const others = () => all.slice(0, MOST_VALUES * 2).filter((each) => !own.includes(each));
    const meant = isMany ? [] : isRest ? others().slice(0, MOST_VALUES) : own;
    const values = meant.map(valueAt).filter((value) => value !== -1);
    const [first = -1] = statementsOf(a, inner);
    const test: Test = { is: "property", property: member.property, values };
    if (values.length > 0) noteFacts(a, first, [{ name: member.name, test, isTrue: !isRest }], tree.subtreeEnd(inner));
    before = isExit(a, inner) ? [] : isMany ? before : own;
  }
}

/** Notes the names that an assignment or a loop gives another value: `x = y`, `[x] = y`, `x ??= y`, `x++`, `for (x of y)`. */
export function noteAssigned(a: Analysis, node: number): void {
  const { tree, current, assignments } = a;
  const field = tree.type(node) === "update_expression" ? "argument" : "left";
  const left = unwrap(tree, tree.child(node, field), true);
  const isDeclared = tree.type(node) === "for_in_statement" && tree.child(node, "kind") !== -1;
  if (left === -1 || isDeclared || /^(?:member|subscript)_expression$/.test(tree.type(left))) return;
  for (let inner = left; inner < tree.subtreeEnd(left); inner++) {
    // In `[x = y]` the default is not assigned to.
    if (inner !== left && tree.field(inner) === "right") inner = tree.subtreeEnd(inner) - 1;
    else if (/^(?:shorthand_property_)?identifier(?:_pattern)?$/.test(tree.type(inner)))
      assignments.push({
        scope: current.scope,
        name: tree.text(inner),
        value: inner === left ? givenValue(a, node) : -1,
      });
  }
}

/** Operators whose result is one of the two values. */
const GIVING = /^(?:\?\?|\|\|)?=$/;

/** The value that an assignment gives a name: X of `v = X`, `v ??= X` and `v = v ?? X`. -1 for an operator that computes a new value. */
function givenValue({ tree }: Analysis, node: number): number {
  const left = tree.child(node, "left");
  const right = unwrap(tree, tree.child(node, "right"));
  if (right === -1 || !/^(?:augmented_)?assignment_expression$/.test(tree.type(node))) return -1;
  const operator = tree.child(node, "operator");
  if (operator !== -1 && !GIVING.test(tree.text(operator))) return -1;
  const inner = tree.type(right) === "binary_expression" ? tree.child(right, "operator") : -1;
  const isDefault = inner !== -1 && GIVING.test(`${tree.text(inner)}=`);
  const isOwn = isDefault && tree.text(unwrap(tree, tree.child(right, "left"))) === tree.text(left);
  return isOwn ? tree.child(right, "right") : right;
}

/** Notes facts at a node, in addition to those already there. */
function noteFacts(a: Analysis, node: number, facts: Fact[], end = a.tree.subtreeEnd(node)): void {
  if (node === -1 || facts.length === 0) return;
  const before = a.narrowings.get(node);
  a.narrowings.set(node, { facts: [...(before?.facts ?? []), ...facts], end: Math.max(before?.end ?? 0, end) });
}

/** The facts of a condition that is true, or of one that is false. */
function factsOf(a: Analysis, node: number, isTrue: boolean, depth: number): Fact[] {
  const { tree } = a;
  const inner = unwrap(tree, node);
  if (inner === -1 || depth > DEEPEST) return [];
  switch (tree.type(inner)) {
    case "unary_expression": {
      const operator = tree.child(inner, "operator");
      if (operator === -1 || tree.text(operator) !== "!") return [];
      return factsOf(a, tree.child(inner, "argument"), !isTrue, depth + 1);
    }
    case "call_expression":
      return factsOfGuard(a, inner, isTrue);
    case "member_expression": {
      const member = memberOfName(a, inner);
      return member === null ? [] : [{ name: member.name, test: { is: "truthy", property: member.property }, isTrue }];
    }
    case "binary_expression":
      break;
    default:
      return [];
  }
  const operator = tree.child(inner, "operator");
  const left = unwrap(tree, tree.child(inner, "left"));
  const right = unwrap(tree, tree.child(inner, "right"));
  if (left === -1 || right === -1) return [];
  const sides = () => [left, right].map((side) => factsOf(a, side, isTrue, depth + 1)) as [Fact[], Fact[]];
  switch (operator === -1 ? "" : tree.text(operator)) {
    case isTrue ? "&&" : "||":
      return sides().flat();
    case isTrue ? "||" : "&&":
      return joinFacts(...sides());
    case "instanceof": {
      const isNamed = /^(?:identifier|member_expression)$/.test(tree.type(right));
      if (!isNamed || tree.type(left) !== "identifier") return [];
      return [{ name: tree.text(left), test: { is: "instance", of: right }, isTrue }];
    }
    case "in": {
      const property = stringText(tree, left);
      if (property === null || tree.type(right) !== "identifier") return [];
      return [{ name: tree.text(right), test: { is: "property", property, values: [] }, isTrue }];
    }
    case "===":
    case "==":
      return factsOfComparison(a, left, right, isTrue);
    case "!==":
    case "!=":
      return factsOfComparison(a, left, right, !isTrue);
    default:
      return [];
  }
}

/** Conditions in conditions are read at most this deep. */
const DEEPEST = 8;

/** The facts of `x.kind === value`, with either side first. */
function factsOfComparison(a: Analysis, left: number, right: number, isTrue: boolean): Fact[] {
  const fact = (side: number, value: number): Fact[] => {
    const member = isConstant(a, value) ? memberOfName(a, side) : null;
    if (member === null) return [];
    return [{ name: member.name, test: { is: "property", property: member.property, values: [value] }, isTrue }];
  };
  return [...fact(left, right), ...fact(right, left)];
}

/** Whether an expression may be a constant that distinguishes types. */
function isConstant({ tree }: Analysis, node: number): boolean {
  const type = tree.type(node);
  if (type === "identifier") return tree.text(node) !== "undefined";
  return /^(?:string|template_string|number|true|false|unary_expression|member_expression)$/.test(type);
}

/** The name and the property of `x.kind`; null for any other expression. */
function memberOfName({ tree }: Analysis, node: number): { name: string; property: string } | null {
  const inner = unwrap(tree, node);
  if (inner === -1 || tree.type(inner) !== "member_expression") return null;
  const object = unwrap(tree, tree.child(inner, "object"));
  const property = tree.child(inner, "property");
  if (object === -1 || property === -1 || tree.type(object) !== "identifier") return null;
  return { name: tree.text(object), property: tree.text(property) };
}

/** The fact of a type guard: `isFoo(x)`. Only functions with names like that are asked; asking all functions would take long. */
function factsOfGuard({ tree }: Analysis, call: number, isTrue: boolean): Fact[] {
  const by = tree.child(call, "function");
  const given = tree.child(call, "arguments");
  // `isFoo?.(x)` gives no fact, because the function may be missing.
  if (by === -1 || given === -1 || tree.hasChildOfType(call, "?.")) return [];
  const name = tree.type(by) === "member_expression" ? tree.child(by, "property") : by;
  const argument = firstNamed(tree, given);
  if (name === -1 || argument === -1 || tree.type(argument) !== "identifier") return [];
  return /^_*(?:is|has)/.test(tree.text(name))
    ? [{ name: tree.text(argument), test: { is: "guarded", by }, isTrue }]
    : [];
}

/** The facts that hold whichever of two conditions is true. */
function joinFacts(one: Fact[], other: Fact[]): Fact[] {
  const names = new Set(one.map(({ name }) => name));
  return [...names].flatMap((name): Fact[] => {
    const ofName = (facts: Fact[]) => facts.filter((fact) => fact.name === name);
    const [own, others] = [ofName(one), ofName(other)];
    if (others.length === 0) return [];
    const fact: Fact = { name, test: valuesOf(own, others) ?? { is: "either", one: own, other: others }, isTrue: true };
    return weightOf(fact) > MOST_VALUES ? [] : [fact];
  });
}

/** Counts the values and tests in a fact. */
function weightOf({ test }: Fact): number {
  if (test.is === "property") return Math.max(1, test.values.length);
  return test.is === "either" ? [...test.one, ...test.other].reduce((sum, each) => sum + weightOf(each), 0) : 1;
}

/** The one test that `x.kind === "a" || x.kind === "b"` makes; null for any other facts. */
function valuesOf([one, ...more]: Fact[], [other, ...others]: Fact[]): Test | null {
  if (one === undefined || other === undefined || more.length > 0 || others.length > 0) return null;
  if (one.test.is !== "property" || other.test.is !== "property" || !one.isTrue || !other.isTrue) return null;
  const { property, values } = one.test;
  if (property !== other.test.property || values.length === 0 || other.test.values.length === 0) return null;
  return { is: "property", property, values: [...values, ...other.test.values] };
}

/** Whether a branch always leaves the statement around it. */
function isExit(a: Analysis, branch: number): boolean {
  const { tree } = a;
  if (branch === -1) return false;
  const type = tree.type(branch);
  if (type !== "statement_block" && !type.startsWith("switch_")) return EXIT.test(type);
  const last = statementsOf(a, branch).at(-1);
  return last !== undefined && (EXIT.test(tree.type(last)) || (type !== "statement_block" && isExit(a, last)));
}

const EXIT = /^(?:return|throw|continue|break)_statement$/;

/** The statements of a block or a case. */
function statementsOf({ tree }: Analysis, node: number): number[] {
  const value = tree.child(node, "value");
  return tree.namedChildren(node).filter((child) => child !== value && tree.type(child) !== "comment");
}

/** Opens the region in which the facts noted at a node hold, if any are. Their names may turn out not to be locals when all declarations are known. */
export function openNarrowing(a: Analysis, node: number): void {
  const { scope: outer, classSymbol, isContainer } = a.current;
  const noted = a.narrowings.get(node);
  // A container has no locals.
  if (noted === undefined || isContainer) return;
  const { facts, end } = noted;
  const values = new Map<string, Extract<Binding, { is: "narrowed" }>>();
  for (const by of facts) {
    const before = values.get(by.name);
    if (before !== undefined) before.by.push(by);
    else
      values.set(by.name, {
        is: "narrowed",
        name: by.name,
        scope: outer,
        by: [by],
        self: selfOf(a.current),
        classSymbol,
      });
  }
  const scope = createNarrowing(outer, values);
  if (scope !== null) openRegion(a, node, { scope, end: Math.min(end, a.current.end) });
}
