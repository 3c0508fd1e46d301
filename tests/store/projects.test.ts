/** The registry's rows: who finds a project, and what a removed one leaves. */
import { expect, test } from "vitest";
import {
  claimFetch,
  failFetch,
  finishFetch,
  forgetClone,
  holdFetch,
  listRemovedClones,
  releaseFetch,
  requestFetch,
} from "../../src/store/fetches.js";
import { createJob, findJob } from "../../src/store/jobs.js";
import { tellPresence } from "../../src/store/processes.js";
import {
  changeProject,
  findProject,
  insertProject,
  listProjects,
  registerFound,
  registerProject,
  removeProject,
} from "../../src/store/projects.js";
import { purgeRemoved } from "../../src/store/removals.js";
import { allocateIds } from "../../src/store/version-rows.js";
import { beginBuild, ensureView, publish } from "../../src/store/views.js";
import { describeStores } from "../helpers/store.js";

const URL = "https://example.com/team/app.git";
const clone = (settings = {}) => ({
  name: "app",
  url: URL,
  root: (id: string) => `/clones/${id}`,
  settings,
  isAdded: true,
});

describeStores("projects", (store) => {
  test("are one for each folder, and for each URL and branch", async () => {
    const db = store();
    const folder = { name: "App", root: "/repos/app", settings: {}, isAdded: true };
    const first = await insertProject(db, folder);
    expect(first).toMatchObject({ isNew: true, project: { projectId: "app", url: null, isAdded: true } });
    expect(await insertProject(db, folder)).toEqual({ isNew: false, project: first.project });
    const cloned = await insertProject(db, clone());
    expect(cloned.project).toMatchObject({ projectId: "app-2", root: "/clones/app-2", url: URL, fetchedAt: null });
    expect((await insertProject(db, clone())).project.projectId).toBe("app-2");
    expect((await insertProject(db, clone({ branch: "next" }))).project.projectId).toBe("app-3");
  });

  test("adding one that a start has registered counts as added", async () => {
    const db = store();
    await registerProject(db, "/repos/app");
    await insertProject(db, { name: "app", root: "/repos/app", settings: {}, isAdded: true });
    expect(await findProject(db, "app")).toMatchObject({ isAdded: true });
  });

  test("are found by nobody once removed, and a build under way cannot publish", async () => {
    const db = store();
    const { projectId } = await registerProject(db, "/repos/app");
    const view = await ensureView(db, projectId);
    await beginBuild(db, view, "t");
    await createJob(db, "job", projectId, {});
    expect(await removeProject(db, projectId)).toBe(true);
    expect(await removeProject(db, projectId)).toBe(false);
    expect([await findProject(db, projectId), await listProjects(db), await findJob(db, "job")]).toEqual([
      undefined,
      [],
      undefined,
    ]);
    const changes = { upserts: [], deletes: [] };
    await expect(publish(db, view, "t", changes, { fingerprint: "f", commit: null, rowFormat: 1 })).rejects.toThrow(
      "took over",
    );
    await expect(beginBuild(db, view, "u")).rejects.toThrow("The project was removed.");
    await expect(createJob(db, "late", projectId, {})).rejects.toThrow("The project was removed.");
    await expect(allocateIds(db, projectId, { versions: 1 })).rejects.toThrow("The project was removed.");
    expect(await changeProject(db, projectId, { name: "x" })).toBeUndefined();
  });

  test("a removed folder is not taken in again by a start, but by who asks for it", async () => {
    const db = store();
    const { projectId } = await registerProject(db, "/repos/app");
    await removeProject(db, projectId);
    expect(await registerFound(db, "/repos/app")).toBeUndefined();
    expect(await registerProject(db, "/repos/app")).toMatchObject({ projectId: "app-2" });
    expect(await registerFound(db, "/repos/app")).toMatchObject({ projectId: "app-2" });
  });

  test("leave nothing behind when they are purged, and others are left alone", async () => {
    const db = store();
    for (const name of ["gone", "kept"]) {
      await registerProject(db, `/repos/${name}`);
      await ensureView(db, name);
      const count = 2500;
      await db.insertRows("symbol_names", {
        project_id: { type: "text", values: new Array(count).fill(name) },
        name: { type: "text", values: Array.from({ length: count }, (_, n) => `name${n}`) },
      });
    }
    await removeProject(db, "gone");
    expect(await purgeRemoved(db)).toEqual([]);
    expect(await purgeRemoved(db, { graceSeconds: 0, signal: AbortSignal.abort() })).toEqual([]);
    expect(await purgeRemoved(db, { graceSeconds: 0 })).toEqual(["gone"]);
    expect(await purgeRemoved(db, { graceSeconds: 0 })).toEqual([]);
    const left = await db.query("select project_id, count(*) from symbol_names group by project_id");
    expect(left).toEqual([{ project_id: "kept", count: 2500 }]);
    expect(await db.query("select project_id from views")).toEqual([{ project_id: "kept" }]);
    expect(await registerProject(db, "/elsewhere/gone")).toMatchObject({ projectId: "gone" });
  });

  test("are left alone by a slower process that purges the one before them of the same id", async () => {
    const db = store();
    const rows = (name: string) =>
      db.insertRows("symbol_names", {
        project_id: { type: "text", values: ["app"] },
        name: { type: "text", values: [name] },
      });
    await registerProject(db, "/repos/app");
    await rows("old");
    await removeProject(db, "app");
    let asked = 0;
    const slow = Object.assign(Object.create(db), {
      // Another process is done, and the folder is registered again, between two statements of this one.
      async query(text: string, values?: readonly unknown[]) {
        if (++asked === 2) {
          await purgeRemoved(db, { graceSeconds: 0 });
          await registerProject(db, "/repos/app");
          await rows("new");
        }
        return db.query(text, values);
      },
    });
    const elsewhere: string[] = [];
    expect(await purgeRemoved(slow, { graceSeconds: 0, elsewhere: async (id) => void elsewhere.push(id) })).toEqual([]);
    expect(elsewhere).toEqual([]);
    expect(await db.query("select project_id, name from symbol_names")).toEqual([{ project_id: "app", name: "new" }]);
  });

  test("keep a row until their clone is gone", async () => {
    const db = store();
    const { project } = await insertProject(db, clone());
    await removeProject(db, project.projectId);
    expect(await purgeRemoved(db, { graceSeconds: 0 })).toEqual([]);
    expect(await listRemovedClones(db)).toEqual([
      { projectId: "app", root: "/clones/app", cloneFolder: null, isLost: true },
    ]);
    await forgetClone(db, "app");
    expect(await purgeRemoved(db, { graceSeconds: 0 })).toEqual(["app"]);
  });
});

