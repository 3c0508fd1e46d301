/** Jobs as users see them; the queue has its own tables for running them. */
import type { ErrorEnvelope } from "../errors.js";

export interface Job {
  jobId: string;
  projectId: string;
  kind: "build" | "changes";
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  phase: "scan" | "parse" | "resolve" | "publish" | null;
  filesDone: number;
  filesTotal: number;
  result: BuildSummary | null;
  error: ErrorEnvelope["error"] | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** What a build did. */
export interface BuildSummary {
  generation: number;
  /** Files that were read and parsed in this build; the rest was unchanged. */
  indexed: number;
  unchanged: number;
  removed: number;
  /** Left out, by reason. */
  skipped: Record<string, number>;
  errors: { path: string; code: string; message: string }[];
  totals: { files: number; symbols: number; edges: number; chunks: number };
  milliseconds: number;
}
