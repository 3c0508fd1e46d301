/** `doctor`: checks everything that codeindex depends on, and gives advice. */
import { readFileSync } from "node:fs";
import { CodeindexError } from "../base/errors.js";
import { nth } from "../base/need.js";
import { packageFile } from "../base/package.js";
import { VERSION } from "../base/version.js";
import { CONFIG_FILE, type Config, type Flags, readConfig } from "../config/config.js";
import { readSealKeys } from "../store/db/seal-keys.js";
import { isTracingOn } from "../telemetry/tracing.js";
import { PROGRAM } from "./client-choice.js";
import { type Check, type Finding, fail, ok } from "./doctor/finding.js";
import { checkGit, checkMemory, checkNode, checkReadable, checkWatches, checkWritable } from "./doctor/machine.js";
import { checkService } from "./doctor/service.js";
import { clientUrl, serviceUrl } from "./service.js";

export interface DoctorFlags extends Flags {
  url?: string;
  json?: boolean;
}

/** Runs all checks and prints the findings; returns the exit code: 1 where something fails. */
export async function doctor({ url, json, ...flags }: DoctorFlags): Promise<number> {
  const findings: Finding[] = [];
  for (const check of checksOf(flags, url)) findings.push(...(await check()));
  const isWell = findings.every(({ level }) => level !== "fail");
  console.log(json ? JSON.stringify({ ok: isWell, version: VERSION, checks: findings }, null, 2) : inWords(findings));
  return isWell ? 0 : 1;
}

function checksOf(flags: Flags, url: string | undefined): Check[] {
  const machine: Check[] = [
    () => [checkNode(process.versions.node, engines()), checkMemory()],
    checkWatches,
    async () => [await checkGit()],
  ];
  let config: Config;
  try {
    config = readConfig(flags);
  } catch (error) {
    if (!(error instanceof CodeindexError)) throw error;
    const { message, suggestions } = error;
    return [() => [fail("configuration", message, suggestions.join(" "))], ...machine];
  }
  return [
    () => checkConfiguration(config),
    ...machine,
    ...folderChecks(config),
    ...serverChecks(config),
    async () => [await (await import("./doctor/embedder.js")).checkEmbedder(config)],
    () => checkService(serviceUrl(url), VERSION),
    () => checkClientFiles(url),
  ];
}

/** Loads the tools only for this check. */
async function checkClientFiles(url: string | undefined): Promise<Finding[]> {
  const [{ checkClients }, { siteOf }, { TOOLS }] = await Promise.all([
    import("./doctor/clients.js"),
    import("./install.js"),
    import("../tools/index.js"),
  ]);
  return checkClients({
    sites: [siteOf("project"), siteOf("user")],
    base: clientUrl(url),
    program: PROGRAM,
    tools: TOOLS,
  });
}

function checkConfiguration(config: Config): Finding[] {
  const { databaseUrl, redisUrl } = config;
  const mode =
    redisUrl !== null
      ? "a server: PostgreSQL and a queue on Redis"
      : databaseUrl !== null
        ? "one process on PostgreSQL"
        : "one process with its own database";
  const findings = [ok("configuration", `${mode}; flags, environment and ${CONFIG_FILE} are read`)];
  try {
    const { isOn, keys } = readSealKeys(config);
    if (isOn) findings.push(ok("encryption", `what is stored is encrypted with the key ${nth(keys, 0).id}`));
  } catch (error) {
    findings.push(fail("encryption", (error as Error).message, "Correct the setting that it names."));
  }
  if (isTracingOn(process.env)) findings.push(ok("traces", "are sent where the environment of OpenTelemetry says"));
  return findings;
}

function folderChecks({ repos, root, databaseUrl, dataDir, redisUrl, clonesDir }: Config): Check[] {
  const sources = redisUrl === null || root !== null ? repos : [];
  return [
    ...(root === null ? [] : [async () => [await checkReadable("root", root)]]),
    ...sources.map((folder) => async () => [await checkReadable("repository", folder)]),
    ...(databaseUrl === null ? [async () => [await checkWritable("data folder", dataDir)]] : []),
    ...(databaseUrl === null ? [] : [async () => [await checkWritable("clones", clonesDir)]]),
  ];
}

/** Loads its modules only where such servers are configured. */
function serverChecks({ databaseUrl, databaseDirectUrl, redisUrl, migrate }: Config): Check[] {
  const checks: Check[] = [];
  if (databaseUrl !== null)
    checks.push(async () =>
      (await import("./doctor/database.js")).checkDatabase(databaseUrl, databaseDirectUrl, migrate),
    );
  if (redisUrl !== null)
    checks.push(async () => (await import("./doctor/redis.js")).checkRedis(redisUrl, databaseDirectUrl ?? databaseUrl));
  return checks;
}

function engines(): string {
  const text = readFileSync(packageFile("package.json"), "utf8");
  return (JSON.parse(text) as { engines: { node: string } }).engines.node;
}

/** A line for each finding, with its advice below it, and a summary. */
export function inWords(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, level, message, advice }) => [
    `${level.padEnd(4)}  ${check.padEnd(width)}  ${message}`,
    ...(advice ? [`${" ".repeat(width + 8)}${advice}`] : []),
  ]);
  const count = (wanted: Finding["level"]) => findings.filter(({ level }) => level === wanted).length;
  return [...lines, "", `${count("ok")} well, ${count("warn")} to look at, ${count("fail")} to repair`].join("\n");
}
