import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { describeJob, followJob, jobInWords, jobShape } from "./jobs.js";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "index_codebase",
  title: "Index a project",
  toolset: "manage",
  description:
    "Brings a project's index up to date: use it when get_status says that nothing is indexed or changes were missed; saves are picked up by themselves. May answer with a job_id for get_job.",
  readOnly: false,
  cost: 20,
  idempotent: true,
  worksUnindexed: true,
  runsLong: true,
  // `codeindex index` is the command that works without a service.
  command: { name: "index_codebase", positional: [] },
  input: {
    path: z.string().max(4096).optional().describe("Root folder of a project, instead of project_id."),
    force: z.boolean().default(false).describe("Index unchanged files too."),
    async: z.boolean().default(false).describe("Answer with the job at once."),
  },
  output: jobShape,
  async run({ path, force, async }, context) {
    const atRoot = path === undefined || path === "" || path === "." || path === "./";
    const project = atRoot ? context.project : context.projects.find(({ root }) => root === withoutSlash(path));
    if (!project)
      throw new CodeindexError("project_not_found", "path: is not the root folder of a registered project.", {
        candidates: context.projects.map(({ projectId }) => projectId),
      });
    const job = await context.indexing.start(project, { force });
    return describeJob(async ? job : await followJob(job, context));
  },
  render: jobInWords,
});

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/[\\/]+$/, "") : path;
}
