/** The index that a build from nothing makes of a folder, with which others are compared. */
import { createLog } from "../../src/base/log.js";
import { build } from "../../src/indexing/build.js";
import { createParsePool, type ParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { registerProject } from "../../src/store/projects.js";
import { analyze } from "../../src/store/sweep.js";
import { emptyStore } from "../helpers/store.js";
import { digestIndex, dumpIndex, type IndexDump } from "./dump.js";

/** Longer than a file of tests waits between two builds. */
const IDLE_MS = 900_000;
let shared: ParsePool | undefined;

/**
 * Builds it in this process with the settings that a service has by default. The builds of a process share a parse thread and a database, one after the
 * other: the command in a process of its own would load both each time, which is two thirds of the work of a hundred files.
 */
export async function buildFresh(root: string): Promise<IndexDump & { digest: string }> {
  shared ??= createParsePool({ threads: 1, idleMs: IDLE_MS });
  const db = await emptyStore();
  const project = await registerProject(db, root);
  await build(
    {
      db,
      pool: shared,
      programs: createProgramCache(100_000),
      log: createLog("silent"),
      chunkSize: 250,
      skip: {
        exclude: ["node_modules/**", ".git/**", "dist/**", "build/**", "*.log", "*.tmp"],
        include: ["**/*"],
        maxFileSize: 1.5 * 2 ** 20,
      },
    },
    { project },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  // As the indexer does behind a first build: questions about many files are slow without it.
  await analyze(db);
  const { projectId } = project;
  return { ...(await dumpIndex(db, projectId)), digest: await digestIndex(db, projectId) };
}
