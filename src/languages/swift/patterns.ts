/** Patterns: the names that `case .loaded(let user)`, `let (a, b)` and `case let x as Foo` bind, and the cases that they name. */
import { nth } from "../../base/need.js";
import { itemStep, NOT_NULL, SELF } from "../../model/steps.js";
import { itemOf } from "./expressions.js";
import { instanceOf, type Pass, refer } from "./pass.js";
import { nameText } from "./reading.js";
import { type Expression, follow, isUnknown, UNKNOWN_EXPRESSION } from "./scope.js";
import { libraryType, TYPE_NODES, typeOf } from "./types.js";

/** Visits what is not a pattern: an expression, or a type. */
type Visit = (pass: Pass, node: number) => void;

/** Binds a local name. */
export function bind(pass: Pass, node: number, value: Expression): void {
  pass.scope?.names.set(nameText(pass.tree, node), value);
}

/** Reads a `pattern` node against the value that it is matched with. `isBinding`: its plain names are bound. */
export function bindPattern(pass: Pass, node: number, value: Expression, visit: Visit, isBinding = false): void {
  bindParts(pass, pass.tree.children(node), value, visit, isBinding);
}

/** Reads the parts of a pattern. Those of `if case .some(let x) = value` stand in the statement itself. */
export function bindParts(
  pass: Pass,
  parts: readonly number[],
  matched: Expression,
  visit: Visit,
  isBinding: boolean,
): void {
  const { tree } = pass;
  let value = parts.some((part) => tree.type(part) === "?") ? follow(matched, NOT_NULL) : matched;
  const cast = parts.findIndex((part) => tree.type(part) === "as" || tree.type(part) === "as_operator");
  const castType = cast < 0 ? -1 : (parts.slice(cast).find((part) => TYPE_NODES.has(tree.type(part))) ?? -1);
  if (castType >= 0) value = instanceOf(typeOf(tree, castType));
  let binds = isBinding;
  let isAfterDot = false;
  let payload: Expression | null = null;
  let item = 0;
  let qualifier: Expression | null = null;
  for (const part of parts) {
    const type = tree.type(part);
    if (type === "value_binding_pattern" || type === "let" || type === "var") binds = true;
    else if (type === ".") isAfterDot = true;
    else if (type === "simple_identifier" && isAfterDot) {
      const of =
        qualifier === null ? follow(value, SELF, nameText(tree, part)) : follow(qualifier, nameText(tree, part));
      if (isUnknown(value) && qualifier === null) payload = UNKNOWN_EXPRESSION;
      else {
        payload = of;
        refer(pass, "value", tree.startLine(part), of);
      }
      isAfterDot = false;
    } else if (type === "pattern") {
      const inner =
        payload !== null
          ? follow(payload, itemStep(item))
          : parts.length > 2 && isList(pass, parts)
            ? itemOf(value, item)
            : value;
      bindPattern(pass, part, payload !== null && isUnknown(payload) ? UNKNOWN_EXPRESSION : inner, visit, binds);
      item++;
    } else if (type === "user_type" && castType !== part) {
      visit(pass, part);
      qualifier = follow(instanceOf(typeOf(tree, part)), SELF);
    } else if (type === "simple_identifier" && (binds || tree.field(part) === "bound_identifier"))
      bind(pass, part, value);
    else if (type === "simple_identifier" && isLabel(pass, parts, part)) continue;
    else if (tree.isNamed(part)) visit(pass, part);
  }
}

const isList = ({ tree }: Pass, parts: readonly number[]) => parts.some((part) => tree.type(part) === "(");

/** Whether a name is the label of a payload, as in `.add(left: let x)`. */
function isLabel({ tree }: Pass, parts: readonly number[], part: number): boolean {
  const next = parts[parts.indexOf(part) + 1];
  return next !== undefined && tree.type(next) === ":";
}

/** Reads the conditions of an `if`, `guard` or `while`: bindings, patterns and truths, in order. */
export function bindConditions(
  pass: Pass,
  parts: readonly number[],
  visit: Visit,
  valueAt: (node: number) => Expression,
): void {
  const { tree } = pass;
  let group: number[] = [];
  const end = () => {
    if (group.length > 0) bindCondition(pass, group, visit, valueAt);
    group = [];
  };
  // The brackets of `case .moved(let from, let to)` stand in the statement itself.
  let depth = 0;
  for (const part of parts) {
    const type = tree.type(part);
    if (type === "(") depth++;
    else if (type === ")") depth--;
    if (type === "," && depth <= 0) end();
    else group.push(part);
  }
  end();
}

function bindCondition(
  pass: Pass,
  parts: readonly number[],
  visit: Visit,
  valueAt: (node: number) => Expression,
): void {
  const { tree } = pass;
  const first = nth(parts, 0);
  const equals = parts.findIndex((part) => tree.type(part) === "=");
  if (tree.type(first) === "case" && equals > 0) {
    const value = parts.slice(equals + 1).find((part) => tree.isNamed(part));
    if (value !== undefined) visit(pass, value);
    bindParts(pass, parts.slice(1, equals), value === undefined ? UNKNOWN_EXPRESSION : valueAt(value), visit, false);
    return;
  }
  const name = parts.find((part) => tree.field(part) === "bound_identifier");
  if (tree.type(first) === "value_binding_pattern" && name !== undefined) {
    const annotation = parts.find((part) => tree.type(part) === "type_annotation");
    const value = equals < 0 ? undefined : parts.slice(equals + 1).find((part) => tree.isNamed(part));
    if (annotation !== undefined) visit(pass, annotation);
    if (value !== undefined) visit(pass, value);
    else if (tree.type(name) === "simple_identifier") visit(pass, name);
    const given = value ?? name;
    const of = annotation === undefined ? follow(valueAt(given), NOT_NULL) : instanceOf(typeOf(tree, annotation));
    // `guard let self`: the value stays that of the type around.
    if (nameText(tree, name) !== "self") bind(pass, name, of);
    return;
  }
  for (const part of parts) if (tree.isNamed(part)) visit(pass, part);
}

/** The error of a `catch` without a pattern. */
export const CAUGHT = instanceOf(libraryType("Error"));
