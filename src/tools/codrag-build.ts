import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { listJobs } from "../store/jobs.js";
import { defineTool } from "./running/tool.js";

/** More than can be open at once. */
const LOOKED_AT = 50;

export default defineTool({
  name: "codrag_build",
  title: "CoDRAG: build",
  toolset: "codrag",
  description:
    "Starts to bring the index up to date, reading only what changed: use it as index_codebase, in the shapes of CoDRAG. BUILD_ALREADY_RUNNING while a build runs or waits; codrag_status says when it is done.",
  readOnly: false,
  idempotent: true,
  worksUnindexed: true,
  upperCaseErrors: true,
  command: { name: "codrag_build", positional: [] },
  input: { full: z.boolean().default(false).describe("Read unchanged files too.") },
  output: {
    started: z.boolean(),
    building: z.boolean(),
    build_id: z.string().describe("The job: get_job says how far it is."),
  },
  brief: false,
  async run({ full }, { db, project, indexing }) {
    const jobs = await listJobs(db, project.projectId, LOOKED_AT);
    const running = jobs.find(({ kind, finishedAt }) => kind === "build" && finishedAt === null);
    if (running)
      throw new CodeindexError("build_already_running", `A build of ${project.name} is ${running.status} already.`, {
        build_id: running.jobId,
        phase: running.phase,
        files_done: running.filesDone,
        files_total: running.filesTotal,
      });
    const { jobId } = await indexing.start(project, { force: full });
    return { started: true, building: true, build_id: jobId };
  },
  render: ({ build_id }) => `Build ${build_id} was started.`,
});
