/** /health: the process lives. /ready: its dependencies answer. */
import { timingSafeEqual } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { principalOf } from "../../auth/request-principal.js";
import { hashOf } from "../../auth/token-text.js";
import { CodeindexError } from "../../base/errors.js";
import { nth } from "../../base/need.js";
import { VERSION } from "../../base/version.js";
import type { Config } from "../../config/config.js";
import { requireScope, seesAll } from "../../model/principal.js";
import type { Metrics } from "../../telemetry/metrics.js";
import { type ReadinessSources, readReadiness } from "../../telemetry/readiness.js";
import type { ToolHost } from "../../tools/running/tool-host.js";

interface ProjectState {
  project: string;
  state: "ready" | "building" | "not_built";
  generation: number;
  pending_changes: number;
  watching: boolean;
  /** The reason why changes are missing that nothing is bringing in at the moment. */
  problem?: string;
}

/** Parts without which a service cannot answer. Without the others it answers from what is indexed, and says that it is degraded. */
const FOR_ANSWERS: readonly string[] = ["database", "migrations"];

export interface HealthOptions {
  /** The states of the projects that a service answers about. Absent: the process answers nothing, and needs all its parts for its work. */
  projects?: () => Promise<ProjectState[]>;
  /** Selects the projects that the sender of a request may see. */
  sees?: (request: Request) => Promise<(projectId: string) => boolean>;
}

/** Routes of every process, without authentication. */
export function healthRoutes(sources: ReadinessSources, { projects, sees }: HealthOptions = {}): Router {
  const router = Router();
  router.get("/health", (_request, response) => {
    response.json({ status: "ok", version: VERSION });
  });
  const look = async () => {
    const { down, parts } = await readReadiness(sources);
    const canAnswer = parts.database.up && parts.migrations.up;
    return { down, parts, states: canAnswer ? ((await projects?.()) ?? []) : [] };
  };
  let looking: ReturnType<typeof look> | undefined;
  router.get("/ready", async (request, response) => {
    // The route is public and unlimited, so all simultaneous requests share a look.
    looking ??= look().finally(() => {
      looking = undefined;
    });
    const { down, parts, states } = await looking;
    const isShown = (await sees?.(request)) ?? (() => false);
    const shown = states.filter(({ project }) => isShown(project));
    const ready = !down.some((part) => !projects || FOR_ANSWERS.includes(part));
    // A problem of a project that the caller does not see is hidden.
    const degraded = ready && (down.length > 0 || shown.some(({ problem }) => problem !== undefined));
    response.status(ready ? 200 : 503).json({ ready, degraded, down, ...parts, projects: shown });
  });
  return router;
}

/** /metrics for the scraper's own token, before the authentication: it works while the database is away. Passes on all other requests. */
export function forScraper(
  { metrics }: { metrics: Metrics },
  { metricsToken }: Pick<Config, "metricsToken">,
): RequestHandler {
  const wanted = metricsToken === null ? null : hashOf(`Bearer ${metricsToken}`);
  return async (request, response, next) => {
    const isMeant = wanted !== null && request.path === "/metrics" && request.method === "GET";
    if (isMeant && timingSafeEqual(hashOf(request.get("authorization") ?? ""), wanted))
      await sendMetrics(metrics, response);
    else next();
  };
}

/** /metrics: figures for Prometheus. They count all projects, so only callers that see all projects may read them. */
export function metricsRoute({ metrics }: { metrics: Metrics }): Router {
  const router = Router();
  router.get("/metrics", async (request, response) => {
    const principal = principalOf(request);
    requireScope(principal, "read", "GET /metrics");
    if (!seesAll(principal)) throw new CodeindexError("forbidden", "Metrics are for those who see all projects.");
    await sendMetrics(metrics, response);
  });
  return router;
}

async function sendMetrics(metrics: Metrics, response: Response): Promise<void> {
  const { type, text } = await metrics.read();
  response.set("content-type", type).send(text);
}

/** The state of each project. A project that is not built yet does not make the service unready: it answers about the others. */
export async function projectStates(host: ToolHost): Promise<ProjectState[]> {
  const projects = await host.projects();
  const views = await host.viewsOf(projects);
  return projects.map((project, index) => {
    const { generation, openJobs, openChanges } = nth(views, index);
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
