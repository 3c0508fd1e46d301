/**
 * Every configuration key, once: its names, its default, what it means and how it is read.
 * Flags stand over the environment, the environment over codeindex.config.json, that over the defaults.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { isIP } from "node:net";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { CodeindexError } from "./errors.js";

export const GIT_PROTOCOLS = ["https", "ssh", "git", "file"] as const;
export type GitProtocol = (typeof GIT_PROTOCOLS)[number];

/** Groups of tools, in the order of the list. */
export const TOOLSETS = ["search", "symbols", "files", "research", "manage", "codrag"] as const;
export type Toolset = (typeof TOOLSETS)[number];
/** What a choice of toolsets may name: these, `default` (all but those that are asked for by name alone) and `all`. */
export const TOOLSET_WORDS = [...TOOLSETS, "default", "all"] as const;
export type ToolsetWord = (typeof TOOLSET_WORDS)[number];

export const EMBEDDING_PROVIDERS = ["local", "ollama", "openai", "transformers", "none"] as const;

/** A kind of value: how the words of a flag or the environment, or the JSON of the file, become it. Undefined: it is not one. */
interface ValueKind<T> {
  /** What is allowed, for messages and the README. */
  allowed: string;
  json: Record<string, unknown>;
  parse(raw: unknown): T | undefined;
}

export interface ConfigKey<T = unknown> {
  /** Its place in codeindex.config.json. */
  file: string;
  environment: string;
  /** The option of `serve`; none where it is only for the environment and the file. */
  flag?: string;
  kind: ValueKind<T>;
  fallback: T | ((env: NodeJS.ProcessEnv, cwd: string, flags: { root?: unknown }) => T);
  /** The default as the README prints it, where it is computed. */
  fallbackInWords?: string;
  meaning: string;
  /** Decides what is in the index: another value means building it anew. */
  reindex?: true;
  /** A path, relative to the folder of the file that names it, or to the current folder. */
  isPath?: true;
  /** Never shown. */
  isSecret?: true;
}

const integer = (min: number, max: number): ValueKind<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  json: { type: "integer", minimum: min, maximum: max },
  parse(raw) {
    const value = typeof raw === "string" && /^\d+$/.test(raw.trim()) ? Number(raw) : raw;
    return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  },
});

const text: ValueKind<string> = {
  allowed: "a text that is not empty",
  json: { type: "string", minLength: 1 },
  parse: (raw) => (typeof raw === "string" && raw.trim() !== "" && !raw.includes("\0") ? raw.trim() : undefined),
};

const list: ValueKind<string[]> = {
  allowed: "a list; in the environment its parts are separated by commas",
  json: { type: "array", items: { type: "string", minLength: 1 } },
  parse(raw) {
    const parts = typeof raw === "string" ? raw.split(",").map((part) => part.trim()) : raw;
    if (!Array.isArray(parts)) return undefined;
    const values = parts.filter((part) => part !== "");
    return values.every((part) => typeof part === "string" && !part.includes("\0")) ? values : undefined;
  },
};

type AuthWay = "none" | "token" | "jwt";

const yesNo: ValueKind<boolean> = {
  allowed: "true or false",
  json: { type: "boolean" },
  parse(raw) {
    if (typeof raw === "boolean") return raw;
    if (raw === "true" || raw === "1") return true;
    return raw === "false" || raw === "0" ? false : undefined;
  },
};

const oneOf = <T extends string>(...values: T[]): ValueKind<T> => ({
  allowed: `one of ${values.join(", ")}`,
  json: { enum: values },
  parse: (raw) => values.find((value) => value === raw),
});

const someOf = <T extends string>(...values: T[]): ValueKind<T[]> => ({
  allowed: `some of ${values.join(", ")}`,
  json: { type: "array", items: { enum: values } },
  parse(raw) {
    const names = list.parse(raw);
    const known = values.filter((value) => names?.includes(value));
    return names && known.length === new Set(names).size ? known : undefined;
  },
});

const BYTES: Record<string, number> = { "": 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };
const size: ValueKind<number> = {
  allowed: "a size such as 500KB or 1.5MB (KB = 1024 bytes), or a number of bytes",
  json: { type: ["string", "integer"], pattern: "^[0-9.]+ *([KMG]?B)?$", minimum: 1 },
  parse: (raw) => scaled(raw, BYTES),
};

const MILLISECONDS: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
const duration: ValueKind<number> = {
  allowed: "a time such as 500ms, 30s or 2m",
  json: { type: "string", pattern: "^[0-9.]+ *(ms|s|m)$" },
  parse: (raw) => scaled(raw, MILLISECONDS),
};

