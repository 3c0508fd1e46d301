/** CODEINDEX_MASK_SECRETS=false: for those who look for secrets. Invisible characters are made visible all the same. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type App, createApp } from "../../src/processes/service.js";
import { asker } from "../helpers/app.js";
import { temporaryFolder } from "../helpers/folders.js";
import { put } from "../system/repository.js";
import { SECRETS } from "./samples.js";

let folder: string;
let app: App;
beforeEach(async () => {
  folder = temporaryFolder();
  put(join(folder, "shop"), "src/pay.ts", `/** \x1b[31m */\nexport const token = "${SECRETS.github}";\n`);
  await start("false");
});
afterEach(async () => {
  await app?.close();
});

async function start(masksSecrets: string): Promise<void> {
  const options = { repos: [join(folder, "shop")], dataDir: join(folder, "data"), watchFiles: false };
  app = await createApp(readConfig({ ...options, logLevel: "silent" }, { CODEINDEX_MASK_SECRETS: masksSecrets }));
  const [project] = await app.projects();
  const { jobId } = await app.indexing.start(project!, {});
  await app.indexing.wait(jobId, new AbortController().signal);
}

test("an index of the other setting is made again", async () => {
  for (const [setting, isFound] of [
    ["true", false],
    ["false", true],
  ] as const) {
    await app.close();
    await start(setting);
    const { structured } = await asker(() => app)("search_text", { query: SECRETS.github });
    expect((structured as { results: unknown[] }).results).toHaveLength(isFound ? 1 : 0);
  }
});

test("nothing is masked", async () => {
  const questions = {
    read_file: { path: "src/pay.ts" },
    search_text: { query: "ghp_" },
    search_code: { query: "token" },
  };
  for (const [name, input] of Object.entries(questions)) {
    const { text } = await asker(() => app)(name, input);
    expect(text, name).toContain(SECRETS.github);
    expect(text, name).not.toContain("\x1b");
  }
});
