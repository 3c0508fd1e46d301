/** Callers that know a function by its key alone: objects of handlers, and routers whose types a library keeps. */
import { expect, test } from "vitest";
import getRelations from "../../src/tools/get-relations.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "src/handlers.ts": dedent`
    export function open() {}
    export function close() {}
    export function alone() {}
    const handlers = { open, close, wait() {} };
    const alias = { alone };
    export function run(name: "open" | "close") {
      return handlers[name]();
    }
    export function list() {
      return Object.keys(handlers);
    }
    export function first() {
      return alias.alone();
    }
  `,
  "src/templates.ts": dedent`
    import { procedure, router } from "@api/server";
    export const templateRouter = router({
      findTemplates: procedure.query(() => []),
      dropTemplate: procedure.mutation(() => null),
    });
  `,
  "src/page.tsx": dedent`
    import { api } from "@api/client";
    export function Page() {
      const { data } = api.template.findTemplates.useQuery();
      return <p>{data}</p>;
    }
  `,
};

describeStores("callers by a key", (store) => {
  const linesOf = async (symbol: string, input: object = {}) => {
    const built = await buildRepository(store(), FILES);
    const { text } = await runTool(getRelations, { symbols: [symbol], relations: ["callers"], ...input }, built);
    return text.split("\n");
  };

  test("a call out of an object of handlers may come to each of them", async () => {
    for (const name of ["open", "wait"]) {
      const lines = await linesOf(name);
      expect(lines[0]).toMatch(/^No known callers of .*\)\.$/);
      expect(lines).toContain("By its key in an object these calls may come here:");
      expect(lines).toContain("src/handlers.ts:7  run  via handlers: return handlers[name]();");
      expect(lines.filter((line) => line.includes("  via "))).toHaveLength(1);
    }
  });

  test("where the key is written the call is known, and nothing else is said", async () => {
    expect(await linesOf("alone")).toContain("src/handlers.ts:13  first");
    expect(await linesOf("alone")).not.toContain("By its key in an object these calls may come here:");
  });

  test("a key of a router is named by clients whose types are a library's", async () => {
    expect(await linesOf("findTemplates")).toContain(
      "src/page.tsx:3  by its key alone: const { data } = api.template.findTemplates.useQuery();",
    );
    expect(await linesOf("findTemplates", { tests: "only" })).not.toContain(
      "By its key in an object these calls may come here:",
    );
    expect(await linesOf("dropTemplate")).not.toContain("By its key in an object these calls may come here:");
  });
});
