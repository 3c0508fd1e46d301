/** The disk of the clones has no room for a fetch, and then has it again: answers come from the last index and say why it is old. */
import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.js";
import { git } from "../helpers/git.js";
import { put } from "../system/repository.js";
import { mountSmallFolder, type SmallFolder } from "./small-disk.js";
import { hasServers, LONG_WAIT, PATIENCE, useTeam } from "./team.js";

const SECRET = "a secret";
const FULL = "The disk of the clones is full";
const disk = hasServers ? mountSmallFolder(join(temporaryFolder(), "clones"), "16m") : "there is no server";
const isSkipped = typeof disk === "string";

describe.skipIf(isSkipped)(`a full disk for clones${isSkipped ? ` (skipped: ${disk})` : ""}`, () => {
  const { folder, fill, clear, unmount } = disk as SmallFolder;
  const team = useTeam(
    {
      env: () => ({
        CODEINDEX_CLONES_DIR: folder,
        CODEINDEX_GIT_PROTOCOLS: "file",
        CODEINDEX_GIT_INTERVAL: "60m",
        CODEINDEX_WEBHOOK_SECRET: SECRET,
      }),
    },
    async () => unmount(),
  );
  afterEach(() => clear());

  test(
    "keeps the last index until there is room for the next commit",
    async () => {
      const { cluster } = team();
      const origin = join(cluster.folder, "origin");
      const url = `file://${origin}`;
      mkdirSync(origin);
      git(origin, "init", "-q", "-b", "main");
      const commit = (name: string, bytes: number) => {
        put(origin, "a.ts", `export const ${name} = 1;\n`);
        put(origin, "noise.txt", randomBytes(bytes).toString("base64"));
        git(origin, "add", "-A");
        git(origin, "commit", "-qm", name);
      };
      const ask = async (query: string) => (await cluster.call("service1", "search_symbols", "origin", { query })).body;
      const found = async (name: string) =>
        ((await ask(name)).results as { name: string }[] | undefined)?.some((each) => each.name === name) ?? false;
      const missing = async () => ((await ask("first")).index as { missing: Record<string, string> }).missing;

      commit("first", 1000);
      expect(await cluster.post("service1", "/projects", { url })).toMatchObject({ status: 201 });
      await expect.poll(() => found("first"), { timeout: LONG_WAIT, interval: 500 }).toBe(true);
      expect(await missing()).not.toHaveProperty("changes");

      fill();
      commit("second", 1_000_000);
      const push = { ref: "refs/heads/main", repository: { clone_url: url, default_branch: "main" } };
      const signed = createHmac("sha256", SECRET).update(JSON.stringify(push)).digest("hex");
      await cluster.post("service1", "/webhooks/git", push, { "x-hub-signature-256": `sha256=${signed}` });
      await expect
        .poll(missing, { timeout: LONG_WAIT, interval: 500 })
        .toMatchObject({ changes: expect.stringContaining(FULL) });
      expect(await found("first")).toBe(true);
      const { body } = await cluster.call("service1", "get_status", "origin");
      expect(body).toMatchObject({ watch_note: expect.stringContaining(FULL) });
      expect(cluster.output()).toContain(FULL);

      clear();
      await expect.poll(() => found("second"), { timeout: LONG_WAIT, interval: 500 }).toBe(true);
      expect(await missing()).not.toHaveProperty("changes");
    },
    PATIENCE,
  );
});
