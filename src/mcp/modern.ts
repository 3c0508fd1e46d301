/** The newer era, 2026-07-28: no session, no state. The client's answers to questions of a call come with the next round of the same call. */
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type ServerContext,
  type ServerEventBus,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { Request, Response } from "express";
import { z } from "zod";
import { principalOf } from "../auth/request-principal.js";
import type { Logger } from "../base/log.js";
import type { Principal } from "../model/principal.js";
import { checkRequest } from "./legacy/server.js";
import { INSTRUCTIONS, SERVER_INFO } from "./listing.js";
import { CAPABILITIES, type CallScope, type Method } from "./methods.js";
import { calledBy, InputNeeded, type McpCall } from "./request-form.js";

// Shared, as each server would otherwise make its own, which takes longer than many tools.
const VALIDATOR = new AjvJsonSchemaValidator();
const CLIENT_KEY = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
/** How long clients may cache lists, in milliseconds, and in which scope. */
const CACHE = { ttlMs: 300_000, cacheScope: "private" as const };
const LISTS = new Set(["tools/list", "resources/list", "resources/templates/list", "prompts/list"]);
/** Schemas for the library that accept everything: it would report wrong parameters as a fault of ours. */
const ANYTHING = { params: z.looseObject({}), result: z.looseObject({}) };

interface ModernOptions {
  methods: Record<string, Method>;
  /** The key that signs a call's state at its client; 32 bytes. */
  key: Buffer;
  scopeOf: (request: { url: string; header: (name: string) => string | null; principal: Principal }) => CallScope;
  /** The bus for changes of resources. */
  bus: ServerEventBus;
  log: Logger;
}

/** The library's tool server, which looks up a tool's schema here: it tells which arguments must also be in headers. */
class TableServer extends McpServer {
  readonly #scope: CallScope;

  constructor(scope: CallScope, requestState: ServerOptions["requestState"]) {
    super(SERVER_INFO, {
      instructions: scope.profile?.instructions ?? INSTRUCTIONS,
      jsonSchemaValidator: VALIDATOR,
      requestState,
    });
    this.#scope = scope;
    // Announced after the constructor, so that it makes no handlers of its own.
    this.server.registerCapabilities(CAPABILITIES);
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#scope.tools.find(({ listed }) => listed.name === name)?.listed.inputSchema;
  }
}

/** The endpoint of the newer era. */
export function createModernEndpoint({ methods, key, scopeOf, bus, log }: ModernOptions) {
  const codec = createRequestStateCodec({ key });
  const handler = createMcpHandler(
    ({ requestInfo, authInfo }) => {
      const principal = authInfo?.extra?.principal as Principal;
      const scope = scopeOf({
        principal,
        url: requestInfo?.url ?? "http://localhost/mcp",
        header: (name) => requestInfo?.headers.get(name) ?? null,
      });
      const product = new TableServer(scope, { verify: codec.verify });
      const { server } = product;
      if (methods["tasks/get"]) server.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } });
      for (const [name, method] of Object.entries(methods)) {
        const handle = async (params: Record<string, unknown>, context: ServerContext) => {
          try {
            checkRequest(name, { method: name, params });
            const result = await method(params, callOf(context, principal), scope);
            return LISTS.has(name) ? { ...result, ...CACHE } : result;
          } catch (error) {
            if (error instanceof InputNeeded) {
              const { requests, state } = error;
              const inputRequests = requests as Parameters<typeof inputRequired>[0]["inputRequests"];
              return inputRequired({
                ...(Object.keys(requests).length > 0 && { inputRequests }),
                ...(state !== undefined && { requestState: await codec.mint(state) }),
              });
            }
            throw error;
          }
        };
        server.setRequestHandler(name, ANYTHING, handle);
      }
      return product;
    },
    { legacy: "reject", bus, onerror: (error) => log.debug({ err: error }, "refused an MCP request") },
  );
  const node = toNodeHandler(handler);
  return {
    handle(request: Request, response: Response): Promise<void> {
      // The library passes this on to the function that makes a request's server.
      const auth = { token: "", clientId: "", scopes: [], extra: { principal: principalOf(request) } };
      return node(Object.assign(request, { auth }), response, request.body);
    },
    close: () => handler.close(),
  };
}

function callOf({ mcpReq }: ServerContext, principal: Principal): McpCall {
  const envelope = mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
  const capabilities = envelope?.[CAPABILITIES_KEY] ?? {};
  const { name } = envelope?.[CLIENT_KEY] ?? {};
  const answers = (mcpReq.inputResponses ?? {}) as Record<string, unknown>;
  return {
    era: "modern",
    principal: calledBy(principal, name),
    session: null,
    client: {
      elicitation: capabilities.elicitation !== undefined,
      sampling: capabilities.sampling !== undefined,
      roots: capabilities.roots !== undefined,
      tasks: (capabilities.extensions as Record<string, unknown> | undefined)?.[TASKS_EXTENSION] !== undefined,
    },
    signal: mcpReq.signal,
    progressToken: mcpReq._meta?.progressToken,
    notify: (method, params) => mcpReq.notify({ method, params } as never),
    answers,
    async ask(requests, state) {
      if (Object.keys(requests).every((key) => key in answers)) return answers;
      throw new InputNeeded(requests, state);
    },
    state: mcpReq.requestState(),
    log: (level, data) => mcpReq.log(level, data),
    closeStream: () => undefined,
  };
}
