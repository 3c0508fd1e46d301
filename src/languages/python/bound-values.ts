/** The values of names: by their bindings, and by the conditions around a use. */
import { isOperation, isWalk, type TypeExpr } from "../../model/parse-result.js";
import { EACH } from "../../model/steps.js";
import { freeNamed, named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { either, MOST_ALTERNATIVES } from "./alternatives.js";
import type { Analysis, Binding, Narrowing, Scope, Source, Walk } from "./analysis.js";
import { rootOfBindings } from "./branches.js";
import { emptyCollection, fillsOf } from "./fills.js";
import { readType, unionOf } from "./names.js";
import { valueOfParameter } from "./parameter-values.js";
import { exclusionsAt, lookup, narrowingAt } from "./scopes.js";
import { after, instanceOf, typeOfWalk } from "./walks.js";

/** The value of a name where it is used. */
export function valueOfName(a: Analysis, scope: Scope, node: number): Walk | null {
  const name = a.tree.text(node);
  const narrowed = narrowedAt(a, name, node, scope);
  return narrowed ?? boundValue(a, scope, node, name);
}

/** The value that the bindings of a name tell. */
function boundValue(a: Analysis, scope: Scope, node: number, name: string): Walk | null {
  const found = lookup(a, scope, name, node);
  if (found === null) return { root: { in: "free", name }, path: [] };
  const isOfScope = found.scope.kind === "module" || found.scope.kind === "class";
  const isDeclaring = isOfScope || found.bindings.every(({ kind }) => kind === "import" || kind === "symbol");
  if (isDeclaring) {
    const root = rootOfBindings(a, found.bindings);
    if (root !== null) return { root, path: [] };
  }
  return valueOfBindings(a, found.bindings);
}

/** The value that `isinstance` tells of a name here. */
export function narrowedAt(a: Analysis, text: string, node: number, scope: Scope): Walk | null {
  if (!a.narrowings.has(text)) return null;
  let current: Scope | null = scope;
  while (current !== null && (current.kind === "comprehension" || current.kind === "lambda")) {
    const fact = narrowingAt(a, text, node, current);
    if (fact !== null) return valueOfFact(a, fact, node, scope, text);
    current = current.parent;
  }
  const fact = current === null ? null : narrowingAt(a, text, node, current);
  return fact === null ? null : valueOfFact(a, fact, node, scope, text);
}

/** The value of a name by what a condition tells of it. */
function valueOfFact(a: Analysis, fact: Narrowing, node: number, from: Scope, name: string): Walk | null {
  const { scope, type, isExcluded } = fact;
  if (!isExcluded && fact.isGuarded !== true) return instanceOf(classesAt(a, scope, type));
  const whole = boundValue(a, from, node, name);
  const of = typeOfWalk(whole);
  if (fact.isGuarded === true) {
    const guard = a.resolve.typeOf(a, scope, type);
    if (guard === null) return whole;
    return instanceOf({ kind: "narrowed", of: of ?? UNKNOWN_TYPE, isTrue: true, property: null, by: [guard] });
  }
  const excluded = exclusionsAt(a, name, node, scope).slice(0, MOST_ALTERNATIVES);
  const by = excluded.map((each) => classesAt(a, each.scope, each.type)).filter((each) => each !== null);
  if (of === null || by.length === 0) return whole;
  return instanceOf({ kind: "narrowed", of, isTrue: false, property: null, by });
}

/** The type of an instance of the class that a node names, or of one of several in a tuple. */
function classesAt(a: Analysis, scope: Scope, node: number, depth = 0): TypeExpr | null {
  const { tree } = a;
  if (/^(?:tuple|binary_operator|union_pattern)$/.test(tree.type(node))) {
    const parts = depth > 3 ? [] : tree.namedChildren(node).slice(0, MOST_ALTERNATIVES);
    const types = parts.map((each) => classesAt(a, scope, each, depth + 1));
    return types.includes(null) ? null : unionOf(types);
  }
  if (tree.type(node) === "class_pattern") return classesAt(a, scope, tree.namedChildren(node)[0] ?? -1, depth + 1);
  const walk = a.resolve.walkAt(a, scope, node);
  return walk === null || isWalk(walk) ? null : named(walk.root, walk.path);
}

function valueOfBindings(a: Analysis, bindings: readonly Binding[]): Walk | null {
  // An annotation decides for all values of the name.
  const declared = bindings.find((each) => each.kind === "value" && (each.source?.annotation ?? -1) >= 0);
  if (declared !== undefined) return valueOfBinding(a, declared);
  return either(bindings.slice(0, MOST_ALTERNATIVES).map((binding) => valueOfBinding(a, binding)));
}

function valueOfBinding(a: Analysis, binding: Binding): Walk | null {
  switch (binding.kind) {
    case "symbol":
      return { root: { in: "file", symbol: binding.symbol }, path: [] };
    case "import":
      return { root: { in: "import", import: binding.import }, path: [] };
    case "parameter":
      return kept(a, binding.parameter, () => valueOfParameter(a, binding));
    case "value": {
      const { source } = binding;
      return source === null ? null : kept(a, source, () => valueOfSource(a, source));
    }
  }
}

/** A value that is found once; a value that leads back to itself is unknown there. */
function kept(a: Analysis, key: object, find: () => Walk | null): Walk | null {
  const known = a.known.get(key);
  if (known !== undefined) return known;
  if (a.pending.has(key)) return null;
  a.pending.add(key);
  const walk = find();
  a.pending.delete(key);
  // A value that was found on the way around a circle depends on where it began.
  if (a.pending.size === 0 || walk !== null) a.known.set(key, walk);
  return walk;
}

/** The value of a source. */
export function valueOfSource(a: Analysis, source: Source): Walk | null {
  const { node, scope, steps, annotation, isInstance } = source;
  if (annotation >= 0) {
    const type = readType(a, scope, annotation);
    if (type !== null) return instanceOf(type);
  }
  if (isInstance === true) return after(instanceOf(classesAt(a, scope, node)), ...steps);
  const value = filled(a, source) ?? a.resolve.walkAt(a, scope, node);
  const [first, ...rest] = steps;
  // `a, b = x, y`
  if (first !== undefined && isOperation(first) && first.kind === "item" && isTuple(a, node)) {
    const part = a.tree.namedChildren(node)[first.number];
    return part === undefined ? null : after(a.resolve.walkAt(a, scope, part), ...rest);
  }
  return after(value, ...steps);
}

/** A collection that begins empty, with the elements that it is given later; null for any other value. */
function filled(a: Analysis, source: Source): Walk | null {
  const name = source.steps.length === 0 ? emptyCollection(a, source.node) : undefined;
  if (name === undefined) return null;
  const elements = fillsOf(a, source)
    .slice(0, MOST_ALTERNATIVES)
    .map(({ node, scope, isMany }) => typeOfWalk(after(a.resolve.walkAt(a, scope, node), ...(isMany ? [EACH] : []))));
  const element = unionOf(elements);
  if (element === null) return null;
  return instanceOf(freeNamed(name, name === "dict" ? [UNKNOWN_TYPE, element] : [element]));
}

const isTuple = ({ tree }: Analysis, node: number) => node >= 0 && /^(?:tuple|expression_list)$/.test(tree.type(node));
