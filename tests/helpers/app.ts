/** Embedded services with indexed repositories, and what is asked of their tools. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { ANYONE } from "../../src/model/principal.js";
import { type App, createApp } from "../../src/processes/service.js";
import { removeProject } from "../../src/projects/registry.js";
import { insertProject, type Project } from "../../src/store/projects.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import type { ToolAnswer } from "../../src/tools/running/finish-answer.js";
import { temporaryFolder, writeFiles } from "./folders.js";

/**
 * Starts a service on a folder with the given files before the tests, and removes all of it behind them. Gives the service while they run. `settings`
 * are more of its configuration, made of the folder that holds the repository. Tests that ask for answers alone use `useProject`.
 */
export function useApp(
  files: Record<string, string>,
  settings: (folder: string) => Record<string, string> = () => ({}),
): () => App {
  let app: App;
  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, "repo"), files);
    app = await openApp([join(folder, "repo")], join(folder, "data"), settings(folder));
    await index(app, (await app.projects())[0]!);
  });
  afterAll(() => app?.close());
  return () => app;
}

let shared: Promise<App> | undefined;

/**
 * Has a service index a folder with the given files before the tests. Gives what asks its tools, as a caller for whom no other project exists. The files of
 * tests of a process share the service, which ends with it: to start one is two thirds of the work of a few tests.
 */
export function useProject(files: Record<string, string>): Ask {
  let app: App;
  let project: Project;
  beforeAll(async () => {
    shared ??= openApp([], mkdtempSync(join(tmpdir(), "codeindex-shared-")));
    app = await shared;
    const folder = temporaryFolder();
    writeFiles(join(folder, "repo"), files);
    const root = join(folder, "repo");
    ({ project } = await insertProject(app.db, { name: "repo", root, settings: {}, isAdded: true }));
    await index(app, project);
  });
  afterAll(() => removeProject(app, project.projectId));
  return (tool, args = {}, more) => {
    const principal = { ...ANYONE, projects: [project.projectId] };
    return callTool(app, tool, args, anyone({ principal, ...more }));
  };
}

/** One thread parses: to start a second is a fifth of the work of a service with a few files (4.3 s of CPU in place of 5.3, of three each). */
function openApp(repos: string[], dataDir: string, settings: Record<string, string> = {}): Promise<App> {
  const flags = { repos, dataDir, watchFiles: false, logLevel: "silent", port: 0 } as const;
  return createApp(readConfig(flags, { CODEINDEX_PARSE_THREADS: "1", ...settings }));
}

/** Ends when the index is built; fails where it is not. */
async function index(app: App, project: Project): Promise<void> {
  const { jobId } = await app.indexing.start(project, { force: false });
  const patience = Number(process.env.CODEINDEX_TEST_PATIENCE ?? 1);
  const job = await app.indexing.wait(jobId, AbortSignal.timeout(50_000 * patience));
  if (job.status !== "completed")
    throw new Error(`the index of the test's project is not built: ${JSON.stringify(job)}`);
}

type Host = Parameters<typeof callTool>[0];
type Caller = Parameters<typeof callTool>[3];

/** A caller without a token, on a service that wants none. It has asked before, so that no answer introduces the index. */
export function anyone(more: Partial<Caller> = {}): Caller {
  return { principal: ANYONE, signal: new AbortController().signal, isFirstAnswer: () => false, ...more };
}

/** Asks a tool. */
export type Ask = (tool: string, args?: object, more?: Partial<Caller>) => Promise<ToolAnswer>;

/** Makes a function that calls a tool of a service as `anyone`. The service may be made later. */
export function asker(host: () => Host): Ask {
  return (tool, args = {}, more) => callTool(host(), tool, args, anyone(more));
}
