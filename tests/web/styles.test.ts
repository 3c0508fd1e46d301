/** The stylesheets of pages: a class of one page's has its name before it, so that two pages cannot share one by chance. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";

const FOLDER = new URL("../../web/styles/", import.meta.url);

describe("a stylesheet of a page", () => {
  for (const file of readdirSync(FOLDER)) {
    const page = basename(file, ".css");
    test(`${page} begins each selector with a class of its own`, () => {
      const rules = readFileSync(new URL(file, FOLDER), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
      const selectors = [...rules.matchAll(/([^{};]+)\{/g)].flatMap(([, list = ""]) =>
        list.split(",").map((one) => one.trim()),
      );
      const own = selectors.filter((selector) => !selector.startsWith("@"));
      expect(own.length).toBeGreaterThan(5);
      expect(own.filter((selector) => !selector.startsWith(`.${page}-`))).toEqual([]);
    });
  }
});
