/**
 * MCP over HTTP: one table of methods, both protocol eras on one URL, and no session that a replica would have to keep.
 *
 *     /mcp, /mcp/{project}     2026-07-28 (modern.ts); 2025-11-25 and before (legacy.ts, legacy-streams.ts)
 *     /sse, /messages          2024-11-05 (legacy-sse.ts)
 */

import { toWebRequest } from "@modelcontextprotocol/node";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { isLegacyRequest, type ServerEvent, type ServerEventBus } from "@modelcontextprotocol/server";
import type { Request, Response } from "express";
import type { ToolHost } from "../tools/call.js";
import type { Catalog } from "./catalog.js";
import { createLegacyEndpoint, refuse, sessionOf } from "./legacy.js";
import { createLegacySse } from "./legacy-sse.js";
import { createLegacyStreams } from "./legacy-streams.js";
import { isChosen, toolChoice } from "./listing.js";
import { createLegacyMethods, createMethods, guarded, type Scope } from "./methods.js";
import { createModernEndpoint } from "./modern.js";
import { createSessions } from "./session.js";
import { promptSource, resourceSource } from "./sources.js";
import { createLegacyTaskMethods, createTaskMethods } from "./task-methods.js";
import { createTasks } from "./tasks.js";
import { mcpTool } from "./tools.js";
import { createUpdates, type Following, type Updates, type Watch } from "./updates.js";

export interface McpEndpoint {
  /** Answers /mcp and /mcp/{project}; the body of a POST is parsed already. */
  mcp(request: Request, response: Response): Promise<void>;
  /** Answers GET /sse. */
  sse(request: Request, response: Response): Promise<void>;
  /** Answers POST /messages; the body is parsed already. */
  messages(request: Request, response: Response): Promise<void>;
  close(): Promise<void>;
}

/** Who asks, until there is somebody to tell apart. */
const PRINCIPAL = "anyone";
/** How long it may take to look at a resource that is to be watched, in milliseconds. */
const WATCH_PATIENCE = 10_000;
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const NEWER_METHODS = new Set<unknown>(["server/discover", "subscriptions/listen"]);
const NOTHING: Catalog = { tools: [], resources: [], prompts: [] };

