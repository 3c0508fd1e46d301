/** Draws the calls from an index, and times the tools in the process that has the database: without HTTP and MCP. */
import { nth } from "../../base/need.js";
import { ANYONE } from "../../model/principal.js";
import { type App, createApp } from "../../processes/service.js";
import { callTool } from "../../tools/running/call-tool.js";
import { answer } from "./child.js";
import type { ToolFigures } from "./figures.js";
import { type Case, drawCases, type Samples } from "./queries.js";
import { createRandom } from "./random.js";
import { defaultConfig } from "./repository.js";
import { readSamples } from "./samples.js";
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

await answer(async ({ root, dataDir, seed, calls }: ToolsInput): Promise<ToolsResult> => {
  const app = await createApp(defaultConfig(root, dataDir));
  const cases = drawCases(await readSamplesOf(app, seed), createRandom(seed), calls);
  const { signal } = new AbortController();
  const figures = await timeCases(cases, "in process", async (tool, input) => {
    const { isError, text } = await callTool(app, tool, input, { principal: ANYONE, signal });
    return { error: isError ? text : null };
  });
  await app.close();
  return { cases, figures };
});

async function readSamplesOf(app: App, seed: number): Promise<Samples> {
  const project = nth(await app.projects(), 0);
  return readSamples(app.db, await app.viewOf(project), seed);
}
