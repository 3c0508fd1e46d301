/** codeindex on a small repository, for the suites: as it ships, or with what a catalogue adds. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import type { Catalog } from "../../src/mcp/catalog.js";
import { type App, createApp } from "../../src/processes/service.js";

/** From the first test to the last, with an index. */
export function useService(more?: Catalog): () => HttpServer {
  const folders = ["repository", "data"].map((name) => mkdtempSync(join(tmpdir(), `codeindex-conformance-${name}-`)));
  let app: App | undefined;
  let server: HttpServer | undefined;
  beforeAll(async () => {
    const [root, dataDir] = folders as [string, string];
    writeFileSync(join(root, "app.ts"), "export function start() {\n  return 1;\n}\n");
    app = await createApp(readConfig({ port: 0, repos: [root], dataDir, logLevel: "error", watchFiles: false }, {}));
    server = await listen(app, more);
    for (const project of await app.projects()) {
      const { jobId } = await app.indexing.start(project, {});
      await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
    }
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await app?.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => server!;
}
