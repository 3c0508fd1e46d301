/** Finds the type that is expected of an expression in its place. It tells the parameters of a callback without annotations. */
import type { ArgumentKind, Root, TypeExpr } from "../../model/parse-result.js";
import { AWAITED, CALLED, EACH, parameterStep, SELF, VALUE } from "../../model/steps.js";
import { ANY_OBJECT, functionOf, named, SPREAD, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { type Analysis, answerOnce, type Standpoint } from "./analysis.js";
import { lookUpValue } from "./scope.js";
import { argumentNodes, FUNCTION_LIKE, firstNamed, memberName } from "./syntax-helpers.js";
import { asWalk, freeType, isSilent, sizeOf, typeOfWalk, withSteps } from "./type-names.js";
import { typeNameOf } from "./types.js";
import { typeOfValue, walkOf } from "./values.js";

/** The most expressions around a value that are asked for its type. */
const DEEPEST_CONTEXT = 8;
/** See `LARGEST_TYPE` in values.ts. */
const LARGEST_CONTEXT = 60;

/** The type that is expected of an expression; null if its place does not tell. */
export function contextOf(a: Analysis, node: number, from: Standpoint, depth = 0): TypeExpr | null {
  return answerOnce(a, a.known.contexts, node, () => findContext(a, node, from, depth));
}

function findContext(a: Analysis, node: number, from: Standpoint, depth: number): TypeExpr | null {
  const { tree } = a;
  const parent = tree.parent(node);
  if (parent === -1 || depth > DEEPEST_CONTEXT) return null;
  const outer = (child: number) => contextOf(a, child, from, depth + 1);
  const annotated = (child: number) => (child === -1 ? null : typeNameOf(a, child, from.scope, from.classSymbol));
  switch (tree.type(parent)) {
    case "parenthesized_expression":
    case "ternary_expression":
      return outer(parent);
    case "spread_element":
      // `{ ...(isOpen && { width }) }` gives the object around its members.
      return tree.type(tree.parent(parent)) === "object" ? outer(tree.parent(parent)) : null;
    case "binary_expression":
      return tree.field(node) === "right" ? (outer(parent) ?? besideContext(a, parent, from)) : null;
    case "as_expression":
    case "satisfies_expression": {
      const type = tree.namedChildren(parent).at(-1) ?? -1;
      // `as const` has no type.
      return type === node ? outer(parent) : annotated(type);
    }
    case "arguments":
      return argumentContext(a, parent, node, from);
    case "type_assertion": {
      const types = tree.childOfType(parent, "type_arguments");
      return types === -1 ? null : annotated(firstNamed(tree, types));
    }
    case "variable_declarator":
    case "public_field_definition":
    case "required_parameter":
    case "optional_parameter":
      return annotated(tree.child(parent, "type"));
    case "pair": {
      const key = tree.child(parent, "key");
      return key === -1 || key === node ? null : memberContext(a, parent, memberName(tree, key), from, depth);
    }
    case "object": {
      // A method of an object.
      const name = tree.child(node, "name");
      return name === -1 ? null : memberContext(a, node, memberName(tree, name), from, depth);
    }
    case "array": {
      const list = outer(parent);
      return list === null ? null : withSteps(list, EACH);
    }
    case "augmented_assignment_expression":
    case "assignment_expression": {
      const left = tree.child(parent, "left");
      return left === -1 || left === node || isOpen(a, left, from) ? null : typeOfValue(a, left, from);
    }
    case "assignment_pattern":
    case "object_assignment_pattern":
      return defaultContext(a, parent, node, from);
    case "return_statement":
    case "arrow_function":
      return returnContext(a, parent, from, depth);
    case "jsx_expression":
      return attributeContext(a, parent, from);
    default:
      return null;
  }
}

/** The type that is expected of a default value, by the local that a pattern takes: `size` of `{ size = { … } }: Props`. */
function defaultContext(a: Analysis, assignment: number, node: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const left = tree.child(assignment, "left");
  if (left === -1 || left === node) return null;
  const binding = lookUpValue(from.scope, tree.text(left));
  if (binding?.is !== "local" || binding.steps.length === 0) return null;
  const resolved = a.resolve.name(a, from.scope, tree.text(left), "value");
  return resolved === null ? null : typeOfWalk(resolved);
}

/** Whether a name is a variable that is declared without a type and a value: it may hold any other value. */
function isOpen({ tree }: Analysis, name: number, { scope }: Standpoint): boolean {
  const binding = tree.type(name) === "identifier" ? lookUpValue(scope, tree.text(name)) : null;
  if (binding?.is !== "local" || binding.type !== -1 || binding.of !== null) return false;
  return binding.value === -1 || binding.given !== undefined;
}

/** The type of what stands before `||` or `??` and is as good as the value after it. */
function besideContext(a: Analysis, operation: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const operator = tree.child(operation, "operator");
  const left = tree.child(operation, "left");
  const isEither = operator !== -1 && left !== -1 && /^(?:\|\||\?\?)$/.test(tree.text(operator));
  return isEither ? typeOfValue(a, left, from) : null;
}

/** The type that is expected of a member, by the type that is expected of the object around it. */
function memberContext(a: Analysis, member: number, name: string, from: Standpoint, depth: number): TypeExpr | null {
  const object = contextOf(a, a.tree.parent(member), from, depth + 1);
  return object === null ? null : withSteps(object, name);
}

/** The type that is expected of an argument: that of the parameter of the call or `new`. */
function argumentContext(a: Analysis, args: number, node: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const call = tree.parent(args);
  const callee = tree.child(call, tree.type(call) === "new_expression" ? "constructor" : "function");
  const module = callee === -1 ? null : importedThen(a, callee);
  if (module !== null) return node === firstNamed(tree, args) ? functionOf(null, [module]) : null;
  const walk = callee === -1 ? null : walkOf(a, callee, from);
  if (walk === null) return null;
  const type = typeOfWalk(walk);
  const nodes = argumentNodes(a, args);
  const number = nodes.indexOf(node);
  if (type === null || number < 0 || sizeOf(a, type) > LARGEST_CONTEXT) return null;
  const callable = asWalk(type);
  // A parameter of what a call gives, `create<State>()((set) => …)`, is not one of that call.
  const isCall = callable.root.in === "call" && callable.path.every((step) => step === VALUE);
  const of = isCall ? named({ in: "instance", type: callable }) : callable;
  const typeArguments = typeArgumentsOf(a, call, from);
  const given = siblings(a, args, node, from) ?? (typeArguments.length === 0 ? null : nodes.map(() => null));
  if (given !== null) return named({ in: "call", of, typeArguments, arguments: given }, [parameterStep(number)]);
  const path = of.path.at(-1) === VALUE ? of.path.slice(0, -1) : of.path;
  const isCounted = nodes.every((inner) => tree.type(inner) !== "spread_element");
  const count = isCounted ? nodes.length : undefined;
  return named(of.root, [...path, parameterStep(number, count, kindOfArgument(a, node))]);
}

/** The type arguments that a call writes. */
function typeArgumentsOf(a: Analysis, call: number, { scope, classSymbol }: Standpoint): TypeExpr[] {
  const list = a.tree.child(call, "type_arguments");
  if (list === -1) return [];
  return a.tree.namedChildren(list).map((child) => typeNameOf(a, child, scope, classSymbol) ?? UNKNOWN_TYPE);
}

/** Whether an argument is plainly an object or a function; undefined for others. */
function kindOfArgument({ tree }: Analysis, node: number): ArgumentKind | undefined {
  const type = tree.type(node);
  return type === "object" ? "object" : FUNCTION_LIKE.has(type) ? "function" : undefined;
}

/** The module that `import("./report").then` passes on; null for any other callee. */
function importedThen({ tree, importAt }: Analysis, callee: number): TypeExpr | null {
  if (tree.type(callee) !== "member_expression" || tree.text(tree.child(callee, "property")) !== "then") return null;
  const imported = importAt.get(tree.child(callee, "object"));
  return imported === undefined ? null : named({ in: "import", import: imported }, [VALUE]);
}

/** The types of the other arguments, which may decide type parameters; null if they are of no use. */
function siblings(a: Analysis, args: number, node: number, from: Standpoint): (TypeExpr | null)[] | null {
  const { tree } = a;
  const others = argumentNodes(a, args);
  if (others.length < 2 || others.length > 4) return null;
  const types = others.map((inner) => {
    const type = tree.type(inner);
    if (FUNCTION_LIKE.has(type)) return freeType("Function");
    if (type === "spread_element") return SPREAD;
    if (inner === node) return type === "object" ? ANY_OBJECT : null;
    return typeOfValue(a, inner, from);
  });
  return types.some((type) => type !== null && !isSilent(type)) ? types : null;
}

/** The type that is expected of a returned value: the return type of the function around, or that of its own context. */
function returnContext(a: Analysis, node: number, from: Standpoint, depth: number): TypeExpr | null {
  const { tree } = a;
  let ancestor = node;
  while (ancestor !== -1 && !FUNCTION_LIKE.has(tree.type(ancestor))) ancestor = tree.parent(ancestor);
  if (ancestor === -1) return null;
  const returned = tree.child(ancestor, "return_type");
  const isAsync = tree.hasChildOfType(ancestor, "async");
  let type: TypeExpr | null = null;
  if (returned !== -1) type = typeNameOf(a, returned, from.scope, from.classSymbol);
  else if (tree.type(ancestor) !== "function_declaration") {
    // The function's own names hide those around it.
    const scope = a.scopeAt.get(ancestor)?.parent ?? from.scope;
    const around = { ...from, scope };
    const own = contextOf(a, ancestor, around, depth + 1);
    type = mappedContext(a, ancestor, around, depth) ?? (own === null ? null : withSteps(own, CALLED));
  }
  return type !== null && isAsync ? withSteps(type, AWAITED) : type;
}

/** The type expected of the results of `f` in `list.map(f)`: an element of the list that is expected of the call. */
function mappedContext(a: Analysis, callback: number, from: Standpoint, depth: number): TypeExpr | null {
  const { tree } = a;
  const args = tree.parent(callback);
  if (tree.type(args) !== "arguments" || argumentNodes(a, args)[0] !== callback) return null;
  const call = tree.parent(args);
  const callee = tree.child(call, "function");
  if (callee === -1 || tree.type(callee) !== "member_expression") return null;
  const name = tree.child(callee, "property");
  if (name === -1 || tree.text(name) !== "map") return null;
  const [written] = typeArgumentsOf(a, call, from);
  if (written !== undefined) return written;
  const list = contextOf(a, call, from, depth + 1);
  return list === null ? null : withSteps(list, EACH);
}

/** The type that is expected of a JSX attribute's value, or of a child between the tags: that of the property of the component's props. */
function attributeContext(a: Analysis, expression: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const parent = tree.parent(expression);
  const isAttribute = tree.type(parent) === "jsx_attribute";
  if (!isAttribute && tree.type(parent) !== "jsx_element") return null;
  const tag = isAttribute ? tree.parent(parent) : tree.child(parent, "open_tag");
  const name = isAttribute ? firstNamed(tree, parent) : -1;
  if (tag === -1 || (isAttribute && name === -1)) return null;
  const given = givenTypes(a, tag, from);
  return given === null ? null : withSteps(given.props, name === -1 ? "children" : tree.text(name));
}

/** The types of the props and the events that the component of an opening tag takes; null for an element of HTML. */
export function givenTypes(a: Analysis, tag: number, from: Standpoint): { props: TypeExpr; events: TypeExpr } | null {
  const component = a.tree.child(tag, "name");
  if (component === -1 || /^[a-z][^.]*$/.test(a.tree.text(component))) return null;
  const walk = walkOf(a, component, from);
  const type = walk === null ? null : typeOfWalk(walk);
  if (type === null) return null;
  return { props: withSteps(type, parameterStep(0)), events: withSteps(type, parameterStep(1)) };
}

/** Fills in `this` of functions whose place tells it, such as a callback of the type `(this: Context) => void`. */
export function resolveContextualSelves(a: Analysis): void {
  for (const { self, function: node, outer, scope, classSymbol } of a.contextualSelves) {
    if (!a.usingThis.has(node)) continue;
    const context = contextOf(a, node, { scope, self: outer, classSymbol });
    if (context !== null) Object.assign(self, { in: "instance", type: withSteps(context, SELF) } satisfies Root);
  }
}
