/** The Docker command line, for what testcontainers does not do. */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Output of docker. Throws where it fails. */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("docker", args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  return stdout.trim();
}

/** Says what a run is at: some of its steps take minutes. Vitest keeps what is written to the console until a test has ended. */
export function say(step: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${step}\n`);
}

/** Builds the image of this version. */
export async function buildImage(tag: string): Promise<void> {
  say(`builds the image ${tag}: minutes, where nothing of it is kept from before`);
  await docker("build", "-q", "-t", tag, ROOT);
  say(`built the image ${tag}`);
}

/** A folder of git repositories that the container's user may read; each is the files given. */
export function makeRepositories(repositories: Record<string, Record<string, string>>): {
  path: string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), "codeindex-repos-"));
  chmodSync(path, 0o755);
  for (const [name, files] of Object.entries(repositories)) {
    const withGit = { ".git/HEAD": "ref: refs/heads/main\n", ...files };
    for (const [file, text] of Object.entries(withGit)) {
      mkdirSync(dirname(join(path, name, file)), { recursive: true });
      writeFileSync(join(path, name, file), text);
    }
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** On a machine that has much else to do, CODEINDEX_TEST_PATIENCE is how many times longer is waited. */
const PATIENCE_MS = 80_000 * Number(process.env.CODEINDEX_TEST_PATIENCE ?? 1);

/** How often it is said what is waited for, in milliseconds. */
const SAY_EVERY = 15_000;

/** Asks until the answer is what is wanted; throws with the last one after `patience` milliseconds. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  patience = PATIENCE_MS,
): Promise<T> {
  const until = Date.now() + patience;
  let nextSaid = Date.now() + SAY_EVERY;
  for (;;) {
    const answer = await ask().catch((error: Error) => error);
    if (!(answer instanceof Error) && isWanted(answer)) return answer;
    const last = answer instanceof Error ? String(answer) : JSON.stringify(answer);
    if (Date.now() > until) throw new Error(`not within ${patience / 1000} s; last: ${last}`);
    if (Date.now() > nextSaid) {
      say(`waits, for ${Math.round((until - Date.now()) / 1000)} s at most; last: ${last.slice(0, 200)}`);
      nextSaid = Date.now() + SAY_EVERY;
    }
    await setTimeout(300);
  }
}

/** The token that the first start of a container has printed. Throws where it has printed none. */
export async function firstToken(container: string): Promise<string> {
  const token = /CODEINDEX_TOKEN=(cdx_\w+)/.exec(await docker("logs", container))?.[1];
  if (token === undefined) throw new Error(`${container} has printed no token`);
  return token;
}
