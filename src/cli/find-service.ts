/**
 * How a bridge finds its service, and starts one where that is its business.
 *
 *   url given      wait a moment, as it may be restarting; then each request looks once, and says what to start
 *   otherwise      ask this machine's port; where nobody answers, start `serve` beside us, once, whoever else does so too
 *
 * That one process serves all is seen to by the data folder's lock: of several that start, the others end at once, and we wait for the one that holds
 * it. It belongs to nobody: it goes on when we end, and stops by itself when nobody has asked anything for a while.
 */
import { spawn } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CodeindexError, certificateError, type ErrorCode } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import type { ServiceFinder } from "../mcp/bridge/upstream.js";
import { NO_PROJECT } from "../projects/choose.js";
import { dataDirToken, lockProof, makeDataDir } from "../store/pglite/data-dir.js";
import { askService, withoutServers } from "./service.js";

const BIN = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));
/** How long a service that we start is waited for, and how long one that is gone and not ours to start. */
const PATIENCE_MS = { start: 50_000, gone: 2500 };
/** How long a service that was gone a moment ago has to answer. */
const LAST_LOOK_MS = 1000;
const LOOK_EVERY_MS = 100;
const LOOK_AGAIN_MS = 1000;
const ANSWER_MS = 3000;
/** Starts that may end, as another process held the data folder just then. */
const MOST_STARTS = 3;
const LOG_LIMIT = 5 * 2 ** 20;

const PROJECT_HEADER = "x-codeindex-project";

/** What an embedded service is started with. */
export interface Embedded {
  dataDir: string;
  port: number;
  /** Milliseconds. */
  stopWhenIdle: number;
  /** Empty: none, as that of the folder where the client stands may have come with a repository. */
  config: string;
  logLevel: string;
}

export interface FindOptions {
  /** The service's URL, without a path of ours. */
  base: string;
  /** null: the URL was given, and so is the service. */
  embedded: Embedded | null;
  /** The folder that is worked in, and the repository that it belongs to. */
  folder: string;
  repository: string | undefined;
  /** Whether the service's answers are about the project of that folder, unless asked otherwise. */
  isAuto: boolean;
  /** Sent with everything. */
  headers: Record<string, string>;
  log: Logger;
}

/** Makes the finder; it does nothing until it is asked. */
export function createServiceFinder(options: FindOptions): ServiceFinder {
  const { base, embedded, log } = options;
  let found: Promise<Record<string, string>> | undefined;
  let isSearching = false;
  /** Since when a service that is not ours to start has not answered. */
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
      lookAgain(found).catch(() => undefined);
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
      // Of several requests that find out, the first has it looked for.
      if (!found || isSearching) return;
      log.info(`codeindex does not answer at ${base} any more`);
      found = undefined;
    },
  };
}

/** Whether the service answers. Throws `daemon_unavailable` where something does that we may not take for it. */
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
  // Of a service behind a proxy we may not even see this; what says that it is not there is the proxy's.
  if (!embedded) return ![502, 503, 504].includes(response.status);
  if (response.ok && typeof (body as { version?: unknown } | null)?.version === "string") return true;
  throw new CodeindexError("daemon_unavailable", `What answers at ${base} is not codeindex.`, {}, [
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

/** Starts a service where nobody holds the data folder. */
function createStarter({ dataDir, port, stopWhenIdle, config, logLevel }: Embedded, log: Logger) {
  let starts = 0;
  let isRunning = false;
  let readFrom = 0;
  const logFile = join(dataDir, "service.log");
  return {
    /** Starts it, unless it is under way here or elsewhere. Throws `daemon_unavailable` with what it said where that fails for good. */
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
      log.info({ process: child.pid }, "started a codeindex service, which stops by itself when it is not used");
    },
  };
}

/** What the service is told by the environment: our own, without what would make it another kind of service. */
export function embeddedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { CODEINDEX_TOKEN: _token, ...rest } = withoutServers(env);
  // It serves the repositories that bridges open, and those that were added before.
  return { ...rest, CODEINDEX_WORKSPACE_PATH: env.CODEINDEX_WORKSPACE_PATH || "," };
}

function couldNotStart(why: string): CodeindexError {
  return new CodeindexError("daemon_unavailable", `The codeindex service could not be started: ${why}`, {}, [
    "Run `codeindex serve --repo DIR` in a terminal to see more, or name a running service with --url.",
  ]);
}

/** What a service that ended at its start had to say. */
function lastWords(logFile: string, from: number): string {
  const text = readFileSync(logFile).subarray(from).toString("utf8");
  return /^codeindex: (.+)$/m.exec(text)?.[1] ?? "it ended without a word.";
}

/** Asked without wanting something registered, it would say the same. */
const UNANSWERED = new Set<ErrorCode>(["daemon_unavailable", "unauthorized", "rate_limited"]);

/** Has the service register the folder's repository where that is its own user's, and says which project the folder belongs to. */
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
      log.warn(`the working folder's repository could not be registered: ${error.message}`);
      return ask();
    });
    if (!isAuto) return {};
    if (project_id === null) log.warn("the working folder belongs to no project of the service");
    return { [PROJECT_HEADER]: project_id ?? NO_PROJECT };
  } catch (error) {
    log.warn(`the project of the working folder was not found: ${(error as Error).message}`);
    return isAuto ? { [PROJECT_HEADER]: NO_PROJECT } : {};
  }
}
