/** The first question about a project, embedded and on PostgreSQL. */
import type { ColdInput, ColdResult } from "./cold-child.js";
import { withDatabase } from "./database.js";
import { type Section, TARGETS } from "./figures.js";
import type { Workspace } from "./workspace.js";

/** How large the project is that is asked about. */
const SIZES = {
  cold: { of: "files", count: 10_000 },
  million: { of: "chunks", count: 1_000_000 },
} as const;

/** Questions: as many for a p95 that is not the slowest. */
const QUESTIONS = 25;

interface ColdOptions {
  root: string;
  seed: number;
  databaseUrl: string | null;
}

/** Measures on the embedded database, or on a server in a database that is made for it and dropped again. */
export async function benchCold(
  workspace: Workspace,
  size: keyof typeof SIZES,
  options: ColdOptions,
): Promise<Section> {
  const { root, seed } = options;
  const input = { root, seed, dataDir: workspace.path("data"), least: SIZES[size], questions: QUESTIONS };
  const measure = (databaseUrl: string | null) =>
    workspace.runChild<ColdResult>("cold-child", { ...input, databaseUrl } satisfies ColdInput);
  const result = options.databaseUrl === null ? await measure(null) : await withDatabase(options.databaseUrl, measure);
  const target = size === "cold" ? TARGETS.coldP95 : TARGETS.coldMillionP95;
  const { files, chunks, copies, first, next, gapOfFirst, gapOfNext } = result;
  return {
    name: `${size}${options.databaseUrl === null ? ", embedded" : " on PostgreSQL"}`,
    method: [
      `${first.count} sentences of doc comments as first questions (search_code), each to empty caches, and one more after each, in the process`,
      "that answers. The project is the repository with copies of itself in other letters.",
    ].join(" "),
    figures: [
      { name: "files", value: files, unit: "", note: `${copies} copies` },
      { name: "chunks", value: chunks, unit: "" },
      { name: "the first question, p50", value: first.p50, unit: "ms" },
      { name: "the first question, p95", value: first.p95, unit: "ms", target },
      { name: "the next question, p50", value: next.p50, unit: "ms" },
      { name: "the next question, p95", value: next.p95, unit: "ms" },
      { name: "longest gap of the event loop in a first question, p50", value: gapOfFirst.p50, unit: "ms" },
      { name: "longest gap of the event loop in a first question, max", value: gapOfFirst.max, unit: "ms" },
      { name: "longest gap of the event loop in a next question, p50", value: gapOfNext.p50, unit: "ms" },
      { name: "longest gap of the event loop in a next question, max", value: gapOfNext.max, unit: "ms" },
    ],
  };
}
