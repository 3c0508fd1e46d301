/**
 * MCP over HTTP: one table of tools, both protocol eras on one URL, no session.
 *
 * A request of 2026-07-28 goes to the strict handler of `@modelcontextprotocol/server`; any other gets a low-level server of
 * `@modelcontextprotocol/sdk` for itself. Lists and validators are made once, so that costs a few hundredths of a millisecond.
 */
import { toNodeHandler, toWebRequest } from "@modelcontextprotocol/node";
import { Server as LegacyServer } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator as LegacyValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { Request, Response } from "express";
import { type Caller, callTool, type ToolHost } from "../tools/call.js";
import type { Toolset } from "../tools/tool.js";
import { createListing, INSTRUCTIONS, type ListedTool, parseToolsets, SERVER_INFO, toToolResult } from "./listing.js";

// A server makes one of its own otherwise, which takes longer than many tools.
const VALIDATOR = new AjvJsonSchemaValidator();
const LEGACY_VALIDATOR = new LegacyValidator();

/** What the URL and the headers of a request say about it. */
interface Scope {
  tools: ListedTool[];
  toolsets: Toolset[] | null;
  pinnedProject: string | undefined;
}

export interface McpEndpoint {
  /** Answers POST /mcp and POST /mcp/{project}; the body is parsed already. */
  post(request: Request, response: Response): Promise<void>;
  close(): Promise<void>;
}

/** Makes the endpoint for the host's tools. */
export function createMcpEndpoint(host: ToolHost): McpEndpoint {
  const listing = createListing(host.tools);

  const scopeOf = (url: URL, header: string | null): Scope => {
    const pinned = /^\/mcp\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    const toolsets = parseToolsets(url.searchParams.get("toolsets"));
    const pinnedProject = pinned === undefined ? header || undefined : decodeURIComponent(pinned);
    return { tools: listing(toolsets), toolsets, pinnedProject };
  };

  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const url = new URL(requestInfo?.url ?? "http://localhost/mcp");
      return modernServer(host, scopeOf(url, requestInfo?.headers.get("x-codeindex-project") ?? null));
    },
    { legacy: "reject", onerror: (error) => host.log.debug({ err: error }, "mcp request refused") },
  );
  const modernNode = toNodeHandler(modern);

  const legacy = async (request: Request, response: Response, scope: Scope): Promise<void> => {
    // A plain JSON answer is cheapest; only progress needs a stream.
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: !wantsProgress(request.body),
    });
    const server = legacyServer(host, scope);
    response.on("close", () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response, request.body);
  };

  return {
    async post(request, response) {
      const scope = scopeOf(
        new URL(request.originalUrl, "http://localhost"),
        request.get("x-codeindex-project") ?? null,
      );
      if (await isLegacyRequest(await toWebRequest(request, request.body))) await legacy(request, response, scope);
      else await modernNode(request, response, request.body);
    },
    close: () => modern.close(),
  };
}

function wantsProgress(body: unknown): boolean {
  const messages = Array.isArray(body) ? body : [body];
  return messages.some((message) => message?.params?._meta?.progressToken !== undefined);
}

/** Sends progress at most every 100 ms, and the last one always. */
function reporter(
  token: string | number | undefined,
  send: (params: { progressToken: string | number; progress: number; total: number; message: string }) => Promise<void>,
): Caller["progress"] {
  if (token === undefined) return undefined;
  let last = 0;
  return (done, total, message) => {
    const now = performance.now();
    if (now - last < 100 && done < total) return;
    last = now;
    // The client may be gone; its request is aborted then, and nobody waits for this message.
    send({ progressToken: token, progress: done, total, message }).catch(() => undefined);
  };
}

function modernServer(host: ToolHost, scope: Scope): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator: VALIDATOR,
  });
  server.setRequestHandler("tools/list", () => ({ tools: scope.tools, ttlMs: 300_000, cacheScope: "public" as const }));
  server.setRequestHandler("tools/call", async (request, context) => {
    const { name, arguments: args, _meta } = request.params;
    if (!scope.tools.some((tool) => tool.name === name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, scope));
    const answer = await callTool(host, name, args, {
      signal: context.mcpReq.signal,
      pinnedProject: scope.pinnedProject,
      progress: reporter(_meta?.progressToken, (params) =>
        context.mcpReq.notify({ method: "notifications/progress", params }),
      ),
    });
    return toToolResult(answer);
  });
  return server;
}

function legacyServer(host: ToolHost, scope: Scope): LegacyServer {
  const server = new LegacyServer(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator: LEGACY_VALIDATOR,
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: scope.tools }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: args, _meta } = request.params;
    if (!scope.tools.some((tool) => tool.name === name))
      throw new McpError(ErrorCode.InvalidParams, unknownTool(name, scope));
    const answer = await callTool(host, name, args, {
      signal: extra.signal,
      pinnedProject: scope.pinnedProject,
      progress: reporter(_meta?.progressToken, (params) =>
        extra.sendNotification({ method: "notifications/progress", params }),
      ),
    });
    return toToolResult(answer);
  });
  return server;
}

function unknownTool(name: string, { tools, toolsets }: Scope): string {
  const among = toolsets ? ` among the toolsets ${toolsets.join(", ")}` : "";
  return `Unknown tool ${JSON.stringify(name.slice(0, 60))}${among}. Tools: ${tools.map((tool) => tool.name).join(", ")}`;
}
