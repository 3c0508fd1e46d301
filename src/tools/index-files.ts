import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { nth } from "../base/need.js";
import { countOf } from "../format/counts.js";
import { isThere, normalizeInside } from "../repository/sandbox.js";
import { readLedgerBelow } from "../store/files.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { runJob } from "./shared/jobs.js";

const MOST_PATHS = 100;

export default defineTool({
  name: "index_files",
  title: "Index files",
  toolset: "manage",
  description:
    "Indexes files that you just wrote, now: use it where the watcher is off or behind. The whole project: index_codebase.",
  readOnly: false,
  idempotent: true,
  worksUnindexed: true,
  runsLong: true,
  command: { name: "index-files", positional: ["paths"] },
  input: {
    paths: z
      .array(z.string().min(1).max(4096))
      .min(1)
      .max(MOST_PATHS)
      .describe(`From the repository's root; at most ${MOST_PATHS}.`),
  },
  output: {
    indexed: z.int().describe("Files that are in the index as they are on disk."),
    removed: z.int().describe("Files that are gone, and out of the index now."),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    job_id: z.string(),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
  },
  async run({ paths }, context) {
    const wanted = new Set<string>();
    for (const path of paths) wanted.add(await normalizeInside(context.project.root, path, "paths"));
    const unknown = await nowhere(context, [...wanted]);
    for (const path of unknown) wanted.delete(path);
    if (wanted.size === 0)
      throw new CodeindexError("not_found", `Neither on disk nor in the index: ${unknown.join(", ")}.`, {
        paths: unknown,
      });
    const job = await runJob(context.project, { paths: [...wanted] }, context);
    if (job.status === "failed" && job.error)
      throw new CodeindexError(job.error.code, job.error.message, job.error.context);
    return {
      indexed: job.result ? job.result.indexed + job.result.unchanged : 0,
      removed: job.result?.removed ?? 0,
      errors: [
        ...unknown.map((path) => ({ path, code: "not_found", message: "Neither on disk nor in the index." })),
        ...(job.result?.errors ?? []),
      ],
      job_id: job.jobId,
      status: job.status,
    };
  },
  render({ indexed, removed, errors, job_id, status }) {
    if (status !== "completed") return `Job ${job_id} is ${status}; get_job tells how it goes.`;
    return [
      `${countOf(indexed, "file")} ${indexed === 1 ? "is" : "are"} up to date${removed > 0 ? `, ${removed} gone` : ""}.`,
      ...(indexed + removed + errors.length === 0 ? ["Left out of the index: explain_path says why."] : []),
      ...(errors.length > 0 ? [`${countOf(errors.length, "error")}:`] : []),
      ...errors.map(({ path, code, message }) => `${path}: ${code}: ${message}`),
    ].join("\n");
  },
});

/** The paths that are neither on disk nor, themselves or with something below them, in the index. */
export async function nowhere({ project, db, view }: ToolContext, paths: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (const path of paths) if (!(await isThere(project.root, path))) gone.push(path);
  const rows = await Promise.all(gone.map((path) => readLedgerBelow(db, view.projectId, view.viewId, [path])));
  return gone.filter((_, index) => nth(rows, index).length === 0);
}
