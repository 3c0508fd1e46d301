/** The page at / as a server sends it, and /connect: what a browser and what a program get. */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "../../src/http/routes/connect.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { readWebManifest } from "../../src/http/web-files.js";
import { configText, entryFor, shownChoice } from "../../src/mcp/clients/config.js";
import { CLIENT_NAMES, clientOf } from "../../src/mcp/clients/index.js";
import { tableHost } from "../mcp/table.js";

let server: HttpServer;
beforeAll(async () => {
  server = await listen(tableHost());
});
afterAll(() => server.close());

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("a program is told every client's configuration, the three most used first", async () => {
  const response = await fetch(`${server.url}/connect`, { headers: { "user-agent": "Mozilla/5.0 (Macintosh)" } });
  const { mcp, clients } = (await response.json()) as Connection;
  expect(mcp).toBe(`${server.url}/mcp`);
  expect(clients.map(({ name }) => name)).toEqual(CLIENT_NAMES);
  for (const [at, name] of CLIENT_NAMES.entries()) {
    const client = clientOf(name);
    expect(clients[at]?.config).toBe(configText(client, entryFor(client, shownChoice(server.url, { auth: ["none"] }))));
  }
  expect(clients.slice(0, 3).map(({ title }) => title)).toEqual(["Cursor", "Claude Code", "VS Code"]);
  expect(clients.flatMap(({ files }) => files)).toContain(
    "~/Library/Application Support/Claude/claude_desktop_config.json",
  );
});

test("a browser gets the page at / and below /ui, whose links are relative to the root from wherever it is", async () => {
  for (const [path, base] of [
    ["/", "./"],
    ["/ui", "./"],
    ["/ui/index", "../"],
    ["/ui/code/shop/src/a.ts?ref=x/y", "../../../../"],
  ] as const) {
    const response = await fetch(`${server.url}${path}`, { headers: BROWSER });
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    const html = await response.text();
    expect(new URL(/<base href="([^"]*)">/.exec(html)?.[1] ?? "none", response.url).pathname).toBe("/");
    expect(html).toContain(`<base href="${base}">`);
  }
});

test.runIf(readWebManifest())("the document names the chunks of the page that it leads to", async () => {
  for (const [path, page] of [
    ["/", "search"],
    ["/ui/index/shop", "index-state"],
    ["/ui/code/shop/src/a.ts", "code"],
    ["/ui/__proto__", null],
    ["/ui/nowhere", null],
  ] as const) {
    const html = await (await fetch(`${server.url}${path}`, { headers: BROWSER })).text();
    const named = [...html.matchAll(/<link rel="modulepreload" href="ui\/assets\/([a-z-]+)-[\w-]{8}\.js">/g)];
    expect([path, named.map(([, name]) => name).includes(page ?? "none")]).toEqual([path, page !== null]);
    for (const [link] of named) expect(html.split(link).length).toBe(2);
  }
});

test("nothing of the request becomes a part of the page, no script stands in it, and none of another host may run", async () => {
  const { headers, html } = await new Promise<{ headers: NodeJS.Dict<string | string[]>; html: string }>((done) => {
    const { port } = new URL(server.url);
    const path = '/ui/"><script>alert(1)</script>?"><script>alert(2)</script>';
    request({ port, path, headers: BROWSER }, (response) => {
      let text = "";
      response.on("data", (data: Buffer) => {
        text += data;
      });
      response.on("end", () => done({ headers: response.headers, html: text }));
    }).end();
  });
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).not.toContain("alert");
  expect(html).not.toMatch(/<script(?![^>]* src="ui\/assets\/)|<style|\son\w+=/);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers["x-frame-options"]).toBe("DENY");
});

test("others get plain words", async () => {
  const response = await fetch(server.url);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await response.text()).toContain(`"url": "${server.url}/mcp?toolsets=core"`);
});
