/** Edges from a reference to the symbols that it was found to mean. */
import { nth } from "../../base/need.js";
import type { EdgeKind, EdgeRule, EdgeTier } from "../../model/edge.js";
import type { Reference } from "../../model/parse-result.js";
import { asValue } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, parentAt, symbolOf } from "../program-file.js";
import type { Work } from "../semantics.js";
import { areParts } from "./targets.js";
import { addEdge, addUnresolved } from "./work.js";

/** At most this many overloads of a method that is known to be meant get an edge each. */
export const MOST_OVERLOADS = 16;

/** The tier of edges to a number of targets. */
export function tierOf(imported: boolean, targets: number): EdgeTier {
  if (targets > 1) return "candidate";
  return imported ? "import" : "exact";
}

/** The rule that led from the symbol `from` to the targets. `receiver`: the place that they are members of, if any. */
export function ruleOf(work: Work, from: number, imported: boolean, targets: Decl[], receiver: Place | null): EdgeRule {
  if (targets.length > 1 && !areParts(work.program, targets)) return "overload";
  return work.semantics.edges.ruleOf(work, from, imported, nth(targets, 0), receiver);
}

/** The rule of a member that the type of its receiver has, or inherits; null where the receiver is not of a type of the project. */
export function ruleOfReceiver(program: Program, target: Decl, receiver: Place | null): EdgeRule | null {
  const ownerId = target.file.nodeIds[symbolOf(target).parent];
  const value = receiver === null ? null : asValue(program, receiver);
  const types =
    value?.is === "several"
      ? value.members.filter((type) => type.is === "instance")
      : value?.is === "instance"
        ? [value]
        : [];
  if (types.length === 0) return null;
  const isOwn = types.some(({ decls }) => decls.some((decl) => nodeIdOf(decl) === ownerId));
  return isOwn ? "receiver-type" : "inherited";
}

/** The rule of a member that is named without a receiver: of a type around the name, of a base of one, or by a static import. Null for other targets. */
export function ruleOfBareName({ file }: Work, from: number, target: Decl, mayBeStatic: boolean): EdgeRule | null {
  const { parent } = symbolOf(target);
  const owner = target.file.symbols[parent];
  if (owner === undefined || !isTypeKind(owner.kind)) return null;
  const ownerId = target.file.nodeIds[parent];
  for (let index = from; index > 0; index = parentAt(file, index)) if (file.nodeIds[index] === ownerId) return "scope";
  return mayBeStatic && file.imports.some((item) => item.kind === "static") ? "import" : "inherited";
}

/** The symbols that a reference was found to mean. */
export interface Targets {
  readonly decls: Decl[];
  readonly imported: boolean;
  /** The place that they are members of; null or left out for none. */
  readonly receiver?: Place | null;
}

/** Adds the edges from a reference to its targets. */
export function emit(work: Work, reference: Reference, kind: EdgeKind, meant: Targets): void {
  const { decls: targets, receiver = null } = meant;
  const first = targets[0];
  if (first === undefined) return;
  if (targets.length > MOST_OVERLOADS) {
    if (kind === "calls") addUnresolved(work, reference, "too-many", symbolOf(first).name);
    return;
  }
  // The member of a part of a union or an intersection may stand in another file than the type.
  const imported = meant.imported || (work.file.traits.hasModules && targets.every(({ file }) => file !== work.file));
  const tier = tierOf(imported, areParts(work.program, targets) ? 1 : targets.length);
  const rule = isImplicitConstructor(reference, kind, first)
    ? "implicit-constructor"
    : ruleOf(work, reference.from, imported, targets, receiver);
  const { from, line } = reference;
  for (const target of targets) {
    addEdge(work, { source: from, kind, tier, rule, line, target: nodeIdOf(target) });
    for (const source of work.semantics.edges.sourcesOf(work.program, target))
      addEdge(work, { source: from, kind, tier, rule, line, target: nodeIdOf(source) });
  }
}

/** Whether a call is `base(…)` or `super(…)` and its target a class, which then declares no constructor. */
function isImplicitConstructor({ kind, root, path }: Reference, edge: EdgeKind, target: Decl): boolean {
  const isInitializer = kind === "call" && path.length === 0 && (root.in === "super" || root.in === "this");
  return edge === "calls" && isInitializer && isTypeKind(symbolOf(target).kind);
}
