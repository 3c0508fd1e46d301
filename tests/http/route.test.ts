/** A route whose caller goes away while it works, over a service with its database. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import express from "express";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setPrincipal } from "../../src/auth/request-principal.js";
import { readConfig } from "../../src/config/config.js";
import { addRoute, defineRoute } from "../../src/http/route.js";
import { ANYONE } from "../../src/model/principal.js";
import { type App, createApp } from "../../src/processes/service.js";
import { temporaryFolder } from "../helpers/folders.js";

let app: App;
beforeAll(async () => {
  const folder = temporaryFolder();
  const flags = { repos: [], dataDir: join(folder, "data"), watchFiles: false, logLevel: "silent", port: 0 } as const;
  app = await createApp(readConfig(flags, {}));
});
afterAll(() => app?.close());

test("work that is given up for a caller that went away is logged as no fault", async () => {
  const faults = vi.spyOn(app.log, "error");
  let begin = () => {};
  const hasBegun = new Promise<void>((done) => {
    begin = done;
  });
  const waits = defineRoute({
    method: "get",
    path: "/waits",
    name: "waits",
    tag: "service",
    scope: "read",
    summary: "Works until its caller is gone.",
    input: {},
    output: {},
    run: async (_input, { signal }) => {
      begin();
      await once(signal, "abort");
      signal.throwIfAborted();
      return {};
    },
  });
  const thrown = new Promise<unknown>((done) => {
    const site = express();
    site.use((request, _response, next) => {
      setPrincipal(request, ANYONE);
      next();
    });
    addRoute(site, waits, app);
    site.use(((error, _request, _response, _next) => done(error)) as express.ErrorRequestHandler);
    const server = createServer(site).listen(0, "127.0.0.1", async () => {
      const caller = new AbortController();
      const { port } = server.address() as AddressInfo;
      const asked = fetch(`http://127.0.0.1:${port}/waits`, { signal: caller.signal }).catch(() => undefined);
      await hasBegun;
      caller.abort();
      await asked;
      server.close();
    });
  });
  expect(await thrown).toMatchObject({ code: "cancelled" });
  expect(faults).not.toHaveBeenCalled();
});
