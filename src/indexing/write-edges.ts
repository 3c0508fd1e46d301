/** Resolves the files whose edges a build may have changed, and gives the ledger rows that point at the new edge sets. */
import { nth } from "../base/need.js";
import { createTurns, type Turns } from "../base/turns.js";
import { storedResult } from "../languages/in-file.js";
import { codeLanguageOf } from "../languages/index.js";
import type { Program } from "../resolution/program.js";
import { type ResolvedFile, resolveFile } from "../resolution/resolve-file.js";
import { unpackFacts } from "../scip/facts.js";
import { resolveWithScip } from "../scip/resolve-with-facts.js";
import type { Db } from "../store/db/db.js";
import { writeEdgeSets } from "../store/edges.js";
import { type LedgerRow, readLedgerPaths } from "../store/files.js";
import { readParses } from "../store/parse-results.js";
import { hasImports, readFacts } from "../store/scip.js";
import type { ExternalSymbol } from "../store/unresolved.js";
import type { View } from "../store/views.js";
import type { BuildBudget } from "./build-budget.js";
import { mentionTargets } from "./program-cache.js";
import type { WrittenFile } from "./written-file.js";

/** How many files are resolved and written at once: a transaction each. */
const BATCH = 128;
/** Edges that are written at once, or those of one file: as rows on their way they take half a kilobyte each. */
const MOST_EDGES = 16_384;
/** How long files are resolved before others of the thread have a turn, in milliseconds. */
const TURN = 20;
/** For how many files look-ups are kept: those of neighbours look up the same. */
const LOOKUPS_KEPT = 4 * BATCH;

export interface ResolveRequest {
  view: View;
  program: Program;
  /** Files of this build, by path. */
  written: ReadonlyMap<string, WrittenFile>;
  /** An import that counts with this build, and the files it is about. */
  scip?: { importId: number; paths: readonly string[] } | undefined;
  /** Files that an earlier build had no steps left for: they come last. */
  cutShort: readonly string[];
  /** Steps that the edges of a number of files may cost, together. */
  steps: BuildBudget["steps"];
  signal: AbortSignal;
  /** Told how many files are done, and which is the last of them. */
  onResolved: (filesDone: number, filesTotal: number, path?: string) => void;
}

/** Rows of all written files and of the unchanged files that have other edges now. `program` already holds the changes, and is settled after. */
export async function writeEdges(db: Db, request: ResolveRequest): Promise<LedgerRow[]> {
  const { view, program, written, signal, onResolved } = request;
  const importId = request.scip?.importId ?? null;
  const isImported = importId !== null || (await hasImports(db, view.projectId));
  if (isImported) {
    const files = Array.from(written.values(), ({ row }) => row).flatMap(({ path, contentHash }) =>
      contentHash ? [{ path, contentHash }] : [],
    );
    await mentionTargets(db, view.projectId, program, files, importId);
  }
  const affected = filesToResolve(request);
  const budget = { steps: request.steps(affected.length) };
  const turns = createTurns(TURN);
  const rows: LedgerRow[] = [];
  for (const [path, { row }] of written) if (!program.files.has(path)) rows.push(row);
  for (let start = 0; start < affected.length; start += BATCH) {
    signal.throwIfAborted();
    const paths = affected.slice(start, start + BATCH);
    const sources = await readSources(db, request, paths, isImported);
    rows.push(...(await resolveSources(db, request, sources, { budget, turns })));
    if ((start + BATCH) % LOOKUPS_KEPT === 0) program.forgetLookups();
    onResolved(Math.min(start + BATCH, affected.length), affected.length, paths.at(-1));
  }
  program.settle();
  return rows;
}

/** The files with edges that may have changed, and behind them the files that an earlier build had no steps left for. */
function filesToResolve({ program, written, scip, ...request }: ResolveRequest): string[] {
  const changed = program.affected([...written.keys(), ...(scip?.paths ?? [])]);
  const cutShort = request.cutShort.filter((path) => program.files.has(path) && !changed.has(path));
  return [...[...changed].sort(), ...cutShort];
}

/** A file to resolve, with its ledger row. */
interface Source {
  path: string;
  row: LedgerRow;
  parse: Buffer;
  /** The facts that an import has about it. */
  facts: Buffer | undefined;
}

