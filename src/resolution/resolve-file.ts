/** From the references of one file to edges over the program. Pure. A target that cannot be decided is a candidate or is counted, never guessed. */
import { nth } from "../base/need.js";
import type { Edge } from "../model/edge.js";
import type { ParseResult, Reference } from "../model/parse-result.js";
import { beginSteps, isSpent, mayDiffer } from "./budget.js";
import { callable } from "./edges/calls.js";
import { startsFrom } from "./edges/guess.js";
import { heritageEdges } from "./edges/heritage.js";
import { overrideEdges } from "./edges/overrides.js";
import { use, valueUse } from "./edges/uses.js";
import { walk } from "./edges/walk.js";
import { addEdge, addUnresolved, createWork } from "./edges/work.js";
import type { Program } from "./program.js";
import { nodeIdAt } from "./program-file.js";
import type { ExternalSymbol, Work } from "./semantics.js";

export interface ResolvedFile {
  edges: Edge[];
  /** The external symbols that edges lead to. */
  externals: ExternalSymbol[];
  /** Calls whose target is not known. */
  unresolvedCalls: number;
  /** Whether the file took more steps than it may (budget.ts): the calls that were left are unresolved, other references are missing. */
  isCut: boolean;
}

/** At most this many types are looked at for the values of one file. */
const MOST_WORK = 1_000_000;

/**
 * The edges that leave the symbols of `path`; `parse` is the parse result that the program was given for it. `decided`: the numbers of references
 * whose edges come from elsewhere; they give none here.
 */
export function resolveFile(
  program: Program,
  path: string,
  parse: ParseResult,
  decided: ReadonlySet<number> = new Set(),
): ResolvedFile {
  const resolved = resolveOnce(program, path, parse, decided);
  if (!mayDiffer(program)) return resolved;
  // Look-ups cached by other files save steps: near the limit, the caches are emptied so that results do not depend on them.
  program.forgetLookups();
  return resolveOnce(program, path, parse, decided);
}

function resolveOnce(program: Program, path: string, parse: ParseResult, decided: ReadonlySet<number>): ResolvedFile {
  beginSteps(program);
  const file = program.files.get(path);
  if (file === undefined) throw new Error(`resolveFile: ${path} is not in the program`);
  beginFile(program);
  program.semanticsOf(file).edges.beginFile(program);
  const work = createWork(program, file, parse);
  containsEdges(work);
  work.semantics.edges.importEdges(work);
  heritageEdges(work);
  overrideEdges(work);
  referenceEdges(work, decided);
  const { edges, externals, unresolvedCalls } = work;
  return { edges, externals: [...externals.values()], unresolvedCalls, isCut: isSpent(program) };
}

/** Empties the caches that serve one file. */
function beginFile(program: Program): void {
  const { caches } = program;
  caches.members.clear();
  caches.walks.roots.clear();
  caches.walks.known.clear();
  caches.work = MOST_WORK;
}

function containsEdges(work: Work): void {
  const { file, parse } = work;
  for (const [child, { parent: source, nameLine: line }] of parse.symbols.entries()) {
    const target = nodeIdAt(file, child);
    // The file itself is in nothing.
    if (source >= 0 && file.nodeIds[source] !== target)
      addEdge(work, { source, kind: "contains", tier: "exact", rule: "scope", line, target });
  }
}

function referenceEdges(work: Work, decided: ReadonlySet<number>): void {
  const { program, file, parse } = work;
  const guessed = work.semantics.names.guessedImports(program, file);
  for (let index = 0; index < parse.references.length; index++) {
    const reference = nth(parse.references, index);
    if (decided.has(index)) continue;
    if (isSpent(program)) {
      // The file has taken its steps. Its calls are counted, so that none is missed without a word.
      if (CALLS.has(reference.kind)) addUnresolved(work, reference, "too-many");
      continue;
    }
    if (guessed.size > 0) work.isGuess = startsFrom(reference.root, guessed);
    resolveReference(work, index, reference);
  }
}

const CALLS: ReadonlySet<Reference["kind"]> = new Set(["call", "new", "jsx"]);

function resolveReference(work: Work, index: number, reference: Reference): void {
  const { edges } = work.semantics;
  // The object around a key is not named there.
  if (reference.kind !== "key") edges.receiverUses(work, reference);
  switch (reference.kind) {
    case "call":
      edges.call(work, index);
      break;
    case "new":
      edges.construct(work, index);
      break;
    case "jsx":
      callable(work, reference, walk(work, reference, "any"));
      break;
    case "decorator":
      edges.annotate(work, reference);
      break;
    case "type":
      use(work, reference, "references", "type");
      break;
    case "accepts":
      use(work, reference, "accepts", "type");
      break;
    case "value":
    case "reexport":
      valueUse(work, index);
      break;
    case "prop":
      edges.prop(work, reference);
      break;
    case "key":
      edges.key(work, reference);
      break;
  }
}
