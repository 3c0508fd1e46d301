/** A part of a build, which another process may do: its request and its result. */
import type { LedgerRow } from "../store/files.js";
import type { ParseBudget } from "./build-budget.js";

/** Result of a batch that another process read, parsed and stored. */
export interface PartResult extends NotWritten {
  written: LedgerRow[];
  /** Its cost: milliseconds of parse threads, and files that took too long. */
  cost: ParseBudget;
  /** The process that took it does not see the project's folder: nothing was done. */
  isUnseen?: true;
}

/** Files that were to be read but are not in the index, by the reason. */
export interface NotWritten {
  /** Ledger rows of those that are skipped for what they hold, or could not be read. */
  leftOut: LedgerRow[];
  /** Gone between the scan and the reading. */
  vanished: string[];
  /** Not begun when the turn was over. */
  rest: string[];
}

/** Input of the worker. */
export interface Part {
  projectId: string;
  ref: string;
  /** The build's; a part of a build that was replaced is not done. */
  token: string;
  paths: string[];
  /** Whether contents are parsed again that are stored. */
  force: boolean;
  /** The build's chunk size: the setting may have changed since the build began. */
  chunkSize: number;
  /** Rest of the cost that the build's parsing may have. */
  budget: ParseBudget;
}
