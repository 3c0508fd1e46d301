/** Search, Code and Symbol in a real browser: from a search to a definition and to its caller by keyboard, strange files, hostile names, and what a caller may see. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeToken } from "../../src/auth/token-text.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until } from "../helpers/until.js";
import { SECRETS } from "../masking/samples.js";
import { type Service, serve } from "../system/process.js";
import { askAs, canLook, isAccessible, useBrowser } from "./browser.js";

const HOSTILE = `<img src=x onerror=alert(1)>"'&.ts`;
const LONG = 10_000;
const FILES = {
  "src/login.ts": `import { isRight } from "./password.js";

/** Lets somebody in. */
export function logIn(name: string, given: string): boolean {
  return isRight(given) && name !== "";
}
`,
  "src/password.ts": `/** Checks a password. */
export function isRight(given: string): boolean {
  return given.length > 8;
}
`,
  "src/server.ts": `import { logIn } from "./login.js";

export const handle = (body: { name: string; password: string }) => logIn(body.name, body.password);
`,
  [`src/${HOSTILE}`]: dedent`
    /** Zebra </script><script>alert(1)</script> */
    export function zebra() {
      return '<svg onload=alert(1)>';
    }

    export const stripes = zebra();
  `,
  "src/long.ts": `${Array.from({ length: LONG }, (_, index) => `export const value${index} = ${index};`).join("\n")}\n`,
  "src/secret.ts": `export const key = "${SECRETS.github}";\n`,
  "wide.txt": `${"wide ".repeat(400_000)}\n`,
  "src/turned\u202E.ts": "/** Turns around. */\nexport function turnAround() {}\n",
  "src/told.ts": `/**\n${Array.from({ length: 40 }, (_, line) => ` * Line ${line} of its story.`).join("\n")}\n */\nexport function told() {}\n`,
  "src/again.ts": dedent`
    export function again(times: number): string {
      const left = String(times);
      return times === 0 ? left : again(times - 1);
    }

    export const once = (word: string): string => word.trim();
  `,
  "src/audit.ts": dedent`
    interface Notes {
      note(text: string): void;
    }

    export class FileNotes implements Notes {
      note(text: string): void {
        console.log(text);
      }
    }

    export function keep(notes: Notes, text: string): void {
      notes.note(text);
    }
  `,
  "src/app.ts": dedent`
    import { FileNotes, keep } from "./audit.js";

    declare const app: { post(path: string, handle: (body: string) => void): void };
    app.post("/notes", (body) => keep(new FileNotes(), body));
  `,
  "src/page.tsx": dedent`
      /** A page. */
      export const Page = () => <p title="its name" />;
      export const List = () => <ul>It's <b>one</b></ul>;
    `,
  "tests/audit.test.ts": dedent`
    import { FileNotes } from "../src/audit.js";

    test("notes a text", () => {
      new FileNotes().note("a");
    });
  `,
  "tests/once.test.ts": dedent`
    import { once } from "../src/again.js";

    once("a");
  `,
  ".gitignore": "dist/\n",
  "dist/app.js": "export const built = 1;\n",
};

/** Clicks on a word of a line that is drawn as text. */
async function clickWord(page: Page, line: number, word: string): Promise<void> {
  const place = (await page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector("#line-${line} code"), NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.data.indexOf("${word}");
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + ${word.length});
      const { x, y, width, height } = range.getBoundingClientRect();
      return [x + width - 1, y + height / 2];
    }
  })()`)) as [number, number];
  await page.mouse.click(...place);
}

