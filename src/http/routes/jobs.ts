/** /projects/{id}/jobs: running, ended and failed jobs. */
import { z } from "zod";
import { CodeindexError } from "../../base/errors.js";
import { addLogFields } from "../../base/log.js";
import { clean } from "../../masking/clean.js";
import { type Job, listJobs as listFromStore } from "../../store/jobs.js";
import { describeJob, jobShape } from "../../tools/shared/jobs.js";
import { defineRoute, type RouteContext } from "../route.js";

/** A job without secrets: its errors quote paths and words of files. */
const shownJob = (job: Job) => clean(describeJob(job));

/** Jobs of a project that are listed at most. */
const MOST = 200;

export const listJobs = defineRoute({
  method: "get",
  path: "/projects/:project/jobs",
  name: "listJobs",
  tag: "jobs",
  scope: "read",
  summary: "Jobs of a project, newest first: those that wait and run, and the last ones that ended.",
  input: {
    status: jobShape.status.optional().describe("Only jobs of this status."),
    limit: z.int().min(1).max(MOST).default(20).describe(`How many at most (1 to ${MOST}).`),
  },
  output: { results: z.array(z.object(jobShape)) },
  run: async ({ status, limit }, { host, project }) => {
    const jobs = await listFromStore(host.db, project.projectId, status ? MOST : limit);
    const wanted = jobs.filter((job) => !status || job.status === status).slice(0, limit);
    return { results: wanted.map(shownJob) };
  },
});

export const getJob = defineRoute({
  method: "get",
  path: "/projects/:project/jobs/:job",
  name: "getJob",
  tag: "jobs",
  scope: "read",
  summary: "One job: how far it is, or how it ended.",
  input: {},
  output: jobShape,
  run: async (_input, context) => shownJob(await jobOf(context)),
});

export const cancelJob = defineRoute({
  method: "post",
  path: "/projects/:project/jobs/:job/cancel",
  name: "cancelJob",
  tag: "jobs",
  scope: "index",
  summary: "Cancels a job that has not ended; the index stays as it was. A job that has ended is given as it is.",
  input: {},
  output: jobShape,
  run: async (_input, context) => {
    const { jobId } = await jobOf(context);
    context.note({ job_id: jobId });
    return shownJob(await context.host.indexing.cancel(jobId));
  },
});

export const retryJob = defineRoute({
  method: "post",
  path: "/projects/:project/jobs/:job/retry",
  name: "retryJob",
  tag: "jobs",
  scope: "index",
  summary: "Runs a failed job again.",
  status: 202,
  input: {},
  output: jobShape,
  run: async (_input, context) => {
    const { jobId } = await jobOf(context);
    context.note({ job_id: jobId });
    return shownJob(await context.host.indexing.retry(jobId));
  },
});

/** The job in the path, if it belongs to the project. */
async function jobOf({ host, project, params }: RouteContext): Promise<Job> {
  const jobId = params.job ?? "";
  const job = jobId.includes("\0") ? null : await host.indexing.get(jobId);
  if (job?.projectId !== project.projectId)
    throw new CodeindexError("not_found", `${project.name} has no job ${JSON.stringify(jobId.slice(0, 100))}.`, {}, [
      "GET /projects/{id}/jobs lists the jobs of a project.",
    ]);
  addLogFields({ job: jobId });
  return job;
}
