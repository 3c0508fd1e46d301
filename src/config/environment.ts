/** The variables of the environment: their names, of which an unknown one stops the start like an unknown key of the file, and secrets in files. */
import { readFileSync, statSync } from "node:fs";
import { CodeindexError } from "../base/errors.js";
import { systemCode } from "../base/system-code.js";
import { CONFIG_KEYS, type ConfigKey } from "./keys.js";
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

/** In bytes; a secret is much shorter. */
const LARGEST_SECRET_FILE = 100_000;

/**
 * The environment with the values that stand in files. Throws `configuration`, naming the variable, for a file that cannot be read or is empty, and
 * where the value is given as well.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {};
  for (const { environment, fileVariable } of Object.values(CONFIG_KEYS) as ConfigKey[]) {
    const path = fileVariable && variable(env, fileVariable);
    if (!path) continue;
    if (variable(env, environment) !== undefined)
      throw new CodeindexError("configuration", `${fileVariable}: is instead of ${environment}. Unset one of them.`);
    read[environment] = readSecret(fileVariable, path);
  }
  return { ...env, ...read };
}

function readSecret(name: string, path: string): string {
  let text: string;
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > LARGEST_SECRET_FILE)
      throw new CodeindexError(
        "configuration",
        `${name}: ${path} is not a file of at most ${LARGEST_SECRET_FILE} bytes.`,
      );
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof CodeindexError) throw error;
    const code = systemCode(error);
    throw new CodeindexError("configuration", `${name}: ${path} cannot be read (${code}).`);
  }
  if (text === "") throw new CodeindexError("configuration", `${name}: the file ${path} is empty.`);
  return text;
}

/**
 * Throws `configuration` for unknown variables, with the nearest names, and for refused ones, with the setting to use instead. Empty variables are
 * ignored.
 */
export function refuseUnknownVariables(env: NodeJS.ProcessEnv): void {
  const keys: ConfigKey[] = Object.values(CONFIG_KEYS);
  const ofSettings = keys.flatMap(({ environment, fileVariable }) => [
    environment,
    ...(fileVariable ? [fileVariable] : []),
  ]);
  const known = new Set([...ofSettings, ...OTHER_VARIABLES]);
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
