/** Tests that reach code through a server: `get_tests` follows the route of a handler to the requests of tests. */
import { expect, test } from "vitest";
import getTests from "../../src/tools/get-tests.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { testsOverHttp } from "./tests-over-http.js";

describeStores("get_tests over HTTP", (store) => {
  const linesOf = async (files: Record<string, string>, symbol: string, input: Record<string, unknown> = {}) => {
    const built = await buildRepository(store(), files);
    const { text } = await runTool(getTests, { symbols: [symbol], ...input }, built);
    return text.split("\n").filter((line) => line.startsWith("tests/") || line.startsWith("    "));
  };

  const EXPRESS = {
    "src/cats.js": dedent`
      export function listCats() { return []; }
      export function findCat(id) { return id; }
      export function dropCat(id) { return id; }
    `,
    "src/routes/cats.js": dedent`
      import { Router } from "express";
      import { dropCat, findCat, listCats } from "../cats.js";
      const router = Router();
      router.get("/", (req, res) => res.json(listCats()));
      router.get("/:id", (req, res) => {
        res.json(findCat(req.params.id));
      });
      router.route("/:id").delete((req, res) => res.json(dropCat(req.params.id)));
      export default router;
    `,
    "src/app.js": dedent`
      import express from "express";
      import cats from "./routes/cats.js";
      export const app = express();
      app.use("/api/cats", cats);
    `,
    "tests/cats.test.js": dedent`
      import request from "supertest";
      import { server } from "./server.js";
      it("lists", async () => {
        await request(server).get("/api/cats");
      });
      it("finds", async () => {
        await request(server).get(\`/api/cats/\${id}?full=1\`);
      });
      it("drops", async () => {
        await request(server).delete("/api/cats/" + id);
      });
      it("asks for dogs", async () => {
        await request(server).get("/api/dogs/1");
      });
      it("opens the home page", async () => {
        await request(server).get("/");
      });
    `,
  };

  test("Express: a router below its prefix, by method and path", async () => {
    expect(await linesOf(EXPRESS, "listCats")).toEqual([
      'tests/cats.test.js  over HTTP: GET /api/cats (likely: by method and path)  it "lists" (line 3, by line 4)',
    ]);
    expect(await linesOf(EXPRESS, "findCat")).toEqual([
      'tests/cats.test.js  over HTTP: GET /api/cats/:id (likely: by method and path)  it "finds" (line 6, by line 7)',
    ]);
    expect(await linesOf(EXPRESS, "dropCat")).toEqual([
      'tests/cats.test.js  over HTTP: DELETE /api/cats/:id (likely: by method and path)  it "drops" (line 9, by line 10)',
    ]);
  });

  test("a request is never as sure as a reference", async () => {
    expect(await linesOf(EXPRESS, "findCat", { min_confidence: "import" })).toEqual([]);
  });

  test("a request with a value where the route has a word is told apart", async () => {
    const files = {
      "src/cats.controller.ts": dedent`
        import { Controller, Get, Patch, Post } from "@nestjs/common";
        @Controller("/shop/cats")
        export class CatsController {
          @Patch("/:id/feed")
          feed() {}
          @Patch("/:id/wash")
          wash() {}
          @Get("/:id/:what")
          look() {}
        }
      `,
      "tests/cats.e2e.test.ts": dedent`
        for (const action of ["feed", "wash"])
          it(action, async () => {
            await request(server).patch(\`/v1/shop/cats/\${id}/\${action}\`);
            await request(server).get(\`/v1/shop/cats/\${id}/\${what}\`);
          });
      `,
    };
    const built = await buildRepository(store(), files);
    const { text } = await runTool(getTests, { symbols: ["CatsController.feed"] }, built);
    expect(text).toMatch(/^No test that reaches CatsController\.feed .* is known/);
    expect(text).toContain("A request may come to it: PATCH /shop/cats/:id/feed in tests/cats.e2e.test.ts:3\n");
    expect(await linesOf(files, "CatsController.feed", { min_confidence: "candidate" })).toEqual([
      expect.stringContaining("over HTTP: PATCH /shop/cats/:id/feed"),
    ]);
  });

  test("of two routes the one with more words is meant", async () => {
    const files = {
      "src/app.ts": dedent`
        import { everyone, someone } from "./cats";
        app.get("/cats/all", everyone);
        app.get("/cats/:id", someone);
      `,
      "src/cats.ts": dedent`
        export function everyone() {}
        export function someone() {}
      `,
      "tests/cats.test.ts": dedent`
        test("all", () => request(app).get("/cats/all"));
        test("one", () => request(app).get("/cats/7"));
      `,
    };
    expect(await linesOf(files, "everyone")).toEqual([
      'tests/cats.test.ts  over HTTP: GET /cats/all (likely: by method and path)  test "all" (line 1)',
    ]);
    expect(await linesOf(files, "someone")).toEqual([
      'tests/cats.test.ts  over HTTP: GET /cats/:id (likely: by method and path)  test "one" (line 2)',
    ]);
  });

  test("Nest: a service behind a controller, and a helper of tests before it", async () => {
    const files = {
      "src/cats.controller.ts": dedent`
        import { CatsService } from "./cats.service";
        @Controller("cats")
        export class CatsController {
          constructor(private readonly cats: CatsService) {}
          @Get(":id")
          find(@Param("id") id: string) {
            return this.cats.find(id);
          }
          @Post()
          add() {}
        }
      `,
      "src/cats.service.ts": dedent`
        export class CatsService {
          find(id: string) {
            return id;
          }
        }
      `,
      "tests/cats.e2e-spec.ts": dedent`
        const getCat = () => request(server).get("/cats/1");
        it("finds", async () => {
          await getCat();
        });
        it("adds", () => request(server).post("/cats"));
      `,
    };
    expect(await linesOf(files, "CatsService.find")).toEqual([
      'tests/cats.e2e-spec.ts  3 steps, via getCat, over HTTP: GET /cats/:id (likely: by method and path)  it "finds" (line 2, by line 3)',
    ]);
  });

  test("ASP.NET: a controller and an HttpClient", async () => {
    const files = {
      "src/CatsController.cs": dedent`
        namespace Shop;
        [Route("api/[controller]")]
        public class CatsController
        {
            [HttpGet("{id}")]
            public string Find(int id) => Cats.Name(id);
            [HttpDelete("{id}")]
            public void Drop(int id) { }
        }
      `,
      "src/Cats.cs": dedent`
        namespace Shop;
        public static class Cats
        {
            public static string Name(int id) => "";
        }
      `,
      "tests/CatsTests.cs": dedent`
        namespace Shop.Tests;
        public class CatsTests
        {
            [Fact]
            public async Task Finds()
            {
                await client.GetAsync($"/api/cats/{id}");
            }
        }
      `,
    };
    expect(await linesOf(files, "Cats.Name")).toEqual([
      "tests/CatsTests.cs  2 steps, via CatsController.Find, over HTTP: GET /api/Cats/{id} (likely: by method and path)  Finds (line 5, by line 7)",
    ]);
    expect(await linesOf(files, "CatsController.Drop")).toEqual([]);
  });

  test("routes that are named without a slash, as in RPC", async () => {
    const files = {
      "src/docs.ts": dedent`
        export function save() {}
        export function keep() {}
      `,
      "src/routes.ts": dedent`
        import { keep, save } from "./docs";
        router.post("documents.update", auth(), async (ctx) => {
          await save();
        });
        cache.get("documents.list", () => keep());
      `,
      "tests/docs.test.ts": dedent`
        it("updates", async () => {
          await server.post("/api/documents.update", user, { body: {} });
          await server.get("/api/documents.list");
        });
      `,
    };
    expect(await linesOf(files, "save")).toEqual([
      'tests/docs.test.ts  over HTTP: POST /documents.update (likely: by method and path)  it "updates" (line 1, by line 2)',
    ]);
    expect(await linesOf(files, "keep")).toEqual([]);
  });

  test("handlers that call what a file makes of a function and exports", async () => {
    const files = {
      "src/trace.ts":
        "export const traced = (config: object) => <F extends (...args: any[]) => any>(target: F): F => target;\n",
      "src/move.ts": dedent`
        import { traced } from "./trace";
        async function move() {}
        export default traced({ name: "move" })(move);
      `,
      "src/routes.ts": dedent`
        import move from "./move";
        router.post("documents.move", auth(), async (ctx) => {
          await move();
        });
      `,
      "tests/docs.test.ts": dedent`
        it("moves", async () => {
          await server.post("/api/documents.move", user, { body: {} });
        });
        it("needs a document", async () => {
          const response = await server.post("/api/documents.move", user);
        });
      `,
    };
    expect(await linesOf(files, "move")).toEqual([
      'tests/docs.test.ts  2 steps, via default of src/move.ts, over HTTP: POST /documents.move (likely: by method and path)  it "moves" (line 1, by line 2), it "needs a document" (line 4, by line 5)',
    ]);
  });

  test("a client of one's own between the test and the route", async () => {
    const files = {
      "src/Controller.cs": dedent`
        namespace Shop;
        public class InvoiceController
        {
            [HttpPost("~/api/v1/invoices/{id}/refund")]
            public void Refund(string id) => Refunds.Make(id);
            [HttpGet("~/api/v1/invoices/{id}/refund")]
            public void Read(string id) { }
        }
        public static class Refunds
        {
            public static void Make(string id) { }
        }
      `,
      "src/UIController.cs": dedent`
        namespace Shop;
        public class UIRefundController
        {
            [HttpPost("/invoices/{id}/refund")]
            public void Show(string id) { }
        }
      `,
      "client/Client.cs": dedent`
        namespace Shop.Client;
        public class ShopClient
        {
            public async Task Refund(string id)
            {
                await SendHttpRequest<Data>($"api/v1/invoices/{id}/refund", null, HttpMethod.Post);
            }
            public async Task Other(string id) => await SendHttpRequest<Data>(PathOf(id), null, HttpMethod.Post);
        }
      `,
      "tests/RefundTests.cs": dedent`
        namespace Shop.Tests;
        public class RefundTests
        {
            private readonly Shop.Client.ShopClient client;
            [Fact]
            public async Task Refunds()
            {
                await client.Refund("a");
            }
        }
      `,
    };
    expect(await linesOf(files, "Refunds.Make")).toEqual([
      "tests/RefundTests.cs  3 steps, via ShopClient.Refund, over HTTP: POST /api/v1/invoices/{id}/refund (likely: by method and path)  Refunds (line 6, by line 8)",
    ]);
    expect(await linesOf(files, "InvoiceController.Read")).toEqual([]);
    expect(await linesOf(files, "UIRefundController.Show")).toEqual([]);
  });

  test("an interface that Refit implements", async () => {
    const files = {
      "src/CatsController.cs": dedent`
        namespace Shop;
        public class CatsController
        {
            [HttpGet("/api/cats/{id}")]
            public Cat Find(int id) => new();
        }
      `,
      "client/ICatsApi.cs": dedent`
        namespace Shop.Client;
        public interface ICatsApi
        {
            [Get("/api/cats/{id}")]
            Task<Cat> Find(int id);
        }
      `,
      "tests/CatsTests.cs": dedent`
        namespace Shop.Tests;
        public class CatsTests
        {
            private readonly Shop.Client.ICatsApi api;
            [Fact]
            public async Task Finds()
            {
                await api.Find(1);
            }
        }
      `,
    };
    expect(await linesOf(files, "CatsController.Find")).toEqual([
      "tests/CatsTests.cs  2 steps, via ICatsApi.Find, over HTTP: GET /api/cats/{id} (likely: by method and path)  Finds (line 6, by line 8)",
    ]);
  });

  test("tRPC: a caller in the test's own process, and not each test of the router of all routers", async () => {
    const testOf = (call: string) => dedent`
      import { appRouter } from "../server/app";
      const caller = appRouter.createCaller({});
      test("asks", async () => {
        await ${call}();
      });
    `;
    const files = {
      "server/tags.ts": dedent`
        import { procedure, router } from "./trpc";
        export function allTags() { return []; }
        export const tagQueries = {
          recent: procedure.query(() => allTags()),
        };
        export const tagsRouter = router({
          list: procedure.query(() => allTags()),
          ...tagQueries,
        });
      `,
      "server/app.ts": dedent`
        import { listsRouter } from "./lists";
        import { tagsRouter } from "./tags";
        import { router } from "./trpc";
        export const appRouter = router({
          tags: tagsRouter,
          lists: listsRouter,
        });
      `,
      "server/lists.ts": dedent`
        import { procedure, router } from "./trpc";
        export const listsRouter = router({ list: procedure.query(() => 2) });
      `,
      "tests/tags.test.ts": testOf("caller.tags.list"),
      "tests/recent.test.ts": testOf("caller.tags.recent"),
      "tests/lists.test.ts": testOf("caller.lists.list"),
    };
    const { text } = await runTool(getTests, { symbols: ["allTags"] }, await buildRepository(store(), files));
    expect(text.split("\n").filter((line) => line.startsWith("tests/") || line.startsWith("Not listed"))).toEqual([
      expect.stringMatching(/^tests\/tags\.test\.ts .*procedure tags\.list .*\(line 3, by line 4\)$/),
      expect.stringMatching(/^tests\/recent\.test\.ts .*procedure tags\.recent .*\(line 3, by line 4\)$/),
      expect.stringMatching(/^Not listed: 1 test file that only runs what registers it .*: tests\/lists\.test\.ts$/),
    ]);
  });

  test("a test that declares the route asks its own server, and another host is none of ours", async () => {
    const files = {
      "src/app.ts": dedent`
        export function find() {}
        app.get("/cats", find);
      `,
      "tests/own.test.ts": dedent`
        app.get("/cats", () => 1);
        test("own", () => app.inject({ url: "/cats" }));
      `,
      "tests/far.test.ts": 'test("far", () => fetch("https://cats.example/cats"));\n',
    };
    expect(await linesOf(files, "find")).toEqual([]);
  });

  test("the test of a route is read before fifty that have another word of its path", async () => {
    const many = Array.from({ length: 50 }, (_, index) => [
      `tests/a${index}.test.ts`,
      'test("one", () => request(app).get("/collections/1"));\n',
    ]);
    const files = {
      "src/app.ts": dedent`
        import { clone } from "./clone.js";
        const PATH = "/collections/:id";
        app.post(PATH + "/clone", (req, res) => res.json(clone(req.params.id)));
      `,
      "src/clone.ts": "export const clone = (id: string) => id;\n",
      ...Object.fromEntries(many),
      "tests/z.test.ts": 'test("clones", () => request(app).post("/collections/1/clone"));\n',
    };
    expect(await testsOverHttp(store(), files, "clone")).toEqual([
      'tests/z.test.ts  over HTTP: POST /collections/:id/clone (likely: by method and path)  test "clones" (line 1)',
    ]);
  });

  test("of very many requests the answer says that not all were looked at", async () => {
    const many = Array.from({ length: 45 }, (_, index) => [
      `tests/cats-${index}.test.js`,
      'it("lists", () => request(server).get("/api/cats"));\n',
    ]);
    const built = await buildRepository(store(), { ...EXPRESS, ...Object.fromEntries(many) });
    const { text } = await runTool(getTests, { symbols: ["listCats"] }, built);
    expect(text).toContain(
      "Not all requests of tests over HTTP or GraphQL were looked at: search_text for the path or field.",
    );
    const few = await runTool(getTests, { symbols: ["listCats"] }, await buildRepository(store(), EXPRESS));
    expect(few.text).not.toContain("Not all requests");
  });

  test("another project's tests stay out", async () => {
    await buildRepository(store(), EXPRESS);
    const { "tests/cats.test.js": _, ...untested } = EXPRESS;
    expect(await linesOf(untested, "findCat")).toEqual([]);
  });

  const DJANGO = {
    "shop/urls.py": dedent`
      from django.urls import path
      from . import views
      app_name = "shop"
      urlpatterns = [
          path("cats/<int:pk>/", views.find_cat, name="cat"),
          path("dogs/", views.list_dogs, name="dogs"),
      ]
    `,
    "shop/views.py": dedent`
      def find_cat(request, pk):
          return pk

      def list_dogs(request):
          return []
    `,
    "tests/test_shop.py": dedent`
      from django.test import TestCase
      from django.urls import reverse

      class ShopTest(TestCase):
          def test_cat(self):
              self.client.get(reverse("shop:cat", args=[1]))

          def test_dogs(self):
              self.client.get("/shop/dogs/")

          def test_other(self):
              self.client.get(reverse("farm:cat", args=[1]))
    `,
  };

  test("Django: by the name of the route, in its namespace", async () => {
    expect(await linesOf(DJANGO, "find_cat")).toEqual([
      "tests/test_shop.py  over HTTP: /cats/<int:pk> (likely: by path or name)  test_cat (line 5, by line 6)",
    ]);
  });

  test("Django: below the prefix of the file that includes its routes; the view is named by its module", async () => {
    const including = dedent`
      from django.urls import include, path
      urlpatterns = [path("shop/", include("shop.urls"))]
    `;
    expect(await linesOf({ ...DJANGO, "site/urls.py": including }, "shop.views.list_dogs")).toEqual([
      "tests/test_shop.py  over HTTP: GET /shop/dogs (likely: by method and path)  test_dogs (line 8, by line 9)",
    ]);
  });

  test("FastAPI: a router that another file includes below a prefix", async () => {
    const files = {
      "app/cats.py": dedent`
        from fastapi import APIRouter
        router = APIRouter(prefix="/cats")

        @router.get("/{cat_id}")
        async def find_cat(cat_id: int):
            return cat_id
      `,
      "app/main.py": dedent`
        from fastapi import FastAPI
        from app import cats
        app = FastAPI()
        app.include_router(cats.router, prefix="/shop")
      `,
      "tests/test_cats.py": dedent`
        def test_find(client):
            client.get(f"/shop/cats/{cat.id}")
      `,
    };
    expect(await linesOf(files, "find_cat")).toEqual([
      'tests/test_cats.py  over HTTP: GET /shop/cats/{cat_id} (likely: by method and path)  function "test_find" (line 1, by line 2)',
    ]);
  });

  test("Go and Spring", async () => {
    const files = {
      "go.mod": "module shop\n",
      "server.go": dedent`
        package shop
        func routes(mux *http.ServeMux) { mux.HandleFunc("GET /cats/{id}", findCat) }
        func findCat(w http.ResponseWriter, r *http.Request) {}
      `,
      "server_test.go": dedent`
        package shop
        func TestFindCat(t *testing.T) {
        	req := httptest.NewRequest("GET", "/cats/1", nil)
        }
      `,
      "src/main/java/shop/DogController.java": dedent`
        package shop;
        @RestController
        @RequestMapping("/dogs")
        class DogController {
            @PostMapping("/{id}/feed")
            void feed(@PathVariable long id) {}
        }
      `,
      "src/test/java/shop/DogControllerTest.java": dedent`
        package shop;
        class DogControllerTest {
            @Test
            void feeds() throws Exception {
                mockMvc.perform(post("/dogs/{id}/feed", 1));
            }
        }
      `,
    };
    expect(await testsOverHttp(store(), files, "findCat")).toEqual([
      'server_test.go  over HTTP: GET /cats/{id} (likely: by method and path)  function "TestFindCat" (line 2, by line 3)',
    ]);
    expect(await testsOverHttp(store(), files, "feed")).toEqual([
      "src/test/java/shop/DogControllerTest.java  over HTTP: POST /dogs/{id}/feed (likely: by method and path)  feeds (line 4, by line 5)",
    ]);
  });
});
