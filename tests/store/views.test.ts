/** Views of projects, by src/store/views.ts: builds, publishes and totals; and migrations of the database, by src/store/db/migrate.ts. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import type { Db } from "../../src/store/db/db.js";
import { migrate, readMigrations } from "../../src/store/db/migrate.js";
import { explainPath, type LedgerRow, liveVersions, readLedger } from "../../src/store/files.js";
import {
  cancelJob,
  claimStrayJobs,
  createJob,
  findJob,
  finishJob,
  recoverJobs,
  startJob,
  touchJob,
} from "../../src/store/jobs.js";
import { listProjects, registerProject, removeProject } from "../../src/store/projects.js";
import { beginBuild, ensureView, ensureViews, findView, publish } from "../../src/store/views.js";
import { describeStores } from "../helpers/store.js";

const row = (path: string, about: Partial<LedgerRow> = {}): LedgerRow => ({
  path,
  status: "indexed",
  reason: null,
  detail: null,
  isDirectory: false,
  language: "typescript",
  size: 10,
  modifiedNs: 1753000000000000001n,
  inode: 18446744073709551615n,
  contentHash: Buffer.from(path),
  versionId: 1,
  edgeSetId: 1,
  edgeCount: 3,
  errorRanges: null,
  unresolvedCalls: 0,
  attempts: 1,
  names: null,
  ...about,
});
const about = { fingerprint: "f", commit: "abc", rowFormat: 1 };

async function newView(db: Db) {
  const project = await registerProject(db, "/home/me/My Répo");
  return ensureView(db, project.projectId);
}

describeStores("views", (store) => {
  test("a project has a readable id of its own and is found again by its root", async () => {
    const db = store();
    const first = await registerProject(db, "/a/My App");
    expect(first.projectId).toBe("my-app");
    expect((await registerProject(db, "/b/my-app")).projectId).toBe("my-app-2");
    expect(await registerProject(db, "/a/My App")).toEqual(first);
    expect((await registerProject(db, "/c/漢字")).projectId).toBe("project");
    await removeProject(db, "my-app");
    expect((await listProjects(db)).map((project) => project.projectId)).toEqual(["my-app-2", "project"]);
  });

  test("those of several projects come in the order asked for, and are made where they are missing", async () => {
    const db = store();
    const known = await newView(db);
    const fresh = await registerProject(db, "/srv/fresh");
    const views = await ensureViews(db, [fresh.projectId, known.projectId]);
    expect(views).toEqual([await findView(db, fresh.projectId), known]);
    expect(await ensureViews(db, [])).toEqual([]);
  });

  test("a publish changes what it names, raises the generation and counts the totals", async () => {
    const db = store();
    const view = await newView(db);
    await beginBuild(db, view, "build 1");
    const skipped = row("dist", {
      status: "skipped",
      reason: "ignored",
      isDirectory: true,
      versionId: null,
      edgeCount: 0,
    });
    const first = await publish(
      db,
      view,
      "build 1",
      { upserts: [row("b.ts"), row("a.ts"), skipped], deletes: [] },
      about,
    );
    expect(first).toMatchObject({
      generation: 1,
      commit: "abc",
      totals: { files: 2, skipped: 1, edges: 6, languages: { typescript: 2 } },
    });
    const broken = row("c.ts", { status: "partial", errorRanges: [[1, 2]] });
    const second = await publish(db, view, "build 1", { upserts: [broken], deletes: ["a.ts"] }, about);
    expect(second).toMatchObject({ generation: 2, totals: { files: 2, partial: 1 } });
    expect(await findView(db, view.projectId)).toEqual(second);
    expect(await readLedger(db, view.projectId, view.viewId)).toEqual([row("b.ts"), broken, skipped]);
    const since = await liveVersions(db, view.projectId, view.viewId, 1);
    expect(since.live).toBe(2);
    expect(since.versions.map((version) => version.path)).toEqual(["c.ts"]);
    expect(await explainPath(db, view.projectId, view.viewId, "dist/deep/x.js")).toEqual(skipped);
    expect(await explainPath(db, view.projectId, view.viewId, "distant")).toBeUndefined();
  });

  test("a build that was replaced cannot publish, and nothing of it is seen", async () => {
    const db = store();
    const view = await newView(db);
    await beginBuild(db, view, "old");
    await beginBuild(db, view, "new");
    const late = publish(db, view, "old", { upserts: [row("a.ts")], deletes: [] }, about);
    await expect(late).rejects.toMatchObject({ code: "cancelled" });
    expect(await readLedger(db, view.projectId, view.viewId)).toEqual([]);
    expect((await findView(db, view.projectId))?.generation).toBe(0);
  });

  test("a build whose rows another database server may lack, as it took over meanwhile, cannot publish", async () => {
    const db = store();
    const view = await newView(db);
    await beginBuild(db, view, "build 1");
    const late = publish(
      db,
      view,
      "build 1",
      { upserts: [row("a.ts")], deletes: [] },
      { ...about, history: "7-00000001" },
    );
    await expect(late).rejects.toMatchObject({ code: "engine_unavailable" });
    expect((await findView(db, view.projectId))?.generation).toBe(0);
  });

  test("a job ends once, and one that was running is queued again by the next start", async () => {
    const db = store();
    const { projectId } = await newView(db);
    const run = (jobId: string) => ({ jobId, projectId, runId: `run of ${jobId}` });
    await createJob(db, "j1", projectId, { force: true });
    await createJob(db, "j2", projectId, { paths: ["a.ts"] });
    expect(await findView(db, projectId)).toMatchObject({ openJobs: 2, openChanges: 1 });
    expect(await startJob(db, run("j1"))).toEqual({ request: { force: true }, deaths: 0 });
    await cancelJob(db, "j2");
    expect((await recoverJobs(db)).map((job) => job.jobId)).toEqual(["j1"]);
    expect(await startJob(db, run("j2"))).toBe("ended");
    expect(await findJob(db, "j1")).toMatchObject({ status: "queued", result: null });
  });

  test("one run of a project at a time, as long as it is heard of; one that was taken for dead reports nothing", async () => {
    const db = store();
    const { projectId } = await newView(db);
    const first = { jobId: "j1", projectId, runId: "first" };
    const second = { jobId: "j1", projectId, runId: "second" };
    await createJob(db, "j1", projectId, {});
    await createJob(db, "j2", projectId, {});
    await startJob(db, first);
    expect(await startJob(db, { jobId: "j2", projectId, runId: "other" })).toBe("busy");
    expect(await claimStrayJobs(db)).toEqual([]);
    await db.query("update jobs set heartbeat_at = now() - interval '1 minute' where job_id = 'j1'");
    expect((await claimStrayJobs(db)).map((job) => job.jobId)).toEqual(["j1"]);
    await startJob(db, second);
    expect(await touchJob(db, first)).toBe(false);
    await finishJob(db, first, { status: "failed", error: new CodeindexError("internal", "late").toEnvelope().error });
    expect(await touchJob(db, second)).toBe(true);
    expect(await findJob(db, "j1")).toMatchObject({ status: "running", error: null });
  });
});

describe("migrations", () => {
  test("have a number each", () => {
    const numbers = readdirSync(new URL("../../migrations/", import.meta.url)).map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  describeStores("migrate", (store) => {
    test("does nothing the second time, and refuses a database that newer code has migrated", async () => {
      const db = store();
      expect(await migrate(db)).toEqual([]);
      await db.query("insert into migrations (number, file, hash) values (9999, '9999_future.sql', 'x')");
      await expect(migrate(db)).rejects.toMatchObject({ code: "configuration" });
      await db.query("delete from migrations where number = 9999");
    });

    test("starts beside newer code whose migration says that it only adds", async () => {
      const db = store();
      const newest = Math.max(...readMigrations().map(({ number }) => number));
      const migrated = (beside: number) =>
        db.query(
          `insert into migrations (number, file, hash, beside) values (9999, '9999_future.sql', 'x', $1)
           on conflict (number) do update set beside = $1`,
          [beside],
        );
      await migrated(newest);
      expect(await migrate(db)).toEqual([]);
      await migrated(newest + 1);
      await expect(migrate(db)).rejects.toThrow(/newer version of codeindex \(9999_future\.sql\)/);
      await db.query("delete from migrations where number = 9999");
    });
  });
});
