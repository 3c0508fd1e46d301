/** Parses batches in threads of this process, whatever becomes of a thread: a file that ends one or takes too long fails alone. */
import { fileSystemFault, isFault, publicFault } from "../base/faults.js";
import { nth } from "../base/need.js";
import { isDying } from "../repository/read-despite.js";
import { readFileStatus } from "../repository/read-file.js";
import { fileTime } from "./build-budget.js";
import type { BuildContext } from "./build-context.js";
import type { ParsedBatch, ParseRequest } from "./parsed-batch.js";
import type { WriteRequest } from "./write-request.js";

/** How long a batch has a thread to itself, in milliseconds of work: those of other builds wait for it. An ordinary one takes a quarter of that. */
const SLICE = 4000;

/**
 * Parses a batch. One that brings its thread down (out of memory) is halved until the file that does it stands alone, and fails alone. `rest` gets the
 * files that were not begun when the request's turn was over.
 */
export async function parseSafely(
  context: BuildContext,
  build: WriteRequest,
  request: ParseRequest,
  rest: string[],
): Promise<ParsedBatch[]> {
  const { budget, turn, signal } = build;
  const { files } = request;
  if (files.length === 0) return [];
  if (turn && turn.left <= 0) {
    rest.push(...files.map(({ path }) => path));
    return [];
  }
  const allowed = fileTime(budget);
  if (allowed === 0) return [notParsed(request)];
  // Less than what was asked for, where other files took too long meanwhile.
  const bounded = {
    ...request,
    fileTime: Math.min(request.fileTime || allowed, allowed),
    slice: Math.min(SLICE, turn?.left ?? SLICE),
  };
  const parsePart = (from: number, to?: number) =>
    parseSafely(context, build, { ...bounded, files: files.slice(from, to) }, rest);
  let batch: ParsedBatch;
  try {
    batch = withoutFaults(await context.pool.parse(bounded, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (isFault(error)) throw publicFault(error);
    if (files.length === 1) return [await parserFailed(context, bounded, error, signal)];
    const middle = files.length >> 1;
    const first = await parsePart(0, middle);
    return [...first, ...(await parsePart(middle))];
  }
  budget.time -= batch.worked;
  if (turn) turn.left -= batch.worked;
  const { stuckAt } = batch;
  if (stuckAt !== undefined) {
    budget.tooComplex++;
    const before = await parsePart(0, stuckAt);
    const after = await parsePart(stuckAt + 1);
    return [...before, tookTooLong(context, bounded, stuckAt), ...after];
  }
  // Behind the batches that wait for a thread: so builds take turns.
  return batch.rest === undefined ? [batch] : [batch, ...(await parsePart(batch.rest))];
}

/** A file that brings its thread down alone. Throws where threads cannot do even nothing: that is not a fault of the file. */
async function parserFailed(
  context: BuildContext,
  request: ParseRequest,
  error: unknown,
  signal: AbortSignal,
): Promise<ParsedBatch> {
  const { path } = nth(request.files, 0);
  await context.pool.parse({ ...request, files: [] }, signal);
  context.log.warn({ err: error, path }, "failed to parse a file");
  const failure = { kind: "failed", path, reason: "parser_failed", message: "The parser gave up on it." } as const;
  return { outcomes: [failure], segments: [], worked: 0 };
}

/** The file that a thread was stopped at. */
function tookTooLong(context: BuildContext, { root, files, fileTime }: ParseRequest, stuckAt: number): ParsedBatch {
  const { path, snapshot } = nth(files, stuckAt);
  const seconds = fileTime / 1000;
  context.log.warn({ path, seconds }, "failed to parse a file in its time");
  const message = `Its analysis took more than ${seconds} s, so it was given up.`;
  const status =
    snapshot && "bytes" in snapshot ? { ...snapshot, size: snapshot.bytes.length } : readFileStatus(root, path);
  return {
    outcomes: [{ kind: "failed", path, reason: "too_complex", message, status }],
    segments: [],
    worked: 0,
  };
}

/** The files of a batch, as the build has used up what it may cost. They are tried again with the next. */
function notParsed({ files }: ParseRequest): ParsedBatch {
  const message = "The files before it took all the time that a build may take, so it was not looked into.";
  return {
    outcomes: files.map(({ path }) => ({ kind: "failed", path, reason: "too_complex", message })),
    segments: [],
    worked: 0,
  };
}

/** The batch. Throws `filesystem_unavailable` where a file could not be read because the file system is broken or away. */
function withoutFaults(batch: ParsedBatch): ParsedBatch {
  for (const outcome of batch.outcomes)
    if (outcome.kind === "failed" && outcome.reason === "fault") throw fileSystemFault(outcome.message);
  if (isDying(batch.outcomes)) throw fileSystemFault("EIO");
  return batch;
}
