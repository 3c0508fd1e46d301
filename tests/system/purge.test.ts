/**
 * Removed projects leave nothing in any table, in the queue, among the clones or in memory. Tables are those that the database has: a new one
 * must be of a project, and purged, or be named below with why it need not be.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { type App, createApp } from "../../src/processes/service.js";
import type { Db } from "../../src/store/db/db.js";
import { createTask, endTask } from "../../src/store/tasks.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { makeRepository } from "../helpers/git.js";
import { rest } from "../helpers/rest.js";
import { openPostgres } from "../helpers/store.js";
import { documentOf, indexBytes } from "../scip/encode.js";

/** In the project's name, its paths, its code, and what is asked about it. */
const MARK = "quokka";
const TEXT = `import { readFile } from "node:fs";
/** Feeds the quokka. */
export function feedQuokka(name: string) {
  return readFile(name, (error) => console.log("quokka", error));
}
`;
const OTHER = dedent`
  export function feedWombat() {
    return 1;
  }
`;

/** Tables without a project, and why no project leaves anything there. */
const NOT_OF_A_PROJECT: Record<string, string> = {
  migrations: "which are done",
  processes: "of the whole installation",
  keys: "secrets of the installation",
  page_sessions: "of tokens",
  tokens: "whose patterns of projects are an administrator's",
  embedding_models: "names of models",
  removed_roots: "hashes of folders that are not to be found again",
  tasks: "by their project_ids",
  settings: "of the whole installation",
};
/** The audit log keeps, by id, the caller, the tool and the project as long as all of its entries; never the question. */
const KEEPS_THE_ID = new Set(["audit_log"]);

const kinds: [string, () => Promise<{ env: NodeJS.ProcessEnv; remove(): Promise<void> }>][] = [
  ["PGlite", async () => ({ env: {}, remove: async () => undefined })],
];
const { TEST_DATABASE_URL: databaseUrl } = process.env;
if (databaseUrl)
  kinds.push([
    "PostgreSQL",
    async () => {
      const { url, remove } = await openPostgres(databaseUrl);
      return { env: { DATABASE_URL: url, CODEINDEX_SEARCH: "database" }, remove };
    },
  ]);

