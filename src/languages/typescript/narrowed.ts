/** The types of locals where conditions say something of them; which types of a union that leaves is decided where all files are known. */

import { type TypeName, UNION, WHERE, WHERE_NOT } from "../../model/parse-result.js";
import type { Analysis, Standpoint } from "./analysis.js";
import { type Fact, lookUpValue } from "./scope.js";
import { unwrap } from "./syntax-helpers.js";
import { freeType, isPrimitive, literal, literalType, sizeOf, typeOfWalk, unionOf } from "./type-names.js";
import { typeNameOf } from "./types.js";
import { walkOf } from "./values.js";

/** See `LARGEST_TYPE` of values; and so many conditions are known of one type, and so many values it has not by several. */
const LARGEST_NARROWED = 30;
const MOST_CONDITIONS = 4;
const MOST_EXCLUDED = 6;

const FALSY = ["false", "null", "undefined"].map(literal);
const TRUE = [literal("true")];

/** What a condition leaves of a type; null where it says nothing of it. */
export function narrowedType(a: Analysis, type: TypeName | null, fact: Fact, from: Standpoint): TypeName | null {
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

/** What a function or a class tells of a value, of which nothing else need be known. */
function withTest(
  a: Analysis,
  type: TypeName | null,
  node: number,
  from: Standpoint,
  isTrue: boolean,
): TypeName | null {
  const walk = type === null && !isTrue ? null : walkOf(a, node, from);
  const by = walk === null ? null : typeOfWalk(walk);
  return by === null ? null : withCondition(a, type, isTrue, null, [by]);
}

function withCondition(
  a: Analysis,
  type: TypeName | null,
  isTrue: boolean,
  property: string | null,
  args: TypeName[],
): TypeName | null {
  const before = property === null || args.length === 0 ? null : splitExclusion(type, property);
  if (before !== null) {
    // What is one of some values need not be said to be none of others; and what is none of several is said once.
    if (isTrue) return withCondition(a, before.of, isTrue, property, args);
    if (before.values.length + args.length > MOST_EXCLUDED) return null;
    return withCondition(a, before.of, isTrue, property, [...before.values, ...args]);
  }
  const isPlain = type !== null && (isPrimitive(type) || sizeOf(a, type) > LARGEST_NARROWED);
  if (isPlain || conditionsOf(type) >= MOST_CONDITIONS) return null;
  const narrowed = freeType(isTrue ? WHERE : WHERE_NOT, [type, ...args]);
  return property === null ? narrowed : { ...narrowed, path: [property] };
}

/** A type without the last that is said of it, where that is which values a property has not. */
function splitExclusion(type: TypeName | null, property: string): { of: TypeName; values: TypeName[] } | null {
  if (type?.root.in !== "free" || type.root.name !== WHERE_NOT || type.path[0] !== property) return null;
  const [of, ...values] = type.args!;
  return values.length === 0 ? null : { of: of!, values };
}

/** How many conditions a type is made of. */
function conditionsOf(type: TypeName | null): number {
  if (type?.root.in !== "free" || !CONDITIONAL.has(type.root.name)) return 0;
  const inner = type.root.name === UNION ? type.args! : type.args!.slice(0, 1);
  return inner.reduce((sum, each) => sum + conditionsOf(each), type.root.name === UNION ? 0 : 1);
}

const CONDITIONAL: ReadonlySet<string> = new Set([WHERE, WHERE_NOT, UNION]);

/** Whether a name is that of a function of this file that tells nothing. */
function isPlainFunction(a: Analysis, node: number, { scope }: Standpoint): boolean {
  const binding = a.tree.type(node) === "identifier" ? lookUpValue(scope, a.tree.text(node)) : null;
  return binding?.is === "symbol" && a.symbols[binding.symbol]!.returnType?.includes(" is ") === false;
}

/** The type that a constant is of, or the constant itself: `"a"`, `Kind.A`. Null for what is none. */
function constantType(a: Analysis, node: number, from: Standpoint): TypeName | null {
  const at = unwrap(a.tree, node);
  const literal = literalType(a.tree, at);
  if (literal !== null) return literal;
  let first = at;
  while (a.tree.type(first) === "member_expression") first = a.tree.child(first, "object");
  // A local may hold one of several.
  if (first === -1 || /^(?:local|narrowed)$/.test(lookUpValue(from.scope, a.tree.text(first))?.is ?? "")) return null;
  const walk = walkOf(a, at, from);
  const isNamed = walk !== null && (walk.root.in === "file" || walk.root.in === "import" || walk.root.in === "free");
  return isNamed ? typeOfWalk(walk) : null;
}
