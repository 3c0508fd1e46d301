/** Attributes of property wrappers: their arguments, and the types that they give properties. */
import type { TypeExpr } from "../../model/parse-result.js";
import { calledStep, VALUE } from "../../model/steps.js";
import { functionOf, named } from "../../model/type-forms.js";
import type { SyntaxTree } from "../syntax.js";
import { instanceOf } from "./pass.js";
import { nameText } from "./reading.js";
import type { Expression } from "./scope.js";
import { libraryType } from "./types.js";
import { typeOfValue } from "./value-types.js";

/** The type that a key path begins with, by the name of the wrapper that takes it: `@Environment(\.store)`. */
export const KEY_PATH_ROOTS: Readonly<Record<string, string>> = {
  Environment: "EnvironmentValues",
  Dependency: "DependencyValues",
  Injected: "InjectedValues",
};

/** A key path is used as a function of the type that it begins with. */
export function keyPathFrom(root: string): Expression {
  return instanceOf(functionOf(null, [libraryType(root)]));
}

/** The arguments of an attribute, without their labels. */
export function attributeValues(tree: SyntaxTree, attribute: number): number[] {
  const children = tree.children(attribute);
  const open = children.findIndex((child) => tree.type(child) === "(");
  return children.filter(
    (child, index) => open >= 0 && index > open && tree.isNamed(child) && tree.type(children[index + 1] ?? -1) !== ":",
  );
}

/** The type of a property that only its wrapper tells: `@Environment(\.store) var store` and `@Environment(Store.self) var store`. */
export function typeOfWrapper(tree: SyntaxTree, property: number): TypeExpr | null {
  const modifiers = tree.childOfType(property, "modifiers");
  for (const attribute of modifiers < 0 ? [] : tree.namedChildren(modifiers)) {
    const name = tree.type(attribute) === "attribute" ? tree.childOfType(attribute, "user_type") : -1;
    const root = name < 0 ? undefined : KEY_PATH_ROOTS[tree.text(name)];
    const [value] = root === undefined ? [] : attributeValues(tree, attribute);
    if (root === undefined || value === undefined) continue;
    const path = keyPathNames(tree, value);
    if (path !== null) return named({ in: "free", name: root }, [VALUE, calledStep(0), ...path]);
    const type = /\.self$/.test(tree.text(value)) ? typeOfValue(tree, value) : null;
    if (type?.kind === "named") return { ...type, path: [...type.path, calledStep(0)] };
  }
  return null;
}

/** The names of a key path that begins with a dot; null for any other expression. */
function keyPathNames(tree: SyntaxTree, node: number): string[] | null {
  if (tree.type(node) === "key_path_expression") return tree.hasChildOfType(node, "type_identifier") ? null : [];
  if (tree.type(node) !== "navigation_expression") return null;
  const before = keyPathNames(tree, tree.child(node, "target"));
  const suffix = tree.child(node, "suffix");
  const name = suffix < 0 ? -1 : tree.child(suffix, "suffix");
  return before === null || name < 0 ? null : [...before, nameText(tree, name)];
}
