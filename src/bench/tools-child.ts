/** Draws the calls from an index, and times the tools in the process that has the database: without HTTP and MCP. */
import { inflateRawSync } from "node:zlib";
import { createApp } from "../app.js";
import { listJobs } from "../store/jobs.js";
import { popularSymbols, sampleFiles, sampleSymbols } from "../store/samples.js";
import { readContents } from "../store/versions.js";
import { type App, callTool } from "../tools/call.js";
import { answer } from "./child.js";
import type { ToolFigures } from "./figures.js";
import { type Case, drawCases, type Samples } from "./queries.js";
import { createRandom } from "./random.js";
import { defaultConfig } from "./repository.js";
import { timeCases } from "./time-cases.js";

export interface ToolsInput {
  root: string;
  dataDir: string;
  seed: number;
  calls: number;
}

export interface ToolsResult {
  cases: Case[];
  figures: ToolFigures[];
}

const SAMPLES = { files: 400, symbols: 1000, popular: 60, bases: 60, texts: 120 };

await answer(async ({ root, dataDir, seed, calls }: ToolsInput): Promise<ToolsResult> => {
  const app = await createApp(defaultConfig(root, dataDir));
  const cases = drawCases(await readSamples(app, seed), createRandom(seed), calls);
  const { signal } = new AbortController();
  const figures = await timeCases(cases, "in process", async (tool, input) => {
    const { isError, text } = await callTool(app, tool, input, { signal });
    return { error: isError ? text : null };
  });
  await app.close();
  return { cases, figures };
});

async function readSamples(app: App, seed: number): Promise<Samples> {
  const [project] = await app.projects();
  const { projectId } = project!;
  const view = await app.viewOf(project!);
  const files = await sampleFiles(app.db, view, seed, SAMPLES.files);
  const hashes = files.slice(0, SAMPLES.texts).map(({ contentHash }) => contentHash);
  const contents = await readContents(app.db, projectId, hashes);
  contents.sort((a, b) => Buffer.compare(a.contentHash, b.contentHash));
  const [job] = await listJobs(app.db, projectId, 1);
  return {
    files,
    symbols: await sampleSymbols(app.db, view, seed, SAMPLES.symbols),
    popular: await popularSymbols(app.db, projectId, "calls", SAMPLES.popular),
    bases: await popularSymbols(app.db, projectId, "derives", SAMPLES.bases),
    texts: contents.map(({ data }) => inflateRawSync(data).toString()),
    jobId: job?.jobId ?? null,
  };
}
