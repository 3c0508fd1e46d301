/** The work on the edges of one file: what is known of the file, the edges so far, and how an edge is added to them. */

import { EDGE_KINDS, type Edge, type EdgeKind, type UnresolvedReason, unresolvedTarget } from "../../model/edge.js";
import { externalId } from "../../model/node-id.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import { absentProject } from "../csharp/absent.js";
import { type CsharpValues, createCsharpValues } from "../csharp/values.js";
import { isDeclaredName } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import { lastNameOf, nameBeforeLast } from "./last-name.js";

export interface ExternalSymbol {
  nodeId: string;
  name: string;
  module: string | null;
}

/** A place, and the place that it is a member of, if any. */
export interface Walked {
  place: Place;
  receiver: Place | null;
}

export interface Work {
  readonly program: Program;
  readonly file: ProgramFile;
  readonly parse: ParseResult;
  /** The meanings of the expressions in a C# file; null for other languages. */
  readonly csharp: CsharpValues | null;
  readonly edges: Edge[];
  /** By target: the source, kind and line of each edge to it, as one number. */
  readonly seen: Map<string, Set<number>>;
  readonly externals: Map<string, ExternalSymbol>;
  /** The types that object literals say they implement: see `implementedAt`. */
  readonly implemented: Set<string>;
  unresolvedCalls: number;
  /** Whether edges from here on start from an import whose module is a guess: they are less sure than others. */
  isGuess: boolean;
  /** The last reference that was resolved, kept for `walk`. */
  walked: (Walked & { reference: Reference }) | null;
}

/** Begins the work on a file. */
export function createWork(program: Program, file: ProgramFile, parse: ParseResult): Work {
  return {
    program,
    file,
    parse,
    csharp: file.isCsharp ? createCsharpValues(program, file, parse) : null,
    edges: [],
    seen: new Map(),
    externals: new Map(),
    implemented: new Set(),
    unresolvedCalls: 0,
    isGuess: false,
    walked: null,
  };
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
  if (work.isGuess && (tier === "import" || (tier === "exact" && file.isCsharp))) edge.tier = "unique";
  work.edges.push(edge);
}

/** Adds an edge to a symbol outside the project, and that symbol. */
export function addExternal(
  work: Work,
  { source, kind, line }: Pick<Edge, "source" | "kind" | "line">,
  place: Extract<Place, { is: "external" }>,
): void {
  const { program, file, externals } = work;
  // A member of `new { Name = "x" }` is declared nowhere.
  if (place.name.startsWith("(")) return;
  const name = place.name === "" ? "*" : place.name;
  const project = file.isCsharp ? absentProject(program, file, name, kind === "imports") : null;
  const module = project ?? place.module;
  const key = module === null ? name : `${module}\0${name}`;
  let external = externals.get(key);
  if (external === undefined) {
    external = { nodeId: externalId(module, name), name, module };
    externals.set(key, external);
  }
  const isOwn = project !== null || (place.module !== null && !file.isCsharp && program.isOwnModule(place.module));
  const rule = isOwn ? "not-indexed" : "library";
  addEdge(work, { source, kind, tier: "external", rule, line, target: external.nodeId });
}

const CALLS_OF_FUNCTIONS: ReadonlySet<string> = new Set(["call", "apply"]);

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
  const called = CALLS_OF_FUNCTIONS.has(name ?? "") && !file.isCsharp ? nameBeforeLast(file, reference) : null;
  if (called !== null && isDeclaredName(program.index, called))
    addEdge(work, unresolvedEdge(reference, "calls", "unknown-value", called));
  // A member that nothing in the project declares is a library's, whatever the type of the value.
  const isOutside = reason === "unknown-receiver" && name !== null && !isDeclaredName(program.index, name);
  addEdge(work, unresolvedEdge(reference, "calls", isOutside ? "undeclared-name" : reason, name ?? ""));
}

/** An edge to whatever has a name, from something of which no target is known. */
export function unresolvedEdge(
  { from, line }: Pick<Reference, "from" | "line">,
  kind: EdgeKind,
  rule: UnresolvedReason,
  name: string,
): Edge {
  return { source: from, kind, tier: "unresolved", rule, line, target: unresolvedTarget(name) };
}
