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
  "src/doors.ts": dedent`
    export function lock(name: string) {
      return name;
    }
    const doors = new Map<string, (name: string) => string>();
    doors.set("lock", lock);
    export function pass(kind: string) {
      const door = doors.get(kind);
      if (!door) return null;
      return door("front");
    }
  `,
  "go.mod": dedent`
    module example.com/shop

    go 1.22
  `,
  "shop.go": dedent`
    package shop

    var actions = map[string]func(string) error{
      "add": add,
    }

    func init() { actions["drop"] = drop }

    func add(name string) error  { return nil }
    func drop(name string) error { return nil }

    func act(kind string) error { return actions[kind]("a") }

    func actLater(kind string) error {
      if found, ok := actions[kind]; ok {
        return found("b")
      }
      return nil
    }
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

  test("a function that is put into a table is called where something is taken out of it", async () => {
    expect(await linesOf("lock")).toContain('src/doors.ts:9  pass  via doors: return door("front");');
  });

  test("a table of Go is called at once, or by a name that gets a function of it", async () => {
    for (const name of ["add", "drop"]) {
      const lines = await linesOf(`shop.go ${name}`);
      expect(lines).toContain(
        'shop.go:12  act  via actions: func act(kind string) error { return actions[kind]("a") }',
      );
      expect(lines).toContain('shop.go:16  actLater  via actions: return found("b")');
    }
  });

  test("callees by key are the functions of the table", async () => {
    const lines = await linesOf("shop.go actLater", { relations: ["callees"] });
    expect(lines).toContain("By name, key or route, likely, it uses:");
    expect(lines).toContain("  16 via actions: add (shop.go:9)");
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
