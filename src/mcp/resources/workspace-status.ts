import { seesAll } from "../../model/principal.js";
import { listJobs } from "../../store/jobs.js";
import { databaseSize } from "../../store/view-figures.js";
import getStatus from "../../tools/get-status.js";
import { askTool } from "../../tools/running/call-for-face.js";
import { inBytes, lastBuild, shareOfHits } from "./figures.js";
import { defineResource, jsonContent } from "./resource.js";

export default defineResource({
  name: "workspace-status",
  title: "State of the index",
  description: "How complete and fresh the index of a project is, the build that runs, and how questions are answered.",
  path: "workspace/status",
  mimeType: "application/json",
  annotations: { audience: ["user", "assistant"], priority: 0.6 },
  async read(_variables, { host, caller, project }) {
    const status = await askTool(host, getStatus, {}, caller);
    const isWhole = seesAll(caller.principal);
    const [last] = await listJobs(host.db, project.projectId, 1);
    const hasFailed = status.job === null && (last?.status === "failed" || status.status === "not_built");
    const files = status.indexed_files + status.failed_files;
    const share = files === 0 ? 0 : status.indexed_files / files;
    return jsonContent({
      workspace: {
        path: ".",
        name: project.name,
        lastIndexed: status.last_batch_at,
        project_id: project.projectId,
      },
      indexing: {
        status: status.job ? "indexing" : hasFailed ? "error" : "ready",
        totalFiles: Math.max(files, status.job?.files_total ?? 0),
        indexedFiles: status.indexed_files,
        skippedFiles: status.skipped_files,
        totalChunks: status.total_chunks,
        embeddedChunks: status.embeddings_count,
        progress: status.job?.progress ?? share,
        problem: hasFailed ? (last?.error?.message ?? "Nothing was indexed yet.") : null,
      },
      strategies: {
        available: status.strategies.available,
        preferred: status.strategies.available[0],
        fallback: status.strategies.available.slice(1, 2),
      },
      cache: {
        // These figures are for all projects.
        memoryUsage: isWhole ? inBytes(process.memoryUsage.rss()) : null,
        diskUsage: isWhole ? inBytes(await databaseSize(host.db)) : null,
        hitRate: shareOfHits(host.searcher.cacheOf(project.projectId)),
        // Each build ends with a sweep of unused data.
        lastCleanup: (await lastBuild(host.db, project.projectId))?.finishedAt ?? null,
      },
    });
  },
});
