/** Relations of SQLAlchemy's models: `addresses = relationship("Address", backref="user")` leads to addresses, and an Address has a `user`. */
import { nth } from "../../base/need.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { freeNamed, named, object } from "../../model/type-forms.js";
import { type Analysis, type Scope, type Source, textOf, type Walk } from "./analysis.js";
import { CLASS_NAME, readType, rootOfName } from "./names.js";

/** The free name of the type of such a relation; no name of a source has a dot. Its argument is the model: one object, or several. */
export const RELATIONSHIP = "sqlalchemy.Relationship";
/** The free name that stands for all classes of the project, by which SQLAlchemy finds a model. */
export const CLASSES = "sqlalchemy.registry";

const MODULES = /^(?:sqlalchemy\.orm|sqlmodel)(?:\.|$)/;
const MODEL_NAME = /^["'](?:[\w.]{1,200}\.)?(\w{1,100})["']$/;
const NAME = /^["']([\p{L}\p{N}_]{1,100})["']$/u;

/** The type of the value of a relation that a call makes; null for any other call. */
export function typeOfRelationship(a: Analysis, scope: Scope, callee: Walk, given: readonly number[]): TypeExpr | null {
  const { root, path } = callee;
  const member = path.at(-1);
  if (member !== undefined) {
    if (member !== "relationship") return null;
  } else {
    if (root.in !== "import") return null;
    const { specifier, imported } = nth(a.imports, root.import);
    if (imported !== "relationship" || !MODULES.test(specifier)) return null;
  }
  const model = modelAt(a, scope, given[0] ?? -1);
  return model === null ? null : freeNamed(RELATIONSHIP, [model]);
}

function modelAt(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  const { tree } = a;
  if (node < 0) return null;
  if (tree.type(node) !== "string") return CLASS_NAME.test(tree.text(node)) ? readType(a, scope, node) : null;
  const [, name] = MODEL_NAME.exec(tree.text(node)) ?? [];
  if (name === undefined) return null;
  const root = rootOfName(a, scope, name, node);
  return root?.in === "file" || root?.in === "import" ? named(root) : named({ in: "free", name: CLASSES }, [name]);
}

/** An object with the name that a relation gives its model in the other direction, and the value of it there; undefined for other fields. */
export function toldByRelationship({ tree }: Analysis, owner: number, { node }: Source): TypeExpr | undefined {
  if (node < 0 || tree.type(node) !== "call") return undefined;
  if (!/(?:^|\.)relationship$/.test(textOf(tree, tree.child(node, "function")))) return undefined;
  const list = tree.child(node, "arguments");
  const keyed = (list < 0 ? [] : tree.namedChildren(list)).find(
    (each) => tree.type(each) === "keyword_argument" && textOf(tree, tree.child(each, "name")) === "backref",
  );
  if (keyed === undefined) return undefined;
  const value = tree.child(keyed, "value");
  const inner = tree.type(value) === "call" ? tree.child(value, "arguments") : -1;
  const text = inner < 0 ? value : (tree.namedChildren(inner)[0] ?? -1);
  const name = text < 0 ? undefined : NAME.exec(tree.text(text))?.[1];
  return name === undefined
    ? undefined
    : object([name], [freeNamed(RELATIONSHIP, [named({ in: "this", type: owner })])]);
}
