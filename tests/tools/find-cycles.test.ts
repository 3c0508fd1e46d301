/** find_cycles on small repositories, built as the product builds them. */
import { expect, test } from "vitest";
import findCycles from "../../src/tools/find-cycles.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const RING = {
  "src/a/one.ts": dedent`
    import { two } from "../b/two.js";
    export const one = () => two();
  `,
  "src/b/two.ts": dedent`
    import { three } from "../c/three.js";
    export const two = () => three();
  `,
  "src/c/three.ts":
    '\nimport { one } from "../a/one.js";\nimport { leaf } from "./leaf.js";\nexport const three = () => [one, leaf];\n',
  "src/c/leaf.ts": dedent`
    import type { three } from "./three.js";
    export const leaf: typeof three = () => [];
  `,
};

describeStores("find_cycles", (store) => {
  test("a ring of files, the way round with its lines, and the imports that break it", async () => {
    const { output, text } = await runTool(findCycles, {}, await buildRepository(store(), RING));
    expect(output).toMatchObject({ total: 1, in_cycles: 3, through_types: 1 });
    expect(text).toMatchInlineSnapshot(`
      "1 cycle of imports: 3 of 4 files are in one.

      3 files: src/a/one.ts, src/b/two.ts, src/c/three.ts
        Shortest way round:
          src/a/one.ts:1 imports src/b/two.ts
          src/b/two.ts:1 imports src/c/three.ts
          src/c/three.ts:2 imports src/a/one.ts
        Without one of these imports the fewest are left in cycles:
          src/a/one.ts:1 imports src/b/two.ts: 0 of 3 left
          src/b/two.ts:1 imports src/c/three.ts: 0 of 3 left
          src/c/three.ts:2 imports src/a/one.ts: 0 of 3 left

      Imports of types alone do not count; with them 1 more would be in a cycle (types=include)."
    `);
  });

  test("with imports of types, and between folders", async () => {
    const built = await buildRepository(store(), RING);
    const withTypes = await runTool(findCycles, { types: "include" }, built);
    expect(withTypes.output.results[0]).toMatchObject({
      size: 4,
      shortest: [{ at: "src/c/leaf.ts:1" }, { at: "src/c/three.ts:3" }],
    });
    const folders = await runTool(findCycles, { level: "folder" }, built);
    expect(folders.output.results.map(({ parts }) => parts)).toEqual([["src/a", "src/b", "src/c"]]);
    const top = await runTool(findCycles, { level: "folder", depth: 1 }, built);
    expect(top.text).toContain("No folder imports another");
  });

  test("path_filter leaves out imports of other files", async () => {
    const built = await buildRepository(store(), RING);
    const { output } = await runTool(findCycles, { path_filter: "!src/b" }, built);
    expect(output.total).toBe(0);
  });

  test("cycles of Python", async () => {
    const built = await buildRepository(store(), {
      "shop/cart.py": dedent`
        from shop.tax import rate

        def total():
            return rate()
      `,
      "shop/tax.py": dedent`
        from shop.cart import total

        def rate():
            return total
      `,
      "shop/__init__.py": "",
    });
    const { output } = await runTool(findCycles, {}, built);
    expect(output.results.map(({ parts }) => parts)).toEqual([["shop/cart.py", "shop/tax.py"]]);
  });

  test("files of one package import none of each other: the answer says that there are no imports", async () => {
    const built = await buildRepository(store(), {
      "go.mod": "module example.com/shop\n",
      "main.go": dedent`
        package main

        func main() { total() }
      `,
      "total.go": dedent`
        package main

        func total() int { return 1 }
      `,
    });
    const { text } = await runTool(findCycles, {}, built);
    expect(text).toContain("No file imports another, as far as the index knows.");
  });
});