function scaled(raw: unknown, units: Record<string, number>): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,6})?) *([A-Za-z]*)$/.exec(String(raw).trim());
  const unit = match && (units[match[2]!] ?? units[match[2]!.toUpperCase()]);
  const value = match && unit ? Math.round(Number(match[1]) * unit) : 0;
  return value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** The address of an API, without the slash at its end. */
const baseUrl: ValueKind<string> = {
  allowed: "a URL such as http://localhost:11434",
  json: { type: "string", pattern: "^https?://" },
  parse(raw) {
    if (typeof raw !== "string" || !URL.canParse(raw.trim())) return undefined;
    const { protocol, search, hash } = new URL(raw.trim());
    return /^https?:$/.test(protocol) && !search && !hash ? raw.trim().replace(/\/+$/, "") : undefined;
  },
};

/** An origin as browsers send it: a scheme, a host and perhaps a port. */
const origins: ValueKind<string[]> = {
  allowed: "a list of origins such as https://app.example.com, each in full: * is none",
  json: { type: "array", items: { type: "string", pattern: "^https?://[^/*]+$" } },
  parse(raw) {
    const values = list.parse(raw);
    return values?.every(
      (value) => URL.canParse(value) && /^https?:\/\/[^/*@]+$/.test(value) && new URL(value).origin === value,
    )
      ? values
      : undefined;
  },
};

/** What proxy-addr, which reads them, has names for. */
const NETWORKS = ["loopback", "linklocal", "uniquelocal"];
const addresses: ValueKind<string[]> = {
  allowed: `a list of addresses (10.0.0.5), networks (10.0.0.0/8), or ${NETWORKS.join(", ")}`,
  json: { type: "array", items: { type: "string", minLength: 1 } },
  parse(raw) {
    const values = list.parse(raw);
    return values?.every((value) => NETWORKS.includes(value) || isNetwork(value)) ? values : undefined;
  },
};

function isNetwork(value: string): boolean {
  const [address = "", length, ...rest] = value.split("/");
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    bits > 0 && rest.length === 0 && (length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits))
  );
}

/** Names and addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The URL at which this machine reaches what listens on `host`; 0.0.0.0 and :: are all of its addresses. */
export function localUrl(host: string, port: number, scheme: "http" | "https" = "http"): string {
  const address = { "0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1" }[host] ?? host;
  return `${scheme}://${address.includes(":") && !address.startsWith("[") ? `[${address}]` : address}:${port}`;
}

/** Where programs of this platform keep a user's data. */
function dataFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === "win32") return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "codeindex");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "codeindex");
  const base = env.XDG_DATA_HOME;
  return join(base && isAbsolute(base) ? base : join(homedir(), ".local", "share"), "codeindex");
}

function key<T>(definition: ConfigKey<T>): ConfigKey<T> {
  return definition;
}

