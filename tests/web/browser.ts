/** A browser for the tests of the page: Debian's Chromium, which CHROMIUM_PATH names or PATH has. */
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { findChromium, launchChromium } from "../../src/measure/bench/chromium.js";
import { isBuilt } from "../system/process.js";

const path = findChromium();
/** Whether the page can be looked at here: there is a browser, and `npm run build` was run. */
export const canLook = path !== null && isBuilt;
if (path === null) console.log("SKIPPED: the tests of the page need Chromium, in PATH or at CHROMIUM_PATH.");

export interface Looking {
  page: Page;
  /** Complaints of the browser so far: errors of scripts, and things that the policy of the page refused. */
  complaints: string[];
}

/** Starts a browser for the tests of a file. Gives what opens a page of its own for a test, which must end without complaints. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Looking> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(path ?? "");
  });
  afterAll(() => browser?.close());
  return async (options) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000 * Number(process.env.CODEINDEX_TEST_PATIENCE ?? 1));
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
    page.on("dialog", async (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    onTestFinished(async () => {
      // The page may be in the middle of a request that the test handles.
      for (const each of context.pages()) await each.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
      expect(complaints).toEqual([]);
    });
    return { page, complaints };
  };
}

/** Fails where axe finds something that some people could not read or reach. */
export async function isAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  const violations = found.violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  }));
  expect(violations).toEqual([]);
}

/** The answer of the REST API of a service to the owner of a token. */
export async function askAs<T>(url: string, token: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}
