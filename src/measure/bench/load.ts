/**
 * Simulates many clients at once on the replicas of a running installation: quiet, and while a build runs.
 *
 * A client is an agent: it asks, reads for a while, and asks again; its tools and inputs are drawn from the index. Clients are spread over the
 * replicas evenly, each with one connection.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { createPostgres } from "../../store/db/postgres.js";
import type { SealKeys } from "../../store/db/seal.js";
import { listProjects } from "../../store/projects.js";
import { ensureView } from "../../store/views.js";
import { type Spread, spread } from "./figures.js";
import { createMcpClient, type McpClient } from "./mcp-client.js";
import { type Case, drawCases } from "./queries.js";
import { createRandom, type Random } from "./random.js";
import { readSamples } from "./samples.js";

export interface LoadOptions {
  /** The URLs of the replicas: http://127.0.0.1:8400, … */
  urls: string[];
  /** The installation's database, from which the queries are drawn. */
  databaseUrl: string;
  /** The keys that encrypt its database. */
  sealKeys: SealKeys;
  project: string | null;
  clients: number;
  /** The tokens of the callers, which clients show by turns; the first one must be allowed to index. None: each client has that of CODEINDEX_TOKEN. */
  tokens: string[];
  /** The length of each of the two phases. */
  seconds: number;
  /** The mean time that a client reads an answer. */
  thinkMs: number;
  seed: number;
}

export interface LoadPhase {
  name: "idle" | "during a build";
  callsPerSecond: number;
  times: Spread;
  /** The slowest kinds of call, by p95. */
  slowest: { row: string; times: Spread }[];
  errors: string[];
}

/** Tools without a project. */
const PROJECTLESS = new Set(["get_job", "list_projects"]);

/** Runs both phases. Throws `project_not_found` where no project can be asked about, `forbidden` where the build of the second is refused. */
export async function runLoad(options: LoadOptions, signal: AbortSignal): Promise<LoadPhase[]> {
  // Each request of each client listens to it.
  setMaxListeners(0, signal);
  const { databaseUrl, sealKeys, project: wanted, seed, tokens, urls } = options;
  const db = createPostgres(databaseUrl, { max: 2, sealKeys });
  const project = await (async () => {
    try {
      const projects = await listProjects(db);
      const found = projects.find(({ projectId }) => projectId === (wanted ?? projectId));
      if (!found) throw new CodeindexError("project_not_found", "There is no such project in the database.");
      const samples = await readSamples(db, await ensureView(db, found.projectId), seed);
      return { id: found.projectId, cases: drawCases(samples, createRandom(seed), 40) };
    } finally {
      await db.close();
    }
  })();
  for (const url of urls) await warm(createMcpClient(url, signal, tokens[0]), project);
  const idle = await runPhase("idle", options, project, signal);
  const client = createMcpClient(nth(urls, 0), signal, tokens[0]);
  const started = await client.call("index_codebase", { project_id: project.id, force: true, async: true });
  if (started.error !== null) throw new CodeindexError("forbidden", `The build was refused: ${started.error}`);
  const loaded = await runPhase("during a build", options, project, signal);
  client.close();
  return [idle, loaded];
}

/** Calls each kind once, because a replica's first reads must not be measured. */
async function warm(client: McpClient, { id, cases }: { id: string; cases: Case[] }): Promise<void> {
  for (const { tool, inputs } of cases)
    await client.call(tool, PROJECTLESS.has(tool) ? nth(inputs, 0) : { ...nth(inputs, 0), project_id: id });
  client.close();
}

async function runPhase(
  name: LoadPhase["name"],
  { urls, clients, tokens, seconds, thinkMs, seed }: LoadOptions,
  { id, cases }: { id: string; cases: Case[] },
  signal: AbortSignal,
): Promise<LoadPhase> {
  const times = new Map<string, number[]>();
  const errors = new Set<string>();
  const end = performance.now() + seconds * 1000;
  const one = async (index: number): Promise<void> => {
    const random = createRandom(seed * 1000 + index);
    const client = createMcpClient(nth(urls, index % urls.length), signal, tokens[index % tokens.length]);
    await sleep(random.below(thinkMs));
    while (performance.now() < end && !signal.aborted) {
      const { row, tool, inputs } = random.pick(cases);
      const started = performance.now();
      const { error } = await client
        .call(tool, PROJECTLESS.has(tool) ? random.pick(inputs) : { ...random.pick(inputs), project_id: id })
        .catch((cause: Error) => ({ error: cause.message }));
      const took = performance.now() - started;
      if (error) errors.add(`${row}: ${error.split("\n")[0]}`);
      addToList(times, row, took);
      await sleep(Math.max(0, Math.min(think(thinkMs, random), end - performance.now())));
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => one(index)));
  const all = [...times.values()].flat();
  return {
    name,
    callsPerSecond: all.length / seconds,
    times: spread(all),
    slowest: [...times]
      .map(([row, each]) => ({ row, times: spread(each) }))
      .sort((a, b) => b.times.p95 - a.times.p95)
      .slice(0, 8),
    errors: [...errors],
  };
}

/** Exponentially distributed, like independent people's pauses. */
function think(mean: number, random: Random): number {
  return -Math.log(1 - random.below(1_000_000) / 1_000_000) * mean;
}
