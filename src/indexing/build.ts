/**
 * The write line: what changed in a repository becomes a new generation of its view.
 *
 *     scan ─▶ changes ─▶ parse (threads) ─▶ write batches ─▶ resolve ─▶ publish
 *
 * Batches are written before anyone can see them, so a build that dies has lost nothing but time: the next one finds their file versions and
 * parse results. Only the publish changes what readers see. A build that another one replaced fails to publish.
 */
import { randomUUID } from "node:crypto";
import { CodeindexError } from "../base/errors.js";
import { publicFault } from "../base/faults.js";
import { storedResult } from "../languages/in-file.js";
import { codeLanguageOf } from "../languages/index.js";
import type { FileEvent } from "../repository/file-event.js";
import { identityOf } from "../repository/folder-identity.js";
import { readGitHead } from "../repository/git/head.js";
import { scan, scanPaths } from "../repository/scan.js";
import { createSkipRules, type SkipRules } from "../repository/skip/rules.js";
import { projectSkip, type SkipSettings } from "../repository/skip/settings.js";
import { importScip, type ScipResult } from "../scip/match-import.js";
import type { Db } from "../store/db/db.js";
import { readHistory } from "../store/db/history.js";
import { type LedgerRow, partialPaths, readLedger, readLedgerBelow, readLedgerPaths } from "../store/files.js";
import type { BuildSummary, Job } from "../store/jobs.js";
import type { Project } from "../store/projects.js";
import { hasVersions } from "../store/versions.js";
import { beginBuild, endBuild, ensureView, noteRowFormat, publish, type View } from "../store/views.js";
import { BUILD_BUDGET, type BuildBudget } from "./build-budget.js";
import type { BuildContext } from "./build-context.js";
import { type RoomShare, wholeRoom } from "./build-memory.js";
import { type ChangeSet, changesOf, coveredPaths, foldersOf } from "./changes.js";
import { mayReachLimit, withinLimit } from "./file-limit.js";
import { notIndexedRow } from "./ledger-row.js";
import { createPreview } from "./preview.js";
import { type OpenProgram, readConfig } from "./program-cache.js";
import { digest, ROW_FORMAT, rowFormat } from "./row-format.js";
import { noteUnreadNames } from "./unread-names.js";
import { BUILD_TOO_COMPLEX, withCut, writeEdges } from "./write-edges.js";
import { writeFiles } from "./write-files.js";
import type { Spreading } from "./write-request.js";
import type { WrittenFile } from "./written-file.js";

/** Errors that a summary names; the ledger has all. */
const MOST_ERRORS = 100;
/**
 * From this many files on a build is large: it is spread over the workers, and its parse threads end with it. Fewer are done here before they would
 * have been sent round.
 */
const LARGE = 256;
const NO_CHANGES = { upserts: [], deletes: [] };

export interface BuildRequest {
  project: Project;
  /** Absent: the whole repository is scanned. */
  paths?: string[] | undefined;
  /** Reads and parses everything again. */
  force?: boolean | undefined;
  /** The number of a received SCIP index that is matched with the files, and counts from this build on. */
  scip?: number | undefined;
}

/** How far a build is. */
export interface BuildProgress {
  phase: NonNullable<Job["phase"]>;
  filesDone: number;
  filesTotal: number;
  /** The last of the files that are done. */
  path?: string | undefined;
}

export interface BuildOptions {
  signal: AbortSignal;
  onProgress: (progress: BuildProgress) => void;
  /** Its part of the memory that the builds of the process share; absent: it is alone. */
  room?: RoomShare;
  /** Limits of its cost; absent: those of any build. */
  budget?: BuildBudget;
}

/**
 * Runs one build. Throws the reason of `signal`, `NoRoom` to wait for other builds, `cancelled` if another build took the view over, `not_found` if
 * the repository is gone or was replaced, and errors of the database, the queue or the file system. The published generation is then as it was.
 */
