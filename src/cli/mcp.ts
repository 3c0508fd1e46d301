/** `mcp`: the bridge between a client that starts programs and a service, configured by flags and the environment. */
import { resolve } from "node:path";
import { invalidParameter } from "../base/errors.js";
import { createLog } from "../base/log.js";
import { letFail } from "../base/promises.js";
import { type Flags, readConfig } from "../config/config.js";
import { PROFILES } from "../config/keys.js";
import { createStandIn } from "../mcp/bridge/stand-in.js";
import { bridgeStdio } from "../mcp/bridge/stdio.js";
import { createUpstream } from "../mcp/bridge/upstream.js";
import { endpointUrl } from "../mcp/endpoint-url.js";
import { TOOLS } from "../tools/index.js";
import { createServiceFinder, type Embedded } from "./find-service.js";
import { repositoryOf } from "./repository-of.js";
import { serviceUrl, withoutServers } from "./service.js";
import { stopSignal } from "./stop.js";

export interface McpFlags extends Pick<Flags, "config" | "logLevel" | "dataDir"> {
  project?: string;
  auto?: boolean;
  repo?: string;
  url?: string;
  token?: string;
  toolsets?: string;
  profile?: string;
}

const STOP_WHEN_IDLE_MS = 30 * 60_000;

/** Carries messages until stdin ends or a signal stops it. Throws `configuration` or `invalid_parameter` for wrong settings. */
export async function mcp(flags: McpFlags, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const {
    project,
    auto,
    repo,
    url,
    token = env.CODEINDEX_TOKEN || undefined,
    toolsets,
    profile = env.CODEINDEX_PROFILE,
    ...settings
  } = flags;
  if (project !== undefined && auto) throw invalidParameter("--auto", "is instead of --project");
  checkProfile(profile);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw invalidParameter("--token", "must be one word, of the characters that a header may hold");
  const base = serviceUrl(url, env).replace(/\/mcp$/, "");
  const config = readConfig({ ...settings, repos: [], config: settings.config ?? "" }, withoutServers(env));
  const embedded: Embedded | null =
    url !== undefined || env.CODEINDEX_API_BASE
      ? null
      : {
          dataDir: config.dataDir,
          port: config.port,
          stopWhenIdle: config.stopWhenIdle ?? STOP_WHEN_IDLE_MS,
          config: settings.config ? resolve(settings.config) : "",
          logLevel: config.logLevel,
        };
  const folder = resolve(repo ?? ".");
  const log = createLog(config.logLevel);
  const stop = stopSignal();
  const finder = createServiceFinder({
    base,
    embedded,
    folder,
    repository: repo === undefined ? repositoryOf(folder) : folder,
    isAuto: auto === true,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    log,
  });
  if (process.stdin.isTTY)
    log.info("waiting for MCP messages on standard input; clients start this program (codeindex mcp-config)");
  // The search for the service runs while the client still prepares its first request, which reports any error.
  letFail(finder.find());
  const endpoint = new URL(endpointUrl(base, { project, toolsets, profile }));
  await bridgeStdio({
    input: process.stdin,
    output: process.stdout,
    upstream: createUpstream(endpoint, finder),
    standIn: createStandIn(TOOLS, endpoint),
    stop,
    log,
  });
  // Kept-alive connections must not delay the exit.
  process.stdout.write("", () => process.exit());
}

/** Throws `invalid_parameter` for an unknown profile. */
export function checkProfile(profile: string | undefined): void {
  if (profile && !PROFILES.some((name) => name === profile))
    throw invalidParameter("--profile", `must be one of ${PROFILES.join(", ")}`);
}
