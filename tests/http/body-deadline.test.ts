/** Time limits for the bodies of requests, by src/http/body-deadline.ts. */
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { limitBodyTime } from "../../src/http/body-deadline.js";
import { errorHandler } from "../../src/http/errors.js";

test("a body that does not come is not waited for, and one that comes is read", async () => {
  const app = express();
  app.use(limitBodyTime(300), express.json());
  app.post("/", (request, response) => void response.json({ got: request.body }));
  app.use(errorHandler(createLog("silent")));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as AddressInfo;

  const socket = connect(port, "127.0.0.1");
  let answer = "";
  let isClosed = false;
  socket.on("data", (data) => (answer += data));
  socket.on("close", () => (isClosed = true));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
  await expect.poll(() => isClosed).toBe(true);
  expect(answer).toContain("408");
  expect(answer).toContain("request_timeout");

  const body = JSON.stringify({ a: 1 });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
  expect(await response.json()).toEqual({ got: { a: 1 } });
  await new Promise((done) => server.close(done));
});
