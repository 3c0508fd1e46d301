/** What a client's file says about codeindex: the entry, and the text that people paste. */

import { type Config, isLoopback } from "../../config/config.js";
import { AGENT_TOOLSETS, endpointUrl } from "../endpoint-url.js";
import { type Client, type Entry, SERVER_NAME, TOKEN } from "./client.js";
import { tomlTable } from "./merge-toml.js";

/** Which service, and what of it. */
export interface Choice {
  /** The service's URL, without a path of ours. */
  base: string;
  project?: string | undefined;
  /** undefined: those for coding agents, or all where the client is none. */
  toolsets?: string | undefined;
  /** The specification that the client was written for; toolsets do not matter then. */
  profile?: string | undefined;
  hasToken: boolean;
  /** How this program is started where a client needs it: `["node", "/path/to/codeindex.js"]`. */
  program: readonly [string, ...string[]];
  /** Through the program rather than by URL. */
  stdio?: {
    /** Whether the program is told the URL; otherwise it finds the service of its machine, or starts one. */
    namesUrl: boolean;
    /** Whether the working folder says which project is meant. */
    isAuto: boolean;
    /** The repository that is meant where programs are not started in a working folder. */
    repository?: string | undefined;
    env: Record<string, string>;
  };
}

/** For those who are shown how to reach a service that they have before them: by URL, as its settings are. */
export function shownChoice(base: string, { auth }: Pick<Config, "auth">): Choice {
  return { base, hasToken: needsToken(base) || !auth.includes("none"), program: ["codeindex"] };
}

/** Whether a token is sent unless somebody says otherwise: this machine's own service wants none. */
export function needsToken(base: string, env: NodeJS.ProcessEnv = {}): boolean {
  return Boolean(env[TOKEN]) || !isLoopback(new URL(base).hostname);
}

/** The client's entry for the service. */
export function entryFor(client: Client, choice: Choice): Entry {
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

/** The text of a file that holds nothing else. */
export function configText(client: Client, entry: Entry): string {
  const whole = { ...entry, ...client.defaults };
  if (client.format === "toml") return tomlTable([...client.path, SERVER_NAME], whole).trimEnd();
  const { listed } = client;
  const rest = listed && namesItem(entry, listed.item.id) ? within(listed.path, [listed.item]) : {};
  return JSON.stringify({ ...rest, ...within([...client.path, SERVER_NAME], whole) }, null, 2);
}

/** Whether an entry names an item that has to stand elsewhere in the file. */
export function namesItem(entry: Entry, id: string): boolean {
  return JSON.stringify(entry).includes(`\${input:${id}}`);
}

function within(path: readonly string[], value: unknown): Entry {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Entry;
}
