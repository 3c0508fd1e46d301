/** Tracks every request from its first byte to its last: it gets an id for all its log lines, and is counted. */
import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { type Logger, withLogFields } from "../base/log.js";
import { type ObservedWork, observe } from "../base/observe.js";

/** The first middleware. An id from the client is kept if it has the form of one. */
export function watchRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const given = request.get("x-request-id");
    const id = given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    response.set("X-Request-Id", id);
    withLogFields({ request: id }, () => {
      const work: ObservedWork = { kind: "request", name: "", attributes: {}, headers: request.headers };
      const started = performance.now();
      void observe(work, async () => {
        const ended = new Promise((done) => response.once("close", done));
        next();
        await ended;
        describe(work, request, response);
        log.debug({ route: work.name, ...work.attributes, ms: Math.round(performance.now() - started) }, "request");
      });
    });
  };
}

/** The label is the route's pattern, never the path, because clients choose paths. */
function describe(work: ObservedWork, request: Request, response: Response): void {
  const path: unknown = request.route?.path;
  const pattern = Array.isArray(path) ? path[0] : path;
  work.name = `${METHODS.has(request.method) ? request.method : "other"} ${typeof pattern === "string" ? pattern : "(none)"}`;
  // A client that went away before the answer was complete has not seen a status.
  work.attributes.status = response.writableFinished ? response.statusCode : 499;
  work.error = response.locals.error;
  if (response.locals.isEndless) work.attributes.endless = 1;
}

const METHODS = new Set(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"]);
