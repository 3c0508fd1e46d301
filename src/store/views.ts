/** Views: a project at a ref. Readers read one view; a publish raises its generation. */
export interface View {
  projectId: string;
  viewId: number;
  ref: string;
  /** 0: nothing was published yet. */
  generation: number;
  commit: string | null;
  /** ISO 8601, UTC. */
  indexedAt: string | null;
  totals: ViewTotals;
}

/** Counts of the published generation. */
export interface ViewTotals {
  files: number;
  partial: number;
  skipped: number;
  failed: number;
  symbols: number;
  edges: number;
  chunks: number;
  languages: Record<string, number>;
}
