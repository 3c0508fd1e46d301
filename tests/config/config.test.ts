/** Settings: their sources and order, files of secrets, and refusals, by src/config/config.ts. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { serviceUrl } from "../../src/cli/service.js";
import { CONFIG_FILE, configSchema, localUrl, readConfig } from "../../src/config/config.js";
import { CONFIG_KEYS, type ConfigKey } from "../../src/config/keys.js";
import { temporaryFolder } from "../helpers/folders.js";

const folder = temporaryFolder();

/** A folder with this codeindex.config.json. */
function withFile(content: string): string {
  const cwd = mkdtempSync(join(folder, "cwd-"));
  writeFileSync(join(cwd, CONFIG_FILE), content);
  return cwd;
}

describe("sources", () => {
  const cwd = withFile(JSON.stringify({ $schema: "x", server: { port: 1111 }, indexing: { chunkSize: 111 } }));
  const env = { CODEINDEX_PORT: "2222", CODEINDEX_CHUNK_SIZE: "222" };
  const chunkSize = (config: { chunkSize: number; port: number }) => [config.port, config.chunkSize];

  test.each([
    { name: "flags first", flags: { port: "3333" }, env, want: [3333, 222] },
    { name: "then the environment", flags: {}, env, want: [2222, 222] },
    { name: "then the file", flags: {}, env: {}, want: [1111, 111] },
    { name: "an empty variable is none", flags: {}, env: { CODEINDEX_PORT: "" }, want: [1111, 111] },
  ])("$name", ({ flags, env, want }) => expect(chunkSize(readConfig(flags, env, cwd))).toEqual(want));

  test("then the defaults, which no one can change", () => {
    const config = readConfig({}, { XDG_DATA_HOME: "/data" }, folder);
    expect(config).toMatchObject({
      port: 8400,
      host: "127.0.0.1",
      chunkSize: 250,
      maxFileSize: 1572864,
      searchTimeout: 30_000,
    });
    expect(config.repos).toEqual([folder]);
    expect(Object.isFrozen(config) && Object.isFrozen(config.repos)).toBe(true);
  });

  test("groups of the file may lie in groups", () => {
    const at = withFile(JSON.stringify({ providers: { localOnly: true, ollama: { baseUrl: "http://gpu:11434/" } } }));
    expect(readConfig({ config: CONFIG_FILE }, {}, at)).toMatchObject({
      localOnly: true,
      ollamaBaseUrl: "http://gpu:11434",
    });
  });

  test("a pipe or a link to a device in place of a file that nobody named is refused", () => {
    for (const put of [
      (path: string) => execFileSync("mkfifo", [path]),
      (path: string) => symlinkSync("/dev/zero", path),
    ]) {
      const at = mkdtempSync(join(folder, "cwd-"));
      put(join(at, CONFIG_FILE));
      expect(() => readConfig({}, {}, at)).toThrow(/is not a file of at most/);
    }
  });

  test("a file that may have come with a repository says how it is searched, and not where tokens and code go", () => {
    const hostile = [
      { server: { host: "evil.example" } },
      { indexing: { embeddingProvider: "openai" } },
      { providers: { openai: { baseUrl: "https://evil.example/v1" } } },
      { search: { maskSecrets: false } },
      { workspace: { paths: ["/home"] } },
    ];
    for (const settings of hostile) {
      const at = withFile(JSON.stringify({ search: { maxTokens: 1000 }, ...settings }));
      expect(() => readConfig({}, {}, at)).toThrow(/found in the current folder/);
      expect(readConfig({ config: "" }, {}, at).host).toBe("127.0.0.1");
    }
    const harmless = withFile('{"workspace":{"excludePatterns":["old/**"]}}');
    expect(readConfig({}, {}, harmless).excludePatterns).toEqual(["old/**"]);
  });

  test("commands that ask a service do not take its address from a file that is found", () => {
    const at = withFile('{"server":{"port":6666}}');
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(at);
    expect(serviceUrl(undefined, {})).toBe("http://127.0.0.1:8400");
  });

  test("paths of the file are relative to the file, others to the current folder", () => {
    const at = withFile(JSON.stringify({ workspace: { paths: ["repo"] } }));
    expect(readConfig({ config: join(at, CONFIG_FILE) }, {}, folder).repos).toEqual([join(at, "repo")]);
    expect(readConfig({}, { CODEINDEX_WORKSPACE_PATH: "a, b" }, folder).repos).toEqual([
      join(folder, "a"),
      join(folder, "b"),
    ]);
  });
});

