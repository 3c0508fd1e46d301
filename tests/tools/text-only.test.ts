/** Answers of tools of the graph about files that are searched as text alone. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import getDependents from "../../src/tools/get-dependents.js";
import getReferences from "../../src/tools/get-references.js";
import getSymbol from "../../src/tools/get-symbol.js";
import trace from "../../src/tools/trace.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "../search/index-files.js";

const FILES = {
  "src/cart.ts": dedent`
    export function addToCart(id: string) {}
    function own() {}
    export class Cart { total() {} }
  `,
  "src/price.ts": "export default () => 1;\n",
  "src/App.astro": dedent`
    <script setup>
    import { addToCart } from './cart'
    </script>
  `,
  "examples/App.astro": "<p>Cart</p>\n",
  "src/Buy.twig": "<button on:click={() => addToCart(1)}>Add to cart</button>\n",
  "src/Pay.astro": "<p>Pay: {{ new Cart().total() }}. Add to cart. addtocart, myOwn</p>\n",
  "addToCart.py": "pass\n",
  "docs/guide.md": "Call addToCart.\n",
  "data.json": '{ "addToCart": 1 }\n',
  "src/Old.astro": "addToCart()\n",
};

describeStores("text without a graph", (store) => {
  const tools = [
    { tool: getCallers, given: "src/cart.ts:1", want: ["src/App.astro", "src/Buy.twig"] },
    { tool: getReferences, given: "src/cart.ts:1", want: ["src/App.astro", "src/Buy.twig"] },
    { tool: getSymbol, given: "src/cart.ts:1", want: ["src/App.astro", "src/Buy.twig"] },
    { tool: trace, given: "src/cart.ts:1", want: ["src/App.astro", "src/Buy.twig"] },
    { tool: getDependents, given: "src/cart.ts:3", want: ["src/Pay.astro", "examples/App.astro"] },
    {
      tool: getDependents,
      given: "src/cart.ts",
      want: ["src/App.astro", "src/Buy.twig", "src/Pay.astro", "examples/App.astro"],
    },
  ];
  test.each(tools)("$tool.name of $given names the files that may use it", async ({ tool, given, want }) => {
    await indexFiles(store(), { "src/Else.astro": "addToCart()\n" }, { projectId: "other" });
    await indexFiles(store(), FILES);
    const view = await indexFiles(store(), {}, { deleted: ["src/Old.astro"] });
    const { output, text } = await runTool(tool as typeof getCallers, { node_id: given }, { db: store(), view });
    const count = `${want.length} file${want.length > 1 ? "s" : ""} whose language has no graph`;
    expect(output.text_only).toMatchObject({ files: want.length, paths: want, capped: false });
    if (output.text_only.lines === undefined) expect(text).toContain(`Also named in ${count}: ${want.join(", ")}`);
    else expect(text).toContain(`By name, in ${count}:\n${output.text_only.lines.join("\n")}`);
  });

  test("files of settings and of services name a class by its full name", async () => {
    const view = await indexFiles(store(), {
      "src/Mailer.java": dedent`
          package org.shop;
          public class Mailer implements Runnable {
            public void run() {}
            class Inner {}
          }
        `,
      "src/META-INF/services/java.lang.Runnable": "# Runs\norg.shop.Mailer\n",
      "src/beans.xml": dedent`
        <bean class="org.shop.Mailer" />
        <bean class="org.shop.Mailer$Inner" />
        <p>Mailer</p>
      `,
      "src/application.yml": dedent`
        level:
          org.shop.Mailer.Other: 1
          Mailer: 1
          com.org.shop.Mailer: 2
      `,
    });
    const ask = (node_id: string) => runTool(getReferences, { node_id }, { db: store(), view });
    const { output, text } = await ask("src/Mailer.java:2");
    expect(output.text_only.lines).toEqual([
      "src/META-INF/services/java.lang.Runnable",
      "  2: org.shop.Mailer",
      "src/beans.xml",
      '  1: <bean class="org.shop.Mailer" />',
    ]);
    expect(text).toContain("By name, in 2 files whose language has no graph:");
    expect((await ask("src/Mailer.java:4")).output.text_only.paths).toEqual(["src/beans.xml"]);
    expect((await ask("src/Mailer.java:3")).output.text_only.files).toBe(0);
  });

  test("callers in templates stand with their lines", async () => {
    const view = await indexFiles(store(), FILES);
    const { output } = await runTool(getCallers, { node_id: "src/cart.ts:1" }, { db: store(), view });
    expect(output.text_only.lines).toEqual([
      "src/App.astro",
      "  2: import { addToCart } from './cart'",
      "src/Buy.twig",
      "  1: <button on:click={() => addToCart(1)}>Add to cart</button>",
      "src/Old.astro",
      "  1: addToCart()",
    ]);
  });

  test("of very many lines the first are listed, and the others are counted", async () => {
    const files = { ...FILES, "src/Wide.astro": "addToCart()\n".repeat(1000) };
    const view = await indexFiles(store(), files);
    const { output } = await runTool(getCallers, { node_id: "src/cart.ts:1" }, { db: store(), view });
    expect(output.text_only).toMatchObject({ files: 4, capped: true });
    expect(output.text_only.lines).toHaveLength(4 + 12 + 1);
    expect(output.text_only.lines!.at(-1)).toBe("391+ more lines in 1 file: search_text lists them.");
  });

  test("trace of what a symbol uses says nothing of files that may use it", async () => {
    const view = await indexFiles(store(), FILES);
    const { output, text } = await runTool(trace, { from: "src/cart.ts:1", direction: "out" }, { db: store(), view });
    expect(output.text_only).toBeUndefined();
    expect(text).not.toContain("Also named");
  });

  test("such a file by its place: not_found, as nothing is known of it", async () => {
    const view = await indexFiles(store(), FILES);
    const error = await errorOf(runTool(getDependents, { node_id: "src/App.astro" }, { db: store(), view }));
    expect(error).toMatchObject({ code: "not_found", message: expect.stringContaining("no symbols and no edges") });
  });

  test.each(["src/cart.ts:2", "src/price.ts:1"])("nothing is said of %s, which no such file names", async (node_id) => {
    const view = await indexFiles(store(), { ...FILES, "src/Export.astro": "export default {}\n" });
    const { text } = await runTool(getCallers, { node_id }, { db: store(), view });
    expect(text).not.toContain("Also named");
  });
});

const call = useProject({
  "src/models.ts": dedent`
    export class Order { isPaid = false }
    export class Cart { isPaid = false }
    export const paid = (order: Order, cart: Cart) => order.isPaid && cart.isPaid;
  `,
  "src/Order.astro": "<p>{order.isPaid}</p>\n",
});

test("lines by a name that several symbols have stand once", async () => {
  const { text } = await call("get_relations", { symbols: ["Order.isPaid", "Cart.isPaid"], relations: ["references"] });
  expect(text.split("\n").filter((line) => line.includes("order.isPaid}"))).toHaveLength(1);
  expect(text).toContain("By name, in 1 file whose language has no graph:\nas told of Order.isPaid");
});