describe.runIf(canLook)("search, code and symbol", () => {
  const open = useBrowser();
  let folder: string;
  let service: Service;
  beforeAll(async () => {
    folder = temporaryFolder();
    writeFiles(join(folder, "shop"), FILES);
    writeFileSync(join(folder, "shop/logo.bin"), Buffer.from([0, 1, 2, 0, 255, 254, 0, 9]));
    mkdirSync(join(folder, "shop/.git"));
    service = await serve(join(folder, "shop"), join(folder, "data"));
    await service.settle(150_000);
  }, 180_000);
  afterAll(() => service?.stop());

  test("leads from a search to the definition, and to who calls it, by keyboard alone", async () => {
    const { page } = await open();
    await page.goto(service.url);
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("lets somebody in path:src/login.ts");
    await page.getByRole("link", { name: /^src\/login\.ts:\d/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const code = page.getByRole("group", { name: "Code of src/login.ts" });
    await code.getByText("isRight").first().waitFor();
    await page.locator(".code-name.is-import", { hasText: "isRight" }).last().waitFor();
    // To the call, and from it to what it calls.
    await code.focus();
    await page.keyboard.press("ArrowRight");
    while ((await page.locator(".code-name.marked").textContent()) !== "isRight" || !(await isInLine(5)))
      await page.keyboard.press("ArrowRight");
    await page.locator(".code-card").getByText("Checks a password.").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/src\/password\.ts.*#L2/);
    // At its declaration Enter asks who uses it.
    await page.getByRole("group", { name: "Code of src/password.ts" }).focus();
    await page.locator(".code-name.is-declared").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const uses = page.getByRole("complementary", { name: "Uses" });
    await uses.getByText("src/login.ts").first().waitFor();
    await uses.getByRole("link", { name: "isRight" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Callers" }).waitFor();
    await page.getByRole("link", { name: "logIn", exact: true }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "logIn" }).waitFor();
    // Each place back has the link in the focus by which it was left.
    await page.goBack();
    await page.getByRole("heading", { name: "Callers" }).waitFor();
    await page.locator("a:focus", { hasText: /^logIn$/ }).waitFor();
    while (!new URL(page.url()).search.startsWith("?q=")) await page.goBack();
    await page.locator("a:focus", { hasText: /^src\/login\.ts:\d/ }).waitFor();

    async function isInLine(line: number): Promise<boolean> {
      return (await page.locator(`#line-${line} .code-name.marked`).count()) === 1;
    }
  });

  test("says something at a click on any name: uses, the place, what has the name, or that nothing is known", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/again.ts#L1`);
    await page.locator("#line-3 .code-name").waitFor();
    // Its own declaration, to which the address leads already.
    await page.locator("#line-3 .code-name", { hasText: "again" }).click();
    await page.locator("#line-1.at").waitFor();
    const card = page.locator(".code-card");
    await clickWord(page, 3, "left");
    await card.getByText("The index knows nothing of it").waitFor();
    await isAccessible(page);
    await card.getByRole("button", { name: "Find it in this file" }).click();
    await page.getByText("1 of 2").waitFor();
    await page.keyboard.press("Escape");
    // The same by keys.
    await page.locator("#line-2 .number").click();
    await page.getByRole("group", { name: "Code of src/again.ts" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".code-name.marked").textContent()).toBe("left");
    await card.getByText("The index knows nothing of it").waitFor();
    // A click beside all names closes it.
    await page.locator("#line-1 code").click({ position: { x: 500, y: 10 } });
    await card.waitFor({ state: "detached" });
    await page.locator("#line-6 .code-name.is-external", { hasText: "trim" }).click();
    await card.getByText("outside the project").waitFor();
    await page.locator("#line-6 .code-name.is-declared", { hasText: "once" }).click();
    const uses = page.getByRole("complementary", { name: "Uses" });
    await uses.getByRole("heading", { name: "Callers (0)" }).waitFor();
    await uses.getByText("Only tests call it.").waitFor();
    await uses.getByRole("heading", { name: "Callers in tests (1)" }).waitFor();
    await uses.getByRole("heading", { name: "Imports (1)" }).waitFor();
    expect(await uses.locator(".tier").count()).toBe(0);
    await isAccessible(page);
  });

  test("a key that follows at once upon a click on a line begins there", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/again.ts`);
    await page.locator("#line-3 .code-name").waitFor();
    // The key comes after the click was drawn, and before the browser has painted it.
    await page.evaluate(`new Promise((done) => {
      document.querySelector("#line-2 .number").click();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const key = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
        document.querySelector(".code-viewer").dispatchEvent(key);
        setTimeout(done, 500);
      };
      port2.postMessage(null);
    })`);
    expect(await page.locator(".code-name.marked").allTextContents()).toEqual(["left"]);
  });

  test("lists who calls a symbol, tests apart, and the first of many", async () => {
    const { page } = await open();
    const { body } = await service.call("search_symbols", { query: "once" });
    const [found] = body.results as { node_id: string }[];
    await page.goto(`${service.url}/ui/symbol/shop/${found?.node_id}`);
    await page.getByText("Only tests call it.").waitFor();
    const row = page.getByRole("listitem").filter({ hasText: 'once("a")' });
    expect(await row.getByText("tests/once.test.ts").count()).toBe(1);
    await row.getByText("outside of functions").waitFor();
    expect(await page.getByRole("link", { name: "Code", exact: true }).getAttribute("aria-current")).toBe("page");
  });

  test("leads from a function up to its route, step by step, and to the case of its test", async () => {
    const { page } = await open();
    const { body } = await service.call("search_symbols", { query: "FileNotes.note" });
    const [found] = body.results as { node_id: string }[];
    await page.goto(`${service.url}/ui/symbol/shop/${found?.node_id}`);
    const way = page.locator(".symbol-ways details[open]");
    await way.getByText("POST /notes", { exact: true }).waitFor();
    await way.getByText("is implemented or overridden by").waitFor();
    await page.getByRole("heading", { name: "Callers through what it implements" }).waitFor();
    await page.getByText("Nothing calls it by itself").or(page.getByText("Only tests call it")).waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "notes a text" }).last();
    await row.getByRole("link", { name: "3", exact: true }).waitFor();
    await isAccessible(page);
    await way.getByRole("link", { name: "keep" }).click();
    await page.getByRole("heading", { name: "keep", exact: true }).waitFor();
  });

  test("a name of the outline that is chosen again after scrolling is shown again", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/long.ts`);
    const name = page.locator(".code-outline").getByRole("link", { name: "value30", exact: true });
    await name.click();
    await page.locator("#line-31.at").waitFor();
    await page.locator(".code-viewer").evaluate((view) => view.scrollTo(0, 100_000));
    await page.locator("#line-31").waitFor({ state: "detached" });
    await name.click();
    await page.locator("#line-31.at").waitFor();
  });

  test("colours the end of a tag as a tag, and an apostrophe in a text not at all", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/page.tsx`);
    await page.locator("#line-2 .syntax-string", { hasText: '"its name"' }).waitFor();
    expect(await page.locator("#line-3 .syntax-string").count()).toBe(0);
    expect(await page.locator("#line-3 .syntax-type", { hasText: "</ul>" }).count()).toBe(1);
  });

  test("a folder says which of its files are not indexed, and leads to the reason", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/`);
    await page.getByRole("link", { name: "not indexed: binary" }).click();
    await page.getByText("logo.bin is left out").waitFor();
  });

  test("says of callees that their lines are those of the calls", async () => {
    const { page } = await open();
    const { body } = await service.call("search_symbols", { query: "logIn" });
    const [found] = body.results as { node_id: string }[];
    await page.goto(`${service.url}/ui/symbol/shop/${found?.node_id}`);
    const callee = page.getByRole("listitem").filter({ hasText: "isRight" });
    await callee.getByText("src/password.ts called in line 5").waitFor();
    await callee.getByRole("link", { name: "5", exact: true }).click();
    await page.waitForURL(/src\/login\.ts.*#L5$/);
  });

  test("asks for nothing that is refused, from the folders down to a file and its uses", async () => {
    const { page } = await open();
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${service.url}/ui/index?path=./`);
    await page.getByRole("link", { name: "src/again.ts" }).waitFor();
    await page.getByRole("link", { name: "Code", exact: true }).click();
    await page.getByRole("link", { name: "src/" }).click();
    await page.getByRole("link", { name: "login.ts" }).click();
    await page.locator(".code-name.is-declared").first().click();
    await page.getByRole("heading", { name: "Callers (1)" }).waitFor();
    await page.getByRole("link", { name: "src", exact: true }).click();
    await page.getByRole("link", { name: "password.ts" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/src\/$/);
    await page.reload();
    await page.getByRole("link", { name: "password.ts" }).waitFor();
    expect(refused).toEqual([]);
    // An address without the slash leads there as well.
    await page.goto(`${service.url}/ui/code/shop/src`);
    await page.getByRole("link", { name: "password.ts" }).waitFor();
    await page.waitForURL(/\/src\/$/);
    await page.goto(`${service.url}/ui/code/shop/src/login.ts/`);
    await page.waitForURL(/login\.ts$/);
    await page.locator("#line-1").waitFor();
  });

  test("searches symbols, files, text and docs, with filters as chips and as words", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/?q=isRight`);
    await page.getByRole("link", { name: "Symbols" }).click();
    await page.getByRole("link", { name: "isRight", exact: true }).waitFor();
    await page.getByRole("link", { name: "Files" }).click();
    await page.getByRole("searchbox").fill("src pass");
    await page.getByRole("link", { name: "src/password.ts" }).waitFor();
    await page.getByRole("link", { name: "Text" }).click();
    await page.getByRole("searchbox").fill("isright");
    await page.getByText("3 lines in 2 files").waitFor();
    expect(await page.locator("main mark").allTextContents()).toEqual(["isRight", "isRight", "isRight"]);
    await page.getByRole("searchbox").fill("isR.ght");
    await page.getByRole("button", { name: "regular expression" }).click();
    await page.getByText("3 lines in 2 files").waitFor();
    await page.getByRole("searchbox").fill("isR.ght re:yes -path:src/login.ts");
    await page.getByText("1 line in 1 file").waitFor();
    await page.getByRole("button", { name: "Without -path:src/login.ts" }).click();
    await page.getByText("3 lines in 2 files").waitFor();
    await page.getByRole("searchbox").fill("password ref:release-7");
    await page.getByText("whatever is called release-7").waitFor();
  });

  test("scrolls a file of 10,000 lines, finds in it, and links to lines of it", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/long.ts#L9000-L9002`);
    await page.locator("#line-9001.chosen").waitFor();
    expect(await page.locator(".code-row").count()).toBeLessThan(200);
    await page.keyboard.press("Control+f");
    await page.getByRole("textbox", { name: "Find in this file" }).fill("value1234");
    await page.getByText("1 of 1").waitFor();
    await page.locator("#line-1235 mark.current").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#line-1235 .number").click();
    await page.locator("#line-1237 .number").click({ modifiers: ["Shift"] });
    expect(page.url()).toMatch(/#L1235-L1237$/);
    expect(await page.locator(".code-row.chosen").count()).toBe(3);
    // A printer gets lines that are not in view.
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.locator("#line-3000").waitFor({ state: "attached" });
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.locator("#line-3000").waitFor({ state: "detached" });
    // Back leads to the reader's own place, not to that of the link.
    const top = (): Promise<number> => page.evaluate("document.querySelector('.code-viewer')?.scrollTop ?? 0");
    await page.evaluate("document.querySelector('.code-viewer').scrollBy(0, 5000)");
    const left = await top();
    await page.getByRole("link", { name: "src", exact: true }).click();
    await page.getByRole("link", { name: "password.ts" }).waitFor();
    await page.goBack();
    await expect.poll(top, { timeout: 20_000 }).toBe(left);
  });

  test.each([
    { path: "logo.bin", words: "This file is not text" },
    { path: "wide.txt", words: "too long to show whole" },
    { path: "src/secret.ts", words: "Secrets in this file are masked" },
    { path: "dist/app.js", words: "This path is left out" },
    { path: "dist/app.js", words: ".gitignore" },
    { path: "src/never.ts", words: "There is nothing here" },
    { path: "src/turned\u202E.ts", words: "holds invisible characters" },
    { path: "src", words: "password.ts" },
  ])("has words for $path", async ({ path, words }) => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/${path}`);
    await page.locator("main").getByText(words).first().waitFor();
    expect(await page.locator("main").textContent()).not.toContain(SECRETS.github);
  });

  test("opens a file whose name has a hidden character, from its folder and from a search", async () => {
    const { page } = await open();
    await page.goto(`${service.url}/ui/code/shop/src/`);
    await page.getByRole("link", { name: "turned<U+202E>.ts" }).click();
    await page.locator("#line-2 .code-name.is-declared", { hasText: "turnAround" }).waitFor();
    await page.goto(`${service.url}/?q=turns+around`);
    await page.getByRole("link", { name: /^src\/turned<U\+202E>\.ts:\d/ }).click();
    await page.locator("#line-2", { hasText: "turnAround" }).waitFor();
    await page.goto(`${service.url}/ui/index/shop?path=${encodeURIComponent("src/turned<U+202E>.ts")}`);
    await page.getByText("is in the index, with").waitFor();
  });

  test("says so when the file goes away while it is looked at", async () => {
    const { page } = await open();
    writeFiles(join(folder, "shop"), { "src/brief.ts": "export const brief = 1;\n" });
    await service.settle();
    await page.goto(`${service.url}/ui/code/shop/src/brief.ts`);
    await page.getByText("brief").last().waitFor();
    rmSync(join(folder, "shop/src/brief.ts"));
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor({ timeout: 30_000 });
  }, 60_000);

  for (const colorScheme of ["light", "dark"] as const)
    test(`shows hostile names and code as text, and axe finds nothing, ${colorScheme}`, async () => {
      const { page } = await open({
        colorScheme,
        viewport: { width: colorScheme === "light" ? 1280 : 390, height: 800 },
      });
      const { body } = await service.call("search_symbols", { query: "zebra" });
      const [zebra] = body.results as { node_id: string }[];
      const paths = [
        "?q=zebra",
        "?q=zebra&in=symbols",
        "?q=img&in=files",
        "?q=onload&in=text",
        `ui/code/shop/src/${encodeURIComponent(HOSTILE)}`,
        "ui/code/shop/src",
        `?q=${Array.from({ length: 40 }, (_, n) => `-path:none${n}`).join("+")}+zebra`,
        `ui/symbol/shop/${zebra?.node_id}`,
      ];
      for (const path of paths) {
        await page.goto(`${service.url}/${path}`);
        await page
          .locator("main")
          .getByText(/zebra|onerror|onload/)
          .first()
          .waitFor();
        // The lists beside it come a moment later; its events keep the network busy for good.
        await page.waitForTimeout(400);
        expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
        await isAccessible(page);
        const isWider = await page.evaluate(
          "document.documentElement.scrollWidth > document.documentElement.clientWidth",
        );
        expect(isWider, `${path} scrolls sideways`).toBe(false);
      }
    });

  test("shows the beginning of a long doc comment, and all of it when it is wanted", async () => {
    const { page } = await open();
    const { body } = await service.call("search_symbols", { query: "told" });
    const [found] = body.results as { node_id: string }[];
    await page.goto(`${service.url}/ui/symbol/shop/${found?.node_id}`);
    await page.getByText("Line 7 of its story.").waitFor();
    expect(await page.getByText("Line 8 of its story.").count()).toBe(0);
    const callers = await page.getByRole("heading", { name: "Callers" }).boundingBox();
    expect(callers?.y).toBeLessThan(720);
    await page.getByRole("button", { name: "Show the whole comment" }).click();
    await page.getByText("Line 39 of its story.").waitFor();
    await isAccessible(page);
  });

  test("walks the picture around a symbol by keyboard", async () => {
    const { page } = await open();
    const { body } = await service.call("search_symbols", { query: "isRight" });
    const [found] = body.results as { node_id: string }[];
    await page.goto(`${service.url}/ui/symbol/shop/${found?.node_id}`);
    await page.getByRole("button", { name: /logIn/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /handle/ }).waitFor();
    await page.getByText(/of at most 100 symbols/).waitFor();
  });
});

describe.runIf(canLook)("a caller with one project", () => {
  const open = useBrowser();
  const admin = makeToken().text;
  let service: Service;
  const asAdmin = (method: string, path: string, body?: object) =>
    askAs<{ token: string; results: { node_id: string }[] }>(service.url, admin, method, path, body);
  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "shop/src/price.ts": dedent`
        /** Tells a price. */
        export const price = 1;
      `,
      "bank/src/vault.ts": dedent`
        /** Tells what a vault holds. */
        export function vault() {
          return 7;
        }
      `,
    });
    for (const name of ["shop", "bank"]) mkdirSync(join(folder, name, ".git"));
    const env = { CODEINDEX_AUTH: "token", CODEINDEX_ADMIN_TOKEN: admin, CODEINDEX_ROOT: folder };
    service = await serve(join(folder, "shop"), join(folder, "data"), { env });
    await asAdmin("POST", "projects", { path: "bank" });
    await until(async () => JSON.stringify(await asAdmin("GET", "projects")).match(/"state":"ready"/g)?.length === 2, {
      every: 200,
    });
  }, 90_000);
  afterAll(() => service?.stop());

  test("sees nothing of another, in a search, as code and as a symbol", async () => {
    const { token } = await asAdmin("POST", "tokens", { name: "shop alone", scope: "read", projects: ["shop"] });
    const found = await asAdmin("POST", "projects/bank/tools/search_symbols", { query: "vault" });
    const { page } = await open();
    await page.goto(service.url);
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Log out" }).waitFor();
    for (const path of [
      "ui/code/bank/src/vault.ts",
      "ui/code/bank",
      `ui/symbol/bank/${found.results[0]?.node_id}`,
      "?q=vault+project:bank",
      "?q=vault&project=bank",
    ]) {
      await page.goto(`${service.url}/${path}`);
      await page.getByRole("heading", { name: "This project is not here" }).waitFor();
    }
    for (const kind of ["symbols", "files", "text", "docs"]) {
      await page.goto(`${service.url}/?q=vault&in=${kind}`);
      await page.getByText("Nothing was found").waitFor();
    }
    expect(await page.locator("body").textContent()).not.toContain("bank");
  });
});
