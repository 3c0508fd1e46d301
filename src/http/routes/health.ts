/** /health: the process lives. /ready: what it depends on answers. */
import { Router } from "express";
import { VERSION } from "../../mcp/listing.js";
import type { ToolHost } from "../../tools/call.js";
import { toUserError } from "../../user-error.js";

const DATABASE_PATIENCE_MS = 2000;

interface ProjectState {
  project: string;
  state: "ready" | "building" | "not_built";
  generation: number;
  pending_changes: number;
  watching: boolean;
  /** Why changes are missing that nobody is bringing in at the moment. */
  problem?: string;
}

export function healthRoutes(host: ToolHost): Router {
  const router = Router();
  router.get("/health", (_request, response) => {
    response.json({ status: "ok", version: VERSION });
  });
  router.get("/ready", async (_request, response) => {
    const started = performance.now();
    try {
      await host.db.query("select 1", [], AbortSignal.timeout(DATABASE_PATIENCE_MS));
      const projects = await projectStates(host);
      const ms = Math.round(performance.now() - started);
      const queue = await queueState(host);
      const ready = queue.up && projects.every(({ problem }) => problem === undefined);
      response
        .status(ready ? 200 : 503)
        .json({ ready, database: { up: true, kind: host.db.kind, ms }, queue, projects });
    } catch (error) {
      const { code, message, suggestions } = toUserError(error, host.log, { route: "/ready" });
      const database = { up: false, kind: host.db.kind, code, message, suggestions };
      response.status(503).json({ ready: false, database, projects: [] });
    }
  });
  return router;
}

/** Without a queue the service still answers, and keeps what it is asked to index; but it is not all there. */
async function queueState(
  host: ToolHost,
): Promise<{ up: true } | { up: false; message: string; suggestions: string[] }> {
  try {
    await host.indexing.check();
    return { up: true };
  } catch (error) {
    const { message, suggestions } = toUserError(error, host.log, { route: "/ready" });
    return { up: false, message, suggestions };
  }
}

/** How far each project is. A project that is not built yet does not make the service unready: it answers about the others. */
async function projectStates(host: ToolHost): Promise<ProjectState[]> {
  const projects = await host.projects();
  return Promise.all(
    projects.map(async (project) => {
      const { generation, openJobs, openChanges } = await host.viewOf(project);
      const { changes, watching, problem } = host.indexing.watched(project.projectId);
      const state = openJobs > 0 ? "building" : generation > 0 ? "ready" : "not_built";
      return {
        project: project.projectId,
        state,
        generation,
        pending_changes: changes + openChanges,
        watching: watching || project.isWatched,
        ...(problem && { problem }),
      } as const;
    }),
  );
}
