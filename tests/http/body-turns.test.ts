import { type AddressInfo, connect, type Server } from "node:net";
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
  // Who goes away makes room, as does who ends.
  slow[0]!.leave();
  await expect.poll(() => answered).toBe("quick: read slow: read ");
  slow[1]!.end();
  await expect.poll(() => answered).toBe("quick: read slow: read slow: read ");
  server.close();
});

const connections = (server: Server) =>
  new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