export const CONFIG_KEYS = {
  repos: key({
    file: "workspace.paths",
    environment: "CODEINDEX_WORKSPACE_PATH",
    flag: "--repo",
    kind: list,
    fallback: (env, cwd, flags) => (flags.root || env.CODEINDEX_ROOT || env.REDIS_URL ? [] : [cwd]),
    fallbackInWords: "the current folder; none where there is a root or a queue on Redis",
    meaning: "The repositories to index and serve.",
    isPath: true,
  }),
  root: key<string | null>({
    file: "workspace.root",
    environment: "CODEINDEX_ROOT",
    flag: "--root",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A folder of repositories: all that are found in it are indexed and served.",
    isPath: true,
  }),
  excludePatterns: key({
    file: "workspace.excludePatterns",
    environment: "CODEINDEX_EXCLUDE_PATTERNS",
    kind: list,
    fallback: ["node_modules/**", ".git/**", "dist/**", "build/**", "*.log", "*.tmp"],
    meaning: "Paths to leave out, as globs; on top of ignore files.",
    reindex: true,
  }),
  includePatterns: key({
    file: "workspace.includePatterns",
    environment: "CODEINDEX_INCLUDE_PATTERNS",
    kind: list,
    fallback: ["**/*"],
    meaning: "The only paths to take in, as globs.",
    reindex: true,
  }),
  maxFileSize: key({
    file: "workspace.maxFileSize",
    environment: "CODEINDEX_MAX_FILE_SIZE",
    kind: size,
    fallback: 1.5 * 2 ** 20,
    fallbackInWords: "1.5MB",
    meaning: "Larger files are left out.",
    reindex: true,
  }),
  scipMaxSize: key({
    file: "workspace.scipMaxSize",
    environment: "CODEINDEX_SCIP_MAX_SIZE",
    kind: size,
    fallback: 4 * 2 ** 30,
    fallbackInWords: "4GB",
    meaning: "The largest SCIP index that is imported. It is read as it arrives: memory does not grow with it.",
  }),
  embeddingProvider: key<(typeof EMBEDDING_PROVIDERS)[number]>({
    file: "indexing.embeddingProvider",
    environment: "CODEINDEX_EMBEDDING_PROVIDER",
    kind: oneOf(...EMBEDDING_PROVIDERS),
    fallback: "local",
    meaning:
      "What makes the vectors that search by meaning compares: local, the model that is shipped with codeindex (no network, no key); ollama; openai, or any other service with its API; transformers, which runs models of the Hugging Face hub in this process and is installed separately; or none. Another one makes its vectors beside those there are, which are searched until it has them all.",
  }),
  embeddingConcurrency: key({
    file: "indexing.embeddingConcurrency",
    environment: "CODEINDEX_EMBEDDING_CONCURRENCY",
    kind: integer(1, 64),
    fallback: 4,
    meaning: "How many requests for vectors a process has under way at a provider.",
  }),
  watchFiles: key({
    file: "workspace.watchFiles",
    environment: "CODEINDEX_WATCH_FILES",
    kind: yesNo,
    fallback: true,
    meaning: "Whether changes of files are indexed as they happen.",
  }),
  watchPolling: key<"auto" | "always" | "never">({
    file: "workspace.watchPolling",
    environment: "CODEINDEX_WATCH_POLLING",
    kind: oneOf("auto", "always", "never"),
    fallback: "auto",
    meaning:
      "Whether repositories are looked through at intervals instead of being watched: auto, where the system grants no more watches or does not tell of all changes (network drives, folders shared with a virtual machine).",
  }),
  watchInterval: key({
    file: "workspace.watchInterval",
    environment: "CODEINDEX_WATCH_INTERVAL",
    kind: duration,
    fallback: 10_000,
    fallbackInWords: "10s",
    meaning: "How often they are then looked through.",
  }),
  chunkSize: key({
    file: "indexing.chunkSize",
    environment: "CODEINDEX_CHUNK_SIZE",
    kind: integer(50, 1000),
    fallback: 250,
    meaning: "About how many tokens a chunk of code has.",
    reindex: true,
  }),
  parseThreads: key<number>({
    file: "indexing.parseThreads",
    environment: "CODEINDEX_PARSE_THREADS",
    kind: integer(0, 64),
    fallback: 0,
    meaning: "How many threads parse files; 0: as the processors allow.",
  }),
  chatProvider: key<"ollama" | "openai" | "none">({
    file: "chat.provider",
    environment: "CODEINDEX_CHAT_PROVIDER",
    kind: oneOf("ollama", "openai", "none"),
    fallback: "none",
    meaning:
      "Who runs the chat model that expand_query and synthesize of search_code ask: ollama; openai, or any other service with its API; or none. It is sent the query and, for a summary, the code that was found.",
  }),
  chatModel: key<string | null>({
    file: "chat.model",
    environment: "CODEINDEX_CHAT_MODEL",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "Its model for chat, such as qwen2.5-coder or gpt-4o-mini.",
  }),
  chatTimeout: key({
    file: "chat.timeout",
    environment: "CODEINDEX_CHAT_TIMEOUT",
    kind: duration,
    fallback: 20_000,
    fallbackInWords: "20s",
    meaning: "How long one request to it may take; the search's own time limit holds as well.",
  }),
  toolsets: key<ToolsetWord[]>({
    file: "tools.toolsets",
    environment: "CODEINDEX_TOOLSETS",
    kind: someOf(...TOOLSET_WORDS),
    fallback: ["default"],
    meaning:
      "The tools that MCP clients are shown where neither their URL (?toolsets=search,symbols) nor their header X-Codeindex-Toolsets says so. default: all toolsets but codrag.",
  }),
  readOnly: key({
    file: "tools.readOnly",
    environment: "CODEINDEX_READ_ONLY",
    kind: yesNo,
    fallback: false,
    meaning:
      "Whether MCP clients are shown no tool that changes an index. A client can also ask for that itself: ?read_only=1, or the header X-Codeindex-Read-Only: 1.",
  }),
  defaultMaxResults: key({
    file: "search.defaultMaxResults",
    environment: "CODEINDEX_DEFAULT_MAX_RESULTS",
    kind: integer(1, 200),
    fallback: 20,
    meaning: "How many results search_code gives when the caller does not say.",
  }),
  searchTimeout: key({
    file: "search.timeout",
    environment: "CODEINDEX_SEARCH_TIMEOUT",
    kind: duration,
    fallback: 30_000,
    fallbackInWords: "30s",
    meaning: "How long one tool call may take.",
  }),
  maxTokens: key({
    file: "search.maxTokens",
    environment: "CODEINDEX_MAX_TOKENS",
    kind: integer(200, 100_000),
    fallback: 8000,
    meaning: "The budget of an answer when the caller gives no max_tokens.",
  }),
  maskSecrets: key({
    file: "search.maskSecrets",
    environment: "CODEINDEX_MASK_SECRETS",
    kind: yesNo,
    fallback: true,
    meaning:
      "Whether keys, tokens and passwords in files are masked in every answer, in what vectors are made of, and in what chat models are sent.",
  }),
  localOnly: key({
    file: "providers.localOnly",
    environment: "CODEINDEX_LOCAL_ONLY",
    kind: yesNo,
    fallback: false,
    meaning:
      "Whether code and questions may leave this machine and its private network for no provider: one at any other address is refused at the start, and nothing is downloaded.",
  }),
  ollamaBaseUrl: key({
    file: "providers.ollama.baseUrl",
    environment: "CODEINDEX_OLLAMA_BASE_URL",
    kind: baseUrl,
    fallback: "http://localhost:11434",
    meaning: "Where Ollama listens.",
    isSecret: true,
  }),
  ollamaModel: key({
    file: "providers.ollama.model",
    environment: "CODEINDEX_OLLAMA_MODEL",
    kind: text,
    fallback: "nomic-embed-text",
    meaning: "Its model for vectors.",
  }),
  ollamaTimeout: key({
    file: "providers.ollama.timeout",
    environment: "CODEINDEX_OLLAMA_TIMEOUT",
    kind: duration,
    fallback: 60_000,
    fallbackInWords: "60s",
    meaning: "How long one request may take; the first one loads the model.",
  }),
  openaiBaseUrl: key({
    file: "providers.openai.baseUrl",
    environment: "CODEINDEX_OPENAI_BASE_URL",
    kind: { ...baseUrl, allowed: "a URL such as https://api.openai.com/v1" },
    fallback: "https://api.openai.com/v1",
    meaning: "Where OpenAI, or a service with the same API, is asked.",
    isSecret: true,
  }),
  openaiApiKey: key<string | null>({
    file: "providers.openai.apiKey",
    environment: "CODEINDEX_OPENAI_API_KEY",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "The key for it.",
    isSecret: true,
  }),
  openaiApiKeyFile: key<string | null>({
    file: "providers.openai.apiKeyFile",
    environment: "CODEINDEX_OPENAI_API_KEY_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file that holds it instead; read again for each request.",
    isPath: true,
  }),
  openaiModel: key({
    file: "providers.openai.model",
    environment: "CODEINDEX_OPENAI_MODEL",
    kind: text,
    fallback: "text-embedding-3-small",
    meaning: "Its model for vectors.",
  }),
  openaiDimensions: key<number | null>({
    file: "providers.openai.dimensions",
    environment: "CODEINDEX_OPENAI_DIMENSIONS",
    kind: integer(8, 8192),
    fallback: null,
    fallbackInWords: "as many as the model has",
    meaning: "How many dimensions its vectors shall have, for models that can shorten them.",
  }),
  openaiBatchSize: key({
    file: "providers.openai.batchSize",
    environment: "CODEINDEX_OPENAI_BATCH_SIZE",
    kind: integer(1, 2048),
    fallback: 100,
    meaning: "How many texts are sent with one request.",
  }),
  openaiTimeout: key({
    file: "providers.openai.timeout",
    environment: "CODEINDEX_OPENAI_TIMEOUT",
    kind: duration,
    fallback: 30_000,
    fallbackInWords: "30s",
    meaning: "How long one request may take.",
  }),
  transformersModel: key({
    file: "providers.transformers.model",
    environment: "CODEINDEX_TRANSFORMERS_MODEL",
    kind: text,
    fallback: "Xenova/all-MiniLM-L6-v2",
    meaning:
      "The model that transformers.js runs: its name at the hub, which is that of its folder in the models' folder.",
  }),
  transformersFolder: key<string>({
    file: "providers.transformers.folder",
    environment: "CODEINDEX_TRANSFORMERS_FOLDER",
    kind: text,
    fallback: "",
    fallbackInWords: "models in the data folder",
    meaning: "Where its models lie. One that is there is not downloaded, and one that is downloaded is kept there.",
    isPath: true,
  }),
  port: key({
    file: "server.port",
    environment: "CODEINDEX_PORT",
    flag: "--port",
    kind: integer(0, 65_535),
    fallback: 8400,
    meaning: "The port to listen on; 0: any that is free.",
  }),
  host: key({
    file: "server.host",
    environment: "CODEINDEX_HOST",
    flag: "--host",
    kind: text,
    fallback: "127.0.0.1",
    meaning: "The address to listen on.",
  }),
  metricsPort: key<number | null>({
    file: "server.metricsPort",
    environment: "CODEINDEX_METRICS_PORT",
    kind: integer(0, 65_535),
    fallback: null,
    fallbackInWords: "none",
    meaning:
      "Where a worker or a watcher serves /metrics, /health and /ready, on the same host; a service does so on its own port.",
  }),
  auth: key<AuthWay[]>({
    file: "auth.ways",
    environment: "CODEINDEX_AUTH",
    kind: someOf("none", "token", "jwt"),
    fallback: ["none"],
    meaning:
      "How callers say who they are. none: they do not, and only addresses of this machine are listened on. token: by an API token (codeindex token create). jwt: by a JWT of an issuer. token,jwt: by either.",
  }),
  rateLimit: key({
    file: "auth.rateLimit",
    environment: "CODEINDEX_RATE_LIMIT",
    kind: integer(1, 1_000_000),
    fallback: 1200,
    meaning:
      "Points a minute that a caller may spend, on all replicas together. A request costs 1, a tool 1 to 20 (docs/security.md). Where nobody says who they are, nothing is counted.",
  }),
  audit: key({
    file: "auth.audit",
    environment: "CODEINDEX_AUDIT",
    kind: oneOf("auto", "off", "hashed", "clear"),
    fallback: "auto",
    meaning:
      "Whether it is noted who asked what (GET /audit): with a hash of what was asked, or with that itself. auto: hashed, where callers say who they are.",
  }),
  auditDays: key({
    file: "auth.auditDays",
    environment: "CODEINDEX_AUDIT_DAYS",
    kind: integer(1, 36_500),
    fallback: 90,
    meaning: "Days after which that is forgotten.",
  }),
  encryptionKey: key<string | null>({
    file: "encryption.key",
    environment: "CODEINDEX_ENCRYPTION_KEY",
    kind: text,
    fallback: null,
    fallbackInWords: "none: what is stored is not encrypted",
    meaning:
      "What contents are encrypted with where they are stored: 32 random bytes in base64 or hex (codeindex keys new). Several are separated by white space: the first encrypts, all decrypt; `none` in the first place encrypts no more. docs/security.md says what is encrypted.",
    isSecret: true,
  }),
  encryptionKeyFile: key<string | null>({
    file: "encryption.keyFile",
    environment: "CODEINDEX_ENCRYPTION_KEY_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file that holds the keys instead, one a line.",
    isPath: true,
  }),
  jobDays: key({
    file: "retention.jobDays",
    environment: "CODEINDEX_JOB_DAYS",
    kind: integer(1, 36_500),
    fallback: 30,
    meaning: "Days after which a job that has ended is forgotten; of a project no more than 100 are kept.",
  }),
  taskDays: key({
    file: "retention.taskDays",
    environment: "CODEINDEX_TASK_DAYS",
    kind: integer(1, 365),
    fallback: 7,
    meaning:
      "Days for which the answer of a task is kept at most, whatever its client asks for; a day where it does not say.",
  }),
  tokenDays: key({
    file: "retention.tokenDays",
    environment: "CODEINDEX_TOKEN_DAYS",
    kind: integer(1, 36_500),
    fallback: 365,
    meaning: "Days after which a token that was revoked or has expired is forgotten.",
  }),
  callsAtOnce: key({
    file: "auth.callsAtOnce",
    environment: "CODEINDEX_CALLS_AT_ONCE",
    kind: integer(1, 1000),
    fallback: 8,
    meaning: "Tools that a caller may have running on a replica at once. Others of theirs wait for their turn.",
  }),
  jwtIssuer: key<string | null>({
    file: "auth.jwt.issuer",
    environment: "CODEINDEX_JWT_ISSUER",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "The issuer of JWTs, as their iss claim names it: a URL, which is asked for its keys.",
  }),
  jwtAudience: key({
    file: "auth.jwt.audience",
    environment: "CODEINDEX_JWT_AUDIENCE",
    kind: list,
    fallback: [] as string[],
    fallbackInWords: "the public URL, with and without /mcp",
    meaning: "For whom JWTs must be, as their aud claim says.",
  }),
  jwtJwksUrl: key<string | null>({
    file: "auth.jwt.jwksUrl",
    environment: "CODEINDEX_JWT_JWKS_URL",
    kind: {
      allowed: "a URL such as https://id.example.com/keys",
      json: { type: "string", pattern: "^https?://" },
      parse: publicUrl,
    },
    fallback: null,
    fallbackInWords: "what the issuer's discovery document says",
    meaning: "Where the issuer's keys are.",
  }),
  jwtAlgorithms: key({
    file: "auth.jwt.algorithms",
    environment: "CODEINDEX_JWT_ALGORITHMS",
    kind: someOf("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"),
    fallback: ["RS256", "ES256"] as string[],
    meaning: "How JWTs may be signed.",
  }),
  jwtScopesClaim: key({
    file: "auth.jwt.scopesClaim",
    environment: "CODEINDEX_JWT_SCOPES_CLAIM",
    kind: text,
    fallback: "scope",
    meaning: "The claim that names scopes: read, index or admin.",
  }),
  jwtScopePrefix: key({
    file: "auth.jwt.scopePrefix",
    environment: "CODEINDEX_JWT_SCOPE_PREFIX",
    kind: { ...text, parse: (raw: unknown) => (typeof raw === "string" ? raw : undefined) },
    fallback: "codeindex:",
    meaning: "What stands before the names of scopes in that claim.",
  }),
  jwtProjectsClaim: key<string | null>({
    file: "auth.jwt.projectsClaim",
    environment: "CODEINDEX_JWT_PROJECTS_CLAIM",
    kind: text,
    fallback: null,
    fallbackInWords: "none: all projects",
    meaning: "The claim that lists patterns of project ids, such as web-*: the caller sees those projects only.",
  }),
  allowedHosts: key({
    file: "server.allowedHosts",
    environment: "CODEINDEX_ALLOWED_HOSTS",
    kind: list,
    fallback: [] as string[],
    fallbackInWords: "none",
    meaning: "Host names, besides this machine's, under which the service may be asked.",
  }),
  publicUrl: key<string | null>({
    file: "server.publicUrl",
    environment: "CODEINDEX_PUBLIC_URL",
    kind: {
      allowed: "a URL such as https://code.example.com",
      json: { type: "string", pattern: "^https?://" },
      parse: publicUrl,
    },
    fallback: null,
    fallbackInWords: "made of host and port",
    meaning:
      "Where clients reach the service, if not at the address it listens on, as in a container or behind a proxy. It is what the service prints, and its host is allowed.",
  }),
  tlsCertFile: key<string | null>({
    file: "server.tls.certFile",
    environment: "CODEINDEX_TLS_CERT_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none: plain HTTP",
    meaning:
      "The certificate, with the chain that signed it, in PEM: the service then speaks HTTPS alone, and so does the port of a worker's metrics. A renewed file is taken within 10 s.",
    isPath: true,
  }),
  tlsKeyFile: key<string | null>({
    file: "server.tls.keyFile",
    environment: "CODEINDEX_TLS_KEY_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "The certificate's private key, in PEM and without a passphrase.",
    isPath: true,
  }),
  tlsMinVersion: key<"TLSv1.2" | "TLSv1.3">({
    file: "server.tls.minVersion",
    environment: "CODEINDEX_TLS_MIN_VERSION",
    kind: oneOf("TLSv1.2", "TLSv1.3"),
    fallback: "TLSv1.2",
    meaning: "The oldest TLS that is spoken.",
  }),
  trustedProxies: key({
    file: "server.trustedProxies",
    environment: "CODEINDEX_TRUSTED_PROXIES",
    kind: addresses,
    fallback: [] as string[],
    fallbackInWords: "none",
    meaning:
      "Proxies before the service, each of those on the way: addresses, networks, loopback, linklocal or uniquelocal. X-Forwarded-For, -Proto and -Host are believed from them, and from nobody else.",
  }),
  corsOrigins: key({
    file: "server.corsOrigins",
    environment: "CODEINDEX_CORS_ORIGINS",
    kind: origins,
    fallback: [] as string[],
    fallbackInWords: "none",
    meaning:
      "Origins whose pages may ask the service from a browser (CORS), such as https://app.example.com. They send a token as everybody does; cookies are never used.",
  }),
  stopWhenIdle: key<number | null>({
    file: "server.stopWhenIdle",
    environment: "CODEINDEX_STOP_WHEN_IDLE",
    flag: "--stop-when-idle",
    kind: duration,
    fallback: null,
    fallbackInWords: "never; 30m where `codeindex mcp` starts it",
    meaning: "After how long without a request, and with nothing being built, the service stops by itself.",
  }),
  dataDir: key({
    file: "server.dataDir",
    environment: "CODEINDEX_DATA_DIR",
    flag: "--data-dir",
    kind: text,
    fallback: (env) => dataFolder(env),
    fallbackInWords: "a folder of the user, such as ~/.local/share/codeindex",
    meaning: "Where the embedded database lives; never inside a repository.",
    isPath: true,
  }),
  clonesDir: key<string>({
    file: "git.clonesDir",
    environment: "CODEINDEX_CLONES_DIR",
    flag: "--clones-dir",
    kind: text,
    fallback: "",
    fallbackInWords: "clones in the data folder",
    meaning: "Where projects that were added by git URL are cloned; all processes see it under the same path.",
    isPath: true,
  }),
  gitProtocols: key<GitProtocol[]>({
    file: "git.protocols",
    environment: "CODEINDEX_GIT_PROTOCOLS",
    kind: someOf(...GIT_PROTOCOLS),
    fallback: ["https", "ssh"],
    meaning:
      "The git URLs that may be added. git is neither encrypted nor authenticated; file reads any repository of this machine.",
  }),
  gitInterval: key({
    file: "git.interval",
    environment: "CODEINDEX_GIT_INTERVAL",
    kind: duration,
    fallback: 300_000,
    fallbackInWords: "5m",
    meaning: "How often clones are fetched; POST /webhooks/git fetches at once.",
  }),
  gitCredentials: key<string | null>({
    file: "git.credentials",
    environment: "CODEINDEX_GIT_CREDENTIALS",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning:
      "Who we are for git hosts: URLs such as https://user:token@example.com, separated by white space. A host sees only its own.",
    isSecret: true,
  }),
  gitCredentialsFile: key<string | null>({
    file: "git.credentialsFile",
    environment: "CODEINDEX_GIT_CREDENTIALS_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file of such URLs, one a line, as `git credential-store` keeps them; read again for each fetch.",
    isPath: true,
  }),
  gitSshKeyFile: key<string | null>({
    file: "git.sshKeyFile",
    environment: "CODEINDEX_GIT_SSH_KEY_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "ssh's own",
    meaning: "The private key for ssh URLs.",
    isPath: true,
  }),
  gitKnownHostsFile: key<string | null>({
    file: "git.knownHostsFile",
    environment: "CODEINDEX_GIT_KNOWN_HOSTS_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "one beside the clones, where a host's first key is noted",
    meaning: "Host keys for ssh URLs; other hosts are refused.",
    isPath: true,
  }),
  webhookSecret: key<string | null>({
    file: "git.webhookSecret",
    environment: "CODEINDEX_WEBHOOK_SECRET",
    kind: text,
    fallback: null,
    fallbackInWords: "none: webhooks are refused",
    meaning: "What POST /webhooks/git is signed with (GitHub, Gitea), or has as its token (GitLab).",
    isSecret: true,
  }),
  webhookSecretFile: key<string | null>({
    file: "git.webhookSecretFile",
    environment: "CODEINDEX_WEBHOOK_SECRET_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file that holds it instead.",
    isPath: true,
  }),
  logLevel: key({
    file: "server.logLevel",
    environment: "CODEINDEX_LOG_LEVEL",
    flag: "--log-level",
    kind: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    fallback: "info",
    meaning: "How much is written to the log, on standard error.",
  }),
  databaseUrl: key<string | null>({
    file: "server.databaseUrl",
    environment: "DATABASE_URL",
    kind: { ...text, allowed: "a URL such as postgres://user@host/database", parse: postgresUrl },
    fallback: null,
    fallbackInWords: "the embedded database",
    meaning: "A PostgreSQL server to use instead of the embedded database.",
    isSecret: true,
  }),
  redisUrl: key<string | null>({
    file: "server.redisUrl",
    environment: "REDIS_URL",
    kind: { ...text, allowed: "a URL such as redis://host:6379", parse: redisServerUrl },
    fallback: null,
    fallbackInWords: "the queue is in the database",
    meaning: "The queue's Redis. With it the service only answers: workers index, and a watcher follows changes.",
    isSecret: true,
  }),
  migrate: key({
    file: "server.migrate",
    environment: "CODEINDEX_MIGRATE",
    kind: yesNo,
    fallback: true,
    meaning: "Whether a start brings the database to this version; if not, it waits until `codeindex migrate` has.",
  }),
};

