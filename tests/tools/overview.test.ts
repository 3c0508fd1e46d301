/** overview: a small repository as somebody sees it who opens it for the first time. */
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { migrate } from "../../src/store/db/migrate.js";
import overview from "../../src/tools/overview.js";
import { type Ask, useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { openPglite } from "../helpers/store.js";

const FILES = {
  "README.md": dedent`
    # Shop

    [![Build](https://ci.example/badge.svg)](https://ci.example)

    Shop sells things over HTTP. It keeps orders in a table.
  `,
  "package.json": JSON.stringify({
    name: "shop",
    bin: { shop: "src/cli.ts" },
    exports: { ".": { import: "./src/index.ts" } },
    scripts: { build: "tsc", test: "vitest run", "build:docs": "typedoc", postinstall: "true" },
  }),
  "src/cli.ts": dedent`
    import { serve } from "./http/server.js";

    export function main() {
      serve();
    }

    export class Views {
      main() {}
    }
  `,
  "src/http/server.ts": dedent`
    import express from "express";
    import { saveOrder } from "../store/orders.js";

    export function serve() {
      const app = express();
      app.post("/orders", (request, response) => response.json(saveOrder(request.body)));
      app.get("/orders/:id", (request, response) => response.json({}));
    }
  `,
  "src/http/client.ts": dedent`
    import { saveOrder, type Order } from "../store/orders.js";

    export const again = (order: Order) => saveOrder(order);
  `,
  "src/store/orders.ts": dedent`
    import { insert } from "./db.js";

    export interface Order {
      item: string;
    }

    export function saveOrder(order: Order): Order {
      return insert(order);
    }
  `,
  "src/store/db.ts": dedent`
    import type { Order } from "./orders.js";

    export function insert(order: Order): Order {
      return order;
    }
  `,
  "tests/orders.test.ts": dedent`
    import { saveOrder } from "../src/store/orders.js";

    test("saves", () => saveOrder({ item: "tea" }));
  `,
};

type Output = z.infer<z.ZodObject<typeof overview.output>>;

/** Asks overview of a service. */
function asking(call: Ask) {
  return async (args: object = {}) => {
    const { structured, text, isError } = await call("overview", args);
    if (isError) throw new Error(text);
    return { output: structured as unknown as Output, text };
  };
}

/** A value in each of 300 files of 30 folders, which uses the one seven files on. */
const LARGE = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => {
    const nameOf = (of: number) => `a-rather-long-name-of-a-part-${of % 30}/module-with-a-long-name-${of}`;
    const next = (index + 7) % 300;
    return [
      `src/${nameOf(index)}.ts`,
      `import { value${next} } from "../${nameOf(next)}.js";\nexport const value${index} = () => value${next};\n`,
    ];
  }),
);

describe("overview", () => {
  const ask = asking(useProject(FILES));
  const ofOne = asking(useProject({ "a.ts": "export const a = 1;\n" }));
  const ofLarge = asking(useProject(LARGE));
  const ofNameless = asking(
    useProject({
      "app/run.ts": dedent`
        import log from "../lib/log.js";
        export const run = () => log.write("run");
      `,
      "app/stop.ts": dedent`
        import log from "../lib/log.js";
        export const stop = () => log.write("stop");
      `,
      "lib/log.ts": "export default { write: (text: string) => text };\n",
    }),
  );

  test("a repository: what it is, its parts and layers, how it is entered, asked, tested and built", async () => {
    const { output, text } = await ask({});
    expect(output).toMatchObject({
      description: "Shop sells things over HTTP. It keeps orders in a table.",
      files: { code: 5, tests: 1 },
      packages: [{ path: "package.json", kind: "npm package", name: "shop" }],
      circles: [],
      file_circles: { count: 1, largest: 2 },
      routes: { total: 2, files: [{ path: "src/http/server.ts", examples: ["POST /orders", "GET /orders/:id"] }] },
      tests: { folders: { tests: 1 }, commands: ["npm test (vitest run)"] },
      commands: ["npm run build", "npm run build:docs"],
      notes: [],
    });
    expect(output.layers).toEqual([["src/*"], ["src/http"], ["src/store"]]);
    expect(output.parts.map(({ name, refers_to }) => `${name} → ${refers_to.map(({ part }) => part)}`)).toEqual([
      "src/store → ",
      "src/http → src/store",
      "src/* → src/http",
    ]);
    expect(output.entries).toEqual([
      { what: "bin shop", leads: "src/cli.ts", from: "package.json" },
      { what: "exports .", leads: "./src/index.ts", from: "package.json" },
      { what: "main", leads: "main", from: "src/cli.ts:3" },
    ]);
    expect(output.types[0]).toBe("Order src/store/orders.ts:3 (2 files)");
    // The test that calls it, too, is not counted.
    expect(output.functions[0]).toBe("saveOrder src/store/orders.ts:7 (2 files)");
    expect(text).toContain(dedent`
      Layers, from the top:
        src/*
        src/http
        src/store`);
  });

  test("the same twice gives the same words", async () => {
    expect((await ask({})).text).toBe((await ask({})).text);
  });

  test("a default export without a name is told by its file", async () => {
    const { output } = await ofNameless({});
    expect(output.parts.find(({ name }) => name === "lib")?.most_used).toContain("log.ts");
  });

  test("one folder: its files are its parts, and what lies outside is left out", async () => {
    const { output } = await ask({ path: "src/store" });
    expect(output.parts.map(({ name }) => name)).toEqual(["src/store/orders.ts", "src/store/db.ts"]);
    expect(output.circles).toEqual([["src/store/orders.ts", "src/store/db.ts"]]);
    expect(output).toMatchObject({ files: { code: 2, tests: 0 }, entries: [], routes: { total: 0 }, notes: [] });
  });

  test("a repository of one file, without a manifest", async () => {
    const { output, text } = await ofOne();
    expect(output.notes).toEqual(["No manifest is there: what is built and run is not known."]);
    expect(text).toMatch(/^The repository: 1 file of code/);
  });

  test("a repository without a file", async () => {
    const { db, remove } = await openPglite();
    try {
      await migrate(db);
      const { output } = await askTool(db, overview, {}, { files: {} });
      expect(output).toMatchObject({ files: { code: 0 }, parts: [], notes: ["The index has no file."] });
    } finally {
      await remove();
    }
  });

  test("a folder that is not there", async () => {
    await expect(ask({ path: "lib" })).rejects.toThrow("No file of the index lies below 'lib'.");
  });

  test("a large repository keeps to its budget, and says what was cut", async () => {
    const { text, output } = await ofLarge();
    expect(estimateTokens(text)).toBeLessThanOrEqual(2000);
    expect(text).toContain("8 smaller parts of 80 files are not told.");
    expect(output.circles[0]?.length).toBeGreaterThan(2);
  });
});
