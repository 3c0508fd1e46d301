/** Rows that no view uses go; those of its files stay. */
import { expect, test } from "vitest";
import { registerProject } from "../../src/store/projects.js";
import { sweep } from "../../src/store/sweep.js";
import { ensureView } from "../../src/store/views.js";
import { temporaryFolder } from "../helpers/folders.js";
import { describeStores } from "../helpers/store.js";

describeStores("a sweep", (store) => {
  test("ends for many files of which the planner has no statistics, as after a process that was killed behind its first build", async () => {
    const db = store();
    const { projectId } = await registerProject(db, temporaryFolder());
    const { viewId } = await ensureView(db, projectId);
    const [used, unused] = [300, 50];
    for (const [table, column] of [
      ["contents", "data"],
      ["parse_results", "language, extractor_version, data"],
    ] as const)
      await db.query(
        `insert into ${table} (project_id, content_hash, ${table === "contents" ? "size, " : ""}${column})
         select $1, sha256(id::text::bytea), ${table === "contents" ? "1, ''" : "'typescript', 1, ''"} from generate_series(1, $2::int) id`,
        [projectId, used + unused],
      );
    await db.query(
      `insert into file_versions (project_id, version_id, path, content_hash, format, size, line_count, first_symbol, symbol_count, first_chunk, chunk_count)
       select $1, id, 'f' || id, sha256(id::text::bytea), '', 1, 1, id, 1, id, 1 from generate_series(1, $2::int) id`,
      [projectId, used + unused],
    );
    await db.query(
      `insert into files (project_id, view_id, path, status, version_id, generation)
       select $1, $2, 'f' || id, 'indexed', id, 1 from generate_series(1, $3::int) id`,
      [projectId, viewId, used],
    );

    expect(await sweep(db, projectId)).toMatchObject({ versions: unused, contents: unused, isComplete: true });
    for (const table of ["file_versions", "contents", "parse_results"]) {
      const [{ count } = {}] = await db.query<{ count: number }>(
        `select count(*)::int as count from ${table} where project_id = $1`,
        [projectId],
      );
      expect([table, count]).toEqual([table, used]);
    }
  });
});
