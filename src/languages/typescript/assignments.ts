/** Values that names get after their declaration. They tell the type of a variable that is declared without a value. */
import { nth } from "../../base/need.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, Standpoint } from "./analysis.js";
import { type Binding, markAssigned } from "./scope.js";
import { unionOf } from "./type-names.js";
import { typeOfValue } from "./values.js";

/** A name with more assignments than this has no known type. */
const MOST_GIVEN = 4;
const NOTHING = /^(?:null|undefined)$/;

type Local = Extract<Binding, { is: "local" }>;

/** Adds the assignments of the file to the bindings of the names. */
export function noteAssignments(a: Analysis): void {
  const open = new Set<Binding>();
  for (const { scope, name, value } of a.assignments) {
    const binding = markAssigned(scope, name);
    if (binding === null || (value !== -1 && NOTHING.test(a.tree.text(value)))) continue;
    if (binding.is === "symbol") giveSymbol(a, binding, value, open);
    if (binding.is !== "local" || open.has(binding) || !isDeclaredEmpty(a, binding)) continue;
    binding.given ??= [];
    if (value === -1 || binding.given.push({ value, scope }) > MOST_GIVEN) {
      delete binding.given;
      open.add(binding);
    }
  }
}

/** Whether a declaration has neither a type nor a value. */
function isDeclaredEmpty({ tree }: Analysis, { type, value, steps }: Local): boolean {
  return type === -1 && steps.length === 0 && (value === -1 || NOTHING.test(tree.text(value)));
}

/** Adds a value to a variable that is a symbol. Its type is the union of these, like the type of the values that a function returns. */
function giveSymbol(a: Analysis, binding: Extract<Binding, { is: "symbol" }>, value: number, open: Set<Binding>): void {
  const { kind } = symbolOf(a, binding.symbol);
  const source = a.typeSources.get(binding.symbol);
  const isEmpty = source === undefined || (source.type === -1 && !source.doc && NOTHING.test(textOf(a, source.value)));
  if (kind !== "variable" || open.has(binding) || !isEmpty) return;
  const given = source?.returned ?? [];
  if (value === -1 || given.length === MOST_GIVEN) {
    a.typeSources.delete(binding.symbol);
    open.add(binding);
    return;
  }
  const scope = nth(a.scopes, binding.symbol);
  a.typeSources.set(binding.symbol, {
    scope,
    type: -1,
    value: -1,
    classSymbol: -1,
    ...source,
    returned: [...given, value],
  });
}

function textOf({ tree }: Analysis, node: number): string {
  return node === -1 ? "undefined" : tree.text(node);
}

/** The union of the types of the values that a local gets; null if they are not known. */
export function typeOfGiven(a: Analysis, { given, self, classSymbol }: Local): TypeExpr | null {
  const from = (scope: Standpoint["scope"]): Standpoint => ({ scope, self, classSymbol });
  return given === undefined ? null : unionOf(given.map(({ value, scope }) => typeOfValue(a, value, from(scope))));
}
