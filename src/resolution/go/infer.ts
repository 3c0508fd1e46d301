/** The type arguments of a call of a generic function, as its arguments tell them. */
import type { TypeExpr } from "../../model/parse-result.js";
import type { Ask, Site } from "./ask.js";
import { underlyingOf } from "./members.js";
import type { Bindings, GoType } from "./type.js";

/** Binds the type parameters of a function by the types of its arguments. */
export function bind(
  ask: Ask,
  site: Site,
  env: Map<string, GoType>,
  parameters: readonly (TypeExpr | null)[],
  given: readonly GoType[],
): void {
  const inference: Inference = { ask, site, env };
  given.forEach((type, index) => {
    const last = parameters.length - 1;
    const parameter = parameters[Math.min(index, last)] ?? null;
    if (parameter === null || (index > last && parameter.kind !== "rest")) return;
    unify(inference, parameter.kind === "rest" && parameter.of !== null ? parameter.of : parameter, type, 0);
  });
}

const MOST_DEPTH = 12;

/** The type parameters of a function that are known so far, and where its call stands. */
interface Inference {
  readonly ask: Ask;
  readonly site: Site;
  readonly env: Map<string, GoType>;
}

function unify(inference: Inference, written: TypeExpr, type: GoType, depth: number): void {
  const { ask, site, env } = inference;
  if (type.is === "unknown" || depth > MOST_DEPTH) return;
  if (written.kind === "function") {
    const under = underlyingOf(ask, site.program, type);
    if (under.is !== "function") return;
    written.parameters.forEach((each, index) => {
      const given = under.parameters[index];
      if (given !== undefined) unify(inference, each, given, depth + 1);
    });
    const results = written.result.kind === "tuple" ? written.result.of : [written.result];
    results.forEach((each, index) => {
      const given = under.results[index];
      if (given !== undefined) unify(inference, each, given, depth + 1);
    });
    return;
  }
  if (written.kind !== "named") return;
  const { root, args = [] } = written;
  if (root.in === "parameter") {
    if (!env.has(root.name)) env.set(root.name, type);
    // `func F[S ~[]E, E any](s S)`: the bound of S tells E.
    if (root.bound !== null && root.bound.kind === "named" && root.bound.args !== undefined)
      unify(inference, root.bound, type, depth + 1);
    return;
  }
  const [first, second] = args;
  if (first === undefined) return;
  const inner = (expr: TypeExpr | undefined, of: GoType | undefined) => {
    if (expr !== undefined && of !== undefined) unify(inference, expr, of, depth + 1);
  };
  if (type.is === "named" || type.is === "outside") {
    const isBuilt = root.in === "free" && /^(?:\*|\[|map$|(?:<-)?chan)/.test(root.name);
    if (!isBuilt) {
      for (const [index, arg] of args.entries()) inner(arg, type.args[index]);
      return;
    }
  }
  const under = underlyingOf(ask, site.program, type);
  if (under.is === "pointer" || under.is === "list" || under.is === "chan") inner(first, under.of);
  else if (under.is === "map") {
    inner(first, under.key);
    inner(second, under.of);
  }
}

/** The meanings of the type parameters of a receiver, `(p Pair[A, B])`, by the names that the method gives them. */
export function parametersFrom(receiver: TypeExpr, env: Bindings, names: readonly string[]): Bindings {
  if (env.size === 0) return env;
  let current = receiver;
  while (
    current.kind === "named" &&
    current.root.in === "free" &&
    current.root.name === "*" &&
    current.args?.[0] !== undefined
  )
    current = current.args[0];
  const own = new Map<string, GoType>();
  if (current.kind === "named")
    for (const [position, arg] of (current.args ?? []).entries()) {
      const type = env.get(names[position] ?? "");
      if (arg.kind === "named" && arg.root.in === "parameter" && type !== undefined) own.set(arg.root.name, type);
    }
  return own;
}
