import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { normalizePath } from "../files/sandbox.js";
import { followJob } from "./jobs.js";
import { defineTool } from "./tool.js";

const MAX_PATHS = 100;

export default defineTool({
  name: "index_files",
  title: "Index files",
  toolset: "manage",
  description:
    "Brings some files of the index up to date at once: use it right after writing files, before asking about them, where the watcher is off or has not caught up. For the whole project use index_codebase. Answers with how many were processed and what went wrong with which.",
  readOnly: false,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "index-files", positional: ["paths"] },
  input: {
    paths: z
      .array(z.string().min(1).max(4096))
      .min(1)
      .max(MAX_PATHS)
      .describe(`Paths of files, relative to the repository's root, with / (at most ${MAX_PATHS}).`),
  },
  output: {
    indexed: z.int().describe("Files that are in the index as they are on disk."),
    removed: z.int().describe("Files that are gone, and out of the index now."),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    job_id: z.string(),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
  },
  async run({ paths }, context) {
    const wanted = await Promise.all(paths.map((path) => insideRepository(context.project.root, path)));
    const job = await followJob(
      await context.indexing.start(context.project, { paths: [...new Set(wanted)] }),
      context,
    );
    if (job.status === "failed" && job.error)
      throw new CodeindexError(job.error.code, job.error.message, job.error.context);
    return {
      indexed: job.result ? job.result.indexed + job.result.unchanged : 0,
      removed: job.result?.removed ?? 0,
      errors: job.result?.errors ?? [],
      job_id: job.jobId,
      status: job.status,
    };
  },
  render({ indexed, removed, errors, job_id, status }) {
    if (status !== "completed") return `Job ${job_id} is ${status}; get_job tells how it goes.`;
    return [
      `${indexed} files are up to date${removed > 0 ? `, ${removed} are gone` : ""}.`,
      ...(errors.length > 0 ? [`${errors.length} errors:`] : []),
      ...errors.map(({ path, code, message }) => `${path}: ${code}: ${message}`),
    ].join("\n");
  },
});

/** The path as the index writes it. A path whose links lead out is refused; one that is gone is fine: the index forgets it. */
async function insideRepository(root: string, path: string): Promise<string> {
  const wanted = normalizePath(path, "paths");
  const [top, real] = await Promise.all([realpath(root), realpath(join(root, wanted)).catch(() => null)]);
  if (real !== null && real !== top && !real.startsWith(top.endsWith(sep) ? top : top + sep))
    throw new CodeindexError("path_escape", `paths: ${wanted} is a link that leads out of the repository.`, {
      path: wanted,
    });
  return wanted;
}
