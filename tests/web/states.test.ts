/** Each page in its unusual states, in a real browser: no index yet, a project gone, a service restarted, a session ended. */

import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeToken } from "../../src/auth/token-text.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until } from "../helpers/until.js";
import { type Service, serve } from "../system/process.js";
import { askAs, canLook, isAccessible, useBrowser } from "./browser.js";

const ADMIN = makeToken().text;
/** The state of an index in the middle of its work, as the list of projects has it for moments. */
const OUTDATED = { building: true, pending_changes: 3, failed_files: 1, missing: { vectors: "40%" } };

describe.runIf(canLook)("a page says so", () => {
  const open = useBrowser();
  let folder: string;
  let service: Service;
  let gitServer: SilentServer;
  const start = async (port = 0) => {
    service = await serve(join(folder, "code/shop"), join(folder, "data"), {
      port,
      env: {
        CODEINDEX_ROOT: join(folder, "code"),
        CODEINDEX_AUTH: "token",
        CODEINDEX_ADMIN_TOKEN: ADMIN,
        CODEINDEX_GIT_PROTOCOLS: "git",
        CODEINDEX_GIT_LOCAL_HOSTS: "true",
      },
    });
  };
  beforeAll(async () => {
    folder = temporaryFolder();
    for (const name of ["shop", "gone"])
      writeFiles(join(folder, "code", name), {
        "price.ts": dedent`
          /** Looks a price up. */
          export const price = (item: string) => item.length;
        `,
      });
    gitServer = await silentServer();
    await start();
    await asAdmin("POST", "projects", { path: "gone" });
    await asAdmin("POST", "projects", { url: `git://127.0.0.1:${gitServer.port}/later.git` });
    await until(async () => JSON.stringify(await asAdmin("GET", "projects")).match(/"state":"ready"/g)?.length === 2, {
      every: 200,
    });
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    gitServer?.close();
  });

  const asAdmin = <T>(method: string, path: string, body?: object) => askAs<T>(service.url, ADMIN, method, path, body);

  const symbolOf = async (project: string): Promise<string> => {
    const found = await asAdmin<{ results: { node_id: string }[] }>(
      "POST",
      `projects/${project}/tools/search_symbols`,
      {
        query: "price",
      },
    );
    return `ui/symbol/${project}/${found.results[0]?.node_id}`;
  };

  async function logIn(page: Page, token = ADMIN): Promise<void> {
    const dialog = page.getByRole("dialog", { name: "Log in" });
    await dialog.getByLabel("Token").fill(token);
    await dialog.getByRole("button", { name: "Log in" }).click();
    await dialog.waitFor({ state: "detached" });
  }

  /** A browser whose pages, in tabs, have one session. */
  async function openAll(paths: readonly string[], token = ADMIN): Promise<Page[]> {
    const { page } = await open();
    await page.goto(`${service.url}/ui/connect`);
    await logIn(page, token);
    const pages: Page[] = [];
    for (const path of paths) {
      const tab = await page.context().newPage();
      tab.setDefaultTimeout(30_000);
      await tab.goto(`${service.url}/${path}`);
      await tab.locator("main h1").first().waitFor();
      pages.push(tab);
    }
    return pages;
  }

  test("while a project has no index yet, and why", async () => {
    const cloning = "later is being cloned";
    const [page] = await openAll([""]);
    if (!page) throw new Error("no page was opened");
    for (const [path, words] of [
      ["?project=later", cloning],
      ["?q=price&project=later", cloning],
      ["?q=price+project:later", cloning],
      ["?q=price", "Not searched, without an index yet: later"],
      ["", "no index yet"],
      ["ui/code/later", cloning],
      ["ui/code/later/price.ts", cloning],
      ["ui/symbol/later/AAAAAAAAAAA", cloning],
      ["ui/map", "no index yet"],
      ["ui/map/later", cloning],
      ["ui/index", "no index yet"],
      ["ui/index/later", cloning],
    ]) {
      await page.goto(`${service.url}/${path}`);
      const main = page.locator("main");
      await expect.poll(() => main.textContent(), { timeout: 20_000, message: path }).toContain(words);
    }
    await isAccessible(page);
    await page.goto(`${service.url}/?q=price`);
    expect(await page.locator("[data-result]").first().getAttribute("href")).toMatch(
      /^ui\/code\/(shop|gone)\/price\.ts/,
    );
    await page.goto(`${service.url}/ui/index/later`);
    gitServer.close();
    await page.getByRole("heading", { name: "later could not be cloned" }).waitFor({ timeout: 30_000 });
    await page.goto(`${service.url}/ui/try/search_code?project=later`);
    await page.getByRole("textbox", { name: "query needed" }).fill("price");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByRole("alert").getByText("could not be cloned").waitFor();
  }, 120_000);

  test("how far a first build is, and shows its answers by itself", async () => {
    const [page] = await openAll(["ui/connect"]);
    if (!page) throw new Error("no page was opened");
    const source = (n: number) =>
      Array.from({ length: 12 }, (_, line) => `export const price${n}x${line} = (item: string) => item.length;\n`);
    writeFiles(
      join(folder, "code/fresh"),
      Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`price${n}.ts`, source(n).join("")])),
    );
    await asAdmin("POST", "projects", { path: "fresh" });
    await page.goto(`${service.url}/?q=price7x3&project=fresh`);
    await page.evaluate("window.isSame = true");
    await page.getByText("fresh is being indexed").waitFor();
    await page.getByRole("progressbar", { name: "Build" }).waitFor();
    await page.getByRole("link", { name: /^price7\.ts/ }).waitFor({ timeout: 150_000 });
    expect(await page.evaluate("window.isSame")).toBe(true);
  }, 180_000);

  test("that a first build waits, but not before the service has told whether it runs", async () => {
    const [page] = await openAll(["ui/connect"]);
    if (!page) throw new Error("no page was opened");
    await page.route("**/projects", async (route) => {
      const response = await route.fetch();
      const { results } = (await response.json()) as { results: { id: string }[] };
      const begun = { generation: 0, state: "building", building: true };
      await route.fulfill({ response, json: { results: results.map((each) => ({ ...each, ...begun })) } });
    });
    let tell = () => {};
    const isTold = new Promise<void>((done) => {
      tell = done;
    });
    await page.route(/\/projects\/shop\/(events|jobs)/, async (route) => {
      await isTold;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${service.url}/ui/map/shop`);
    await page.getByRole("heading", { name: "shop is being indexed" }).waitFor();
    const words = page.getByText("The build waits until a worker takes it up.");
    expect(await words.count()).toBe(0);
    tell();
    await words.waitFor();
  }, 60_000);

  test("that a first build was cancelled, and finds the files that it has read", async () => {
    const [page] = await openAll(["ui/connect"]);
    if (!page) throw new Error("no page was opened");
    const many = Array.from({ length: 3000 }, (_, n) => [
      `fee${String(n).padStart(4, "0")}.ts`,
      Array.from({ length: 8 }, (_, line) => `export const fee${n}x${line} = (item: string) => item.length;\n`).join(
        "",
      ),
    ]);
    writeFiles(join(folder, "code/half"), Object.fromEntries(many));
    await asAdmin("POST", "projects", { path: "half" });
    const ask = () =>
      asAdmin<{ results?: unknown[] }>("POST", "projects/half/tools/search_code", { query: "fee7", limit: 1 });
    await until(async () => (await ask()).results !== undefined, { every: 20, within: 60_000 });
    // Its watcher may have queued another one meanwhile.
    const cancel = async () => {
      const { results } = await asAdmin<{ results: { job_id: string; status: string }[] }>("GET", "projects/half/jobs");
      for (const { job_id, status } of results)
        if (status === "queued" || status === "running") await asAdmin("POST", `projects/half/jobs/${job_id}/cancel`);
      return /"state":"not_built"/.test(JSON.stringify(await asAdmin("GET", "projects/half")));
    };
    await until(cancel, { every: 50, within: 60_000 });
    await page.goto(`${service.url}/?q=fee7&project=half`);
    const state = page.getByRole("region", { name: "State of the index" });
    await state
      .getByText(/has no whole index yet: this was found in what is read so far, \d+ of 3000 parsed/)
      .waitFor();
    await page
      .getByRole("link", { name: /^fee\d+\.ts/ })
      .first()
      .waitFor();
    await isAccessible(page);
    await page.getByRole("link", { name: "Files" }).click();
    await page.getByRole("heading", { name: "half has no index yet" }).waitFor();
    await asAdmin("DELETE", "projects/half");
    rmSync(join(folder, "code/half"), { recursive: true });
  }, 180_000);

  test("how the index stands that it is drawn from, until it is whole", async () => {
    const [page] = await openAll(["ui/connect"]);
    if (!page) throw new Error("no page was opened");
    let isOutdated = true;
    await page.route("**/projects", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { results: { id: string }[] };
      const results = answer.results.map((each) =>
        isOutdated && each.id === "shop" ? { ...each, ...OUTDATED } : each,
      );
      await route.fulfill({ response, json: { results } });
    });
    const words =
      "a build runs or waits; 3 changes on disk are not in it yet; 1 file could not be indexed; 40% of the vectors";
    for (const path of ["", "?q=price&project=shop", "ui/map", "ui/map/shop", "ui/index", await symbolOf("shop")]) {
      await page.goto(`${service.url}/${path}`);
      await page.locator("main").getByText(words).waitFor();
      await isAccessible(page);
    }
    await page.goto(`${service.url}/?q=price`);
    await page.getByText(/Not up to date: shop\./).waitFor();
    isOutdated = false;
    await page.getByText(/Not up to date/).waitFor({ state: "detached" });
  }, 120_000);

  test("when the project is removed while it is looked at", async () => {
    const pages = await openAll([
      "?q=price&project=gone",
      "ui/code/gone/price.ts",
      await symbolOf("gone"),
      "ui/map/gone",
      "ui/index/gone",
    ]);
    await asAdmin("DELETE", "projects/gone");
    for (const page of pages) await page.getByRole("heading", { name: "This project is not here" }).waitFor();
  }, 120_000);

  test("when the service restarts, and goes on with all that was typed", async () => {
    const [tokens, tried, ...others] = await openAll([
      "ui/tokens",
      "ui/try/search_code?project=shop",
      "ui/code/shop/price.ts",
      await symbolOf("shop"),
      "?q=price&project=shop",
      "ui/index/shop",
    ]);
    if (!tokens || !tried) throw new Error("no page was opened");
    await tokens.getByRole("button", { name: "Make a token" }).click();
    await tokens.getByLabel("Name").fill("half typed");
    await tried.getByRole("textbox", { name: "query needed" }).fill("half typed");
    await service.stop();
    await tokens.getByRole("button", { name: "Make", exact: true }).click();
    const away = "The service does not answer. This page goes on by itself when it is back.";
    for (const page of [tokens, tried, ...others]) await page.getByText(away).waitFor();
    await start(Number(new URL(service.url).port));
    for (const page of [tokens, tried, ...others]) {
      await page.getByText(away).waitFor({ state: "detached" });
      await page
        .getByText(/price|Tokens/)
        .first()
        .waitFor();
    }
    expect(await tokens.getByLabel("Name").inputValue()).toBe("half typed");
    expect(await tried.getByRole("textbox", { name: "query needed" }).inputValue()).toBe("half typed");
    await tokens.getByRole("button", { name: "Make", exact: true }).click();
    await tokens.getByText("half typed is made.").waitFor();
  }, 120_000);

  test("nothing while nobody sees it: its stream of events ends", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/index/shop`);
    await logIn(page);
    const isEvents = (request: { url(): string }) => request.url().endsWith("/projects/shop/events");
    const show = (isSeen: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, "hidden", { value: ${!isSeen}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"));`,
      );
    await page.getByText("Up to date as of").waitFor();
    const ended = page.waitForEvent("requestfailed", isEvents);
    await show(false);
    await ended;
    const begun = page.waitForRequest(isEvents);
    await show(true);
    await begun;
  }, 60_000);

  test("a build, after the events of its project could not be had for a moment", async () => {
    const { page } = await open();
    let refused = 0;
    const refuse = (route: Route) => {
      refused++;
      return route.fulfill({ status: 500, json: { error: { code: "internal_error", message: "It went wrong." } } });
    };
    const routes = [/\/projects\/shop\/events$/, /\/projects\/shop\/jobs\?limit=10$/];
    for (const route of routes) await page.route(route, refuse);
    await page.goto(`${service.url}/ui/index/shop`);
    await logIn(page);
    await page.getByText("Up to date as of").waitFor();
    await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(0);
    const followed = page.waitForResponse((response) => response.ok() && response.url().endsWith("/shop/events"));
    for (const route of routes) await page.unroute(route);
    await followed;
    const builds = () => page.getByRole("cell", { name: "build", exact: true }).count();
    const before = await builds();
    await asAdmin("POST", "projects/shop/build", {});
    await expect.poll(builds, { timeout: 30_000 }).toBe(before + 1);
  }, 60_000);

  test("the tokens, after the service could not say who asks", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/index/shop`);
    await logIn(page);
    await page.getByText("Up to date as of").waitFor();
    const isSession = /\/session$/;
    await page.route(isSession, (route) =>
      route.fulfill({ status: 500, json: { error: { code: "internal_error", message: "It went wrong." } } }),
    );
    await page.goto(`${service.url}/ui/tokens`);
    await page.getByText("It went wrong.").waitFor();
    await page.unroute(isSession);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Make a token" }).waitFor();
  }, 60_000);

  test("the end of a project in more windows than a browser has connections, of which one has a stream", async () => {
    const { page } = await open();
    const streams: Page[] = [];
    page.context().on("request", (request) => {
      if (request.url().endsWith("/projects/shop/events")) streams.push(request.frame().page());
    });
    await page.goto(`${service.url}/ui/index/shop`);
    await logIn(page);
    await page.getByText("Up to date as of").waitFor();
    const windows = [page];
    while (windows.length < 8) {
      const another = await page.context().newPage();
      await another.goto(`${service.url}/ui/index/shop`);
      await another.getByText("Up to date as of").waitFor();
      windows.push(another);
    }
    expect(new Set(streams)).toEqual(new Set([page]));
    const builds = (window: Page) => window.getByRole("cell", { name: "build", exact: true }).count();
    const before = await builds(page);
    await asAdmin("POST", "projects/shop/build", {});
    for (const window of windows) await expect.poll(() => builds(window), { timeout: 30_000 }).toBe(before + 1);
    await page.close();
    await expect.poll(() => new Set(streams).size, { timeout: 30_000 }).toBe(2);
  }, 120_000);

  test("when the session ends in the middle of a form, of which the words stay", async () => {
    const { token, token_id: id } = await asAdmin<{ token: string; token_id: string }>("POST", "tokens", {
      name: "short",
      scope: "admin",
    });
    const [page] = await openAll(["ui/tokens"], token);
    if (!page) throw new Error("no page was opened");
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.getByLabel("Name").fill("CI of the shop");
    await page.getByLabel("Scope").selectOption("index");
    await asAdmin("DELETE", `tokens/${id}`);
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
    // Browsers close a dialog at the second Esc, whatever it says.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await logIn(page);
    expect(await page.getByLabel("Name").inputValue()).toBe("CI of the shop");
    expect(await page.getByLabel("Scope").inputValue()).toBe("index");
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await page.getByText("CI of the shop is made.").waitFor();
  }, 120_000);

  test("when a session ends that nobody uses, on a page that asks nothing", async () => {
    const { token, token_id: id } = await asAdmin<{ token: string; token_id: string }>("POST", "tokens", {
      name: "left alone",
      scope: "admin",
    });
    const { page } = await open();
    await page.clock.install();
    await page.goto(`${service.url}/ui/tokens`);
    await logIn(page, token);
    await page.getByRole("heading", { name: "Tokens" }).waitFor();
    await asAdmin("DELETE", `tokens/${id}`);
    await page.clock.fastForward("24:00:01");
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
  }, 60_000);
});

interface SilentServer {
  port: number;
  close(): void;
}

/** A server of git that takes connections and never answers. */
async function silentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