describeStores("fetches", (store) => {
  const fetcher = { processId: "here", role: "watcher", cloneFolder: "folder" } as const;
  const place = { cloneFolder: "folder", root: "/clones/app" };

  test("are done by one process at a time, and again when asked for or when it is time", async () => {
    const db = store();
    await registerProject(db, "/repos/folder");
    await insertProject(db, clone());
    expect(await claimFetch(db, 300, fetcher)).toMatchObject({ projectId: "app" });
    expect(await claimFetch(db, 300, fetcher)).toBeUndefined();
    expect(await holdFetch(db, "app")).toBe(true);
    await finishFetch(db, "app", place);
    expect(await holdFetch(db, "app")).toBe(false);
    expect((await findProject(db, "app"))?.fetchedAt).toMatch(/^\d{4}-/);
    expect(await claimFetch(db, 300, fetcher)).toBeUndefined();
    await requestFetch(db, ["app"]);
    expect(await claimFetch(db, 300, fetcher)).toMatchObject({ projectId: "app" });
    await failFetch(db, "app", "The server refuses the credentials.");
    expect(await findProject(db, "app")).toMatchObject({ fetchProblem: "The server refuses the credentials." });
    expect(await claimFetch(db, 0, fetcher)).toMatchObject({ projectId: "app" });
    await finishFetch(db, "app", place);
    await changeProject(db, "app", { settings: { branch: "next" } });
    expect(await claimFetch(db, 300, fetcher)).toMatchObject({ settings: { branch: "next" } });
    await removeProject(db, "app");
    expect(await holdFetch(db, "app")).toBe(false);
    expect(await listRemovedClones(db)).toEqual([]);
  });

  test("are done where builds see the clone: by a watcher whose folder workers see, or by workers with folders of their own", async () => {
    const db = store();
    await insertProject(db, clone());
    const claims = async (role: "watcher" | "worker", cloneFolder: string) => {
      const claimed = await claimFetch(db, 300, { processId: "any", role, cloneFolder });
      if (claimed) await releaseFetch(db, "app");
      return claimed !== undefined;
    };
    const alive = (processId: string, role: "watcher" | "worker", cloneFolder: string | null) =>
      tellPresence(db, { processId, role, rowFormat: null, cloneFolder });
    expect([await claims("watcher", "shared"), await claims("worker", "own")]).toEqual([true, true]);
    await alive("watcher", "watcher", "shared");
    await alive("one", "worker", "shared");
    expect([await claims("watcher", "shared"), await claims("worker", "shared")]).toEqual([true, false]);
    await alive("one", "worker", "own");
    expect([await claims("watcher", "shared"), await claims("worker", "own")]).toEqual([false, true]);
    await alive("one", "worker", null);
    expect([await claims("watcher", "shared"), await claims("worker", "shared")]).toEqual([true, false]);
  });

  test("a process that died in a fetch is not waited for", async () => {
    const db = store();
    await insertProject(db, clone());
    for (const processId of ["dead", "alive"])
      await tellPresence(db, { processId, role: "worker", rowFormat: 1, cloneFolder: processId });
    const claim = (processId: string) => claimFetch(db, 300, { processId, role: "worker", cloneFolder: processId });
    expect(await claim("dead")).toBeDefined();
    expect(await claim("alive")).toBeUndefined();
    await db.query("update processes set seen_at = now() - interval '25 seconds' where process_id = 'dead'");
    expect(await claim("alive")).toBeDefined();
  });
});
