/** The compose files as a team runs them: two replicas of the service behind a proxy that knows no sessions, a worker, a watcher, and their databases. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DockerComposeEnvironment, type StartedDockerComposeEnvironment, Wait } from "testcontainers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { freePort } from "../helpers/free-port.js";
import { ask as askAt, found as foundAt, namesOf, type Way } from "./agent.js";
import { buildImage, docker, eventually, firstToken, makeRepositories, ROOT, say } from "./docker.js";

const PROJECT = `codeindex-test-${process.pid}`;
/** Ours, that must stop in time and come back by themselves. */
const OWN = ["service-1", "worker-1", "watcher-1"];
const PATIENCE_MS = 10_000;

const repositories = makeRepositories({
  shop: {
    "src/basket.ts": dedent`
      export class Basket {
        total() { return price(); }
      }
      function price() { return 1; }
    `,
  },
  bank: { "Account.cs": "namespace Bank;\npublic class Account { public void Deposit() { } }\n" },
});
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const compose = new DockerComposeEnvironment(ROOT, ["docker-compose.yml", "docker-compose.replicas.yml"])
  .withProjectName(PROJECT)
  .withBuild()
  .withEnvironment({ REPOS_DIR: repositories.path, CODEINDEX_PORT: String(port), CODEINDEX_IMAGE: "codeindex-test" })
  .withDefaultWaitStrategy(Wait.forHealthCheck())
  .withWaitStrategy("proxy-1", Wait.forLogMessage("round robin on port"))
  .withStartupTimeout(300_000);
let running: StartedDockerComposeEnvironment;
/** An administrator's, which the first service to start has printed. */
let token: string | undefined;

beforeAll(async () => {
  await buildImage("codeindex-test");
  say("starts the containers of the compose files, and waits until they are healthy");
  running = await compose.up();
});
afterAll(async () => {
  await running?.down({ removeVolumes: true, timeout: 20_000 });
  repositories.remove();
});

async function way(): Promise<Way> {
  token ??= await Promise.any(["service-1", "service-2"].map((name) => firstToken(containerOf(name))));
  return { url, token };
}
const ask = async (tool: string, input: object) => askAt(await way(), tool, input);
const found = (projectId: string, name: string) => foundAt(way, projectId, name);

const containerOf = (name: string) => `${PROJECT}-${name}`;
const inspect = (name: string, format: string) => docker("inspect", "-f", format, containerOf(name));
const inside = (name: string, script: string) => docker("exec", containerOf(name), "sh", "-c", script);
const isHealthy = (name: string) =>
  eventually(
    () => inspect(name, "{{.State.Health.Status}}"),
    (status) => status === "healthy",
  );

describe("docker compose up, with nothing configured but where the repositories are", () => {
  test("indexes every repository that it finds, and answers agents", async () => {
    await found("shop", "Basket.total");
    await found("bank", "Bank.Account.Deposit");
  });

  test("prints the URL, and the configuration to paste", async () => {
    const log = await docker("logs", containerOf("service-1"));
    expect(log).toContain(`codeindex serves bank, shop at ${url}/mcp`);
    expect(log).toContain(`"url": "${url}/mcp?toolsets=`);
    const config = await inside("service-1", "codeindex mcp-config --client claude-code");
    expect(JSON.parse(config).mcpServers.codeindex.url).toMatch(`${url}/mcp`);
  });

  test("migrates once, however many start", async () => {
    const ran = await docker(
      ...[
        "exec",
        containerOf("postgres-1"),
        "psql",
        "-U",
        "codeindex",
        "-Atc",
        "select file from migrations order by 1",
      ],
    );
    expect(ran.split("\n")).toEqual(readdirSync(join(ROOT, "migrations")).sort());
    for (const name of ["service-1", "service-2", ...OWN.slice(1)])
      expect(await inspect(name, "{{.RestartCount}}")).toBe("0");
  });

  test("brings in changes as they are made", async () => {
    writeFileSync(join(repositories.path, "shop", "src", "coupon.ts"), "export class Coupon {}\n");
    await found("shop", "Coupon");
  });

  test("answers from another container by its name", async () => {
    expect(
      await inside("worker-1", "node -e \"fetch('http://service:8400/health').then((r) => console.log(r.status))\""),
    ).toBe("200");
  });
});

describe.each(OWN)("%s", (name) => {
  test("is nobody who could do harm", async () => {
    expect(await inside(name, "id -u")).toBe("1000");
    await expect(inside(name, "touch /app/x")).rejects.toThrow("Read-only file system");
    await expect(inside(name, "touch /repos/x")).rejects.toThrow("Read-only file system");
    expect(
      await inside(name, "touch /tmp/x /clones/x && rm /tmp/x /clones/x && which git gcc cc make python3 || true"),
    ).toBe("/usr/bin/git");
  });

  test("is killed, comes back by itself, and misses nothing", async () => {
    const before = await inspect(name, "{{.State.StartedAt}}");
    const symbol = `After${name.split("-")[0]}`;
    await inside(name, "kill -9 $(cat /proc/1/task/1/children)");
    writeFileSync(join(repositories.path, "shop", "src", `${symbol}.ts`), `export class ${symbol} {}\n`);
    await eventually(
      () => inspect(name, "{{.State.StartedAt}}"),
      (startedAt) => startedAt !== before,
    );
    await found("shop", symbol);
    await isHealthy(name);
  });

  test("stops in time when it is asked to, and others answer meanwhile", async () => {
    const started = performance.now();
    const stopping = docker("stop", "-t", "30", containerOf(name));
    for (let turn = 0; turn < 4; turn++) expect((await fetch(`${url}/health`)).status).toBe(200);
    await stopping;
    expect(performance.now() - started).toBeLessThan(PATIENCE_MS);
    expect(await inspect(name, "{{.State.ExitCode}}")).toBe("0");
    for (let turn = 0; turn < 4; turn++)
      expect(namesOf(await ask("lookup_symbol", { project_id: "shop", qualified_name: "Basket" }))).toEqual(["Basket"]);
    await docker("start", containerOf(name));
    await isHealthy(name);
  });
});

test("down, and up again: the index is still there, and follows what changed meanwhile", async () => {
  const generation = async () =>
    ((await ask("get_status", { project_id: "bank" })).index as { generation: number }).generation;
  const before = await generation();
  await running.down({ removeVolumes: false, timeout: 20_000 });
  rmSync(join(repositories.path, "shop", "src", "coupon.ts"));
  writeFileSync(join(repositories.path, "shop", "src", "voucher.ts"), "export class Voucher {}\n");
  running = await compose.up();
  expect(namesOf(await ask("lookup_symbol", { project_id: "bank", qualified_name: "Bank.Account" }))).toEqual([
    "Bank.Account",
  ]);
  await found("shop", "Voucher");
  expect(namesOf(await ask("search_symbols", { project_id: "shop", query: "Coupon" }))).not.toContain("Coupon");
  expect(await generation()).toBe(before);
});