export async function build(
  context: BuildContext,
  request: BuildRequest,
  { signal, onProgress, room = wholeRoom(), budget = BUILD_BUDGET }: BuildOptions,
): Promise<BuildSummary> {
  const { db, programs, format = ROW_FORMAT } = context;
  const started = performance.now();
  const token = randomUUID();
  const history = await readHistory(db);
  programs.under(history);
  const { view, fingerprint: published } = await takeView(db, request.project.projectId, token);
  try {
    const skip = projectSkip(context.skip, request.project);
    const fingerprint = digest([
      rowFormat(context),
      skip.exclude,
      skip.defaultExclude,
      skip.include,
      skip.maxFileSize,
      ...(skip.languages ?? []),
      ...(skip.maxFiles == null ? [] : [{ maxFiles: skip.maxFiles }]),
    ]);
    // The published rows were made by other settings, or in another format.
    const isStale = view.generation > 0 && published !== fingerprint;
    // Files count as changed even where they are as the ledger has them.
    const reread = request.force === true || isStale;
    // Every file is read, so the program is made from nothing.
    const isAnew = reread && (isStale || request.paths === undefined);
    const paths = isAnew || view.generation === 0 ? undefined : request.paths;

    onProgress({ phase: "scan", filesDone: 0, filesTotal: 0 });
    const folder = identityOf(request.project.root);
    const commit = (await readGitHead(request.project.root))?.commit ?? null;
    const { changes, ledger, rules } = await findChanges(db, view, request.project, skip, { paths, reread, signal });

    // Files that an earlier build had no time to resolve whole. A build of some paths is to be quick, and leaves them.
    const cutShort = paths || isAnew ? [] : await partialPaths(db, view, BUILD_TOO_COMPLEX);
    if (!isChanged(changes) && cutShort.length === 0 && view.generation > 0 && !isStale && request.scip === undefined) {
      const about = { fingerprint, commit, rowFormat: format.number, history };
      const current = commit === view.commit ? view : await publish(db, view, token, NO_CHANGES, about);
      if (view.rowFormat !== format.number) await noteRowFormat(db, view, format.number);
      programs.published(view, current.generation);
      return summaryOf({ view: current, changes, indexed: 0, upserts: [], removed: 0, started });
    }

    room.hold(view.totals.symbols);
    const { program, config } = isAnew ? programs.begin(view) : await programs.open(db, view, signal);
    const written = new Map<string, WrittenFile>();
    const preview = await createPreview(context, view, token, { fingerprint, planned: changes.files.length });
    let symbols = isAnew ? 0 : view.totals.symbols;
    onProgress({ phase: "parse", filesDone: 0, filesTotal: changes.files.length });
    const files = await writeFiles(context, {
      project: request.project,
      view,
      files: changes.files,
      skip,
      // Rows in today's format need not be parsed again because settings changed.
      force: request.force === true,
      ledger,
      signal,
      budget: budget.parse(changes.files),
      share: room.share,
      spread: await spreadOf(context, request, view, token, { files: changes.files.length, signal }),
      hasStored: view.generation > 0 || (await hasVersions(db, view.projectId)),
      onParsed: (filesDone, path) => onProgress({ phase: "parse", filesDone, filesTotal: changes.files.length, path }),
      onBatch: preview?.grow,
      onWritten(file) {
        const { path } = file.row;
        const language = codeLanguageOf(path);
        const isWhole =
          file.parse === null ||
          language === null ||
          program.set(path, language, file.result ?? storedResult(file.parse, path), file.nodeIds);
        if (file.parse === null || language === null) program.remove(path);
        symbols += file.nodeIds.length;
        room.hold(symbols);
        // A copy, as of the row's hash: the rest of the batch is of no more use.
        const parse = file.parse && room.keep(file.parse.length) ? Buffer.from(file.parse) : null;
        const row = isWhole ? file.row : withCut(file.row, true);
        written.set(path, { row, nodeIds: [], parse });
        preview?.add(row);
      },
    });

    await preview?.finish();
    if (changes.files.length >= LARGE) await context.pool.rest();

    const upserts = [...changes.leftOut.map((event) => notIndexedRow(event, ledger.get(event.path))), ...files.leftOut];
    await noteUnreadNames({
      root: request.project.root,
      rows: [...upserts, ...Array.from(written.values(), ({ row }) => row)],
      events: new Map(changes.leftOut.map((event) => [event.path, event])),
      codeBelow: rules.codeBelow,
      signal,
    });
    const gone = [...changes.gone, ...files.vanished.filter((path) => ledger.has(path))];
    for (const path of [...gone, ...upserts.map((row) => row.path)]) {
      program.remove(path);
      config.delete(path);
    }
    onProgress({ phase: "resolve", filesDone: 0, filesTotal: changes.files.length });
    const writtenRows = Array.from(written.values(), ({ row }) => row);
    await readConfig(db, view.projectId, writtenRows, config);
    program.setConfig({ files: config });
    const onResolved = (filesDone: number, filesTotal: number, path?: string) =>
      onProgress({ phase: "resolve", filesDone, filesTotal, path });
    const scip = await matchImport(context, request, {
      view,
      program,
      config,
      written,
      gone,
      ledger,
      signal,
      onResolved,
    });
    upserts.push(
      ...(await writeEdges(db, { view, program, written, scip, cutShort, steps: budget.steps, signal, onResolved })),
    );

    onProgress({ phase: "publish", filesDone: changes.files.length, filesTotal: changes.files.length });
    signal.throwIfAborted();
    refuseReplaced(request.project.root, folder);
    const current = await publish(
      db,
      view,
      token,
      { upserts, deletes: gone, scip: scip?.importId },
      { fingerprint, commit, rowFormat: format.number, history },
    );
    programs.published(view, current.generation);
    const summary = summaryOf({
      view: current,
      changes,
      indexed: written.size,
      upserts,
      removed: gone.length,
      started,
    });
    return scip ? { ...summary, scip: scip.summary } : summary;
  } catch (error) {
    programs.drop(view);
    throw publicFault(error);
  } finally {
    await endBuild(db, view, token);
  }
}

