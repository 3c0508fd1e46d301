/** `project add|list|remove`, against a real service. */
import { Command } from "commander";
import { expect, onTestFinished, test, vi } from "vitest";
import { addProjectCommands } from "../../src/cli/project.js";
import { readConfig } from "../../src/config/config.js";
import { listen } from "../../src/http/server.js";
import { listProjects } from "../../src/store/projects.js";
import { ensureView } from "../../src/store/views.js";
import { temporaryFolder } from "../helpers/folders.js";
import { openPglite } from "../helpers/store.js";
import { tableHost, viewsBy } from "../mcp/table.js";

test("a folder and a URL are added with their settings, listed, and removed", async () => {
  const { db, remove } = await openPglite();
  onTestFinished(remove);
  const root = temporaryFolder({ "shop/a.ts": "" });
  const table = tableHost();
  const server = await listen({
    ...table,
    db,
    config: readConfig({ port: 0, repos: [], root, clonesDir: "/clones", dataDir: temporaryFolder() }, {}),
    indexing: { ...table.indexing, start: async () => ({}) as never },
    projects: () => listProjects(db),
    ...viewsBy(({ projectId }) => ensureView(db, projectId)),
  });
  onTestFinished(() => server.close());
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const run = async (...words: string[]): Promise<string> => {
    log.mockClear();
    const program = new Command().exitOverride();
    addProjectCommands(program);
    await program.parseAsync(["node", "codeindex", "project", ...words, "--url", server.url]);
    return log.mock.calls.join("\n");
  };

  expect(await run("list")).toBe("There is no project yet.");
  expect(await run("add", "shop", "--language", "typescript", "--exclude", "*.gen.ts", "docs/**")).toMatch(
    /^shop: not built, 0 files, shop\n/,
  );
  expect(await run("add", "git@example.com:team/web.git", "--name", "Web", "--branch", "next")).toContain(
    "web (Web): not built, 0 files, ssh://git@example.com/team/web.git",
  );
  const projects = await listProjects(db);
  expect(projects.map(({ settings }) => settings)).toEqual([
    { exclude: ["*.gen.ts", "docs/**"], languages: ["typescript"] },
    { branch: "next" },
  ]);
  expect(JSON.parse(await run("list", "--json")).results).toHaveLength(2);
  expect(await run("remove", "shop")).toBe("shop is removed.");
  await expect(run("remove", "shop")).rejects.toMatchObject({ code: "project_not_found" });
  await expect(run("add", "./elsewhere")).rejects.toMatchObject({ code: "path_escape" });
  expect(await run("list")).toMatch(/^web/);
});
