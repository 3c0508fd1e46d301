/** Attributes of property wrappers: their arguments, and the types that they give properties. */
import type { Step, TypeExpr } from "../../model/parse-result.js";
import { calledStep, VALUE } from "../../model/steps.js";
import { functionOf, named } from "../../model/type-forms.js";
import type { SyntaxTree } from "../syntax.js";
import type { ArgumentNode } from "./expressions.js";
import { instanceOf } from "./pass.js";
import { nameText } from "./reading.js";
import { type Expression, follow, UNKNOWN_EXPRESSION } from "./scope.js";
import { libraryType, typeOf } from "./types.js";
import { typeOfValue } from "./value-types.js";

/** The type that a key path begins with, by the name of the wrapper that takes it: `@Environment(\.store)`. */
const KEY_PATH_ROOTS: Readonly<Record<string, string>> = {
  Environment: "EnvironmentValues",
  Dependency: "DependencyValues",
  Injected: "InjectedValues",
};

/** The wrappers of the Factory library: their key paths begin with its container, and lead to what makes the value. */
const OF_FACTORY = /^(?:Lazy|WeakLazy)?Injected(?:Object)?$/;
const IMPORTS_FACTORY = /^[ \t]*(?:@\w+[ \t]+)?import[ \t]+Factory(?:Kit)?[ \t]*$/m;

/** The type that the key path of a wrapper begins with; undefined for a wrapper that takes none. */
export function keyPathRoot(tree: SyntaxTree, wrapper: string): string | undefined {
  if (OF_FACTORY.test(wrapper) && IMPORTS_FACTORY.test(tree.source)) return CONTAINER;
  return Object.hasOwn(KEY_PATH_ROOTS, wrapper) ? KEY_PATH_ROOTS[wrapper] : undefined;
}

const CONTAINER = "Container";

/** A key path is used as a function of the type that it begins with. */
export function keyPathFrom(root: string): Expression {
  return instanceOf(functionOf(null, [libraryType(root)]));
}

/** The arguments of an attribute. */
export function attributeArguments(tree: SyntaxTree, attribute: number): ArgumentNode[] {
  const children = tree.children(attribute);
  const open = children.findIndex((child) => tree.type(child) === "(");
  const found: ArgumentNode[] = [];
  children.forEach((child, index) => {
    if (open < 0 || index < open || !tree.isNamed(child) || tree.type(children[index + 1] ?? -1) === ":") return;
    const isLabelled = tree.type(children[index - 1] ?? -1) === ":";
    found.push({ label: isLabelled ? nameText(tree, children[index - 2] ?? -1) : "_", value: child });
  });
  return found;
}

/**
 * The type of a property that only its wrapper tells: `@Environment(\.store) var store` and `@Environment(Store.self) var store`. Of a wrapper that the
 * project declares it is that of its `wrappedValue`.
 */
export function typeOfWrapper(tree: SyntaxTree, property: number): TypeExpr | null {
  const wrapper = wrapperOf(tree, property);
  if (wrapper === null) return wrappedBy(tree, property);
  const { root, value } = wrapper;
  const path = keyPathSteps(tree, wrapper);
  if (path !== null) return named({ in: "free", name: root }, [VALUE, calledStep(0), ...path]);
  const type = /\.self$/.test(tree.text(value)) ? typeOfValue(tree, value) : null;
  return type?.kind === "named" ? { ...type, path: [...type.path, calledStep(0)] } : null;
}

/** The value of a local variable that only its wrapper tells: `@Dependency(\.store) var store`. */
export function wrappedValue(tree: SyntaxTree, property: number): Expression {
  const wrapper = wrapperOf(tree, property);
  const path = wrapper === null ? null : keyPathSteps(tree, wrapper);
  if (wrapper === null || path === null) return UNKNOWN_EXPRESSION;
  return follow(instanceOf(libraryType(wrapper.root)), ...path);
}

/** A wrapper that takes a key path: the type that this begins with, and the node of its argument. */
interface Wrapper {
  root: string;
  value: number;
}

function attributesOf(tree: SyntaxTree, property: number): number[] {
  return tree
    .namedChildren(property)
    .flatMap((child) => (tree.type(child) === "modifiers" ? tree.namedChildren(child) : [child]))
    .filter((child) => tree.type(child) === "attribute");
}

/** Attributes that are no wrappers. */
const PLAIN_ATTRIBUTES = /^(?:MainActor|Sendable|IB\w+|NS\w+|GK\w+)$/;

/** `@Router var router`: the value in the first wrapper, `Router().wrappedValue`. Null where there is none. */
function wrappedBy(tree: SyntaxTree, property: number): TypeExpr | null {
  for (const attribute of attributesOf(tree, property)) {
    const type = typeOf(tree, tree.childOfType(attribute, "user_type"));
    if (type.kind !== "named" || type.root.in !== "free" || type.path.length > 0) continue;
    const { name } = type.root;
    if (/^\p{Lu}/u.test(name) && !PLAIN_ATTRIBUTES.test(name))
      return named(type.root, [VALUE, calledStep(0), "wrappedValue"], type.args);
  }
  return null;
}

function wrapperOf(tree: SyntaxTree, property: number): Wrapper | null {
  for (const attribute of attributesOf(tree, property)) {
    const name = tree.childOfType(attribute, "user_type");
    const root = name < 0 ? undefined : keyPathRoot(tree, tree.text(name));
    const [first] = root === undefined ? [] : attributeArguments(tree, attribute);
    if (root !== undefined && first !== undefined) return { root, value: first.value };
  }
  return null;
}

/** The steps from the type that a key path begins with to the value; null for any other argument. A container has what makes the value. */
function keyPathSteps(tree: SyntaxTree, { root, value }: Wrapper): Step[] | null {
  const path = keyPathNames(tree, value);
  return path !== null && root === CONTAINER ? [...path, calledStep(0)] : path;
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
