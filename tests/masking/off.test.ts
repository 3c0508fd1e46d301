/** CODEINDEX_MASK_SECRETS=false: for those who look for secrets. What is hidden is shown all the same. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createApp } from "../../src/app.js";
import { ANYONE } from "../../src/auth/principal.js";
import { readConfig } from "../../src/config.js";
import { type App, callTool } from "../../src/tools/call.js";
import { put } from "../system/repository.js";
import { SECRETS } from "./samples.js";

let folder: string;
let app: App;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-unmasked-")));
  put(join(folder, "shop"), "src/pay.ts", `/** \x1b[31m */\nexport const token = "${SECRETS.github}";\n`);
  const options = { repos: [join(folder, "shop")], dataDir: join(folder, "data"), watchFiles: false };
  app = await createApp(readConfig({ ...options, logLevel: "silent" }, { CODEINDEX_MASK_SECRETS: "false" }));
  const [project] = await app.projects();
  const { jobId } = await app.indexing.start(project!, {});
  await app.indexing.wait(jobId, new AbortController().signal);
}, 60_000);
afterEach(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("nothing is masked", async () => {
  const questions = {
    read_file: { path: "src/pay.ts" },
    search_text: { query: "ghp_" },
    search_code: { query: "token" },
  };
  for (const [name, input] of Object.entries(questions)) {
    const { text } = await callTool(app, name, input, { principal: ANYONE, signal: new AbortController().signal });
    expect(text, name).toContain(SECRETS.github);
    expect(text, name).not.toContain("\x1b");
  }
});
