/** A batch that another process reads, parses and stores. */
import { fileSystemFault } from "../base/faults.js";
import { nth, present } from "../base/need.js";
import { anySignal } from "../base/signals.js";
import { readParses } from "../store/parse-results.js";
import type { BuildContext } from "./build-context.js";
import { contentsPlace, type NotWritten, type PartFile, type PartResult } from "./build-part.js";
import { notIndexedRow } from "./ledger-row.js";
import { beginHere } from "./write-here.js";
import { type InTurn, parseRequest, type Spreading, type WriteRequest } from "./write-request.js";
import { writtenFile } from "./written-file.js";

/** How the batches of a build are done elsewhere. */
export interface Elsewhere {
  spread: Spreading;
  /** Whether they carry their contents: once a process has taken one that does not see the folder. */
  carries: boolean;
}

/**
 * Has a batch done in another process. One whose workers die is halved until the file that kills them stands alone, and fails alone. One that a process
 * takes which does not see the folder is sent again with its contents, and so are all after it. Any other error of a part is none of its files': it ends
 * the build, and the published generation stays.
 */
export async function beginElsewhere(
  context: BuildContext,
  request: WriteRequest,
  files: readonly PartFile[],
  elsewhere: Elsewhere,
  result: NotWritten,
): Promise<InTurn> {
  return begin({ context, request, elsewhere, result }, files, elsewhere.carries);
}

/** The build that a batch belongs to. */
interface Build {
  readonly context: BuildContext;
  readonly request: WriteRequest;
  readonly elsewhere: Elsewhere;
  readonly result: NotWritten;
}

/** `carries`: whether the batch is sent with its contents. */
async function begin(build: Build, files: readonly PartFile[], carries: boolean): Promise<InTurn> {
  const { context, request, elsewhere, result } = build;
  const { contents, sent, left } = carries ? await carry(context, request, files) : { sent: files, left: [] };
  const more: InTurn[] = left.length > 0 ? [await beginHere(context, request, left, result)] : [];
  const part = sent.length > 0 ? await elsewhere.spread({ files: [...sent], contents }, request.budget) : NO_PART;
  if (part === null) more.unshift(await beginHalves(build, sent));
  const { written, leftOut, vanished, rest, unseen, cost } = part ?? NO_PART;
  request.budget.time -= cost.time;
  request.budget.tooComplex += cost.tooComplex;
  if (unseen.length > 0 && unseen.length === sent.length) elsewhere.carries = true;
  for (const [paths, isSentWhole] of [
    [rest, carries],
    [unseen, true],
  ] as const) {
    const again = new Set(paths);
    const some = files.filter(({ path }) => again.has(path));
    if (some.length > 0) more.push(await begin(build, some, isSentWhole));
  }
  return async () => {
    const parses = await readParses(
      context.db,
      request.view.projectId,
      written.map(({ path, contentHash }) => ({ path, contentHash: present(contentHash) })),
    );
    for (const row of written) request.onWritten(writtenFile(row, parses.get(row.path) ?? null));
    result.leftOut.push(...leftOut);
    result.vanished.push(...vanished);
    for (const each of more) await each();
  };
}

const NO_PART: PartResult = {
  written: [],
  leftOut: [],
  vanished: [],
  rest: [],
  unseen: [],
  cost: { time: 0, tooComplex: 0 },
};

/** The contents of a batch, packed and, where there is a key, sealed; with the files that have no room in a part. */
async function carry(
  context: BuildContext,
  request: WriteRequest,
  files: readonly PartFile[],
): Promise<{ contents: Buffer; sent: PartFile[]; left: PartFile[] }> {
  const paths = files.map(({ path }) => path);
  // As many listen as batches are under way, which is more than the build's signal is made for.
  const { contents, left, fault } = await context.pool.carry(
    parseRequest(context, request, paths),
    anySignal(request.signal),
  );
  if (fault !== undefined) throw fileSystemFault(fault);
  const isLeft = new Set(left);
  return {
    contents: context.db.seal.bytes(contentsPlace(request.view), Buffer.from(contents)),
    sent: files.filter(({ path }) => !isLeft.has(path)),
    left: files.filter(({ path }) => isLeft.has(path)),
  };
}

/** Has the halves of a batch done whose workers died; a file that stands alone has failed. */
async function beginHalves(build: Build, files: readonly PartFile[]): Promise<InTurn> {
  const { context, request, elsewhere, result } = build;
  context.log.warn({ files: files.length }, "failed to index a part of a build: the workers that took it died");
  if (files.length === 1) {
    const message = "It could not be indexed: the workers that tried it died.";
    const failure = { kind: "failed", path: nth(files, 0).path, reason: "index_error", message } as const;
    return async () => void result.leftOut.push(notIndexedRow(failure, request.ledger.get(failure.path)));
  }
  const middle = files.length >> 1;
  const halves = [files.slice(0, middle), files.slice(middle)];
  const inTurn = await Promise.all(halves.map((half) => begin(build, half, elsewhere.carries)));
  return async () => {
    for (const each of inTurn) await each();
  };
}
