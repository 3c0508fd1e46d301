/**
 * The configuration of the program. Flags override the environment, the environment overrides codeindex.config.json, and that overrides the defaults.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { CodeindexError } from "../base/errors.js";
import { lastOf, nth } from "../base/need.js";
import { isObject } from "../base/objects.js";
import { refuseUnknownVariables, variable, withSecretFiles } from "./environment.js";
import { CONFIG_KEYS, type ConfigKey } from "./keys.js";
import { nearestName } from "./nearest.js";
import { isAccepted, REFUSED_SETTINGS } from "./refused.js";

/** Names and addresses that are reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The URL by which this machine reaches a listener on `host`; 0.0.0.0 and :: stand for all its addresses. */
export function localUrl(host: string, port: number, scheme: "http" | "https" = "http"): string {
  const address = { "0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1" }[host] ?? host;
  return `${scheme}://${address.includes(":") && !address.startsWith("[") ? `[${address}]` : address}:${port}`;
}

type KeyName = keyof typeof CONFIG_KEYS;
type ValueOf<K> = K extends ConfigKey<infer T> ? T : never;

/** The sources of a setting's value, the strongest first. */
export type SettingSource = "flag" | "environment" | "file" | "default";

/** All settings, read and checked, each with its source. */
export type Config = { readonly [K in KeyName]: Readonly<ValueOf<(typeof CONFIG_KEYS)[K]>> } & {
  readonly sources: Readonly<Record<KeyName, SettingSource>>;
};

export const CONFIG_FILE = "codeindex.config.json";

/** How many bytes of the index searches keep in memory: at most `cacheSize`, which may change, and at most `memory`, if it is set. */
export function memoryLimit(config: Pick<Config, "memory" | "sources">, cacheSize: number): number {
  return config.sources.memory === "default" ? cacheSize : Math.min(config.memory, cacheSize);
}

/** The command line: values by key, and the file of --config (empty: no file). Undefined where an option was not given. */
export type Flags = { [K in KeyName]?: unknown } & { config?: string | undefined };

/**
 * Reads all settings, and only reads: it makes no folder and connects to nothing. Throws `configuration`, naming the key and its meaning, for a wrong
 * value, an unknown variable, an unknown key of the file, or a file that is not JSON.
 */
export function readConfig(
  flags: Flags = {},
  variables: NodeJS.ProcessEnv = process.env,
  cwd: string = process.cwd(),
): Config {
  refuseUnknownVariables(variables);
  const env = withSecretFiles(variables);
  const filePath = resolve(cwd, flags.config ?? CONFIG_FILE);
  const fromFile = flags.config === "" ? new Map<string, unknown>() : readConfigFile(filePath, flags.config);
  const values: Record<string, unknown> = {};
  const from: Record<string, SettingSource> = {};
  for (const [name, definition] of Object.entries(CONFIG_KEYS) as [KeyName, ConfigKey][]) {
    const { environment, flag, file, fallback } = definition;
    const sources = [
      { kind: "flag", raw: flags[name], where: flag ?? name, base: cwd },
      { kind: "environment", raw: variable(env, environment), where: environment, base: cwd },
      { kind: "file", raw: fromFile.get(file), where: `${file} in ${CONFIG_FILE}`, base: dirname(filePath) },
    ] as const;
    const source = sources.find(({ raw }) => raw !== undefined);
    from[name] = source?.kind ?? "default";
    const value = source
      ? parseValue(definition, source)
      : typeof fallback === "function"
        ? fallback(env, cwd, flags)
        : fallback;
    values[name] = Object.freeze(value);
  }
  values.sources = Object.freeze(from);
  values.clonesDir ||= join(values.dataDir as string, "clones");
  values.transformersFolder ||= join(values.dataDir as string, "models");
  values.cacheSize ||= values.memory;
  const config = Object.freeze(values) as Config;
  refuseDataInRepository(config);
  refuseHalfAuth(config);
  refuseHalfTls(config);
  refuseOtherMachines(config);
  if (config.redisUrl !== null && config.databaseUrl === null)
    throw new CodeindexError(
      "configuration",
      `REDIS_URL: a queue on Redis needs a database for all processes. Set DATABASE_URL.`,
    );
  return config;
}

