/** Checks the names of environment variables. An unknown name stops the start, like an unknown key of the file. */
import { CodeindexError } from "../base/errors.js";
import { CONFIG_KEYS } from "./keys.js";
import { nearestName } from "./nearest.js";
import { isAccepted, REFUSED_SETTINGS } from "./refused.js";

const PREFIX = "CODEINDEX_";

/** Known variables that are not settings of a service: those of client commands, and of docker-compose.yml, whose .env all containers get. */
const OTHER_VARIABLES = ["CODEINDEX_API_BASE", "CODEINDEX_TOKEN", "CODEINDEX_IMAGE", "CODEINDEX_USER"];
/** Variables of this repository's tests and benchmarks. */
const OF_TESTS = /^CODEINDEX_(TEST_\w+|CSHARP_LIBRARIES)$/;
/** Variables that Kubernetes and Docker give a container about a service whose name begins with `codeindex`. */
const OF_ORCHESTRATORS = /_SERVICE_HOST$|_SERVICE_PORT(_\w+)?$|_PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?$/;
const LINK = /^(tcp|udp):\/\//;

/** A variable's value. Undefined where it is empty, or was set by an orchestrator, as CODEINDEX_PORT is next to a service named `codeindex`. */
export function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  return value && !(name.startsWith(PREFIX) && LINK.test(value)) ? value : undefined;
}

/**
 * Throws `configuration` for unknown variables, with the nearest names, and for refused ones, with the setting to use instead. Empty variables are
 * ignored.
 */
export function refuseUnknownVariables(env: NodeJS.ProcessEnv): void {
  const known = new Set([...Object.values(CONFIG_KEYS).map(({ environment }) => environment), ...OTHER_VARIABLES]);
  const nearby = [...known, ...REFUSED_SETTINGS.flatMap(({ environment = [] }) => environment)];
  const problems: string[] = [];
  const suggestions = new Set<string>();
  for (const name of Object.keys(env)) {
    const value = variable(env, name);
    if (!name.startsWith(PREFIX) || !value || known.has(name)) continue;
    if (OF_TESTS.test(name) || OF_ORCHESTRATORS.test(name)) continue;
    const refused = REFUSED_SETTINGS.find(({ environment }) => environment === name);
    if (refused && isAccepted(refused, value)) continue;
    if (refused) {
      problems.push(`${name}: is not a setting. ${refused.instead}`);
      continue;
    }
    const nearest = nearestName(
      name.slice(PREFIX.length),
      nearby.map((each) => each.replace(PREFIX, "")),
    );
    problems.push(
      `${name}: there is no such setting; did you mean ${nearby.includes(nearest) ? nearest : PREFIX + nearest}?`,
    );
    suggestions.add("docs/configuration.md lists all settings. Unset the variable if it is not meant for codeindex.");
  }
  if (problems.length > 0)
    throw new CodeindexError(
      "configuration",
      problems.join("\n"),
      {},
      suggestions.size > 0 ? [...suggestions] : undefined,
    );
}
