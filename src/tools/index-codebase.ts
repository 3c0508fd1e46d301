import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { describeJob, followJob, jobInWords, jobShape } from "./jobs.js";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "index_codebase",
  title: "Index a project",
  toolset: "manage",
  description:
    "Brings the index of a whole project up to date: use it when get_status says that nothing is indexed or that changes were missed; saves are picked up by themselves. Reads only what changed, unless force is set. For single files use index_files. Answers with what was done, or, if that takes long, with a job_id for get_job.",
  readOnly: false,
  idempotent: true,
  worksUnindexed: true,
  // `codeindex index` is the command that works without a service.
  command: { name: "index_codebase", positional: [] },
  input: {
    path: z
      .string()
      .max(4096)
      .optional()
      .describe("The root folder of a registered project, instead of project_id. Default: the project of the call."),
    force: z.boolean().default(false).describe("Index every file anew, changed or not."),
    async: z.boolean().default(false).describe("Answer at once with the job instead of holding on for its end."),
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
