import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { normalizePath } from "../files/sandbox.js";
import { nowhere } from "./index-files.js";
import { describeJob, followJob, jobInWords, jobShape } from "./jobs.js";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "reindex_workspace",
  title: "Reindex",
  toolset: "manage",
  description:
    "Builds the index of a project, or of one path in it, again: use it when answers contradict what is on disk. Without force it reads only what changed, as index_codebase does. Answers with what was done, or, if that takes long, with a job_id for get_job.",
  readOnly: false,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "reindex", positional: ["path"] },
  input: {
    force: z.boolean().default(false).describe("Index every file anew, changed or not."),
    path: z
      .string()
      .max(4096)
      .optional()
      .describe("A file or folder, relative to the repository's root, with /. Default: the whole project."),
    strategy: z
      .enum(["embeddings", "tfidf", "both"])
      .default("both")
      .describe("What to build again: words and symbols (tfidf), vectors (embeddings; not available yet), or both."),
  },
  output: { ...jobShape, warning: z.string().optional() },
  async run({ force, path, strategy }, context) {
    const wanted = path === undefined ? "" : normalizePath(path);
    if (wanted !== "" && (await nowhere(context, [wanted])).length > 0)
      throw new CodeindexError("not_found", `Neither on disk nor in the index: ${wanted}.`, { path: wanted });
    const job = await context.indexing.start(context.project, { force, ...(wanted !== "" && { paths: [wanted] }) });
    return {
      ...describeJob(await followJob(job, context)),
      ...(strategy === "embeddings" && {
        warning: "Vectors are not available yet: words and symbols were built again instead.",
      }),
    };
  },
  render: (output) => [jobInWords(output), output.warning].filter(Boolean).join("\n"),
});
