/** codeindex on a small repository, for the suites: as it ships, or with what a catalogue adds. */
import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import type { Catalog } from "../../src/mcp/catalog.js";
import { type App, createApp } from "../../src/processes/service.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";

/** From the first test to the last, with an index. */
export function useService(more?: Catalog): () => HttpServer {
  let app: App | undefined;
  let server: HttpServer | undefined;
  beforeAll(async () => {
    const [root, dataDir] = [
      temporaryFolder({
        "app.ts": dedent`
          export function start() {
            return 1;
          }
        `,
      }),
      temporaryFolder(),
    ];
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
  });
  return () => server!;
}
