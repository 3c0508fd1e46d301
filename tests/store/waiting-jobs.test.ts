/** Changes that a watcher adds to a waiting job, by src/store/jobs.ts. */
import { expect, test } from "vitest";
import { addToWaitingJob, createJob, startJob } from "../../src/store/jobs.js";
import { registerProject } from "../../src/store/projects.js";
import { describeStores } from "../helpers/store.js";

describeStores("changes that a watcher adds to a waiting job", (store) => {
  async function waiting(request: { paths: string[]; watched?: boolean }): Promise<string> {
    const { projectId } = await registerProject(store(), "/repos/shop");
    await createJob(store(), "j1", projectId, request);
    return projectId;
  }

  test("is done with it, once", async () => {
    const projectId = await waiting({ paths: ["b.ts"], watched: true });
    expect(await addToWaitingJob(store(), projectId, ["b.ts", "a.ts"])).toMatchObject({ jobId: "j1" });
    expect(await addToWaitingJob(store(), projectId, [])).toMatchObject({ jobId: "j1" });
    expect(await startJob(store(), { jobId: "j1", projectId, runId: "r1" })).toMatchObject({
      request: { paths: ["a.ts", "b.ts"], watched: true },
    });
  });

  test("is not added to one that has begun: that may have looked already", async () => {
    const projectId = await waiting({ paths: ["b.ts"], watched: true });
    await startJob(store(), { jobId: "j1", projectId, runId: "r1" });
    expect(await addToWaitingJob(store(), projectId, ["a.ts"])).toBeUndefined();
  });

  test("is not added to what somebody else asked for and may cancel", async () => {
    const projectId = await waiting({ paths: ["b.ts"] });
    expect(await addToWaitingJob(store(), projectId, ["a.ts"])).toBeUndefined();
  });

  test("is not added to one that is full", async () => {
    const projectId = await waiting({ paths: Array.from({ length: 1999 }, (_, number) => `${number}`), watched: true });
    expect(await addToWaitingJob(store(), projectId, ["a.ts", "b.ts"])).toBeUndefined();
    expect(await addToWaitingJob(store(), projectId, ["a.ts"])).toBeDefined();
  });
});
