/** Files that draw a screen, by src/search/code/screen.ts. */
import { describe, expect, test } from "vitest";
import { screenFiles } from "../../../src/search/code/screen.js";

const behind = [
  "server/cart.ts",
  "lib/cart.rb",
  "client/api.go",
  "src/Ui.cs",
  "db/cart.sql",
  "src/build.ts",
  "page/html.py",
];
const words = ["how", "is", "a", "cart", "checked"];
const screens = (...paths: string[]) => [...screenFiles([...behind, ...paths], words)];

describe("files that draw a screen", () => {
  test.each([
    "src/Cart.tsx",
    "views/cart.blade.php",
    "app/views/cart/show.html.erb",
    "web/cart.html.heex",
    "styles/cart.SCSS",
    "frontend/cart.ts",
    "shop/static/js/cart.js",
    "Front-End/cart.mjs",
  ])("are: %s", (path) => expect(screens(path)).toEqual([path]));

  test.each([
    "static/cart.go",
    "src/frontend.ts",
    "ui/cart.py",
    "src/statics/cart.ts",
    "src/html.ts",
    "server/cart.php",
    "a.tsx.snap",
  ])("are not: %s", (path) => expect(screens(path)).toEqual([]));

  test("do not count where the question is about a screen, or most files draw one", () => {
    expect([...screenFiles([...behind, "src/Cart.vue"], ["which", "Button", "empties", "the", "cart"])]).toEqual([]);
    expect([...screenFiles(["src/Cart.vue", "src/Shop.vue", "src/Shop.vue", "src/sum.ts"], words)]).toEqual([]);
    expect([...screenFiles(["src/Cart.vue", "src/sum.ts", "src/sum.ts"], words)]).toEqual(["src/Cart.vue"]);
  });

  test("are told quickly of long paths", () => {
    const started = performance.now();
    expect(screens(`${"static/".repeat(50_000)}x`, `${".s".repeat(50_000)}x`, "/ui".repeat(50_000))).toEqual([]);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
