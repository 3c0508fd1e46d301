/** The memory that caches take, and the time that a smaller budget costs. */
import { type Figure, type Section, TARGETS } from "./figures.js";
import type { MemoryInput, MemoryResult } from "./memory-child.js";
import type { Workspace } from "./workspace.js";

const PROJECTS = 20;
const QUESTIONS = 150;
const BUDGETS = [16, 32, 64, 128, 256, 512];

const megabytes = (bytes: number): number => bytes / 1e6;
/** A budget as the setting says it. */
const setting = (budget: number): string => `CODEINDEX_MEMORY=${budget / 2 ** 20}MB`;

/** Runs the measurements in a process of their own. */
export async function benchMemory(
  workspace: Workspace,
  { root, seed }: { root: string; seed: number },
): Promise<Section> {
  const result = await workspace.runChild<MemoryResult>("memory-child", {
    root,
    seed,
    dataDir: workspace.path("data"),
    projects: PROJECTS,
    budgets: BUDGETS.map((size) => size * 2 ** 20),
    questions: QUESTIONS,
  } satisfies MemoryInput);
  const { chunks, said, took, caches, curve } = result;
  const figures: Figure[] = [
    { name: "projects", value: PROJECTS, unit: "", note: `${chunks} chunks in all` },
    { name: "what all caches say they hold", value: megabytes(said), unit: "MB" },
    { name: "what the process took for it", value: megabytes(took), unit: "MB" },
    { name: "difference", value: Math.abs(took / said - 1), unit: "×", target: TARGETS.memorySaid },
    ...caches.map(({ name, bytes, entries }) => ({
      name: `of it ${name}`,
      value: megabytes(bytes),
      unit: "MB" as const,
      note: `${entries} entries`,
    })),
    ...curve.flatMap(({ budget, held, hitRate, times }): Figure[] => [
      {
        name: `${setting(budget)}, p50`,
        value: times.p50,
        unit: "ms",
        note: `holds ${megabytes(held).toFixed(0)} MB, ${(100 * hitRate).toFixed(1)} % hits`,
      },
      { name: `${setting(budget)}, p95`, value: times.p95, unit: "ms" },
    ]),
  ];
  return {
    name: "memory",
    method: `Projects that hold what the repository does each, on the embedded database. ${QUESTIONS} questions (search_code), each under all budgets in turn, after as many that are not timed; the second project is asked half as often as the first, the third a third as often.`,
    figures,
  };
}