describe("a secret that is mounted as a file", () => {
  const URL = "postgres://codeindex@db.example:5432/codeindex";
  const file = (text: string) => {
    const path = join(mkdtempSync(join(folder, "secret-")), "value");
    writeFileSync(path, text);
    return path;
  };

  test("is as good as the variable", () => {
    const env = { DATABASE_URL_FILE: file(`${URL}\n`), REDIS_URL_FILE: file("redis://cache.example:6379") };
    const config = readConfig({}, env, folder);
    expect(config).toMatchObject({ databaseUrl: URL, redisUrl: "redis://cache.example:6379", repos: [] });
    expect(config.sources.databaseUrl).toBe("environment");
  });

  test.each([
    {
      name: "is not there",
      env: { DATABASE_URL_FILE: "/nowhere/url" },
      want: /^DATABASE_URL_FILE: .* cannot be read \(ENOENT\)/,
    },
    { name: "is empty", env: { REDIS_URL_FILE: file("\n") }, want: /^REDIS_URL_FILE: the file .* is empty/ },
    { name: "is a folder", env: { DATABASE_URL_FILE: folder }, want: /^DATABASE_URL_FILE: .* is not a file/ },
    {
      name: "stands beside the variable",
      env: { DATABASE_URL: URL, DATABASE_URL_FILE: file(URL) },
      want: /^DATABASE_URL_FILE: is instead of DATABASE_URL/,
    },
    {
      name: "holds a wrong value, which is not shown",
      env: { CODEINDEX_METRICS_TOKEN_FILE: file("hunter2") },
      want: /^CODEINDEX_METRICS_TOKEN: the value is not a text of at least 16 letters/,
    },
  ])("that $name", ({ env, want }) => expect(() => readConfig({}, env, folder)).toThrow(want));
});

describe("a wrong value stops the start", () => {
  test.each([
    {
      name: "no number",
      env: { CODEINDEX_PORT: "many" },
      want: /^CODEINDEX_PORT: "many" is not a whole number from 0 to 65535/,
    },
    {
      name: "out of range",
      env: { CODEINDEX_CHUNK_SIZE: "10" },
      want: /^CODEINDEX_CHUNK_SIZE: .* 50 to 1000.*chunk of code, in tokens/,
    },
    { name: "no size", env: { CODEINDEX_MAX_FILE_SIZE: "-1MB" }, want: /^CODEINDEX_MAX_FILE_SIZE/ },
    { name: "no time", env: { CODEINDEX_SEARCH_TIMEOUT: "30 parsecs" }, want: /^CODEINDEX_SEARCH_TIMEOUT/ },
    { name: "no level", env: { CODEINDEX_LOG_LEVEL: "loud" }, want: /one of trace, debug, info/ },
    { name: "no URL", env: { CODEINDEX_PUBLIC_URL: "code.example.com" }, want: /a URL such as https:/ },
    { name: "another machine", env: { CODEINDEX_HOST: "0.0.0.0" }, want: /CODEINDEX_AUTH is none/ },
    {
      name: "a secret is not shown",
      env: { DATABASE_URL: "mysql://me:hunter2@x" },
      want: /^DATABASE_URL: the value is not/,
    },
    {
      name: "a URL that may hold a password is not shown either",
      env: { CODEINDEX_OLLAMA_BASE_URL: "me:hunter2@gpu" },
      want: /^CODEINDEX_OLLAMA_BASE_URL: the value is not a URL such as http:/,
    },
  ])("$name", ({ env, want }) => expect(() => readConfig({}, env, folder)).toThrow(want));

  test.each([
    { name: "no JSON", content: "{", want: /cannot be read as JSON/ },
    { name: "no object", content: "[]", want: /must be a JSON object/ },
    {
      name: "unknown group",
      content: '{"serve": {}}',
      want: /unknown key serve; did you mean server\? Known are workspace, indexing/,
    },
    {
      name: "unknown key",
      content: '{"server": {"prot": 1}}',
      want: /unknown key server\.prot; did you mean server\.port\? Known are server\.port/,
    },
    {
      name: "unknown key of a group in a group",
      content: '{"providers": {"ollama": {"url": "x"}}}',
      want: /unknown key providers\.ollama\.url; did you mean .* Known are providers\.ollama\.baseUrl/,
    },
    {
      name: "no group",
      content: '{"providers": {"ollama": "http://localhost"}}',
      want: /providers\.ollama must be an object of settings, such as providers\.ollama\.baseUrl\./,
    },
    {
      name: "wrong type",
      content: '{"workspace": {"watchFiles": "maybe"}}',
      want: /^workspace\.watchFiles in .* true or false/,
    },
  ])("file: $name", ({ content, want }) => expect(() => readConfig({}, {}, withFile(content))).toThrow(want));

  test("a file that was asked for must exist", () => {
    expect(() => readConfig({ config: "none.json" }, {}, folder)).toThrow(/there is no file/);
  });
});

