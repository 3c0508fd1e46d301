import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { normalizeInside } from "../repository/sandbox.js";
import { forgetVectors } from "../store/vectors.js";
import { announceViews } from "../store/views.js";
import { nowhere } from "./index-files.js";
import { defineTool } from "./running/tool.js";
import { briefJob, describeJob, jobInWords, jobShape, runJob } from "./shared/jobs.js";

export default defineTool({
  name: "reindex_workspace",
  title: "Reindex",
  toolset: "manage",
  description:
    "Rebuilds the index of a project or path from scratch: use it when answers contradict what is on disk. May answer with a job_id for get_job.",
  readOnly: false,
  cost: 20,
  idempotent: true,
  worksUnindexed: true,
  runsLong: true,
  command: { name: "reindex", positional: ["path"] },
  input: {
    force: z.boolean().default(false).describe("Unchanged files too."),
    path: z.string().max(4096).optional().describe("A file or folder; all if left out."),
    strategy: z
      .enum(["embeddings", "tfidf", "both"])
      .default("both")
      .describe(
        "Words and symbols (tfidf), vectors (embeddings, all of them anew), or both, where only missing vectors are made unless forced.",
      ),
  },
  output: { ...jobShape, vectors: z.string().optional().describe("Tells what becomes of the vectors.") },
  brief: ({ vectors, ...job }) => ({ ...briefJob(job), vectors }),
  async run({ force, path, strategy }, context) {
    const wanted = path === undefined ? "" : await normalizeInside(context.project.root, path);
    if (wanted !== "" && (await nowhere(context, [wanted])).length > 0)
      throw new CodeindexError("not_found", `Neither on disk nor in the index: ${wanted}.`, { path: wanted });
    const { project, db, searcher, signal } = context;
    const hasVectors = strategy !== "tfidf" && searcher.meaning.model !== null;
    const isAnew = hasVectors && (force || strategy === "embeddings");
    const request = { force: force && strategy !== "embeddings", ...(wanted !== "" && { paths: [wanted] }) };
    const job = await runJob(project, request, context);
    // Behind the build, so that no vector is made of what it replaces.
    if (isAnew && job.status !== "cancelled" && !signal.aborted) {
      await forgetVectors(db, project.projectId, wanted);
      await announceViews(db, project.projectId);
    }
    return {
      ...describeJob(job),
      ...(isAnew && { vectors: "They are being made anew; get_status tells how far they are." }),
      ...(strategy === "embeddings" && !hasVectors && { vectors: "There are none: no embedder is configured." }),
    };
  },
  render: ({ vectors, ...job }) => [jobInWords(job), vectors && `Vectors: ${vectors}`].filter(Boolean).join("\n"),
});