/** Makes the endpoint for the host's tools, and for what `more` adds to them. */
export async function createMcpEndpoint(host: ToolHost, more: Catalog = NOTHING): Promise<McpEndpoint> {
  const { exchange, log } = host;
  const catalog: Catalog = {
    tools: [...host.tools.map((tool) => mcpTool(host, exchange, tool)), ...more.tools],
    resources: [resourceSource(host), ...more.resources],
    prompts: [promptSource(host), ...more.prompts],
  };
  const watch: Watch = async (uri) => {
    const caller = { signal: AbortSignal.timeout(WATCH_PATIENCE) };
    for (const source of catalog.resources) {
      const watched = await source.watch(caller, uri);
      if (watched) return watched;
    }
    return undefined;
  };
  const tasks = createTasks({ db: host.db, indexing: host.indexing, tools: catalog.tools, log });
  const both = createMethods(catalog);
  const plain = both["tools/call"]!;
  const methods = guarded({ ...both, ...createTaskMethods(tasks, plain) }, log);
  const legacyMethods = guarded(
    { ...both, ...createLegacyMethods(catalog, exchange), ...createLegacyTaskMethods(tasks, plain) },
    log,
  );
  const sessions = createSessions(host.signingKey);
  const updates = createUpdates(host, watch);

  const scopeOf = (url: URL, header: (name: string) => string | null): Scope => {
    const pinned = /^\/mcp\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    const choice = toolChoice(url, header, host.config);
    return {
      tools: catalog.tools.filter(({ toolset, listed }) =>
        isChosen({ toolset, readOnly: listed.annotations.readOnlyHint }, choice),
      ),
      choice,
      pinnedProject: pinned === undefined ? header("x-codeindex-project") || undefined : decodeURIComponent(pinned),
    };
  };
  const scopeOfRequest = (request: Request): Scope =>
    scopeOf(new URL(request.originalUrl, "http://localhost"), (name) => request.get(name) ?? null);

  const bus = createBus(updates);
  const modern = createModernEndpoint({
    methods,
    key: host.signingKey,
    scopeOf: ({ url, header }) => ({ scope: scopeOf(new URL(url), header), principal: PRINCIPAL }),
    bus,
    log,
  });
  const legacy = await createLegacyEndpoint({ methods: legacyMethods, sessions, exchange, log });
  const streams = await createLegacyStreams(exchange, updates, sessions);
  const sse = await createLegacySse(legacyMethods, exchange, updates, log);

  async function post(request: Request, response: Response): Promise<void> {
    const scope = scopeOfRequest(request);
    if (isPlainlyLegacy(request) || (await isLegacyRequest(await toWebRequest(request, request.body))))
      return legacy.post(request, response, scope, PRINCIPAL);
    bus.watch(request, response);
    await modern.handle(request, response);
  }

  return {
    async mcp(request, response) {
      if (request.method === "POST") return post(request, response);
      if (request.method !== "GET" && request.method !== "DELETE") return notAllowed(response);
      const session = sessionOf(sessions, request, response, PRINCIPAL);
      if (session === undefined) return;
      // Without a session there is nothing to follow, and nothing to end.
      if (session === null) return notAllowed(response);
      if (request.method === "GET") return streams.open(request, response, session);
      await streams.end(session);
      response.status(204).end();
    },
    sse: (request, response) => sse.open(response, scopeOfRequest(request), PRINCIPAL),
    messages: (request, response) => sse.message(request, response, PRINCIPAL),
    async close() {
      await Promise.all([modern.close(), legacy.close(), streams.close(), sse.close(), tasks.close()]);
      await updates.close();
    },
  };
}

/** Whether nothing in a request is of the newer era. The library looks closer where something is, and costs a millisecond. */
function isPlainlyLegacy(request: Request): boolean {
  const version = request.get("mcp-protocol-version");
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return false;
  const messages: unknown[] = Array.isArray(request.body) ? request.body : [request.body];
  return messages.every((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { _meta?: object } };
    return !NEWER_METHODS.has(method) && !(params?._meta && VERSION_KEY in params._meta);
  });
}

function notAllowed(response: Response): void {
  response.set("Allow", "POST");
  refuse(response, 405, -32000, "Only POST is allowed here, and GET and DELETE with an Mcp-Session-Id.");
}

/** How the newer era's subscriptions hear of updates. */
function createBus(updates: Updates): ServerEventBus & {
  /** Looks at a request that may open a subscription: what it names is watched until its stream ends. */
  watch(request: Request, response: Response): void;
} {
  const listeners = new Set<(event: ServerEvent) => void>();
  /** How many streams watch a resource. */
  const watchers = new Map<string, number>();
  let following: Following | undefined;
  const publish = (event: ServerEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    publish,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch({ body }, response) {
      if (body?.method !== "subscriptions/listen") return;
      const given: unknown = body.params?.notifications?.resourceSubscriptions;
      const uris = (Array.isArray(given) ? given : []).filter((uri) => typeof uri === "string");
      // One follower for all streams, each of which passes over what it does not watch.
      following ??= updates.follow((update) =>
        publish("uri" in update ? { kind: "resource_updated", uri: update.uri } : { kind: "resources_list_changed" }),
      );
      for (const uri of uris) {
        watchers.set(uri, (watchers.get(uri) ?? 0) + 1);
        void following.watch(uri);
      }
      response.on("close", () => {
        for (const uri of uris) {
          const left = watchers.get(uri)! - 1;
          watchers.set(uri, left);
          if (left > 0) continue;
          watchers.delete(uri);
          following!.unwatch(uri);
        }
      });
    },
  };
}
