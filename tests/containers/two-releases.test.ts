/** Two releases of the chart in one namespace, with one Redis, and one PostgreSQL that has a database for each: nothing of one is seen by the other. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasHelm, type Manifest, podsIn, renderRelease } from "../chart/manifests.js";
import { writeFiles } from "../helpers/folders.js";
import { commitAll, git } from "../helpers/git.js";
import { ask, found, type Way } from "./agent.js";
import { buildImage, docker, eventually } from "./docker.js";
import { Namespace } from "./pods.js";

const IMAGE = "codeindex-test";
const RELEASES = ["team", "other"];
const serviceOf = (release: string) => `${release}-codeindex`;
const classOf = (release: string) => (release === "team" ? "Basket" : "Invoice");

describe.runIf(hasHelm)("two releases in one namespace", () => {
  let namespace: Namespace;
  const tokens = new Map<string, string>();
  const manifests = new Map<string, Manifest[]>();

  const flagsOf = (release: string) => [
    `image.repository=${IMAGE}`,
    "image.tag=v1",
    `auth.adminToken.existingSecret=admin-${release}`,
    `database.existingSecret=database-${release}`,
    "redis.existingSecret=redis",
    "service.replicas=1",
    "service.disruption.minAvailable=0",
    "worker.replicas=1",
    "config.CODEINDEX_GIT_PROTOCOLS=git",
    "config.CODEINDEX_GIT_INTERVAL=5s",
  ];
  const way = (release: string): Way => ({
    url: `http://${serviceOf(release)}:8400`,
    token: tokens.get(release)!,
    fetch: namespace.fetchOf(serviceOf(release)),
  });

  beforeAll(async () => {
    await buildImage(`${IMAGE}:v1`);
    for (const release of RELEASES) {
      const said = await docker("run", "--rm", `${IMAGE}:v1`, "token", "new");
      tokens.set(release, /cdx_\w+/.exec(said)![0]);
      manifests.set(release, renderRelease(release, "minimal", ...flagsOf(release).flatMap((flag) => ["--set", flag])));
    }
    namespace = await Namespace.open(`codeindex-test-${process.pid}-two`, {
      redis: { url: "redis://redis:6379" },
      ...Object.fromEntries(RELEASES.map((release) => [`admin-${release}`, { token: tokens.get(release)! }])),
      ...Object.fromEntries(
        RELEASES.map((release) => [`database-${release}`, { url: `postgres://codeindex:secret@database/${release}` }]),
      ),
    });
    for (const release of RELEASES) {
      const folder = join(namespace.folder, "git", release);
      writeFiles(folder, { "a.ts": `export class ${classOf(release)} {}\n` });
      git(folder, "init", "-q", "-b", "main");
      commitAll(folder, "first");
    }
    const served = ["-v", `${join(namespace.folder, "git")}:/git:ro`, "--entrypoint", "git", `${IMAGE}:v1`];
    await namespace.provide(
      "git",
      ...served,
      ...["-c", "safe.directory=*", "daemon", "--export-all", "--base-path=/git"],
    );
    await namespace.provide("redis", "redis:7");
    const account = ["-e", "POSTGRES_USER=codeindex", "-e", "POSTGRES_PASSWORD=secret"];
    const database = await namespace.provide("database", ...account, "pgvector/pgvector:pg17");
    const psql = (sql: string) =>
      docker("exec", database, "psql", "-h", "127.0.0.1", "-U", "codeindex", "-Atc", sql, "codeindex");
    await eventually(() => psql("select 1"), Boolean);
    for (const release of RELEASES) await psql(`create database ${release}`);
  });
  afterAll(() => namespace?.close());

  test("are installed beside each other, and pass their own tests", async () => {
    for (const release of RELEASES) {
      const own = manifests.get(release)!;
      for (const job of podsIn(own, "Job")) expect(await namespace.run(job)).toMatchObject({ status: 0 });
      const running = [];
      for (const pod of podsIn(own, "Deployment")) running.push(await namespace.start(pod, own));
      await Promise.all(running.map((one) => namespace.ready(one)));
      for (const pod of podsIn(own, "Pod")) expect(await namespace.run(pod)).toMatchObject({ status: 0 });
    }
  });

  test("have projects of their own, each indexed by its own workers", async () => {
    for (const release of RELEASES) {
      const { url, token, fetch } = way(release);
      const answer = await fetch!(`${url}/projects`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ url: `git://git/${release}` }),
      });
      expect(answer.ok, await answer.text()).toBe(true);
    }
    for (const release of RELEASES) {
      await found(() => way(release), release, classOf(release));
      const { results } = await ask(way(release), "list_projects", {});
      expect((results as { project_id: string }[]).map(({ project_id }) => project_id)).toEqual([release]);
    }
  });

  test("do not know each other's tokens", async () => {
    const { url, fetch } = way("team");
    const headers = { authorization: `Bearer ${tokens.get("other")}` };
    expect((await fetch!(`${url}/projects`, { headers })).status).toBe(401);
  });
});
