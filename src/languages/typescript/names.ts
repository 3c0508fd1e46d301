/** Resolves names: finds what a name means, as far as its own file can tell. */
import { isOperation, type Root, type TypeExpr } from "../../model/parse-result.js";
import { parameterStep, VALUE } from "../../model/steps.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, NamePosition, Resolved } from "./analysis.js";
import { typeOfGiven } from "./assignments.js";
import { contextOf } from "./context.js";
import { jsdocBefore, jsdocParameter, jsdocTyped } from "./jsdoc.js";
import { jsdocTypeName } from "./jsdoc-types.js";
import { narrowedType } from "./narrowed.js";
import { type Binding, declareValue, lookUpType, lookUpValue, type Scope } from "./scope.js";
import { parameterNodes, unwrap } from "./syntax-helpers.js";
import { typeOfWalk, withSteps } from "./type-names.js";
import { typeNameOf } from "./types.js";
import { typeOfValue } from "./values.js";

/** Locals that are names of other locals are followed this far. */
const LONGEST_ALIAS_CHAIN = 5;
/** At most this many locals are looked up in each other's values. */
const DEEPEST_NESTING = 6;
const MODULE_TYPE = /^import\(\s*["'](.+)["']\s*\)$/;
const UNKNOWN: Resolved = { root: { in: "unknown" }, path: [] };

/** Resolves a name in a scope. Null for a type parameter. The root is unknown for a local whose type is not evident. */
export function resolveName(a: Analysis, scope: Scope, name: string, position: NamePosition): Resolved | null {
  const binding =
    position === "type"
      ? lookUpType(scope, name)
      : (lookUpValue(scope, name) ?? (position === "namespace" ? lookUpType(scope, name) : null));
  if (binding === null) return { root: moduleNamed(a, name) ?? { in: "free", name }, path: [] };
  return resolveBinding(a, binding, LONGEST_ALIAS_CHAIN);
}

/** Adds the import of `import("m")` in a type that was parsed as a name, as `maskBroken` makes it. Null for any other name. */
function moduleNamed(a: Analysis, name: string): Root | null {
  const specifier = MODULE_TYPE.exec(name)?.[1];
  if (specifier === undefined) return null;
  const line = a.tree.lineAt(a.source.indexOf(name));
  const index = a.imports.length;
  a.imports.push({ kind: "module", specifier, imported: "*", local: "", isTypeOnly: true, isGlobal: false, line });
  declareValue(a.topScope, name, { is: "import", import: index });
  return { in: "import", import: index };
}

function resolveBinding(a: Analysis, binding: Binding, hops: number): Resolved | null {
  switch (binding.is) {
    case "symbol":
      return { root: { in: "file", symbol: binding.symbol }, path: [] };
    case "import":
      return { root: { in: "import", import: binding.import }, path: binding.path ?? [] };
    case "root":
      return { root: binding.root, path: [] };
    case "typeParameter":
      return null;
    case "alias":
      return hops === 0 ? UNKNOWN : resolveEntity(a, binding.entity, binding.scope);
    case "local":
    case "narrowed": {
      const known = a.locals.get(binding);
      if (known !== undefined) return known;
      // Set while the local is looked up, so that a local in its own value ends here.
      a.locals.set(binding, UNKNOWN);
      const isWhole = a.nesting === 0 && a.typeDepth === 0;
      const { cuts } = a;
      const resolved = binding.is === "local" ? resolveLocal(a, binding, hops) : resolveNarrowed(a, binding, hops);
      // In a file with schemas, which stand in calls in calls, a local that was cut may tell more when it is asked for further out.
      const isCut = a.cuts > cuts && a.shapes.size > 0;
      if (isWhole || (resolved.root.in !== "unknown" && !isCut)) a.locals.set(binding, resolved);
      else a.locals.delete(binding);
      return resolved;
    }
  }
}

function resolveLocal(a: Analysis, binding: Extract<Binding, { is: "local" }>, hops: number): Resolved {
  const { type, value, scope, steps } = binding;
  // The names at the end of the steps become the path; the steps before them belong to the type.
  const names = steps.slice(steps.findLastIndex(isOperation) + 1);
  const before = steps.slice(0, steps.length - names.length);
  const path = names.length === 0 ? [] : [VALUE, ...names];
  const of = (named: TypeExpr | null): Resolved =>
    named === null ? UNKNOWN : { root: { in: "instance", type: withSteps(named, ...before) }, path };
  if (type !== -1) return of(typeNameOf(a, type, scope));
  if (a.nesting >= DEEPEST_NESTING) return UNKNOWN;
  a.nesting++;
  try {
    if (value === -1) return of(parameterType(a, binding) ?? typeOfFirst(a, binding, hops) ?? typeOfGiven(a, binding));
    if (binding.given !== undefined) return of(typeOfGiven(a, binding));
    const documented = documentedValue(a, value, scope);
    if (documented !== null) return of(documented);
    const imported = a.importAt.get(value);
    if (imported !== undefined) return { root: { in: "import", import: imported }, path };
    if (a.tree.type(value) === "identifier" && hops > 0) {
      const other = lookUpValue(scope, a.tree.text(value));
      const resolved = other !== null && other !== binding ? resolveBinding(a, other, hops - 1) : null;
      const isOther = before.length > 0 || (names.length === 0 && isChangeable(a, other));
      if (resolved !== null && isOther) return of(typeOfWalk(resolved));
      if (resolved !== null) return { root: resolved.root, path: [...resolved.path, ...path] };
    }
    return of(typeOfValue(a, value, binding));
  } finally {
    a.nesting--;
  }
}

/** The type of the name that a variable gets first: `let user = owner`. Later values are of this type, too. */
function typeOfFirst(a: Analysis, local: Extract<Binding, { is: "local" }>, hops: number): TypeExpr | null {
  const { first = -1, scope } = local;
  if (first === -1 || hops === 0) return null;
  const documented = documentedValue(a, first, scope);
  if (documented !== null) return documented;
  const other = lookUpValue(scope, a.tree.text(unwrap(a.tree, first, true)));
  const resolved = other === null || other === local ? null : resolveBinding(a, other, hops - 1);
  return resolved === null ? null : typeOfWalk(resolved);
}

/** Whether a name may hold another value later than a local that was given its value: it is a symbol declared with `let` or `var` and assigned again. */
function isChangeable(a: Analysis, binding: Binding | null): boolean {
  return binding?.is === "symbol" && binding.isAssigned === true && symbolOf(a, binding.symbol).kind === "variable";
}

/** Resolves a local with the facts that hold here: its type without them, narrowed by each fact. */
function resolveNarrowed(
  a: Analysis,
  { name, by, ...from }: Extract<Binding, { is: "narrowed" }>,
  hops: number,
): Resolved {
  const of = lookUpValue(from.scope, name);
  const outer = (of === null ? null : resolveBinding(a, of, hops)) ?? UNKNOWN;
  const known: TypeExpr | null = typeOfWalk(outer);
  const type = by.reduce((type, fact) => narrowedType(a, type, fact, from) ?? type, known);
  if (type === null || type === known) return outer;
  const taken = outer.path.length > 0 ? outer : outer.taken;
  return { root: { in: "instance", type }, path: [], ...(taken !== undefined && { taken }) };
}

/** JavaScript: the type of a parameter in the function's JSDoc comment. */
function documentedParameter(a: Analysis, of: { function: number; parameter: number }, scope: Scope): TypeExpr | null {
  const { tree } = a;
  const doc = jsdocBefore(a, of.function);
  const parameters = tree.child(of.function, "parameters");
  if (doc === null || parameters === -1) return null;
  const parameter = parameterNodes(a, parameters)[of.parameter];
  const type = parameter === undefined ? null : jsdocParameter(doc, tree.text(parameter));
  return type === null ? null : jsdocTypeName(a, type, scope);
}

/** JavaScript: the type of a variable in the comment before it. */
function documentedValue(a: Analysis, value: number, scope: Scope): TypeExpr | null {
  const type = jsdocTyped(a, a.tree.parent(value));
  return type === null ? null : jsdocTypeName(a, type, scope);
}

/** The type of the value that a pattern takes a local from; null if it is not evident. */
export function valueOfPattern(a: Analysis, binding: Extract<Binding, { is: "local" }>): TypeExpr | null {
  const whole = { ...binding, steps: [] };
  return typeOfWalk(resolveLocal(a, whole, LONGEST_ALIAS_CHAIN));
}

/** The type of a parameter without an annotation: by the JSDoc comment, or by the place of the function, as for a callback. */
function parameterType(
  a: Analysis,
  { scope, of, self, classSymbol }: Extract<Binding, { is: "local" }>,
): TypeExpr | null {
  if (of === null) return null;
  const documented = documentedParameter(a, of, scope);
  if (documented !== null) return documented;
  const context = contextOf(a, of.function, { scope: scope.parent ?? scope, self, classSymbol });
  return context === null ? null : withSteps(context, parameterStep(of.parameter));
}

/** Resolves `A.B.C` of an import alias. */
function resolveEntity(a: Analysis, entity: number, scope: Scope): Resolved | null {
  const [first = "", ...path] = a.tree
    .text(entity)
    .split(".")
    .map((name) => name.trim());
  const binding = lookUpValue(scope.parent ?? scope, first) ?? lookUpValue(scope, first);
  if (binding !== null && binding.is === "alias") return UNKNOWN;
  const root = binding === null ? ({ in: "free", name: first } as const) : resolveBinding(a, binding, 0)?.root;
  return root === undefined ? null : { root, path };
}