describe("an unknown variable of the environment stops the start", () => {
  test.each([
    { name: "a letter too many", variable: "CODEINDEX_PORTS", nearest: "CODEINDEX_PORT" },
    { name: "words that are written together", variable: "CODEINDEX_LOGLEVEL", nearest: "CODEINDEX_LOG_LEVEL" },
    { name: "words in another order", variable: "CODEINDEX_SIZE_CHUNK", nearest: "CODEINDEX_CHUNK_SIZE" },
    { name: "a word that is missing", variable: "CODEINDEX_EMBEDDING", nearest: "CODEINDEX_EMBEDDING_PROVIDER" },
  ])("$name", ({ variable, nearest }) =>
    expect(() => readConfig({}, { [variable]: "1" }, folder)).toThrow(
      `${variable}: there is no such setting; did you mean ${nearest}?`,
    ),
  );

  test.each([
    { name: "of commands that ask a service", variable: "CODEINDEX_API_BASE", value: "http://localhost:8400" },
    { name: "of docker-compose.yml", variable: "CODEINDEX_IMAGE", value: "codeindex" },
    { name: "that Kubernetes gives for a service", variable: "CODEINDEX_SERVICE_PORT_HTTP", value: "8400" },
    { name: "that Docker gives for a link", variable: "CODEINDEX_REDIS_PORT", value: "tcp://10.0.0.7:6379" },
    {
      name: "that Kubernetes gives beside a service codeindex",
      variable: "CODEINDEX_PORT",
      value: "tcp://10.0.0.7:80",
    },
    { name: "that is empty", variable: "CODEINDEX_TYPO", value: "" },
    { name: "of another program", variable: "CODE_INDEX_PORT", value: "1" },
  ])("not one $name", ({ variable, value }) => {
    expect(readConfig({}, { [variable]: value }, folder).port).toBe(8400);
  });
});

describe("the data folder is never inside a repository", () => {
  const repo = join(folder, "repo");
  mkdirSync(repo);
  symlinkSync(repo, join(folder, "link"));

  test.each([
    { name: "below it", dataDir: "repo/.codeindex" },
    { name: "the repository itself", dataDir: "repo" },
    { name: "through a link", dataDir: "link/data" },
  ])("$name", ({ dataDir }) => {
    expect(() => readConfig({ repos: [repo], dataDir }, {}, folder)).toThrow(/lies inside the repository/);
  });

  test("beside it is fine", () => {
    expect(readConfig({ repos: [repo], dataDir: "repo-data" }, {}, folder).dataDir).toBe(join(folder, "repo-data"));
  });
});

test("sizes", () => {
  const size = (text: string) => readConfig({}, { CODEINDEX_MAX_FILE_SIZE: text }, folder).maxFileSize;
  expect(["1.5MB", "500kb", "77", "2 GB"].map(size)).toEqual([1572864, 512000, 77, 2147483648]);
});

test("a public URL stands before paths", () => {
  const publicUrl = (text: string) => readConfig({}, { CODEINDEX_PUBLIC_URL: text }, folder).publicUrl;
  expect(publicUrl("https://Code.example.com/")).toBe("https://code.example.com");
  expect(publicUrl("http://10.0.0.1:8400/index/")).toBe("http://10.0.0.1:8400/index");
});

