/** The declared types of symbols, filled in when all declarations of the file are known. */
import type { ParsedSymbol, TypeExpr } from "../../model/parse-result.js";
import { CALLED, VALUE } from "../../model/steps.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, ParameterSource, TypeSource } from "./analysis.js";
import { resolveProps } from "./component-props.js";
import { jsdocTypeName } from "./jsdoc-types.js";
import { regionAt } from "./regions.js";
import { givenBySchema } from "./schemas.js";
import { firstNamed } from "./syntax-helpers.js";
import { freeType, isPrimitive, literalType, unionOf, withSteps } from "./type-names.js";
import { overloadedType, parameterType, typeNameOf } from "./types.js";
import { namelessMembers, typeOfValue } from "./values.js";

/** Fills in the declared types of all symbols and of their parameters. */
export function resolveDeclaredTypes(a: Analysis): void {
  for (const [index, source] of a.typeSources) resolveDeclaredType(a, index, source);
  for (const [index, source] of a.parameterSources) resolveParameterTypes(a, index, source);
  resolveProps(a);
  for (const [index, { scope, type }] of a.madeSources) {
    const made = typeNameOf(a, type, scope, index);
    if (made !== null) symbolOf(a, index).madeType = made;
  }
  for (const [index, { scope, types }] of a.defaultSources) {
    const named = types.map((type) => (type === -1 ? null : typeNameOf(a, type, scope)));
    if (named.some((type) => type !== null)) symbolOf(a, index).typeDefaults = named;
  }
}

/** Fills in the declared type of a symbol: by its JSDoc comment, else by its annotation, else by its value. */
function resolveDeclaredType(a: Analysis, index: number, source: TypeSource): void {
  const symbol = symbolOf(a, index);
  const { scope, type, doc = null, overloads, isCalled = false, steps = [], classSymbol } = source;
  const documented = doc === null ? null : jsdocTypeName(a, doc, scope, classSymbol);
  if (documented !== null) {
    symbol.declaredType = withSteps(documented, ...steps);
    return;
  }
  if (type === -1) {
    resolveTypeByValue(a, index, source);
    return;
  }
  const named =
    overloads === undefined
      ? typeNameOf(a, type, scope, classSymbol)
      : overloadedType(a, [type, ...overloads], scope, classSymbol);
  const more = isCalled ? [CALLED] : steps;
  symbol.declaredType = named === null || isSelf(named, index) ? null : withSteps(named, ...more);
  if (source.isSchema === true) symbol.declaredType = givenBySchema(a, -1, symbol.declaredType);
}

/** Fills in the declared type of a symbol by its value, or by the values that it returns. */
function resolveTypeByValue(a: Analysis, index: number, source: TypeSource): void {
  const symbol = symbolOf(a, index);
  const { scope, value, returned, steps = [], isAsync = false, classSymbol } = source;
  const isOfInstance = (classSymbol === symbol.parent && classSymbol !== -1) || a.constructors.has(symbol.parent);
  const self = isOfInstance && !symbol.isStatic ? ({ in: "this", type: symbol.parent } as const) : null;
  const from = { scope, self, classSymbol };
  if (returned !== undefined) {
    const types = returned.map((child) => typeOfValue(a, child, { ...from, scope: regionAt(a, child).scope }));
    symbol.declaredType = unionOf(types);
  } else if (value !== -1) symbol.declaredType = constantType(a, symbol, source) ?? typeOfValue(a, value, from);
  if (symbol.declaredType !== null) symbol.declaredType = withSteps(symbol.declaredType, ...steps);
  if (symbol.declaredType !== null && isSelf(symbol.declaredType, index))
    symbol.declaredType = namelessMembers(a, value, from);
  if (source.isSchema === true) symbol.declaredType = givenBySchema(a, value, symbol.declaredType);
  if (isAsync && symbol.declaredType !== null) symbol.declaredType = freeType("Promise", [symbol.declaredType]);
}

/** Fills in the types of a function's parameters and of its `this`. */
function resolveParameterTypes(a: Analysis, index: number, source: ParameterSource): void {
  const { scope, types, self, docs, classSymbol } = source;
  const symbol = symbolOf(a, index);
  const receiver = self === -1 ? null : typeNameOf(a, self, scope, classSymbol);
  if (receiver !== null) symbol.receiverType = receiver;
  const named = types.map((type, position) => {
    if (type !== -1) return parameterType(a, type, scope, classSymbol);
    const doc = docs?.[position] ?? null;
    return doc === null ? null : jsdocTypeName(a, doc, scope);
  });
  // A primitive type only helps to tell overloads apart.
  const useful = named.map((type) => (!symbol.isMergeable && type !== null && isPrimitive(type) ? null : type));
  if (useful.some((type) => type !== null)) symbol.parameterTypes = useful;
}

/** The literal type of a constant or a readonly field; null for any other symbol. */
function constantType({ tree }: Analysis, { kind }: ParsedSymbol, { value, steps = [] }: TypeSource): TypeExpr | null {
  const isAsserted = tree.type(value) === "as_expression" && /\sas\s+const$/.test(tree.text(value).slice(-40));
  const isFixed = kind === "constant" || isAsserted || tree.hasChildOfType(tree.parent(value), "readonly");
  const literal = isAsserted ? firstNamed(tree, value) : value;
  if (!isFixed || steps.length > 0 || /^(?:null|undefined)$/.test(tree.type(literal))) return null;
  return literalType(tree, literal);
}

/** Whether a type is the symbol itself, as for a constant whose value is an object literal. */
function isSelf(type: TypeExpr, symbol: number): boolean {
  if (type.kind !== "named") return false;
  const { root, path } = type;
  return root.in === "file" && root.symbol === symbol && path.length === (path[0] === VALUE ? 1 : 0);
}
