/** trace with `to` alone: the routes, exports and tests where ways begin. */
import { describe, expect, test } from "vitest";
import trace from "../../src/tools/trace.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { useWays } from "./ways.js";

const { traced } = useWays();

describe("to alone", () => {
  test("gives routes first, with their labels, and tests apart", async () => {
    const { output, text } = await traced({ to: "query" });
    expect(output.entries).toMatchObject([{ entry: "route", label: "GET /users" }]);
    expect(output.test_files).toEqual({ files: 1, paths: ["tests/users.test.ts"] });
    expect(text).toContain("route GET /users: src/app.ts → listUsers → Repo.find → SqlRepo.find → query");
    expect(text).toContain("Tests apart: 1 test file");
  });

  test("gives exported functions that nobody calls, and who gives a class away in doubt", async () => {
    const { output, text } = await traced({ to: "write" });
    expect(output.entries!.map(({ start, entry }) => `${entry} ${start.node_id}`).sort()).toEqual([
      "exported boot",
      "exported guess",
      "exported wire",
      "uncalled save",
    ]);
    expect(text).toContain("gives away the class of Audit.invoke  (maybe: what gets the class may run it)");
  });

  test("has no class beside the call of its constructor", async () => {
    const { output } = await traced({ to: "fill" });
    expect(output.entries!.map(({ start }) => start.node_id)).toEqual(["makeBox"]);
  });

  test("of a route itself, says which", async () => {
    const { text } = await traced({ to: "CartController" });
    expect(text).toContain("Itself a route: CartController.Pay: POST /carts/pay/{id}");
  });

  test("of what nothing leads to, says so", async () => {
    expect((await traced({ to: "publish" })).text).toContain("Nothing known leads to publish (src/bus.ts:1)");
  });
});

describeStores("of an application", (store) => {
  test("begins at a route, and not where the class of its handler is registered", async () => {
    const built = await buildRepository(store(), {
      "src/cats.controller.ts": dedent`
        import { Controller, Post } from "@nestjs/common";
        import { CatsService } from "./cats.service";
        @Controller("cats")
        export class CatsController {
          constructor(private readonly cats: CatsService) {}
          @Post("feed")
          feed() { return this.cats.feed(); }
        }
      `,
      "src/cats.service.ts": dedent`
        export class CatsService {
          feed() { return 1; }
        }
      `,
      "src/cats.module.ts": dedent`
        import { CatsController } from "./cats.controller";
        import { CatsService } from "./cats.service";
        @Module({ controllers: [CatsController], providers: [CatsService] })
        export class CatsModule {}
      `,
    });
    const { text } = await runTool(trace, { to: "CatsService.feed" }, built);
    expect(text).toContain("route POST /cats/feed: CatsController.feed → CatsService.feed\n");
  });
});