function parseValue(definition: ConfigKey, source: { raw: unknown; where: string; base: string }): unknown {
  const value = definition.kind.parse(source.raw);
  if (value === undefined) {
    const shown = definition.isSecret ? "the value" : JSON.stringify(source.raw);
    throw new CodeindexError(
      "configuration",
      `${source.where}: ${shown} is not ${definition.kind.allowed}. ${definition.meaning}`,
    );
  }
  if (!definition.isPath) return value;
  return Array.isArray(value) ? value.map((part) => resolve(source.base, part)) : resolve(source.base, value as string);
}

/** A repository's own file applies to anyone who runs a command in it, so it must not decide where tokens and code are sent. */
function refuseWhatIsFound(leaves: ReadonlyMap<string, unknown>): void {
  const trusted = new Set(Object.values(CONFIG_KEYS).flatMap((key: ConfigKey) => (key.mayBeFound ? [key.file] : [])));
  const other = [...leaves.keys()].find((file) => !trusted.has(file));
  if (other !== undefined)
    throw new CodeindexError(
      "configuration",
      `${other} in ${CONFIG_FILE}: a file that is found in the current folder, and may have come with a repository, cannot set it.`,
      {},
      [`If the file is yours, name it: --config ${CONFIG_FILE}.`],
    );
}

/** In bytes. */
const LARGEST_CONFIG_FILE = 1_000_000;

