/** Findings of the doctor about the state that it sees. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../../src/base/version.js";
import { checkDatabase, describeServer } from "../../../src/cli/doctor/database.js";
import { checkEmbedder } from "../../../src/cli/doctor/embedder.js";
import type { Finding } from "../../../src/cli/doctor/finding.js";
import {
  checkGit,
  checkMemory,
  checkNode,
  checkReadable,
  checkWatches,
  checkWritable,
} from "../../../src/cli/doctor/machine.js";
import { checkRedis, describeRedis, type RedisState } from "../../../src/cli/doctor/redis.js";
import { checkService } from "../../../src/cli/doctor/service.js";
import { inWords } from "../../../src/cli/doctor.js";
import { readConfig } from "../../../src/config/config.js";
import { type HttpServer, listen } from "../../../src/http/server.js";
import type { ServerState } from "../../../src/store/db/server.js";
import { temporaryFolder } from "../../helpers/folders.js";
import { tableHost } from "../../mcp/table.js";

const folder = temporaryFolder();

/** `fail redis policy` */
const inShort = (findings: readonly Finding[]) => findings.map(({ level, check }) => `${level} ${check}`);
const notWell = (findings: readonly Finding[]) => inShort(findings.filter(({ level }) => level !== "ok"));

test("each finding that is not well says what to do", () => {
  const findings = [
    ...describeServer({ ...SERVER, versionNumber: 130000, maxConnections: 20, extensions: NONE }, 9000),
    ...describeRedis({ ...REDIS, version: "5.0.1", policy: "allkeys-lru", appendOnly: null, workers: 0 }),
    checkNode("18.0.0", ">=20.19"),
    checkMemory(2 ** 28),
  ];
  expect(findings).toHaveLength(10);
  for (const { level, advice, check } of findings) {
    expect(level, check).not.toBe("ok");
    expect(advice, check).toMatch(/^[A-Z].*\.$/);
  }
});

test.each([
  { version: "20.19.0", want: "ok" },
  { version: "22.1.0", want: "ok" },
  { version: "20.9.0", want: "fail" },
  { version: "18.20.8", want: "fail" },
])("Node $version, where 20.19 is needed: $want", ({ version, want }) =>
  expect(checkNode(version, ">=20.19").level).toBe(want),
);

const NONE = { pg_trgm: "missing" } as const;
const SERVER: ServerState = {
  version: "17.2",
  versionNumber: 170002,
  maxConnections: 100,
  size: 2 ** 30,
  now: new Date().toISOString(),
  extensions: { pg_trgm: "installed" },
};

