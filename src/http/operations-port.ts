/** The operations port of a worker or a watcher: /metrics, /health and /ready. */
import express from "express";
import helmet from "helmet";
import { createAuthenticator } from "../auth/authenticate.js";
import type { Config } from "../config/config.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { ReadinessSources } from "../telemetry/readiness.js";
import { authenticate } from "./authenticate.js";
import { bind, type Listening } from "./bind.js";
import { errorHandler, notFound } from "./errors.js";
import { allowedHosts, guardHosts } from "./guard.js";
import { trustProxies } from "./origin.js";
import { watchRequests } from "./requests.js";
import { forScraper, healthRoutes, metricsRoute } from "./routes/health.js";
import { createWebServer } from "./web-server.js";

/** Listens on `metricsPort` of the configured host; null where none is configured. Throws `configuration` where the port is not available. */
export async function listenForOperators(
  config: Config,
  sources: ReadinessSources & { metrics: Metrics },
): Promise<Listening | null> {
  if (config.metricsPort === null) return null;
  const app = express();
  app.disable("x-powered-by");
  trustProxies(app, config);
  const auth = await createAuthenticator(config, sources.db, sources.log);
  app.use(watchRequests(sources.log), helmet(), guardHosts(allowedHosts(config)), healthRoutes(sources));
  app.use(
    forScraper(sources, config),
    authenticate(auth, () => null, ""),
    metricsRoute(sources),
  );
  app.use(notFound, errorHandler(sources.log));
  return bind(
    () => createWebServer(config, {}, app, sources.log),
    { address: config.host, port: config.metricsPort, setting: "CODEINDEX_METRICS_PORT" },
    () => auth.close(),
  );
}
