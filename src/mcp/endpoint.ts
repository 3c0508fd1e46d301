/**
 * MCP over HTTP: one table of methods, both protocol eras on one URL, and no session that a replica has to keep.
 *
 *     /mcp, /mcp/{project}     2026-07-28 (modern.ts); 2025-11-25 and before (legacy/legacy.ts, legacy/streams.ts)
 *     /sse, /messages          2024-11-05 (legacy/sse-transport.ts)
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { toWebRequest } from "@modelcontextprotocol/node";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { isLegacyRequest, type ServerEventBus } from "@modelcontextprotocol/server";
import type { Request, Response } from "express";
import { principalOf } from "../auth/request-principal.js";
import { CodeindexError } from "../base/errors.js";
import { need, present } from "../base/need.js";
import { mayDo, type Principal } from "../model/principal.js";
import { PROFILES } from "../tools/profiles/index.js";
import { createIntroductions } from "../tools/running/introductions.js";
import type { Catalog } from "./catalog.js";
import { createLegacyEndpoint, sessionOf } from "./legacy/legacy.js";
import { MOST_IN_BATCH, refuse } from "./legacy/read-post.js";
import { createSessions } from "./legacy/session.js";
import { createLegacySse } from "./legacy/sse-transport.js";
import { createLegacyStreams } from "./legacy/streams.js";
import { isChosen, toolChoice } from "./listing.js";
import { type CallScope, createLegacyMethods, createMethods, guarded, type Method, RpcError } from "./methods.js";
import { createModernEndpoint } from "./modern.js";
import type { ServiceHost } from "./service-host.js";
import { promptSource, resourceSource } from "./sources.js";
import { createLegacyTaskMethods, createTaskMethods } from "./task-methods.js";
import { createTasks } from "./tasks.js";
import { mcpTool, profileTools } from "./tools.js";
import { createUpdates, type Updates, type Watch } from "./updates.js";

export interface McpEndpoint {
  /** Answers /mcp and /mcp/{project}; the body of a POST is parsed already. */
  mcp(request: Request, response: Response): Promise<void>;
  /** Answers GET /sse. */
  sse(request: Request, response: Response): Promise<void>;
  /** Answers POST /messages; the body is parsed already. */
  messages(request: Request, response: Response): Promise<void>;
  close(): Promise<void>;
}

/** The time limit for reading a resource that a client wants to watch, in milliseconds. */
const WATCH_PATIENCE = 10_000;
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const NEWER_METHODS = new Set<unknown>(["server/discover", "subscriptions/listen"]);
const NOTHING: Catalog = { tools: [], resources: [], prompts: [] };

/** Makes the endpoint for the host's tools and those of `more`. */
export async function createMcpEndpoint(host: ServiceHost, more: Catalog = NOTHING): Promise<McpEndpoint> {
  const { exchange, log } = host;
  const shared = { exchange, introductions: createIntroductions() };
  const catalog: Catalog = {
    tools: [...host.tools.map((tool) => mcpTool(host, shared, tool)), ...more.tools],
    resources: [resourceSource(host), ...more.resources],
    prompts: [promptSource(host), ...more.prompts],
  };
  const watch: Watch = async (who, uri) => {
    const caller = { ...who, signal: AbortSignal.timeout(WATCH_PATIENCE) };
    for (const source of catalog.resources) {
      const watched = await source.watch(caller, uri);
      if (watched) return watched;
    }
    return undefined;
  };
  const ofProfile = new Map(Object.values(PROFILES).map((each) => [each.name, profileTools(host, exchange, each)]));
  const tasks = createTasks({
    db: host.db,
    indexing: host.indexing,
    tools: [...catalog.tools, ...[...ofProfile.values()].flat()],
    mostDays: host.config.taskDays,
    auth: host.auth,
    log,
  });
  const both = createMethods(catalog);
  const plain = present(both["tools/call"]);
  const methods = guarded({ ...both, ...withCancelNoted(createTaskMethods(tasks, plain), host.audit) }, log);
  const legacyTaskMethods = withCancelNoted(createLegacyTaskMethods(tasks, plain), host.audit);
  const legacyMethods = guarded({ ...both, ...createLegacyMethods(catalog, exchange), ...legacyTaskMethods }, log);
  const sessions = createSessions(host.signingKey);
  const updates = createUpdates(host, watch);

  const scopeOf = (url: URL, header: (name: string) => string | null, principal: Principal): CallScope => {
    const pinned = /^\/mcp\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    const choice = toolChoice(url, header, host.config);
    const profile = choice.profile && PROFILES[choice.profile];
    const tools = profile ? need(ofProfile, profile.name) : catalog.tools;
    return {
      tools: tools.filter(
        ({ toolset, core, listed, scope = "read" }) =>
          mayDo(principal, scope) && isChosen({ toolset, core, readOnly: listed.annotations.readOnlyHint }, choice),
      ),
      choice,
      profile,
      pinnedProject: pinned === undefined ? header("x-codeindex-project") || undefined : decodeURIComponent(pinned),
    };
  };
  const scopeOfRequest = (request: Request): CallScope =>
    scopeOf(
      new URL(request.originalUrl, "http://localhost"),
      (name) => request.get(name) ?? null,
      principalOf(request),
    );

  const bus = createBus(updates);
  const modern = createModernEndpoint({
    methods,
    key: host.signingKey,
    scopeOf: ({ url, header, principal }) => scopeOf(new URL(url), header, principal),
    bus,
    log,
  });
  const legacy = await createLegacyEndpoint({ methods: legacyMethods, sessions, exchange, log });
  const streams = await createLegacyStreams(exchange, updates, sessions);
  const sse = await createLegacySse(legacyMethods, exchange, updates, log);

  async function post(request: Request, response: Response): Promise<void> {
    const scope = scopeOfRequest(request);
    const { body }: { body: unknown } = request;
    if (Array.isArray(body) && body.length > 1)
      await host.limits.spend(principalOf(request), Math.min(body.length, MOST_IN_BATCH) - 1);
    if (isPlainlyLegacy(request) || (await isLegacyRequest(await toWebRequest(request, request.body))))
      return legacy.post(request, response, scope, principalOf(request));
    await bus.within(request, scope, () => modern.handle(request, response));
  }

  return {
    async mcp(request, response) {
      if (request.method === "POST") return post(request, response);
      if (request.method !== "GET" && request.method !== "DELETE") return notAllowed(response);
      const principal = principalOf(request);
      const session = sessionOf(sessions, request, response, principal);
      if (session === undefined) return;
      // Without a session there is neither a stream to follow nor one to end.
      if (session === null) return notAllowed(response);
      if (request.method === "GET") return streams.open(request, response, session, scopeOfRequest(request), principal);
      await streams.end(session);
      response.status(204).end();
    },
    sse: (request, response) => sse.open(response, scopeOfRequest(request), principalOf(request)),
    messages: (request, response) => sse.message(request, response, principalOf(request)),
    async close() {
      await Promise.all([modern.close(), legacy.close(), streams.close(), sse.close(), tasks.close()]);
      await updates.close();
    },
  };
}

