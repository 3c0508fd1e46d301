/** Turns in which the bodies of requests are read, by src/http/body-turns.ts: eight at once for each caller. */
import { type AddressInfo, connect, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { readInTurn } from "../../src/http/body-turns.js";

const BODY = JSON.stringify({ a: 1 });

test("of one caller eight bodies are read at once, and others have their own turns", async () => {
  const app = express();
  app.use(
    readInTurn((request) => request.get("caller")!),
    express.json(),
  );
  app.post("/", (_request, response) => void response.send("read"));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  let answered = "";
  const send = (caller: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("data", (data) => (answered += `${caller}: ${/read/.exec(String(data))} `));
    const head = ["POST / HTTP/1.1", "Host: x", `Caller: ${caller}`, "Content-Type: application/json"];
    socket.write(`${[...head, `Content-Length: ${BODY.length}`].join("\r\n")}\r\n\r\n${BODY.slice(0, 3)}`);
    return { end: () => socket.write(BODY.slice(3)), leave: () => socket.destroy() };
  };

  const slow = Array.from({ length: 8 }, () => send("slow"));
  await expect.poll(() => connections(server)).toBe(8);
  send("slow").end();
  send("quick").end();
  await expect.poll(() => answered).toBe("quick: read ");
  // A caller that goes away makes room, as does one that ends.
  slow[0]!.leave();
  await expect.poll(() => answered).toBe("quick: read slow: read ");
  slow[1]!.end();
  await expect.poll(() => answered).toBe("quick: read slow: read slow: read ");
  server.close();
});

test("a client that hangs up while it waits for its turn leaves the turn to others", async () => {
  const app = express();
  app.use(
    async (_request, _response, next) => {
      await sleep(50);
      next();
    },
    readInTurn(() => "one", 1),
    express.json(),
  );
  app.post("/", (_request, response) => void response.send("read"));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const head = ["POST / HTTP/1.1", "Host: x", "Content-Type: application/json", `Content-Length: ${BODY.length}`];
  socket.write(`${head.join("\r\n")}\r\n\r\n${BODY.slice(0, 3)}`);
  await sleep(20);
  socket.destroy();
  await sleep(100);
  const headers = { "content-type": "application/json" };
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: BODY })).status).toBe(200);
});

const connections = (server: Server) =>
  new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
