/** The values that names are given after their declaration: what a variable is that is declared without one. */

import type { TypeName } from "../../model/parse-result.js";
import type { Analysis, Standpoint } from "./analysis.js";
import { type Binding, markAssigned } from "./scope.js";
import { unionOf } from "./type-names.js";
import { typeOfValue } from "./values.js";

/** A name that is given more values than these may be anything. */
const MOST_GIVEN = 4;
const NOTHING = /^(?:null|undefined)$/;

type Local = Extract<Binding, { is: "local" }>;

/** Binds the assignments of the file to the names that they give a value. */
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

/** Whether a declaration says neither a type nor a value. */
function isDeclaredEmpty({ tree }: Analysis, { type, value, steps }: Local): boolean {
  return type === -1 && steps.length === 0 && (value === -1 || NOTHING.test(tree.text(value)));
}

/** A variable that is a symbol is what it is given, as a function is what it returns. */
function giveSymbol(a: Analysis, binding: Extract<Binding, { is: "symbol" }>, value: number, open: Set<Binding>): void {
  const { kind } = a.symbols[binding.symbol]!;
  const source = a.typeSources.get(binding.symbol);
  const isEmpty = source === undefined || (source.type === -1 && !source.doc && NOTHING.test(textOf(a, source.value)));
  if (kind !== "variable" || open.has(binding) || !isEmpty) return;
  const given = source?.returned ?? [];
  if (value === -1 || given.length === MOST_GIVEN) {
    a.typeSources.delete(binding.symbol);
    open.add(binding);
    return;
  }
  const scope = a.scopes[binding.symbol]!;
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

/** The type of the values that a local is given; null where they are not known. */
export function typeOfGiven(a: Analysis, { given, self, classSymbol }: Local): TypeName | null {
  const from = (scope: Standpoint["scope"]): Standpoint => ({ scope, self, classSymbol });
  return given === undefined ? null : unionOf(given.map(({ value, scope }) => typeOfValue(a, value, from(scope))));
}
