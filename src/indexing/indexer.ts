/**
 * Runs builds, as many at once as are asked for and have room (build-memory.ts), and keeps the store in shape between them: removes what no view uses, merges
 * posting segments. A build does not wait for that; it stops it.
 */
import { firstIndex } from "../base/first-index.js";
import { nth } from "../base/need.js";
import type { Field } from "../postings/segment.js";
import { untilTakeover } from "../store/db/history.js";
import type { BuildSummary } from "../store/jobs.js";
import type { Settings } from "../store/live-settings.js";
import { projectsInPieces } from "../store/segments.js";
import { analyze, maintain, sweep } from "../store/sweep.js";
import { sweepVectors } from "../store/vectors.js";
import { type DocumentRange, listDocumentRanges } from "../store/versions.js";
import { type BuildOptions, type BuildRequest, build } from "./build.js";
import type { BuildContext } from "./build-context.js";
import { createRoom } from "./build-memory.js";
import { doPartText } from "./do-part.js";
import { mergeIfNeeded } from "./merge-segments.js";

export interface Indexer {
  /** Runs a build next to others. See `build` for the errors that it throws. */
  run(request: BuildRequest, options: Pick<BuildOptions, "signal" | "onProgress">): Promise<BuildSummary>;
  /** Does a part of another process's build (do-part.ts); null: it is for a process of another version. Absent where builds are not spread. */
  runPart?(work: string, signal: AbortSignal): Promise<string | null>;
  /** Ends the upkeep, or with `finish` lets it come to its end first. Builds under way must have ended. */
  close(options: { finish: boolean }): Promise<void>;
}

/** How long after the last build the upkeep begins: readers may hold the generation before for a moment. */
const UPKEEP_DELAY_MS = 2000;
/** From this many files on, a build leaves the planner's statistics useless and posting lists in many pieces. */
const BULK = 500;
/** Segments of a field that upkeep rarely leaves. */
const IN_PIECES = 24;
/** After this many small builds space is given back. */
const BUILDS_BETWEEN_VACUUMS = 400;

interface IndexerState {
  context: BuildContext;
  db: BuildContext["db"];
  log: BuildContext["log"];
  readSettings: (() => Promise<Pick<Settings, "chunkSize" | "maxFiles">>) | undefined;
  room: ReturnType<typeof createRoom>;
  /** How many builds are under way. */
  building: number;
  /** The last upkeep that was begun, or is to begin; `hurry` begins it at once. */
  upkeep: { stop: AbortController; done: Promise<void>; hurry: () => void } | undefined;
  /** Projects that need upkeep. */
  untidy: Set<string>;
  /** Those that changed since space was given back. */
  changed: Set<string>;
  /** Small builds since then; a large one counts as many. */
  buildsSinceVacuum: number;
}

/** `readSettings` gives what builds go by that may change while the process runs; absent: `context` alone says it. */
export function createIndexer(
  context: BuildContext,
  readSettings?: () => Promise<Pick<Settings, "chunkSize" | "maxFiles">>,
  room = createRoom(),
): Indexer {
  const { db, log } = context;
  const builds = new Set<Promise<unknown>>();
  const state: IndexerState = {
    context,
    db,
    log,
    readSettings,
    room,
    building: 0,
    upkeep: undefined,
    untidy: new Set(),
    changed: new Set(),
    buildsSinceVacuum: 0,
  };

  // A process that ended between a build and its upkeep leaves that to the next.
  const looked = projectsInPieces(db, IN_PIECES).then(
    (projectIds) => {
      for (const projectId of projectIds) state.untidy.add(projectId);
      if (state.building === 0 && state.upkeep === undefined && state.untidy.size > 0)
        startUpkeep(state, UPKEEP_DELAY_MS);
    },
    (error) => log.warn({ err: error }, "failed to list the projects that need upkeep"),
  );

  return {
    run(request, options) {
      const result = runNow(state, request, options);
      const ended = result.catch(() => undefined).finally(() => builds.delete(ended));
      builds.add(ended);
      return result;
    },
    runPart: (work, signal) => doPartText(context, work, signal),
    async close({ finish }) {
      await looked;
      await Promise.all(builds);
      if (finish) state.upkeep?.hurry();
      else state.upkeep?.stop.abort();
      await state.upkeep?.done;
    },
  };
}

