/**
 * The official conformance suites against the real service: with the fixtures that they ask for, and the scenarios that any server must pass against
 * codeindex as it ships. `npm run test:conformance` installs the suites.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { HttpServer } from "../../src/http/server.js";
import { temporaryFolder } from "../helpers/folders.js";
import { FIXTURES } from "./fixtures.js";
import { useService } from "./service.js";
import { TASK_FIXTURES } from "./task-fixtures.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PATIENCE = 300_000;
/** Scenarios that ask for nothing of their own, of either era. Those about subscriptions ask for a resource of theirs: what is not there cannot be watched. */
const GENERIC = [
  "server-initialize",
  "logging-set-level",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

const withFixtures = useService({ ...FIXTURES, tools: [...FIXTURES.tools, ...TASK_FIXTURES] });
const shipped = useService();

/** Runs a suite; gives the checks that were made, by scenario. */
async function run(suite: "next" | "released", url: string, args: string[]): Promise<Map<string, Check[]>> {
  const out = temporaryFolder();
  const program = join(HERE, "node_modules", `conformance-${suite}`, "dist", "index.js");
  const child = spawn(
    process.execPath,
    ["--import", join(HERE, "node20.js"), program, "server", "--url", url, "-o", out, ...args],
    { stdio: ["ignore", "pipe", "pipe"], cwd: HERE },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
  await new Promise((done) => child.on("close", done));
  const scenarios = new Map<string, Check[]>();
  for (const folder of readdirSync(out)) {
    const name = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    scenarios.set(name, JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8")) as Check[]);
  }
  if (scenarios.size === 0) throw new Error(printed);
  return scenarios;
}

const failures = (scenarios: Map<string, Check[]>): string[] =>
  [...scenarios].flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => status === "FAILURE")
      .map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`),
  );

const passed = (scenarios: Map<string, Check[]>): number =>
  [...scenarios.values()].flat().filter(({ status }) => status === "SUCCESS").length;

const local = (server: HttpServer) => `${server.url.replace("127.0.0.1", "localhost")}/mcp`;

describe("conformance", () => {
  test(
    "the released suite, with fixtures",
    async () => {
      const scenarios = await run("released", local(withFixtures()), ["--suite", "all"]);
      expect(failures(scenarios)).toEqual([]);
      expect(passed(scenarios)).toBeGreaterThan(40);
    },
    PATIENCE,
  );

  test.each([
    { revision: "2025-11-25", least: 70 },
    { revision: "2026-07-28", least: 180 },
  ])(
    "requirements of $revision, with fixtures",
    async ({ revision, least }) => {
      const scenarios = await run("next", local(withFixtures()), ["--requirements", revision]);
      expect(failures(scenarios)).toEqual([]);
      expect(passed(scenarios)).toBeGreaterThan(least);
    },
    PATIENCE,
  );

  test.each(GENERIC)(
    "%s, as it ships",
    async (scenario) => {
      const scenarios = await run("released", local(shipped()), ["--scenario", scenario]);
      expect(failures(scenarios)).toEqual([]);
      expect(passed(scenarios)).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});
