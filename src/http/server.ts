/** The HTTP face: the middleware in its order, the routes, and the socket they are served on. */
import express, { type Express, type Request, type RequestHandler, Router } from "express";
import helmet from "helmet";
import { createRefusals } from "../auth/refusals.js";
import { principalOf } from "../auth/request-principal.js";
import { visible } from "../base/visible.js";
import type { Catalog } from "../mcp/catalog.js";
import { createMcpEndpoint, type McpEndpoint } from "../mcp/endpoint.js";
import type { ServiceHost } from "../mcp/service-host.js";
import { sees } from "../model/principal.js";
import { authenticate } from "./authenticate.js";
import { bind, type Listening } from "./bind.js";
import { BODY_PATIENCE_MS, limitBodyTime } from "./body-deadline.js";
import { limitBodyDepth } from "./body-depth.js";
import { readJson } from "./body-json.js";
import { readInTurn } from "./body-turns.js";
import { allowOrigins } from "./cross-origin.js";
import { errorHandler, notFound } from "./errors.js";
import { allowedHosts, guardHosts, isCalledByName } from "./guard.js";
import { createIdleness, type Idleness } from "./idle.js";
import { describeApi } from "./openapi.js";
import { trustProxies } from "./origin.js";
import { logIn, logOut, pagePrincipal, refusePage } from "./page-session.js";
import { createProjectEvents, type ProjectEvents } from "./project-events.js";
import { watchRequests } from "./requests.js";
import { addRoute, type Route } from "./route.js";
import { connectRoute } from "./routes/connect.js";
import { eventRoutes } from "./routes/events.js";
import { forScraper, healthRoutes, metricsRoute, projectStates } from "./routes/health.js";
import { homeRoute } from "./routes/home.js";
import { ROUTES } from "./routes/index.js";
import { metadataUrl, protectedResource } from "./routes/protected-resource.js";
import { toolRoutes } from "./routes/tools.js";
import { webhookRoutes } from "./routes/webhooks.js";
import { readWebManifest, webFiles } from "./web-files.js";
import { createWebServer } from "./web-server.js";

/** Long enough for a SCIP index of a gigabyte over a slow line. Headers have a minute. */
const REQUEST_TIMEOUT_MS = 60 * 60_000;
/** Uploads of one caller at once; each may hold a document of 64 MB in memory. */
const UPLOADS_AT_ONCE = 2;
/** Answers are data: no page may frame them or run scripts in them. */
const ANSWERS_ONLY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
/** Longer than proxies and agents keep an unused connection: if the server closed it first, a request on its way would fail. */
const KEEP_ALIVE_MS = 75_000;

