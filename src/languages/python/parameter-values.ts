/** The values of parameters: by their annotations and defaults, and of lambdas by what calls them. */
import type { TypeExpr } from "../../model/parse-result.js";
import { CALLED, EACH } from "../../model/steps.js";
import { freeNamed, UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { Analysis, Binding, Parameter, Scope, Walk } from "./analysis.js";
import { readType } from "./names.js";
import { requestOf } from "./requests.js";
import { lookup } from "./scopes.js";
import { after, instanceOf } from "./walks.js";

/** The value of a parameter; null where nothing is known of it. */
export function valueOfParameter(
  a: Analysis,
  { parameter, reach }: Extract<Binding, { kind: "parameter" }>,
): Walk | null {
  const { annotation, fallback, self, isFixture, name, form } = parameter;
  if (self !== null) return self;
  const scope = a.scopes.get(reach.from)?.parent ?? a.module;
  const own = a.scopes.get(reach.from) ?? scope;
  const type = annotation < 0 ? null : readType(a, own, annotation);
  if (form !== "plain") return instanceOf(collectionOf(parameter, type));
  if (type !== null) return instanceOf(type);
  if (isFixture) return { root: { in: "free", name: `@${name}` }, path: [CALLED] };
  const value = fallback < 0 ? null : a.resolve.walkAt(a, scope, fallback);
  if (a.tree.type(own.node) === "lambda") return value ?? elementFor(a, scope, own, name);
  return value ?? requestOf(a, parameter) ?? parameter.inherited;
}

/** Functions of the runtime that call `key` with each element of their first argument. */
const KEYED: ReadonlySet<string> = new Set(["sorted", "min", "max"]);

/** The value of a parameter of a lambda that the runtime calls with each element of a collection: `sorted(users, key=lambda user: user.name)`. */
function elementFor(a: Analysis, scope: Scope, { node, names }: Scope, name: string): Walk | null {
  const { tree } = a;
  const above = tree.parent(node);
  const isKey = tree.type(above) === "keyword_argument" && tree.text(tree.child(above, "name")) === "key";
  const list = isKey ? tree.parent(above) : above;
  if (tree.type(list) !== "argument_list") return null;
  const callee = tree.child(tree.parent(list), "function");
  const given = tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  const elementOf = (each: number | undefined) => after(a.resolve.walkAt(a, scope, each ?? -1), EACH);
  if (isKey && tree.type(callee) === "attribute" && tree.text(tree.child(callee, "attribute")) === "sort")
    return elementOf(tree.child(callee, "object"));
  if (tree.type(callee) !== "identifier" || lookup(a, scope, tree.text(callee), callee) !== null) return null;
  const called = tree.text(callee);
  if (isKey) {
    const isOfOne = given.slice(1).every((each) => tree.type(each) === "keyword_argument");
    return KEYED.has(called) && isOfOne ? elementOf(given[0]) : null;
  }
  const number = [...names.keys()].indexOf(name);
  return (called === "map" || called === "filter") && given[0] === node ? elementOf(given[1 + number]) : null;
}

function collectionOf({ form }: Parameter, type: TypeExpr | null): TypeExpr {
  const element = type ?? UNKNOWN_TYPE;
  return form === "list" ? freeNamed("list", [element]) : freeNamed("dict", [freeNamed("str"), element]);
}
