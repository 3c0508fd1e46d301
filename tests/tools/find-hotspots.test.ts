/** find_hotspots on small repositories with and without a history. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Project } from "../../src/store/projects.js";
import findHotspots from "../../src/tools/find-hotspots.js";
import { type Ran, runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { writeFiles } from "../helpers/folders.js";
import { git } from "../helpers/git.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "src/core.ts": "export const core = 1;\n",
  "src/calm.ts": "export const calm = 1;\n",
  "src/a.ts": dedent`
    import { core } from "./core.js";
    import { calm } from "./calm.js";
    export const a = core + calm;
  `,
  "src/b.ts": dedent`
    import { core } from "./core.js";
    import { calm } from "./calm.js";
    import { a } from "./a.js";
    export const b = core + calm + a;
  `,
};

describeStores("find_hotspots", (store) => {
  const ask = async (change: (root: string) => void, input = {}): Promise<Ran<Record<string, unknown>>> => {
    const built = await buildRepository(store(), FILES);
    change(built.root);
    const project = { root: built.root, url: null, cloneFolder: null };
    return runTool(findHotspots, input, { ...built, project: project as Project }) as never;
  };
  const commit = (root: string, files: Record<string, string>, author = "ann") => {
    writeFiles(root, files);
    git(root, "add", ".");
    git(root, "-c", `user.email=${author}@example.com`, "commit", "-qm", "change");
  };

  test("files that change often and that many use come first", async () => {
    const { output, text } = await ask((root) => {
      git(root, "init", "-q");
      commit(root, {});
      commit(root, { "src/core.ts": "export const core = 2;\n" }, "bob");
      commit(root, { "src/core.ts": "export const core = 3;\n" });
    });
    expect(output).toMatchObject({
      ranked_by: "changes × users",
      commits: 3,
      history_note: null,
      results: [
        { file_path: "src/core.ts", changes: 3, authors: 2, users: 2 },
        { file_path: "src/calm.ts", changes: 1, users: 2 },
        { file_path: "src/a.ts", changes: 1, users: 1 },
      ],
    });
    expect(text).toContain("src/core.ts: 3 changes by 2 authors");
  });

  test("without a history it ranks by users, and says so", async () => {
    const { output, text } = await ask(() => undefined);
    expect(output).toMatchObject({ ranked_by: "users", history_note: "The folder is not a repository of git." });
    expect(text).toContain("3 files ranked by users.\nThe folder is not a repository of git.");
  });

  test("a history of one commit is none", async () => {
    const { output } = await ask((root) => {
      git(root, "init", "-q");
      commit(root, {});
    });
    expect(output).toMatchObject({ ranked_by: "users", history_note: "The repository has no history here." });
  });

  test("a setting of the repository that names a program does not run it", async () => {
    const ran: string[] = [];
    const { output } = await ask((root) => {
      ran.push(join(root, "ran"));
      git(root, "init", "-q");
      commit(root, {});
      commit(root, { "src/a.ts": `${FILES["src/a.ts"]}// more\n` });
      git(root, "config", "log.showSignature", "true");
      git(root, "config", "gpg.program", `${root}/gpg.sh`);
      git(root, "config", "core.fsmonitor", `touch ${root}/ran`);
    });
    expect(output).toMatchObject({ commits: 2, history_note: null });
    expect(ran.filter((path) => existsSync(path))).toEqual([]);
  });
});
