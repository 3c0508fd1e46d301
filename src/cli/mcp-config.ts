/** `mcp-config`: what to paste into a client's settings. */
import { invalidParameter } from "../errors.js";
import { CLIENTS, type ClientName, clientConfig } from "./clients.js";
import { clientUrl } from "./service.js";

/** The toolsets for coding agents, which have file tools of their own. */
const AGENT_TOOLSETS = "search,symbols,research";

/** The URL that a coding agent's configuration names. */
export function agentUrl(base: string, project?: string): string {
  return `${base}/mcp${project ? `/${encodeURIComponent(project)}` : ""}?toolsets=${AGENT_TOOLSETS}`;
}

export function printClientConfig(options: { client?: string; url?: string; project?: string }): void {
  const url = agentUrl(clientUrl(options.url), options.project);
  for (const name of chosenClients(options.client)) {
    const { title, file, text } = clientConfig(name, url);
    // Where it goes is for people; what is printed to a file or a pipe for one client is the configuration alone.
    if (options.client === undefined || process.stdout.isTTY) console.log(`# ${title}: ${file}`);
    console.log(text);
    if (options.client === undefined) console.log();
  }
}

function chosenClients(name: string | undefined): ClientName[] {
  const names = Object.keys(CLIENTS) as ClientName[];
  if (name === undefined) return names;
  const chosen = names.find((each) => each === name);
  if (!chosen) throw invalidParameter("--client", `must be one of ${names.join(", ")}`);
  return [chosen];
}