test.each([
  { host: "127.0.0.1", want: "http://127.0.0.1:1" },
  { host: "::1", want: "http://[::1]:1" },
  { host: "0.0.0.0", want: "http://127.0.0.1:1" },
  { host: "::", want: "http://[::1]:1" },
])("this machine reaches what listens on $host at $want", ({ host, want }) => expect(localUrl(host, 1)).toBe(want));

test("every key is documented, and names are used once", () => {
  const keys = Object.values(CONFIG_KEYS) as ConfigKey[];
  const variables = keys.flatMap(({ environment, fileVariable = [] }) => [environment, fileVariable].flat());
  for (const names of [variables, keys.map((key) => key.file)]) expect(new Set(names).size).toBe(names.length);
  for (const { environment, meaning, kind } of keys) {
    expect(environment).toMatch(/^(CODEINDEX_[A-Z_]+|DATABASE_(DIRECT_|READ_)?URL|REDIS_URL)$/);
    expect(meaning).toMatch(/^[A-Z].{10,}\.$/s);
    expect(kind.allowed).not.toBe("");
  }
});

test("settings that decide the index are marked", () => {
  const marked = Object.entries(CONFIG_KEYS).filter(([, key]) => "reindex" in key);
  expect(marked.map(([name]) => name)).toEqual([
    "excludePatterns",
    "includePatterns",
    "maxFileSize",
    "maxFiles",
    "chunkSize",
  ]);
});

test("the schema of the file has every key", () => {
  const { properties } = configSchema();
  for (const { file } of Object.values(CONFIG_KEYS) as ConfigKey[])
    expect(properties, file).toHaveProperty(file.split(".").join(".properties."));
});

/**
 * The keys and variables that specs/codeindex.md names, with its example values: each is a setting, or is refused with what to use instead. A
 * refused one whose value asks for what is so in any case is accepted.
 */
const SPECIFIED: { file: string; value: unknown; is: keyof typeof CONFIG_KEYS | { instead: RegExp } }[] = [
  { file: "workspace.paths", value: ["/srv/app"], is: "repos" },
  { file: "workspace.excludePatterns", value: ["*.log"], is: "excludePatterns" },
  { file: "workspace.includePatterns", value: ["**/*"], is: "includePatterns" },
  { file: "workspace.maxFileSize", value: "1.5MB", is: "maxFileSize" },
  { file: "workspace.maxFiles", value: 25000, is: "maxFiles" },
  { file: "workspace.watchFiles", value: true, is: "watchFiles" },
  { file: "indexing.chunkSize", value: 250, is: "chunkSize" },
  { file: "indexing.chunkOverlap", value: 50, is: { instead: /get_file_context/ } },
  { file: "indexing.strategies", value: ["tfidf"], is: { instead: /indexing\.embeddingProvider/ } },
  { file: "indexing.embeddingProvider", value: "openai", is: "embeddingProvider" },
  { file: "indexing.updateInterval", value: "60s", is: { instead: /workspace\.watchInterval/ } },
  { file: "indexing.batchSize", value: 100, is: { instead: /providers\.openai\.batchSize/ } },
  { file: "search.defaultMaxResults", value: 50, is: "defaultMaxResults" },
  { file: "search.relevanceThreshold", value: 0.65, is: "relevanceThreshold" },
  { file: "search.timeout", value: "30s", is: "searchTimeout" },
  { file: "search.enableCaching", value: true, is: "enableCaching" },
  { file: "search.cacheSize", value: "500MB", is: "cacheSize" },
  { file: "providers.openai.apiKey", value: "sk-1", is: "openaiApiKey" },
  { file: "providers.openai.model", value: "text-embedding-3-small", is: "openaiModel" },
  { file: "providers.openai.batchSize", value: 100, is: "openaiBatchSize" },
  { file: "providers.ollama.baseUrl", value: "http://localhost:11434", is: "ollamaBaseUrl" },
  { file: "providers.ollama.model", value: "nomic-embed-text", is: "ollamaModel" },
  { file: "providers.ollama.timeout", value: "30s", is: "ollamaTimeout" },
  { file: "server.name", value: "CodeIndex MCP Server", is: { instead: /mcp-config/ } },
  { file: "server.version", value: "1.0.0", is: { instead: /--version/ } },
  { file: "server.transport", value: "stdio", is: { instead: /codeindex mcp/ } },
  { file: "server.logLevel", value: "info", is: "logLevel" },
  { file: "server.enableTelemetry", value: true, is: { instead: /OTEL_EXPORTER_OTLP_ENDPOINT/ } },
];

