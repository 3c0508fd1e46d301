/** Does a part of a build for the process that builds: reads, parses and stores its files. write-elsewhere.ts sends the parts. */
import { CodeindexError } from "../base/errors.js";
import { seesSource } from "../repository/git/clone-folder.js";
import { readFileStatus } from "../repository/read-file.js";
import { projectSkip } from "../repository/skip/settings.js";
import { type LedgerRow, readLedgerPaths } from "../store/files.js";
import { findProject, type Project } from "../store/projects.js";
import { hasVersions } from "../store/versions.js";
import { findView, type View } from "../store/views.js";
import type { BuildContext } from "./build-context.js";
import {
  type BuildPart,
  contentsPlace,
  isKnownPart,
  type PartFile,
  type PartHead,
  type PartResult,
  parsePart,
  parsePartHead,
  partResultText,
} from "./build-part.js";
import { unpackFiles } from "./carried-files.js";
import { rowFormat } from "./row-format.js";
import { writeFiles } from "./write-files.js";

/** How long a part has parse threads to itself, in milliseconds of work: other builds' parts wait for its place. Ordinary ones take a second. */
const TURN = 10_000;

/**
 * Does a part as it comes from the queue, and gives its result as text; null: it is of a version that this process does not know, or its rows are of
 * another format, and it is left to others. Throws `cancelled` where its build is over.
 */
export async function doPartText(context: BuildContext, text: string, signal: AbortSignal): Promise<string | null> {
  const head = parsePartHead(text);
  const own = (part: BuildPart): string => rowFormat({ ...context, chunkSize: part.chunkSize });
  const part = isKnownPart(head) ? parsePart(text) : undefined;
  if (part && part.format === own(part)) return partResultText(await doPart(context, part, signal));
  await viewOf(context, head);
  return null;
}

/** Reads, parses and stores the files of a part. Nobody sees them until the build publishes. Throws `cancelled` where the build is over. */
export async function doPart(context: BuildContext, part: BuildPart, signal: AbortSignal): Promise<PartResult> {
  const { db } = context;
  const { project, view } = await viewOf(context, part);
  const carried = part.contents && unpackFiles(db.seal.open(contentsPlace(part), part.contents));
  const files = carried ? part.files : await seenFiles(project, part.files);
  const ledger = await readLedgerPaths(
    db,
    view.projectId,
    view.viewId,
    files.map(({ path }) => path),
  );
  const written: LedgerRow[] = [];
  const budget = { ...part.budget };
  const { leftOut, vanished, rest } = await writeFiles(
    { ...context, chunkSize: part.chunkSize },
    {
      project,
      view,
      files,
      carried,
      skip: projectSkip(context.skip, project),
      force: part.force,
      ledger: new Map(ledger.map((row) => [row.path, row])),
      signal,
      hasStored: view.generation > 0 || (await hasVersions(db, view.projectId)),
      onParsed: () => undefined,
      onWritten: ({ row }) => void written.push(row),
      budget,
      share: (batches) => batches,
      turn: { left: TURN },
    },
  );
  const cost = { time: part.budget.time - budget.time, tooComplex: budget.tooComplex - part.budget.tooComplex };
  const isSeen = new Set(files);
  const unseen = part.files.filter((file) => !isSeen.has(file)).map(({ path }) => path);
  return { written, leftOut, vanished, rest, unseen, cost };
}

/** The project and the view of a part. Throws `cancelled` where the build is over. */
async function viewOf(
  { db }: BuildContext,
  { projectId, ref, token }: PartHead | BuildPart,
): Promise<{ project: Project; view: View }> {
  const project = await findProject(db, projectId);
  const view = await findView(db, projectId, ref);
  if (!project || view?.buildToken !== token) throw new CodeindexError("cancelled", "The build is over.");
  return { project, view };
}

/** The files that this process sees as they were scanned: another folder may lie at the same path here. */
async function seenFiles(project: Project, files: readonly PartFile[]): Promise<PartFile[]> {
  if (!(await seesSource(project))) return [];
  return files.filter(({ path, size, modifiedNs, inode }) => {
    const found = readFileStatus(project.root, path);
    if (found === null || found.size !== size || found.inode !== inode) return false;
    return found.modifiedNs === modifiedNs || found.modifiedNs === 0n || modifiedNs === 0n;
  });
}
