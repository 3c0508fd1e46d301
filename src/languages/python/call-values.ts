/** The values of calls: by the function that is called, and by the arguments that decide its result. */
import { nth } from "../../base/need.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { calledStep } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import { eitherAt } from "./alternatives.js";
import { type Analysis, type Scope, textOf, type Walk } from "./analysis.js";
import { type GivenValues, resultOfBuiltIn, resultOfLibrary } from "./library-calls.js";
import { modelAskedFor, typeOfModelField } from "./model-fields.js";
import { CLASS_NAME, classAround, readType, typingName } from "./names.js";
import { typeOfRelationship } from "./relationships.js";
import { runtimeGlobals } from "./runtime.js";
import { serviceAskedFor } from "./services.js";
import { sizeOf } from "./walk-size.js";
import { after, instanceOf, typeOfWalk } from "./walks.js";

/** Calls of more arguments, and arguments and calls with larger types, keep no types of arguments. */
const MOST_ARGUMENTS = 8;
const LARGEST_ARGUMENT = 16;
const LARGEST_CALL = 40;
/** Expressions whose types say little of the result of a call. */
const SILENT: ReadonlySet<string> = new Set([
  "string",
  "concatenated_string",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "not_operator",
  "comparison_operator",
]);

/** The value of a call. */
export function valueOfCall(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const callee = tree.child(node, "function");
  const list = tree.child(node, "arguments");
  const given = list < 0 ? [] : tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  if (tree.type(callee) === "subscript" && CLASS_NAME.test(textOf(tree, tree.child(callee, "value"))))
    return instanceOf(readType(a, scope, callee));
  const walk = a.resolve.walkAt(a, scope, callee);
  if (walk === null) return serviceAskedFor(a, scope, callee, given);
  const known = valueOfKnownCall(a, scope, walk, given);
  if (known !== undefined) return known;
  return callWithArguments(a, scope, walk, given) ?? after(walk, calledStep(given.length));
}

/** A call whose arguments may decide its result, as those of a generic function do; null where they tell nothing. */
function callWithArguments(a: Analysis, scope: Scope, { root, path }: Walk, given: readonly number[]): Walk | null {
  const { tree } = a;
  const isOfRuntime = root.in === "free" && (path.length > 0 || runtimeGlobals.has(root.name));
  // Alternatives of alternatives would double with each call of a chain.
  const isOpen = root.in === "unknown" || (root.in === "instance" && root.type.kind === "union");
  if (isOpen || isOfRuntime || given.length === 0 || given.length > MOST_ARGUMENTS) return null;
  if (given.some((each) => /_splat$/.test(tree.type(each)))) return null;
  const names: string[] = [];
  const keyed: TypeExpr[] = [];
  const args: (TypeExpr | null)[] = [];
  for (const each of given) {
    const isNamed = tree.type(each) === "keyword_argument";
    const type = tellingType(a, scope, isNamed ? tree.child(each, "value") : each);
    if (!isNamed) args.push(type);
    else if (type !== null) {
      names.push(tree.text(tree.child(each, "name")));
      keyed.push(type);
    }
  }
  if (names.length === 0 && args.every((each) => each === null)) return null;
  if (names.length > 0) args.push({ kind: "object", names, types: keyed });
  const call: Walk = { root: { in: "call", of: named(root, path), typeArguments: [], arguments: args }, path: [] };
  return sizeOf(named(call.root)) > LARGEST_CALL ? null : call;
}

/** The type of an argument; null for a type that says little, such as a literal's. */
export function tellingType(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  if (SILENT.has(a.tree.type(node))) return null;
  const type = a.resolve.typeOf(a, scope, node);
  if (type === null || sizeOf(type) > LARGEST_ARGUMENT) return null;
  const isPlain = type.kind === "named" && type.root.in === "free" && type.args === undefined;
  return isPlain ? null : type;
}

/** The result of a call of a function of the runtime; undefined for any other. */
function valueOfKnownCall(
  a: Analysis,
  scope: Scope,
  { root, path }: Walk,
  given: readonly number[],
): Walk | null | undefined {
  const [first = -1, second = -1] = given;
  const values = givenValues(a, scope, given);
  if (root.in === "free" && path.length === 0)
    return root.name === "super" ? valueOfSuper(a, scope) : resultOfBuiltIn(root.name, values);
  const related = typeOfRelationship(a, scope, { root, path }, given);
  if (related !== null) return instanceOf(related);
  if (root.in !== "import") return undefined;
  const { specifier, imported } = nth(a.imports, root.import);
  const field = typeOfModelField(a, scope, { specifier, name: String(path.at(-1) ?? imported) }, given);
  if (field !== null) return instanceOf(field);
  const model = modelAskedFor(a, { specifier, name: String(path.at(-1) ?? imported) }, path.length, given);
  if (model !== null) return model;
  const name = imported === "*" ? path[0] : path.length === 0 ? imported : undefined;
  if (typeof name !== "string" || path.length > 1) return undefined;
  if (name === "cast" && typingName(a, { root, path }) === "cast") {
    return second < 0 || first < 0 ? null : instanceOf(readType(a, scope, first));
  }
  return resultOfLibrary(specifier, name, values);
}

function givenValues(a: Analysis, scope: Scope, given: readonly number[]): GivenValues {
  const { tree } = a;
  const isSplat = (node: number) => tree.type(node) === "list_splat";
  return {
    nodes: given.filter((each) => tree.type(each) !== "keyword_argument"),
    isSplat,
    value: (node = -1, ...steps) =>
      after(
        a.resolve.walkAt(a, scope, node >= 0 && isSplat(node) ? (tree.namedChildren(node)[0] ?? -1) : node),
        ...steps,
      ),
    either: (nodes) => eitherAt(a, scope, nodes),
    type: typeOfWalk,
  };
}

/** `super()`: what the bases of the class around it give. */
function valueOfSuper(a: Analysis, scope: Scope): Walk | null {
  const type = classAround(a, scope);
  return type < 0 ? null : { root: { in: "super", type }, path: [] };
}
