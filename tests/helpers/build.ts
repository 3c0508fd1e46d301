/** A repository that is built as the product builds it, for tests of what a whole build leaves in the index. */
import { createLog } from "../../src/base/log.js";
import { build } from "../../src/indexing/build.js";
import type { BuildContext } from "../../src/indexing/build-context.js";
import { createParsePool, type ParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import type { SkipSettings } from "../../src/repository/skip/settings.js";
import type { Db } from "../../src/store/db/db.js";
import { registerProject } from "../../src/store/projects.js";
import { ensureView, type View } from "../../src/store/views.js";
import { atEnd } from "./at-end.js";
import { temporaryFolder, writeFiles } from "./folders.js";
import { git } from "./git.js";

export interface BuiltRepository {
  root: string;
  db: Db;
  view: View;
  /** Writes files and builds again. */
  rebuild(files: Record<string, string>): Promise<View>;
}

let shared: ParsePool | undefined;

/** A parse thread for all builds of a file of tests: to start one is half of the work of a small build. */
function parsePool(): ParsePool {
  if (shared) return shared;
  const pool = createParsePool({ threads: 1 });
  shared = pool;
  atEnd(() => {
    shared = undefined;
    return pool.close();
  });
  return pool;
}

/** Writes files into a folder, has git track some of them, and builds the index. `skip` is what a configuration leaves out. */
export async function buildRepository(
  db: Db,
  files: Record<string, string>,
  { tracked, skip = {} }: { tracked?: readonly string[]; skip?: SkipSettings } = {},
): Promise<BuiltRepository> {
  const root = temporaryFolder(files);
  if (tracked) {
    git(root, "init", "-q");
    git(root, "add", "-f", ...tracked);
  }
  const project = await registerProject(db, root);
  const built = async () => {
    const tools: BuildContext = {
      db,
      pool: parsePool(),
      programs: createProgramCache(100_000),
      log: createLog("silent"),
      chunkSize: 200,
      skip: { maxFileSize: 1_500_000, ...skip },
    };
    await build(tools, { project }, { signal: new AbortController().signal, onProgress: () => undefined });
    return ensureView(db, project.projectId);
  };
  return {
    root,
    db,
    view: await built(),
    rebuild(changed) {
      writeFiles(root, changed);
      return built();
    },
  };
}
