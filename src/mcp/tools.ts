/** The tools of tools/index.ts as MCP tools. */
import type { ErrorEnvelope } from "../base/errors.js";
import { ownerOf } from "../model/principal.js";
import type { Profile } from "../tools/profiles/profile.js";
import { callTool } from "../tools/running/call-tool.js";
import type { Introductions } from "../tools/running/introductions.js";
import { scopeOfTool } from "../tools/running/restricted-host.js";
import type { ToolDefinition } from "../tools/running/tool.js";
import type { ToolHost } from "../tools/running/tool-host.js";
import type { McpTool } from "./catalog.js";
import { runChoosing } from "./choose.js";
import type { Exchange } from "./exchange/exchange.js";
import { LINKS_SINCE, listed, toToolResult } from "./listing.js";
import type { McpCall } from "./request-form.js";

/** State shared by the tools of an endpoint. */
interface Shared {
  exchange: Exchange;
  introductions: Introductions;
}

/** A tool as MCP lists and calls it. */
export function mcpTool(host: ToolHost, { exchange, introductions }: Shared, tool: ToolDefinition): McpTool {
  return {
    listed: listed(tool),
    toolset: tool.toolset,
    core: tool.core,
    scope: scopeOfTool(tool),
    ...(tool.runsLong && { taskSupport: "optional" }),
    async call(args, call, caller) {
      const isFirstAnswer = (projects: string) => introductions(connectionOf(call), projects);
      const run = (by: typeof caller) => callTool(host, tool.name, args, { detail: "brief", ...by, isFirstAnswer });
      const links = call.era === "modern" || (call.session?.protocolVersion ?? "") >= LINKS_SINCE;
      return toToolResult(await runChoosing(run, caller, call, exchange), { links });
    },
  };
}

/** The session's key; in the newer era, which has no sessions, the caller's. */
const connectionOf = ({ session, principal }: McpCall): string => session?.key ?? ownerOf(principal);

/** The tools of a profile; their errors have the form of its specification. */
export function profileTools(host: ToolHost, exchange: Exchange, profile: Profile): McpTool[] {
  const only = { ...host, tools: profile.tools };
  return profile.tools.map((tool) => ({
    listed: listed(tool),
    key: `${profile.name} ${tool.name}`,
    scope: scopeOfTool(tool),
    ...(tool.runsLong && { taskSupport: "optional" }),
    async call(args, call, caller) {
      const run = (by: typeof caller) => callTool(only, tool.name, args, by);
      const answer = await runChoosing(run, caller, call, exchange);
      if (!answer.isError) return toToolResult(answer);
      const { error } = answer.structured as ErrorEnvelope;
      const text = profile.writeError(error, (args ?? {}) as Record<string, unknown>);
      return { content: [{ type: "text", text }], isError: true };
    },
  }));
}