describe("PostgreSQL", () => {
  test.each<{ name: string; state: Partial<ServerState>; skew?: number; want: string[] }>([
    { name: "as it should be", state: {}, want: [] },
    { name: "the oldest that is tried", state: { versionNumber: 150004 }, want: [] },
    { name: "not tried", state: { versionNumber: 190001 }, want: ["warn postgresql"] },
    { name: "too old", state: { versionNumber: 140001 }, want: ["fail postgresql"] },
    { name: "without pg_trgm", state: { extensions: { pg_trgm: "missing" } }, want: ["fail pg_trgm"] },
    { name: "few connections", state: { maxConnections: 30 }, want: ["warn connections"] },
    { name: "another time", state: {}, skew: -60_000, want: ["warn clock"] },
  ])("$name", ({ state, skew = 0, want }) =>
    expect(notWell(describeServer({ ...SERVER, ...state }, skew))).toEqual(want),
  );

  test("that is away: how, and never the password", async () => {
    const findings = await checkDatabase("postgres://me:hunter2@127.0.0.1:1/code", null, true);
    expect(inShort(findings)).toEqual(["fail postgresql"]);
    expect(findings[0]!.message).toContain("ECONNREFUSED");
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  test.runIf(process.env.TEST_DATABASE_URL)("that is there", async () => {
    const findings = await checkDatabase(process.env.TEST_DATABASE_URL!, null, true);
    expect(inShort(findings)).toEqual(expect.arrayContaining(["ok postgresql", "ok pg_trgm"]));
  });
});

const REDIS: RedisState = {
  version: "7.0.15",
  usedMemory: 2 ** 20,
  policy: "noeviction",
  appendOnly: "yes",
  workers: 2,
};

describe("Redis", () => {
  test.each<{ name: string; state: Partial<RedisState>; want: string[] }>([
    { name: "as it should be", state: {}, want: [] },
    { name: "too old", state: { version: "6.0.9" }, want: ["fail redis"] },
    { name: "that throws jobs away", state: { policy: "allkeys-lru" }, want: ["fail redis policy"] },
    { name: "that nobody takes jobs from", state: { workers: 0 }, want: ["warn workers"] },
    { name: "without a file", state: { appendOnly: "no" }, want: ["warn redis file"] },
    {
      name: "that does not tell",
      state: { policy: null, appendOnly: null, workers: null },
      want: ["warn redis policy", "warn redis file"],
    },
  ])("$name", ({ state, want }) => expect(notWell(describeRedis({ ...REDIS, ...state }))).toEqual(want));

  test("that is away", async () => {
    expect(await checkRedis("redis://:hunter2@127.0.0.1:1", null)).toEqual([
      expect.objectContaining({ level: "fail", message: expect.stringMatching(/ECONNREFUSED(?!.*hunter2)/) }),
    ]);
  });
});

describe("the machine", () => {
  test("watches: each limit that is low, and how to raise it", async () => {
    writeFileSync(join(folder, "max_user_watches"), "8192\n");
    writeFileSync(join(folder, "max_user_instances"), "1024\n");
    const findings = await checkWatches(folder);
    expect(inShort(findings)).toEqual(["warn watches", "ok watches"]);
    expect(findings[0]!.advice).toContain("sysctl fs.inotify.max_user_watches=");
  });

  test("a system without such limits has nothing to tell", async () =>
    expect(await checkWatches(join(folder, "none"))).toEqual([]));

  test("a folder that does not exist yet is judged by the one above", async () => {
    const { level, message } = await checkWritable("data folder", join(folder, "deep/er"));
    expect([level === "fail", message]).toEqual([false, expect.stringMatching(/er, .* free$/)]);
  });

  test("a file is not a repository", async () => {
    writeFileSync(join(folder, "file"), "");
    expect((await checkReadable("root", join(folder, "file"))).level).toBe("fail");
    expect((await checkReadable("root", folder)).level).toBe("ok");
  });

  test("no git is not a failure", async () => expect((await checkGit("no-such-git")).level).toBe("warn"));
});

describe("the service", () => {
  test("one that runs, and is not ready", async () => {
    const server: HttpServer = await listen(tableHost());
    const findings = await checkService(server.url, VERSION);
    await server.close();
    expect(inShort(findings)).toEqual(["ok service", "warn ready"]);
    expect(findings[1]!.message).toContain("database");
  });

  test("nothing there is a hint, something else there a failure", async () => {
    expect(inShort(await checkService("http://127.0.0.1:9", VERSION))).toEqual(["warn service"]);
    const other = createServer((_request, response) => response.end("hello"));
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const { port } = other.address() as { port: number };
    expect(inShort(await checkService(`http://127.0.0.1:${port}`, VERSION))).toEqual(["fail service"]);
    other.close();
  });
});

test("in words: a line each, what to do below it", () => {
  const findings: Finding[] = [
    { check: "node", level: "ok", message: "22.1.0" },
    { check: "redis policy", level: "fail", message: "maxmemory-policy is allkeys-lru", advice: "Set it." },
  ];
  expect(inWords(findings)).toBe(
    [
      "ok    node          22.1.0",
      "fail  redis policy  maxmemory-policy is allkeys-lru",
      "                    Set it.",
      "",
      "1 well, 0 to look at, 1 to repair",
    ].join("\n"),
  );
});

describe("vectors", () => {
  test.each([
    { env: { CODEINDEX_EMBEDDING_PROVIDER: "none" }, level: "ok", says: /^none/ },
    { env: {}, level: "ok", says: /^codeindex-words.*, \d+ dimensions$/ },
    {
      env: { CODEINDEX_EMBEDDING_PROVIDER: "ollama", CODEINDEX_OLLAMA_BASE_URL: "http://127.0.0.1:1" },
      level: "warn",
      says: /^Ollama cannot be reached at http:\/\/127\.0\.0\.1:1/,
    },
    {
      env: {
        CODEINDEX_EMBEDDING_PROVIDER: "openai",
        CODEINDEX_OPENAI_BASE_URL: "http://192.0.2.1",
        CODEINDEX_LOCAL_ONLY: "1",
      },
      level: "fail",
      says: /^CODEINDEX_OPENAI_BASE_URL: 192\.0\.2\.1 is not known/,
    },
  ])("$level $says", async ({ env, level, says }) => {
    const finding = await checkEmbedder(readConfig({}, env, folder));
    expect(finding).toMatchObject({ check: "vectors", level, message: expect.stringMatching(says) });
  });
});