/** The app without a socket. */
export function createHttpApp(host: ServiceHost, mcp: McpEndpoint, events: ProjectEvents, idleness: Idleness): Express {
  const app = express();
  app.disable("x-powered-by");
  // Repository text quoted in JSON answers is sent with its hidden characters made visible.
  app.set("json replacer", (_name: string, value: unknown) => (typeof value === "string" ? visible(value) : value));
  trustProxies(app, host.config);
  // 1. Every answer, refusals included, is counted, and carries the id of its log lines.
  app.use(watchRequests(host.log));
  // 2. Restrictions for browsers; the page relaxes them.
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: ANSWERS_ONLY } }));
  // 3. Before any body is read: refuse requests that other sites' pages sent.
  const { corsOrigins } = host.config;
  app.use(guardHosts(allowedHosts(host.config), corsOrigins));
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  // 4. /health and the like take no body, and must answer during any other failure.
  const { db, log, metrics, indexing, replica } = host;
  const sources = { db, log, metrics, replica, checkQueue: () => indexing.check() };
  const manifest = readWebManifest();
  app.use(
    healthRoutes(sources, { projects: () => projectStates(host), sees: whoSees(host) }),
    protectedResource(host.config),
    webFiles(manifest),
    homeRoute(host.config, manifest),
    connectRoute(host.config),
  );
  // 5. Requests from here on count as use of the service.
  app.use(idleness.watch);
  // 6. Webhooks read their own bodies: the signature is of the bytes.
  app.use(webhookRoutes(host));
  // 7. Requests from here on are authenticated; a scraper has a token of its own, and the page begins its session.
  app.use(
    forScraper(sources, host.config),
    logIn(host),
    authenticate(host.auth, metadataUrl(host.config), scopePrefixOf(host.config), {
      limits: host.limits,
      fromPage: (request) => pagePrincipal(request, host.auth.pageSessions, host.config),
      refusals: createRefusals(host.audit),
    }),
    metricsRoute(sources),
    logOut(host),
  );
  // 8. Streamed bodies: a large part of each may be held in memory, for as long as it takes.
  const callerOf = (request: Request) => principalOf(request).id;
  app.use(
    routerOf(
      ROUTES.filter(({ streams }) => streams),
      host,
      readInTurn(callerOf, UPLOADS_AT_ONCE),
    ),
  );
  // 9. Other bodies, a few of a caller at once; the time limit of each starts with its turn.
  app.use(readInTurn(callerOf), limitBodyTime(BODY_PATIENCE_MS), readJson(host.limits), limitBodyDepth);
  app.all(["/mcp", "/mcp/:project"], refusePage, (request, response) => mcp.mcp(request, response));
  app.head("/sse", (_request, response) => void response.type("text/event-stream").end());
  app.get("/sse", refusePage, (request, response) => mcp.sse(request, response));
  app.post("/messages", refusePage, (request, response) => mcp.messages(request, response));
  app.use(toolRoutes(host), restRoutes(host), eventRoutes(host, events));
  // 10. Requests without a route, and all errors.
  app.use(notFound, errorHandler(host.log));
  return app;
}

/** The prefix of scopes' names in tokens: JWTs have a prefix, API tokens have none. */
const scopePrefixOf = ({ auth, jwtScopePrefix }: ServiceHost["config"]): string =>
  auth.includes("jwt") ? jwtScopePrefix : "";

/** The projects that the sender of a request may see; it need not be authenticated. One that calls us by an unknown name sees none. */
const whoSees =
  ({ auth, config }: ServiceHost) =>
  async (request: Request) => {
    const isKnown = isCalledByName(request, allowedHosts(config));
    // One whose token is refused, or cannot be checked now, sees no project.
    const principal = isKnown ? await auth.authenticate(request.get("authorization")).catch(() => null) : null;
    return (projectId: string) => principal !== null && sees(principal, projectId);
  };

/** The routes of the list, and their description. */
function restRoutes(host: ServiceHost): Router {
  const router = routerOf(
    ROUTES.filter(({ streams }) => !streams),
    host,
  );
  let description: Record<string, unknown> | undefined;
  router.get("/openapi.json", (_request, response) => {
    description ??= describeApi(ROUTES, host.tools);
    response.json(description);
  });
  return router;
}

function routerOf(routes: readonly Route[], host: ServiceHost, ...before: RequestHandler[]): Router {
  const router = Router();
  for (const route of routes) {
    if (before.length > 0) router[route.method](route.path, ...before);
    addRoute(router, route, host);
  }
  return router;
}

export interface HttpServer extends Listening {
  /** Milliseconds since the last request. */
  idleMilliseconds(): number;
}

/**
 * Listens on the configured host and port; `more` is offered to MCP clients in addition to the host's tools. Throws `configuration` where the port is
 * taken or may not be used.
 */
export async function listen(host: ServiceHost, more?: Catalog): Promise<HttpServer> {
  const mcp = await createMcpEndpoint(host, more);
  const events = createProjectEvents(host.db, host.log);
  const { host: address, port } = host.config;
  const options = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_TIMEOUT_MS };
  const idleness = createIdleness();
  const app = createHttpApp(host, mcp, events, idleness);
  const makeServer = () => createWebServer(host.config, options, app, host.log.child({ scope: "http" }));
  const closing = () => Promise.all([mcp.close(), events.close()]);
  const listening = await bind(makeServer, { address, port, setting: "--port" }, closing);
  const close = async (): Promise<void> => {
    host.indexing.keepJobs();
    await listening.close();
  };
  return { ...listening, close, idleMilliseconds: idleness.milliseconds };
}
