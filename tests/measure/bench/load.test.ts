/** The load of many clients on an installation whose callers have tokens. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "../../../src/auth/issue.js";
import { readConfig } from "../../../src/config/config.js";
import { type HttpServer, listen } from "../../../src/http/server.js";
import { type LoadOptions, runLoad } from "../../../src/measure/bench/load.js";
import { type App, createApp } from "../../../src/processes/service.js";
import { countUse } from "../../../src/store/audit.js";
import { temporaryFolder, writeFiles } from "../../helpers/folders.js";
import { createEmptyDatabase } from "../../helpers/store.js";

const { TEST_DATABASE_URL: postgres } = process.env;
const CALLERS = ["ann", "ben", "cid"];

describe.runIf(postgres)("load on an installation with tokens", () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let app: App;
  let server: HttpServer;
  const tokens: string[] = [];
  const principals: string[] = [];

  beforeAll(async () => {
    database = await createEmptyDatabase(postgres!);
    const folder = temporaryFolder();
    writeFiles(folder, { "shop/basket.ts": "export const total = () => price();\nfunction price() { return 1; }\n" });
    const flags = { repos: [`${folder}/shop`], dataDir: `${folder}/data`, logLevel: "silent", port: 0 } as const;
    app = await createApp(readConfig(flags, { DATABASE_URL: database.url, CODEINDEX_AUTH: "token" }));
    const [project] = await app.projects();
    const { jobId } = await app.indexing.start(project!, { force: false });
    await app.indexing.wait(jobId, AbortSignal.timeout(40_000));
    server = await listen(app);
    for (const name of CALLERS) {
      const { token, token_id: id } = await issueToken(app.db, { name, scope: name === "ann" ? "index" : "read" });
      tokens.push(token);
      principals.push(`token:${id}`);
    }
  });
  afterAll(async () => {
    await server?.close();
    await app?.close();
    await database?.remove();
  });

  const load = (options: Pick<LoadOptions, "tokens">) =>
    runLoad(
      {
        urls: [server.url],
        databaseUrl: database.url,
        sealKeys: { isOn: false, keys: [] },
        project: null,
        clients: 3,
        seconds: 1,
        thinkMs: 100,
        seed: 1,
        ...options,
      },
      AbortSignal.timeout(60_000),
    );

  test("clients ask as each caller by turns, before and during a build", async () => {
    const phases = await load({ tokens });
    expect(phases.map(({ name, errors }) => [name, errors])).toEqual([
      ["idle", []],
      ["during a build", []],
    ]);
    await expect
      .poll(async () =>
        (await countUse(app.db, { by: "principal", since: "-infinity", limit: 9 })).map(({ key }) => key!).sort(),
      )
      .toEqual(principals.sort());
  });

  test("a caller who may not index is told so, and no figures of a build that was none are given", async () => {
    await expect(load({ tokens: tokens.slice(1) })).rejects.toThrow(/The build was refused: .*index/);
  });

  test("a client without a token is refused, and the figures say so", async () => {
    await expect(load({ tokens: ["cdx_nobody"] })).rejects.toThrow(/refused/);
  });
});
