/** A part of a build, which another process may do: its request and its result. */
import type { LedgerRow } from "../store/files.js";
import type { ParseBudget } from "./build-budget.js";

/** What came of a batch that another process read, parsed and stored. */
export interface PartResult extends NotWritten {
  written: LedgerRow[];
  /** What it cost: milliseconds of parse threads, and files that took too long. */
  cost: ParseBudget;
}

/** What became of the files that were to be read but are not in the index. */
export interface NotWritten {
  /** Ledger rows of those that are skipped for what they hold, or could not be read. */
  leftOut: LedgerRow[];
  /** Gone between the scan and the reading. */
  vanished: string[];
  /** Not begun when the turn was over. */
  rest: string[];
}

/** What the worker is told. */
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
  /** What the build's parsing may cost yet. */
  budget: ParseBudget;
}
