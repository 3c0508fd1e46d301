/** The way into the page in a real browser, on a service that wants tokens: in, refused, out, and a session that ends while somebody is at work. */

import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeToken } from "../../src/auth/token-text.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until } from "../helpers/until.js";
import { type Service, serve } from "../system/process.js";
import { canLook, isAccessible, useBrowser } from "./browser.js";

const ADMIN = makeToken().text;

describe.runIf(canLook)("the way into the page", () => {
  const open = useBrowser();
  let service: Service;
  const asAdmin = (method: string, path: string, body?: object) =>
    fetch(`${service.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    }).then((response) => response.json() as Promise<{ token: string; token_id: string }>);
  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, "shop"), {
      "price.ts": dedent`
        /** Looks a price up. */
        export const price = (item: string) => item.length;
      `,
    });
    const env = { CODEINDEX_AUTH: "token", CODEINDEX_ADMIN_TOKEN: ADMIN };
    service = await serve(join(folder, "shop"), join(folder, "data"), { env });
    await until(async () => JSON.stringify(await asAdmin("GET", "projects")).includes('"state":"ready"'), {
      every: 200,
    });
  }, 90_000);
  afterAll(() => service?.stop());

  async function logIn(page: Page, token: string): Promise<void> {
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Log in" }).click();
  }

  test("asks for a token, refuses one that is none, and keeps a session that no script can read", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/?q=price`);
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
    await isAccessible(page);
    await logIn(page, "cdx_made_up");
    expect(await page.getByRole("alert").textContent()).toMatch(/does not exist, was revoked or has expired/);
    await logIn(page, ADMIN);
    await page.getByRole("link", { name: "price.ts" }).waitFor();
    expect(await page.locator(":focus").getAttribute("type")).toBe("search");
    expect(await page.evaluate("document.cookie")).toBe("");
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(ADMIN);
    await page.reload();
    await page.getByRole("link", { name: "price.ts" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
    expect(await page.getByRole("link", { name: "price.ts" }).count()).toBe(0);
    await page.reload();
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
  });

  test("a refusal from before the log-in that comes after it asks for no token again", async () => {
    const { page } = await open();
    let goOn = () => {};
    const isIn = new Promise<void>((done) => {
      goOn = done;
    });
    await page.route(
      "**/projects",
      async (route) => {
        const refusal = await route.fetch();
        await isIn;
        await route.fulfill({ response: refusal });
      },
      { times: 1 },
    );
    await page.goto(service.url);
    await logIn(page, ADMIN);
    await page.getByRole("button", { name: "Log out" }).waitFor();
    const late = page.waitForResponse((response) => response.status() === 401);
    goOn();
    await late;
    // Behind an open dialog nothing can be typed.
    await page.getByRole("searchbox").pressSequentially("price");
    await page.getByRole("link", { name: "price.ts" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("a session that ends with its token keeps what was typed, and goes on with another", async () => {
    const { token, token_id } = await asAdmin("POST", "tokens", { name: "short", scope: "read" });
    const { page } = await open();
    await page.goto(service.url);
    await logIn(page, token);
    // Behind an open dialog nothing can be typed.
    await page.getByRole("button", { name: "Log out" }).waitFor();
    await page.getByRole("searchbox").fill("price");
    await page.getByRole("link", { name: "price.ts" }).waitFor();
    await asAdmin("DELETE", `tokens/${token_id}`);
    await page.getByRole("searchbox").fill("looks a price up");
    await page.getByRole("dialog", { name: "Log in" }).waitFor();
    await page.getByText("The session of this browser has ended").waitFor();
    await logIn(page, ADMIN);
    await page.getByRole("link", { name: "price.ts" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("looks a price up");
  });
});
