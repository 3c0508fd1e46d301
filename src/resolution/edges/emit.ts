/** Edges from a reference to the symbols that it was found to mean. */

import type { EdgeKind, EdgeRule, EdgeTier } from "../../model/edge.js";
import type { Reference } from "../../model/parse-result.js";
import { childrenNamed } from "../declarations.js";
import { asValue } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, symbolOf } from "../program-file.js";
import { areParts } from "./targets.js";
import { addEdge, addUnresolved, type Work } from "./work.js";

/** At most this many overloads of a method that is known to be meant get an edge each. */
export const MAX_OVERLOADS = 16;

/** The tier of edges to a number of targets. */
export function tierOf(imported: boolean, targets: number): EdgeTier {
  if (targets > 1) return "candidate";
  return imported ? "import" : "exact";
}

/** The rule that led from the symbol `from` to the targets. `receiver`: the place that they are members of, if any. */
export function ruleOf(
  { program, file }: Work,
  from: number,
  imported: boolean,
  targets: Decl[],
  receiver: Place | null,
): EdgeRule {
  const target = targets[0]!;
  if (targets.length > 1 && !areParts(program, targets)) return "overload";
  if (file.isCsharp && symbolOf(target).kind === "constructor") return imported ? "import" : "scope";
  const owner = target.file.symbols[symbolOf(target).parent];
  const ownerId = target.file.nodeIds[symbolOf(target).parent];
  const value = receiver === null ? null : asValue(program, receiver);
  if (file.isCsharp && symbolOf(target).extends !== null && value !== null && isNoType(value)) return "extension";
  const types =
    value?.is === "several"
      ? value.members.filter((type) => type.is === "instance")
      : value?.is === "instance"
        ? [value]
        : [];
  if (types.length > 0) {
    const isOwn = types.some(({ decls }) => decls.some((decl) => nodeIdOf(decl) === ownerId));
    return isOwn ? "receiver-type" : "inherited";
  }
  if (!file.isCsharp || receiver !== null || owner === undefined || !isTypeKind(owner.kind)) {
    return imported ? "import" : "scope";
  }
  // A C# name without a receiver: a member of a type around it, of a base of one, or by `using static`.
  for (let at = from; at > 0; at = file.symbols[at]!.parent) if (file.nodeIds[at] === ownerId) return "scope";
  return symbolOf(target).isStatic && file.imports.some(({ kind }) => kind === "static") ? "import" : "inherited";
}

function isNoType(place: Place): boolean {
  return place.is !== "symbols" || !isTypeKind(symbolOf(place.decls[0]!).kind);
}

/** Adds the edges from a reference to its targets. `receiver`: the place that they are members of, if any. */
export function emit(
  work: Work,
  reference: Reference,
  kind: EdgeKind,
  targets: Decl[],
  isImported: boolean,
  receiver: Place | null = null,
): void {
  if (targets.length === 0) return;
  if (targets.length > MAX_OVERLOADS) {
    if (kind === "calls") addUnresolved(work, reference, "too-many", symbolOf(targets[0]!).name);
    return;
  }
  // The member of a part of a union or an intersection may stand in another file than the type.
  const imported = isImported || (!work.file.isCsharp && targets.every(({ file }) => file !== work.file));
  const tier = tierOf(imported, areParts(work.program, targets) ? 1 : targets.length);
  const rule = isImplicitConstructor(reference, kind, targets[0]!)
    ? "implicit-constructor"
    : ruleOf(work, reference.from, imported, targets, receiver);
  const { from, line } = reference;
  for (const target of targets) {
    addEdge(work, { source: from, kind, tier, rule, line, target: nodeIdOf(target) });
    for (const source of sourcesOf(work.program, target))
      addEdge(work, { source: from, kind, tier, rule, line, target: nodeIdOf(source) });
  }
}

/** Whether a call is `base(…)` or `super(…)` and its target a class, which then declares no constructor. */
function isImplicitConstructor({ kind, root, path }: Reference, edge: EdgeKind, target: Decl): boolean {
  const isInitializer = kind === "call" && path.length === 0 && (root.in === "super" || root.in === "this");
  return edge === "calls" && isInitializer && isTypeKind(symbolOf(target).kind);
}

/** The symbol in the JavaScript file beside a declaration file: `index.d.ts` speaks for `index.js`. */
export function sourcesOf(program: Program, { file, index }: Decl): Decl[] {
  const symbol = file.symbols[index]!;
  if (!file.isDeclarationFile || symbol.parent !== 0 || isNoValueKind(symbol.kind)) return [];
  const source = program.files.get(file.path.replace(/\.d\.([mc]?)ts$/, ".$1js"));
  if (source === undefined) return [];
  const named = childrenNamed(program, source, 0, symbol.name).find((at) => source.symbols[at]!.isExported);
  return named === undefined ? [] : [{ file: source, index: named }];
}

function isNoValueKind(kind: string): boolean {
  return kind === "interface" || kind === "type";
}
