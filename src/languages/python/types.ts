/** The declared types of symbols: of annotations, else of the values that variables hold and functions return. */
import { nth } from "../../base/need.js";
import type { ParsedSymbol, TypeExpr } from "../../model/parse-result.js";
import { calledStep } from "../../model/steps.js";
import { freeNamed, named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { type Analysis, type FunctionInfo, type Scope, type Source, textOf } from "./analysis.js";
import { valueOfSource } from "./bound-values.js";
import { decoratorNodes, expressionOf, isFixtureDecorator } from "./decorators.js";
import { dependenciesIn } from "./dependencies.js";
import { modelOfUsers, toldByField } from "./model-fields.js";
import { readType, unionOf } from "./names.js";
import { toldByRelationship } from "./relationships.js";
import { typeOf, walkAt } from "./values.js";
import { typeOfWalk } from "./walks.js";

/** The most values of one variable, or results of one function, that are looked at. */
const MOST_VALUES = 6;

/** Gives the symbols of the file their types. */
export function declareTypes(a: Analysis): void {
  for (const [symbol, info] of a.functions) typeParametersOf(a, symbol, info.scope);
  for (const [symbol, { scope }] of a.classes) typeParametersOf(a, symbol, scope);
  for (const [symbol, sources] of a.values) {
    const own = nth(a.symbols, symbol);
    // A type variable stands for itself: other files may import it.
    own.declaredType = typeVariableOf(a, own, sources) ?? typeOfVariable(a, symbol, sources);
    const madeType = toldByVariable(a, own, sources);
    if (madeType !== undefined) own.madeType = madeType;
  }
  for (const [symbol, info] of a.functions) {
    const own = nth(a.symbols, symbol);
    own.declaredType = typeOfFunction(a, info);
    own.parameterTypes = typesOfParameters(a, info);
    if (info.decorators.length > 0) own.madeType = decoratedType(a, info) ?? undefined;
  }
}

/** The type of `T = TypeVar("T", bound=Base)` in a module; null for other variables. */
function typeVariableOf(a: Analysis, { name, parent }: ParsedSymbol, [source]: readonly Source[]): TypeExpr | null {
  if (parent !== 0 || source === undefined || source.node < 0 || !a.typeVariables.has(name)) return null;
  const target = a.tree.child(a.tree.parent(source.node), "left");
  const type = target < 0 ? null : readType(a, a.module, target);
  return type?.kind === "named" && type.root.in === "parameter" ? type : null;
}

/** The annotations of the parameters after `self`; undefined where there are none. */
function typesOfParameters(a: Analysis, { scope }: FunctionInfo): (TypeExpr | null)[] | undefined {
  const types: (TypeExpr | null)[] = [];
  for (const bindings of scope.names.values())
    for (const binding of bindings)
      if (binding.kind === "parameter" && binding.parameter.self === null && binding.parameter.form === "plain") {
        const { annotation } = binding.parameter;
        types.push(annotation < 0 ? null : readType(a, scope, annotation));
      }
  return types.some((type) => type !== null) ? types : undefined;
}

/** The type that a function has with its decorators, if these are calls or names: `@group()` gives the result of calling `group()`'s result. */
function decoratedType(a: Analysis, { node, scope }: FunctionInfo): TypeExpr | null {
  const { tree } = a;
  const [outermost] = decoratorNodes(tree, node);
  if (outermost === undefined || scope.parent === null) return null;
  const walk = walkAt(a, scope.parent, expressionOf(tree, outermost));
  if (walk === null || walk.root.in === "unknown" || (walk.root.in === "free" && walk.path.length === 0)) return null;
  return typeOfWalk({ root: walk.root, path: [...walk.path, calledStep(1)] });
}

/** `class Repo[T: Base]`, `class Repo(Generic[T])`. */
function typeParametersOf(a: Analysis, symbol: number, scope: Scope): void {
  const { tree } = a;
  const list = tree.child(scope.node, "type_parameters");
  if (list >= 0) {
    const known = new Map<string, TypeExpr | null>();
    scope.typeParameters = known;
    for (const type of tree.namedChildren(list)) {
      const [inner = type] = tree.namedChildren(type);
      const [name = inner, bound] = tree.type(inner) === "constrained_type" ? tree.namedChildren(inner) : [inner];
      const written = tree.text(name).replace(/^\*+/, "");
      known.set(written, bound === undefined ? null : readType(a, scope, bound));
    }
    nth(a.symbols, symbol).typeParameters = [...known.keys()];
  } else if (a.typeVariables.size > 0 && scope.kind === "class") {
    const bases = textOf(tree, tree.child(scope.node, "superclasses"));
    const generic = /\b(?:Generic|Protocol)\s*\[([^\]]*)\]/.exec(bases)?.[1] ?? bases;
    const names = [...generic.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([name]) => name);
    nth(a.symbols, symbol).typeParameters = [...new Set(names)].filter((name) => a.typeVariables.has(name));
  }
}

