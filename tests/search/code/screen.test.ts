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
    "app/src/main/java/CartActivity.java",
    "app/CartListAdapter.kt",
    "ios/CartViewController.swift",
  ])("are: %s", (path) => expect(screens(path)).toEqual([path]));

  test.each([
    "static/cart.go",
    "src/frontend.ts",
    "ui/cart.py",
    "src/statics/cart.ts",
    "src/html.ts",
    "server/cart.php",
    "a.tsx.snap",
    "app/CartViewModel.kt",
    "src/CartDialog.cs",
    "cart/QueueAdapter.java",
  ])("are not: %s", (path) => expect(screens(path)).toEqual([]));

  test("do not count where the question is about a screen, or most files draw one", () => {
    expect([...screenFiles([...behind, "src/Cart.vue"], ["which", "Button", "empties", "the", "cart"])]).toEqual([]);
    expect([...screenFiles(["src/Cart.vue", "src/Shop.vue", "src/Shop.vue", "src/sum.ts"], words)]).toEqual([]);
    expect([...screenFiles(["src/Cart.vue", "src/sum.ts", "src/sum.ts"], words)]).toEqual(["src/Cart.vue"]);
  });

  test("count where some more than half of the files draw one, in a program that has a server, too", () => {
    const components = (count: number) => Array.from({ length: count }, (_, at) => `src/Cart${at}.tsx`);
    const servers = (count: number) => Array.from({ length: count }, (_, at) => `server/cart${at}.ts`);
    expect([...screenFiles([...components(6), ...servers(4)], words)]).toEqual(components(6));
    expect([...screenFiles([...components(7), ...servers(3)], words)]).toEqual([]);
  });

  const drawn = ["client/src/Cart.tsx", "client/src/Shop.tsx", "client/src/app.scss"];

  test("are the scripts of a folder of which most files have markup", () => {
    expect(screens(...drawn, "client/src/stores/cart.ts")).toEqual([...drawn, "client/src/stores/cart.ts"]);
    expect(screens("web/src/cart.js", "web/src/Cart.vue")).toEqual(["web/src/Cart.vue"]);
    // Half of `client` has markup, though all of `client/src` has.
    expect(screens(...drawn, "client/a.ts", "client/b.ts", "client/c.ts")).toEqual(drawn);
  });

  test.each(["client/api/cart.ts", "client/src/cart/route.ts", "client/src/cart.server.ts", "client/src/cart.py"])(
    "are no code of a server among them: %s",
    (path) => expect(screens(...drawn, path)).toEqual(drawn),
  );

  test("are told of paths that repeat one piece 50,000 times", () => {
    expect(screens(`${"static/".repeat(50_000)}x`, `${".s".repeat(50_000)}x`, "/ui".repeat(50_000))).toEqual([]);
    const deep = `${"a/".repeat(50_000)}x.tsx`;
    expect(screens(`${"Sheet".repeat(50_000)}.kts`, `${".java".repeat(50_000)}x`)).toEqual([]);
    expect(screens(deep, `${"a/".repeat(50_000)}x.ts`)).toEqual([deep]);
  });
});
