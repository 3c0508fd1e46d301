/** Sources that are made to be slow end, each as a row of the ledger; what is not whole says why. Other projects are indexed meanwhile. */
import { extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { build } from "../../src/indexing/build.js";
import type { BuildContext } from "../../src/indexing/build-context.js";
import { createParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { type LedgerRow, readLedger } from "../../src/store/files.js";
import { registerProject } from "../../src/store/projects.js";
import { findView } from "../../src/store/views.js";
import { temporaryFolder } from "../helpers/folders.js";
import { openPglite } from "../helpers/store.js";
import { createRandom } from "../system/random.js";
import { put } from "../system/repository.js";
import { type Bomb, bombs, randomBomb } from "./bombs.js";

const SEED = Number(process.env.CODEINDEX_TEST_SEED ?? 1);
const CASES = Number(process.env.CODEINDEX_TEST_CASES ?? 6);
/** With CODEINDEX_TEST_CASES at full size. Half the depth still overflows a stack; a quarter of the width still shows work that grows with its square. */
const ALL = bombs(process.env.CODEINDEX_TEST_CASES ? { depth: 1, width: 1 } : { depth: 1 / 2, width: 1 / 4 });
/** No measure of speed: a build that takes as long hangs. */
const HANG = 600_000;

describe("bombs", () => {
  let store: Awaited<ReturnType<typeof openPglite>>;
  let tools: BuildContext;
  let folder: string;

  beforeAll(async () => {
    store = await openPglite();
    folder = temporaryFolder();
    tools = {
      db: store.db,
      pool: createParsePool({ threads: 2 }),
      programs: createProgramCache(100_000),
      log: createLog("silent"),
      chunkSize: 250,
      skip: { exclude: [], include: [], maxFileSize: 2 * 2 ** 20 },
    };
  });
  afterAll(async () => {
    await tools.pool.close();
    await store.remove();
  });

  /** Builds a project of some files; gives its rows by path. */
  async function index(name: string, files: readonly Bomb[]): Promise<Map<string, LedgerRow>> {
    const root = join(folder, name);
    for (const { path, source } of files) put(root, path, source);
    const project = await registerProject(store.db, root);
    await build(tools, { project }, { signal: new AbortController().signal, onProgress: () => undefined });
    const view = await findView(store.db, project.projectId);
    const rows = await readLedger(store.db, project.projectId, view!.viewId);
    return new Map(rows.map((row) => [row.path, row]));
  }

  /** Every file has a row; one that is not whole says which lines did not parse, or why. */
  function expectRows(rows: Map<string, LedgerRow>, files: readonly Bomb[]): void {
    const silent = files.filter(({ path }) => {
      const row = rows.get(path);
      return row === undefined || (row.status !== "indexed" && row.reason === null && row.errorRanges === null);
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  }

  // One build for all of a language: a build of its own for each would be most of the time.
  test.each([...new Set(ALL.map(({ path }) => extname(path)))])(
    "of a language, beside a plain file: *%s",
    async (extension) => {
      const files = ALL.filter(({ path }) => extname(path) === extension);
      const rows = await index(extension.slice(1), [
        ...files,
        { name: "plain", path: "plain.ts", source: "export const one = 1;\n" },
      ]);
      expectRows(rows, files);
      expect(rows.get("plain.ts")).toMatchObject({ status: "indexed" });
    },
    HANG,
  );

  test(
    "of random shapes",
    async () => {
      const random = createRandom(SEED);
      const files = Array.from({ length: CASES }, (_, number) => randomBomb(random, number));
      expectRows(await index("random", files), files);
    },
    HANG,
  );
});