/** Makes facts of the import that the build was asked for, if of any, about the files as they are after the build. */
async function matchImport(
  { db }: BuildContext,
  { project, scip: importId }: BuildRequest,
  {
    view,
    program,
    config,
    written,
    gone,
    ledger,
    signal,
    onResolved,
  }: OpenProgram & {
    view: View;
    written: ReadonlyMap<string, WrittenFile>;
    gone: readonly string[];
    ledger: ReadonlyMap<string, LedgerRow>;
    signal: AbortSignal;
    onResolved: (filesDone: number, filesTotal: number) => void;
  },
): Promise<(ScipResult & { importId: number }) | undefined> {
  if (importId === undefined) return undefined;
  const isGone = new Set(gone);
  const result = await importScip(db, {
    projectId: view.projectId,
    importId,
    root: project.root,
    program,
    config,
    contentOf(path) {
      const row = written.get(path)?.row ?? (isGone.has(path) ? undefined : ledger.get(path));
      return program.files.has(path) ? (row?.contentHash ?? undefined) : undefined;
    },
    signal,
    onMatched: onResolved,
  });
  return { ...result, importId };
}

/** How the files of a build are sent round; undefined where they are done here. */
async function spreadOf(
  context: BuildContext,
  { force }: BuildRequest,
  { projectId, ref }: View,
  token: string,
  { files, signal }: { files: number; signal: AbortSignal },
): Promise<Spreading | undefined> {
  const { spread, chunkSize } = context;
  if (!spread || files < LARGE || !(await spread.isWorthwhile())) return undefined;
  const same = { format: rowFormat(context), projectId, ref, token, force: force === true, chunkSize };
  return (part, budget) => spread.run({ ...same, ...part, budget: { ...budget } }, signal);
}

/** Makes `token` the one that may publish; the view is as it is from then on. */
async function takeView(db: Db, projectId: string, token: string): Promise<{ view: View; fingerprint: string | null }> {
  const { fingerprint } = await beginBuild(db, await ensureView(db, projectId), token);
  return { view: await ensureView(db, projectId), fingerprint };
}

/** Throws `not_found` where the folder went, or another took its place, since the scan: files that vanished with it are not deleted. */
function refuseReplaced(root: string, before: string | null): void {
  if (before === null || identityOf(root) !== before)
    throw new CodeindexError("not_found", "The repository's folder was removed or replaced while it was indexed.");
}

function isChanged({ files, leftOut, gone }: ChangeSet): boolean {
  return files.length + leftOut.length + gone.length > 0;
}

/** Scans all or looks at some paths, and compares with the ledger: the whole of it, or the rows that those paths are about. */
async function findChanges(
  db: Db,
  view: View,
  project: Project,
  skip: SkipSettings,
  { paths, reread, signal }: { paths: string[] | undefined; reread: boolean; signal: AbortSignal },
): Promise<{ changes: ChangeSet; ledger: Map<string, LedgerRow>; rules: SkipRules }> {
  const rules = createSkipRules(project.root, skip);
  const byPath = (rows: LedgerRow[]) => new Map(rows.map((row) => [row.path, row]));
  const events: FileEvent[] = [];
  for await (const batch of scanPaths(project.root, rules, paths ?? [], { signal })) events.push(...batch);
  if (!paths || (await mayReachLimit(db, view, events, skip.maxFiles))) {
    const ledger = byPath(await readLedger(db, view.projectId, view.viewId));
    const scanned = withinLimit(scan(project.root, rules, { signal }), skip.maxFiles);
    const changes = await changesOf(scanned, ledger, { reread });
    throwFault(rules);
    return { ledger, changes, rules };
  }
  throwFault(rules);
  const below = await readLedgerBelow(db, view.projectId, view.viewId, coveredPaths(paths, events));
  const above = await readLedgerPaths(db, view.projectId, view.viewId, foldersOf(events));
  const ledger = byPath([...above, ...below]);
  return { ledger, changes: await changesOf([events], ledger, { reread: true }), rules };
}

/** An ignore file that could not be read must not let in what it leaves out. */
function throwFault(rules: SkipRules): void {
  const fault = rules.fault();
  if (fault) throw fault;
}

function summaryOf({
  view,
  changes,
  indexed,
  upserts,
  removed,
  started,
}: {
  view: View;
  changes: ChangeSet;
  indexed: number;
  upserts: readonly LedgerRow[];
  removed: number;
  /** By performance.now(). */
  started: number;
}): BuildSummary {
  const skipped: Record<string, number> = {};
  const errors: BuildSummary["errors"] = [];
  for (const { status, reason, path, detail } of upserts) {
    if (status === "skipped") skipped[reason ?? "other"] = (skipped[reason ?? "other"] ?? 0) + 1;
    if (status === "failed") errors.push({ path, code: reason ?? "index_error", message: detail ?? "" });
  }
  const { files, symbols, edges, chunks } = view.totals;
  return {
    generation: view.generation,
    indexed,
    unchanged: changes.unchanged,
    removed,
    skipped,
    errors: errors.slice(0, MOST_ERRORS),
    totals: { files, symbols, edges, chunks },
    milliseconds: Math.round(performance.now() - started),
  };
}
