/** The page about the index in a real browser: why a file is missing, a build seen live, and what a caller with less rights or another project sees. */

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeToken } from "../../src/auth/token-text.js";
import { readQueries } from "../../src/measure/eval/query-set.js";
import { TOOLS } from "../../src/tools/index.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { commitAll, git, makeRepository } from "../helpers/git.js";
import { until } from "../helpers/until.js";
import { type Service, serve } from "../system/process.js";
import { askAs, canLook, isAccessible, useBrowser } from "./browser.js";

const ADMIN = makeToken().text;
const HOSTILE = "<img src=x onerror=alert(1)>.ts";
const SHOP = {
  ".gitignore": "dist/\n",
  "package.json": '{ "name": "@acme/shop" }\n',
  "dist/bundle.js": "var built = 1;\n",
  "src/price.ts": dedent`
    /** Looks a price up. */
    export const price = (item: string) => item.length;
  `,
  "src/basket.ts": dedent`
    import { price } from "./price.js";
    export const total = (items: string[]) => items.map(price);
  `,
  [`src/${HOSTILE}`]: "export const zebra = 1;\n",
};

describe.runIf(canLook)("the page about the index, tokens and tools", () => {
  const open = useBrowser();
  let folder: string;
  let service: Service;
  const asAdmin = <T>(method: string, path: string, body?: object) => askAs<T>(service.url, ADMIN, method, path, body);
  const isReady = async (...ids: string[]): Promise<boolean> => {
    const { results } = await asAdmin<{ results: { id: string; state: string }[] }>("GET", "projects");
    return ids.every((wanted) => results.some(({ id, state }) => id === wanted && state === "ready"));
  };
  beforeAll(async () => {
    folder = temporaryFolder();
    writeFiles(join(folder, "code/shop"), SHOP);
    writeFiles(join(folder, "code/vault"), {
      "src/hidden.ts": dedent`
        import { price } from "@acme/shop";
        export const hiddenThing = price("a");
      `,
    });
    makeRepository(join(folder, "code/shop"));
    git(join(folder, "code/shop"), "commit", "-q", "--amend", "-m", "first <img src=x onerror=alert(1)>");
    const root = join(folder, "code");
    const env = {
      CODEINDEX_ROOT: root,
      CODEINDEX_AUTH: "token",
      CODEINDEX_ADMIN_TOKEN: ADMIN,
      CODEINDEX_AUDIT: "clear",
    };
    service = await serve(join(root, "shop"), join(folder, "data"), { env });
    await asAdmin("POST", "projects", { path: "vault" });
    await until(() => isReady("shop", "vault"), { every: 200, within: 90_000 });
  }, 180_000);
  afterAll(() => service?.stop());

  async function logIn(page: Page, token = ADMIN): Promise<void> {
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Log out" }).waitFor();
  }

  test("says by which rule of which file a path is not in the index", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/index`);
    await logIn(page);
    await page.getByRole("table").getByRole("link", { name: "shop" }).click();
    await page.getByLabel("A path, or a part of one").fill("dist/bundle.js");
    const verdict = page.getByText("Reason: ignored");
    await verdict.waitFor();
    expect(await verdict.textContent()).toContain("dist/ (.gitignore:1)");
    // A path that is not there, and one that is left out, are told once.
    const told = page.getByRole("status").filter({ hasText: "Reason:" });
    for (const [path, words] of [
      ["dist/bundle.js", "is left out."],
      ["packages/cart/dist/", "would be left out."],
      ["packages/cart/dist", "would be left out."],
    ] as const) {
      await page.getByLabel("A path, or a part of one").fill(path);
      await told.getByText(words).waitFor();
      expect((await told.textContent())?.split("dist/ (.gitignore:1)").length).toBe(2);
    }
    await told.getByText("Nothing is there now.").waitFor();
    await page.getByLabel("A path, or a part of one").fill("packages/cart");
    await page.getByText("No rule would leave it out by its name.").waitFor();
    await page.getByLabel("A path, or a part of one").fill("src/price.ts");
    await page.getByText("is in the index, with").waitFor();
    await page.getByLabel("A path, or a part of one").fill("onerror");
    await page.getByRole("link", { name: `src/${HOSTILE}` }).waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await isAccessible(page);
    await page.goto(`${service.url}/ui/index/shop`);
    await page.getByRole("region", { name: "State" }).getByRole("link", { name: "2", exact: true }).click();
    const paths = page.getByRole("region", { name: "Paths" });
    await paths.getByRole("link", { name: "src/price.ts" }).waitFor({ state: "detached" });
    await paths.getByRole("link", { name: "dist/", exact: true }).waitFor();
    expect(await page.getByLabel("Status").inputValue()).toBe("skipped");
  }, 60_000);

  test("shows a build while it runs, and what came of it", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/index/shop`);
    await logIn(page);
    const builds = page.getByRole("region", { name: "Jobs" }).getByRole("row", { name: /^build/ });
    await builds.first().waitFor();
    const before = await builds.count();
    await page.getByRole("button", { name: "Read everything again" }).click();
    await until(async () => (await builds.count()) > before, { every: 100 });
    await until(async () => /completed/.test((await builds.first().textContent()) ?? ""), { every: 100 });
    await page.getByText("Up to date as of").waitFor();
  }, 60_000);

  test("makes a token that is shown once, restricts it, and revokes it", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/tokens`);
    await logIn(page);
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("CI <b>of</b> the shop");
    expect(await page.getByLabel("Name").inputValue()).toBe("CI <b>of</b> the shop");
    await page.getByLabel("Scope").selectOption("index");
    // For a project that is not there it is made only by whoever says that it is added later.
    const ids = page.getByRole("dialog").getByPlaceholder("all projects");
    await ids.fill("shpo");
    await page.getByText("No project here has the id shpo").waitFor();
    await isAccessible(page);
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await page.getByLabel("It is added later").and(page.locator(":invalid")).waitFor();
    await ids.fill("");
    await page.getByRole("button", { name: "Make", exact: true }).click();
    const made = page.getByRole("region", { name: "the token" });
    const text = ((await made.textContent()) ?? "").trim();
    // Its text is nowhere else, so it waits for those who look at how it is used.
    await page.getByRole("link", { name: "Connect" }).last().click();
    await page.getByRole("region", { name: "the request of a script" }).getByText("$CODEINDEX_TOKEN").waitFor();
    await isAccessible(page);
    await page.goBack();
    await made.getByText(text).waitFor();
    const as = (path: string, method = "GET") =>
      fetch(`${service.url}/${path}`, { method, headers: { authorization: `Bearer ${text}` } });
    expect((await as("projects/vault")).status).toBe(200);
    const row = page.getByRole("row", { name: /CI <b>of/ });
    await row.getByRole("button", { name: "Revoke" }).click();
    await isAccessible(page);
    // Enter takes the way out, not what cannot be undone.
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.locator(":focus").textContent()).toBe("Revoke");
    expect((await as("projects/vault")).status).toBe(200);
    await page.getByRole("button", { name: "I have it" }).click();
    expect(await page.locator("main").textContent()).not.toContain(text);
    await row.getByRole("button", { name: "Restrict" }).click();
    await page.getByLabel("Scope").selectOption("read");
    await page.getByLabel("Projects").fill("shop");
    await page.getByRole("dialog").getByRole("button", { name: "Restrict" }).click();
    // A request that runs while rights are taken from its token is cut off.
    const statusOf = async (path: string) => (await as(path).catch(() => null))?.status;
    await until(async () => (await statusOf("projects/vault")) === 404, { every: 50 });
    expect((await as("projects/shop/build", "POST")).status).toBe(403);
    expect((await as("projects/shop")).status).toBe(200);
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await row.waitFor({ state: "detached" });
    await until(async () => (await statusOf("projects/shop")) === 401, { every: 50 });
    // One that is revoked is shown no longer.
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.getByLabel("Name").fill("brief");
    await page.getByRole("button", { name: "Make", exact: true }).click();
    await made.waitFor();
    await page.getByRole("row", { name: "brief" }).getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await made.waitFor({ state: "detached" });
    const noted = () => asAdmin<{ results: unknown[] }>("GET", "audit?action=PATCH%20/tokens/:token");
    await until(async () => (await noted()).results.length > 0, { every: 50 });
    await page.goto(`${service.url}/ui/audit`);
    await page.getByRole("link", { name: "PATCH /tokens/:token" }).waitFor();
    await isAccessible(page);
  }, 60_000);

  test("tells which questions went badly, and gives them as a set for codeindex eval", async () => {
    const asked = (tool: string, query: string) => asAdmin("POST", `projects/shop/tools/${tool}`, { query });
    await asked("search_symbols", "noSuchName");
    await asked("search_code", "how is a price looked up");
    await asked("search_code", "prices of the basket");
    const failed = () => asAdmin<{ total: number }>("GET", "audit/questions");
    await until(async () => (await failed()).total === 2, { every: 200 });
    const { page } = await open();
    await page.goto(`${service.url}/ui/audit?by=client`);
    await logIn(page);
    await page.getByRole("region", { name: "Use by client" }).getByText("node").waitFor();
    const table = page.getByRole("region", { name: "Questions that went badly" });
    await table.getByRole("row", { name: /noSuchName found nothing/ }).waitFor();
    await table.getByRole("row", { name: /how is a price looked up asked again as: prices of the basket/ }).waitFor();
    await isAccessible(page);
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download for codeindex eval" }).click();
    const set = readFileSync(await (await downloaded).path(), "utf8");
    expect(() => readQueries(set)).toThrow("no queries with gold");
    const answered = set.replaceAll('"gold":[]', '"gold":[{"file":"src/price.ts"}]');
    expect(
      readQueries(answered)
        .map(({ query, repo, level }) => [query, repo, level])
        .sort(),
    ).toEqual([
      ["how is a price looked up", "shop", "asked again"],
      ["noSuchName", "shop", "found nothing"],
    ]);
  }, 60_000);

  test("shows the commits of a file and of its lines, and says where there are none", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/price.ts`);
    await logIn(page);
    await page.getByRole("button", { name: "History" }).click();
    await page.getByRole("complementary", { name: "History" }).getByText("first").waitFor();
    await page.getByRole("button", { name: "Blame" }).click();
    const [year] = new Date().toISOString().split("-");
    const commit = page.locator("#line-1").getByRole("link", { name: `${year}-` });
    await commit.waitFor();
    await isAccessible(page);
    expect(await page.locator("main img").count()).toBe(0);
    await commit.click();
    await page.getByText(/This is the file at [0-9a-f]{12}\./).waitFor();
    const found = await asAdmin<{ results: { node_id: string }[] }>("POST", "projects/shop/tools/search_symbols", {
      query: "name:price",
    });
    await page.goto(`${service.url}/ui/symbol/shop/${found.results[0]?.node_id}`);
    await page.getByText("History", { exact: true }).click();
    await page.getByRole("link", { name: "first" }).waitFor();
    await isAccessible(page);
    await page.goto(`${service.url}/ui/code/vault/src/hidden.ts`);
    await page.getByRole("button", { name: "Blame" }).click();
    await page.getByText("There is no blame: the folder is not a repository of git.").waitFor();
    await page.getByRole("button", { name: "History" }).click();
    await page.getByText("There is no history: the folder is not a repository of git.").waitFor();
  }, 60_000);

  test("names the commit of many lines on each screen of them", async () => {
    const shop = join(folder, "code/shop");
    writeFiles(shop, { "notes/long.md": "a line\n".repeat(200) });
    commitAll(shop, "long");
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/notes/long.md#L150`);
    await logIn(page);
    await page.getByRole("button", { name: "Blame" }).click();
    const named = page.locator(".code-blame a");
    await named.first().waitFor();
    const inView =
      "[...document.querySelectorAll('.code-blame a')].some((a) => a.checkVisibility() && document.elementFromPoint(a.getBoundingClientRect().x + 2, a.getBoundingClientRect().y + 8) === a)";
    expect(await page.evaluate(inView)).toBe(true);
  }, 60_000);

  test("shows a file as a tag has it, and as the commits of its history have it", async () => {
    const shop = join(folder, "code/shop");
    for (const tag of ["v1", "v1.0", "rv1"]) git(shop, "tag", tag);
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/price.ts`);
    await logIn(page);
    await page.getByRole("button", { name: "Branch, tag or commit" }).click();
    await page.getByLabel("Name of a branch or tag").fill("V1");
    await page.getByRole("region", { name: "Tags" }).getByRole("link").nth(2).waitFor();
    await isAccessible(page);
    await page.getByLabel("Name of a branch or tag").fill("v1");
    await page.keyboard.press("Enter");
    await page.getByText(/This is the file at v1 \(/).waitFor();
    await page.locator("#line-2").waitFor();
    await isAccessible(page);
    await page.getByRole("link", { name: "See it as it is now" }).click();
    await page.getByRole("button", { name: "History" }).click();
    await page.getByRole("link", { name: "first" }).click();
    await page.getByText(/This is the file at [0-9a-f]{12}\./).waitFor();
    await page.goto(`${service.url}/ui/code/shop/src/price.ts?ref=v2`);
    await page.getByText("no branch or tag of the project's repository").waitFor();
  }, 60_000);

  test("says that a file is not as its commit has it, and its links to lines are of no commit then", async () => {
    const shop = join(folder, "code/shop");
    const price = join(shop, "src/price.ts");
    const before = readFileSync(price, "utf8");
    const head = git(shop, "rev-parse", "HEAD").slice(0, 12);
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/price.ts?at=${head}#L1`);
    await logIn(page);
    await page.locator("#line-1").waitFor();
    expect(await page.getByText("This file is not as").count()).toBe(0);
    writeFileSync(price, `// A line before all others.\n${before}`);
    await page.reload();
    await page.getByText(`This file is not as commit ${head} has it.`).waitFor();
    expect(await page.getByRole("link", { name: "Permalink" }).getAttribute("href")).toMatch(/\?at=g\d+#L1$/);
    await page.getByRole("link", { name: "See it as it was in the commit" }).click();
    await page.getByText(`This is the file at ${head}.`).waitFor();
    expect(await page.getByText("A line before all others").count()).toBe(0);
    writeFileSync(price, before);
  }, 60_000);

  test("says of which commit results are where another branch is asked for, and nothing where it is the same", async () => {
    const shop = join(folder, "code/shop");
    const first = git(shop, "rev-list", "--max-parents=0", "HEAD");
    git(shop, "branch", "older", first);
    writeFiles(shop, { "notes/later.md": "later\n" });
    commitAll(shop, "later");
    git(shop, "branch", "same");
    const head = git(shop, "rev-parse", "HEAD");
    const indexed = async () => (await asAdmin<{ commit: string }>("GET", "projects/shop")).commit;
    await until(async () => (await indexed()) === head, { every: 200, within: 30_000 });
    const { page } = await open();
    await page.goto(`${service.url}/?q=price+ref:older&project=shop`);
    await logIn(page);
    const note = page.getByText(`and older is at commit ${first.slice(0, 12)}.`);
    await note.waitFor();
    await page.getByRole("searchbox").fill("price ref:same");
    await note.waitFor({ state: "detached" });
    await page
      .getByRole("link", { name: /price\.ts/ })
      .first()
      .waitFor();
    expect(await page.getByText("is indexed at").count()).toBe(0);
  }, 60_000);

  test("shows which repository uses a package of which other", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/map`);
    await logIn(page);
    await page.getByRole("row", { name: /^vault @acme\/shop shop/ }).waitFor();
    await isAccessible(page);
    await page.goto(`${service.url}/ui/map/shop`);
    await page.getByRole("row", { name: /^vault @acme\/shop shop/ }).waitFor();
  }, 60_000);

  test("a caller of one project sees nothing of another on any page, and no button it may not use", async () => {
    const { token } = await asAdmin<{ token: string }>("POST", "tokens", {
      name: "reader",
      scope: "read",
      projects: ["shop"],
    });
    const { page } = await open();
    await page.goto(`${service.url}/ui/index`);
    await logIn(page, token);
    for (const path of [
      "ui/index",
      "ui/index/shop",
      "ui/index/vault",
      "ui/map",
      "ui/map/vault",
      "ui/tokens",
      "ui/audit",
      "ui/try",
    ]) {
      await page.goto(`${service.url}/${path}`);
      await page.locator("main h1").first().waitFor();
      // The stream of events keeps some pages busy for good.
      await page.waitForLoadState("networkidle", { timeout: 1500 }).catch(() => undefined);
      const text = (await page.locator("body").textContent()) ?? "";
      expect([path, /hidden|vault/.test(text)]).toEqual([path, false]);
    }
    await page.goto(`${service.url}/ui/index/shop`);
    await page.getByText("Up to date as of").waitFor();
    expect(await page.getByRole("button", { name: "Bring up to date" }).count()).toBe(0);
  }, 60_000);

  test("has a form for each tool", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/try`);
    await logIn(page);
    const chooser = page.locator(".try header select");
    await chooser.waitFor();
    const names = await chooser.locator("option").allTextContents();
    expect(names.sort()).toEqual(TOOLS.map(({ name }) => name).sort());
    for (const name of names) {
      await chooser.selectOption(name);
      await page.waitForURL(`**/ui/try/${name}`);
      await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
      expect(await page.locator("form.tool .field").count(), name).toBeGreaterThan(0);
    }
  }, 60_000);

  test("asks a tool by a form made of its schema, with errors beside the fields", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/try/search_code?project=shop`);
    await logIn(page);
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByText("It is needed.").waitFor();
    await page.getByRole("textbox", { name: "query needed" }).fill("price");
    await page.getByText("that may be left out").click();
    await page.getByLabel("limit", { exact: true }).fill("many");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByText("It must be a whole number.").waitFor();
    await page.getByLabel("limit", { exact: true }).fill("3");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByText(/about \d+ tokens/).waitFor();
    expect(await page.getByRole("region", { name: "The answer" }).textContent()).toContain("src/price.ts");
    await page.getByRole("textbox", { name: "query needed" }).fill("it's a price");
    const answered = page.waitForResponse((response) => response.url().includes("/tools/"));
    await page.getByRole("button", { name: "Ask" }).click();
    await answered;
    await page.getByText("The same from a script").click();
    const command = page.getByRole("region", { name: "the request of a script" });
    await command.getByText(String.raw`it'\''s a price`).waitFor();
    // A shell gives curl the input as it was typed.
    const words = `curl() { printf '%s\\n' "$@"; }; ${await command.textContent()}`;
    const { stdout } = await promisify(execFile)("sh", ["-c", words], {
      env: { ...process.env, CODEINDEX_TOKEN: "cdx_own" },
    });
    const given = stdout.trim().split("\n");
    expect(given).toContain("Authorization: Bearer cdx_own");
    expect(given).toContain(`${service.url}/projects/shop/tools/search_code`);
    expect(JSON.parse(given.at(-1) ?? "")).toEqual({ query: "it's a price", limit: 3 });
    await isAccessible(page);
  }, 60_000);

  test("maps folders and parts, and leads from a folder to a file", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/map/shop`);
    await logIn(page);
    await page.getByRole("link", { name: /^src: 3 files/ }).click({ position: { x: 12, y: 8 } });
    await page.getByRole("link", { name: /^src\/price.ts/ }).waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await isAccessible(page);
    await page.getByRole("link", { name: /^src\/price.ts/ }).click();
    expect(page.url()).toContain("/ui/code/shop/src/price.ts");
  }, 60_000);
});
