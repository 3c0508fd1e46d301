/** Jobs in the database, by src/store/jobs.ts: waiting changes, clocks that were set back, workers that die. */
import { expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import {
  cancelJob,
  claimStrayJobs,
  createJob,
  finishJob,
  type JobRequest,
  listBehind,
  listProblems,
  recoverJobs,
  releaseJob,
  startJob,
} from "../../src/store/jobs.js";
import { registerProject } from "../../src/store/projects.js";
import { describeStores } from "../helpers/store.js";

const FULL = new CodeindexError("engine_unavailable", "The database's disk is full.").toEnvelope().error;
const BROKEN = new CodeindexError("internal", "Something went wrong.").toEnvelope().error;
const WATCHED = { paths: ["a.ts"], watched: true };

describeStores("projects whose changes nobody brings in", (store) => {
  let number = 0;

  /** A job that was asked for a number of seconds ago, and how it ended. */
  async function job(
    request: JobRequest,
    end: "completed" | "cancelled" | "waits" | "disk full" | "broken",
    ago: number,
  ): Promise<void> {
    const { projectId } = await registerProject(store(), "/repos/shop");
    const jobId = `j${number++}`;
    const run = { jobId, projectId, runId: "r" };
    await createJob(store(), jobId, projectId, request);
    if (end === "cancelled") await cancelJob(store(), jobId);
    else if (end !== "waits") {
      await startJob(store(), run);
      if (end === "completed") await finishJob(store(), run, { status: "completed", result: {} as never });
      else await finishJob(store(), run, { status: "failed", error: end === "disk full" ? FULL : BROKEN });
    }
    await store().query(
      `update jobs set created_at = created_at - make_interval(secs => $2), started_at = started_at - make_interval(secs => $2),
         finished_at = finished_at - make_interval(secs => $2) where job_id = $1`,
      [jobId, ago],
    );
  }

  test.each<{ name: string; jobs: Parameters<typeof job>[]; isBehind: boolean; problem?: string }>([
    { name: "all went well", jobs: [[WATCHED, "completed", 9]], isBehind: false },
    { name: "a watcher's job was cancelled", jobs: [[WATCHED, "cancelled", 9]], isBehind: true },
    { name: "a watcher's job failed", jobs: [[WATCHED, "broken", 9]], isBehind: true },
    { name: "a user's job was cancelled", jobs: [[{ paths: ["a.ts"] }, "cancelled", 9]], isBehind: false },
    { name: "a build was cancelled", jobs: [[{}, "cancelled", 9]], isBehind: false },
    {
      name: "a build was made since",
      jobs: [
        [WATCHED, "broken", 99],
        [{}, "completed", 90],
      ],
      isBehind: false,
    },
    {
      name: "a build began before",
      jobs: [
        [{}, "completed", 100],
        [WATCHED, "broken", 99],
      ],
      isBehind: true,
    },
    {
      name: "a build waits",
      jobs: [
        [WATCHED, "broken", 99],
        [{}, "waits", 9],
      ],
      isBehind: false,
    },
    {
      name: "the build since failed for a reason of its own",
      jobs: [
        [WATCHED, "broken", 99],
        [{}, "broken", 90],
      ],
      isBehind: false,
    },
    {
      name: "the build since failed for the database, just now",
      jobs: [
        [WATCHED, "disk full", 99],
        [{}, "disk full", 9],
      ],
      isBehind: false,
      problem: FULL.message,
    },
    { name: "a build failed for the database", jobs: [[{}, "disk full", 90]], isBehind: true, problem: FULL.message },
  ])("$name", async ({ jobs, isBehind, problem }) => {
    for (const each of jobs) await job(...each);
    expect(await listBehind(store())).toEqual(isBehind ? ["shop"] : []);
    expect([...(await listProblems(store()))]).toEqual(problem ? [["shop", problem]] : []);
  });
});

describeStores("jobs of a database whose clock was set back by an hour", (store) => {
  test("are not left to those who are gone, nor waited for", async () => {
    const { projectId } = await registerProject(store(), "/repos/shop");
    for (const jobId of ["running", "queued"]) await createJob(store(), jobId, projectId, {});
    await startJob(store(), { jobId: "running", projectId, runId: "gone" });
    await store().query(
      "update jobs set heartbeat_at = heartbeat_at + interval '1 hour', queued_at = queued_at + interval '1 hour'",
    );
    const strays = await claimStrayJobs(store());
    expect(strays.map(({ jobId }) => jobId).sort()).toEqual(["queued", "running"]);
    expect(await startJob(store(), { jobId: "queued", projectId, runId: "new" })).toEqual({ request: {}, deaths: 0 });
  });
});

describeStores("a job whose workers die", (store) => {
  test("counts them, whoever finds that one is gone", async () => {
    const { projectId } = await registerProject(store(), "/repos/shop");
    const run = { jobId: "j1", projectId, runId: "r" };
    await createJob(store(), "j1", projectId, {});
    const silent = () => store().query("update jobs set heartbeat_at = now() - interval '1 minute'");
    expect(await startJob(store(), run)).toMatchObject({ deaths: 0 });
    await silent();
    expect(await startJob(store(), run)).toMatchObject({ deaths: 1 });
    await silent();
    await claimStrayJobs(store());
    expect(await startJob(store(), run)).toMatchObject({ deaths: 2 });
    // An embedded service that is started again may have been ended by anybody.
    await recoverJobs(store());
    expect(await startJob(store(), run)).toMatchObject({ deaths: 2 });
    await releaseJob(store(), run);
    expect(await startJob(store(), run)).toMatchObject({ deaths: 2 });
  });
});
