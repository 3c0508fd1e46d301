/** The benchmark's workspace: a temporary folder and child processes. All are removed at its end, whatever the cause. */
import { type ChildProcess, fork, type Serializable, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CodeindexError } from "../../base/errors.js";
import { MALLOC } from "../../base/malloc.js";
import { nth, present } from "../../base/need.js";
import { packageFile, threadFile } from "../../base/package.js";
import { letFail } from "../../base/promises.js";

const COMMAND = fileURLToPath(packageFile("bin/codeindex.js"));
/** Characters of a child's standard error that are kept. */
const KEPT_WORDS = 4000;
const STOP_PATIENCE_MS = 15_000;

export interface Workspace {
  /** Aborts when the benchmark is to stop. */
  signal: AbortSignal;
  /** A new path in the temporary folder. */
  path(name: string): string;
  /** Runs one of the `-child` modules of `measure/` in a process of its own and returns its `answer`. Throws `index_error` where it fails. */
  runChild<Result>(name: string, input: unknown): Promise<Result>;
  /** Starts `codeindex serve` over a repository. */
  serve(repository: string, dataDir: string, env?: Record<string, string>): Promise<Service>;
  close(): Promise<void>;
}

export interface Service {
  /** http://127.0.0.1:… */
  url: string;
  pid: number;
  /** The start of the process, by `performance.now()`. */
  startedAt: number;
  /** Resolves with the summary of the first build and its time, by `performance.now()`. */
  built: Promise<{ summary: string; builtAt: number }>;
  /** Stops it like Ctrl-C. */
  stop(): Promise<void>;
}

/** Makes a workspace. `signal`: aborts when the benchmark is to stop. */
export function createWorkspace(signal: AbortSignal): Workspace {
  const folder = mkdtempSync(join(tmpdir(), "codeindex-bench-"));
  const children = new Set<ChildProcess>();
  let paths = 0;
  const removeAll = (): void => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  // Also runs when a second Ctrl-C ends the process at once.
  process.once("exit", removeAll);

  /** Tracks a child to its end; `words` returns the end of its standard error. */
  function adopt(child: ChildProcess): { ended: Promise<number | null>; words: () => string } {
    children.add(child);
    let words = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      words = (words + text).slice(-KEPT_WORDS);
    });
    const ended = new Promise<number | null>((done, failed) => {
      child.once("error", failed);
      child.once("close", (code) => {
        children.delete(child);
        done(code);
      });
    });
    ended.catch(() => children.delete(child));
    const end = () => child.kill("SIGTERM");
    signal.addEventListener("abort", end, { once: true });
    letFail(ended.then(() => signal.removeEventListener("abort", end)));
    return { ended, words: () => words };
  }

  function failure(what: string, code: number | null, words: string): CodeindexError {
    return new CodeindexError("index_error", `${what} ended with ${code ?? "a signal"}.\n${words.trim()}`, {}, []);
  }

  return {
    signal,
    path(name) {
      return join(folder, `${++paths}-${name}`);
    },
    async runChild<Result>(name: string, input: unknown) {
      throwIfStopped(signal);
      const child = fork(fileURLToPath(threadFile(name)), [], {
        cwd: folder,
        env: plainEnvironment(),
        execArgv: [],
        stdio: ["ignore", "ignore", "pipe", "ipc"],
        serialization: "advanced",
      });
      let answer: { result: Result } | undefined;
      child.on("message", (message) => {
        answer = message as { result: Result };
      });
      const { ended, words } = adopt(child);
      child.send(input as Serializable);
      const code = await ended;
      throwIfStopped(signal);
      if (!answer || code !== 0) throw failure(name, code, words());
      return answer.result;
    },
    async serve(repository, dataDir, env = {}) {
      throwIfStopped(signal);
      const startedAt = performance.now();
      const child = spawn(
        process.execPath,
        [COMMAND, "serve", "--repo", repository, "--data-dir", dataDir, "--port", "0", "--log-level", "error"],
        { cwd: folder, env: { ...plainEnvironment(), ...env }, stdio: ["ignore", "pipe", "pipe"] },
      );
      const { ended, words } = adopt(child);
      const died = ended.then((code) => {
        throwIfStopped(signal);
        throw failure("codeindex serve", code, words());
      });
      letFail(died);
      let said = "";
      const said$ = (pattern: RegExp) =>
        new Promise<{ text: string; saidAt: number }>((found) => {
          const look = () => {
            const match = pattern.exec(said);
            if (!match) return;
            child.stdout.off("data", look);
            found({ text: nth(match, 1), saidAt: performance.now() });
          };
          child.stdout.on("data", look);
        });
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
      const built = Promise.race([said$(/^ +(\d+ indexed, .*)\n/m), died]).then(({ text, saidAt }) => ({
        summary: text,
        builtAt: saidAt,
      }));
      letFail(built);
      const { text: url } = await Promise.race([said$(/ at (http:\S+)\/mcp\n/), died]);
      return {
        url,
        pid: present(child.pid),
        startedAt,
        built,
        async stop() {
          if (!children.has(child)) return;
          child.kill("SIGTERM");
          const force = setTimeout(() => child.kill("SIGKILL"), STOP_PATIENCE_MS);
          await once(child, "close");
          clearTimeout(force);
        },
      };
    },
    async close() {
      const ending = [...children].map((child) => once(child, "close"));
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ending);
      process.off("exit", removeAll);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Throws `cancelled` once the benchmark is to stop. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new CodeindexError("cancelled", "The benchmark was stopped.", {}, []);
}

/**
 * The environment for a run that measures the defaults: without settings of this user but the key, for the cost of encryption, and with the settings
 * of malloc that the product's commands have.
 */
function plainEnvironment(): NodeJS.ProcessEnv {
  const isSetting = (name: string) =>
    (name.startsWith("CODEINDEX_") && name !== "CODEINDEX_ENCRYPTION_KEY") || name === "DATABASE_URL";
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name))), ...MALLOC };
}
