/** list_projects on a real service. */
import { expect, test } from "vitest";
import { insertProject } from "../../src/store/projects.js";
import { asker, useSharedApp } from "../helpers/app.js";
import { temporaryFolder } from "../helpers/folders.js";

const app = useSharedApp({ "src/cart.ts": "export class Cart {}\n", "Shop.cs": "class Shop {}\n" });
const ask = asker(app);

test("each project has its state and what is in it", async () => {
  const { structured, text } = await ask("list_projects");
  expect(structured).toMatchObject({
    results: [
      {
        project_id: "repo",
        state: "ready",
        generation: 1,
        files: 2,
        languages: ["csharp", "typescript"],
        watcher_active: false,
        pending_changes: 0,
      },
    ],
  });
  expect(text).toMatch(/^1 project\nrepo: ready, 2 files, \d+ symbols, csharp, typescript/);
});

test("one that nobody has built is told as such", async () => {
  const root = temporaryFolder({ "a.ts": "" });
  await insertProject(app().db, { name: "later", root, settings: {}, isAdded: true });
  const { text } = await ask("list_projects");
  expect(text).toMatch(/^2 projects\n/);
  expect(text).toMatch(/^later: not built, 0 files, 0 symbols/m);
});

test("only those are listed that the caller may see, and other parameters are refused", async () => {
  const principal = { name: "guest", scope: "read" as const, projects: ["other-*"] };
  expect((await ask("list_projects", {}, { principal: principal as never })).structured).toMatchObject({ results: [] });
  const { isError, text } = await ask("list_projects", { color: "red" });
  expect(isError).toBe(true);
  expect(text).toContain("color");
});
