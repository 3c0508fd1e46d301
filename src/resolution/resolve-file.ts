/** From the references of one file to edges over the program. Pure. A target that cannot be decided is a candidate or is counted, never guessed. */

import type { Edge } from "../model/edge.js";
import type { ParseResult, Reference } from "../model/parse-result.js";
import { beginSteps, isSpent, mayDiffer } from "./budget.js";
import { call, callable } from "./edges/calls.js";
import { construct, constructCsharp } from "./edges/construct.js";
import { guessedImports, startsFrom } from "./edges/guessed-imports.js";
import { heritageEdges } from "./edges/heritage.js";
import { importEdges, usingEdges } from "./edges/imports.js";
import { overrideEdges } from "./edges/overrides.js";
import { attribute, emitUse, receiverUses, use, valueUse } from "./edges/uses.js";
import { walk } from "./edges/walk.js";
import { addEdge, addUnresolved, createWork, type ExternalSymbol, type Work } from "./edges/work.js";
import type { Program } from "./program.js";
import { findAugmented } from "./typescript/augmented.js";

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
  const work = createWork(program, file, parse);
  containsEdges(work);
  if (file.isCsharp) usingEdges(work);
  else importEdges(work);
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
  caches.csharpScopes.clear();
  caches.augmented ??= findAugmented(program);
}

function containsEdges(work: Work): void {
  const { file, parse } = work;
  for (let child = 1; child < parse.symbols.length; child++) {
    const { parent: source, nameLine: line } = parse.symbols[child]!;
    const target = file.nodeIds[child]!;
    if (source >= 0 && file.nodeIds[source] !== target)
      addEdge(work, { source, kind: "contains", tier: "exact", rule: "scope", line, target });
  }
}

function referenceEdges(work: Work, decided: ReadonlySet<number>): void {
  const { program, file, parse } = work;
  const guessed = guessedImports(program, file);
  for (let at = 0; at < parse.references.length; at++) {
    const reference = parse.references[at]!;
    if (decided.has(at)) continue;
    if (isSpent(program)) {
      // The file has taken its steps. Its calls are counted, so that none is missed without a word.
      if (CALLS.has(reference.kind)) addUnresolved(work, reference, "too-many");
      continue;
    }
    if (guessed.size > 0) work.isGuess = startsFrom(reference.root, guessed);
    resolveReference(work, at);
  }
}

const CALLS: ReadonlySet<Reference["kind"]> = new Set(["call", "new", "jsx"]);

function resolveReference(work: Work, at: number): void {
  const reference = work.parse.references[at]!;
  // JSDoc `@implements` names no receiver here.
  const isDoc = reference.kind === "implements" && work.file.language.family === "javascript";
  if (!work.file.isCsharp && !isDoc) receiverUses(work, reference);
  switch (reference.kind) {
    case "call":
      call(work, at);
      break;
    case "new":
      if (work.csharp === null) construct(work, reference, walk(work, reference, "type").place);
      else constructCsharp(work, reference, work.csharp.callee(at).place, true);
      break;
    case "jsx":
      callable(work, reference, walk(work, reference, "any"));
      break;
    case "decorator":
      if (work.file.isCsharp) {
        emitUse(work, reference, "references", "type", { place: attribute(work, reference), receiver: null });
      } else if (reference.argumentCount === null) use(work, reference, "references", "value");
      else callable(work, reference, walk(work, reference, "any"));
      break;
    case "type":
      use(work, reference, "references", "type");
      break;
    case "accepts":
      use(work, reference, "accepts", "type");
      break;
    case "value":
    case "reexport":
      valueUse(work, at);
      break;
  }
}
