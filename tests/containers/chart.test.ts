/**
 * The chart as a cluster runs it, as far as a Docker engine can: the pods of its rendered manifests are containers (pods.ts). Each set of values is
 * installed, asked over MCP, hurt, and brought to another image.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasHelm, type Manifest, podsIn, podsOf, render } from "../chart/manifests.js";
import { dedent } from "../helpers/dedent.js";
import { writeFiles } from "../helpers/folders.js";
import { commitAll, git } from "../helpers/git.js";
import { ask, found, namesOf } from "./agent.js";
import { buildImage, docker, eventually } from "./docker.js";
import { Namespace, partOf } from "./pods.js";

const IMAGE = "codeindex-test";
const DATABASE = "pgvector/pgvector:pg17";
const PASSWORD = "a/pass:word";
const URL_OF_TEAM = "http://team-codeindex:8400";

/** Values beside those of a set: our image, an administrator's token, a git server without encryption that is looked at often. */
const FLAGS = [
  `image.repository=${IMAGE}`,
  "auth.adminToken.existingSecret=codeindex-admin",
  "config.CODEINDEX_GIT_PROTOCOLS=git",
  "config.CODEINDEX_GIT_INTERVAL=5s",
  "backup.enabled=true",
  `backup.image=${DATABASE}`,
];
const manifestsOf = (set: string, tag: string): Manifest[] =>
  render(set, ...[...FLAGS, `image.tag=${tag}`].flatMap((flag) => ["--set", flag]));
const hasImage = (name: string) =>
  docker("image", "inspect", name)
    .catch(() => docker("pull", "--quiet", name))
    .then(
      () => true,
      () => false,
    );
const hasValkey = await hasImage("valkey/valkey:8");

beforeAll(async () => {
  await buildImage(`${IMAGE}:v1`);
  // An upgrade is to a tag of its own; workers of two versions are tried in tests/indexing/two-versions.test.ts.
  await docker("tag", `${IMAGE}:v1`, `${IMAGE}:v2`);
});

