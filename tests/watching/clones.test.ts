/** Clones of git URLs: made, brought up to date, repaired and deleted, with a real git and repositories on disk. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join, sep } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { readConfig } from "../../src/config/config.js";
import type { ProjectSettings } from "../../src/model/project-settings.js";
import { openCloneFolder, seesSource } from "../../src/repository/git/clone-folder.js";
import { credentialsFor, runGit } from "../../src/repository/git/command.js";
import { normalizeGitUrl, repositoryKey } from "../../src/repository/git/url.js";
import { requestFetch } from "../../src/store/fetches.js";
import { createJob } from "../../src/store/jobs.js";
import { tellPresence } from "../../src/store/processes.js";
import { changeProject, findProject, insertProject, removeProject } from "../../src/store/projects.js";
import { purgeRemoved } from "../../src/store/removals.js";
import { createGitSync } from "../../src/watching/clones.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { commitAll, git, gitRepository } from "../helpers/git.js";
import { describeStores } from "../helpers/store.js";
import { until } from "../helpers/until.js";
import { makeCertificates } from "../http/certificates.js";

function commit(root: string, files: Record<string, string>): void {
  writeFiles(root, files);
  commitAll(root, "change");
}

/** Has git think that all in its folder was made a number of days ago. */
function makeOld(folder: string, days: number): void {
  const time = new Date(Date.now() - days * 86_400_000);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.parentPath.includes(`${sep}logs`) && entry.isFile())
      writeFileSync(file, readFileSync(file, "utf8").replace(/> \d+ /g, `> ${Math.floor(time.getTime() / 1000)} `));
    utimesSync(file, time, time);
  }
}

describeStores("git-sync", (store) => {
  /** A running sync, the project of a URL, and how often it was to be indexed. */
  async function syncing(root: string, settings: ProjectSettings = {}) {
    const db = store();
    const clonesDir = temporaryFolder();
    const lines: string[] = [];
    const config = readConfig({ repos: [], clonesDir, gitProtocols: ["file"], dataDir: temporaryFolder() }, {});
    const indexed: string[] = [];
    const indexing = {
      start: async ({ projectId }: { projectId: string }) => {
        indexed.push(projectId);
        return {} as never;
      },
    };
    const log = createLog("info", { write: (line) => void lines.push(line) }, false);
    const parts = { db, self: { processId: "here", role: "watcher" } as const, config, indexing, log };
    const sync = createGitSync(parts);
    onTestFinished(() => sync.close());
    const { project } = await insertProject(db, {
      name: "app",
      url: `file://${root}`,
      root: (id) => join(clonesDir, id),
      settings,
      isAdded: true,
    });
    await sync.start();
    const state = async () => (await findProject(db, project.projectId))!;
    /** The text of a file of the clone; undefined while there is none. */
    const read = (path: string) => {
      const file = join(project.root, path);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    };
    const fetchNow = () => requestFetch(db, [project.projectId]);
    return { db, project, clonesDir, indexed, state, read, fetchNow, lines, sync, parts };
  }

  test("clones, follows what is pushed, and removes what git does not know", async () => {
    const root = gitRepository({ "a.ts": "1" });
    const { indexed, state, read, fetchNow, project, clonesDir } = await syncing(root);
    await until(async () => (await state()).fetchedAt !== null && indexed.length === 1);
    expect(read("a.ts")).toBe("1");
    writeFileSync(join(project.root, "left-behind.ts"), "");
    commit(root, { "a.ts": "2" });
    await fetchNow();
    await until(() => read("a.ts") === "2" && indexed.length === 2);
    expect(read("left-behind.ts")).toBeUndefined();
    expect(readdirSync(clonesDir).sort()).toEqual([".codeindex-clones", "app"]);
  });

  test("forgets what the branch held before, a day later", async () => {
    const root = gitRepository({ "a.ts": "former" });
    const first = await syncing(root);
    await until(() => first.read("a.ts") === "former");
    const blob = execFileSync("git", ["rev-parse", "HEAD:a.ts"], { cwd: root, encoding: "utf8" }).trim();
    const has = () => spawnSync("git", ["cat-file", "-e", blob], { cwd: first.project.root }).status === 0;
    commit(root, { "a.ts": "later" });
    await first.fetchNow();
    await until(() => first.read("a.ts") === "later");
    expect(has()).toBe(true);
    await first.sync.close();
    // As it is two days later, when the process has been started again.
    makeOld(join(first.project.root, ".git"), 2);
    const next = createGitSync(first.parts);
    onTestFinished(() => next.close());
    await next.start();
    await first.fetchNow();
    await until(() => !has());
    expect(first.read("a.ts")).toBe("later");
  });

  test("is on the branch of the settings, and on another when these change", async () => {
    const root = gitRepository({ "a.ts": "main" });
    git(root, "checkout", "-q", "-b", "release/2");
    commit(root, { "a.ts": "release" });
    git(root, "checkout", "-q", "main");
    const { db, state, read } = await syncing(root, { branch: "release/2" });
    await until(async () => (await state()).fetchedAt !== null);
    expect(read("a.ts")).toBe("release");
    await changeProject(db, "app", { settings: { branch: "main" } });
    await until(() => read("a.ts") === "main");
    await changeProject(db, "app", { settings: { branch: "no-such" } });
    await until(async () => (await state()).fetchProblem !== null);
    expect((await state()).fetchProblem).toBe("The repository has no such branch.");
    expect(read("a.ts")).toBe("main");
  });

  test("makes a broken clone anew", async () => {
    const root = gitRepository({ "a.ts": "1" });
    const { project, state, read, fetchNow, indexed } = await syncing(root);
    await until(async () => (await state()).fetchedAt !== null);
    writeFileSync(join(project.root, ".git/index.lock"), "");
    writeFileSync(join(project.root, ".git/HEAD"), "nonsense");
    commit(root, { "a.ts": "2" });
    await fetchNow();
    await until(() => read("a.ts") === "2" && indexed.length === 2);
    expect((await state()).fetchProblem).toBeNull();
  });

  test("says why it cannot, and neither the answer nor a row holds a path", async () => {
    const { state } = await syncing(join(temporaryFolder(), "nowhere"));
    await until(async () => (await state()).fetchProblem !== null);
    expect((await state()).fetchProblem).toBe("There is no such repository, or we may not see it.");
  });

  test("deletes the clone of a removed project", async () => {
    const { db, project, state } = await syncing(gitRepository({ "a.ts": "1" }));
    await until(async () => (await state()).fetchedAt !== null);
    await removeProject(db, project.projectId);
    await until(async () => (await purgeRemoved(db, { graceSeconds: 0 })).length === 1);
    expect(existsSync(project.root)).toBe(false);
  });
});

