import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { defineTool } from "./running/tool.js";
import { briefJob, describeJob, followJob, jobInWords, jobShape } from "./shared/jobs.js";

export default defineTool({
  name: "get_job",
  title: "Job",
  toolset: "manage",
  description:
    "Says how far an indexing job is, or waits for it to end: use it with a job_id that index_codebase, reindex_workspace or index_files gave.",
  readOnly: true,
  idempotent: true,
  usesProject: false,
  command: { name: "job", positional: ["job_id"] },
  input: {
    job_id: z.string().min(1).max(100).describe("The job."),
    wait_seconds: z.int().min(0).max(20).default(0).describe("Wait so long for its end."),
  },
  output: jobShape,
  brief: briefJob,
  async run({ job_id, wait_seconds }, context) {
    const job = await context.indexing.get(job_id);
    if (!job || !context.projects.some(({ projectId }) => projectId === job.projectId))
      throw new CodeindexError("not_found", `There is no job ${JSON.stringify(job_id)}.`, {}, [
        "index_codebase starts a job and names it; get_status names the one that is running.",
      ]);
    const mayEnd = job.status === "queued" || job.status === "running";
    if (!mayEnd || wait_seconds === 0) return describeJob(job);
    await context.indexing.hold(job_id);
    return describeJob(await followJob(job, context, wait_seconds * 1000));
  },
  render: jobInWords,
});