/** Without the slash at its end, so that paths can follow. */
function publicUrl(raw: unknown): string | undefined {
  if (typeof raw !== "string" || !URL.canParse(raw)) return undefined;
  const { protocol, origin, pathname, search, hash } = new URL(raw);
  if (!/^https?:$/.test(protocol) || search || hash) return undefined;
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

function redisServerUrl(raw: unknown): string | undefined {
  return typeof raw === "string" && /^rediss?:\/\/\S+$/.test(raw) ? raw : undefined;
}

function postgresUrl(raw: unknown): string | undefined {
  return typeof raw === "string" && /^postgres(ql)?:\/\/\S+$/.test(raw) ? raw : undefined;
}

type KeyName = keyof typeof CONFIG_KEYS;
type ValueOf<K> = K extends ConfigKey<infer T> ? T : never;

/** All settings, read and checked. */
export type Config = { readonly [K in KeyName]: Readonly<ValueOf<(typeof CONFIG_KEYS)[K]>> };

export const CONFIG_FILE = "codeindex.config.json";

/** What was typed on the command line: values by key, and the file of --config. Undefined: not given. */
export type Flags = { [K in KeyName]?: unknown } & { config?: string | undefined };

/**
 * Reads all settings. Only reads: no folder is made, nothing connects.
 * Throws `configuration`, naming the key and what it means, for a wrong value, an unknown key of the file, or a file that is no JSON.
 */
export function readConfig(
  flags: Flags = {},
  env: NodeJS.ProcessEnv = process.env,
  cwd: string = process.cwd(),
): Config {
  const filePath = resolve(cwd, flags.config ?? CONFIG_FILE);
  const fromFile = readConfigFile(filePath, flags.config !== undefined);
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(CONFIG_KEYS) as [KeyName, ConfigKey][]) {
    const { environment, flag, file, fallback } = definition;
    const sources = [
      { raw: flags[name], where: flag ?? name, base: cwd },
      { raw: env[environment] || undefined, where: environment, base: cwd },
      { raw: fromFile.get(file), where: `${file} in ${CONFIG_FILE}`, base: dirname(filePath) },
    ];
    const source = sources.find(({ raw }) => raw !== undefined);
    const value = source
      ? parseValue(definition, source)
      : typeof fallback === "function"
        ? fallback(env, cwd, flags)
        : fallback;
    values[name] = Object.freeze(value);
  }
  values.clonesDir ||= join(values.dataDir as string, "clones");
  values.transformersFolder ||= join(values.dataDir as string, "models");
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

/** The leaves of the file by their dotted names; empty where there is no file and none was asked for. */
function readConfigFile(path: string, isAskedFor: boolean): Map<string, unknown> {
  if (!existsSync(path)) {
    if (isAskedFor) throw new CodeindexError("configuration", `--config: there is no file ${path}.`);
    return new Map();
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CodeindexError("configuration", `${path}: cannot be read as JSON: ${(error as Error).message}`);
  }
  if (!isPlainObject(parsed)) throw new CodeindexError("configuration", `${path}: must be a JSON object.`);
  const leaves = new Map<string, unknown>();
  const known = Object.values(CONFIG_KEYS).map(({ file }) => file.split("."));
  const read = (settings: Record<string, unknown>, above: readonly string[]): void => {
    const siblings = known.filter((parts) => above.every((part, depth) => parts[depth] === part));
    for (const [name, value] of Object.entries(settings)) {
      if (above.length === 0 && name === "$schema") continue;
      const place = [...above, name];
      const own = siblings.filter((parts) => parts[above.length] === name);
      const isGroup = own.some((parts) => parts.length > place.length);
      if (own.length === 0 || (isGroup && !isPlainObject(value))) {
        const names = new Set(siblings.map((parts) => parts.slice(0, above.length + 1).join(".")));
        throw new CodeindexError(
          "configuration",
          `${path}: unknown key ${place.join(".")}; known are ${[...names].join(", ")}.`,
        );
      }
      if (isGroup) read(value as Record<string, unknown>, place);
      else leaves.set(place.join("."), value);
    }
  };
  read(parsed, []);
  return leaves;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

/** The folder with its symlinks resolved, as far as it exists. */
function realFolder(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realFolder(parent), basename(path));
}

/** Whether the service speaks HTTPS by itself. */
export function usesTls({ tlsCertFile }: Pick<Config, "tlsCertFile">): boolean {
  return tlsCertFile !== null;
}

/** What is left out of every project. */
export function skipSettings({ excludePatterns, includePatterns, maxFileSize }: Config) {
  return { exclude: [...excludePatterns], include: [...includePatterns], maxFileSize };
}

/** The values that decide what is in the index, by key; their hash tells a stale index. */
export function indexSettings(config: Config): Record<string, unknown> {
  const names = (Object.keys(CONFIG_KEYS) as KeyName[]).filter((name) => "reindex" in CONFIG_KEYS[name]);
  return Object.fromEntries(names.map((name) => [name, config[name]]));
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
    group.properties[parts.at(-1)!] = { description: definition.meaning, ...definition.kind.json };
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "codeindex.config.json",
    type: "object",
    additionalProperties: false,
    properties: { $schema: { type: "string" }, ...root.properties },
  };
}