async function toolsOfNow(state: IndexerState): Promise<BuildContext> {
  if (!state.readSettings) return state.context;
  const { chunkSize, maxFiles } = await state.readSettings();
  return { ...state.context, chunkSize, skip: { ...state.context.skip, maxFiles } };
}

/** Runs a build in its share of the room; the last of those under way begins the upkeep. */
async function runNow(
  state: IndexerState,
  request: BuildRequest,
  options: Parameters<Indexer["run"]>[1],
): Promise<BuildSummary> {
  const room = state.room.enter(request.project.projectId, request.paths ? "interactive" : "bulk");
  state.building++;
  try {
    state.upkeep?.stop.abort();
    await state.upkeep?.done;
    options.signal.throwIfAborted();
    const summary = await build(await toolsOfNow(state), request, { ...options, room });
    const isBulk = summary.indexed >= BULK;
    if (summary.indexed > 0 && (summary.generation === 1 || isBulk)) await analyze(state.db, options.signal);
    state.buildsSinceVacuum += isBulk ? BUILDS_BETWEEN_VACUUMS : 1;
    if (summary.indexed + summary.removed > 0 || summary.scip) {
      state.untidy.add(request.project.projectId);
      state.changed.add(request.project.projectId);
    }
    return summary;
  } finally {
    room.leave();
    state.building--;
    if (state.building === 0 && state.untidy.size > 0)
      startUpkeep(state, state.buildsSinceVacuum < BUILDS_BETWEEN_VACUUMS ? UPKEEP_DELAY_MS : 0);
  }
}

/** Begins the upkeep after a delay, unless it is stopped before. */
function startUpkeep(state: IndexerState, delay: number): void {
  const stop = new AbortController();
  let hurry = () => {};
  const wait = new Promise<void>((begin) => {
    const timer = setTimeout(begin, delay);
    hurry = () => {
      clearTimeout(timer);
      begin();
    };
    stop.signal.addEventListener("abort", hurry);
  });
  const done = wait
    .then(() => keepUp(state, stop.signal))
    .catch((error) => state.log.warn({ err: error }, "failed to finish the upkeep"));
  state.upkeep = { stop, done, hurry };
}

/** Tidies projects one by one, and now and then gives space back. */
async function keepUp(state: IndexerState, signal: AbortSignal): Promise<void> {
  const { db, untidy, changed } = state;
  for (const projectId of [...untidy]) {
    if (signal.aborted) return;
    await sweep(db, projectId, signal);
    if (signal.aborted) return;
    const sameDb = await untilTakeover(db);
    await mergeIfNeeded(sameDb, projectId, isLiveDocument(await listDocumentRanges(sameDb, projectId)), signal);
    if (signal.aborted) return;
    untidy.delete(projectId);
  }
  if (signal.aborted || state.buildsSinceVacuum < BUILDS_BETWEEN_VACUUMS) return;
  // Seldom, so that text which comes back has its vectors still.
  for (const projectId of changed) if (await sweepVectors(db, projectId, signal)) changed.delete(projectId);
  if (await maintain(db, signal)) state.buildsSinceVacuum = 0;
}

/**
 * Whether a document's file version is still stored. Ids of versions, symbols and chunks ascend together, in the order in which they become
 * visible: those after the last known are of a version that came meanwhile.
 */
function isLiveDocument(ranges: readonly DocumentRange[]): (field: Field, document: number) => boolean {
  const fields = {
    word: { first: "firstChunk", count: "chunkCount" },
    name: { first: "firstSymbol", count: "symbolCount" },
  } as const;
  const versions = new Set(ranges.map(({ versionId }) => versionId));
  const last = ranges.at(-1);
  return (field, document) => {
    if (field === "trigram") return versions.has(document) || document > (last?.versionId ?? 0);
    const { first, count } = fields[field];
    const endOf = (range: DocumentRange) => range[first] + range[count];
    if (document >= (last ? endOf(last) : 0)) return true;
    // The first range that ends behind the document.
    const range = ranges[firstIndex(0, ranges.length, (index) => document < endOf(nth(ranges, index)))];
    return range !== undefined && document >= range[first];
  };
}
