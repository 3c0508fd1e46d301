/** get_job on a real service. */
import { expect, test } from "vitest";
import { createJob } from "../../src/store/jobs.js";
import { asker, useSharedApp } from "../helpers/app.js";

const app = useSharedApp({ "src/cart.ts": "export class Cart {}\n" });
const ask = asker(app);

test("a job that has ended is told with what it did", async () => {
  const [project] = await app().projects();
  const { jobId } = await app().indexing.start(project!, { force: true });
  const { structured, text } = await ask("get_job", { job_id: jobId, wait_seconds: 20 });
  expect(structured).toMatchObject({
    job_id: jobId,
    project: "repo",
    status: "completed",
    progress: 1,
    statistics: { files: 1, indexed: 1 },
    error: null,
  });
  expect(text).toContain(`Job ${jobId} (build of repo): completed\n1 files indexed, 0 unchanged`);
});

test("a job that waits is told at once, with how to ask again", async () => {
  await createJob(app().db, "waiting", "repo", {});
  const { structured, text } = await ask("get_job", { job_id: "waiting" });
  expect(structured).toMatchObject({ status: "queued", progress: 0, statistics: null });
  expect(text).toBe("Job waiting (build of repo): queued. Ask get_job again for how it went.");
  await app().indexing.cancel("waiting");
  expect((await ask("get_job", { job_id: "waiting" })).structured).toMatchObject({ status: "cancelled" });
});

test("a job that is not there is an error that says where jobs are named", async () => {
  const { isError, text } = await ask("get_job", { job_id: "nobody" });
  expect(isError).toBe(true);
  expect(text).toContain('There is no job "nobody".');
  expect(text).toContain("index_codebase starts a job and names it");
  expect((await ask("get_job", { job_id: "waiting", wait_seconds: 21 })).text).toContain("wait_seconds");
});
