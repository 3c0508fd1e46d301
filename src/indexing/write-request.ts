/** The writing of the files of a build, as its steps share it. */
import { need } from "../base/need.js";
import { isMaskingSecrets } from "../masking/secrets.js";
import type { FileSnapshot, ReadFailure } from "../repository/read-file.js";
import type { SkipSettings } from "../repository/skip/settings.js";
import type { LedgerRow } from "../store/files.js";
import type { Project } from "../store/projects.js";
import type { View } from "../store/views.js";
import { fileTime, type ParseBudget } from "./build-budget.js";
import type { BuildContext } from "./build-context.js";
import type { BuildPart, PartFile, PartResult } from "./build-part.js";
import type { ParseRequest } from "./parsed-batch.js";
import type { WrittenFile } from "./written-file.js";

export interface WriteRequest {
  project: Project;
  view: View;
  files: readonly PartFile[];
  /** The files as another process has read them, by path; absent: they are read from the folder. */
  carried?: ReadonlyMap<string, FileSnapshot | ReadFailure> | undefined;
  skip: SkipSettings & { maxFileSize: number };
  force: boolean;
  ledger: ReadonlyMap<string, LedgerRow>;
  signal: AbortSignal;
  /** Told how many files are done, and which is the last of them. */
  onParsed: (filesDone: number, path: string) => void;
  /** Whether the store may know contents of this project already. */
  hasStored: boolean;
  /** Rest of the cost that the parsing of the whole build may have; it is counted down. */
  budget: ParseBudget;
  /** The build's share of a number of batches. */
  share: (batches: number) => number;
  /** Milliseconds that the threads may work before the files that are left come back as `rest`, counted down; absent: until all is done. */
  turn?: { left: number } | undefined;
  /** Called, and waited for, when a batch is stored and its files are told. */
  onBatch?: (() => Promise<void>) | undefined;
  /** Called for each file when it is stored, in path order. */
  onWritten: (file: WrittenFile) => void;
  /** Where batches are done by whichever process is free; absent: here. */
  spread?: Spreading | undefined;
}

/** Has a batch done by another process. null: the workers that took it died, one after the other. Throws what kept it from being done. */
export type Spreading = (
  part: Pick<BuildPart, "files" | "contents">,
  budget: ParseBudget,
) => Promise<PartResult | null>;

/** Rest of the work for a batch when its turn has come: storing it, telling of its files. */
export type InTurn = () => Promise<void>;

/** The request to parse some files of a build, as threads get it. */
export function parseRequest(
  { chunkSize }: BuildContext,
  { project, skip, budget, carried }: WriteRequest,
  paths: readonly string[],
): ParseRequest {
  return {
    root: project.root,
    maxFileSize: skip.maxFileSize,
    chunkSize,
    masksSecrets: isMaskingSecrets(),
    fileTime: fileTime(budget),
    files: paths.map((path) => ({ path, ...(carried && { snapshot: need(carried, path) }) })),
  };
}
