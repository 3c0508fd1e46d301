/** A browser for the tests of the page: Debian's Chromium, which CHROMIUM_PATH names or PATH has. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { isBuilt } from "../system/process.js";

const path = process.env.CHROMIUM_PATH ?? inPath("chromium") ?? inPath("chromium-browser");
/** Whether the page can be looked at here: there is a browser, and `npm run build` was run. */
export const canLook = path !== undefined && isBuilt;
if (path === undefined) console.log("SKIPPED: the tests of the page need Chromium, in PATH or at CHROMIUM_PATH.");

export interface Looking {
  page: Page;
  /** Complaints of the browser so far: errors of scripts, and things that the policy of the page refused. */
  complaints: string[];
}

/** Starts a browser for the tests of a file. Gives what opens a page of its own for a test, which must end without complaints. */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<Looking> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      ...(path && { executablePath: path }),
      args: ["--no-sandbox", "--disable-gpu"],
      // Its socket lies there, whose path must be short.
      env: { ...process.env, TMPDIR: "/tmp" },
    });
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

function inPath(name: string): string | undefined {
  const found = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  return found.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
