/** The HTTP face: the middleware in its order, the routes, and the socket they are served on. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import express, { type Express, type RequestHandler } from "express";
import { localUrl } from "../config.js";
import { CodeindexError } from "../errors.js";
import { createMcpEndpoint, type McpEndpoint } from "../mcp/endpoint.js";
import type { ToolHost } from "../tools/call.js";
import { errorHandler, notFound } from "./errors.js";
import { allowedHosts, guardHosts } from "./guard.js";
import { healthRoutes } from "./routes/health.js";
import { homeRoute } from "./routes/home.js";
import { toolRoutes } from "./routes/tools.js";

const BODY_LIMIT = "4mb";
const CLOSE_PATIENCE_MS = 3000;

/** The app without a socket. */
function createHttpApp(host: ToolHost, mcp: McpEndpoint): Express {
  const app = express();
  app.disable("x-powered-by");
  // 1. Every answer, refusals too, carries the number that its log lines have.
  app.use(requestId);
  // 2. Before any body is read: requests that other sites' pages sent.
  app.use(guardHosts(allowedHosts(host.config)));
  // 3. /health and /ready take no body and must answer whatever else is wrong.
  app.use(healthRoutes(host), homeRoute());
  // 4. Bodies: JSON only, whatever the content type says, and never more than the limit.
  app.use(express.json({ limit: BODY_LIMIT, type: () => true }));
  app.post(["/mcp", "/mcp/:project"], (request, response) => mcp.post(request, response));
  app.all(["/mcp", "/mcp/:project"], onlyPost);
  app.use(toolRoutes(host));
  // 5. What nobody took, and what anybody threw.
  app.use(notFound, errorHandler(host.log));
  return app;
}

const requestId: RequestHandler = (request, response, next) => {
  const given = request.get("x-request-id");
  const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.set("X-Request-Id", id);
  next();
};

/** There are no sessions to resume with GET or to end with DELETE. */
const onlyPost: RequestHandler = (_request, response) => {
  response
    .status(405)
    .set("Allow", "POST")
    .json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "Only POST is allowed here." } });
};

export interface HttpServer {
  /** `http://127.0.0.1:8400`, with the port that was taken. */
  url: string;
  /** Lets requests that run end, for three seconds at most. */
  close(): Promise<void>;
}

/** Listens on the configured host and port. Throws `configuration` where the port is taken or may not be used. */
export async function listen(host: ToolHost): Promise<HttpServer> {
  const mcp = createMcpEndpoint(host);
  const server = createServer(createHttpApp(host, mcp));
  const { host: address, port } = host.config;
  await new Promise<void>((done, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) => failed(listenError(error, port)));
    server.listen(port, address.replace(/^\[|\]$/g, ""), done);
  });
  const bound = server.address();
  const boundPort = typeof bound === "object" && bound ? bound.port : port;
  return {
    url: localUrl(address, boundPort),
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      await mcp.close();
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
      await closed;
      clearTimeout(force);
    },
  };
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new CodeindexError("configuration", `--port: port ${port} is in use.`, { port }, [
      "Stop what uses it, or choose another with --port (0: any that is free).",
    ]);
  if (error.code === "EACCES")
    return new CodeindexError("configuration", `--port: you may not listen on port ${port}.`, { port }, [
      "Choose a port above 1023.",
    ]);
  return error;
}
