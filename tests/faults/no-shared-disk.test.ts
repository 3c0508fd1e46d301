/** Services, workers and a watcher with folders of their own, as on machines that share no disk: clones of git URLs, their fetches, and who dies of them. */
import { createHmac } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeFiles } from "../helpers/folders.js";
import { commitAll, git } from "../helpers/git.js";
import { until } from "../helpers/until.js";
import { brokenRows } from "../system/dump.js";
import { type Cluster, openCluster, type Role } from "./cluster.js";
import { hasServers, LONG_WAIT, PATIENCE } from "./team.js";

const ROLES: readonly Role[] = ["service1", "service2", "worker1", "worker2", "watcher"];
const WORKERS = ["worker1", "worker2"] as const;
/** From this many files on a build is sent round in parts. */
const FILES = 400;
const SECRET = "a secret of webhooks";
const URL_OF_PUSH = "https://git.example.com/team/app.git";

describe.runIf(hasServers)("an installation without a shared disk", () => {
  let cluster: Cluster;
  let origin: string;

  beforeAll(async () => {
    cluster = await openCluster({
      database: process.env.TEST_DATABASE_URL!,
      redis: process.env.TEST_REDIS_URL!,
      env: (role, folder) => ({
        XDG_DATA_HOME: join(folder, role),
        CODEINDEX_GIT_PROTOCOLS: "file,https",
        CODEINDEX_GIT_INTERVAL: "60m",
        CODEINDEX_WEBHOOK_SECRET: SECRET,
      }),
    });
    origin = join(cluster.folder, "origin");
    mkdirSync(origin);
    git(origin, "init", "-q", "-b", "main");
    push("first");
    await Promise.all(ROLES.map((role) => cluster.start(role)));
  }, PATIENCE);
  afterAll(() => cluster?.close(), PATIENCE);

  /** Commits a version of all files; each has a function that is named for it. */
  function push(version: string): void {
    const files = Array.from({ length: FILES }, (_, index) => [
      `src/file${index}.ts`,
      `export function ${version}${index}() { return ${index}; }\n`,
    ]);
    writeFiles(origin, Object.fromEntries(files));
    commitAll(origin, version);
  }

  /** Tells a service of a push, as a git host does. */
  async function tellOfPush(role: "service1" | "service2"): Promise<void> {
    const body = { ref: "refs/heads/main", repository: { clone_url: `file://${origin}`, html_url: URL_OF_PUSH } };
    const signature = createHmac("sha256", SECRET).update(JSON.stringify(body)).digest("hex");
    const { status } = await cluster.post(role, "/webhooks/git", body, {
      "x-hub-signature-256": `sha256=${signature}`,
    });
    expect(status).toBe(202);
  }

  const isFound = async (role: "service1" | "service2", name: string): Promise<boolean> => {
    const { body } = await cluster.call(role, "search_symbols", "origin", { query: name });
    return ((body.results as { name?: string }[] | undefined) ?? []).some((each) => each.name === name);
  };
  const isWhole = async (version: string): Promise<boolean> =>
    (await isFound("service1", `${version}0`)) && (await isFound("service2", `${version}${FILES - 1}`));
  const hasClone = (role: Role): boolean => existsSync(join(cluster.folder, role, "codeindex/clones/origin/.git/HEAD"));
  /** The worker that the database says has the clone. */
  async function holder(): Promise<(typeof WORKERS)[number]> {
    const [row] = await cluster.db.query<{ root: string }>("select root from projects where project_id = 'origin'");
    return WORKERS.find((role) => row!.root.includes(`/${role}/`))!;
  }
  const patience = { within: LONG_WAIT, every: 250, but: () => cluster.output().slice(-4000) };

  test(
    "a clone is made by a worker, parts go to both, and every service answers from what is stored",
    async () => {
      expect(await cluster.post("service1", "/projects", { url: `file://${origin}` })).toMatchObject({ status: 201 });
      await until(() => isWhole("first"), patience);
      expect(ROLES.filter(hasClone)).toEqual([await holder()]);
      const file = await cluster.call("service2", "read_file", "origin", { path: "src/file7.ts" });
      expect(JSON.stringify(file.body)).toContain("first7");
      const results = await cluster.redis.keys("codeindex:*:parts-2:*c");
      expect(results).toEqual([]);
    },
    PATIENCE,
  );

  test(
    "a push that the other service is told of is fetched by who has the clone",
    async () => {
      const before = await holder();
      push("second");
      await tellOfPush("service2");
      await until(() => isWhole("second"), patience);
      expect([await holder(), ROLES.filter(hasClone)]).toEqual([before, [before]]);
    },
    PATIENCE,
  );

  test.each([0, 700, 1500])(
    "the worker that has the clone is killed %d ms after a push, and the other makes a clone of its own",
    async (delay) => {
      const dead = await holder();
      const other = WORKERS.find((role) => role !== dead)!;
      const version = `killed${delay}x`;
      push(version);
      await tellOfPush("service1");
      await setTimeout(delay);
      await cluster.kill(dead);
      await until(() => isWhole(version), patience);
      // Where the build was already over when it died, the next fetch is the other's.
      push(`${version}next`);
      await tellOfPush("service2");
      await until(() => isWhole(`${version}next`), patience);
      expect(await holder()).toBe(other);
      // The one that comes back has an old clone, and does not build from it.
      await cluster.start(dead);
      await until(() => !hasClone(dead), patience);
      push(`${version}again`);
      await tellOfPush("service2");
      await until(() => isWhole(`${version}again`), patience);
      expect(await holder()).toBe(other);
      expect(await brokenRows(cluster.db, "origin")).toEqual([]);
    },
    PATIENCE,
  );
});
