/**
 * /projects/{id}/events: a project's events as server-sent events. A new connection starts with the project's state, so that a Last-Event-ID is not
 * needed: between two connections only outdated progress is lost.
 */
import { type Response, Router } from "express";
import { principalOf } from "../../auth/request-principal.js";
import { CodeindexError } from "../../base/errors.js";
import { addLogFields } from "../../base/log.js";
import { need } from "../../base/need.js";
import { shown } from "../../masking/clean.js";
import { requireScope } from "../../model/principal.js";
import { chooseProject } from "../../projects/choose.js";
import { hostFor } from "../../tools/running/restricted-host.js";
import type { ToolHost } from "../../tools/running/tool-host.js";
import type { ProjectEvent, ProjectEvents } from "../project-events.js";

/** Shorter than proxies wait. */
const HEARTBEAT_MS = 15_000;
/** Streams of one replica, and the share of them that one caller may have. */
const MOST_STREAMS = 200;
const SHARE = 0.25;
/** A client this many bytes behind has stopped reading; its stream ends, and it may reconnect. */
const MOST_BEHIND = 256 * 1024;
const RETRY_MS = 3000;

/** The route of a project's events. */
export function eventRoutes(host: ToolHost, events: ProjectEvents): Router {
  const router = Router();
  let streams = 0;
  const own = new Map<string, number>();
  router.get("/projects/:project/events", async (request, response) => {
    const { signal } = new AbortController();
    const principal = principalOf(request);
    requireScope(principal, "read", "GET /projects/{id}/events");
    const caller = { principal, signal, pinnedProject: request.params.project };
    const project = chooseProject(await hostFor(host, principal).projects(), undefined, caller);
    const { projectId } = project;
    addLogFields({ project: projectId });
    // A project without any request so far has no view.
    await host.viewOf(project);
    if (response.destroyed) return;
    // The client asks for the headers alone.
    if (request.method === "HEAD") return void response.type("text/event-stream").end();
    if (streams >= MOST_STREAMS) {
      response.set("Retry-After", String(RETRY_MS / 1000));
      throw new CodeindexError("rate_limited", `This service has ${streams} streams of events open already.`, {}, [
        "Close streams that nobody reads, or ask GET /projects/{id}/status now and then.",
      ]);
    }
    const ownStreams = own.get(principal.id) ?? 0;
    if (principal.isLimited && ownStreams >= MOST_STREAMS * SHARE)
      throw new CodeindexError("rate_limited", `You have ${ownStreams} streams of events open already.`, {
        retry_after_seconds: RETRY_MS / 1000,
      });
    streams++;
    own.set(principal.id, ownStreams + 1);
    // A stream's duration says nothing about the service's speed.
    response.locals.isEndless = true;
    open(response);
    const heartbeat = setInterval(() => response.write(": heartbeat\n\n"), HEARTBEAT_MS);
    const unfollow = events.follow(projectId, {
      send(event) {
        if (response.writableLength > MOST_BEHIND) response.destroy();
        else response.write(inWire(event));
      },
      end: () => response.end(),
    });
    response.on("close", () => {
      streams--;
      const left = need(own, principal.id) - 1;
      if (left > 0) own.set(principal.id, left);
      else own.delete(principal.id);
      clearInterval(heartbeat);
      unfollow();
    });
  });
  return router;
}

function open(response: Response): void {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    // Without it nginx buffers events.
    "x-accel-buffering": "no",
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
}

function inWire({ name, id, data }: ProjectEvent): string {
  return `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(shown(data))}\n\n`;
}
