/**
 * Adds the facts of conditions to the types of locals. The facts become part of the type (`NarrowedType`): the types of a union that remain are
 * decided in resolution/, where all files are known.
 */
import type { TypeExpr } from "../../model/parse-result.js";
import { literal, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, Standpoint } from "./analysis.js";
import { type Fact, lookUpValue } from "./scope.js";
import { unwrap } from "./syntax-helpers.js";
import { isPrimitive, literalType, sizeOf, typeOfWalk, unionOf } from "./type-names.js";
import { typeNameOf } from "./types.js";
import { walkOf } from "./values.js";

/** See `LARGEST_TYPE` in values.ts. */
const LARGEST_NARROWED = 30;
/** A type holds at most this many conditions. */
const MOST_CONDITIONS = 4;
/** At most this many values are excluded from a property by several conditions. */
const MOST_EXCLUDED = 6;

const FALSY = ["false", "null", "undefined"].map(literal);
const TRUE = [literal("true")];

/** The type that remains when a fact holds; null if the fact does not change it. */
export function narrowedType(a: Analysis, type: TypeExpr | null, fact: Fact, from: Standpoint): TypeExpr | null {
  const { test, isTrue } = fact;
  switch (test.is) {
    case "instance":
      return isTrue ? typeNameOf(a, test.of, from.scope) : withTest(a, type, test.of, from, isTrue);
    case "guarded":
      return isPlainFunction(a, test.by, from) ? null : withTest(a, type, test.by, from, isTrue);
    case "property": {
      const values = test.values.map((value) => constantType(a, value, from));
      const known = values.filter((value) => value !== null);
      const isOpen = isTrue ? known.length < values.length : values.length > 0 && known.length === 0;
      return type === null || isOpen ? null : withCondition(a, type, isTrue, test.property, known);
    }
    case "truthy":
      return type === null ? null : withCondition(a, type, false, test.property, isTrue ? FALSY : TRUE);
    case "either": {
      const both = [test.one, test.other].map((facts) =>
        facts.reduce((known, each) => narrowedType(a, known, each, from) ?? known, type),
      );
      const union = both.includes(null) ? null : unionOf(both);
      return union === null || sizeOf(a, union) > LARGEST_NARROWED ? null : union;
    }
    default:
      return null;
  }
}

/** The type with the test of a class or a type guard. The type before the test may be unknown. */
function withTest(
  a: Analysis,
  type: TypeExpr | null,
  node: number,
  from: Standpoint,
  isTrue: boolean,
): TypeExpr | null {
  const walk = type === null && !isTrue ? null : walkOf(a, node, from);
  const by = walk === null ? null : typeOfWalk(walk);
  return by === null ? null : withCondition(a, type, isTrue, null, [by]);
}

/** The type with one condition on it, or on one of its properties. */
function withCondition(
  a: Analysis,
  type: TypeExpr | null,
  isTrue: boolean,
  property: string | null,
  args: TypeExpr[],
): TypeExpr | null {
  const before = property === null || args.length === 0 ? null : splitExclusion(type, property);
  if (before !== null) {
    // A property that is one of some values is not one of the others: the exclusion is dropped. Two exclusions become one.
    if (isTrue) return withCondition(a, before.of, isTrue, property, args);
    if (before.values.length + args.length > MOST_EXCLUDED) return null;
    return withCondition(a, before.of, isTrue, property, [...before.values, ...args]);
  }
  const isPlain = type !== null && (isPrimitive(type) || sizeOf(a, type) > LARGEST_NARROWED);
  if (isPlain || conditionsOf(type) >= MOST_CONDITIONS) return null;
  return { kind: "narrowed", of: type ?? UNKNOWN_TYPE, isTrue, property, by: args };
}

/** Splits a type whose last condition excludes values of a property into the type before it and these values; null for any other type. */
function splitExclusion(type: TypeExpr | null, property: string): { of: TypeExpr; values: TypeExpr[] } | null {
  if (type?.kind !== "narrowed" || type.isTrue || type.property !== property) return null;
  return type.by.length === 0 ? null : { of: type.of, values: type.by };
}

/** Counts the conditions in a type. */
function conditionsOf(type: TypeExpr | null): number {
  if (type?.kind === "narrowed") return 1 + conditionsOf(type.of);
  return type?.kind === "union" ? type.of.reduce((sum, each) => sum + conditionsOf(each), 0) : 0;
}

/** Whether a name is a function of this file that is declared not to be a type guard. */
function isPlainFunction(a: Analysis, node: number, { scope }: Standpoint): boolean {
  const binding = a.tree.type(node) === "identifier" ? lookUpValue(scope, a.tree.text(node)) : null;
  return binding?.is === "symbol" && symbolOf(a, binding.symbol).returnType?.includes(" is ") === false;
}

/** The type of a constant: `"a"`, `Kind.A`. Null for any other expression. */
function constantType(a: Analysis, node: number, from: Standpoint): TypeExpr | null {
  const inner = unwrap(a.tree, node);
  const literal = literalType(a.tree, inner);
  if (literal !== null) return literal;
  let first = inner;
  while (a.tree.type(first) === "member_expression") first = a.tree.child(first, "object");
  // The value of a local may vary.
  if (first === -1 || /^(?:local|narrowed)$/.test(lookUpValue(from.scope, a.tree.text(first))?.is ?? "")) return null;
  const walk = walkOf(a, inner, from);
  const isNamed = walk !== null && (walk.root.in === "file" || walk.root.in === "import" || walk.root.in === "free");
  return isNamed ? typeOfWalk(walk) : null;
}