/** The methods of tasks; each `tasks/cancel` goes to the audit log. Tool calls are recorded elsewhere. */
function withCancelNoted(methods: Record<string, Method>, audit: ServiceHost["audit"]): Record<string, Method> {
  const cancel = present(methods["tasks/cancel"]);
  return {
    ...methods,
    async "tasks/cancel"(params, call, scope) {
      const startedAt = performance.now();
      const { taskId } = params;
      const detail = { task_id: typeof taskId === "string" ? taskId.slice(0, LONGEST_TASK_ID) : null };
      const note = (outcome: string) =>
        audit.note({
          principal: call.principal,
          action: "tasks/cancel",
          projectId: null,
          input: { taskId },
          detail,
          outcome,
          cost: 1,
          startedAt,
        });
      try {
        const answer = await cancel(params, call, scope);
        note("ok");
        return answer;
      } catch (error) {
        note(
          error instanceof CodeindexError ? error.code : error instanceof RpcError ? "invalid_parameter" : "internal",
        );
        throw error;
      }
    },
  };
}

/** Ids of tasks are shorter; a client may send any text. */
const LONGEST_TASK_ID = 100;

/** Whether a request has no sign of the newer era. The library checks more closely, which costs a millisecond. */
function isPlainlyLegacy(request: Request): boolean {
  const version = request.get("mcp-protocol-version");
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return false;
  const messages: unknown[] = Array.isArray(request.body) ? request.body : [request.body];
  return messages.every((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { _meta?: unknown } | null };
    const meta = params?._meta;
    return !NEWER_METHODS.has(method) && !(typeof meta === "object" && meta !== null && VERSION_KEY in meta);
  });
}

function notAllowed(response: Response): void {
  response.set("Allow", "POST");
  refuse(response, 405, -32000, "Only POST is allowed here, and GET and DELETE with an Mcp-Session-Id.");
}

/** Delivers updates to the newer era's subscriptions: each stream gets the resources that it named and its principal may see. */
function createBus(updates: Updates): ServerEventBus & {
  /** Handles a request; a subscription that it opens belongs to this principal. */
  within(request: Request, scope: CallScope, work: () => Promise<void>): Promise<void>;
} {
  const storage = new AsyncLocalStorage<{ request: Request; scope: CallScope }>();
  return {
    publish: () => undefined,
    subscribe(listener) {
      const { request, scope } = present(storage.getStore());
      const who = { principal: principalOf(request), pinnedProject: scope.pinnedProject };
      const following = updates.follow(who, (update) =>
        listener("uri" in update ? { kind: "resource_updated", uri: update.uri } : { kind: "resources_list_changed" }),
      );
      const uris: unknown = request.body?.params?.notifications?.resourceSubscriptions;
      for (const uri of Array.isArray(uris) ? uris : []) void following.watch(String(uri));
      return () => following.end();
    },
    within: (request, scope, work) => storage.run({ request, scope }, work),
  };
}
