/** A service that was started with --root finds repositories that come into it later, and serves them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type App, createApp } from "../../src/processes/service.js";
import { temporaryFolder } from "../helpers/folders.js";

const folder = temporaryFolder();
const root = join(folder, "root");
let app: App;

function addRepository(path: string): void {
  mkdirSync(join(root, path, ".git"), { recursive: true });
  writeFileSync(join(root, path, "shop.ts"), "export const total = 1;\n");
}

beforeAll(async () => {
  mkdirSync(root);
  addRepository("first");
  app = await createApp(readConfig({ repos: [], root, dataDir: join(folder, "data"), logLevel: "silent" }, {}));
});
afterAll(async () => {
  await app?.close();
});

const served = async () => (await app.projects()).map(({ projectId }) => projectId).sort();
const files = async (projectId: string) => {
  const project = (await app.projects()).find((each) => each.projectId === projectId);
  return project && (await app.viewOf(project)).totals.files;
};

test("one that is cloned into the root is registered, indexed and served", async () => {
  expect(await served()).toEqual(["first"]);
  addRepository("second");
  await expect.poll(served, { timeout: 25_000 }).toEqual(["first", "second"]);
  await expect.poll(() => files("second"), { timeout: 25_000 }).toBe(1);
}, 60_000);

test("one in a group of the root as well", async () => {
  addRepository("group/third");
  await expect.poll(served, { timeout: 25_000 }).toEqual(["first", "second", "third"]);
}, 60_000);