function typeOfVariable(a: Analysis, symbol: number, sources: readonly Source[]): TypeExpr | null {
  const { kind, parent } = nth(a.symbols, symbol);
  if (kind === "type") {
    const [first] = sources;
    return first === undefined || first.node < 0 ? null : readType(a, first.scope, first.node);
  }
  // A member of an enumeration is one of its values.
  if (kind === "constant" && a.classes.get(parent)?.isEnum === true) return named({ in: "this", type: parent });
  const declared = sources.find(({ annotation }) => annotation >= 0);
  const annotated = declared === undefined ? null : readType(a, declared.scope, declared.annotation);
  if (annotated !== null) return annotated;
  return unionOf(
    sources.slice(0, MOST_VALUES).map((source) => typeOfWalk(valueOfSource(a, { ...source, annotation: -1 }))),
  );
}

/** The type of a special variable: of an alias, the function that FastAPI calls for it; of a field of a Django model, its relation. Undefined for most. */
function toldByVariable(
  a: Analysis,
  { kind, name, parent }: ParsedSymbol,
  sources: readonly Source[],
): TypeExpr | undefined {
  const [first] = sources;
  if (first === undefined) return undefined;
  if (kind === "type") return dependencyOfAlias(a, sources) ?? undefined;
  if (kind === "field") return toldByField(a, parent, name, first) ?? toldByRelationship(a, parent, first);
  return kind === "constant" ? modelOfUsers(a, name, first) : undefined;
}

/** The function that FastAPI calls for a parameter of an alias: `CurrentUser = Annotated[User, Depends(get_user)]`. */
function dependencyOfAlias(a: Analysis, [first]: readonly Source[]): TypeExpr | null {
  if (first === undefined || first.node < 0) return null;
  const [found] = dependenciesIn(a, first.scope, first.node);
  return found === undefined ? null : typeOfWalk(walkAt(a, first.scope, found.given));
}

/** The type of a function's result. */
function typeOfFunction(a: Analysis, info: FunctionInfo): TypeExpr | null {
  const { tree } = a;
  const { node, scope, isAsync, isGenerator, isContextManager, decorators } = info;
  const written = tree.child(node, "return_type");
  const declared = written < 0 ? null : readType(a, scope, written);
  const isFixture = decorators.some(isFixtureDecorator);
  if (isContextManager || (isFixture && isGenerator)) {
    const element = written < 0 ? yielded(a, info) : elementOf(declared);
    return isContextManager ? freeNamed("ContextManager", [element ?? UNKNOWN_TYPE]) : element;
  }
  if (isFixture) return declared ?? returned(a, info);
  if (written >= 0) return isAsync && !isGenerator ? awaitable(declared) : declared;
  if (isGenerator) return freeNamed("Generator", [yielded(a, info) ?? UNKNOWN_TYPE]);
  const result = returned(a, info);
  return isAsync ? awaitable(result) : result;
}

const awaitable = (type: TypeExpr | null) => (type === null ? null : freeNamed("Coroutine", [type]));

/** T of `Iterator[T]`. */
function elementOf(type: TypeExpr | null): TypeExpr | null {
  return type?.kind === "named" ? (type.args?.[0] ?? null) : null;
}

function returned(a: Analysis, { scope, returns }: FunctionInfo): TypeExpr | null {
  return unionOf(returns.slice(0, MOST_VALUES).map((node) => typeOf(a, scope, node)));
}

function yielded(a: Analysis, { scope, yields }: FunctionInfo): TypeExpr | null {
  return unionOf(yields.slice(0, MOST_VALUES).map((node) => typeOf(a, scope, node)));
}
