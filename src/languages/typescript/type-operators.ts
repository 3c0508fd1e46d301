/** Reads types that operators make from other types: conditional types, `infer`, mapped types and indexed access. */
import { foldSpace } from "../../base/words.js";
import type { ConditionalBranch, TypeExpr } from "../../model/parse-result.js";
import { EACH, INDEXED, itemStep, parameterStep } from "../../model/steps.js";
import { NEVER, UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { Analysis } from "./analysis.js";
import { lookUpType, type Scope } from "./scope.js";
import { firstNamed, isNullType, stringText } from "./syntax-helpers.js";
import { MOST_PARTS, withSteps } from "./type-names.js";

/** Reads a type node in the place of the operator. */
type Read = (child: number) => TypeExpr | null;

const ANYTHING = /^(?:any|unknown)$/;
const NOTHING = /^(?:never|void|undefined|null)$/;

/** Reads `T extends A ? B : T extends C ? D : E` as one type with two conditions; null if no branch is known. */
export function conditionalTypeName(a: Analysis, node: number, outer: Scope, classSymbol: number): TypeExpr | null {
  const { tree } = a;
  const branches: ConditionalBranch[] = [];
  let scope = outer;
  let inner = node;
  while (inner !== -1 && tree.type(inner) === "conditional_type") {
    scope = a.scopeAt.get(inner) ?? scope;
    const [left, right, consequence, alternative] = ["left", "right", "consequence", "alternative"].map((field) =>
      tree.child(inner, field),
    ) as [number, number, number, number];
    if (right !== -1 && ANYTHING.test(tree.text(right))) {
      // `T extends any ? A : B` only distributes over the members of T; its type is A.
      inner = inParentheses(a, consequence);
      continue;
    }
    if (branches.length >= MOST_PARTS) return null;
    const checked = left === -1 ? null : a.resolve.typeName(a, left, scope, classSymbol);
    const compared = right === -1 ? null : a.resolve.typeName(a, right, scope, classSymbol);
    branches.push({
      checked: checked ?? UNKNOWN_TYPE,
      compared: compared ?? UNKNOWN_TYPE,
      taken: branchOf(a, consequence, scope, classSymbol) ?? UNKNOWN_TYPE,
    });
    inner = inParentheses(a, alternative);
  }
  const last = branchOf(a, inner, scope, classSymbol);
  if (branches.length === 0) return last;
  if (last === null && branches.every((branch) => branch.taken === UNKNOWN_TYPE)) return null;
  return { kind: "conditional", branches, otherwise: last ?? UNKNOWN_TYPE };
}

/** The type inside parentheses. */
function inParentheses({ tree }: Analysis, node: number): number {
  let inner = node;
  while (inner !== -1 && tree.type(inner) === "parenthesized_type") inner = firstNamed(tree, inner);
  return inner;
}

/** Reads a branch of a conditional type. A branch that has no members is NEVER, which differs from an unknown one. */
function branchOf(a: Analysis, node: number, scope: Scope, classSymbol: number): TypeExpr | null {
  if (node === -1) return null;
  return NOTHING.test(a.tree.text(node)) ? NEVER : a.resolve.typeName(a, node, scope, classSymbol);
}

/** Reads `infer X` and `infer X extends T`. */
export function inferredTypeName(a: Analysis, node: number, read: Read): TypeExpr | null {
  const { tree } = a;
  const [name = -1, constraint = -1] = tree.namedChildren(node);
  if (name === -1) return null;
  return { kind: "infer", name: foldSpace(tree.text(name)), bound: constraint === -1 ? null : read(constraint) };
}

/** Reads `{ [K in keyof T]: U }`; null if template strings rename the keys, or if U is unknown. */
export function mappedTypeName(a: Analysis, signature: number, outer: Scope, classSymbol: number): TypeExpr | null {
  const { tree } = a;
  const clause = tree.childOfType(signature, "mapped_type_clause");
  const key = tree.child(clause, "name");
  const keys = tree.child(clause, "type");
  const renamed = tree.child(clause, "alias");
  const type = tree.child(signature, "type");
  if (key === -1 || type === -1 || (renamed !== -1 && tree.text(renamed).includes("`"))) return null;
  const value = a.resolve.typeName(a, type, a.scopeAt.get(signature) ?? outer, classSymbol);
  if (value === null || isNullType(a, type)) return null;
  const isOverType = keys !== -1 && tree.type(keys) === "index_type_query";
  const over = isOverType ? a.resolve.typeName(a, firstNamed(tree, keys), outer, classSymbol) : null;
  return { kind: "mapped", key: tree.text(key), over: over ?? UNKNOWN_TYPE, value };
}

/** Reads `User["repo"]`, `Users[number]`, `T[K]` and `Parameters<F>[0]`. */
export function lookupTypeName(a: Analysis, node: number, read: Read): TypeExpr | null {
  const { tree } = a;
  const [object = -1, index = -1] = tree.namedChildren(node);
  if (object === -1 || index === -1) return null;
  const number = tree.type(index) === "literal_type" ? Number(tree.text(index)) : Number.NaN;
  const parameters = Number.isInteger(number) ? functionOfParameters(a, object) : -1;
  if (parameters !== -1) {
    const called = read(parameters);
    return called === null ? null : withSteps(called, parameterStep(number));
  }
  const type = read(object);
  if (type === null) return null;
  switch (tree.type(index)) {
    case "predefined_type": {
      const name = tree.text(index);
      return name === "number" ? withSteps(type, EACH) : name === "string" ? withSteps(type, INDEXED) : null;
    }
    case "index_type_query":
      return withSteps(type, INDEXED);
    case "literal_type": {
      const name = stringText(tree, firstNamed(tree, index));
      if (name !== null) return withSteps(type, name);
      return Number.isInteger(number) ? withSteps(type, itemStep(number)) : null;
    }
    default: {
      const name = read(index);
      return name === null ? null : { kind: "property", of: type, key: name };
    }
  }
}

/** The node of F in `Parameters<F>`; -1 for any other type. */
function functionOfParameters(a: Analysis, node: number): number {
  const { tree } = a;
  if (tree.type(node) !== "generic_type") return -1;
  const name = firstNamed(tree, node);
  const list = tree.childOfType(node, "type_arguments");
  const isOurs = list === -1 || tree.text(name) !== "Parameters" || lookUpType(a.topScope, "Parameters") !== null;
  return isOurs ? -1 : firstNamed(tree, list);
}