/** Reads the parse results of files, where this build did not make them, and the facts about them. */
async function readSources(
  db: Db,
  { view, written, scip }: ResolveRequest,
  paths: readonly string[],
  isImported: boolean,
): Promise<Source[]> {
  const unchanged = paths.filter((path) => !written.has(path));
  const ledger = await readLedgerPaths(db, view.projectId, view.viewId, unchanged);
  const before = new Map(ledger.map((row) => [row.path, row]));
  const files = paths.flatMap((path) => {
    const row = written.get(path)?.row ?? before.get(path);
    return row?.contentHash ? [{ path, row, contentHash: row.contentHash }] : [];
  });
  const missing = files.filter(({ path }) => !written.get(path)?.parse);
  const stored = await readParses(db, view.projectId, missing);
  const found = isImported ? await readFacts(db, view.projectId, files, scip?.importId ?? null) : [];
  const facts = new Map(found.map(({ path, data }) => [path, data]));
  return files.flatMap(({ path, row }) => {
    const parse = written.get(path)?.parse ?? stored.get(path);
    return parse && codeLanguageOf(path) ? [{ path, row, parse, facts: facts.get(path) }] : [];
  });
}

/** Resolves files, takes their steps from the budget and stores their edges; gives their new ledger rows. */
async function resolveSources(
  db: Db,
  { view, program, signal }: ResolveRequest,
  sources: readonly Source[],
  { budget, turns }: { budget: { steps: number }; turns: Turns },
): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  let sets: EdgeSet[] = [];
  let edges = 0;
  for (const { path, row, parse, facts } of sources) {
    const result = storedResult(parse, path);
    const resolve = () =>
      facts ? resolveWithScip(program, path, result, unpackFacts(facts)) : resolveFile(program, path, result);
    const resolved = budget.steps > 0 ? resolveSafely(resolve) : NOT_RESOLVED;
    if (budget.steps > 0) budget.steps -= program.caches.spent;
    if (turns.isOver()) {
      await turns.next();
      signal.throwIfAborted();
    }
    sets.push({ row, resolved });
    edges += resolved.edges.length;
    if (edges < MOST_EDGES) continue;
    rows.push(...(await writeSets(db, view, sets)));
    sets = [];
    edges = 0;
  }
  rows.push(...(await writeSets(db, view, sets)));
  return rows;
}

/** The edges of a file; none, and that it is cut, where its types are nested too deep for the stack. */
function resolveSafely(work: () => ResolvedFile): ResolvedFile {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return NOTHING;
  }
}

const NOTHING: ResolvedFile = { edges: [], externals: [], unresolvedCalls: 0, isCut: true };
/** Of a file that is not looked into, as the build has taken all the steps that it may. */
const NOT_RESOLVED: ResolvedFile = { ...NOTHING };

/** The edges of a file, and the ledger row that will point at them. */
interface EdgeSet {
  row: LedgerRow;
  resolved: ResolvedFile;
}

/** The row of a file whose references are all resolved, or not all: then it is partial and says why. */
export function withCut(row: LedgerRow, isCut: boolean, detail = TOO_COMPLEX.detail): LedgerRow {
  if (isCut) return { ...row, status: "partial", reason: TOO_COMPLEX.reason, detail };
  if (row.reason !== TOO_COMPLEX.reason) return row;
  // The row of an earlier build, in which other files made it too complex.
  return { ...row, status: row.errorRanges === null ? "indexed" : "partial", reason: null, detail: null };
}

const TOO_COMPLEX = {
  reason: "too_complex",
  detail: "Its names take too long to resolve: the calls that were left are unresolved.",
};

/** The detail of a file that a build left. */
export const BUILD_TOO_COMPLEX =
  "Names take too long to resolve in this project: the files before it took all the steps that a build may take, so its calls are unresolved.";

async function writeSets(db: Db, view: View, sets: readonly EdgeSet[]): Promise<LedgerRow[]> {
  const externals = new Map<string, ExternalSymbol>();
  for (const { resolved } of sets) for (const external of resolved.externals) externals.set(external.nodeId, external);
  const ids = await writeEdgeSets(
    db,
    view.projectId,
    sets.map(({ resolved }) => resolved),
    [...externals.values()],
  );
  return sets.map(({ row, resolved }, index) => ({
    ...withCut(row, resolved.isCut, resolved === NOT_RESOLVED ? BUILD_TOO_COMPLEX : TOO_COMPLEX.detail),
    edgeSetId: nth(ids, index),
    edgeCount: resolved.edges.length,
    unresolvedCalls: resolved.unresolvedCalls,
  }));
}
