/** Conditions on files as SQL over a row `f` of `files`. */
import type { PathCondition } from "../model/path-condition.js";

/** The condition as SQL; its values are added to those of the statement. */
export function sqlOf(condition: PathCondition, values: unknown[]): string {
  const value = (one: unknown): string => `$${values.push(one)}`;
  switch (condition.kind) {
    case "matches": {
      const subject = condition.of === "path" ? "f.path" : "substring(f.path from '[^/]*$')";
      return `${subject} ${condition.ignoresCase ? "~*" : "~"} ${value(condition.source)}`;
    }
    case "below": {
      const path = value(condition.path);
      return `(f.path = ${path} or starts_with(f.path, ${path} || '/'))`;
    }
    case "ends":
      return `exists (select from unnest(${value(condition.endings)}::text[]) ending where right(lower(f.path), length(ending)) = ending)`;
    case "language":
      return `coalesce(f.language = any(${value(condition.languages)}), false)`;
    case "not":
      return `not ${sqlOf(condition.condition, values)}`;
    default: {
      if (condition.conditions.length === 0) return condition.kind === "all" ? "true" : "false";
      const word = condition.kind === "all" ? " and " : " or ";
      return `(${condition.conditions.map((one) => sqlOf(one, values)).join(word)})`;
    }
  }
}
