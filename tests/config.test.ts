import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { serviceUrl } from "../src/cli/service.js";
import { CONFIG_KEYS, type ConfigKey } from "../src/config/keys.js";
import { CONFIG_FILE, configSchema, indexSettings, localUrl, readConfig } from "../src/config.js";

const folder = mkdtempSync(join(tmpdir(), "config-"));
afterAll(() => rmSync(folder, { recursive: true }));

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
      want: /^CODEINDEX_CHUNK_SIZE: .* 50 to 1000.*tokens a chunk/,
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
      name: "nor one that may hold a password",
      env: { CODEINDEX_OLLAMA_BASE_URL: "me:hunter2@gpu" },
      want: /^CODEINDEX_OLLAMA_BASE_URL: the value is not a URL such as http:/,
    },
  ])("$name", ({ env, want }) => expect(() => readConfig({}, env, folder)).toThrow(want));

  test.each([
    { name: "no JSON", content: "{", want: /cannot be read as JSON/ },
    { name: "no object", content: "[]", want: /must be a JSON object/ },
    { name: "unknown group", content: '{"serve": {}}', want: /unknown key serve; known are workspace, indexing/ },
    {
      name: "unknown key",
      content: '{"server": {"prot": 1}}',
      want: /unknown key server\.prot; known are server\.port/,
    },
    {
      name: "unknown key of a group in a group",
      content: '{"providers": {"ollama": {"url": "x"}}}',
      want: /unknown key providers\.ollama\.url; known are providers\.ollama\.baseUrl/,
    },
    {
      name: "no group",
      content: '{"providers": {"ollama": "http://localhost"}}',
      want: /unknown key providers\.ollama; known are providers\.localOnly, providers\.ollama, providers\.openai/,
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
  for (const names of [keys.map((key) => key.environment), keys.map((key) => key.file)])
    expect(new Set(names).size).toBe(names.length);
  for (const { environment, meaning, kind } of keys) {
    expect(environment).toMatch(/^(CODEINDEX_[A-Z_]+|DATABASE_URL|REDIS_URL)$/);
    expect(meaning).toMatch(/^[A-Z].{10,}\.$/s);
    expect(kind.allowed).not.toBe("");
  }
});

test("what decides the index is marked", () => {
  expect(Object.keys(indexSettings(readConfig({}, {}, folder)))).toEqual([
    "excludePatterns",
    "includePatterns",
    "maxFileSize",
    "chunkSize",
  ]);
});

test("the schema of the file has every key", () => {
  const { properties } = configSchema();
  for (const { file } of Object.values(CONFIG_KEYS) as ConfigKey[])
    expect(properties, file).toHaveProperty(file.split(".").join(".properties."));
});
