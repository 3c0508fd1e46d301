/** POST /webhooks/git, as git hosts send it. */
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { listen } from "../../src/http/server.js";
import { insertProject, registerProject } from "../../src/store/projects.js";
import { temporaryFolder } from "../helpers/folders.js";
import { describeStores } from "../helpers/store.js";
import { tableHost } from "../mcp/table.js";

const SECRET = "a secret";
const push = (ref = "refs/heads/main") => ({
  ref,
  repository: { clone_url: "https://Git.example.com/team/app.git", ssh_url: "x", default_branch: "main" },
});
const signature = (body: string, secret = SECRET) => createHmac("sha256", secret).update(body).digest("hex");

describeStores("webhooks", (store) => {
  beforeEach(async () => {
    const add = (name: string, url: string, branch?: string) =>
      insertProject(store(), {
        name,
        url,
        root: (id) => `/clones/${id}`,
        settings: branch === undefined ? {} : { branch },
        isAdded: true,
      });
    await add("app", "https://git.example.com/team/app");
    await add("next", "ssh://git@git.example.com/team/app.git", "next");
    await add("other", "https://git.example.com/team/other.git");
    await registerProject(store(), "/repos/folder");
  });

  async function send(body: string, headers: Record<string, string>, settings: object = { webhookSecret: SECRET }) {
    const config = readConfig({ port: 0, repos: [], dataDir: temporaryFolder(), ...settings }, {});
    const server = await listen({ ...tableHost(), config, db: store() });
    onTestFinished(() => server.close());
    const response = await fetch(`${server.url}/webhooks/git`, { method: "POST", body, headers });
    return {
      status: response.status,
      body: (await response.json()) as { queued?: string[]; error?: { code: string } },
    };
  }

  const requested = async () => {
    const rows = await store().query<{ id: string }>(
      "select project_id as id from projects where fetch_requested_at is not null order by 1",
    );
    return rows.map(({ id }) => id);
  };

  test("GitHub: signed, by branch, whatever the URL is spelled like", async () => {
    const body = JSON.stringify(push());
    const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature(body)}` };
    expect(await send(body, headers)).toEqual({ status: 202, body: { queued: ["app"] } });
    expect(await requested()).toEqual(["app"]);
  });

  test("GitHub, as a form; the branch that a project follows", async () => {
    const body = `payload=${encodeURIComponent(JSON.stringify(push("refs/heads/next")))}`;
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-hub-signature-256": `sha256=${signature(body)}`,
    };
    expect((await send(body, headers)).body).toEqual({ queued: ["next"] });
  });

  test("Gitea", async () => {
    const body = JSON.stringify(push());
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const headers = { "content-type": type, "x-gitea-signature": signature(body) };
      expect((await send(body, headers)).body).toEqual({ queued: ["app"] });
    }
  });

  test("GitLab: a token, and a project instead of a repository", async () => {
    const project = { git_http_url: "https://git.example.com/team/other.git", default_branch: "trunk" };
    const body = JSON.stringify({ ref: "refs/heads/trunk", project });
    expect((await send(body, { "x-gitlab-token": SECRET })).body).toEqual({ queued: ["other"] });
  });

  test("a secret in a file", async () => {
    const webhookSecretFile = join(temporaryFolder(), "secret");
    writeFileSync(webhookSecretFile, `${SECRET}\n`);
    expect((await send("{}", { "x-gitlab-token": SECRET }, { webhookSecretFile })).status).toBe(202);
  });

  test.each<{
    name: string;
    headers: Record<string, string>;
    body?: string;
    settings?: object;
    want: [number, string];
  }>([
    { name: "no signature", headers: {}, want: [401, "unauthorized"] },
    { name: "another's", headers: { "x-hub-signature-256": `sha256=${signature("x")}` }, want: [401, "unauthorized"] },
    {
      name: "with another secret",
      headers: { "x-hub-signature-256": `sha256=${signature("{}", "other")}` },
      want: [401, "unauthorized"],
    },
    { name: "a wrong token", headers: { "x-gitlab-token": "other" }, want: [401, "unauthorized"] },
    { name: "no JSON", body: "x", headers: { "x-gitlab-token": SECRET }, want: [400, "invalid_parameter"] },
    {
      name: "too large",
      body: "x".repeat(5_000_000),
      headers: { "x-gitlab-token": SECRET },
      want: [413, "too_large"],
    },
    { name: "none is configured", headers: { "x-gitlab-token": "" }, settings: {}, want: [403, "forbidden"] },
  ])("refused: $name", async ({ headers, body = "{}", settings, want }) => {
    const answer = await send(body, headers, settings);
    expect([answer.status, answer.body.error?.code]).toEqual(want);
    expect(await requested()).toEqual([]);
  });

  test("an event that is not about a project is taken, and does nothing", async () => {
    expect(await send('{"zen": "…"}', { "x-gitlab-token": SECRET })).toEqual({ status: 202, body: { queued: [] } });
    expect(await requested()).toEqual([]);
  });

  test("of who does not sign nothing is read, and it is counted", async () => {
    const config = readConfig({ port: 0, repos: [], dataDir: temporaryFolder(), webhookSecret: SECRET }, {});
    const counted: string[] = [];
    const { limits } = tableHost();
    const failed = async (address: string) => void counted.push(address);
    const server = await listen({ ...tableHost(), limits: { ...limits, failed }, config, db: store() });
    onTestFinished(() => server.close());
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => (answer += data));
    socket.write("POST /webhooks/git HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n{");
    await expect.poll(() => answer).toContain("401 Unauthorized");
    expect(counted).toEqual(["127.0.0.1"]);
    socket.destroy();
  });
});
