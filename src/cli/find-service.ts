/**
 * Finds the service of a bridge, and starts an embedded one.
 *
 *   url given      wait a moment, as it may be restarting; then each request looks once, and its error names the service to start
 *   otherwise      call this machine's port; without an answer, start `serve` as a process of its own, even if other bridges do the same
 *
 * The data folder's lock ensures that one process serves all: if several start, the others end at once, and the bridges wait for the holder of the
 * lock. It outlives the bridges, and stops by itself when it has been idle for a while.
 */
import { spawn } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CodeindexError, certificateError, type ErrorCode } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { MALLOC } from "../base/malloc.js";
import { packageFile } from "../base/package.js";
import { letFail } from "../base/promises.js";
import type { ServiceFinder } from "../mcp/bridge/upstream.js";
import { NO_PROJECT } from "../projects/choose.js";
import { dataDirToken, lockProof, makeDataDir } from "../store/pglite/data-dir.js";
import { askService, withoutServers } from "./service.js";

const BIN = fileURLToPath(packageFile("bin/codeindex.js"));
/** How long the bridge waits for a service that it starts, and for a given one that is gone. */
const PATIENCE_MS = { start: 50_000, gone: 2500 };
/** How long a service that was gone a moment ago has to answer. */
const LAST_LOOK_MS = 1000;
const LOOK_EVERY_MS = 100;
const LOOK_AGAIN_MS = 1000;
const ANSWER_MS = 3000;
/** Starts in total; a start may end because another process held the data folder just then. */
const MOST_STARTS = 3;
const LOG_LIMIT = 5 * 2 ** 20;

const PROJECT_HEADER = "x-codeindex-project";

/** The settings with which an embedded service is started. */
export interface Embedded {
  dataDir: string;
  port: number;
  /** Milliseconds. */
  stopWhenIdle: number;
  /** Empty for none: a file in the client's folder may have come with a repository. */
  config: string;
  logLevel: string;
}

export interface FindOptions {
  /** The service's URL, without a path of ours. */
  base: string;
  /** Null where a URL was given: that service is never started here. */
  embedded: Embedded | null;
  /** The working folder, and its repository. */
  folder: string;
  repository: string | undefined;
  /** Whether the service answers about that folder's project by default. */
  isAuto: boolean;
  /** Sent with every request. */
  headers: Record<string, string>;
  log: Logger;
}

/** Makes the finder; it does nothing until it is used. */
export function createServiceFinder(options: FindOptions): ServiceFinder {
  const { base, embedded, log } = options;
  let found: Promise<Record<string, string>> | undefined;
  let isSearching = false;
  /** The time since which a given service has not answered. */
  let goneSince: number | undefined;

  const search = async (): Promise<Record<string, string>> => {
    const starter = embedded && createStarter(embedded, log);
    goneSince = starter ? performance.now() : (goneSince ?? performance.now());
    const until = goneSince + (starter ? PATIENCE_MS.start : PATIENCE_MS.gone);
    while (!(await answers(options, starter ? ANSWER_MS : Math.max(LAST_LOOK_MS, until - performance.now())))) {
      if (performance.now() > until) throw unavailable(options);
      await starter?.tend();
      await sleep(LOOK_EVERY_MS);
    }
    goneSince = undefined;
    return { ...options.headers, ...(await projectHeader(options)) };
  };

  /** A folder that belongs to no project may belong to one soon. */
  const lookAgain = async (about: Promise<Record<string, string>>): Promise<void> => {
    const { [PROJECT_HEADER]: project } = await about;
    if (project !== NO_PROJECT) return;
    await sleep(LOOK_AGAIN_MS, undefined, { ref: false });
    if (found === about) found = undefined;
  };

  return {
    find() {
      if (found) return found;
      isSearching = true;
      found = search()
        .catch((error) => {
          found = undefined;
          throw error;
        })
        .finally(() => {
          isSearching = false;
        });
      letFail(lookAgain(found));
      return found;
    },
    async await(signal) {
      while (!found) {
        await sleep(LOOK_AGAIN_MS, undefined, { ref: false, ...(signal && { signal }) });
        if (!found && (await answers(options, ANSWER_MS).catch(() => false))) void this.find().catch(() => undefined);
      }
      return found;
    },
    lost() {
      // Several requests may notice at once; the first starts the search.
      if (!found || isSearching) return;
      log.info({ url: base }, "the service does not answer any more");
      found = undefined;
    },
  };
}

