/** Walks as types and types as walks. */
import { isWalk, type Step, type TypeExpr } from "../../model/parse-result.js";
import { calledStep, VALUE } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import type { Walk } from "./analysis.js";
import { sizeOf } from "./walk-size.js";

/** The type of a value. */
export function typeOfWalk(walk: Walk | null): TypeExpr | null {
  if (walk === null) return null;
  const { root, path } = walk;
  if (root.in === "instance" && path.length === 0) return root.type;
  if (root.in === "unknown") return null;
  return named(root, isWalk(walk) || path.at(-1) === VALUE || isSelf(walk) ? path : [...path, VALUE]);
}

/** `self` itself is of the type of the class. */
const isSelf = ({ root, path }: Walk) => root.in === "this" && path.length === 0;

/** A value of a type, as a walk. */
export function instanceOf(type: TypeExpr | null): Walk | null {
  return type === null ? null : { root: { in: "instance", type }, path: [] };
}

/** The value that steps lead to; null where nothing is known of the first. */
export function after(walk: Walk | null, ...steps: readonly Step[]): Walk | null {
  return walk === null || walk.root.in === "unknown" ? null : { root: walk.root, path: [...walk.path, ...steps] };
}

/** The type of one of several values. Large ones go without the arguments of their calls: each call of a chain doubles them. */
export function alternative(walk: Walk): TypeExpr | null {
  const type = typeOfWalk(walk);
  return type !== null && sizeOf(type) > LARGEST_ALTERNATIVE ? typeOfWalk(withoutArguments(walk)) : type;
}

const LARGEST_ALTERNATIVE = 6;

/** A walk without the arguments of the calls that it begins with. */
function withoutArguments({ root, path }: Walk): Walk {
  if (root.in !== "call") return { root, path };
  const inner = withoutArguments(root.of);
  return { root: inner.root, path: [...inner.path, calledStep(root.arguments.length), ...path] };
}