/** The leaves of the file by their dotted names; empty where no file exists and none was given. */
function readConfigFile(path: string, named: string | undefined): Map<string, unknown> {
  if (!existsSync(path)) {
    if (named !== undefined) throw new CodeindexError("configuration", `--config: there is no file ${path}.`);
    return new Map();
  }
  // A repository's own file may be a pipe or a link to a device; a file given by name is the user's choice.
  const stats = statSync(path);
  if (named === undefined && (!stats.isFile() || stats.size > LARGEST_CONFIG_FILE))
    throw new CodeindexError("configuration", `${path}: is not a file of at most ${LARGEST_CONFIG_FILE} bytes.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CodeindexError("configuration", `${path}: cannot be read as JSON: ${(error as Error).message}`);
  }
  if (!isObject(parsed)) throw new CodeindexError("configuration", `${path}: must be a JSON object.`);
  const leaves = new Map<string, unknown>();
  const problems: string[] = [];
  const files = Object.values(CONFIG_KEYS).map(({ file }) => file);
  const known = files.map((file) => file.split("."));
  const read = (settings: Record<string, unknown>, above: readonly string[]): void => {
    const siblings = known.filter((parts) => above.every((part, depth) => parts[depth] === part));
    for (const [name, value] of Object.entries(settings)) {
      if (above.length === 0 && name === "$schema") continue;
      const key = [...above, name].join(".");
      const own = siblings.filter((parts) => parts[above.length] === name);
      const refused = REFUSED_SETTINGS.find(({ file }) => file === key);
      if (own.length === 0 && refused) {
        if (!isAccepted(refused, value)) problems.push(`${key} is not a setting. ${refused.instead}`);
        continue;
      }
      const isGroup = own.some((parts) => parts.length > above.length + 1);
      const names = new Set(siblings.map((parts) => parts.slice(0, above.length + 1).join(".")));
      if (own.length === 0)
        problems.push(
          `unknown key ${key}; did you mean ${nearestName(key, [...names, ...files])}? Known are ${[...names].join(", ")}.`,
        );
      else if (!isGroup) leaves.set(key, value);
      else if (isObject(value)) read(value, [...above, name]);
      else problems.push(`${key} must be an object of settings, such as ${nth(own, 0).join(".")}.`);
    }
  };
  read(parsed, []);
  if (problems.length > 0) throw new CodeindexError("configuration", `${path}: ${problems.join("\n")}`);
  if (named === undefined) refuseWhatIsFound(leaves);
  return leaves;
}

function refuseOtherMachines({ host, auth }: Config): void {
  if (isLoopback(host) || !auth.includes("none")) return;
  throw new CodeindexError(
    "configuration",
    `--host: ${host} can be reached from other machines, and CODEINDEX_AUTH is none. Use 127.0.0.1, ::1 or localhost, or set CODEINDEX_AUTH=token.`,
  );
}

function refuseHalfTls({ tlsCertFile, tlsKeyFile }: Config): void {
  if ((tlsCertFile === null) === (tlsKeyFile === null)) return;
  const names = ["CODEINDEX_TLS_CERT_FILE", "CODEINDEX_TLS_KEY_FILE"];
  const [given, missing] = tlsCertFile === null ? names.reverse() : names;
  throw new CodeindexError("configuration", `${missing}: is needed where there is ${given}.`);
}

function refuseHalfAuth({ auth, jwtIssuer, jwtAudience, publicUrl }: Config): void {
  if (auth.length === 0 || (auth.includes("none") && auth.length > 1))
    throw new CodeindexError("configuration", "CODEINDEX_AUTH: must be none, token, jwt, or token,jwt.");
  if (!auth.includes("jwt")) return;
  if (jwtIssuer === null)
    throw new CodeindexError("configuration", "CODEINDEX_JWT_ISSUER: is needed where CODEINDEX_AUTH has jwt.");
  if (jwtAudience.length === 0 && publicUrl === null)
    throw new CodeindexError(
      "configuration",
      "CODEINDEX_JWT_AUDIENCE: is needed where CODEINDEX_AUTH has jwt and there is no CODEINDEX_PUBLIC_URL.",
    );
}

function refuseDataInRepository({ repos, dataDir, databaseUrl }: Config): void {
  if (databaseUrl) return;
  const data = realFolder(dataDir);
  const repository = repos.find((root) => {
    const real = realFolder(root);
    return data === real || data.startsWith(real.endsWith(sep) ? real : real + sep);
  });
  if (repository)
    throw new CodeindexError(
      "configuration",
      `--data-dir: the data folder ${dataDir} lies inside the repository ${repository}. ${CONFIG_KEYS.dataDir.meaning}`,
    );
}

/** The folder with its symlinks resolved, as far as the path exists. */
function realFolder(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realFolder(parent), basename(path));
}

/** Whether the service itself speaks HTTPS. */
export function usesTls({ tlsCertFile }: Pick<Config, "tlsCertFile">): boolean {
  return tlsCertFile !== null;
}

/** The paths left out of every project. */
export function skipSettings({ excludePatterns, includePatterns, maxFileSize, maxFiles }: Config) {
  const isDefault = JSON.stringify(excludePatterns) === JSON.stringify(CONFIG_KEYS.excludePatterns.fallback);
  return {
    exclude: isDefault ? [] : [...excludePatterns],
    defaultExclude: isDefault ? [...excludePatterns] : [],
    include: [...includePatterns],
    maxFileSize,
    maxFiles,
  };
}

interface SchemaGroup {
  type: "object";
  additionalProperties: false;
  properties: Record<string, unknown>;
}

/** The JSON Schema of codeindex.config.json, for editors. */
export function configSchema(): Record<string, unknown> {
  const root: SchemaGroup = { type: "object", additionalProperties: false, properties: {} };
  for (const definition of Object.values(CONFIG_KEYS) as ConfigKey[]) {
    const parts = definition.file.split(".");
    let group = root;
    for (const part of parts.slice(0, -1)) {
      group.properties[part] ??= { type: "object", additionalProperties: false, properties: {} };
      group = group.properties[part] as SchemaGroup;
    }
    group.properties[lastOf(parts)] = { description: definition.meaning, ...definition.kind.json };
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "codeindex.config.json",
    type: "object",
    additionalProperties: false,
    properties: { $schema: { type: "string" }, ...root.properties },
  };
}
