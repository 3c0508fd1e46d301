/** The values of expressions, as walks: `repo.find(1).name` of a parameter `repo: Repo` is `name` of what `find` of a Repo gives. */
import { nth } from "../../base/need.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { AWAITED, calledStep, INDEXED, itemStep } from "../../model/steps.js";
import { freeNamed, functionOf } from "../../model/type-forms.js";
import { eitherAt } from "./alternatives.js";
import { type Analysis, type Scope, textOf, type Walk } from "./analysis.js";
import { narrowedAt, valueOfName } from "./bound-values.js";
import { valueOfCall } from "./call-values.js";
import { valueOfCollection } from "./collection-values.js";
import { classOf } from "./library-calls.js";
import { namesOf, walkOfDotted } from "./names.js";
import { KEY, OPERATORS, UNARY } from "./operators.js";
import { lookup } from "./scopes.js";
import { sizeOf } from "./walk-size.js";
import { after, instanceOf, typeOfWalk } from "./walks.js";

/** Longer walks, and values nested deeper, are not followed. */
const LONGEST = 24;
const DEEPEST = 40;
/** Types of more parts are not followed: alternatives of alternatives would double with each step. */
const LARGEST = 120;

/** The value of an expression; null where nothing is known of it. */
export function walkAt(a: Analysis, scope: Scope, node: number): Walk | null {
  if (node < 0 || a.depth >= DEEPEST) return null;
  a.depth++;
  const walk = read(a, scope, node);
  a.depth--;
  if (walk === null || walk.path.length > LONGEST) return null;
  return walk.root.in === "instance" && sizeOf(walk.root.type) > LARGEST ? null : walk;
}

/** The type of an expression. */
export function typeOf(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  return typeOfWalk(walkAt(a, scope, node));
}

function read(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const parts = () => tree.namedChildren(node).filter((each) => tree.type(each) !== "comment");
  switch (tree.type(node)) {
    case "identifier":
      return valueOfName(a, scope, node);
    case "dotted_name":
    case "attribute":
      return valueOfAttribute(a, scope, node);
    case "call":
      return valueOfCall(a, scope, node);
    case "subscript":
      return valueOfSubscript(a, scope, node);
    case "await":
      return after(walkAt(a, scope, parts()[0] ?? -1), AWAITED);
    case "parenthesized_expression":
      return walkAt(a, scope, parts()[0] ?? -1);
    case "keyedexpression":
      return walkAt(a, scope, tree.child(node, "value"));
    case "conditional_expression": {
      const [body = -1, , other = -1] = parts();
      return eitherAt(a, scope, [body, other]);
    }
    case "boolean_operator": {
      const right = tree.child(node, "right");
      return tree.hasChildOfType(node, "and")
        ? walkAt(a, scope, right)
        : eitherAt(a, scope, [tree.child(node, "left"), right]);
    }
    case "binary_operator":
      return valueOfOperator(a, scope, node);
    case "list":
    case "list_comprehension":
    case "set":
    case "set_comprehension":
    case "dictionary":
    case "dictionary_comprehension":
    case "generator_expression":
    case "tuple":
    case "expression_list":
      return valueOfCollection(a, scope, node);
    case "string":
    case "concatenated_string":
      return instanceOf(freeNamed("str"));
    case "integer":
      return instanceOf(freeNamed("int"));
    case "float":
      return instanceOf(freeNamed("float"));
    case "true":
    case "false":
    case "not_operator":
    case "comparison_operator":
      return instanceOf(freeNamed("bool"));
    case "unary_operator": {
      const method = UNARY.get(textOf(tree, tree.child(node, "operator")));
      return method === undefined ? null : after(walkAt(a, scope, tree.child(node, "argument")), method, calledStep(0));
    }
    case "lambda": {
      const own = a.scopes.get(node) ?? scope;
      return instanceOf(functionOf(typeOf(a, own, tree.child(node, "body"))));
    }
    default:
      return null;
  }
}

function valueOfOperator(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const left = tree.child(node, "left");
  if (/string/.test(tree.type(left))) return instanceOf(freeNamed("str"));
  const operator = tree.child(node, "operator");
  const method = operator < 0 ? undefined : OPERATORS.get(tree.text(operator));
  return method === undefined ? null : after(walkAt(a, scope, left), method, calledStep(1));
}

function valueOfAttribute(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const narrowed = a.narrowings.size === 0 ? null : narrowedAt(a, tree.text(node), node, scope);
  if (narrowed !== null) return narrowed;
  if (a.dotted.size > 0) {
    const names = namesOf(a, node);
    const isImport =
      names !== null && lookup(a, scope, nth(names, 0), node)?.bindings.some(({ kind }) => kind === "import");
    const walk = names !== null && isImport === true ? walkOfDotted(a, names) : null;
    if (walk !== null) return walk;
  }
  if (tree.type(node) === "dotted_name") {
    const [first = -1, ...rest] = tree.namedChildren(node);
    return after(walkAt(a, scope, first), ...rest.map((each) => tree.text(each)));
  }
  const attribute = tree.child(node, "attribute");
  if (attribute < 0) return null;
  const of = walkAt(a, scope, tree.child(node, "object"));
  const name = tree.text(attribute);
  return (name === "__class__" ? classOf(typeOfWalk(of)) : null) ?? after(of, name);
}

function valueOfSubscript(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const value = walkAt(a, scope, tree.child(node, "value"));
  const index = tree.child(node, "subscript");
  if (index < 0 || value === null) return null;
  const type = tree.type(index);
  if (type === "slice") return value;
  const key = type === "string" ? KEY.exec(tree.text(index))?.[1] : undefined;
  if (key !== undefined) return after(value, `[${key}]`, INDEXED);
  return after(value, type === "integer" ? itemStep(Number(tree.text(index)) || 0) : INDEXED);
}
