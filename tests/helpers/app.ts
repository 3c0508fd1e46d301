/** Embedded services with indexed repositories, and what is asked of their tools. */
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { ANYONE } from "../../src/model/principal.js";
import { type App, createApp } from "../../src/processes/service.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import type { ToolAnswer } from "../../src/tools/running/finish-answer.js";
import { temporaryFolder, writeFiles } from "./folders.js";

/**
 * Starts a service on a folder with the given files before the tests, and removes all of it behind them. Gives the service while they run. `settings`
 * are more of its configuration, made of the folder that holds the repository. One thread parses: to start a second is a fifth of the work of a service
 * with a few files (4.3 s of CPU in place of 5.3, of three each).
 */
export function useApp(
  files: Record<string, string>,
  settings: (folder: string) => Record<string, string> = () => ({}),
): () => App {
  let app: App;
  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, "repo"), files);
    const flags = {
      repos: [join(folder, "repo")],
      dataDir: join(folder, "data"),
      watchFiles: false,
      logLevel: "silent",
      port: 0,
    };
    app = await createApp(readConfig(flags, { CODEINDEX_PARSE_THREADS: "1", ...settings(folder) }));
    const [project] = await app.projects();
    const { jobId } = await app.indexing.start(project!, { force: false });
    await app.indexing.wait(jobId, AbortSignal.timeout(40_000));
  });
  afterAll(() => app?.close());
  return () => app;
}

type Host = Parameters<typeof callTool>[0];
type Caller = Parameters<typeof callTool>[3];

/** A caller without a token, on a service that wants none. It has asked before, so that no answer introduces the index. */
export function anyone(more: Partial<Caller> = {}): Caller {
  return { principal: ANYONE, signal: new AbortController().signal, isFirstAnswer: () => false, ...more };
}

/** Makes a function that calls a tool of a service as `anyone`. The service may be made later. */
export function asker(host: () => Host): (tool: string, args?: object, more?: Partial<Caller>) => Promise<ToolAnswer> {
  return (tool, args = {}, more) => callTool(host(), tool, args, anyone(more));
}
