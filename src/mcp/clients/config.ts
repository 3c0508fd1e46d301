/** Makes the codeindex entry of a client's file, and the text that people paste. */
import { type Config, isLoopback } from "../../config/config.js";
import { AGENT_TOOLSETS, endpointUrl } from "../endpoint-url.js";
import { type Client, type ClientEntry, SERVER_NAME, TOKEN } from "./client.js";
import { tomlTable } from "./merge-toml.js";

/** The service to name, and the choice of tools. */
export interface Choice {
  /** The service's URL, without a path of ours. */
  base: string;
  project?: string | undefined;
  /** Undefined chooses the toolsets for coding agents, or all for other clients. */
  toolsets?: string | undefined;
  /** The specification that the client was written for; toolsets are ignored then. */
  profile?: string | undefined;
  hasToken: boolean;
  /** The command by which a client starts this program: `["node", "/path/to/codeindex.js"]`. */
  program: readonly [string, ...string[]];
  /** Connects through the program rather than by URL. */
  stdio?: {
    /** Whether the program gets the URL; otherwise it finds the service of its machine, or starts one. */
    namesUrl: boolean;
    /** Whether the working folder decides the project. */
    isAuto: boolean;
    /** The repository, for clients that do not start programs in a working folder. */
    repository?: string | undefined;
    env: Record<string, string>;
  };
}

/** The choice for pages and texts of a service itself: by URL, with its own settings. */
export function shownChoice(base: string, { auth }: Pick<Config, "auth">): Choice {
  return { base, hasToken: needsToken(base) || !auth.includes("none"), program: ["codeindex"] };
}

/** Whether a token is sent by default: this machine's own service needs none. */
export function needsToken(base: string, env: NodeJS.ProcessEnv = {}): boolean {
  return Boolean(env[TOKEN]) || !isLoopback(new URL(base).hostname);
}

/** The client's entry for the service. */
export function entryFor(client: Client, choice: Choice): ClientEntry {
  const { base, project, profile, hasToken, stdio } = choice;
  const toolsets = profile ? "" : (choice.toolsets ?? (client.isCodingAgent ? AGENT_TOOLSETS : ""));
  const byUrl = stdio ? null : client.byUrl({ url: endpointUrl(base, { project, toolsets, profile }), hasToken });
  if (byUrl) return byUrl;
  const { namesUrl, isAuto, repository, env } = stdio ?? { namesUrl: true, isAuto: false, env: {} };
  const [command, ...before] = choice.program;
  const args = [...before, "mcp"];
  if (namesUrl) args.push("--url", base);
  if (project) args.push("--project", project);
  else if (isAuto && client.hasFolder) args.push("--auto");
  else if (!client.hasFolder && !namesUrl && repository) args.push("--auto", "--repo", repository);
  if (toolsets) args.push("--toolsets", toolsets);
  if (profile) args.push("--profile", profile);
  return client.byStdio({ command, args, env, hasToken });
}

/** The text of a file with the entry alone. */
export function configText(client: Client, entry: ClientEntry): string {
  const whole = { ...entry, ...client.defaults };
  if (client.format === "toml") return tomlTable([...client.path, SERVER_NAME], whole).trimEnd();
  const { listed } = client;
  const rest = listed && namesItem(entry, listed.item.id) ? within(listed.path, [listed.item]) : {};
  return JSON.stringify({ ...rest, ...within([...client.path, SERVER_NAME], whole) }, null, 2);
}

/** Whether an entry refers to an item that must be listed elsewhere in the file. */
export function namesItem(entry: ClientEntry, id: string): boolean {
  return JSON.stringify(entry).includes(`\${input:${id}}`);
}

function within(path: readonly string[], value: unknown): ClientEntry {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as ClientEntry;
}
