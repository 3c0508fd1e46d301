/** update_config on a running service: what it changes, and that the index and the answers follow. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ANYONE, type Principal } from "../../src/model/principal.js";
import { asker, useApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const FUNCTIONS = Array.from(
  { length: 40 },
  (_, index) => dedent`
    export function step${index}(value: number): number {
      return value * ${index} + ${index + 1};
    }
  `,
);
const FILES = Object.fromEntries(
  Array.from({ length: 102 }, (_, index) => [
    `f${String(index).padStart(3, "0")}.ts`,
    `export const v${index} = ${index};\n`,
  ]),
);
const app = useApp({ ...FILES, "a.ts": FUNCTIONS.join("\n") });

/** A tool's answer, or its error, with the words of it. */
async function ask(name: string, args: object, principal: Principal = ANYONE): Promise<Record<string, unknown>> {
  const { structured, text } = await asker(app)(name, args, { principal });
  return { ...structured, text };
}

/** Changes settings, and waits for the builds that it starts. */
async function update(settings: object): Promise<void> {
  const { jobs } = await ask("update_config", { settings, restart: true });
  for (const { job_id } of jobs as { job_id: string }[]) await app().indexing.wait(job_id, AbortSignal.timeout(40_000));
}

const status = () => ask("get_status", {});

test("another chunk size cuts all files anew, and get_status says so", async () => {
  const before = Number((await status()).total_chunks);
  await update({ chunkSize: 50 });
  const after = await status();
  expect(after.total_chunks).toBeGreaterThan(before);
  expect(after.settings).toMatchObject({ chunkSize: { value: 50, source: "update_config" } });
  expect(after.text).toContain("Settings: chunkSize: 50 (update_config).");
  await update({ chunkSize: null });
  expect((await status()).total_chunks).toBe(before);
});

test("files beyond the limit are left out with the reason, and move up when others go", async () => {
  await update({ maxFiles: 100 });
  expect(await status()).toMatchObject({ indexed_files: 100, skipped_by_reason: { too_many: 3 } });
  const [project] = await app().projects();
  rmSync(join(project!.root, "f000.ts"));
  await ask("index_files", { paths: ["f000.ts"] });
  expect(await status()).toMatchObject({ indexed_files: 100, skipped_by_reason: { too_many: 2 } });
  expect(await ask("explain_path", { path: "f101.ts" })).toMatchObject({ status: "skipped", reason: "too_many" });
  await update({ maxFiles: null });
  expect(await status()).toMatchObject({ indexed_files: 102, skipped_by_reason: {} });
});

test("without an embedder, questions go by words, until there is one again", async () => {
  await update({ embeddingProvider: "none" });
  await expect.poll(status).toMatchObject({ embedding_model: null });
  await update({ embeddingProvider: null });
  await expect.poll(status, { timeout: 20_000 }).toMatchObject({ embedding_model: expect.any(String) });
  await expect.poll(status, { timeout: 20_000 }).toMatchObject({ embeddings_count: (await status()).total_chunks });
});

test.each([
  { name: "nothing to change", args: { settings: {} }, want: /settings: names nothing to change/ },
  { name: "an unknown setting", args: { settings: { chunksize: 100 } }, want: /settings: has no field "chunksize"/ },
  {
    name: "a value out of range",
    args: { settings: { chunkSize: 49 } },
    want: /settings\.chunkSize: must be at least 50/,
  },
  { name: "no size", args: { settings: { cacheSize: "much" } }, want: /settings\.cacheSize: must be a size/ },
  {
    name: "a provider whose key is not set",
    args: { settings: { embeddingProvider: "openai" } },
    want: /settings\.embeddingProvider: openai needs a key: set CODEINDEX_OPENAI_API_KEY or CODEINDEX_OPENAI_API_KEY_FILE/,
  },
])("$name is refused", async ({ args, want }) => {
  expect((await ask("update_config", args)).error).toMatchObject({
    code: "invalid_parameter",
    message: expect.stringMatching(want),
  });
});

test("it wants the scope admin, and all projects", async () => {
  const change = { settings: { chunkSize: 300 } };
  for (const rights of [{ scope: "index" as const }, { projects: ["web-*"] }])
    expect((await ask("update_config", change, { ...ANYONE, ...rights })).error).toMatchObject({ code: "forbidden" });
  expect((await status()).settings).toMatchObject({ chunkSize: { value: 250 } });
});