describe.each(kinds)("a removed project on %s", (_kind, open) => {
  const folder = temporaryFolder();
  let app: App;
  let server: HttpServer;
  let removeStore: () => Promise<void>;
  beforeAll(async () => {
    repository("kept", { "kept.ts": OTHER });
    const store = await open();
    removeStore = store.remove;
    const flags = { repos: [join(folder, "kept")], dataDir: join(folder, "data"), logLevel: "silent", port: 0 };
    app = await createApp(
      readConfig(flags, { ...store.env, CODEINDEX_AUDIT: "clear", CODEINDEX_GIT_PROTOCOLS: "file" }),
    );
    server = await listen(app);
    await build("kept");
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await app?.close();
    await removeStore?.();
  });

  function repository(name: string, files: Record<string, string>): string {
    const root = join(folder, name);
    writeFiles(root, files);
    makeRepository(root);
    return root;
  }

  async function ask(method: string, path: string, body?: object): Promise<object> {
    const answer = await rest(() => server)(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body ?? {};
  }

  async function build(name: string): Promise<void> {
    const project = (await app.projects()).find(({ projectId }) => projectId === name)!;
    const { jobId } = await app.indexing.start(project, { force: true });
    expect(await app.indexing.wait(jobId, AbortSignal.timeout(60_000))).toMatchObject({ status: "completed" });
  }

  /** A project by URL whose id is the mark, built, with its vectors. */
  async function addMarked(text: string): Promise<void> {
    const root = repository(MARK, { [`${MARK}.ts`]: text });
    await ask("POST", "/projects", { url: `file://${root}` });
    const isReady = async () => (await ask("POST", `/projects/${MARK}/tools/get_status`, {})) as object;
    await expect.poll(isReady, { timeout: 60_000 }).toMatchObject({ index: { generation: 1, building: false } });
    rmSync(root, { recursive: true });
  }

  const search = async (query: string) =>
    (await ask("POST", `/projects/${MARK}/tools/search_code`, { query })) as unknown as { results: { path: string }[] };

  /** Rows of each table that are of the project by its column, or that hold the mark as text or as bytes. */
  async function traces(db: Db): Promise<Record<string, number>> {
    const tables = await db.query<{ schema: string; name: string; ofProject: boolean }>(
      `select t.table_schema as schema, t.table_name as name, exists (
         select from information_schema.columns c
         where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'project_id') as "ofProject"
       from information_schema.tables t
       where t.table_type = 'BASE TABLE' and t.table_schema in ('public', 'bullmq')
         and not exists (select from pg_class p where p.relname = t.table_name and p.relispartition)
       order by 1, 2`,
    );
    const found: Record<string, number> = {};
    for (const { schema, name, ofProject } of tables) {
      if (schema === "public" && !ofProject) expect(NOT_OF_A_PROJECT, `the table ${name}`).toHaveProperty(name);
      const isTrace = KEEPS_THE_ID.has(name)
        ? `coalesce(one.input::text, '') || coalesce(one.input_hash::text, '') <> '' and one.project_id = $1`
        : `one::text ilike '%' || $1 || '%' or one::text like '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`;
      const [row] = await db.query<{ count: number }>(
        `select count(*) as count from "${schema}"."${name}" one where ${isTrace}`,
        [MARK],
      );
      found[`${schema}.${name}`] = row!.count;
    }
    return found;
  }

  test("leaves nothing, and another of its name begins with nothing", async () => {
    await addMarked(TEXT);
    await expect
      .poll(
        async () =>
          (await app.db.query("select 1 from view_vectors where project_id = $1 and generation > 0", [MARK])).length,
        { timeout: 30_000 },
      )
      .toBe(1);
    expect((await search("feed quokka")).results).toMatchObject([{ path: "quokka.ts" }]);
    const run = { taskId: "task", runId: "run" };
    const call = { args: { query: MARK } };
    await createTask(app.db, run, { owner: "ann", tool: "x", call, answers: {}, ttlMs: 1e6, projectIds: [] });
    await endTask(app.db, run, { result: { text: TEXT }, projectIds: [MARK, "kept"] });
    const document = documentOf(`${MARK}.ts`, TEXT, [
      [3, "feedQuokka", "scip-typescript npm a 1 `quokka.ts`/feedQuokka().", "def"],
    ]);
    await ask("PUT", `/projects/${MARK}/scip`, indexBytes([document]));
    await expect.poll(async () => (await traces(app.db))["public.scip_facts"], { timeout: 30_000 }).toBeGreaterThan(0);

    // Rows to purge were there: in all tables of a project but those whose rows come and go. The audit log is written once a second.
    const others = Object.keys(NOT_OF_A_PROJECT).filter((name) => name !== "tasks");
    const empty = async () =>
      Object.entries(await traces(app.db))
        // A small project has no term that is counted.
        .filter(([table, count]) => table.startsWith("public.") && table !== "public.term_counts" && count === 0)
        .map(([table]) => table);
    await expect.poll(empty, { timeout: 30_000 }).toEqual(others.map((name) => `public.${name}`).sort());

    await ask("DELETE", `/projects/${MARK}`);
    await expect.poll(() => app.searcher.cacheOf(MARK).misses, { timeout: 30_000 }).toBe(0);
    await app.db.query("update projects set removed_at = now() - interval '2 minutes' where removed_at is not null");
    const left = async () =>
      Object.entries(await traces(app.db))
        .filter(([, count]) => count > 0)
        .map(([table]) => table);
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    expect(readdirSync(join(folder, "data", "clones")).filter((name) => name.includes(MARK))).toEqual([]);
    const kept = await app.db.query("select action from audit_log where project_id = $1 and action = 'search_code'", [
      MARK,
    ]);
    expect(kept).toHaveLength(1);
    expect(await ask("POST", "/projects/kept/tools/search_code", { query: "feed wombat" })).toMatchObject({
      results: [{}],
    });

    await addMarked(OTHER);
    expect((await search("feed quokka")).results.every(({ path }) => path === `${MARK}.ts`)).toBe(true);
    expect(JSON.stringify(await search("feed wombat"))).not.toContain("feedQuokka");
  }, 180_000);
});
