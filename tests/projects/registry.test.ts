/** Projects that may be registered, and how others are refused. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { readConfig } from "../../src/config/config.js";
import { ANYONE } from "../../src/model/principal.js";
import {
  addProject,
  infoOf,
  projectToIndex,
  type RegistryHost,
  removeProject,
  updateProject,
} from "../../src/projects/registry.js";
import { listProjects } from "../../src/store/projects.js";
import indexCodebase from "../../src/tools/index-codebase.js";
import { temporaryFolder } from "../helpers/folders.js";
import { describeStores } from "../helpers/store.js";

describeStores("the registry", (store) => {
  function setUp(settings: object = {}) {
    const root = temporaryFolder({ "app/a.ts": "", "file.ts": "", "Other App/a.ts": "" });
    const outside = temporaryFolder();
    mkdirSync(join(outside, "secret"));
    symlinkSync(outside, join(root, "link"));
    const started: string[] = [];
    const host: RegistryHost = {
      config: readConfig({ repos: [], root, clonesDir: "/clones", dataDir: temporaryFolder(), ...settings }, {}),
      db: store(),
      indexing: {
        start: async ({ projectId }: { projectId: string }) => void started.push(projectId),
      } as unknown as RegistryHost["indexing"],
      projects: () => listProjects(store()),
    };
    return { host, root, outside, started };
  }

  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.catch((thrown) => thrown);
    if (!(error instanceof CodeindexError)) throw error ?? new Error("it was not refused");
    return `${error.code} ${error.message}`;
  };

  test("a folder below the root, absolute or relative to it, is one project and is indexed", async () => {
    const { host, root, started } = setUp();
    const settings = { exclude: ["*.gen.ts"], languages: ["typescript"], include: [] };
    const added = await addProject(host, { path: "app", name: "The App", settings });
    expect(added).toMatchObject({ isNew: true, project: { projectId: "the-app", root: join(root, "app") } });
    const again = await addProject(host, { path: join(root, "app") });
    expect([again.isNew, again.project.projectId]).toEqual([false, "the-app"]);
    expect(infoOf(added.project, host.config)).toMatchObject({
      project_id: "the-app",
      path: "app",
      url: null,
      settings: { exclude: ["*.gen.ts"], languages: ["typescript"] },
    });
    expect(started).toEqual(["the-app", "the-app"]);
  });

  test("a project whose build cannot be queued is told of before", async () => {
    const { host } = setUp();
    const failing = { ...host.indexing, start: () => Promise.reject(new CodeindexError("engine_unavailable", "away")) };
    const told: string[] = [];
    const adding = addProject({ ...host, indexing: failing }, { path: "app" }, ({ project }) => {
      told.push(project.projectId);
    });
    expect(await refusal(adding)).toBe("engine_unavailable away");
    expect(told).toEqual(["app"]);
  });

  test("a git URL waits for its clone", async () => {
    const { host, started } = setUp();
    const { project } = await addProject(host, {
      url: "git@example.com:team/My.App.git",
      settings: { branch: "next" },
    });
    expect(project).toMatchObject({
      projectId: "my.app",
      name: "My.App",
      root: "/clones/my.app",
      url: "ssh://git@example.com/team/My.App.git",
    });
    expect(started).toEqual([]);
    expect(infoOf(project, host.config).path).toBeNull();
  });

  test.each<{ input: object; want: string | RegExp }>([
    { input: {}, want: /^invalid_parameter path: give either/ },
    { input: { path: "app", url: "https://example.com/a" }, want: /^invalid_parameter path: give either/ },
    { input: { path: ".." }, want: /^path_escape/ },
    { input: { path: "/etc" }, want: /^path_escape/ },
    { input: { path: "link" }, want: /^path_escape/ },
    { input: { path: "link/secret" }, want: /^path_escape/ },
    { input: { path: "nowhere" }, want: /^not_found/ },
    { input: { path: "file.ts" }, want: /^not_found/ },
    { input: { path: "a\0b" }, want: /^invalid_parameter path/ },
    { input: { path: "app", settings: { branch: "main" } }, want: /^invalid_parameter settings.branch: is only/ },
    {
      input: { path: "app", settings: { languages: ["klingon"] } },
      want: /settings.languages.0: must be one of typescript/,
    },
    {
      input: { path: "app", settings: { colour: 1 } },
      want: /^invalid_parameter settings.colour: there is no such field/,
    },
    { input: { path: "app", nmae: "x" }, want: /^invalid_parameter nmae: there is no such field/ },
    {
      input: { url: "https://u:hunter2@example.com/a" },
      want: /^invalid_parameter url: must hold no name or password/,
    },
    { input: { url: "file:///srv/app.git" }, want: /^invalid_parameter url: must begin with https/ },
    ...["--upload-pack=x", "a..b", "a b", "/a", "a/", "a.lock", "@{1}", "a~1", "a:b", "a\nb"].map((branch) => ({
      input: { url: "https://example.com/a", settings: { branch } },
      want: /^invalid_parameter settings.branch: must be the name of a branch/,
    })),
  ])("refused: $input", async ({ input, want }) => {
    const { host, outside } = setUp();
    const said = await refusal(addProject(host, input));
    expect(said).toMatch(want);
    expect(said).not.toContain("hunter2");
    expect(said).not.toContain(outside);
    expect(await listProjects(store())).toEqual([]);
  });

  describe("index_codebase on an absolute path", () => {
    test("that is empty says what to give", async () => {
      await expect(indexCodebase.findProject!({ path: " " } as never, {} as never)).rejects.toMatchObject({
        code: "invalid_parameter",
        message: "path: is empty: give the absolute path of a folder, or leave it out for the selected project",
      });
    });

    function setUpAllowed() {
      const allowed = temporaryFolder({ "shop/.git/HEAD": "", "shop/src/a.ts": "", "plain/a.ts": "" });
      const { host, root, outside } = setUp({ root: undefined, allowedRoots: [allowed] });
      symlinkSync(outside, join(allowed, "link"));
      return { registry: { ...host, principal: ANYONE }, allowed, root };
    }

    test("finds the project that holds it", async () => {
      const { host, root } = setUp();
      await addProject(host, { path: "app" });
      const registry = { ...host, principal: { ...ANYONE, projects: ["app"] } };
      expect(await projectToIndex(registry, join(root, "app", "src"))).toMatchObject({ projectId: "app" });
    });

    test("registers a folder below the root", async () => {
      const { host, root } = setUp();
      const registry = { ...host, principal: ANYONE };
      expect(await projectToIndex(registry, join(root, "Other App"))).toMatchObject({ projectId: "other-app" });
    });

    test("registers the repository around a folder below an allowed one", async () => {
      const { registry, allowed } = setUpAllowed();
      const project = await projectToIndex(registry, join(allowed, "shop", "src"));
      expect(project).toMatchObject({ projectId: "shop", root: join(allowed, "shop") });
      expect(await projectToIndex(registry, join(allowed, "plain"))).toMatchObject({ projectId: "plain" });
      expect(await listProjects(store())).toHaveLength(2);
    });

    test("says the same of folders that are not allowed, whether they exist or not", async () => {
      const { registry, allowed, root } = setUpAllowed();
      const said = await refusal(projectToIndex(registry, join(root, "app")));
      expect(said).toMatch(/^project_not_found/);
      expect(await refusal(projectToIndex(registry, "/nowhere"))).toBe(said);
      expect(await refusal(projectToIndex(registry, join(allowed, "link")))).toMatch(/^path_escape/);
      expect(await refusal(projectToIndex(registry, join(allowed, "none")))).toMatch(/^not_found/);
      expect(await listProjects(store())).toEqual([]);
    });

    test("finds nothing by a relative path, nor below an allowed root that does not exist", async () => {
      const { registry } = setUpAllowed();
      expect(await refusal(projectToIndex(registry, "app"))).toMatch(/^project_not_found/);
      const config = { ...registry.config, allowedRoots: ["/nowhere"] };
      expect(await refusal(projectToIndex({ ...registry, config }, "/nowhere/app"))).toMatch(/^not_found/);
    });

    test("registers nothing for a caller that sees some projects only", async () => {
      const { registry, allowed } = setUpAllowed();
      const limited = { ...registry, principal: { ...ANYONE, projects: ["shop*"] } };
      expect(await refusal(projectToIndex(limited, join(allowed, "shop")))).toMatch(/^forbidden/);
      expect(await listProjects(store())).toEqual([]);
    });
  });

  test("without a root there are no folders to add", async () => {
    const { host } = setUp({ root: undefined });
    expect(await refusal(addProject(host, { path: "app" }))).toMatch(/^path_escape path: this service has no root/);
  });

  test("settings are changed one by one, taken back with null, and indexed by", async () => {
    const { host, started } = setUp();
    await addProject(host, { path: "app", settings: { exclude: ["a"], include: ["b"] } });
    const changed = await updateProject(host, "app", {
      name: "Shop",
      settings: { include: null, languages: ["csharp"] },
    });
    expect(changed).toMatchObject({ name: "Shop", settings: { exclude: ["a"], languages: ["csharp"] } });
    expect(changed.settings).not.toHaveProperty("include");
    expect(started).toEqual(["app", "app"]);
    expect(await refusal(updateProject(host, "app", { settings: { branch: "x" } }))).toMatch(/^invalid_parameter/);
    expect(await refusal(updateProject(host, "none", {}))).toMatch(/^project_not_found/);
    // One that cannot be used would keep the project from being built and read.
    for (const exclude of [["[a"], ["{a,b}".repeat(10)]])
      expect(await refusal(updateProject(host, "app", { settings: { exclude } }))).toMatch(
        /^invalid_parameter settings\.exclude\.0: is not a glob: it /,
      );
  });

  test("two clones cannot come to follow one branch", async () => {
    const { host } = setUp();
    const url = "https://example.com/app";
    await addProject(host, { url });
    await addProject(host, { url, settings: { branch: "next" } });
    expect(await refusal(updateProject(host, "app-2", { settings: { branch: null } }))).toMatch(
      /is that of the project app/,
    );
    const limited = { ...host, projects: () => listProjects(store(), ["app-*"]) };
    expect(await refusal(updateProject(limited, "app-2", { settings: { branch: null } }))).toMatch(
      /is that of another project already/,
    );
  });

  test("a removed one is gone at once", async () => {
    const { host } = setUp();
    await addProject(host, { path: "app" });
    await removeProject(host, "app");
    expect(await refusal(removeProject(host, "app"))).toMatch(/^project_not_found/);
  });
});
