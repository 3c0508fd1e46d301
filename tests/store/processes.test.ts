/** The processes of an installation, as an administrator sees them. */
import { expect, test } from "vitest";
import { countOpenJobs, createJob, startJob } from "../../src/store/jobs.js";
import { endPresence, listProcesses, type Presence, tellPresence } from "../../src/store/processes.js";
import { registerProject, removeProject } from "../../src/store/projects.js";
import { describeStores } from "../helpers/store.js";

const WORKER: Presence = { processId: "w1", role: "worker", rowFormat: 7, cloneFolder: null };

describeStores("the processes", (store) => {
  test("are those that told lately that they live, each with the projects that it follows", async () => {
    const db = store();
    const [gone] = await Promise.all(["gone", "shop", "bank"].map((name) => registerProject(db, `/repos/${name}`)));
    await tellPresence(db, WORKER);
    await tellPresence(db, { ...WORKER, processId: "f1", role: "watcher" });
    await tellPresence(db, { ...WORKER, processId: "silent" });
    await tellPresence(db, { ...WORKER, processId: "ended" });
    await endPresence(db, "ended");
    await db.query("update processes set seen_at = now() - interval '1 minute' where process_id = 'silent'");
    await db.query("update projects set watched_by = 'f1'");
    await removeProject(db, gone!.projectId);
    expect(await listProcesses(db)).toMatchObject([
      { processId: "f1", role: "watcher", projects: 2 },
      { processId: "w1", role: "worker", rowFormat: 7, projects: 0 },
    ]);
  });

  test("have jobs before them: those that wait, and those that run", async () => {
    const db = store();
    const { projectId } = await registerProject(db, "/repos/shop");
    expect(await countOpenJobs(db)).toEqual({ queued: 0, running: 0 });
    for (const id of ["j1", "j2", "j3"]) await createJob(db, id, projectId, {});
    await startJob(db, { jobId: "j1", projectId, runId: "r1" });
    expect(await countOpenJobs(db)).toEqual({ queued: 2, running: 1 });
  });
});
