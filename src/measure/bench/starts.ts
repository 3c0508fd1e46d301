/** Measures the time from a start to the first answer: from nothing, and with an index that is up to date. */
import { join } from "node:path";
import { type Figure, type Section, TARGETS } from "./figures.js";
import { memoryOf, sizeOnDisk } from "./machine.js";
import { createMcpClient, pollSymbols } from "./mcp-client.js";
import { copyFiles } from "./repository.js";
import type { Workspace } from "./workspace.js";

/** "A repository of 400 files". */
const SMALL = 400;
const POLL_MS = 20;
const LIMIT_MS = 30 * 60_000;
/** The query of the first call: any answer without an error counts. */
const QUERY = "a*";

interface Start {
  /** Seconds from the start of the process. */
  answered: number;
  built: number;
  summary: string;
  peakBytes: number | null;
}

/** Starts the service, waits for its first answer and for the end of its first build, and stops it. */
async function timeStart(workspace: Workspace, repository: string, dataDir: string): Promise<Start> {
  const { signal } = workspace;
  const service = await workspace.serve(repository, dataDir);
  const client = createMcpClient(service.url, signal);
  const options = { signal, everyMs: POLL_MS, limitMs: LIMIT_MS };
  const answered = await pollSymbols(client, QUERY, ({ error }) => error === null, options);
  const { summary, builtAt } = await service.built;
  const peakBytes = memoryOf(service.pid)?.peak ?? null;
  client.close();
  await service.stop();
  return {
    answered: (answered - service.startedAt) / 1000,
    built: (builtAt - service.startedAt) / 1000,
    summary,
    peakBytes,
  };
}

/** First starts over a part of the repository and over all of it; the second leaves its index in `dataDir`. */
export async function benchFirstStart(
  workspace: Workspace,
  { root, paths, dataDir }: { root: string; paths: string[]; dataDir: string },
): Promise<Section> {
  const part = paths.slice(0, SMALL);
  const small = workspace.path("part");
  await copyFiles(root, part, small);
  const first = await timeStart(workspace, small, workspace.path("part-data"));
  const whole = await timeStart(workspace, root, dataDir);
  const figures: Figure[] = [
    { name: `first answer, ${part.length} files`, value: first.answered, unit: "s", target: TARGETS.firstAnswer400 },
    { name: "first answer, all files", value: whole.answered, unit: "s", target: TARGETS.indexWall },
    { name: "database", value: sizeOnDisk(join(dataDir, "db")) / 1e6, unit: "MB" },
  ];
  if (whole.peakBytes !== null)
    figures.push({
      name: "peak memory of the service",
      value: whole.peakBytes / 1e6,
      unit: "MB",
      target: TARGETS.peakMemory,
    });
  const method = "codeindex serve with an empty data folder, until search_symbols over MCP answers without an error.";
  return { name: "first start", method, figures };
}

/** Measures starts over an index that is up to date. */
export async function benchRestart(workspace: Workspace, root: string, dataDir: string): Promise<Section> {
  const start = await timeStart(workspace, root, dataDir);
  const isUnchanged = /^0 indexed/.test(start.summary);
  return {
    name: "restart with nothing changed",
    method: "codeindex serve over an index that is up to date.",
    figures: [
      { name: "first answer", value: start.answered, unit: "s", target: TARGETS.restart },
      {
        name: "checked, nothing changed",
        value: start.built,
        unit: "s",
        ...(!isUnchanged && { note: `but something had changed: ${start.summary}` }),
      },
    ],
  };
}
