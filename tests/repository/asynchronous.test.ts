/** A file system that is away holds up whoever asks for its files, and not the thread: nothing that tools read is read synchronously. */
import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.js";

/** Node warns of each synchronous call after the first turn of the event loop. */
const SCRIPT = `
  import { lstatSync } from "node:fs";
  import { setImmediate } from "node:timers/promises";
  const [root, dist] = process.argv.slice(1);
  const { createSkipRules } = await import(dist + "repository/skip/rules.js");
  const { listFolder, locateFolder, readBytes, stateOf } = await import(dist + "repository/sandbox.js");
  const { openFiles } = await import(dist + "tools/shared/project-files.js");
  const { readConfig } = await import(dist + "config/config.js");
  const { readGitHead, readRefs } = await import(dist + "repository/git/head.js");
  const config = readConfig({ repos: [], dataDir: "/nowhere", config: "" }, {});
  await setImmediate();
  console.error("BEGIN");
  const rules = createSkipRules(root);
  await readGitHead(root);
  await readRefs(root);
  await (await rules.load("src")).judge("src/out", "directory", null);
  await rules.judgePath("src/out/a.ts", "file", 1);
  await rules.codeBelow("old");
  await stateOf(root, "src/a.ts");
  await readBytes(root, rules, "src/a.ts", 100);
  await listFolder(rules, await locateFolder(root, rules, ""), true);
  const files = await openFiles({ config, project: { root, settings: {}, url: null, cloneFolder: null } });
  await files.lines("src/a.ts");
  await files.list("", true);
  console.error("CONTROL");
  lstatSync(root);
`;
const DIST = pathToFileURL("dist/").href;

/** The synchronous calls of a script's output, without that of memory: Linux tells the name of an open file without asking its disk. */
const callsIn = (output: string) =>
  output.split("WARNING: ").filter((each) => each.includes("sync API") && !each.includes("openedName"));

test.each([true, false])("rules, git's files and files are read without synchronous calls; git: %s", async (isGit) => {
  const root = temporaryFolder({
    ".gitignore": "out/\n",
    ".codeindexignore": "old/\n",
    "src/.gitignore": "*.log\n",
    "src/a.ts": "",
    "src/out/a.ts": "",
    "old/a.ts": "",
    ...(isGit && { ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": `${"a".repeat(40)}\n` }),
  });
  const args = ["--trace-sync-io", "--input-type=module", "-e", SCRIPT, root, DIST];
  const { stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 });
  const [, measured = "", control = ""] = /BEGIN\n(.*)CONTROL\n(.*)/s.exec(stderr) ?? [];
  expect(callsIn(control)).toHaveLength(1);
  expect(callsIn(measured)).toEqual([]);
});
