/** The URLs of the MCP endpoint. */

/** The toolset for coding agents, which have file tools of their own. */
export const AGENT_TOOLSETS = "core";

/** A client's choices in its URL: the project, and the tools it is shown. */
export interface EndpointChoice {
  project?: string | undefined;
  toolsets?: string | undefined;
  profile?: string | undefined;
}

/** The MCP URL of a service: for one project or all, with some tools or all. */
export function endpointUrl(base: string, { project, toolsets, profile }: EndpointChoice = {}): string {
  const path = project ? `/mcp/${encodeURIComponent(project)}` : "/mcp";
  const said = Object.entries({ toolsets, profile }).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`] : [],
  );
  return `${base}${path}${said.length > 0 ? `?${said.join("&")}` : ""}`;
}