describe.runIf(hasHelm).each(["minimal", "no-shared-disk", ...(hasValkey ? ["one-node"] : [])])(
  "the chart with the values %s",
  (set) => {
    let manifests: Manifest[];
    let namespace: Namespace;
    let token: string;
    const folderOf = (name: string) => join(namespace.folder, "git", name);
    const way = () => ({ url: URL_OF_TEAM, token, fetch: namespace.fetch });

    /** Commits a file with a class to the repository on the git server. */
    function push(name: string): void {
      writeFiles(folderOf("shop"), { [`src/${name}.ts`]: `export class ${name} {}\n` });
      commitAll(folderOf("shop"), name);
    }

    beforeAll(async () => {
      manifests = manifestsOf(set, "v1");
      token = await docker("run", "--rm", `${IMAGE}:v1`, "token", "new").then((said) => /cdx_\w+/.exec(said)![0]);
      namespace = await Namespace.open(`codeindex-test-${process.pid}-${set}`, {
        // `kubectl create secret --from-file` keeps the end of the line.
        "codeindex-database": { url: `postgres://codeindex:${encodeURIComponent(PASSWORD)}@database:5432/codeindex\n` },
        "codeindex-redis": { url: `redis://:${encodeURIComponent(PASSWORD)}@redis:6379\n` },
        "codeindex-admin": { token },
      });
      writeFiles(folderOf("shop"), {
        "src/basket.ts": dedent`
          export class Basket {
            total() { return price(); }
          }
          function price() { return 1; }
        `,
      });
      git(folderOf("shop"), "init", "-q", "-b", "main");
      commitAll(folderOf("shop"), "first");
      const served = ["-v", `${join(namespace.folder, "git")}:/git:ro`, "--entrypoint", "git"];
      await namespace.provide(
        "git",
        ...served,
        `${IMAGE}:v1`,
        "-c",
        "safe.directory=*",
        "daemon",
        "--export-all",
        "--base-path=/git",
      );
      await namespace.provide("redis", "redis:7", "redis-server", "--requirepass", PASSWORD);
      const database = await namespace.provide(
        "database",
        "-e",
        "POSTGRES_USER=codeindex",
        "-e",
        `POSTGRES_PASSWORD=${PASSWORD}`,
        DATABASE,
      );
      await eventually(() => docker("exec", database, "pg_isready", "-h", "127.0.0.1", "-U", "codeindex"), Boolean);
    });
    afterAll(() => namespace?.close());

    test("migrates first, then every pod becomes ready, and none is started twice", async () => {
      for (const job of podsIn(manifests, "Job")) expect(await namespace.run(job)).toMatchObject({ status: 0 });
      const pods = [...podsIn(manifests, "StatefulSet"), ...podsIn(manifests, "Deployment")];
      const running = await Promise.all(pods.map((pod) => namespace.start(pod, manifests)));
      await Promise.all(running.map((one) => namespace.ready(one)));
      for (const { name } of running) expect(await docker("inspect", "-f", "{{.RestartCount}}", name), name).toBe("0");
    });

    test("passes its own test", async () => {
      const [pod] = podsIn(manifests, "Pod");
      expect(await namespace.run(pod!)).toMatchObject({
        status: 0,
        output: expect.stringContaining('200 {"results":[]}'),
      });
    });

    test("clones a repository by its URL, and answers agents", async () => {
      const answer = await namespace.fetch(`${URL_OF_TEAM}/projects`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ url: "git://git/shop" }),
      });
      expect(answer.ok, await answer.text()).toBe(true);
      await found(way, "shop", "Basket.total");
    });

    test.each(["service", "worker", "watcher"])(
      "a %s is killed, comes back by itself, and nothing is missed",
      async (part) => {
        const [killed] = namespace.of(part);
        await namespace.kill(killed!);
        push(`AfterKilled${part}`);
        await eventually(
          () => docker("inspect", "-f", "{{.RestartCount}}", killed!.name),
          (count) => count === "1",
        );
        await found(way, "shop", `AfterKilled${part}`);
        await namespace.ready(killed!);
      },
    );

    test("a node fails with a pod of each part, and those that take their places miss nothing", async () => {
      const lost = ["service", "worker", "watcher"].map((part) => namespace.of(part)[0]!);
      await Promise.all(lost.map((pod) => namespace.lose(pod)));
      push("AfterLostNode");
      const others = await Promise.all(lost.map(({ pod }) => namespace.start(pod, manifests)));
      await found(way, "shop", "AfterLostNode");
      await Promise.all(others.map((pod) => namespace.ready(pod)));
    });

    test("database and queue fail in the middle of a build: pods wait for them, none is started again, and nothing is missed", async () => {
      const pods = ["service", "worker", "watcher"].flatMap((part) => namespace.of(part));
      const starts = () => Promise.all(pods.map(({ name }) => docker("inspect", "-f", "{{.RestartCount}}", name)));
      const before = await starts();
      push("WhileAway");
      const stores = ["database", "redis"].map((name) => namespace.containerOf(name));
      await docker("kill", ...stores);
      await eventually(
        () => Promise.all(namespace.of("service").map((service) => namespace.isReady(service))),
        (ready) => !ready.includes(true),
      );
      await docker("start", ...stores);
      await Promise.all(pods.map((pod) => namespace.ready(pod)));
      expect(await starts()).toEqual(before);
      await found(way, "shop", "WhileAway");
    });

    test("an upgrade migrates, replaces every pod, leaves no question without an answer, and misses nothing", async () => {
      const next = manifestsOf(set, "v2");
      for (const job of podsIn(next, "Job")) expect(await namespace.run(job)).toMatchObject({ status: 0 });
      push("DuringUpgrade");
      const deployments = next.filter(({ kind }) => kind === "Deployment");
      const answers = await askWhile(Promise.all(deployments.map((deployment) => roll(deployment, next))));
      expect(answers.length).toBeGreaterThan(0);
      expect(new Set(answers.flat())).toEqual(new Set(["Basket"]));
      push("AfterUpgrade");
      for (const name of ["DuringUpgrade", "AfterUpgrade"]) await found(way, "shop", name);
    });

    /** Asks one question after the other until the work is done; gives the answers. Throws where one of them is none. */
    async function askWhile(work: Promise<unknown>): Promise<string[][]> {
      let isOver = false;
      const asked = (async () => {
        const answers: string[][] = [];
        for (; !isOver; await setTimeout(100))
          answers.push(namesOf(await ask(way(), "lookup_symbol", { project_id: "shop", qualified_name: "Basket" })));
        return answers;
      })();
      const done = work.finally(() => {
        isOver = true;
      });
      const [answers] = await Promise.all([asked, done]);
      return answers;
    }

    /** Replaces the pods of a Deployment one by one: as its strategy says, the new one is ready first, or starts while the old one ends. */
    async function roll(deployment: Manifest, next: readonly Manifest[]): Promise<void> {
      const [pod] = podsOf([deployment]);
      const isReadyFirst = deployment.spec.strategy.rollingUpdate.maxUnavailable === 0;
      for (const old of namespace.of(partOf(pod!))) {
        const startNew = async () => namespace.ready(await namespace.start(pod!, next));
        // It ends by itself, in the time that it has.
        const endOld = async () => expect(await namespace.end(old), old.name).toBe(0);
        if (isReadyFirst) {
          await startNew();
          await endOld();
        } else await Promise.all([startNew(), endOld()]);
      }
    }

    test("the pods of the new version have its image", async () => {
      for (const part of ["service", "worker", "watcher"])
        for (const { name } of namespace.of(part))
          expect(await docker("inspect", "-f", "{{.Config.Image}}", name)).toBe(`${IMAGE}:v2`);
    });

    test("the job of backups leaves a dump that pg_restore reads", async () => {
      const [pod] = podsIn(manifests, "CronJob");
      expect(await namespace.run(pod!)).toMatchObject({ status: 0 });
      const folder = namespace.claim("team-codeindex-backup");
      const dumps = readdirSync(folder);
      expect(dumps).toEqual([expect.stringMatching(/^codeindex-\d{8}T\d{6}Z\.dump$/)]);
      const listed = await docker(
        "run",
        "--rm",
        "-v",
        `${folder}:/backup:ro`,
        DATABASE,
        "pg_restore",
        "--list",
        `/backup/${dumps[0]}`,
      );
      expect(listed).toContain("TABLE DATA public projects");
    });
  },
);
