/** The page in a real browser, on a service of its own: searching, the keyboard, hostile contents, and a path prefix. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { type Service, serve } from "../system/process.js";
import { canLook, isAccessible, useBrowser } from "./browser.js";
import { startProxy } from "./proxy.js";

const HOSTILE = "<img src=x onerror=alert(1)>.ts";
const FILES = {
  "src/basket.ts": dedent`
    import { priceOf } from "./price.js";

    export const total = (items: string[]) => items.map(priceOf);
  `,
  "src/price.ts": dedent`
    /** Looks a price up. */
    export function priceOf(item: string) {
      return item.length;
    }
  `,
  "src/steps.ts": dedent`
    export function manySteps() {
      ${Array.from({ length: 30 }, (_, step) => `firstly(${step});`).join("\n  ")}
      untangle("the knot");
      ${Array.from({ length: 30 }, (_, step) => `lastly(${step});`).join("\n  ")}
    }
  `,
  "src/many.ts": Array.from({ length: 70 }, (_, n) => `export const manifold${n} = ${n};\n`).join(""),
  "src/tabs.ts": dedent`
    export function tabbed() {
    	if (Math) {
    		return 1;
    	}
    }
  `,
  [`src/${HOSTILE}`]: dedent`
    /** Zebra </script><script>alert(1)</script> */
    export function zebra() {
      return '<svg onload=alert(1)>';
    }
  `,
};
/** Pages that need nothing but an index, by their paths. */
const PATHS = ["", "?q=price", "ui/index", "ui/map", "ui/connect", "ui/try", "ui/tokens", "ui/audit", "ui/nowhere"];

describe.runIf(canLook)("the page", () => {
  const open = useBrowser();
  let folder: string;
  let service: Service;
  beforeAll(async () => {
    folder = temporaryFolder();
    writeFiles(join(folder, "shop"), FILES);
    service = await serve(join(folder, "shop"), join(folder, "data"));
    await service.settle();
  }, 90_000);
  afterAll(() => service?.stop());

  test("finds as one types, and the arrows walk what it found", async () => {
    const { page } = await open();
    await page.goto(service.url);
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("look a price up");
    const first = page.getByRole("article").first();
    await first.getByRole("link", { name: "src/price.ts" }).waitFor();
    expect(await first.getByRole("region").textContent()).toContain("export function priceOf(item: string)");
    expect(new URL(page.url()).searchParams.get("q")).toBe("look a price up");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator(":focus").textContent()).toContain("src/price.ts");
    await page.keyboard.press("Escape");
    expect(await page.locator(":focus").getAttribute("type")).toBe("search");
    await page.getByRole("link", { name: "Connect" }).focus();
    await page.keyboard.press("/");
    expect(await page.locator(":focus").inputValue()).toBe("look a price up");
  });

  test("asks about a key at once where no question is on its way, and else when the typing rests", async () => {
    const { page } = await open();
    const asked: string[] = [];
    let answer = () => {};
    let isHeld: Promise<void> | undefined;
    await page.route("**/tools/search_code", async (route) => {
      asked.push((route.request().postDataJSON() as { query: string }).query);
      await isHeld;
      await route.continue().catch(() => undefined);
    });
    await page.clock.install();
    await page.goto(`${service.url}/?q=basket`);
    await page.getByRole("article").first().waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    isHeld = new Promise((done) => {
      answer = done;
    });
    await page.getByRole("searchbox").fill("price");
    await expect.poll(() => asked).toEqual(["basket", "price"]);
    await page.getByRole("searchbox").fill("price o");
    await page.getByRole("searchbox").fill("price of");
    expect(asked).toEqual(["basket", "price"]);
    await page.clock.runFor(100);
    await expect.poll(() => asked).toEqual(["basket", "price", "price of"]);
    answer();
    await page.clock.resume();
    await page.getByRole("link", { name: "src/price.ts" }).waitFor();
  });

  test("shows the lines of a long function that answer, with their own numbers", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/?q=untangle+the+knot`);
    const hit = page.getByRole("article").filter({ hasText: "src/steps.ts" });
    await hit.locator('[data-line="32"]', { hasText: 'untangle("the knot");' }).waitFor();
    expect(await hit.locator("[data-line]").count()).toBe(12);
  });

  test("tells that a service which asks nobody for a token does not need one", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/tokens`);
    await page.getByText("This service asks nobody for a token").waitFor();
  });

  test("shows more results to those who ask, and again to those who come back", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/?q=manifold&in=symbols`);
    const found = page.locator("[data-result]");
    await expect.poll(() => found.count(), { timeout: 20_000 }).toBe(50);
    const more = page.getByRole("button", { name: "Show more" });
    await more.click();
    await expect.poll(() => found.count(), { timeout: 20_000 }).toBe(70);
    expect(await more.count()).toBe(0);
    await found.last().click();
    await page.getByRole("heading", { name: /^manifold/ }).waitFor();
    await page.goBack();
    await expect.poll(() => found.count(), { timeout: 20_000 }).toBe(70);
  });

  test("draws each tab as wide as the next one, beside the numbers of lines", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/?q=tabbed`);
    await page.locator('[data-line="3"]').first().waitFor();
    const [none = 0, one = 0, two = 0] = (await page.evaluate(`[1, 2, 3].map((number) => {
      const texts = document.createTreeWalker(document.querySelector('[data-line="' + number + '"]'), NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const index = text.data.search(/\\S/);
        if (index < 0) continue;
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      }
    })`)) as number[];
    expect(one - none).toBeGreaterThan(0);
    expect(two - one).toBeCloseTo(one - none, 0);
  });

  test("shows names and code of a repository as text, whatever they are", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/?q=zebra`);
    const hit = page.getByRole("article").first();
    await hit.waitFor();
    expect(await hit.getByRole("link").first().textContent()).toContain(HOSTILE);
    expect(await hit.textContent()).toContain("</script><script>alert(1)</script>");
    expect(await page.locator("main img, main svg, main script").count()).toBe(0);
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`axe finds nothing on any page, ${colorScheme}, on a screen and on a phone`, async () => {
      const { page } = await open({
        colorScheme,
        viewport: { width: colorScheme === "light" ? 1280 : 390, height: 800 },
      });
      for (const path of PATHS) {
        await page.goto(`${service.url}/${path}`);
        await page.locator("main h1").waitFor();
        await isAccessible(page);
        const isWider = await page.evaluate(
          "document.documentElement.scrollWidth > document.documentElement.clientWidth",
        );
        expect(isWider, `${path} scrolls sideways`).toBe(false);
        const isWhole = await page.evaluate(`(() => {
          const bar = document.querySelector(".top nav");
          const lines = ({ firstChild }) => {
            const range = document.createRange();
            range.selectNodeContents(firstChild);
            return range.getClientRects().length;
          };
          return bar.scrollWidth <= bar.clientWidth && [...bar.children].every((link) => lines(link) === 1);
        })()`);
        expect(isWhole, `${path}: the navigation has no room`).toBe(true);
      }
    });

  test("works below a path prefix that a proxy takes away", async () => {
    const proxy = await startProxy(service.url, { prefix: "/tools/codeindex" });
    try {
      const { page } = await open();
      await page.goto(`${proxy.url}/ui/connect?x=1`);
      await page.getByRole("heading", { name: "Cursor" }).waitFor();
      await page.getByRole("link", { name: "Search" }).click();
      expect(page.url()).toBe(`${proxy.url}/`);
      await page.getByRole("searchbox").fill("price");
      await page.getByRole("link", { name: "src/price.ts" }).click();
      expect(page.url()).toMatch(`${proxy.url}/ui/code/shop/src/price.ts`);
      await page.reload();
      await page.locator("#line-2").waitFor();
      await page.goBack();
      await page.getByRole("link", { name: "src/price.ts" }).waitFor();
    } finally {
      proxy.close();
    }
  });

  test("brings its files compressed, to be kept for good, and nothing that is not its own", async () => {
    const html = await (await fetch(`${service.url}/`, { headers: { accept: "text/html" } })).text();
    const [script = ""] = /ui\/assets\/app-[\w-]+\.js/.exec(html) ?? [];
    for (const encoding of ["br", "gzip", "identity"]) {
      const response = await fetch(`${service.url}/${script}`, { headers: { "accept-encoding": encoding } });
      expect(response.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(await response.text()).toContain("codeindex");
      const etag = response.headers.get("etag") ?? "";
      const again = await fetch(`${service.url}/${script}`, {
        headers: { "accept-encoding": encoding, "if-none-match": etag, "cache-control": "max-age=0" },
      });
      expect(again.status).toBe(304);
    }
    for (const name of ["manifest.json", "..%2f..%2fpackage.json", "app.js"])
      expect((await fetch(`${service.url}/ui/assets/${name}`)).status).toBe(404);
  });
});
