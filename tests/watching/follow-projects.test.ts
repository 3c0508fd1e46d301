/** Projects whose folders a watcher follows, by src/watching/follow-projects.ts. */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { identityOf } from "../../src/repository/folder-identity.js";
import type { Job, JobRequest } from "../../src/store/jobs.js";
import type { Project } from "../../src/store/projects.js";
import { createFollowing, FOLDER_GONE, type Following } from "../../src/watching/follow-projects.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until as waitUntil } from "../helpers/until.js";

const settings = { skip: {}, polling: "auto", pollInterval: 1000 } as const;

let folder: string;
let project: Project;
let following: Following;
/** Paths that were asked for; "all" is a scan of everything. */
let asked: (string[] | "all")[];
let refusals: Error[];

const write = (path: string, text = "x") => {
  writeFiles(project.root, { [path]: text });
};

const until = (isSo: () => boolean) => waitUntil(isSo, { but: () => `asked for ${JSON.stringify(asked)}` });

beforeEach(() => {
  folder = temporaryFolder();
  project = {
    projectId: "shop",
    name: "shop",
    root: join(folder, "shop"),
    settings: {},
    isWatched: false,
    watchNote: null,
    isAdded: false,
    url: null,
    cloneFolder: null,
    fetchedAt: null,
    fetchProblem: null,
  };
  asked = [];
  refusals = [];
  const start = async (_project: Project, { paths }: JobRequest) => {
    const refusal = refusals.pop();
    if (refusal) throw refusal;
    asked.push(paths ?? "all");
    return {} as Job;
  };
  following = createFollowing({ start, setWatcher: () => undefined }, settings, createLog("silent"));
});
afterEach(() => {
  following.close();
});

async function follow(): Promise<void> {
  write("src/a.ts");
  following.update([project]);
  await until(() => asked.length > 0);
  expect(asked.splice(0)).toEqual(["all"]);
}

test("scans everything once it watches, then names what changes", async () => {
  await follow();
  write("src/a.ts", "y");
  await until(() => asked.length > 0);
  expect(asked).toEqual([["src/a.ts"]]);
});

test("tells that the folder is gone, and scans everything when it is back", async () => {
  await follow();
  renameSync(project.root, join(folder, "away"));
  await until(() => following.notes().get("shop") === FOLDER_GONE);
  asked.length = 0;
  renameSync(join(folder, "away"), project.root);
  await until(() => asked.includes("all"));
  expect(following.notes().get("shop")).toBeNull();
  write("src/b.ts");
  await until(() => asked.flat().includes("src/b.ts"));
});

test("begins anew in a folder that took the place of another one", async () => {
  await follow();
  rmSync(project.root, { recursive: true });
  write("other/a.ts");
  await until(() => asked.includes("all"));
  write("other/b.ts");
  await until(() => asked.flat().includes("other/b.ts"));
});

test("tells a folder from one that was made with its name and number", async () => {
  write("src/a.ts");
  const first = identityOf(project.root);
  await sleep(20);
  write("b.ts");
  expect(identityOf(project.root)).toBe(first);
  rmSync(project.root, { recursive: true });
  write("src/a.ts");
  expect(identityOf(project.root)).not.toBe(first);
});

test("follows a folder that is not there yet", async () => {
  following.update([project]);
  expect(following.notes().get("shop")).toBe(FOLDER_GONE);
  write("src/a.ts");
  await until(() => asked.includes("all"));
});

test("begins anew with other settings, and goes on with the same ones", async () => {
  await follow();
  following.update([{ ...project, name: "another name" }]);
  following.update([{ ...project, settings: { exclude: ["src/**"] } }]);
  await until(() => asked.length > 0);
  expect(asked.splice(0)).toEqual(["all"]);
  write("src/a.ts", "y");
  write("b.ts");
  await until(() => asked.length > 0);
  expect(asked).toEqual([["b.ts"]]);
});

test("scans everything when a change could not be queued", async () => {
  await follow();
  refusals.push(new Error("refused"));
  write("src/a.ts", "y");
  await until(() => asked.length > 0);
  expect(asked).toEqual(["all"]);
});