describeStores("processes with folders of clones of their own", (store) => {
  /** A worker that fetches into its own folder, and says that it lives. */
  async function worker(processId: string, clonesDir = temporaryFolder()) {
    const db = store();
    const self = { processId, role: "worker" } as const;
    const indexed: string[] = [];
    const indexing = {
      start: async ({ root }: { root: string }) => {
        indexed.push(root);
        return {} as never;
      },
    };
    const config = readConfig({ repos: [], clonesDir, gitProtocols: ["file"], dataDir: temporaryFolder() }, {});
    const cloneFolder = await openCloneFolder(clonesDir);
    await tellPresence(db, { ...self, rowFormat: 1, cloneFolder });
    const sync = createGitSync({ db, self, config, indexing, log: createLog("silent") });
    onTestFinished(() => sync.close());
    await sync.start();
    return { clonesDir, cloneFolder, indexed, sync };
  }

  test("leave a clone to who has it, take it over when that is gone, and do not take an old clone for the project's", async () => {
    const db = store();
    const origin = gitRepository({ "a.ts": "1" });
    const first = await worker("first");
    const { project } = await insertProject(db, {
      name: "app",
      url: `file://${origin}`,
      // As a service says that has a folder of its own, too.
      root: (id) => join("/srv/nowhere", id),
      settings: {},
      isAdded: true,
    });
    const state = async () => (await findProject(db, project.projectId))!;
    const textIn = (folder: string) => {
      const file = join(folder, "app/a.ts");
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    };
    await requestFetch(db, ["app"]);
    await until(async () => (await state()).cloneFolder === first.cloneFolder);
    const second = await worker("second");
    commit(origin, { "a.ts": "2" });
    await requestFetch(db, ["app"]);
    await until(() => textIn(first.clonesDir) === "2");
    // It may have fetched twice before: it began as the project came, and was asked meanwhile.
    await until(() => first.indexed.length >= 2);
    expect(readdirSync(second.clonesDir)).toEqual([".codeindex-clones"]);

    // As after a kill: it says nothing any more. A job waits for the clone.
    await first.sync.close();
    await db.query("update processes set seen_at = now() - interval '1 minute' where process_id = 'first'");
    await createJob(db, randomUUID(), "app", {});
    await until(async () => (await state()).cloneFolder === second.cloneFolder);
    expect(await state()).toMatchObject({ root: join(second.clonesDir, "app") });
    await until(() => second.indexed.length === 1);
    expect(await seesSource(await state())).toBe(true);
    // The one that had it has the folder still, at a path that may be the same.
    expect(await seesSource({ ...(await state()), root: join(first.clonesDir, "app") })).toBe(false);
    await worker("first", first.clonesDir);
    await until(() => textIn(first.clonesDir) === undefined);
    expect(textIn(second.clonesDir)).toBe("2");
  });

  test("delete the clone of a removed project where it lies", async () => {
    const db = store();
    const holder = await worker("holder");
    await insertProject(db, {
      name: "app",
      url: `file://${gitRepository({ "a.ts": "1" })}`,
      root: (id) => join("/srv/nowhere", id),
      settings: {},
      isAdded: true,
    });
    await requestFetch(db, ["app"]);
    await until(async () => (await findProject(db, "app"))?.cloneFolder === holder.cloneFolder);
    await holder.sync.close();
    await removeProject(db, "app");
    const other = await worker("other");
    await requestFetch(db, []);
    await until(() => existsSync(join(other.clonesDir, ".codeindex-clones")));
    // The other one leaves the row to the one that has the clone.
    expect(await purgeRemoved(db, { graceSeconds: 0 })).toEqual([]);
    expect(existsSync(join(holder.clonesDir, "app"))).toBe(true);
    await worker("holder", holder.clonesDir);
    await until(async () => (await purgeRemoved(db, { graceSeconds: 0 })).length === 1);
    expect(existsSync(join(holder.clonesDir, "app"))).toBe(false);
  });
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe("git's surroundings", () => {
  test("credentials are in its environment alone, and for their host alone; nothing of ours that could have it log them", async () => {
    const folder = temporaryFolder({
      git: dedent`
        #!/bin/sh
        { echo "ARGS $*"; env; } > seen.txt
        echo "https://u:hunter2@host/x" >&2
        exit 1
      `,
      credentials: "https://me:s3cret@git.example.com\n",
    });
    chmodSync(join(folder, "git"), 0o755);
    const before = { ...process.env };
    onTestFinished(() => {
      process.env = before;
    });
    process.env = { ...before, PATH: `${folder}:${before.PATH}`, GIT_TRACE: "1", CODEINDEX_GIT_CREDENTIALS: "x" };
    const config = readConfig(
      { repos: [], dataDir: folder, gitCredentialsFile: join(folder, "credentials"), gitLocalHosts: true },
      {},
    );
    const seen = async (url: string) => {
      const run = runGit(config, url, ["fetch", "--", url], { cwd: folder, signal: new AbortController().signal });
      await expect(run).rejects.toThrow("git failed; the log of the process that fetches says how.");
      return readFileSync(join(folder, "seen.txt"), "utf8");
    };
    const header = `Authorization: Basic ${Buffer.from("me:s3cret").toString("base64")}`;
    const ours = await seen("https://git.example.com/team/app.git");
    expect(ours).toContain("ARGS fetch -- https://git.example.com/team/app.git\n");
    expect(ours).toContain("=http.https://git.example.com/.extraHeader\n");
    expect(ours).toContain(`=${header}\n`);
    expect(ours).toContain("GIT_TERMINAL_PROMPT=0\n");
    expect(ours).toContain("GIT_ALLOW_PROTOCOL=https:ssh\n");
    expect(ours).not.toMatch(/GIT_TRACE|CODEINDEX_|s3cret/);
    expect(await seen("https://git.example.org/team/app.git")).not.toContain("Authorization");
  });

  test("credentials do not follow where a server leads: git would send them there", async () => {
    const { folder, ca, issue } = makeCertificates();
    const { cert, key } = issue("git");
    const pair = { cert: readFileSync(cert), key: readFileSync(key) };
    const told: (string | undefined)[] = [];
    const ours = createServer(pair, (request, response) => {
      response.writeHead(302, { location: `https://localhost:${portOf(other)}${request.url}` }).end();
    });
    const other = createServer(pair, (request, response) => {
      told.push(request.headers.authorization);
      response.end("001e# service=git-upload-pack\n0000000eversion 2\n0000");
    });
    for (const server of [ours, other]) {
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      onTestFinished(() => void server.close());
    }
    const url = `https://localhost:${portOf(ours)}/app.git`;
    const trusting = ["-c", `http.sslCAInfo=${ca}`, "ls-remote", url];
    const ask = (settings: { gitCredentials?: string }) =>
      runGit(readConfig({ repos: [], dataDir: folder, gitLocalHosts: true, ...settings }, {}), url, trusting, {
        cwd: folder,
        signal: new AbortController().signal,
      });
    await expect(ask({ gitCredentials: `https://me:s3cret@localhost:${portOf(ours)}` })).rejects.toThrow(
      "it is at another address",
    );
    expect(told).toEqual([]);
    // A clone without credentials may be led elsewhere.
    await expect(ask({})).rejects.toThrow();
    expect(told).toContain(undefined);
  });

  test.each<{ entry: string; url: string; want: string | null }>([
    { entry: "https://u:p@a.com", url: "https://a.com/x/y.git", want: "u:p" },
    { entry: "https://u:p%40@a.com:8443", url: "https://a.com:8443/x", want: "u:p@" },
    { entry: "https://token@a.com", url: "https://a.com/x", want: "token:" },
    { entry: "https://u:p@a.com/team", url: "https://a.com/team/app.git", want: "u:p" },
    { entry: "https://u:p@a.com/team", url: "https://a.com/teammates/app.git", want: null },
    { entry: "https://u:p@a.com", url: "https://a.com.evil.net/x", want: null },
    { entry: "https://u:p@a.com", url: "https://a.com:8443/x", want: null },
    { entry: "https://u:p@a.com", url: "git://a.com/x", want: null },
    { entry: "http://u:p@a.com", url: "https://a.com/x", want: null },
    { entry: "nonsense", url: "https://a.com/x", want: null },
  ])("$entry for $url: $want", ({ entry, url, want }) => {
    expect(credentialsFor(url, [entry])).toBe(want && `Basic ${Buffer.from(want).toString("base64")}`);
  });
});

describe("git URLs", () => {
  const all = ["https", "ssh", "git", "file"] as const;
  test.each<{ given: string; want: string | RegExp }>([
    { given: "https://Example.com//team/app.git/", want: "https://example.com/team/app.git" },
    { given: "git@example.com:team/app.git", want: "ssh://git@example.com/team/app.git" },
    { given: "ssh://git@example.com:2222/~me/app", want: "ssh://git@example.com:2222/~me/app" },
    { given: "file:///srv/git/app.git", want: "file:///srv/git/app.git" },
    { given: "https://user@example.com/app", want: /no name or password/ },
    { given: "https://user:pass@example.com/app", want: /no name or password/ },
    { given: "ssh://git:pass@example.com/app", want: /no name or password/ },
    { given: "ext::sh -c touch% /tmp/x", want: /must be a git URL/ },
    { given: "ext::sh", want: /must begin with/ },
    { given: "http://example.com/app", want: /must begin with https:\/\// },
    { given: "--upload-pack=touch", want: /must be a git URL/ },
    { given: "-oProxyCommand=x@host:app", want: /must be/ },
    { given: "ssh://-oProxyCommand=x/app", want: /must/ },
    { given: "https://example.com/--option/app", want: /path to a repository/ },
    { given: "https://example.com/app?x=1", want: /nothing behind it/ },
    { given: "https://example.com", want: /path to a repository/ },
    { given: "file://host/srv/app", want: /must be a host and a path/ },
    { given: "/srv/app", want: /must be a git URL/ },
    { given: "https://example.com/a\nb", want: /must be a git URL/ },
  ])("$given", ({ given, want }) => {
    if (typeof want === "string") expect(normalizeGitUrl(given, all)).toBe(want);
    else expect(() => normalizeGitUrl(given, all)).toThrow(want);
  });

  test("only those of allowed protocols", () => {
    expect(() => normalizeGitUrl("file:///srv/app", ["https", "ssh"])).toThrow("must begin with https:// or ssh://");
  });

  test("are of one repository whatever the protocol", () => {
    const urls = [
      "https://Example.com/Team/App.git",
      "git@example.com:team/app",
      "ssh://git@example.com/team/app.git/",
    ];
    expect(new Set(urls.map(repositoryKey))).toEqual(new Set(["example.com/team/app"]));
  });
});
