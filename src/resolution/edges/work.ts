/** The work on the edges of one file: what is known of the file, the edges so far, and how an edge is added to them. */
import { EDGE_KINDS, type Edge, type EdgeKind, type UnresolvedReason, unresolvedTarget } from "../../model/edge.js";
import { externalId } from "../../model/node-id.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import { isDeclaredName } from "../name-index.js";
import type { External } from "../place.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import type { Expressions, Work } from "../semantics.js";
import { lastNameOf, nameBeforeLast } from "./last-name.js";

/** Begins the work on a file. */
export function createWork(program: Program, file: ProgramFile, parse: ParseResult): Work {
  const semantics = program.semanticsOf(file);
  return {
    program,
    file,
    parse,
    semantics,
    expressions: semantics.edges.createExpressions(program, file, parse),
    edges: [],
    seen: new Map(),
    externals: new Map(),
    implemented: new Set(),
    overridden: new Set(),
    unresolvedCalls: 0,
    isGuess: false,
    isLikely: false,
    walked: null,
    expected: null,
  };
}

/** The look-ups of expressions of a file whose family has them. */
export function expressionsOf({ expressions, file }: Work): Expressions {
  if (expressions === null) throw new Error(`${file.path} has no expressions`);
  return expressions;
}

/** Adds an edge unless there is one of the same source, kind, line and target. */
export function addEdge(work: Work, edge: Edge): void {
  const { source, kind, tier, line, target } = edge;
  const { file, seen } = work;
  let edgesTo = seen.get(target);
  if (edgesTo === undefined) {
    edgesTo = new Set();
    seen.set(target, edgesTo);
  }
  const known = edgesTo.size;
  edgesTo.add((line * file.symbols.length + source) * EDGE_KINDS.length + EDGE_KINDS.indexOf(kind));
  if (edgesTo.size === known) return;
  const isUnsure = (work.isGuess && tier === "import") || (work.isLikely && (tier === "import" || tier === "exact"));
  if (isUnsure) edge.tier = "unique";
  work.edges.push(edge);
}

/** Adds an edge to a symbol outside the project, and that symbol. */
export function addExternal(
  work: Work,
  { source, kind, line }: Pick<Edge, "source" | "kind" | "line">,
  place: External,
): void {
  const { externals } = work;
  // A member of `new { Name = "x" }` is declared nowhere.
  if (place.isNameless === true) return;
  const name = place.name === "" ? "*" : place.name;
  const { module, isOwn } = work.semantics.edges.moduleOfExternal(work, { ...place, name }, kind);
  const key = module === null ? name : `${module}\0${name}`;
  let external = externals.get(key);
  if (external === undefined) {
    external = { nodeId: externalId(module, name), name, module };
    externals.set(key, external);
  }
  const rule = isOwn ? "not-indexed" : "library";
  addEdge(work, { source, kind, tier: "external", rule, line, target: external.nodeId });
}

/** Counts a call without a target. A name, if one is known, lets symbols of that name count the call too. */
export function addUnresolved(
  work: Work,
  reference: Reference,
  reason: UnresolvedReason,
  given: string | null = lastNameOf(work.file, reference),
): void {
  const { program, file } = work;
  work.unresolvedCalls++;
  // The default export of a module has another name there.
  const name = given === "default" ? null : given;
  // `bound.call(value)` calls `bound`, whatever that holds.
  const called = file.traits.callsOfFunctions.has(name ?? "") ? nameBeforeLast(file, reference) : null;
  if (called !== null && isDeclaredName(program.index, called))
    addEdge(work, unresolvedEdge(reference, "calls", "unknown-value", called));
  // A member that nothing in the project declares is a library's, whatever the type of the value.
  const isOutside = reason === "unknown-receiver" && name !== null && !isDeclaredName(program.index, name);
  addEdge(work, unresolvedEdge(reference, "calls", isOutside ? "undeclared-name" : reason, name ?? ""));
}

/** An edge to every symbol of a name, from a use without a known target. */
export function unresolvedEdge(
  { from, line }: Pick<Reference, "from" | "line">,
  kind: EdgeKind,
  rule: UnresolvedReason,
  name: string,
): Edge {
  return { source: from, kind, tier: "unresolved", rule, line, target: unresolvedTarget(name) };
}
