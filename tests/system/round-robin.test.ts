/** The proxy in front of replicas, tests/system/round-robin.js: each request goes to the next replica. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("round-robin.js", import.meta.url));

/** Answers with its name, the path and the body that it was sent. */
async function replica(name: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    if (request.url === "/dies" || request.url === `/dies-of-${name}`) return void response.destroy();
    response.writeHead(201, { "x-replica": name }).end(`${name} ${request.url} ${body}`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

let replicas: Server[];
let proxy: ChildProcess;
let url: string;
beforeAll(async () => {
  replicas = [await replica("a"), await replica("b")];
  proxy = spawn(process.execPath, [SCRIPT, "0", ...replicas.map(addressOf)], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(proxy.stdout!, "data");
  url = `http://127.0.0.1:${/port (\d+)/.exec(String(line))![1]}`;
});
afterAll(async () => {
  proxy.kill();
  for (const server of replicas) server.close();
});

test("each request goes to the next replica, whole, and its answer comes back whole", async () => {
  const answers: string[] = [];
  for (const body of ["1", "2", "3", "4"]) {
    const response = await fetch(`${url}/path?q=1`, { method: "POST", body });
    expect(response.status).toBe(201);
    answers.push(await response.text());
  }
  expect(answers.toSorted()).toEqual(["a /path?q=1 1", "a /path?q=1 3", "b /path?q=1 2", "b /path?q=1 4"]);
});

test("a change whose replica dies under it is refused, not sent again; a question goes to another", async () => {
  expect((await fetch(`${url}/dies`, { method: "POST", body: "x" })).status).toBe(502);
  expect((await fetch(`${url}/dies`)).status).toBe(502);
  for (const name of ["a", "a", "b", "b"]) expect((await fetch(`${url}/dies-of-${name}`)).status).toBe(201);
});

test("where a replica does not listen, the others answer; where none does, that is said", async () => {
  await new Promise((done) => replicas[0]!.close(done).closeAllConnections());
  for (const body of ["1", "2"]) expect(await (await fetch(url, { method: "POST", body })).text()).toBe(`b / ${body}`);
  await new Promise((done) => replicas[1]!.close(done).closeAllConnections());
  const refused = await fetch(url);
  expect([refused.status, await refused.text()]).toEqual([502, "No replica answers.\n"]);
});
