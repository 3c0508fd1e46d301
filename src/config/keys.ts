/** Every configuration key: its names, its default, its meaning and its kind of value. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { LogFormat } from "../base/log.js";
import { usableMemory } from "../base/memory.js";
import {
  addresses,
  apiToken,
  baseUrl,
  claimAndValue,
  duration,
  fraction,
  integer,
  list,
  oneOf,
  origins,
  postgresUrl,
  redisUrl,
  secret,
  size,
  sizeFrom,
  someOf,
  text,
  url,
  type ValueKind,
  yesNo,
} from "./kinds.js";

export const GIT_PROTOCOLS = ["https", "ssh", "git", "file"] as const;
export type GitProtocol = (typeof GIT_PROTOCOLS)[number];

/** Groups of tools, in the order of the list. */
export const TOOLSETS = ["search", "research", "symbols", "files", "manage", "analysis", "codrag"] as const;
export type Toolset = (typeof TOOLSETS)[number];
/** The few tools of several toolsets that answer nearly all questions of an agent. */
export const CORE = "core";
/** The words of a toolset choice: these, `core`, `default` (all except those that must be named) and `all`. */
export const TOOLSET_WORDS = [CORE, ...TOOLSETS, "default", "all"] as const;
export type ToolsetWord = (typeof TOOLSET_WORDS)[number];

/** The published specifications whose clients are served unchanged; tools/profiles has one file for each. */
export const PROFILES = ["codeagent", "codeindex", "codrag", "context-engine", "swiftindex"] as const;
export type ProfileName = (typeof PROFILES)[number];

