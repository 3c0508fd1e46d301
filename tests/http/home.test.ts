/** The page at /: what a browser and what a program see of it. */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import { configText, entryFor, shownChoice } from "../../src/mcp/clients/config.js";
import { CLIENT_NAMES, clientOf } from "../../src/mcp/clients/index.js";
import { tableHost } from "../mcp/table.js";

let server: HttpServer;
beforeAll(async () => {
  server = await listen(tableHost());
});
afterAll(() => server.close());

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const unescaped = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

test("a browser sees every client's configuration, the three most used at once", async () => {
  const response = await fetch(server.url, { headers: { ...BROWSER, "user-agent": "Mozilla/5.0 (Macintosh)" } });
  expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  const html = unescaped(await response.text());
  for (const name of CLIENT_NAMES) {
    const client = clientOf(name);
    expect(html).toContain(
      `<pre>${configText(client, entryFor(client, shownChoice(server.url, { auth: ["none"] })))}</pre>`,
    );
  }
  const [first = "", others = ""] = html.split('<details class="others">');
  expect([...first.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual([
    "Cursor",
    "Claude Code",
    "VS Code",
  ]);
  expect(others).toContain("~/Library/Application Support/Claude/claude_desktop_config.json");
});

test("nothing of the request becomes a part of the page, and only its own script runs", async () => {
  const { headers, html } = await new Promise<{ headers: NodeJS.Dict<string | string[]>; html: string }>((done) => {
    const { port } = new URL(server.url);
    const host = `localhost:${port}"><script>alert(1)</script>`;
    request({ port, headers: { ...BROWSER, host } }, (response) => {
      let text = "";
      response.on("data", (data: Buffer) => {
        text += data;
      });
      response.on("end", () => done({ headers: response.headers, html: text }));
    }).end();
  });
  expect(html).not.toContain("<script>alert");
  const page = await fetch(server.url, { headers: BROWSER });
  const nonce = /script-src 'nonce-([^']+)'/.exec(page.headers.get("content-security-policy") ?? "")?.[1];
  expect((await page.text()).match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
  expect(headers["content-type"]).toBeDefined();
});

test("others get plain words", async () => {
  const response = await fetch(server.url);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await response.text()).toContain(`"url": "${server.url}/mcp?toolsets=core"`);
});
