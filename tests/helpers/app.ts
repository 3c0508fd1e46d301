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
import { purgeRemoved } from "../../src/store/removals.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import type { ToolAnswer } from "../../src/tools/running/finish-answer.js";
import { keepEngine } from "./engine.js";
import { makeOld, temporaryFolder, writeFiles } from "./folders.js";

/**
 * Starts a service on a folder with the given files before the tests, and removes all of it behind them. Gives the service while they run. `settings`
 * are more of its configuration, made of the folder that holds the repository. Tests that need no settings share a service (`useSharedApp`).
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

/** A project of the service that the files of tests of a process share. */
interface SharedProject {
  app: App;
  project: Project;
}

/**
 * Has a service index a folder with the given files before the tests. The files of tests of a process share it, and it ends with the process: to start one
 * is two thirds of the work of a few tests. `toRemove` names the projects that go behind the tests.
 */
function useSharedProject(
  files: Record<string, string>,
  toRemove: (shared: SharedProject) => Promise<readonly Project[]>,
): () => SharedProject {
  let made: SharedProject;
  beforeAll(async () => {
    shared ??= openApp([], mkdtempSync(join(tmpdir(), "codeindex-shared-")));
    const app = await shared;
    const root = join(temporaryFolder(), "repo");
    writeFiles(root, files);
    makeOld(root, Object.keys(files));
    const { project } = await insertProject(app.db, { name: "repo", root, settings: {}, isAdded: true });
    made = { app, project };
    await index(app, project);
  });
  afterAll(async () => {
    const { app } = made;
    for (const { projectId } of await toRemove(made)) await removeProject(app, projectId);
    await purgeRemoved(app.db, { graceSeconds: 0 });
  });
  return () => made;
}

/** Gives a shared service whose only project, `repo`, has the given files, while the tests of a file run. All that it has of projects then goes. */
export function useSharedApp(files: Record<string, string>): () => App {
  const made = useSharedProject(files, ({ app }) => app.projects());
  return () => made().app;
}

/** Gives what asks the tools of a shared service, as a caller for whom no other project than one with the given files exists. */
export function useProject(files: Record<string, string>): Ask {
  const made = useSharedProject(files, async ({ project }) => [project]);
  return (tool, args = {}, more) => {
    const { app, project } = made();
    return callTool(app, tool, args, anyone({ principal: { ...ANYONE, projects: [project.projectId] }, ...more }));
  };
}

/** One thread parses: to start a second is a fifth of the work of a service with a few files (4.3 s of CPU in place of 5.3, of three each). */
async function openApp(repos: string[], dataDir: string, settings: Record<string, string> = {}): Promise<App> {
  await keepEngine();
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
