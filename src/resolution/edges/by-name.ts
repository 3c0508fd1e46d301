/** Calls that only their names tell of: on values of unknown types. */
import { nth } from "../../base/need.js";
import type { EdgeKind } from "../../model/edge.js";
import { flattenStep } from "../../model/flat-types.js";
import type { Reference } from "../../model/parse-result.js";
import { isStep, VALUE } from "../../model/steps.js";
import { declsOf } from "../name-index.js";
import { type Decl, nodeIdOf, symbolOf } from "../program-file.js";
import type { Work } from "../semantics.js";
import { emit, MOST_OVERLOADS } from "./emit.js";
import { lastNameOf } from "./last-name.js";
import { areOverloads, ofMeaning, overloads } from "./targets.js";
import { addEdge, addUnresolved, unresolvedEdge } from "./work.js";

/** A call has an edge to each of at most this many symbols of its name; more say nothing. */
const MOST_CANDIDATES = 4;

/** Of a name at most this many symbols are looked through for the few that fit. */
const MOST_CONSIDERED = 60;

/** Adds a use of a member of the value that a library probably calls a lambda with, never as exact; false where no value is likely. */
export function likelyUse(work: Work, index: number, kind: EdgeKind): boolean {
  const reference = nth(work.parse.references, index);
  const place = work.expressions?.likely(index);
  if (place?.is !== "symbols") return false;
  const targets = overloads(ofMeaning(place.decls, kind === "calls" ? "call" : "value"), reference);
  if (targets.length === 0 || targets.length > MOST_OVERLOADS) return false;
  work.isLikely = true;
  emit(work, reference, kind, { decls: targets, imported: place.imported });
  work.isLikely = false;
  return true;
}

/** A member call on a receiver of unknown type: it has edges only if the project has one such member, or a few. */
export function callByName(work: Work, reference: Reference): void {
  const { program, file } = work;
  // `t()` of `const { t } = useTranslation()` has no receiver: a class with a member of that name says nothing about it.
  const isTaken = reference.path.length === 2 && reference.path[0] === VALUE;
  const last = isTaken ? undefined : reference.path.at(-1);
  const name = last === undefined ? undefined : flattenStep(last);
  if (name === undefined || file.language.runtimeMembers.has(name)) {
    addUnresolved(work, reference, name === undefined ? "unknown-value" : "unknown-receiver", name ?? null);
    return;
  }
  const { name: family, edges } = work.semantics;
  const found = oneOfSeveral(work, reference, "member", program.index.families[family]?.members.get(name), (decl) =>
    edges.mayBeCalled(work, reference, decl),
  );
  if (found !== "some") addUnresolved(work, reference, found === "none" ? "unknown-receiver" : "too-many", name);
}

/** Adds a call of the only symbol that fits, or of each of a few; answers whether any fit, or too many. */
export function oneOfSeveral(
  work: Work,
  reference: Reference,
  purpose: "member" | "extension",
  packed: readonly number[] | undefined,
  fits: (decl: Decl) => boolean,
): "none" | "some" | "too many" {
  if (packed === undefined) return "none";
  if (packed.length > MOST_CONSIDERED) return "too many";
  const { members } = work.program.caches;
  const { argumentCount, typeArgumentCount, argumentNames } = reference;
  // Swift: `.name(…)` has fewer that fit.
  const dot = isStep(reference.path.at(-2), "self") ? "." : "";
  const key = `${purpose} ${dot}${lastNameOf(work.file, reference)} ${argumentCount} ${typeArgumentCount} ${argumentNames?.join()}`;
  let targets = members.get(key);
  if (targets === undefined) {
    const fitting = declsOf(work.program.index, packed).filter(fits);
    targets = overloads(work.semantics.edges.withoutHidden(work.program, work.file, fitting), reference);
    members.set(key, targets);
  }
  if (targets.length > 1 && work.expressions !== null) targets = work.expressions.narrowed(reference, targets);
  const first = targets[0];
  if (first === undefined) return "none";
  if (targets.length > (areOverloads(targets) ? MOST_OVERLOADS : MOST_CANDIDATES)) return "too many";
  const { isLikely, hasNamesakes } = work.semantics.edges.likelihood(work, reference, targets);
  const isOne = targets.length === 1 && isLikely;
  const { from, line } = reference;
  const tier = isOne ? "unique" : "candidate";
  const rule = isOne ? "unique-name" : "same-name";
  for (const target of targets)
    addEdge(work, { source: from, kind: "calls", tier, rule, line, target: nodeIdOf(target) });
  if (hasNamesakes) addEdge(work, unresolvedEdge(reference, "calls", "unknown-receiver", symbolOf(first).name));
  return "some";
}