const SPECIFIED_VARIABLES: { variable: string; value: string; is: (typeof SPECIFIED)[number]["is"] }[] = [
  { variable: "CODEINDEX_WORKSPACE_PATH", value: "/srv/app", is: "repos" },
  { variable: "CODEINDEX_MAX_FILES", value: "25000", is: "maxFiles" },
  { variable: "CODEINDEX_MAX_FILE_SIZE", value: "1.5MB", is: "maxFileSize" },
  { variable: "CODEINDEX_CHUNK_SIZE", value: "250", is: "chunkSize" },
  { variable: "CODEINDEX_EMBEDDING_PROVIDER", value: "openai", is: "embeddingProvider" },
  { variable: "CODEINDEX_UPDATE_INTERVAL", value: "60s", is: { instead: /CODEINDEX_WATCH_INTERVAL/ } },
  { variable: "CODEINDEX_OPENAI_API_KEY", value: "sk-1", is: "openaiApiKey" },
  { variable: "CODEINDEX_OLLAMA_BASE_URL", value: "http://localhost:11434", is: "ollamaBaseUrl" },
  { variable: "CODEINDEX_LOG_LEVEL", value: "info", is: "logLevel" },
  { variable: "CODEINDEX_CACHE_SIZE", value: "500MB", is: "cacheSize" },
  { variable: "CODEINDEX_ENABLE_TELEMETRY", value: "true", is: { instead: /OTEL_EXPORTER_OTLP_ENDPOINT/ } },
];

describe("every setting of the specification is taken, or refused with what to use instead", () => {
  const flags = { dataDir: join(tmpdir(), "data-of-nobody") };

  test("there are 28 keys and 11 variables", () => {
    expect([SPECIFIED.length, SPECIFIED_VARIABLES.length]).toEqual([28, 11]);
  });

  test.each(SPECIFIED)("$file", ({ file, value, is }) => {
    const [group = "", ...rest] = file.split(".");
    const settings = { [group]: rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) };
    const path = join(withFile(JSON.stringify(settings)), CONFIG_FILE);
    const read = () => readConfig({ ...flags, config: path }, {}, folder);
    if (typeof is === "string") expect(read().sources[is]).toBe("file");
    else {
      expect(read).toThrow(`${file} is not a setting.`);
      expect(read).toThrow(is.instead);
    }
  });

  test.each(SPECIFIED_VARIABLES)("$variable", ({ variable, value, is }) => {
    const read = () => readConfig(flags, { [variable]: value }, folder);
    if (typeof is === "string") expect(read().sources[is]).toBe("environment");
    else {
      expect(read).toThrow(`${variable}: is not a setting.`);
      expect(read).toThrow(is.instead);
    }
  });

  test("all that a start refuses is said at once", () => {
    const at = withFile('{"indexing": {"chunkOverlap": 50, "batchSize": 100}, "server": {"transport": "stdio"}}');
    const refused = /indexing\.chunkOverlap is not .*\n.*indexing\.batchSize is not .*\n.*server\.transport is not /;
    expect(() => readConfig({ config: join(at, CONFIG_FILE) }, {}, folder)).toThrow(refused);
    const env = { CODEINDEX_UPDATE_INTERVAL: "60s", CODEINDEX_TELEMETRY: "1" };
    expect(() => readConfig({}, env, folder)).toThrow(
      /^CODEINDEX_UPDATE_INTERVAL: is not .*\nCODEINDEX_TELEMETRY: .* did you mean CODEINDEX_ENABLE_TELEMETRY\?$/,
    );
  });

  test("values that ask for what is so in any case are accepted", () => {
    const at = withFile('{"indexing": {"strategies": ["embeddings", "tfidf"]}, "server": {"enableTelemetry": false}}');
    expect(readConfig({}, { CODEINDEX_ENABLE_TELEMETRY: "false" }, at).sources.port).toBe("default");
  });
});
