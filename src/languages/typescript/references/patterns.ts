/** Uses of properties in patterns: `const { key: name } = value` uses the property `key` of the value. */
import { isOperation, type Root, type Step, type TypeExpr } from "../../../model/parse-result.js";
import { VALUE } from "../../../model/steps.js";
import { symbolOf } from "../../symbol-of.js";
import { type Analysis, type Resolved, selfOf } from "../analysis.js";
import { valueOfPattern } from "../names.js";
import { lookUpValue } from "../scope.js";
import { memberName, patternNames, stepsTo } from "../syntax-helpers.js";
import { typeOfWalk, withSteps } from "../type-names.js";
import { typeNameOf } from "../types.js";
import { typeOfValue } from "../values.js";
import { addReference, addValueUse, type Pass, standpointOf } from "./emit.js";

/**
 * The number of names in a local's path that the source does not write where it uses the local. A pattern took the local by them. These are all
 * names but the last, and the last one as well if the local has another name.
 */
export function countHiddenNames({ path }: Resolved, name: string): number {
  if (path.length < 2 || path[0] !== VALUE) return 0;
  if (path.at(-1) !== name) return path.length;
  return path.length > 2 ? path.length - 1 : 0;
}

/** Adds a use of the property that a pattern took a local from. A condition may tell the local's type, and the root then no longer names the property. */
export function addNarrowedProperty(
  a: Analysis,
  pass: Pass,
  node: number,
  { root, path }: Resolved,
  name: string,
): void {
  const hidden = countHiddenNames({ root, path }, name);
  if (hidden === path.length) return;
  const type = hidden === 0 ? null : typeOfWalk({ root, path: path.slice(0, hidden) });
  const of: Root = type === null ? root : { in: "instance", type };
  addValueUse(a, pass, { kind: "value", last: node, root: of, path: path.slice(type === null ? 0 : hidden) });
}

/** Adds the use of the property `key` in `key: name` and `key: { inner }` of a pattern. */
export function visitPatternPair(a: Analysis, pass: Pass, node: number): void {
  const { tree } = a;
  const key = tree.child(node, "key");
  const value = tree.child(node, "value");
  const name = value === -1 ? undefined : patternNames(a, value)[0];
  if (key === -1 || name === undefined || a.isName[name] === 0) return;
  const inner = stepsTo(a, name, value);
  if (inner !== null) addPatternProperty(a, pass, key, name, inner);
}

/** Adds the uses of the properties that an assignment takes into variables: `({ key: name } = value)`. */
export function visitAssignedPattern(a: Analysis, pass: Pass, assignment: number): void {
  const left = a.tree.child(assignment, "left");
  if (left === -1 || a.tree.type(left) !== "object_pattern") return;
  const type = typeOfValue(a, a.tree.child(assignment, "right"), standpointOf(pass));
  if (type !== null) addAssigned(a, pass, left, type);
}

function addAssigned(a: Analysis, pass: Pass, pattern: number, type: TypeExpr): void {
  const { tree } = a;
  const root: Root = { in: "instance", type };
  for (const member of tree.namedChildren(pattern)) {
    const kind = tree.type(member);
    const taken = kind === "object_assignment_pattern" ? tree.child(member, "left") : member;
    const key = kind === "pair_pattern" ? tree.child(member, "key") : taken;
    if (key === -1 || !/^(?:property_identifier|string|shorthand_property_identifier_pattern)$/.test(tree.type(key)))
      continue;
    const name = memberName(tree, key);
    addReference(a, pass, { kind: "value", last: key, root, path: [name] });
    const inner = kind === "pair_pattern" ? tree.child(member, "value") : -1;
    if (inner !== -1 && tree.type(inner) === "object_pattern") addAssigned(a, pass, inner, withSteps(type, name));
  }
}

/** Adds the use of a property that a pattern takes. `name` is a local that the pattern binds; the steps `inner` lead to it from the property. */
export function addPatternProperty(a: Analysis, pass: Pass, property: number, name: number, inner: Step[]): void {
  const { tree } = a;
  const binding = lookUpValue(pass.region.scope, tree.text(name));
  let type: TypeExpr | null = null;
  let steps: readonly Step[] = [];
  if (binding?.is === "local") {
    steps = binding.steps;
    type = steps.length === 0 ? null : valueOfPattern(a, binding);
  } else if (binding?.is === "symbol" && pass.region.symbol === symbolOf(a, binding.symbol).parent) {
    const source = a.typeSources.get(binding.symbol);
    steps = source?.steps ?? [];
    if (source !== undefined && steps.length > 0) {
      const from = { scope: source.scope, self: selfOf(pass.region), classSymbol: source.classSymbol };
      type = source.type === -1 ? typeOfValue(a, source.value, from) : typeNameOf(a, source.type, source.scope);
    }
  }
  const kept = steps.slice(0, steps.length - inner.length);
  const last = kept.at(-1);
  if (type === null || last === undefined || isOperation(last)) return;
  const root: Root = { in: "instance", type: withSteps(type, ...kept.slice(0, -1)) };
  addReference(a, pass, { kind: "value", last: property, root, path: [last] });
}
