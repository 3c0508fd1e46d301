/** Rights over time: revoked tokens, the streams that end with them, and hidden projects in the events of others. */
import { request } from "node:http";
import { expect, test } from "vitest";
import { issueToken } from "../../src/auth/issue.js";
import { useCallers } from "./callers.js";

const { app, url, tokens, put, send, rpc, follow, listening } = useCallers();

test("one who sends two Authorization headers is not known", async () => {
  const { hostname, port } = new URL(url());
  const headers = [
    "host",
    "localhost",
    ...[tokens.read, tokens.admin].flatMap((token) => ["authorization", `Bearer ${token}`]),
  ];
  const status = await new Promise((done, failed) => {
    request({ hostname, port, path: "/projects", headers }, (answer) => done(answer.resume().statusCode))
      .on("error", failed)
      .end();
  });
  expect(status).toBe(401);
});

test("one caller's streams of events leave room for others'", async () => {
  tokens.follower = (await issueToken(app().db, { name: "follower", scope: "read" })).token;
  const open = () => follow("GET", "/projects/web-shop/events", "follower");
  const streams = await Promise.all(Array.from({ length: 60 }, open));
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await follow("GET", "/projects/web-shop/events", "read")).status).toBe(200);
  await send("DELETE", "/tokens/follower", "admin");
});

test("a revoked token is none from then on", async () => {
  const made = await issueToken(app().db, { name: "short", scope: "read" });
  tokens.short = made.token;
  expect((await send("GET", "/projects", "short")).status).toBe(200);
  expect((await send("DELETE", `/tokens/${made.token_id}`, "admin")).status).toBe(200);
  await expect.poll(async () => (await send("GET", "/projects", "short")).status).toBe(401);
});

test("answers for anybody say nothing of projects", async () => {
  for (const path of ["/", "/health", "/ready"])
    expect((await send("GET", path, "no token")).text).not.toMatch(/web-shop|secret/);
  expect((await send("GET", "/ready", "admin of web-*")).text).toContain("web-shop");
  expect((await send("GET", "/ready", "admin of web-*")).text).not.toContain("secret");
});

test("streams end with the token that opened them", async () => {
  const made = await issueToken(app().db, { name: "streams", scope: "read" });
  tokens.streams = made.token;
  const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
  const session = (await rpc("streams", "initialize", opening)).headers.get("mcp-session-id")!;
  const streams = [
    await follow("GET", "/sse", "streams"),
    await follow("GET", "/mcp", "streams", undefined, { "mcp-session-id": session }),
    await follow("GET", "/projects/web-shop/events", "streams"),
    await listening("streams", "codeindex://projects"),
  ];
  const anothers = await follow("GET", "/sse", "read");
  expect(streams.map(({ status, hasEnded }) => [status, hasEnded])).toEqual(streams.map(() => [200, false]));
  // Also where they revoke it themselves, who are told so.
  tokens.ending = (await issueToken(app().db, { name: "ending", scope: "admin" })).token;
  const own = await follow("GET", "/sse", "ending");
  expect((await send("DELETE", "/tokens/ending", "ending")).status).toBe(200);
  expect((await send("DELETE", `/tokens/${made.token_id}`, "admin")).status).toBe(200);
  await expect.poll(() => [...streams, own].map(({ hasEnded }) => hasEnded)).toEqual(Array(5).fill(true));
  expect(anothers.hasEnded).toBe(false);
});

test("a follower of the list of projects hears nothing of hidden ones", async () => {
  const all = await listening("read", "codeindex://projects");
  const some = await listening("read of web-*", "codeindex://projects");
  const updates = ({ text }: typeof all) => text.split("notifications/resources/updated").length - 1;
  const [secret, shop] = await app().projects();
  const index = async (project: typeof secret) => {
    const { jobId } = await app().indexing.start(project!, { force: true });
    await app().indexing.wait(jobId, AbortSignal.timeout(60_000));
  };
  put("root/secret/src/more.ts", "export const more = 1;\n");
  await index(secret);
  await expect.poll(() => updates(all)).toBeGreaterThan(0);
  expect(updates(some)).toBe(0);
  put("root/web-shop/src/more.ts", "export const more = 1;\n");
  await index(shop);
  await expect.poll(() => updates(some)).toBeGreaterThan(0);
});
