/** The image is built of the files that .dockerignore lets through. A folder that the build reads and that is missing there is noticed here, without an engine. */
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.js";

const PROJECT = join(import.meta.dirname, "../..");
/** Data, which the image takes as it is. */
const COPIED = ["models", "migrations"];

test("the page can be bundled of the files that the image is built of", async () => {
  const folder = temporaryFolder();
  const [first, ...rules] = readFileSync(join(PROJECT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((rule) => /^[*!]/.test(rule));
  expect(first).toBe("*");
  for (const path of rules.map((rule) => rule.slice(1)))
    if (!COPIED.includes(path)) cpSync(join(PROJECT, path), join(folder, path), { recursive: true });
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  const { bundleWeb } = await import(join(folder, "scripts/web.js"));
  await bundleWeb(folder);
  expect(existsSync(join(folder, "dist/web/manifest.json"))).toBe(true);
});
