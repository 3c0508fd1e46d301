/** The toolsets for coding agents, which have file tools of their own. */
export const AGENT_TOOLSETS = "search,symbols,research";

/** The URL of MCP at a service: for one project, or all; with some of the tools, or all. */
export function endpointUrl(base: string, project?: string, toolsets?: string): string {
  const path = project ? `/mcp/${encodeURIComponent(project)}` : "/mcp";
  return `${base}${path}${toolsets ? `?toolsets=${encodeURIComponent(toolsets).replaceAll("%2C", ",")}` : ""}`;
}