/** Where the candidates of questions come from. */
export const SEARCH_MODES = ["auto", "memory", "database"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export const EMBEDDING_PROVIDERS = ["local", "ollama", "openai", "transformers", "none"] as const;

type AuthWay = "none" | "token" | "jwt";

export interface ConfigKey<T = unknown> {
  /** Its place in codeindex.config.json. */
  file: string;
  environment: string;
  /** The option of `serve`; none where only the environment and the file can set it. */
  flag?: string;
  kind: ValueKind<T>;
  fallback: T | ((env: NodeJS.ProcessEnv, cwd: string, flags: { root?: unknown }) => T);
  /** The default in words, for docs/configuration.md, where it is computed. */
  fallbackInWords?: string;
  meaning: string;
  /** Affects the content of the index: a new value means building it anew. */
  reindex?: true;
  /** A path, relative to the folder of the file that names it, or to the current folder. */
  isPath?: true;
  /** Never shown in answers or logs. */
  isSecret?: true;
  /** The value may stand in a file that this variable names, as a secret that is mounted does. It is read once, at the start. */
  fileVariable?: string;
  /**
   * A file that came with a repository may set it: it affects the indexing and search of that repository alone, never the hosts to call or the data that is
   * sent or shown to anyone.
   */
  mayBeFound?: true;
}

/** The platform's folder for a user's data. */
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
    meaning: "A folder of repositories: all repositories found in it are indexed and served.",
    isPath: true,
  }),
  allowedRoots: key({
    file: "workspace.allowedRoots",
    environment: "CODEINDEX_ALLOWED_ROOTS",
    kind: list,
    fallback: [],
    meaning:
      "Folders, in addition to the root, below which index_codebase may register a repository by its absolute path.",
    isPath: true,
  }),
  excludePatterns: key({
    file: "workspace.excludePatterns",
    mayBeFound: true,
    environment: "CODEINDEX_EXCLUDE_PATTERNS",
    kind: list,
    fallback: ["node_modules/**", ".git/**", "dist/**", "build/**", "*.log", "*.tmp"],
    meaning: "Paths to leave out, as globs, in addition to those in ignore files.",
    reindex: true,
  }),
  includePatterns: key({
    file: "workspace.includePatterns",
    mayBeFound: true,
    environment: "CODEINDEX_INCLUDE_PATTERNS",
    kind: list,
    fallback: ["**/*"],
    meaning: "The only paths to index, as globs.",
    reindex: true,
  }),
  maxFileSize: key({
    file: "workspace.maxFileSize",
    mayBeFound: true,
    environment: "CODEINDEX_MAX_FILE_SIZE",
    kind: size,
    fallback: 1.5 * 2 ** 20,
    fallbackInWords: "1.5MB",
    meaning: "The largest file that is indexed.",
    reindex: true,
  }),
  maxFiles: key<number | null>({
    file: "workspace.maxFiles",
    mayBeFound: true,
    environment: "CODEINDEX_MAX_FILES",
    kind: integer(100, 100_000),
    fallback: null,
    fallbackInWords: "no limit",
    meaning: "The most files of a project that are read. Files after that, in the order of their paths, are left out.",
    reindex: true,
  }),
  scipMaxSize: key({
    file: "workspace.scipMaxSize",
    environment: "CODEINDEX_SCIP_MAX_SIZE",
    kind: size,
    fallback: 4 * 2 ** 30,
    fallbackInWords: "4GB",
    meaning: "The largest SCIP index that can be imported. It is read as it arrives, so memory does not grow with it.",
  }),
  embeddingProvider: key<(typeof EMBEDDING_PROVIDERS)[number]>({
    file: "indexing.embeddingProvider",
    environment: "CODEINDEX_EMBEDDING_PROVIDER",
    kind: oneOf(...EMBEDDING_PROVIDERS),
    fallback: "local",
    meaning:
      "The provider of the vectors for search by meaning: local, the model shipped with codeindex (no network, no key); ollama; openai, or another service with its API; transformers, which runs models of the Hugging Face hub in this process and is installed separately; or none. After a change, the old vectors are searched until the new ones are complete.",
  }),
  embeddingConcurrency: key({
    file: "indexing.embeddingConcurrency",
    environment: "CODEINDEX_EMBEDDING_CONCURRENCY",
    kind: integer(1, 64),
    fallback: 4,
    meaning: "The requests for vectors that a process may have open at a provider at once.",
  }),
  watchFiles: key({
    file: "workspace.watchFiles",
    mayBeFound: true,
    environment: "CODEINDEX_WATCH_FILES",
    kind: yesNo,
    fallback: true,
    meaning: "Whether file changes are indexed as they happen.",
  }),
  watchPolling: key<"auto" | "always" | "never">({
    file: "workspace.watchPolling",
    mayBeFound: true,
    environment: "CODEINDEX_WATCH_POLLING",
    kind: oneOf("auto", "always", "never"),
    fallback: "auto",
    meaning:
      "Whether repositories are scanned at intervals instead of being watched. auto: only where the system allows no more watches or does not report all changes (network drives, folders shared with a virtual machine).",
  }),
  watchInterval: key({
    file: "workspace.watchInterval",
    mayBeFound: true,
    environment: "CODEINDEX_WATCH_INTERVAL",
    kind: duration,
    fallback: 10_000,
    fallbackInWords: "10s",
    meaning: "The interval of these scans.",
  }),
  chunkSize: key({
    file: "indexing.chunkSize",
    mayBeFound: true,
    environment: "CODEINDEX_CHUNK_SIZE",
    kind: integer(50, 1000),
    fallback: 250,
    meaning: "The approximate size of a chunk of code, in tokens.",
    reindex: true,
  }),
  parseThreads: key<number>({
    file: "indexing.parseThreads",
    mayBeFound: true,
    environment: "CODEINDEX_PARSE_THREADS",
    kind: integer(0, 64),
    fallback: 0,
    meaning: "The number of threads that parse files; 0 chooses by the number of processors.",
  }),
  chatProvider: key<"ollama" | "openai" | "none">({
    file: "chat.provider",
    environment: "CODEINDEX_CHAT_PROVIDER",
    kind: oneOf("ollama", "openai", "none"),
    fallback: "none",
    meaning:
      "The provider of the chat model for expand_query and synthesize of search_code: ollama; openai, or another service with its API; or none. The query is sent to it and, for a summary, the code that was found.",
  }),
  chatModel: key<string | null>({
    file: "chat.model",
    environment: "CODEINDEX_CHAT_MODEL",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "The model for chat, such as qwen2.5-coder or gpt-4o-mini.",
  }),
  chatTimeout: key({
    file: "chat.timeout",
    environment: "CODEINDEX_CHAT_TIMEOUT",
    kind: duration,
    fallback: 20_000,
    fallbackInWords: "20s",
    meaning: "The time limit of one request to the chat model. The search's own time limit applies as well.",
  }),
  toolsets: key<ToolsetWord[]>({
    file: "tools.toolsets",
    mayBeFound: true,
    environment: "CODEINDEX_TOOLSETS",
    kind: someOf(...TOOLSET_WORDS),
    fallback: ["default"],
    meaning:
      "The tools shown to MCP clients that do not choose by their URL (?toolsets=core) or their header X-Codeindex-Toolsets. core: the eight tools that answer nearly all questions; default: all toolsets except analysis and codrag.",
  }),
  profile: key<ProfileName | null>({
    file: "tools.profile",
    mayBeFound: true,
    environment: "CODEINDEX_PROFILE",
    kind: oneOf(...PROFILES),
    fallback: null,
    fallbackInWords: "none",
    meaning:
      "Serves MCP clients written for this specification: its tools, defaults, errors and JSON, and nothing else. A client can also choose one itself: ?profile=swiftindex, or the header X-Codeindex-Profile: swiftindex. docs/profiles.md lists the differences.",
  }),
  readOnly: key({
    file: "tools.readOnly",
    mayBeFound: true,
    environment: "CODEINDEX_READ_ONLY",
    kind: yesNo,
    fallback: false,
    meaning:
      "Whether tools that change an index are hidden from MCP clients. A client can also ask for that itself: ?read_only=1, or the header X-Codeindex-Read-Only: 1.",
  }),
  defaultMaxResults: key({
    file: "search.defaultMaxResults",
    mayBeFound: true,
    environment: "CODEINDEX_DEFAULT_MAX_RESULTS",
    kind: integer(1, 200),
    fallback: 20,
    meaning: "The number of search_code results where the caller gives no limit.",
  }),
  searchTimeout: key({
    file: "search.timeout",
    mayBeFound: true,
    environment: "CODEINDEX_SEARCH_TIMEOUT",
    kind: duration,
    fallback: 30_000,
    fallbackInWords: "30s",
    meaning: "The time limit of one tool call.",
  }),
  relevanceThreshold: key<number>({
    file: "search.relevanceThreshold",
    mayBeFound: true,
    environment: "CODEINDEX_RELEVANCE_THRESHOLD",
    kind: fraction,
    fallback: 0,
    meaning: "The least relevance of a search_code result where the caller gives no threshold.",
  }),
  enableCaching: key({
    file: "search.enableCaching",
    mayBeFound: true,
    environment: "CODEINDEX_ENABLE_CACHING",
    kind: yesNo,
    fallback: true,
    meaning: "Whether search answers are kept until the index changes, to answer the same question again.",
  }),
  search: key<SearchMode>({
    file: "search.from",
    environment: "CODEINDEX_SEARCH",
    kind: oneOf(...SEARCH_MODES),
    fallback: "auto",
    meaning:
      "Where questions are answered from. memory: a view is read into memory and searched there. database: a PostgreSQL server searches by itself, with tsvector and pgvector. auto: the database for large views that are not in memory. The embedded database is searched in memory. docs/scale.md has the figures.",
  }),
  memory: key<number>({
    file: "search.memory",
    environment: "CODEINDEX_MEMORY",
    kind: sizeFrom(2 ** 24, "16MB"),
    fallback: () => Math.max(2 ** 27, Math.min(2 ** 31, Math.floor(usableMemory() / 2 ** 23) * 2 ** 20)),
    fallbackInWords: "an eighth of the memory of the machine or its container, 128MB to 2GB",
    meaning:
      "How much of the index a service keeps in memory to answer sooner, over all projects, at most. The least recently used goes first. Half a gigabyte is enough for a million chunks.",
  }),
  cacheSize: key<number>({
    file: "search.cacheSize",
    environment: "CODEINDEX_CACHE_SIZE",
    kind: sizeFrom(2 ** 24, "16MB"),
    // readConfig puts what CODEINDEX_MEMORY says in its place.
    fallback: 0,
    fallbackInWords: "what `CODEINDEX_MEMORY` says",
    meaning:
      "The same bound, for update_config: it may be changed while the service runs, up to CODEINDEX_MEMORY where that is set.",
  }),
  maxTokens: key({
    file: "search.maxTokens",
    mayBeFound: true,
    environment: "CODEINDEX_MAX_TOKENS",
    kind: integer(200, 100_000),
    fallback: 8000,
    meaning: "The size limit of an answer, in tokens, where the caller gives no max_tokens.",
  }),
  maskSecrets: key({
    file: "search.maskSecrets",
    environment: "CODEINDEX_MASK_SECRETS",
    kind: yesNo,
    fallback: true,
    meaning:
      "Whether keys, tokens and passwords in files are masked: in every answer, in the words that files are found by, in the text that vectors are made from, and in requests to chat models.",
  }),
  localOnly: key({
    file: "providers.localOnly",
    environment: "CODEINDEX_LOCAL_ONLY",
    kind: yesNo,
    fallback: false,
    meaning:
      "Whether code and questions must stay on this machine and its private network. A provider at any other address is then refused at the start, and nothing is downloaded.",
  }),
  ollamaBaseUrl: key({
    file: "providers.ollama.baseUrl",
    environment: "CODEINDEX_OLLAMA_BASE_URL",
    kind: baseUrl,
    fallback: "http://localhost:11434",
    meaning: "The URL of Ollama.",
    isSecret: true,
  }),
  ollamaModel: key({
    file: "providers.ollama.model",
    environment: "CODEINDEX_OLLAMA_MODEL",
    kind: text,
    fallback: "nomic-embed-text",
    meaning: "The Ollama model for vectors.",
  }),
  ollamaTimeout: key({
    file: "providers.ollama.timeout",
    environment: "CODEINDEX_OLLAMA_TIMEOUT",
    kind: duration,
    fallback: 60_000,
    fallbackInWords: "60s",
    meaning: "The time limit of one request to Ollama. The first request loads the model.",
  }),
  openaiBaseUrl: key({
    file: "providers.openai.baseUrl",
    environment: "CODEINDEX_OPENAI_BASE_URL",
    kind: { ...baseUrl, allowed: "a URL such as https://api.openai.com/v1" },
    fallback: "https://api.openai.com/v1",
    meaning: "The URL of OpenAI, or of a service with the same API.",
    isSecret: true,
  }),
  openaiApiKey: key<string | null>({
    file: "providers.openai.apiKey",
    environment: "CODEINDEX_OPENAI_API_KEY",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "The API key for OpenAI.",
    isSecret: true,
  }),
  openaiApiKeyFile: key<string | null>({
    file: "providers.openai.apiKeyFile",
    environment: "CODEINDEX_OPENAI_API_KEY_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file with the API key, as an alternative to the variable; read again for each request.",
    isPath: true,
  }),
  openaiModel: key({
    file: "providers.openai.model",
    environment: "CODEINDEX_OPENAI_MODEL",
    kind: text,
    fallback: "text-embedding-3-small",
    meaning: "The OpenAI model for vectors.",
  }),
  openaiDimensions: key<number | null>({
    file: "providers.openai.dimensions",
    environment: "CODEINDEX_OPENAI_DIMENSIONS",
    kind: integer(8, 8192),
    fallback: null,
    fallbackInWords: "as many as the model has",
    meaning: "The number of dimensions of the vectors, for models that can shorten them.",
  }),
  openaiBatchSize: key({
    file: "providers.openai.batchSize",
    environment: "CODEINDEX_OPENAI_BATCH_SIZE",
    kind: integer(1, 2048),
    fallback: 100,
    meaning: "The number of texts in one request to OpenAI.",
  }),
  openaiTimeout: key({
    file: "providers.openai.timeout",
    environment: "CODEINDEX_OPENAI_TIMEOUT",
    kind: duration,
    fallback: 30_000,
    fallbackInWords: "30s",
    meaning: "The time limit of one request to OpenAI.",
  }),
  transformersModel: key({
    file: "providers.transformers.model",
    environment: "CODEINDEX_TRANSFORMERS_MODEL",
    kind: text,
    fallback: "Xenova/all-MiniLM-L6-v2",
    meaning:
      "The model that transformers.js runs, by its name at the Hugging Face hub; its folder in the models' folder has the same name.",
  }),
  transformersFolder: key<string>({
    file: "providers.transformers.folder",
    environment: "CODEINDEX_TRANSFORMERS_FOLDER",
    kind: text,
    fallback: "",
    fallbackInWords: "models in the data folder",
    meaning: "The folder of the models. A model found there is not downloaded again; a downloaded model is kept there.",
    isPath: true,
  }),
  port: key({
    file: "server.port",
    mayBeFound: true,
    environment: "CODEINDEX_PORT",
    flag: "--port",
    kind: integer(0, 65_535),
    fallback: 8400,
    meaning: "The port to listen on; 0 chooses a free one.",
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
      "The port on which a worker or a watcher serves /metrics, /health and /ready, on the same host. A service serves them on its own port.",
  }),
  metricsToken: key<string | null>({
    file: "server.metricsToken",
    environment: "CODEINDEX_METRICS_TOKEN",
    kind: secret,
    fallback: null,
    fallbackInWords: "none",
    meaning:
      "The bearer token of a scraper: it reads /metrics and nothing else, and needs no row in the database. Tokens that see all projects read /metrics as well.",
    isSecret: true,
    fileVariable: "CODEINDEX_METRICS_TOKEN_FILE",
  }),
  auth: key<AuthWay[]>({
    file: "auth.ways",
    environment: "CODEINDEX_AUTH",
    kind: someOf("none", "token", "jwt"),
    fallback: ["none"],
    meaning:
      "How callers authenticate. none: they do not, and the service listens on addresses of this machine only. token: by an API token (codeindex token create). jwt: by a JWT of an issuer. token,jwt: by either.",
  }),
  adminToken: key<string | null>({
    file: "auth.adminToken",
    environment: "CODEINDEX_ADMIN_TOKEN",
    kind: apiToken,
    fallback: null,
    fallbackInWords: "the first start makes one and prints it",
    meaning:
      "An administrator's token that a start adds to the installation, unless it was added before: for secrets that are made outside (codeindex token new prints one). Another value adds another token; codeindex token revoke ends the old one.",
    isSecret: true,
    fileVariable: "CODEINDEX_ADMIN_TOKEN_FILE",
  }),
  rateLimit: key({
    file: "auth.rateLimit",
    environment: "CODEINDEX_RATE_LIMIT",
    kind: integer(1, 1_000_000),
    fallback: 1200,
    meaning:
      "The points per minute that a caller may spend, on all replicas together. A request costs 1, a tool 1 to 20 (docs/security.md). Nothing is counted without authentication.",
  }),
  audit: key({
    file: "auth.audit",
    environment: "CODEINDEX_AUDIT",
    kind: oneOf("auto", "off", "hashed", "clear"),
    fallback: "auto",
    meaning:
      "Whether the audit log records who asked what (GET /audit). hashed: with a hash of the question; clear: with the question itself. auto: hashed, where callers authenticate.",
  }),
  auditDays: key({
    file: "auth.auditDays",
    environment: "CODEINDEX_AUDIT_DAYS",
    kind: integer(1, 36_500),
    fallback: 90,
    meaning: "Days after which an entry of the audit log is deleted.",
  }),
  encryptionKey: key<string | null>({
    file: "encryption.key",
    environment: "CODEINDEX_ENCRYPTION_KEY",
    kind: text,
    fallback: null,
    fallbackInWords: "none: what is stored is not encrypted",
    meaning:
      "The keys that encrypt stored contents: each 32 random bytes in base64 or hex (codeindex keys new), separated by white space. The first key encrypts, all keys decrypt; `none` in the first place stops encrypting. docs/security.md lists what is encrypted.",
    isSecret: true,
  }),
  encryptionKeyFile: key<string | null>({
    file: "encryption.keyFile",
    environment: "CODEINDEX_ENCRYPTION_KEY_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file with the keys, one a line, as an alternative to the variable.",
    isPath: true,
  }),
  jobDays: key({
    file: "retention.jobDays",
    environment: "CODEINDEX_JOB_DAYS",
    kind: integer(1, 36_500),
    fallback: 30,
    meaning: "Days after which an ended job is deleted. At most 100 are kept for a project.",
  }),
  taskDays: key({
    file: "retention.taskDays",
    environment: "CODEINDEX_TASK_DAYS",
    kind: integer(1, 365),
    fallback: 7,
    meaning:
      "The most days for which the answer of a task is kept, even if its client asks for more. It is kept for a day if the client does not ask.",
  }),
  tokenDays: key({
    file: "retention.tokenDays",
    environment: "CODEINDEX_TOKEN_DAYS",
    kind: integer(1, 36_500),
    fallback: 365,
    meaning: "Days after which a revoked or expired token is deleted.",
  }),
  callsAtOnce: key({
    file: "auth.callsAtOnce",
    environment: "CODEINDEX_CALLS_AT_ONCE",
    kind: integer(1, 1000),
    fallback: 8,
    meaning: "The tool calls that a caller may have running on a replica at once. Further calls wait for their turn.",
  }),
  jwtIssuer: key<string | null>({
    file: "auth.jwt.issuer",
    environment: "CODEINDEX_JWT_ISSUER",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "The issuer of JWTs, as in their iss claim: a URL, from which its keys are fetched.",
  }),
  jwtAudience: key({
    file: "auth.jwt.audience",
    environment: "CODEINDEX_JWT_AUDIENCE",
    kind: list,
    fallback: [] as string[],
    fallbackInWords: "the public URL, with and without /mcp",
    meaning: "The audience that a JWT must name in its aud claim.",
  }),
  jwtJwksUrl: key<string | null>({
    file: "auth.jwt.jwksUrl",
    environment: "CODEINDEX_JWT_JWKS_URL",
    kind: url("a URL such as https://id.example.com/keys"),
    fallback: null,
    fallbackInWords: "what the issuer's discovery document says",
    meaning: "The URL of the issuer's keys.",
  }),
  jwtAlgorithms: key({
    file: "auth.jwt.algorithms",
    environment: "CODEINDEX_JWT_ALGORITHMS",
    kind: someOf("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"),
    fallback: ["RS256", "ES256"] as string[],
    meaning: "The signature algorithms that are accepted for JWTs.",
  }),
  jwtScopesClaim: key({
    file: "auth.jwt.scopesClaim",
    environment: "CODEINDEX_JWT_SCOPES_CLAIM",
    kind: text,
    fallback: "scope",
    meaning: "The claim that holds scopes: read, index or admin.",
  }),
  jwtScopePrefix: key({
    file: "auth.jwt.scopePrefix",
    environment: "CODEINDEX_JWT_SCOPE_PREFIX",
    kind: { ...text, parse: (raw: unknown) => (typeof raw === "string" ? raw : undefined) },
    fallback: "codeindex:",
    meaning: "The prefix of the scopes' names in that claim.",
  }),
  jwtProjectsClaim: key<string | null>({
    file: "auth.jwt.projectsClaim",
    environment: "CODEINDEX_JWT_PROJECTS_CLAIM",
    kind: text,
    fallback: null,
    fallbackInWords: "none: all projects",
    meaning: "The claim that lists patterns of project ids, such as web-*; the caller sees only these projects.",
  }),
  jwtAdminClaim: key<{ claim: string; value: string } | null>({
    file: "auth.jwt.adminClaim",
    environment: "CODEINDEX_JWT_ADMIN_CLAIM",
    kind: claimAndValue,
    fallback: null,
    fallbackInWords: "none",
    meaning:
      "A claim and its value, such as groups=codeindex-admins, that make the caller an administrator of all projects, regardless of the other claims.",
  }),
  allowedHosts: key({
    file: "server.allowedHosts",
    environment: "CODEINDEX_ALLOWED_HOSTS",
    kind: list,
    fallback: [] as string[],
    fallbackInWords: "none",
    meaning: "Host names by which the service may be called, in addition to those of this machine.",
  }),
  publicUrl: key<string | null>({
    file: "server.publicUrl",
    environment: "CODEINDEX_PUBLIC_URL",
    kind: url("a URL such as https://code.example.com"),
    fallback: null,
    fallbackInWords: "made of host and port",
    meaning:
      "The URL of the service for clients, if it is not the address it listens on, as in a container or behind a proxy. The service prints it, and its host is allowed.",
  }),
  tlsCertFile: key<string | null>({
    file: "server.tls.certFile",
    environment: "CODEINDEX_TLS_CERT_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none: plain HTTP",
    meaning:
      "The certificate with its chain, in PEM. The service then speaks HTTPS only, and so does the metrics port of a worker. A renewed file is loaded within 10 s.",
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
    meaning: "The oldest TLS version that is accepted.",
  }),
  trustedProxies: key({
    file: "server.trustedProxies",
    environment: "CODEINDEX_TRUSTED_PROXIES",
    kind: addresses,
    fallback: [] as string[],
    fallbackInWords: "none",
    meaning:
      "Trusted proxies before the service, each one on the way: addresses, networks, loopback, linklocal or uniquelocal. X-Forwarded-For, -Proto and -Host are accepted from these alone.",
  }),
  corsOrigins: key({
    file: "server.corsOrigins",
    environment: "CODEINDEX_CORS_ORIGINS",
    kind: origins,
    fallback: [] as string[],
    fallbackInWords: "none",
    meaning:
      "Origins whose pages may call the service from a browser (CORS), such as https://app.example.com. They send a token like any other client; cookies are never used.",
  }),
  stopWhenIdle: key<number | null>({
    file: "server.stopWhenIdle",
    mayBeFound: true,
    environment: "CODEINDEX_STOP_WHEN_IDLE",
    flag: "--stop-when-idle",
    kind: duration,
    fallback: null,
    fallbackInWords: "never; 30m where `codeindex mcp` starts it",
    meaning: "The idle time, without a request and without a build, after which the service stops by itself.",
  }),
  dataDir: key({
    file: "server.dataDir",
    environment: "CODEINDEX_DATA_DIR",
    flag: "--data-dir",
    kind: text,
    fallback: (env) => dataFolder(env),
    fallbackInWords: "a folder of the user, such as ~/.local/share/codeindex",
    meaning: "The folder of the embedded database; never inside a repository.",
    isPath: true,
  }),
  clonesDir: key<string>({
    file: "git.clonesDir",
    environment: "CODEINDEX_CLONES_DIR",
    flag: "--clones-dir",
    kind: text,
    fallback: "",
    fallbackInWords: "clones in the data folder",
    meaning:
      "The folder for clones of projects that were added by git URL. All processes must see it under the same path.",
    isPath: true,
  }),
  gitProtocols: key<GitProtocol[]>({
    file: "git.protocols",
    environment: "CODEINDEX_GIT_PROTOCOLS",
    kind: someOf(...GIT_PROTOCOLS),
    fallback: ["https", "ssh"],
    meaning:
      "The kinds of git URL that may be added. git is neither encrypted nor authenticated; file reads any repository of this machine.",
  }),
  gitLocalHosts: key({
    file: "git.localHosts",
    environment: "CODEINDEX_GIT_LOCAL_HOSTS",
    kind: yesNo,
    fallback: false,
    meaning:
      "Whether clones may come from this machine's own and link-local addresses (127.0.0.0/8, ::1, 169.254.0.0/16, fe80::/10), under any name. Where they may not, redirects of git servers are not followed.",
  }),
  gitInterval: key({
    file: "git.interval",
    environment: "CODEINDEX_GIT_INTERVAL",
    kind: duration,
    fallback: 300_000,
    fallbackInWords: "5m",
    meaning: "The interval at which clones are fetched. POST /webhooks/git fetches at once.",
  }),
  gitCredentials: key<string | null>({
    file: "git.credentials",
    environment: "CODEINDEX_GIT_CREDENTIALS",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning:
      "Credentials for git hosts: URLs such as https://user:token@example.com, separated by white space. A host receives only its own.",
    isSecret: true,
  }),
  gitCredentialsFile: key<string | null>({
    file: "git.credentialsFile",
    environment: "CODEINDEX_GIT_CREDENTIALS_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file of such URLs, one a line, in the format of `git credential-store`; read again for each fetch.",
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
    meaning: "The known host keys for ssh URLs; other hosts are refused.",
    isPath: true,
  }),
  webhookSecret: key<string | null>({
    file: "git.webhookSecret",
    environment: "CODEINDEX_WEBHOOK_SECRET",
    kind: text,
    fallback: null,
    fallbackInWords: "none: webhooks are refused",
    meaning:
      "The secret that signs requests to POST /webhooks/git (GitHub, Gitea), or is sent as their token (GitLab).",
    isSecret: true,
  }),
  webhookSecretFile: key<string | null>({
    file: "git.webhookSecretFile",
    environment: "CODEINDEX_WEBHOOK_SECRET_FILE",
    kind: text,
    fallback: null,
    fallbackInWords: "none",
    meaning: "A file with the secret, as an alternative to the variable.",
    isPath: true,
  }),
  logLevel: key({
    file: "server.logLevel",
    mayBeFound: true,
    environment: "CODEINDEX_LOG_LEVEL",
    flag: "--log-level",
    kind: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    fallback: "info",
    meaning: "The least severe level that is written to the log, on standard error.",
  }),
  logFormat: key<LogFormat>({
    file: "server.logFormat",
    environment: "CODEINDEX_LOG_FORMAT",
    kind: oneOf("auto", "json", "text"),
    fallback: "auto",
    meaning:
      "The form of the log. json: a line of JSON for each event, also for what a start prints. text: lines for people. auto: text in a terminal, else JSON lines with a start for people.",
  }),
  databaseUrl: key<string | null>({
    file: "server.databaseUrl",
    environment: "DATABASE_URL",
    kind: postgresUrl,
    fallback: null,
    fallbackInWords: "the embedded database",
    meaning: "A PostgreSQL server to use instead of the embedded database.",
    isSecret: true,
    fileVariable: "DATABASE_URL_FILE",
  }),
  databaseDirectUrl: key<string | null>({
    file: "server.databaseDirectUrl",
    environment: "DATABASE_DIRECT_URL",
    kind: postgresUrl,
    fallback: null,
    fallbackInWords: "DATABASE_URL",
    meaning:
      "The database of DATABASE_URL without a pooler, where that one is PgBouncer or the like in transaction mode: notifications, claims of watchers, migrations and a queue in the database go there.",
    isSecret: true,
    fileVariable: "DATABASE_DIRECT_URL_FILE",
  }),
  databaseReadUrl: key<string | null>({
    file: "server.databaseReadUrl",
    environment: "DATABASE_READ_URL",
    kind: postgresUrl,
    fallback: null,
    fallbackInWords: "DATABASE_URL",
    meaning:
      "A replica of DATABASE_URL's database. Services read answers from it where it has what is published, and from the database where it has not or is away.",
    isSecret: true,
    fileVariable: "DATABASE_READ_URL_FILE",
  }),
  redisUrl: key<string | null>({
    file: "server.redisUrl",
    environment: "REDIS_URL",
    kind: redisUrl,
    fallback: null,
    fallbackInWords: "the queue is in the database",
    meaning:
      "The URL of the queue's Redis. With it the service only answers: workers index, and a watcher follows changes.",
    isSecret: true,
    fileVariable: "REDIS_URL_FILE",
  }),
  migrate: key({
    file: "server.migrate",
    environment: "CODEINDEX_MIGRATE",
    kind: yesNo,
    fallback: true,
    meaning:
      "Whether a start migrates the database to this version. Otherwise it waits until `codeindex migrate` has run.",
  }),
};

/** The settings that `update_config` may change while the service runs, for all processes of the installation. */
export const CHANGEABLE = ["chunkSize", "embeddingProvider", "maxFiles", "cacheSize"] as const;
