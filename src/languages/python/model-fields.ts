/**
 * Fields of Django's models that lead to other models: `owner = models.ForeignKey(User, related_name="cars")` is a User, and a User has `cars`. Names
 * that Django looks up by itself, `"account.User"` and `settings.AUTH_USER_MODEL`, are written as members of its registry of apps.
 */
import type { TypeExpr } from "../../model/parse-result.js";
import { freeNamed, literal, named, object } from "../../model/type-forms.js";
import { type Analysis, type Scope, type Source, textOf, type Walk } from "./analysis.js";
import { classAround, readType, rootOfName } from "./names.js";

/** The free name that stands for Django's registry of apps; no name of a source has a dot. */
export const APPS = "django.apps";
/** The member of the registry that stands for the app of the file itself. */
export const OWN_APP = ".";
/** The setting that names the model of users, and the member of the registry that is this model. */
export const USER_SETTING = "AUTH_USER_MODEL";
/** The type, by its free name, of what a relation to many objects of a model gives. */
export const RELATED = "RelatedManager";

const TO_ONE: ReadonlySet<string> = new Set(["ForeignKey", "OneToOneField"]);
const TO_MANY: ReadonlySet<string> = new Set(["ManyToManyField", "GenericRelation"]);
const MODULES = /^django\.(?:contrib\.(?:contenttypes|gis\.db)|db)\b/;

const MODEL_NAME = /^["'](?:(\w{1,100})\.)?(\w{1,100})["']$/;
const NAME = /^["']([\p{L}\p{N}_]{1,100})["']$/u;

/** The type of the value of a field that a call makes; null for a call that makes none. */
export function typeOfModelField(
  a: Analysis,
  scope: Scope,
  made: { specifier: string; name: string },
  given: readonly number[],
): TypeExpr | null {
  const isToOne = TO_ONE.has(made.name);
  if (!MODULES.test(made.specifier) || (!isToOne && !TO_MANY.has(made.name))) return null;
  const model = modelAt(a, scope, argumentOf(a, given, "to", 0));
  return isToOne || model === null ? model : freeNamed(RELATED, [model]);
}

/** The model that an argument names: by a class, by a text, or by the setting of the model of users. */
function modelAt(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  if (node < 0) return null;
  const { tree } = a;
  if (tree.type(node) === "attribute" && /(?:^|\.)settings\.AUTH_USER_MODEL$/.test(tree.text(node)))
    return named({ in: "free", name: APPS }, [USER_SETTING]);
  if (tree.type(node) !== "string") return readType(a, scope, node);
  const own = tree.text(node).slice(1, -1) === "self" ? classAround(a, scope) : -1;
  return own >= 0 ? named({ in: "this", type: own }) : modelNamed(a, scope, node);
}

function modelNamed(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  const [, app, name] = MODEL_NAME.exec(a.tree.text(node)) ?? [];
  if (name === undefined) return null;
  if (app !== undefined) return named({ in: "free", name: APPS }, [app, name]);
  const root = rootOfName(a, scope, name, node);
  return root?.in === "file" || root?.in === "import"
    ? named(root)
    : named({ in: "free", name: APPS }, [OWN_APP, name]);
}

/**
 * The model that a call asks for by its name: `apps.get_model("shop", "Order")` or `"shop.Order"` of Django's registry, or a `get_model` that is
 * imported. The parameter `apps` of a migration is no import: its models are of another time and have no methods of their own. Null for any other
 * call.
 */
export function modelAskedFor(
  { tree }: Analysis,
  asked: { specifier: string; name: string },
  steps: number,
  given: readonly number[],
): Walk | null {
  if (asked.name !== "get_model" || (steps > 0 && asked.specifier !== "django.apps")) return null;
  const [first, second] = given.map((node) => MODEL_NAME.exec(tree.text(node)));
  const [app, name] = second === undefined ? [first?.[1], first?.[2]] : [first?.[2], second?.[2]];
  const isWhole = given.length === (second === undefined ? 1 : 2) && second?.[1] === undefined;
  if (app === undefined || name === undefined || !isWhole) return null;
  return { root: { in: "free", name: APPS }, path: [app, name] };
}

/** The argument of a name, or of a number where it has none; -1 without one. */
function argumentOf({ tree }: Analysis, given: readonly number[], name: string, number: number): number {
  const isNamed = (node: number) => tree.type(node) === "keyword_argument";
  const keyed = given.find((node) => isNamed(node) && textOf(tree, tree.child(node, "name")) === name);
  if (keyed !== undefined) return tree.child(keyed, "value");
  const plain = number < 0 ? undefined : given[number];
  return plain === undefined || given.slice(0, number + 1).some(isNamed) ? -1 : plain;
}

/**
 * The type for the other facts of a field of a class. Of a relation it is an object with the relation's name in the other model, and its value there;
 * of `label` of an app's configuration it is the text. Undefined for any other field.
 */
export function toldByField(a: Analysis, owner: number, name: string, { node }: Source): TypeExpr | undefined {
  const { tree } = a;
  const info = a.classes.get(owner);
  if (info === undefined || node < 0) return undefined;
  if (name === "label" && tree.type(node) === "string") {
    const bases = textOf(tree, tree.child(info.scope.node, "superclasses"));
    const label = NAME.exec(tree.text(node))?.[1];
    return label !== undefined && /\bAppConfig\s*[,)]/.test(bases) ? literal(label) : undefined;
  }
  if (tree.type(node) !== "call") return undefined;
  const kind = /(?:^|\.)(\w+)$/.exec(textOf(tree, tree.child(node, "function")))?.[1] ?? "";
  if (!TO_ONE.has(kind) && kind !== "ManyToManyField") return undefined;
  const list = tree.child(node, "arguments");
  const given = list < 0 ? [] : tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  const written = argumentOf(a, given, "related_name", kind === "ManyToManyField" ? 1 : -1);
  const isOne = kind === "OneToOneField";
  const own = textOf(tree, tree.child(info.scope.node, "name")).toLowerCase();
  const related = written < 0 ? (isOne ? own : `${own}_set`) : NAME.exec(tree.text(written))?.[1];
  if (related === undefined) return undefined;
  const model = named({ in: "this", type: owner });
  return object([related], [isOne ? model : freeNamed(RELATED, [model])]);
}

/** The model of users, as the setting names it: `AUTH_USER_MODEL = "account.User"`. Undefined for any other variable. */
export function modelOfUsers({ tree }: Analysis, name: string, { node }: Source): TypeExpr | undefined {
  if (name !== USER_SETTING || node < 0 || tree.type(node) !== "string") return undefined;
  const [, app, model] = MODEL_NAME.exec(tree.text(node)) ?? [];
  return app === undefined || model === undefined ? undefined : named({ in: "free", name: APPS }, [app, model]);
}
