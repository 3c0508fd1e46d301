/** A part of a build: files that another process reads, parses and stores for the one that builds. Both sides of it. */
import { deserialize, serialize } from "node:v8";
import { CodeindexError } from "../base/errors.js";
import { isFolder } from "../repository/folder-identity.js";
import { projectSkip } from "../repository/skip/settings.js";
import { type LedgerRow, readLedgerPaths } from "../store/files.js";
import { findProject } from "../store/projects.js";
import { hasVersions } from "../store/versions.js";
import { findView } from "../store/views.js";
import type { BuildTools } from "./build-tools.js";
import type { Part, PartResult } from "./part.js";
import { writeFiles } from "./write-files.js";

/** How long a part has parse threads to itself, in milliseconds of work: other builds' parts wait for its place. Ordinary ones take a second. */
const TURN = 10_000;

/** Reads, parses and stores the files of a part. Nobody sees them until the build publishes. Throws `cancelled` where the build is over. */
export async function runPart(tools: BuildTools, part: Part, signal: AbortSignal): Promise<PartResult> {
  const { db } = tools;
  const project = await findProject(db, part.projectId);
  const view = await findView(db, part.projectId, part.ref);
  if (!project || view?.buildToken !== part.token) throw new CodeindexError("cancelled", "The build is over.");
  // All files would seem to have vanished.
  if (!(await isFolder(project.root)))
    return {
      written: [],
      leftOut: [],
      vanished: [],
      rest: part.paths,
      cost: { time: 0, tooComplex: 0 },
      isUnseen: true,
    };
  const ledger = await readLedgerPaths(db, view.projectId, view.viewId, part.paths);
  const written: LedgerRow[] = [];
  const budget = { ...part.budget };
  const { leftOut, vanished, rest } = await writeFiles(
    { ...tools, chunkSize: part.chunkSize },
    {
      project,
      view,
      files: part.paths.map((path) => ({ path, size: 0 })),
      skip: projectSkip(tools.skip, project),
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
  return { written, leftOut, vanished, rest, cost };
}

/** As text, for the queue: rows hold hashes and 64-bit numbers. */
export const partText = (value: Part | PartResult): string => serialize(value).toString("base64");
export const parsePart = (text: string): Part => deserialize(Buffer.from(text, "base64"));
/** Hashes come back as Buffers. */
export function parsePartResult(text: string): PartResult {
  const result: PartResult = deserialize(Buffer.from(text, "base64"));
  for (const row of [...result.written, ...result.leftOut])
    if (row.contentHash) row.contentHash = Buffer.from(row.contentHash);
  return result;
}