/** Whether the service answers. Throws `daemon_unavailable` where another program answers in its place. */
async function answers({ base, embedded, headers }: FindOptions, patience: number): Promise<boolean> {
  let response: Response;
  try {
    response = await fetch(`${base}/health`, { headers, signal: AbortSignal.timeout(patience) });
  } catch (error) {
    const problem = certificateError(error, base);
    if (problem) throw problem;
    return false;
  }
  const body = await response.json().catch(() => null);
  // A proxy may hide /health; these three statuses are the proxy's own answer for a service that is gone.
  if (!embedded) return ![502, 503, 504].includes(response.status);
  if (response.ok && typeof (body as { version?: unknown } | null)?.version === "string") return true;
  throw new CodeindexError("daemon_unavailable", `Another program than codeindex answers at ${base}.`, {}, [
    "Choose another port with CODEINDEX_PORT, or name a running service with --url.",
  ]);
}

function unavailable({ base, embedded }: FindOptions): CodeindexError {
  return new CodeindexError("daemon_unavailable", `No codeindex service answers at ${base}.`, {}, [
    embedded
      ? "Run `codeindex serve --repo DIR` in a terminal to see why, or name a running service with --url."
      : "Start the service there (codeindex serve), or correct --url or CODEINDEX_API_BASE.",
  ]);
}

/** Starts a service while no process holds the data folder. */
function createStarter({ dataDir, port, stopWhenIdle, config, logLevel }: Embedded, log: Logger) {
  let starts = 0;
  let isRunning = false;
  let readFrom = 0;
  const logFile = join(dataDir, "service.log");
  return {
    /**
     * Starts the service, unless a start is under way here or elsewhere. Throws `daemon_unavailable` with the service's last message after the last
     * failed start.
     */
    async tend(): Promise<void> {
      if (isRunning || (await dataDirToken(dataDir)) !== null) return;
      if (starts === MOST_STARTS) throw couldNotStart(lastWords(logFile, readFrom));
      starts++;
      makeDataDir(dataDir);
      const output = openSync(logFile, "a", 0o600);
      if (fstatSync(output).size > LOG_LIMIT) ftruncateSync(output);
      readFrom = fstatSync(output).size;
      const flags = ["--port", String(port), "--data-dir", dataDir, "--stop-when-idle", `${stopWhenIdle}ms`];
      flags.push("--config", config);
      const child = spawn(process.execPath, [BIN, "serve", "--log-level", logLevel, ...flags], {
        detached: true,
        windowsHide: true,
        stdio: ["ignore", output, output],
        env: embeddedEnvironment(process.env),
      });
      closeSync(output);
      isRunning = true;
      child.once("error", () => {
        isRunning = false;
      });
      child.once("exit", () => {
        isRunning = false;
      });
      child.unref();
      log.info({ process: child.pid }, "started a codeindex service; it stops by itself when idle");
    },
  };
}

/** The environment of the service: ours, without the variables that would make it another kind of service. */
export function embeddedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { CODEINDEX_TOKEN: _token, ...rest } = withoutServers(env);
  // The service has the repositories of the bridges that open it, and the ones that were added before.
  return { ...MALLOC, ...rest, CODEINDEX_WORKSPACE_PATH: env.CODEINDEX_WORKSPACE_PATH || "," };
}

function couldNotStart(why: string): CodeindexError {
  return new CodeindexError("daemon_unavailable", `The codeindex service could not be started: ${why}`, {}, [
    "Run `codeindex serve --repo DIR` in a terminal to see more, or name a running service with --url.",
  ]);
}

/** The message of a service that ended during its start. */
function lastWords(logFile: string, from: number): string {
  const text = readFileSync(logFile).subarray(from).toString("utf8");
  return /^codeindex: (.+)$/m.exec(text)?.[1] ?? "it ended without a word.";
}

/** Errors that would be the same without a registration. */
const UNANSWERED = new Set<ErrorCode>(["daemon_unavailable", "unauthorized", "rate_limited"]);

/** Registers the folder's repository where the service belongs to the same user, and returns a header with the folder's project. */
async function projectHeader(options: FindOptions): Promise<Record<string, string>> {
  const { base, embedded, folder, repository: root, isAuto, headers, log } = options;
  if (!embedded && !isAuto) return {};
  const token = root && embedded ? await dataDirToken(embedded.dataDir) : null;
  const ask = (add?: object) =>
    askService<{ project_id: string | null }>(base, "POST", "/folders", { path: folder, ...(add && { add }) }, headers);
  try {
    const { project_id } = await ask(
      root && token ? { root, proof: lockProof(token, `register ${root}`) } : undefined,
    ).catch((error) => {
      if (!(error instanceof CodeindexError) || UNANSWERED.has(error.code)) throw error;
      log.warn({ reason: error.message }, "failed to register the working folder's repository");
      return ask();
    });
    if (!isAuto) return {};
    if (project_id === null) log.warn("the working folder belongs to no project of the service");
    return { [PROJECT_HEADER]: project_id ?? NO_PROJECT };
  } catch (error) {
    log.warn({ reason: (error as Error).message }, "failed to find the project of the working folder");
    return isAuto ? { [PROJECT_HEADER]: NO_PROJECT } : {};
  }
}
