/**
 * The order of the files of tests: those that take long begin first. A run on a fresh clone knows no durations, and would begin with the files of most
 * bytes: the one that takes longest began last, and ran alone for minutes while the other processes had nothing to do.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds that a file takes on two cores, for each that takes 20 or more. */
export const SECONDS: Record<string, number> = {
  "hostile/bombs.test.ts": 60,
  "system/watch.test.ts": 121,
  "queue/queue.test.ts": 119,
  "system/incremental.test.ts": 70,
  "system/kill.test.ts": 70,
  "system/bad-input.test.ts": 40,
  "web/code.test.ts": 80,
  "web/index-page.test.ts": 60,
  "web/page.test.ts": 55,
  "system/backup.test.ts": 45,
  "web/states.test.ts": 40,
  "system/bridge.test.ts": 49,
  "hostile/hidden.test.ts": 31,
  "cli/mcp-config.test.ts": 31,
  "hostile/sources.test.ts": 30,
  "cli/install.test.ts": 29,
  "system/disk.test.ts": 28,
  "cli/bin.test.ts": 22,
  "system/encryption.test.ts": 22,
  "faults/clock.test.ts": 149,
  "faults/killed-workers.test.ts": 115,
  "faults/no-shared-disk.test.ts": 110,
  "faults/frozen-worker.test.ts": 104,
  "faults/outages.test.ts": 90,
  "faults/processes.test.ts": 82,
  "faults/stores-away.test.ts": 79,
  "faults/full-disk.test.ts": 67,
  "faults/mcp.test.ts": 67,
  "faults/tasks.test.ts": 44,
  "auth/audit-hang-up.test.ts": 49,
  "mcp/stdio.test.ts": 43,
  "mcp/stdio-outages.test.ts": 32,
  "mcp/stdio-input.test.ts": 30,
  "mcp/stdio-requests.test.ts": 28,
  "tools/dropped-builds.test.ts": 26,
  "mcp/tasks.test.ts": 25,
  "tools/diff-impact.test.ts": 24,
  "models/embedding/providers-fill.test.ts": 24,
  "watching/clones.test.ts": 22,
  "repository/read-despite.test.ts": 21,
  "resolution/incremental-graph.test.ts": 21,
};

/** The projects of the configuration, in the order in which they run. */
const PROJECTS = ["alone", "systems", "rooms"];

/**
 * Vitest's own order within a project, with the files of `SECONDS` before the others. The project of the rooms comes last: the files of the others are few
 * and long, and its many short ones fill what is left at the end. The files of a project stand together, as those of another need another process.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    const seconds = ({ moduleId, project }: TestSpecification) => SECONDS[relative(project.config.root, moduleId)] ?? 0;
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b) || seconds(b) - seconds(a));
  }
}
