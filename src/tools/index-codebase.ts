import { z } from "zod";
import { invalidParameter } from "../base/errors.js";
import { present } from "../base/need.js";
import { projectToIndex } from "../projects/registry.js";
import { defineTool } from "./running/tool.js";
import { briefJob, describeJob, jobInWords, jobShape, runJob } from "./shared/jobs.js";

export default defineTool({
  name: "index_codebase",
  title: "Index a project",
  toolset: "manage",
  description:
    "Updates a project's index: use it when get_status says that nothing is indexed or changes were missed. May answer with a job_id for get_job.",
  readOnly: false,
  cost: 20,
  idempotent: true,
  worksUnindexed: true,
  runsLong: true,
  // `codeindex index` is the command that works without a service.
  command: { name: "index_codebase", positional: [] },
  input: {
    path: z.string().max(4096).optional().describe("Absolute path, instead of project_id."),
    force: z.boolean().default(false).describe("Index unchanged files too."),
    async: z.boolean().default(false).describe("Answer with the job at once."),
  },
  output: jobShape,
  async findProject({ path }, registry) {
    if (path?.trim() === "")
      throw invalidParameter(
        "path",
        "is empty: give the absolute path of a folder, or leave it out for the selected project",
      );
    return isSelected(path) ? undefined : projectToIndex(registry, present(path));
  },
  brief: briefJob,
  async run({ force, async }, context) {
    const { project, indexing } = context;
    return describeJob(async ? await indexing.start(project, { force }) : await runJob(project, { force }, context));
  },
  render: jobInWords,
});

/** Whether a path stands for the project that is selected in another way. */
const isSelected = (path: string | undefined): boolean => [undefined, ".", "./"].includes(path);
