/** A first build shows what it has parsed before it is whole, beside the view of its project, which stays empty until then. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { type BuildProgress, build } from "../../src/indexing/build.js";
import type { BuildContext } from "../../src/indexing/build-context.js";
import { createParsePool, type ParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { createSearcher } from "../../src/search/search.js";
import type { Db } from "../../src/store/db/db.js";
import { readLedger } from "../../src/store/files.js";
import { findPreview, previewProgress } from "../../src/store/previews.js";
import { type Project, registerProject } from "../../src/store/projects.js";
import { sweep } from "../../src/store/sweep.js";
import { viewsBehind } from "../../src/store/vectors.js";
import { ensureView, type View } from "../../src/store/views.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { describeStores } from "../helpers/store.js";

/** A small batch to begin with, and three more. */
const COUNT = 300;
const files = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `src/f${String(at).padStart(3, "0")}.ts`,
      dedent`
        import { f0 } from "./f000.js";
        export function f${at}() {
          return f0();
        }
      `,
    ]),
  );

let pool: ParsePool;
beforeAll(() => {
  pool = createParsePool({ threads: 1 });
});
afterAll(() => pool.close());

/** Builds a project; `endsAt` is where it is stopped, as if the process had died there. */
async function run(
  db: Db,
  project: Project,
  {
    endsAt = () => false,
    exclude = [],
    isAsked = true,
  }: { endsAt?: (progress: BuildProgress) => boolean; exclude?: string[]; isAsked?: boolean } = {},
) {
  const stop = new AbortController();
  const tools: BuildContext = {
    db,
    pool,
    programs: createProgramCache(100_000),
    log: createLog("silent"),
    chunkSize: 200,
    skip: { maxFileSize: 1_500_000, exclude },
    isAsked,
  };
  const onProgress = (progress: BuildProgress) => {
    if (endsAt(progress)) stop.abort(new Error("the build was killed"));
  };
  return build(tools, { project }, { signal: stop.signal, onProgress }).catch((error: Error) => error.message);
}

const inParse = ({ phase, filesDone }: BuildProgress) => phase === "parse" && filesDone > 0;
const inResolve = ({ phase }: BuildProgress) => phase === "resolve";

describeStores("a first build", (store) => {
  test("publishes what is parsed, and nobody who asks for the project's index sees it", async () => {
    const db = store();
    const project = await registerProject(db, temporaryFolder(files(COUNT)));
    expect(await run(db, project, { endsAt: inParse })).toBe("the build was killed");

    const preview = await findPreview(db, project.projectId);
    expect(previewProgress(preview!)).toEqual({ parsed: 32, planned: COUNT });
    const rows = await readLedger(db, project.projectId, preview!.viewId);
    expect(rows.every(({ versionId, edgeSetId }) => versionId !== null && edgeSetId === null)).toBe(true);
    const view = await ensureView(db, project.projectId);
    expect(view).toMatchObject({ generation: 0, indexedAt: null, totals: { files: 0 } });
    expect(await readLedger(db, project.projectId, view.viewId)).toEqual([]);
    expect(await viewsBehind(db, 1, "a process"), "no vectors are made for it").toEqual([]);
  });

  test("publishes nothing before its end where nobody can ask", async () => {
    const db = store();
    const project = await registerProject(db, temporaryFolder(files(COUNT)));
    expect(await run(db, project, { endsAt: inResolve, isAsked: false })).toBe("the build was killed");
    expect(await findPreview(db, project.projectId)).toBeUndefined();
  });

  test("that was killed goes on, and what it publishes at last has all files and edges", async () => {
    const db = store();
    const project = await registerProject(db, temporaryFolder(files(COUNT)));
    await run(db, project, { endsAt: inParse });
    await run(db, project, { endsAt: inResolve });
    expect(previewProgress((await findPreview(db, project.projectId))!)).toEqual({ parsed: COUNT, planned: COUNT });

    expect(await run(db, project)).toMatchObject({ generation: 1, indexed: COUNT, totals: { files: COUNT } });
    const view = await ensureView(db, project.projectId);
    const rows = await readLedger(db, project.projectId, view.viewId);
    expect(rows.filter(({ edgeSetId }) => edgeSetId === null)).toEqual([]);
    // Readers may still hold the preview; the sweep, some seconds later, takes it away.
    expect(await findPreview(db, project.projectId)).toBeDefined();
    await sweep(db, project.projectId);
    expect(await findPreview(db, project.projectId)).toBeUndefined();
    expect(await db.query("select from files where view_id <> $1", [view.viewId])).toEqual([]);
  });

  test("hides nothing that a service that answered from its preview is asked for later, though fewer publishes came since", async () => {
    const db = store();
    const root = temporaryFolder(files(COUNT));
    const project = await registerProject(db, root);
    await run(db, project);
    const searcher = createSearcher(db, { cacheBytes: 4_000_000 });
    const namesOf = async (view: View, text: string) =>
      (await searcher.searchSymbols(view, { text, limit: 5 })).map(({ symbol }) => symbol.name);
    const preview = (await findPreview(db, project.projectId))!;
    expect(preview.generation).toBeGreaterThan(2);
    expect(await namesOf(preview, "f7")).toContain("f7");
    writeFiles(root, { "src/late.ts": "export function cameLater() {}\n" });
    await run(db, project);
    const view = await ensureView(db, project.projectId);
    expect(view.generation).toBe(2);
    expect(await namesOf(view, "cameLater")).toEqual(["cameLater"]);
    await searcher.close();
  });

  test("shows nothing any more that other settings leave out", async () => {
    const db = store();
    const project = await registerProject(db, temporaryFolder(files(COUNT)));
    await run(db, project, { endsAt: inResolve });
    await run(db, project, { endsAt: ({ phase }) => phase === "parse", exclude: ["src/f000.ts"] });
    expect(await findPreview(db, project.projectId)).toBeUndefined();
  });

  test("of a few files is whole before anyone has asked: it has no preview", async () => {
    const db = store();
    const project = await registerProject(db, temporaryFolder(files(12)));
    await run(db, project, { endsAt: inResolve });
    expect(await findPreview(db, project.projectId)).toBeUndefined();
  });

  test("is the only one with a preview: later builds publish all or nothing", async () => {
    const db = store();
    const root = temporaryFolder(files(COUNT));
    const project = await registerProject(db, root);
    await run(db, project);
    await sweep(db, project.projectId);
    await run(db, project, { endsAt: inResolve, exclude: ["nothing"] });
    expect(await findPreview(db, project.projectId)).toBeUndefined();
    expect(await ensureView(db, project.projectId)).toMatchObject({ generation: 1, totals: { files: COUNT } });
  });
});
