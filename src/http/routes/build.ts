/** /projects/{id}/build: has a project indexed, one build at a time. */
import { z } from "zod";
import { CodeindexError } from "../../errors.js";
import { listJobs } from "../../store/jobs.js";
import { defineRoute } from "../route.js";

/** More than can be open at once. */
const LOOKED_AT = 50;

export const buildProject = defineRoute({
  method: "post",
  path: "/projects/:project/build",
  name: "buildProject",
  tag: "jobs",
  summary: "Brings the index up to date, reading only what changed. build_already_running while a build runs or waits.",
  status: 202,
  input: { full: z.boolean().default(false).describe("Read every file anew, changed or not.") },
  inputIn: "query",
  output: {
    started: z.boolean(),
    building: z.boolean(),
    build_id: z.string().describe("The job: /projects/{id}/jobs/{job} says how far it is."),
  },
  run: async ({ full }, { host, project }) => {
    const { projectId } = project;
    const running = (await listJobs(host.db, projectId, LOOKED_AT)).find(
      ({ kind, finishedAt }) => kind === "build" && finishedAt === null,
    );
    if (running)
      throw new CodeindexError("build_already_running", `A build of ${project.name} is ${running.status} already.`, {
        build_id: running.jobId,
        phase: running.phase,
        files_done: running.filesDone,
        files_total: running.filesTotal,
      });
    const { jobId } = await host.indexing.start(project, { force: full });
    return { started: true, building: true, build_id: jobId };
  },
});
