/** /health: the process lives. /ready: what it depends on answers. /metrics: figures for Prometheus. */
import { Router } from "express";
import { VERSION } from "../../mcp/listing.js";
import type { Metrics } from "../../operations/metrics.js";
import { type ReadinessSources, readReadiness } from "../../operations/readiness.js";
import type { ToolHost } from "../../tools/call.js";

interface ProjectState {
  project: string;
  state: "ready" | "building" | "not_built";
  generation: number;
  pending_changes: number;
  watching: boolean;
  /** Why changes are missing that nobody is bringing in at the moment. */
  problem?: string;
}

/** For every process. `projects`: how far its projects are, where it serves any. */
export function healthRoutes(
  sources: ReadinessSources & { metrics: Metrics },
  projects: () => Promise<ProjectState[]> = async () => [],
): Router {
  const router = Router();
  router.get("/health", (_request, response) => {
    response.json({ status: "ok", version: VERSION });
  });
  router.get("/ready", async (_request, response) => {
    const { down, ...parts } = await readReadiness(sources);
    // Without its queue a service still answers, and keeps what it is asked to index; but it is not all there.
    const states = parts.database.up && parts.migrations.up ? await projects() : [];
    const ready = down.length === 0 && states.every(({ problem }) => problem === undefined);
    response.status(ready ? 200 : 503).json({ ready, down, ...parts, projects: states });
  });
  router.get("/metrics", async (_request, response) => {
    const { type, text } = await sources.metrics.read();
    response.set("content-type", type).send(text);
  });
  return router;
}

/** How far each project is. A project that is not built yet does not make the service unready: it answers about the others. */
export async function projectStates(host: ToolHost): Promise<ProjectState[]> {
  const projects = await host.projects();
  const views = await host.viewsOf(projects);
  return projects.map((project, index) => {
    const { generation, openJobs, openChanges } = views[index]!;
    const { changes, watching, problem } = host.indexing.watched(project.projectId);
    return {
      project: project.projectId,
      state: openJobs > 0 ? "building" : generation > 0 ? "ready" : "not_built",
      generation,
      pending_changes: changes + openChanges,
      watching: watching || project.isWatched,
      ...(problem && { problem }),
    };
  });
}
