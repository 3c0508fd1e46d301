/** An embedded service with one indexed repository, for the tests of a file. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type App, createApp } from "../../src/processes/service.js";

/**
 * Starts a service on a folder with the given files before the tests, and removes all of it behind them. Gives the service while they run. `settings`
 * are more of its configuration, made of the folder that holds the repository.
 */
export function useApp(
  files: Record<string, string>,
  settings: (folder: string) => Record<string, string> = () => ({}),
): () => App {
  let folder: string;
  let app: App;
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-app-")));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, "repo", path)), { recursive: true });
      writeFileSync(join(folder, "repo", path), text);
    }
    const flags = {
      repos: [join(folder, "repo")],
      dataDir: join(folder, "data"),
      watchFiles: false,
      logLevel: "silent",
      port: 0,
    };
    app = await createApp(readConfig(flags, settings(folder)));
    const [project] = await app.projects();
    const { jobId } = await app.indexing.start(project!, { force: false });
    await app.indexing.wait(jobId, AbortSignal.timeout(40_000));
  });
  afterAll(async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => app;
}
