/** Indexes a folder with an embedded service, for as long as a function needs it. */
import { realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";
import { nth, present } from "../../base/need.js";
import type { Config } from "../../config/config.js";
import { ANYONE } from "../../model/principal.js";
import { type App, createApp } from "../../processes/service.js";
import type { Searcher } from "../../search/search.js";
import type { Project } from "../../store/projects.js";
import type { View } from "../../store/views.js";
import { callTool } from "../../tools/running/call-tool.js";
import type { ToolAnswer } from "../../tools/running/finish-answer.js";

export interface FolderIndex {
  searcher: Searcher;
  view: View;
  /** A tool's structured answer. Throws the error of an error answer. */
  call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** A tool's answer as MCP clients get it after the first of a connection: in words, and in brief. */
  ask(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>;
}

/** Runs `work` with the up-to-date index of the folder of a configuration's first repository. Throws `index_error` where that fails. */
export async function withIndex<T>(
  config: Config,
  signal: AbortSignal,
  work: (index: FolderIndex) => Promise<T>,
): Promise<T> {
  const app = await createApp(config);
  try {
    const root = realpathSync(nth(config.repos, 0));
    const project = present((await app.projects()).find((each) => each.root === root));
    const { jobId } = await app.indexing.start(project, { force: false });
    const job = await app.indexing.wait(jobId, signal);
    if (job.status !== "completed")
      throw new CodeindexError("index_error", `The index of ${project.name} was not built: ${job.status}.`);
    const view = await withVectors(app, project, signal);
    return await work({
      searcher: app.searcher,
      view,
      async call(tool, args) {
        const { isError, structured, text } = await callTool(app, tool, args, { principal: ANYONE, signal });
        if (isError) throw new CodeindexError("index_error", text);
        return structured as Record<string, unknown>;
      },
      ask: (tool, args) =>
        callTool(app, tool, args, { principal: ANYONE, signal, detail: "brief", isFirstAnswer: () => false }),
    });
  } finally {
    await app.close();
  }
}

/** Whether the database has a view whole where it is to search by itself. */
async function isSearchable({ config, searcher }: App, view: View): Promise<boolean> {
  return config.search !== "database" || (await searcher.describe(view)).from === "database";
}

/** The project's view, once it has all its vectors. Throws `provider_unavailable` where they cannot be made. */
export async function withVectors(app: App, project: Project, signal: AbortSignal): Promise<View> {
  for (;;) {
    const view = await app.viewOf(project);
    const progress = app.searcher.meaning.progress(view);
    const isWhole = progress === null || progress.isComplete;
    if (isWhole && (await isSearchable(app, view))) return view;
    if (progress?.problem) throw new CodeindexError("provider_unavailable", progress.problem);
    await sleep(100, undefined, { signal });
  }
}
