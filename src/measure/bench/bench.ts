/**
 * The benchmark: measures the service's cost and speed on a repository, next to the promised figures. Every part runs in processes of its own over
 * temporary data; the repository itself is only read.
 */
import { realpathSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { CodeindexError } from "../../base/errors.js";
import { present } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import { VERSION } from "../../base/version.js";
import { readGitHead } from "../../repository/git/head.js";
import { TOOLS } from "../../tools/index.js";
import { benchAtRest } from "./at-rest.js";
import { benchCallers } from "./callers.js";
import { benchClients } from "./clients.js";
import { benchCold } from "./cold.js";
import { withDatabase } from "./database.js";
import { benchEdits } from "./edits.js";
import { type Figure, type Report, type Section, TARGETS } from "./figures.js";
import type { Floor } from "./floor-child.js";
import type { IndexInput, IndexResult } from "./index-child.js";
import { describeMachine } from "./machine.js";
import { createMcpClient } from "./mcp-client.js";
import { benchMemory } from "./memory.js";
import { benchPage } from "./page.js";
import { benchPeers } from "./peers.js";
import { NOT_TIMED } from "./queries.js";
import { listCodeFiles } from "./repository.js";
import { benchScale } from "./scale.js";
import type { SectionName } from "./section-names.js";
import { benchFirstStart, benchRestart } from "./starts.js";
import { timeCases } from "./time-cases.js";
import type { ToolsInput, ToolsResult } from "./tools-child.js";
import type { VectorsInput, VectorsResult } from "./vectors-child.js";
import { createWorkspace, throwIfStopped, type Workspace } from "./workspace.js";

/** Sections that work on an index of the whole repository. */
const ON_AN_INDEX: readonly SectionName[] = ["restart", "tools", "vectors", "clients", "callers", "page"];
export interface BenchOptions {
  dir: string;
  only: readonly SectionName[];
  /** Timed calls of each tool. */
  calls: number;
  edits: number;
  seed: number;
  /** Whether to measure the growth of memory over 1,000 edits as well. */
  soak: boolean;
  /** A PostgreSQL server for another index, in a database that is made for it and dropped again. */
  databaseUrl: string | null;
  /** Chunks of the projects of `scale`, which needs that server. */
  chunks: readonly number[];
}

/** Runs the chosen sections; `onSection` is called as each begins. Throws `configuration` and `cancelled`. */
export async function runBench(
  options: BenchOptions,
  { signal, onSection }: { signal: AbortSignal; onSection: (name: string) => void },
): Promise<Report> {
  const root = repositoryRoot(options.dir);
  const loadAtStart = loadavg();
  const workspace = createWorkspace(signal);
  const sections: Section[] = [];
  const isWanted = (name: SectionName) => options.only.includes(name);
  const add = async (name: string, section: () => Promise<Section>): Promise<void> => {
    onSection(name);
    try {
      sections.push(await section());
    } catch (error) {
      throwIfStopped(signal);
      // Earlier sections, and those that do not depend on this one, are kept.
      sections.push({ name, method: "", figures: [], failure: inspect(error) });
    }
  };
  try {
    const paths = await listCodeFiles(root, workspace.path("unused"));
    let floor: Floor | null = null;
    // The data folder of an index of the whole repository, once there is one.
    let dataDir: string | null = null;
    if (isWanted("floor"))
      await add("floor", async () => {
        floor = await workspace.runChild<Floor>("floor-child", { root, paths });
        return floorSection(floor);
      });
    if (isWanted("index")) {
      const folder = workspace.path("data");
      await add("index", async () => {
        const section = await benchIndex(workspace, { root, dataDir: folder, databaseUrl: null }, floor);
        dataDir = folder;
        return section;
      });
    }
    if (isWanted("index") && options.databaseUrl !== null) {
      const { databaseUrl } = options;
      await add("index on PostgreSQL", () => benchPostgres(workspace, root, databaseUrl, floor));
    }
    if (isWanted("start")) {
      const folder = workspace.path("data");
      await add("first start", async () => {
        const section = await benchFirstStart(workspace, { root, paths, dataDir: folder });
        dataDir ??= folder;
        return section;
      });
    }
    if (!dataDir && ON_AN_INDEX.some(isWanted)) {
      onSection("an index to work on");
      dataDir = workspace.path("data");
      await workspace.runChild<IndexResult>("index-child", {
        root,
        dataDir,
        databaseUrl: null,
      } satisfies IndexInput);
    }
    if (isWanted("restart")) await add("restart", () => benchRestart(workspace, root, present(dataDir)));
    if (isWanted("rest")) await add("rest", () => benchAtRest(workspace, root));
    if (isWanted("tools"))
      await add("tools", () => benchTools(workspace, { ...options, root, dataDir: present(dataDir) }));
    if (isWanted("vectors"))
      await add("vectors", () =>
        benchVectors(workspace, { root, dataDir: present(dataDir), seed: options.seed, queries: options.calls }),
      );
    if (isWanted("clients")) await add("clients", () => benchClients(workspace, { root, dataDir: present(dataDir) }));
    if (isWanted("callers")) await add("callers", () => benchCallers(workspace, { root, dataDir: present(dataDir) }));
    if (isWanted("page"))
      await add("page", () => benchPage(workspace, { ...options, root, dataDir: present(dataDir) }));
    if (isWanted("scale") && options.databaseUrl !== null) {
      const { databaseUrl, chunks: sizes, calls: questions, seed } = options;
      await add("scale", () => benchScale(workspace, { root, databaseUrl, seed, sizes, questions }));
    }
    if (isWanted("peers")) await add("peers", () => benchPeers(workspace, root));
    if (isWanted("edits")) await add("edits", () => benchEdits(workspace, root, options));
    if (isWanted("memory")) await add("memory", () => benchMemory(workspace, { root, seed: options.seed }));
    for (const size of ["cold", "million"] as const)
      for (const databaseUrl of options.databaseUrl === null ? [null] : [null, options.databaseUrl])
        if (isWanted(size))
          await add(size, () => benchCold(workspace, size, { root, seed: options.seed, databaseUrl }));
  } finally {
    await workspace.close();
  }
  return {
    date: new Date().toISOString(),
    codeindex: VERSION,
    commit: (await readGitHead(fileURLToPath(packageFile("."))))?.commit ?? null,
    repository: { path: root, commit: (await readGitHead(root))?.commit ?? null },
    machine: describeMachine(),
    load: { start: loadAtStart, end: loadavg() },
    seed: options.seed,
    sections,
  };
}

function repositoryRoot(dir: string): string {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(dir);
  throw new CodeindexError("configuration", `${dir} is not a folder.`, {}, []);
}

function floorSection({ files, bytes, cpuSeconds, wallSeconds }: Floor): Section {
  return {
    name: "floor",
    method:
      "Read, SHA-256 and native tree-sitter of every file of a language, on one thread, with files in the disk's cache.",
    figures: [
      { name: "files", value: files, unit: "" },
      { name: "source", value: bytes / 1e6, unit: "MB" },
      { name: "CPU", value: cpuSeconds, unit: "s" },
      { name: "wall", value: wallSeconds, unit: "s" },
      { name: "files per CPU second", value: files / cpuSeconds, unit: "files/s" },
      { name: "source per CPU second", value: bytes / 1e6 / cpuSeconds, unit: "MB/s" },
    ],
  };
}

async function benchIndex(workspace: Workspace, input: IndexInput, floor: Floor | null): Promise<Section> {
  const result = await workspace.runChild<IndexResult>("index-child", input);
  const isServer = input.databaseUrl !== null;
  const own = result.phases.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const cpu = own + (result.serverCpuSeconds ?? 0);
  const { size, totals } = result;
  const figures: Figure[] = [
    { name: "files", value: size.files, unit: "", note: `${size.codeFiles} with a language` },
    {
      name: "text",
      value: size.bytes / 1e6,
      unit: "MB",
      note: `${(size.codeBytes / 1e6).toFixed(1)} MB with a language`,
    },
    { name: "symbols", value: totals.symbols, unit: "" },
    { name: "edges", value: totals.edges, unit: "" },
    { name: "chunks", value: totals.chunks, unit: "" },
    { name: "wall until it answers", value: result.wallSeconds, unit: "s", target: TARGETS.indexWall },
    { name: "files per second", value: size.files / result.wallSeconds, unit: "files/s" },
    { name: "text per second", value: size.bytes / 1e6 / result.wallSeconds, unit: "MB/s" },
    { name: "CPU, all of it", value: cpu, unit: "s", ...serverNote(isServer, result.serverCpuSeconds) },
  ];
  if (floor)
    figures.push({
      name: "CPU to the floor's",
      value: cpu / floor.cpuSeconds,
      unit: "×",
      target: isServer ? TARGETS.postgresCpu : TARGETS.embeddedCpu,
    });
  for (const { name, wallSeconds, cpuSeconds } of result.phases)
    figures.push({
      name: `phase ${name}, wall`,
      value: wallSeconds,
      unit: "s",
      note: `CPU ${cpuSeconds.toFixed(2)} s${isServer ? " without the server" : ""}`,
    });
  if (result.peakBytes !== null)
    figures.push({ name: "peak memory", value: result.peakBytes / 1e6, unit: "MB", target: TARGETS.peakMemory });
  const log =
    result.logBytes === null ? {} : { note: `${(result.logBytes / 1e6).toFixed(1)} MB of it write-ahead log` };
  figures.push({ name: "database", value: result.databaseBytes / 1e6, unit: "MB", ...log });
  const where = isServer ? "a PostgreSQL server" : "the embedded database";
  const method = `A process of its own indexes the repository from nothing into ${where}, upkeep included.`;
  return { name: isServer ? "index on PostgreSQL" : "index, embedded", method, figures };
}

function serverNote(isServer: boolean, seconds: number | null): { note?: string } {
  if (!isServer) return {};
  if (seconds === null) return { note: "without the server's, which cannot be seen from here" };
  return { note: `${seconds.toFixed(2)} s of it the server's processes` };
}

/** Uses a database of its own, which is dropped afterwards. */
async function benchPostgres(
  workspace: Workspace,
  root: string,
  server: string,
  floor: Floor | null,
): Promise<Section> {
  return withDatabase(server, (databaseUrl) =>
    benchIndex(workspace, { root, dataDir: workspace.path("data"), databaseUrl }, floor),
  );
}

async function benchVectors(workspace: Workspace, input: VectorsInput): Promise<Section> {
  const { chunks, queries, recall, nearest, search } = await workspace.runChild<VectorsResult>("vectors-child", input);
  return {
    name: "vectors",
    method: `${queries} sentences of doc comments as questions, one at a time, in the process that has the database.`,
    figures: [
      { name: "chunks with a vector", value: chunks, unit: "" },
      { name: "recall of the 20 nearest, against all", value: recall, unit: "", note: "0.95 or more is wanted" },
      { name: "the nearest, p50", value: nearest.p50, unit: "ms" },
      { name: "the nearest, p95", value: nearest.p95, unit: "ms" },
      { name: "search_code whole, p50", value: search.p50, unit: "ms" },
      { name: "search_code whole, p95", value: search.p95, unit: "ms", target: TARGETS.searchP95 },
    ],
  };
}

async function benchTools(workspace: Workspace, { root, dataDir, seed, calls }: ToolsInput): Promise<Section> {
  const input: ToolsInput = { root, dataDir, seed, calls };
  const { cases, figures } = await workspace.runChild<ToolsResult>("tools-child", input);
  const service = await workspace.serve(root, dataDir);
  await service.built;
  const client = createMcpClient(service.url, workspace.signal);
  const overHttp = await timeCases(cases, "http", (tool, args) => client.call(tool, args));
  client.close();
  await service.stop();
  const slow = overHttp.filter(({ times }) => times.p50 > TARGETS.toolP50.most || times.p95 > TARGETS.toolP95.most);
  const worst = (of: "p50" | "p95") => Math.max(0, ...overHttp.map(({ times }) => times[of]));
  const timed = new Set(cases.map(({ tool }) => tool));
  const untimed = TOOLS.filter(({ name, readOnly }) => readOnly && !timed.has(name)).map(
    ({ name }) => `${name} (${NOT_TIMED[name] ?? "no samples"})`,
  );
  const method = [
    `${calls} calls each after a first one, one at a time, with inputs drawn from the index; half of the symbols are among the most used.`,
    "http: legacy MCP over one kept connection.",
    ...(untimed.length > 0 ? [`Not timed: ${untimed.join(", ")}.`] : []),
  ];
  return {
    name: "tools",
    method: method.join(" "),
    figures: [
      { name: "slowest p50 over http", value: worst("p50"), unit: "ms", target: TARGETS.toolP50 },
      { name: "slowest p95 over http", value: worst("p95"), unit: "ms", target: TARGETS.toolP95 },
      { name: "over a target", value: slow.length, unit: "", note: slow.map(({ tool }) => tool).join(", ") },
    ],
    tools: [...overHttp, ...figures],
  };
}
